"""ContentEx: filters that take out what is no post, and methods for forums, news and blogs that are made of them."""

from __future__ import annotations

from thresher.algorithms.contentex.method import ContentEx

__all__ = ["ContentEx"]
