"""How a page as a whole looks, which its kind is taught by; also if it were written in another script.

Nearly all labelled pages of known kind are in English. Pages that are asked about may be in any language.
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
    """How a page as a whole looks."""

    page: Floats  #: what it is like
    hints: frozenset[str]


def foreign_guise(labelled: LabelledPage) -> Guise | None:
    """The page in another script; ``None`` for those of which there is nothing to learn by that.

    Home pages are known in many scripts, and pages without an address are taught as they are.
    """
    if labelled.kind in (None, "home") or not labelled.url:
        return None
    script = SCRIPTS[zlib.crc32(labelled.id.encode()) % len(SCRIPTS)]
    page = Page.from_html(in_script(labelled, script).html, labelled.url)
    sight = look(page)
    return None if sight is None else Guise(sight.page, hints(page, sight).strings())
