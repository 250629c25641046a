"""`Options`: everything that can be asked for, in one frozen object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
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
    template: str | Path | None = None  #: file of a site's template (`thresher template learn`), masked beforehand
    links: bool = True  #: keep links in Markdown and HTML
    images: bool = True  #: keep images in Markdown and HTML

    @cached_property
    def method(self) -> Algorithm:
        """The method itself, behind the template if there is one."""
        method = create(self.algorithm, self.parameters) if isinstance(self.algorithm, str) else self.algorithm
        if self.template is None:
            return method
        from thresher.algorithms.ensemble import Serial
        from thresher.template import Template

        return Serial((Template.load(self.template), method))


#: The options of whoever asks for nothing special; made once, with their method.
DEFAULTS = Options()
