"""`auto`: the default method, a small learned model over the columns of a page."""

from __future__ import annotations

from thresher.algorithms.auto.method import Auto

__all__ = ["Auto"]
