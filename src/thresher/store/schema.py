"""The tables in SQLAlchemy, for reading and writing; `migrations` creates them in a database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import JSON, BigInteger, Boolean, Column, DateTime, Float, ForeignKey, Integer, MetaData, Table, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy import Dialect
    from sqlalchemy.types import TypeEngine


class Moment(TypeDecorator[datetime]):
    """A time in UTC: a timestamp in PostgreSQL, ISO 8601 in SQLite, which has no type for it."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The type in the given database."""
        return dialect.type_descriptor(DateTime(timezone=True) if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """The time in the form of the database; a time without a zone counts as UTC."""
        if value is None:
            return None
        value = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        return value if dialect.name == "postgresql" else value.isoformat(timespec="microseconds")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The time from the form of the database."""
        if value is None:
            return None
        return (value if dialect.name == "postgresql" else datetime.fromisoformat(value)).astimezone(UTC)


#: Plain values as JSON, which PostgreSQL can search.
PLAIN = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
#: Numbers of rows.
ROW = BigInteger().with_variant(Integer, "sqlite")

METADATA = MetaData()

EXTRACTIONS = Table(
    "extraction",
    METADATA,
    Column("id", ROW, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("url", Text, nullable=False),
    Column("content_hash", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("markdown", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("kind", Text),
    Column("is_overview", Boolean),
    Column("confidence", Float),
    Column("authors", PLAIN, nullable=False),
    Column("published", Text),
    Column("modified", Text),
    Column("language", Text),
    Column("canonical_url", Text),
    Column("metadata", PLAIN, nullable=False),
    Column("algorithm", Text, nullable=False),
    Column("parameters", PLAIN, nullable=False),
    Column("version", Text, nullable=False),
    Column("encoding", Text),
    Column("source_hash", Text),
    Column("status", Integer),
    Column("final_url", Text),
    Column("fetched_at", Moment),
    Column("content_type", Text),
    Column("etag", Text),
    Column("last_modified", Text),
    Column("duplicate_of", ROW, ForeignKey("extraction.id", ondelete="SET NULL")),
    Column("stored_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
)

MEDIA = Table(
    "media",
    METADATA,
    Column("extraction", ROW, ForeignKey("extraction.id", ondelete="CASCADE"), primary_key=True),
    Column("rank", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("alt", Text, nullable=False),
    Column("caption", Text, nullable=False),
    Column("width", Integer),
    Column("height", Integer),
    Column("place", Integer, nullable=False),
)

#: The version of each part of the schema in a database.
VERSIONS = Table(
    "thresher_schema", METADATA, Column("part", Text, primary_key=True), Column("version", Integer, nullable=False)
)
