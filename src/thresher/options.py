"""`Options`: everything that can be asked for, in one frozen object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from thresher.algorithms import DEFAULT, create

if TYPE_CHECKING:
    from thresher.algorithms import Algorithm


@dataclass(frozen=True)
class Options:
    """How to extract and how to write.

    >>> Options(algorithm="cetd-ds", parameters={"lam": 0.9}).method
    CetdDs(lam=0.9, ...)
    """

    algorithm: str | Algorithm = DEFAULT  #: a name of the registry, or a method of your own
    parameters: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Parameters of the method, where it is given by name."""
    links: bool = True  #: keep links in Markdown and HTML
    images: bool = True  #: keep images in Markdown and HTML

    @property
    def method(self) -> Algorithm:
        """The method itself."""
        return create(self.algorithm, self.parameters) if isinstance(self.algorithm, str) else self.algorithm
