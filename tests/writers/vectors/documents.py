"""Documents that run something, as addresses hold them."""

from __future__ import annotations

import base64

SCRIPT = base64.b64encode(b"<script>alert(1)</script>").decode()
SVG = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>").decode()
