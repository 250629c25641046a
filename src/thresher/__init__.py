"""The content of a web page, without menus, advertisements and other noise.

>>> import thresher
>>> story = "<p>Oats feed horses, and have done so for as long as people have ploughed the land.</p>" * 4
>>> extraction = thresher.extract(f"<nav><a href=/>Home</a> <a href=/b>Barley</a></nav><article>{story}</article>")
>>> extraction.text.splitlines()[0]
'Oats feed horses, and have done so for as long as people have ploughed the land.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher import algorithms
    from thresher.errors import ThresherError
    from thresher.extraction import Extraction, extract
    from thresher.options import Options
    from thresher.page import Page
    from thresher.selection import Outcome, Selection

__version__ = "0.1.0"
__all__ = ["Extraction", "Options", "Outcome", "Page", "Selection", "ThresherError", "algorithms", "extract"]

#: The module that defines each public name; a public module maps to itself.
_HOMES = {
    "Extraction": "extraction",
    "Options": "options",
    "Outcome": "selection",
    "Page": "page",
    "Selection": "selection",
    "ThresherError": "errors",
    "algorithms": "algorithms",
    "errors": "errors",
    "extract": "extraction",
    "page": "page",
    "writers": "writers",
}


def __getattr__(name: str) -> object:
    """A public name, imported on first use, so that the command line handles Ctrl-C even while numpy loads.

    >>> import thresher
    >>> thresher.Page.__name__
    'Page'
    """
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'thresher' has no attribute {name!r}")
    home = import_module(f"thresher.{_HOMES[name]}")
    item = globals()[name] = home if name == _HOMES[name] else getattr(home, name)
    return item


def __dir__() -> list[str]:
    """All names of the module, whether or not they are imported yet."""
    return sorted({*globals(), *_HOMES})
