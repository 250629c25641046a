"""What a person came for on a web page, without the chaff.

>>> import thresher
>>> story = "<p>Oats feed horses, and have done so for as long as people have ploughed the land.</p>" * 4
>>> extraction = thresher.extract(f"<nav><a href=/>Home</a> <a href=/b>Barley</a></nav><article>{story}</article>")
>>> extraction.text.splitlines()[0]
'Oats feed horses, and have done so for as long as people have ploughed the land.'
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
