"""A method that does to its process what a page asks for."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from typing import ClassVar

from thresher.algorithms.base import Method
from thresher.algorithms.cetd import CectdDs
from thresher.page import Page
from thresher.selection import Selection


@dataclass(frozen=True)
class Hostile(Method):
    """CECTD, but for pages that say HANG, DIE or EAT."""

    paper: ClassVar[str] = ""
    family: ClassVar[str] = "test"

    def select(self, page: Page) -> Selection:
        """What CECTD selects, if the page lets it."""
        source = page.source.html
        if "HANG" in source:
            while True:
                pass
        if "DIE" in source:
            os.kill(os.getpid(), signal.SIGKILL)
        if "EAT" in source:
            bytearray(1 << 40)
        if "SLOW" in source:
            time.sleep(0.02)
        return CectdDs().select(page)
