"""A quick look at whether a text may hold a date, ahead of the long one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thresher.page.columns import Ints
from thresher.page.kernels import kernel

#: Every date has a year, or three figures with signs between them.
_LIKELY = re.compile(r"\d{4}|\d\s*[./-]\s*\d+\s*[./-]\s*\d|['’]\d\d|年")


@kernel
def may_hold_date(text: str) -> bool:
    """Whether a text may hold a date.

    >>> may_hold_date("Posted 4/9/25"), may_hold_date("4 comments")
    (True, False)
    """
    return _LIKELY.search(text) is not None


@kernel
def stretches_with_dates(texts: Sequence[str], starts: Ints, stops: Ints, lengths: Ints, most: int) -> list[int]:
    """Numbers of the stretches of texts that may hold a date, of those of no greater length than *most*.

    >>> import numpy as np
    >>> stretches_with_dates(["4 May ", "20", "25", "2024"], np.array([0, 3]), np.array([3, 4]), np.array([9, 4]), 9)
    [0, 1]
    """
    stretches = enumerate(zip(starts.tolist(), stops.tolist(), (lengths <= most).tolist(), strict=True))
    return [
        number
        for number, (start, stop, is_short) in stretches
        if is_short and may_hold_date("".join(texts[start:stop]))
    ]
