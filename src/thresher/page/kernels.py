"""Kernels: functions that pages go through so often that they have compiled twins.

A kernel's definition is Python, on whole columns; it does the work where thresher was installed without a compiler, or
where the variable ``THRESHER_PURE`` of the environment is set. Its twin in `_kernels.pyx`, of the nearest package
around it or beside this module, has the same name and gives the same answers, which `tests/page/test_kernels.py` holds
both to.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Kernel(NamedTuple):
    """A function and its compiled twin, if there is one."""

    definition: Callable[..., Any]
    twin: Callable[..., Any] | None


#: Every kernel by its name.
KERNELS: dict[str, Kernel] = {}


def kernel(definition: Function) -> Function:
    """The compiled twin of a function where there is one, else the function itself."""
    parts = definition.__module__.split(".")
    packages = (".".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
    twins = (getattr(_compiled(package), definition.__name__, None) for package in chain(packages, ("thresher.page",)))
    twin = next(filter(None, twins), None)
    KERNELS[definition.__name__] = Kernel(definition, twin)
    return definition if twin is None else twin


@cache
def _compiled(package: str) -> object | None:
    """The module of the compiled twins of a package."""
    if os.environ.get("THRESHER_PURE"):
        return None
    try:
        return import_module(f"{package}._kernels")
    except ImportError:
        return None
