"""Which elements the features are about, and which columns each sort of features has."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Floats, Ints
from thresher.page.hidden import Cause
from thresher.page.tags import CODES

#: How many elements, the block's own one first, are looked at one by one.
LEVELS = 4
#: What is asked of each of them; the first so many are logarithms.
LEVEL_FEATURES = (
    "words", "words per block tag", "words per block", "density", "density sum", "pictures", "siblings alike",
    "share of words", "link share",
)  # fmt: skip
LEVEL_LOGS = 7
#: What is asked of a block's own text; the first so many are logarithms.
OWN_TEXT = (
    "words", "length", "stops", "commas", "copies", "link share", "length per word", "stops per word", "digits",
    "ideographs", "rights", "bars", "money",
)  # fmt: skip
OWN_LOGS = 5
#: What is asked of a block's place; the first so many are logarithms.
PLACE = (
    "blocks before", "blocks behind", "blocks since a heading", "blocks to a heading", "share of words before",
    "share of blocks before", "behind the title", "blocks from the title",
)  # fmt: skip
PLACE_LOGS = 4
#: What is asked of the blocks of a block's shape; the first so many are logarithms.
SHAPE = ("blocks", "words per block", "share of words", "link share", "marks per word")
SHAPE_LOGS = 2
#: What is asked of the blocks before and behind; the first so many are logarithms.
NEIGHBOURS = (
    "running texts before", "running texts behind", "words of running text around", "words of the next",
    "link share of the one before", "link share of the next", "link share of the one behind the next",
)  # fmt: skip
NEIGHBOUR_LOGS = 4
#: What is asked of a block's relation to the best element by CETD, to the best parent of paragraphs, and to the title.
TO_THE_BEST = ("steps to the best", "behind the best", "density", "in the best parent", "near the best parent")
RELATIONS = (*TO_THE_BEST, "share of a heading in the title", "share of the title in a heading")
#: Elements around a block that are counted.
AROUND = tuple("nav header footer aside main article form ul figcaption a td li dd".split())
#: Causes of hiddenness that the model weighs.
WEIGHED = (Cause.ATTRIBUTE, Cause.STYLE, Cause.RULE, Cause.ARIA, Cause.COLLAPSED)
#: Elements that are counted over the whole page.
COUNTED = (
    ("article",), ("main",), ("input", "textarea", "button"), ("img", "picture", "video"), ("td",),
    ("h1", "h2", "h3", "h4", "h5", "h6"), ("pre",), ("li",), ("a",), ("time",), ("p",), ("blockquote",), ("form",),
    ("code",), ("dd", "dt"), ("iframe",), ("h1",), ("label",), ("select",), ("option",), ("nav",), ("aside",),
    ("section",),
)  # fmt: skip


def numbers(names: tuple[str, ...], other: int) -> Ints:
    """For each code its place among *names*, or *other*."""
    table = np.full(256, other, dtype=np.int64)
    for place, name in enumerate(names):
        table[CODES[name]] = place
    return table


AROUND_NUMBER = numbers(AROUND, -1)


def _counted() -> Floats:
    """For each code which of the counted sets it belongs to."""
    table = np.zeros((256, len(COUNTED)))
    for place, names in enumerate(COUNTED):
        table[[CODES[name] for name in names], place] = 1
    return table


COUNTED_CODES = _counted()


def _columns() -> dict[str, slice]:
    """Columns of each sort of features, in order."""
    widths = {
        "own text": len(OWN_TEXT), "hiddenness": len(WEIGHED), "place": len(PLACE), "repetition": 2 * len(SHAPE),
        "neighbours": len(NEIGHBOURS), "relations": len(RELATIONS), "elements around": len(AROUND),
        "densities": LEVELS * len(LEVEL_FEATURES),
    }  # fmt: skip
    stops = np.cumsum(list(widths.values())).tolist()
    columns = [slice(stop - width, stop) for stop, width in zip(stops, widths.values(), strict=True)]
    return dict(zip(widths, columns, strict=True))


COLUMNS = _columns()
#: How many features need no table of names or words.
FEATURES = max(columns.stop for columns in COLUMNS.values())
#: The share of a block's words that are in links.
LINK_SHARE = COLUMNS["own text"].start + OWN_TEXT.index("link share")
#: The share of a heading's words that are in the title.
IN_TITLE = COLUMNS["relations"].start + RELATIONS.index("share of a heading in the title")
#: The share of the title's words that are in a heading.
OF_TITLE = COLUMNS["relations"].start + RELATIONS.index("share of the title in a heading")
#: Columns of names: of each level, their sum, and the least and the greatest one, on any page and on pages alike.
NAME_COLUMNS = LEVELS + 5
#: Columns of words that blocks begin with: the best, the worst and the mean, on any page and on pages alike.
WORD_COLUMNS = 6
#: Sorts of features, for asking what each is worth; columns of names and words stand behind all others.
FEATURE_SORTS = {
    **COLUMNS,
    "names": slice(FEATURES, FEATURES + NAME_COLUMNS),
    "words": slice(FEATURES + NAME_COLUMNS, FEATURES + NAME_COLUMNS + WORD_COLUMNS),
}
