"""Features of a whole page, from which its kind is learned; also for the page rewritten in another script.

Nearly all labelled pages of known kind are in English, but the model must classify pages in any language.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from thresher.algorithms.auto.features import look
from thresher.algorithms.auto.hints import hints
from thresher.evaluate.datasets import LabelledPage
from thresher.page import Page
from thresher.page.columns import Floats
from thresher.training.scripts import SCRIPTS, in_script


@dataclass(frozen=True, eq=False)
class Guise:
    """The features of a whole page."""

    page: Floats  #: page features
    hints: frozenset[str]


def foreign_guise(labelled: LabelledPage) -> Guise | None:
    """The features of the page rewritten in another script; ``None`` if that would add nothing to learn.

    Home pages are available in many scripts, and pages without a URL are used only as they are.
    """
    if labelled.kind in (None, "home") or not labelled.url:
        return None
    script = SCRIPTS[zlib.crc32(labelled.id.encode()) % len(SCRIPTS)]
    page = Page.from_html(in_script(labelled, script).html, labelled.url)
    sight = look(page)
    return None if sight is None else Guise(sight.page, hints(page, sight).strings())
