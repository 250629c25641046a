"""Insert statements that can say what happens to an existing row, for each kind of database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Dialect, Table
from sqlalchemy.dialects import postgresql, sqlite


def insertion(dialect: Dialect, into: Table) -> Any:
    """An insert statement that supports ``on_conflict_do_update`` and ``on_conflict_do_nothing``."""
    return (postgresql.insert if dialect.name == "postgresql" else sqlite.insert)(into)
