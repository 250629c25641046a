"""`Filter`: a selection of records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import func

from thresher.store.schema import EXTRACTIONS

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

_C = EXTRACTIONS.c


@dataclass(frozen=True)
class Filter:
    """Facts that a record must have; ``None`` means any value."""

    outcome: str | None = None
    kind: str | None = None
    language: str | None = None  #: "de" also matches "de-AT"
    since: datetime | None = None  #: first stored then or later

    def conditions(self) -> Iterator[ColumnElement[Any]]:
        """The conditions of the database query."""
        if self.outcome is not None:
            yield _C.outcome == self.outcome
        if self.kind is not None:
            yield _C.kind == self.kind
        if self.language is not None:
            language = self.language.lower()
            declared = func.lower(func.replace(_C.language, "_", "-"))
            yield (declared == language) | declared.startswith(f"{language}-", autoescape=True)
        if self.since is not None:
            yield _C.stored_at >= self.since


EVERYTHING = Filter()
