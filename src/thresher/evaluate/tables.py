"""Tables of a report, written as Markdown and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape


@dataclass(frozen=True)
class Cell:
    """One cell of a table."""

    text: str
    best: bool = False  #: in bold


@dataclass
class Table:
    """A table with a header; plain strings are allowed as cells.

    >>> print(Table(["method", "F1"], [["bte", Cell("0.9", best=True)]]).markdown())
    | method | F1 |
    |---|---|
    | bte | **0.9** |
    """

    header: list[str]
    rows: list[list[Cell | str]] = field(default_factory=list)

    def markdown(self) -> str:
        """The table as Markdown."""
        rule = "|" + "---|" * len(self.header)
        return "\n".join([_line(self.header), rule, *(_line([*map(_markdown, row)]) for row in self.rows)])

    def html(self) -> str:
        """The table as HTML."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.header)
        body = "\n".join("<tr>" + "".join(map(_html, row)) + "</tr>" for row in self.rows)
        return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def best_of(values: Sequence[float | None]) -> list[bool]:
    """Which values are the greatest when rounded to three digits, as printed.

    >>> best_of([0.5, 0.9004, None, 0.9])
    [False, True, False, True]
    """
    known = [round(value, 3) for value in values if value is not None]
    return [value is not None and round(value, 3) == max(known) for value in values]


def _line(texts: Sequence[str]) -> str:
    return "| " + " | ".join(texts) + " |"


def _markdown(cell: Cell | str) -> str:
    text = (cell if isinstance(cell, str) else cell.text).replace("|", "\\|").replace("\n", " ")
    return f"**{text}**" if isinstance(cell, Cell) and cell.best else text


def _html(cell: Cell | str) -> str:
    text = escape(cell if isinstance(cell, str) else cell.text)
    return f"<td><strong>{text}</strong></td>" if isinstance(cell, Cell) and cell.best else f"<td>{text}</td>"
