"""Which elements the features are about, and which columns each sort of features has."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Floats, Ints
from thresher.page.hidden import Cause
from thresher.page.tags import CODES

#: How many elements, the block's own one first, are looked at one by one.
LEVELS = 5
#: What is asked of each of them.
LEVEL_FEATURES = 12
#: Elements around a block that are counted, and names that the block's own element may have.
AROUND = tuple(
    "nav header footer aside main article section form table ul ol dl figure figcaption blockquote pre details "
    "noscript button a label td li dd dt p address dialog menu code".split()
)
OWN = tuple(
    "p div li td th h1 h2 h3 h4 h5 h6 dd dt figcaption blockquote pre section article button summary body caption "
    "legend center address main header footer".split()
)
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


AROUND_NUMBER, OWN_NUMBER = numbers(AROUND, -1), numbers(OWN, len(OWN))


def _counted() -> Floats:
    """For each code which of the counted sets it belongs to."""
    table = np.zeros((256, len(COUNTED)))
    for place, names in enumerate(COUNTED):
        table[[CODES[name] for name in names], place] = 1
    return table


COUNTED_CODES = _counted()


def _sorts() -> dict[str, slice | None]:
    """Columns of each sort of features, in order; those of names and words stand behind all others."""
    widths = {
        "own text": 21, "hiddenness": len(WEIGHED), "place": 9, "repetition": 10, "neighbours": 15, "relations": 9,
        "own tag": len(OWN) + 1, "elements around": len(AROUND), "densities": LEVELS * LEVEL_FEATURES,
    }  # fmt: skip
    stops = np.cumsum(list(widths.values())).tolist()
    columns = [slice(stop - width, stop) for stop, width in zip(stops, widths.values(), strict=True)]
    return {**dict(zip(widths, columns, strict=True)), "names": None, "words": None}


#: Sorts of features, for asking what each is worth.
FEATURE_SORTS = _sorts()
#: How many features need no table of names or words.
FEATURES = max(columns.stop for columns in FEATURE_SORTS.values() if columns is not None)
