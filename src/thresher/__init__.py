"""What a person came for on a web page, without the chaff.

>>> import thresher
>>> print(thresher.extract("<nav><a href=/>Home</a></nav><p>" + "Oats feed horses. " * 10).text[:17])
Oats feed horses.
"""

from __future__ import annotations

from thresher import algorithms
from thresher.errors import ThresherError
from thresher.extraction import Extraction, extract
from thresher.options import Options
from thresher.page import Page
from thresher.selection import Outcome, Selection

__version__ = "0.1.0"
__all__ = ["Extraction", "Options", "Outcome", "Page", "Selection", "ThresherError", "algorithms", "extract"]
