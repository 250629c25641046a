"""`Cleaning`: what a method leaves out of a page before it looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.page.columns import Bools, mark_subtrees
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.statements import statement_blocks
from thresher.page.tags import FALLBACK, tag_set

if TYPE_CHECKING:
    from thresher.page.page import Page

#: Never text of a page. ``noscript`` is not among them: it is a cause of hiddenness, since some pages have all there.
MACHINERY = ("head", "script", "style", "template", "title", "frameset", "param", "datalist")


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


def doomed_elements(page: Page, cleaning: Cleaning) -> Bools:
    """Elements that go, with all that is in them; the root and the body never do."""
    doomed = tag_set(*cleaning.drop)[page.code] | ((page.hidden & int(cleaning.hidden)) != 0)
    if "template" in cleaning.drop:
        # What a reader sees of a component sits in a template that declares itself a shadow tree.
        for row in page.rows_of("template").tolist():
            doomed[row] &= "shadowrootmode" not in page.attributes(row)
    if cleaning.statements:
        doomed[statement_blocks(page)] = True
    doomed[0] = doomed[page.body] = False
    return mark_subtrees(doomed, page.end)


def unwrapped_elements(page: Page, cleaning: Cleaning) -> Bools:
    """Elements that go and leave their content."""
    unwrapped = tag_set(*cleaning.unwrap)[page.code]
    unwrapped[0] = unwrapped[page.body] = False
    return unwrapped


def muted_elements(page: Page) -> Bools:
    """Elements that stay, but without the text that is in them."""
    return mark_subtrees(FALLBACK[page.code], page.end)
