"""LOGIC: every extraction method, one file each, behind one table of names.

A method is a small frozen object of parameters with one function, ``select(page) -> Selection``.
"""

from __future__ import annotations

from thresher.algorithms.base import Algorithm, Method, parameter
from thresher.algorithms.registry import ALGORITHMS, DEFAULT, create, describe, names

__all__ = ["ALGORITHMS", "DEFAULT", "Algorithm", "Method", "create", "describe", "names", "parameter"]
