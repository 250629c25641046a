"""Which elements have one of some names."""

from __future__ import annotations

from thresher.page.columns import Bools, Codes, Ints
from thresher.page.kernels import kernel


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
