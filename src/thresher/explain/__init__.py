"""EXPLAIN: why each block of a page was kept or dropped.

`report` produces one self-contained HTML file; `why` explains one sentence.

>>> from thresher.explain import report
>>> from thresher.options import Options
>>> html = report("<p>Rye is a grass.</p>", options=Options(algorithm="cectd-ds"), methods=["auto", "textsweeper"])

The file neither loads nor runs anything of the page: its content security policy (`policy`) allows only its own script
and style. A web page can show it as ``<iframe sandbox="allow-scripts" srcdoc=...>``; since such a frame inherits the
policy of the page around it, that page's own policy must allow the two hashes of `policy` too.
"""

from __future__ import annotations

from thresher.explain.report import policy, report
from thresher.explain.verdicts import METHODS
from thresher.explain.why import Answer, Occurrence, why

__all__ = ["METHODS", "Answer", "Occurrence", "policy", "report", "why"]
