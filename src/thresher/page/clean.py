"""`Cleaning`: what a method leaves out of a page before it looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.cached import cached_property
from thresher.page.columns import Bools, Codes, Ints, mark_subtrees
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.kernels import kernel
from thresher.page.statements import statement_blocks
from thresher.page.tags import FALLBACK, tag_set

if TYPE_CHECKING:
    from thresher.page.page import Page

#: Never text of a page. ``noscript`` is not among them: it is a cause of hiddenness, since some pages have all there.
MACHINERY = ("head", "script", "style", "template", "title", "frameset", "param", "datalist")

#: Elements that go with all that is in them, those that go and leave their content, those that stay without their text.
DROPPED, UNWRAPPED, MUTED = 1, 2, 4


@dataclass(frozen=True)
class Cleaning:
    """Which elements, which causes of hiddenness and which statements a method leaves out.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<form><p hidden>no<p>yes</form>")
    >>> page.view(Cleaning(unwrap=("form",))).tag
    ['html', 'body', 'p']
    """

    drop: tuple[str, ...] = MACHINERY  #: names of elements that go with all that is in them
    unwrap: tuple[str, ...] = ()  #: names of elements that go and leave their content
    hidden: Cause = INVISIBLE  #: causes of hiddenness that make an element go
    statements: bool = False  #: whether short copyright and legal notices go

    @cached_property
    def roles(self) -> Codes:
        """What comes of an element by the code of its name, as bits (`DROPPED`, `UNWRAPPED`, `MUTED`)."""
        bits = tag_set(*self.drop) * DROPPED | tag_set(*self.unwrap) * UNWRAPPED | FALLBACK * MUTED
        return bits.astype(np.uint8)


def left(page: Page, cleaning: Cleaning) -> tuple[Bools, Bools]:
    """The elements and the runs of a page that a cleaning leaves."""
    going = statement_blocks(page).tolist() if cleaning.statements else []
    staying = [0, page.body]
    if "template" in cleaning.drop:
        # What a reader sees of a component sits in a template that declares itself a shadow tree.
        templates = (row for row in page.rows_of("template").tolist() if row not in going)
        staying += [row for row in templates if "shadowrootmode" in page.attributes(row)]
    return cleaned(cleaning.roles, int(cleaning.hidden), page.code, page.hidden, page.end, page.host, going, staying)


@kernel
def cleaned(
    roles: Codes, causes: int, code: Codes, hidden: Codes, end: Ints, host: Ints, going: list[int], staying: list[int]
) -> tuple[Bools, Bools]:
    """The elements and the runs that are left, *roles* being bits by the codes of names.

    An element goes, with all that is in it, by its name, by *causes* of hiddenness, or if it is among the rows that are
    *going*, unless it is among those that are *staying*.

    >>> roles, code = np.array([0, DROPPED, UNWRAPPED, MUTED], dtype=np.uint8), np.arange(4, dtype=np.uint8)
    >>> end, rows = np.array([4, 2, 3, 4]), np.arange(4)
    >>> [left.tolist() for left in cleaned(roles, 0, code, np.zeros(4, dtype=np.uint8), end, rows, [], [0])]
    [[True, False, False, True], [True, False, True, False]]
    """
    role = roles[code]
    doomed = ((role & DROPPED) != 0) | ((hidden & causes) != 0)
    doomed[going] = True
    doomed[staying] = False
    doomed = mark_subtrees(doomed, end)
    unwrapped = (role & UNWRAPPED) != 0
    unwrapped[staying] = False
    muted = mark_subtrees((role & MUTED) != 0, end)
    return ~(doomed | unwrapped), ~(doomed | muted)[host]
