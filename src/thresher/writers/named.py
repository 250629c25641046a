"""Which elements have one of some names."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Bools, Codes, Ints
from thresher.page.kernels import kernel


def name_bits(*sets: Bools) -> Codes:
    """Name of an element, as a number: which of some sets of names it is in, as bits.

    >>> from thresher.page.tags import CODES, tag_set
    >>> int(name_bits(tag_set("p"), tag_set("b"), tag_set("b", "i"))[CODES["b"]])
    6
    """
    bits: Codes = np.packbits(np.array(sets), axis=0, bitorder="little")[0]
    return bits


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
