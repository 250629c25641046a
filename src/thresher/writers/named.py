"""Which elements have one of some names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.page.kernels import kernel
from thresher.page.tags import tag_set

if TYPE_CHECKING:
    from thresher.page.columns import Bools, Codes, Ints


class Names:
    """Some names of elements.

    >>> from thresher.page.tags import CODES
    >>> tables = Names("table", "td")
    >>> bool(tables.flags[CODES["td"]]), tables.bits == 1 << CODES["table"] | 1 << CODES["td"]
    (True, True)
    """

    def __init__(self, *names: str, flags: Bools | None = None) -> None:
        self.flags = tag_set(*names) if flags is None else flags  #: name, as a number: whether it is one of them
        #: The same as bits: whether elements have any of the names is told much faster by these.
        self.bits = names_among(self.flags.nonzero()[0].astype(np.uint8))


def name_bits(*sets: Bools) -> Codes:
    """Name of an element, as a number: which of some sets of names it is in, as bits.

    >>> from thresher.page.tags import CODES, tag_set
    >>> int(name_bits(tag_set("p"), tag_set("b"), tag_set("b", "i"))[CODES["b"]])
    6
    """
    bits: Codes = np.packbits(np.array(sets), axis=0, bitorder="little")[0]
    return bits


@kernel
def names_among(code: Codes) -> int:
    """The names of some elements, numbers in *code*, as bits.

    >>> names_among(np.array([1, 3, 1], dtype=np.uint8))
    10
    """
    return sum(1 << number for number in set(code.tolist()))


@kernel
def rows_named(flags: Bools, code: Codes) -> Ints:
    """Rows of the elements whose names, numbers in *code*, are among those that have *flags*.

    >>> from thresher.page import Page
    >>> from thresher.page.tags import tag_set
    >>> rows_named(tag_set("p", "b"), Page.from_html("<p>a <b>b</b> <i>c</i>").code).tolist()
    [3, 4]
    """
    rows: Ints = flags[code].nonzero()[0]
    return rows
