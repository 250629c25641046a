"""Dates as people and machines write them, in many languages and several calendars; imports no other tier."""

from __future__ import annotations

from thresher.dates.reading import dates_in, read_date

__all__ = ["dates_in", "read_date"]
