"""An insertion that may say what happens to a row that is there, in each kind of database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Dialect, Table
from sqlalchemy.dialects import postgresql, sqlite


def insertion(dialect: Dialect, into: Table) -> Any:
    """An insertion into a table that may end with ``on_conflict_do_update`` or ``on_conflict_do_nothing``."""
    return (postgresql.insert if dialect.name == "postgresql" else sqlite.insert)(into)
