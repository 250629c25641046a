"""Blocks of Markdown put together: each line behind the marks of the quotes and lists around it."""

from __future__ import annotations

#: Quotes and lists nested deeper than this many columns are not set in further [D].
MAX_COLUMNS = 60


class Lines:
    """A document that grows block by block.

    >>> lines = Lines()
    >>> lines.open("> ", "> ")
    >>> lines.open("- ", "  ")
    >>> lines.write("one"), lines.write("more")
    (None, None)
    >>> lines.close()
    >>> print(lines.text())
    > - one
    >
    >   more
    """

    def __init__(self) -> None:
        self.blocks = 0  #: how many were written
        self.lead = ""  #: what comes before the first line of the next block
        self.prefix = ""  #: what comes before each further line
        self._shared = ""  #: what the last block and the next one have around them both
        self._around: list[tuple[str, str, int]] = []
        self._parts: list[str] = []

    @property
    def pending(self) -> bool:
        """Whether something was opened that has no block yet."""
        return self.lead != self.prefix

    def open(self, first: str, rest: str) -> None:
        """Open a quote or an item: *first* comes before its first line, *rest* before all others."""
        self._around.append((self.lead, self.prefix, self.blocks))
        if len(self.prefix) < MAX_COLUMNS:
            self.lead += first
            self.prefix += rest
        else:
            self.lead = self.prefix + first

    def close(self) -> None:
        """Close what was opened last; an item without blocks leaves no mark."""
        lead, prefix, blocks = self._around.pop()
        self.lead = prefix if self.blocks > blocks else lead
        self.prefix = prefix
        if len(prefix) < len(self._shared):
            self._shared = prefix

    def write(self, block: str, *, tight: bool = False) -> None:
        """Add a block, after an empty line unless it is *tight*."""
        if "\n" in block:
            block = block.replace("\n", "\n" + self.prefix)
        self._parts += (self._gap(tight), self.lead, block)
        self.lead = self._shared = self.prefix
        self.blocks += 1

    def _gap(self, tight: bool) -> str:
        """What comes before the next block."""
        if not self._parts:
            return ""
        if tight:
            return "\n"
        return f"\n{self._shared.rstrip()}\n" if self._shared else "\n\n"

    def text(self) -> str:
        """The document."""
        return "".join(self._parts)
