"""``python -m thresher`` is ``thresher``."""

from __future__ import annotations

import sys

from thresher.cli import main

if __name__ == "__main__":
    sys.exit(main())
