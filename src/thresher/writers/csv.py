"""CSV: one row per page, with a header."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thresher.writers.record import record
from thresher.writers.text import Text

if TYPE_CHECKING:
    from thresher.selection import Selection

#: What a cell without quotes cannot have.
_QUOTED = ',"\n\r'


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
        rows = [map(_cell, values), map(_cell, values.values())] if self.header else [map(_cell, values.values())]
        return "".join([",".join(row) + "\n" for row in rows])


def _cell(value: Any) -> str:
    """One value as a cell, in quotes where it must be; the library would look at each character of a long text.

    >>> _cell("Oats, rye"), _cell(["Ann", "Bo"]), _cell(None), _cell(0.5)
    ('"Oats, rye"', 'Ann; Bo', '', '0.5')
    """
    # A cell holds one value: several are parted by what none of them has.
    text = "; ".join(value) if isinstance(value, list) else "" if value is None else str(value)
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in _QUOTED) else text
