"""`Page`: a web page as two tables in document order, one of elements and one of text runs.

Nothing is left out and nothing ever changes: methods that ignore scripts, forms or hidden text look at the page
through a view (`Page.view`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from thresher.cached import cached_property
from thresher.page import blocks, hidden, metadata, stylesheet, whitespace, words
from thresher.page.columns import (
    Bools,
    Codes,
    Ints,
    depths,
    mark_subtrees,
    rows_having,
    run_bounds,
    subtree_sum,
    sum_by_row,
)
from thresher.page.decode import decode
from thresher.page.misread import reread
from thresher.page.parse import Tree, attributes, parse
from thresher.page.tags import CODES, HEADINGS, INLINE, MEDIA, tag_set

if TYPE_CHECKING:
    from thresher.page.clean import Cleaning
    from thresher.page.view import View

Kind = TypeVar("Kind", bound=np.generic)

#: Attributes by which elements may say that nobody sees them.
_HIDING = ("hidden", "aria-hidden", "style")


@dataclass(frozen=True)
class Source:
    """Where a page comes from: its text, its address, and how its bytes were read."""

    html: str
    url: str | None = None
    encoding: str | None = None  #: ``None`` where text was given, not bytes, unless it had to be read again
    encoding_found: str | None = None  #: how the encoding was found
    repairs: tuple[str, ...] = ()  #: what the parser's input needed


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """A page as parallel, read-only columns; element ``i`` and its descendants are the rows ``i`` to ``end[i]``.

    >>> page = Page.from_html("<p>Wheat, <a href='/c'>chaff</a>.</p>")
    >>> page
    <Page: 5 elements, 3 runs, 12 characters>
    >>> page.tag[3:], page.parent.tolist(), page.end.tolist()
    (['p', 'a'], [-1, 0, 0, 2, 3], [5, 2, 5, 5, 5])
    >>> page.text, page.host.tolist()
    (['Wheat, ', 'chaff', '.'], [3, 4, 3])
    """

    tag: Sequence[str]  #: element: name, lower case but for a few names of SVG
    code: Codes  #: element: number of the name, for lookups (`tags`)
    parent: Ints  #: element: row of the parent, -1 at the root
    end: Ints  #: element: one past the last row of the subtree
    host: Ints  #: run: row of the element that it stands directly in
    at: Ints  #: run: how many elements start ahead of it
    text: Sequence[str]  #: run: raw text; runs of white space only are kept, text of scripts and styles is not
    source: Source

    def __post_init__(self) -> None:
        for column in (self.code, self.parent, self.end, self.host, self.at):
            column.setflags(write=False)

    @classmethod
    def from_html(cls, html: str | bytes, url: str | None = None, *, encoding: str | None = None) -> Page:
        """The page of a document; bytes are decoded, *encoding* being what their sender declared.

        Text whose UTF-8 was read as Latin-1 or Windows-1252 is read again.

        >>> Page.from_html(b"<title>Spelt</title>").title
        'Spelt'
        """
        name: str | None = None
        found: str | None = None
        if not isinstance(html, str):
            decoded = decode(_bytes_of(html), encoding)
            html, name, found = decoded.text, decoded.encoding, decoded.found
        elif (read := reread(html)) is not None:
            html, name, found = read, "utf-8", "misread"
        tree = parse(html)
        source = Source(html, url, name, found, tree.repairs)
        page = Page(tree.tag, tree.code, tree.parent, tree.end, tree.host, tree.at, tree.text, source)
        page.__dict__["tree"] = tree
        return page

    def view(self, cleaning: Cleaning) -> View:
        """What *cleaning* leaves of the page, as a page of its own that knows the rows it came from."""
        held = self._views.get(cleaning)
        view = held() if held else None
        if view is None:
            from thresher.page.view import clean_view

            view = clean_view(self, cleaning)
            self._views[cleaning] = ref(view)
        return view

    # Columns of elements, made on first use.

    @cached_property
    def depth(self) -> Ints:
        """Element: level, the root's being 0."""
        return frozen(depths(self.end))

    @cached_property
    def own(self) -> Ints:
        """Element: characters of text directly in it."""
        return frozen(sum_by_row(self.host, self.length, len(self.tag)))

    @cached_property
    def chars(self) -> Ints:
        """Element: characters of text in its subtree."""
        return frozen(subtree_sum(self.own, self.end))

    @cached_property
    def first_run(self) -> Ints:
        """Element: the first run of its subtree (see `run_stop`)."""
        return frozen(self._run_bounds[0])

    @cached_property
    def run_stop(self) -> Ints:
        """Element: one past the last run of its subtree."""
        return frozen(self._run_bounds[1])

    @cached_property
    def _run_bounds(self) -> tuple[Ints, Ints]:
        return run_bounds(self.host, self.at, self.end)

    @cached_property
    def inline(self) -> Bools:
        """Element: whether it stands within a line; every other one is a block."""
        return frozen(INLINE[self.code])

    @cached_property
    def heading(self) -> Bools:
        """Element: whether it is h1 to h6."""
        return frozen(HEADINGS[self.code])

    @cached_property
    def media(self) -> Bools:
        """Element: whether it shows a picture, a film, a player."""
        return frozen(MEDIA[self.code])

    @cached_property
    def hidden(self) -> Codes:
        """Element: why a reader does not see it, a set of `hidden.Cause` flags; 0 where it is visible."""
        return frozen(hidden.causes(self))

    @cached_property
    def block(self) -> Ints:
        """Element: the nearest block around it, itself included."""
        return frozen(blocks.nearest_block(self))

    def children(self, row: int) -> Iterator[int]:
        """Rows of the children of one element.

        >>> list(Page.from_html("<ul><li>a<b>b</b><li>c</ul>").children(3))
        [4, 6]
        """
        end = self.end.data  # much faster where rows are asked one by one
        child, stop = row + 1, end[row]
        while child < stop:
            yield child
            child = end[child]

    def is_tag(self, *names: str) -> Bools:
        """Element: whether its name is one of *names*.

        >>> Page.from_html("<p><a>x</a>").is_tag("p", "a").tolist()
        [False, False, False, True, True]
        """
        return tag_set(*names)[self.code]

    def rows_of(self, name: str) -> Ints:
        """Rows of the elements of a name.

        >>> Page.from_html("<p>a<p>b").rows_of("p").tolist()
        [3, 4]
        """
        return rows_having(self.code, CODES[name])

    def within(self, *names: str) -> Bools:
        """Element: whether it is, or is inside, an element of one of *names*."""
        return mark_subtrees(self.is_tag(*names), self.end)

    # Columns of runs, made on first use.

    @cached_property
    def length(self) -> Ints:
        """Run: characters of its collapsed, trimmed text."""
        return frozen(whitespace.collapsed_lengths(self.text))

    @cached_property
    def words(self) -> Ints:
        """Run: its words; each Han, Kana and Thai character is one."""
        return frozen(words.count_words(self.text))

    @cached_property
    def blocks(self) -> blocks.Blocks:
        """The stretches of runs that a reader sees as one paragraph, cell or line."""
        return blocks.text_blocks(self)

    # Attributes and facts of the whole page.

    @cached_property
    def body(self) -> int:
        """Row of the body; the root where there is none."""
        rows = self.rows_of("body")
        return int(rows[0]) if len(rows) else 0

    @cached_property
    def title(self) -> str:
        """What the page calls itself."""
        return metadata.title(self)

    @cached_property
    def language(self) -> str | None:
        """The language that the page declares."""
        return metadata.language(self)

    @property
    def url(self) -> str | None:
        """The page's address, if it was given."""
        return self.source.url

    @property
    def repairs(self) -> tuple[str, ...]:
        """What had to be repaired so that the page could be read at all."""
        return self.source.repairs + (("noscript-content",) if self.is_in_noscript else ())

    @cached_property
    def is_in_noscript(self) -> bool:
        """Whether its content is in ``<noscript>``, as that of script-driven forums is."""
        return hidden.noscript_is_content(self)

    def attribute(self, name: str) -> Sequence[str | None]:
        """Element: value of its attribute *name*, ``None`` where it has none.

        >>> Page.from_html("<p><a href='/c'>x</a>").attribute("href")[3:]
        [None, '/c']
        """
        if name not in self._attributes:
            self._attributes[name] = self.attributes_at(range(len(self.tag)), name)
        return self._attributes[name]

    def attribute_of(self, row: int, name: str) -> str | None:
        """One attribute of one element, ``None`` where it has none.

        >>> Page.from_html("<p id=a>").attribute_of(3, "id")
        'a'
        """
        return self.tree.elements[row].attr(name)

    def attributes_at(self, rows: Ints | Sequence[int], name: str) -> list[str | None]:
        """One attribute of some elements, ``None`` where they have none.

        >>> Page.from_html("<p id=a><p><p id=c>").attributes_at([3, 4], "id")
        ['a', None]
        """
        return self.tree.attributes_at(rows.tolist() if isinstance(rows, np.ndarray) else list(rows), name)

    def attribute_columns(self, rows: Ints | Sequence[int], *names: str) -> list[list[str | None]]:
        """Several attributes of some elements, a list for each attribute.

        >>> Page.from_html("<p id=a class=b><p id=c>").attribute_columns([3, 4], "id", "class")
        [['a', 'c'], ['b', None]]
        """
        return [self.attributes_at(rows, name) for name in names]

    def attributes(self, row: int) -> dict[str, str]:
        """All attributes of one element.

        >>> Page.from_html("<p id=a hidden>").attributes(3)
        {'id': 'a', 'hidden': ''}
        """
        return attributes(self.tree.elements[row])

    def select(self, selector: str) -> Ints:
        """Rows that match a CSS selector, in document order."""
        return self.tree.select(selector)

    def code_of(self, row: int) -> str:
        """The text of a script or style element, which is not in the run table."""
        return self.tree.elements[row].text

    @cached_property
    def style_sheets(self) -> list[str]:
        """The texts of the page's own style sheets."""
        return [self.code_of(row) for row in self.rows_of("style").tolist()]

    @cached_property
    def hiding_names(self) -> stylesheet.Names:
        """The classes and ids that the page's own style sheets keep from a reader."""
        return stylesheet.hiding_names(self.style_sheets)

    @cached_property
    def styles(self) -> dict[int, str]:
        """The style attributes of the elements that have one, by row, without blanks and in small letters.

        >>> Page.from_html("<p style='Left: -9px; top:0'>").styles
        {3: 'left:-9px;top:0'}
        """
        squashed = _Squashed()
        return {row: squashed[style] for row, style in self.hiding["style"].items()}

    @cached_property
    def hiding(self) -> dict[str, dict[int, str]]:
        """The attributes by which elements may say that nobody sees them: the rows that have each, with its values.

        >>> Page.from_html("<p hidden><p style=top:0>").hiding
        {'hidden': {3: ''}, 'aria-hidden': {}, 'style': {4: 'top:0'}}
        """
        return dict(zip(_HIDING, self.tree.given(*_HIDING), strict=True))

    @cached_property
    def tree(self) -> Tree:
        """The parser's tree, for attributes and selectors; parsed anew where a page was unpickled."""
        return parse(self.source.html)

    @cached_property
    def _attributes(self) -> dict[str, Sequence[str | None]]:
        return {}

    @cached_property
    def _views(self) -> dict[Cleaning, ref[View]]:
        # A view holds its page; were it held in turn, neither would be freed before the garbage collector comes by.
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def __repr__(self) -> str:
        counts = f"{len(self.tag)} elements, {len(self.text)} runs, {int(self.length.sum())} characters"
        return f"<{type(self).__name__}: {counts}>"


class _Squashed(dict[str, str]):
    """Styles without blanks and in small letters; pages repeat theirs, so each is made once."""

    def __missing__(self, style: str) -> str:
        squashed = self[style] = "".join(style.split()).lower()
        return squashed


def frozen(column: NDArray[Kind]) -> NDArray[Kind]:
    """The column, read-only from here on."""
    column.setflags(write=False)
    return column


def _bytes_of(html: object) -> bytes:
    """The bytes of a document that is no text; what is neither is told apart from a page without content."""
    if isinstance(html, bytes):
        return html
    if isinstance(html, bytearray | memoryview):
        return bytes(html)
    raise TypeError(f"a page is its HTML as str or bytes, not {type(html).__name__}; of a file, its read_bytes()")
