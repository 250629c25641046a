"""CSV: one row per page, with a header."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.writers.record import record
from thresher.writers.text import Text

if TYPE_CHECKING:
    from thresher.selection import Selection


@dataclass(frozen=True)
class Csv:
    r"""A row of values separated by commas, quoted where they must be; the text is the last of them.

    >>> from thresher.page import Page
    >>> from thresher.selection import Selection
    >>> page = Page.from_html("<title>Oats, rye</title>")
    >>> Csv(header=False).write(Selection.nothing(page, "no text"))
    ',"Oats, rye",,,,,,,,,,,empty,no text,,,,,,,\n'
    """

    header: bool = True  #: write the names of the columns first; not for further pages of one file
    dates: str = "fast"  #: "thorough": dates are looked for in the whole page

    def write(self, selection: Selection) -> str:
        """What was selected, as a row."""
        values = record(selection, self.dates) | {"text": Text().write(selection)}
        # A cell holds one value: several are parted by what none of them has.
        values = {name: "; ".join(value) if isinstance(value, list) else value for name, value in values.items()}
        out = io.StringIO()
        writer = csv.DictWriter(out, values, lineterminator="\n")
        if self.header:
            writer.writeheader()
        writer.writerow(values)
        return out.getvalue()
