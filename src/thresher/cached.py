"""`cached_property`: an attribute that is computed on first use and kept, without the lock of Python 3.11."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

Value = TypeVar("Value")


class cached_property(functools.cached_property[Value]):  # noqa: N801 - named after what it stands in for
    """An attribute that is computed on first use and kept.

    Later versions of Python have no lock either: asking twice is rare, computes the same and is cheaper than the lock.

    >>> class Field:
    ...     @cached_property
    ...     def crop(self):
    ...         return ["rye"]
    >>> field = Field()
    >>> field.crop is field.crop
    True
    """

    if not TYPE_CHECKING:

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value
