"""Pages in other guises, for teaching the kind: in another script, without an address, without what the head declares.

Nearly all labelled pages of known kind are in English, have an address and declare what they are. Pages that are asked
about may be in any language, come without an address, and be older than such declarations.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.algorithms.auto.address import address_shape
from thresher.algorithms.auto.features import look
from thresher.algorithms.auto.hints import hints
from thresher.algorithms.auto.kinds import has_address
from thresher.evaluate.datasets import LabelledPage
from thresher.page import Page
from thresher.page.columns import Floats
from thresher.training.scripts import SCRIPTS, in_script

#: What stands ahead of hints of the address, and of what the head declares.
_ADDRESS, _HEAD = ("host:", "path:"), ("og:", "data:", "meta:", "generator:")
#: The last columns of what a page as a whole is like, where it has no address.
_NOWHERE = address_shape("")


@dataclass(frozen=True, eq=False)
class Guise:
    """How a page as a whole looks."""

    page: Floats  #: what it is like
    hints: frozenset[str]


def guises(labelled: LabelledPage, own: Guise, scripts: bool) -> Iterator[Guise]:
    """The other guises of a page that has an *own* one, if asked for in another script, too."""
    if has_address(own.page):
        yield unaddressed(own)
    if not scripts:
        return
    script = SCRIPTS[zlib.crc32(labelled.id.encode()) % len(SCRIPTS)]
    page = Page.from_html(in_script(labelled, script).html, labelled.url)
    sight = look(page)
    if sight is not None:
        written = Guise(sight.page, hints(page, sight).strings())
        yield from (written, undeclared(unaddressed(written)))


def unaddressed(guise: Guise) -> Guise:
    """The page without an address."""
    page = guise.page.copy()
    page[-len(_NOWHERE) :] = _NOWHERE
    return Guise(page, _without(guise.hints, _ADDRESS))


def undeclared(guise: Guise) -> Guise:
    """The page without what its head declares."""
    return Guise(guise.page, _without(guise.hints, _HEAD))


def _without(hints: frozenset[str], ahead: tuple[str, ...]) -> frozenset[str]:
    return frozenset(hint for hint in hints if not hint.startswith(ahead))
