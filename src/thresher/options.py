"""`Options`: how to extract and how to write, in one frozen object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from numbers import Real
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from thresher.algorithms import DEFAULT, create
from thresher.cached import cached_property
from thresher.errors import BadParameter, UnknownName, UsageError

if TYPE_CHECKING:
    from thresher.algorithms import Algorithm

#: Ways of searching for dates: in the usual places, or in the whole page.
DATES = ("fast", "thorough")
#: Options that are passed on as parameters of the method; if they are not given, the method uses its own defaults.
POLICIES = ("favor", "headline", "captions", "comments", "quotes")
#: Options that limit the cost of a page.
LIMITS = ("time_limit", "max_nodes", "max_chars")


@dataclass(frozen=True)
class Options:
    """How to extract and how to write.

    >>> Options(algorithm="cetd-ds", parameters={"lam": 0.9}).method
    CetdDs(lam=0.9, ...)
    >>> Options(favor="precision", headline=True).method
    Auto(favor='precision', headline=True, ...)
    """

    algorithm: str | Algorithm = DEFAULT  #: a name of the registry, or a method of your own
    parameters: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Parameters of the method, if it is given by name."""
    favor: str | None = None  #: "precision" for purer text, "recall" for more complete text, or "balanced"
    headline: bool | None = None  #: whether the headline above the text is part of it
    captions: bool | None = None  #: whether captions of pictures are part of the text
    comments: bool | None = None  #: whether readers' comments below an article are part of the text
    quotes: bool | None = None  #: whether quoted text is part of the text
    template: str | Path | None = None  #: a site's template file (`thresher template learn`), removed beforehand
    links: bool = True  #: keep links in Markdown and HTML
    images: bool = True  #: keep images in Markdown and HTML
    front_matter: bool = False  #: write the page's metadata before its Markdown, as YAML
    time_limit: float | None = None  #: seconds; a method that takes longer is stopped and replaced by a cheap one
    max_nodes: int | None = None  #: the number of elements of a page that are processed
    max_chars: int | None = None  #: characters of a page's source that are read; bytes if it is given as bytes
    dates: str = "fast"  #: "fast": dates are searched in the usual places; "thorough": in the whole page

    def __post_init__(self) -> None:
        if not isinstance(self.algorithm, str) and not hasattr(self.algorithm, "select"):
            raise BadParameter("algorithm", self.algorithm, "a name, or a method with select(page)")
        if self.dates not in DATES:
            raise BadParameter("dates", self.dates, f"one of {', '.join(DATES)}")
        for name in LIMITS:
            limit = getattr(self, name)
            if limit is not None and not (isinstance(limit, Real) and float(limit) > 0):
                raise BadParameter(name, limit, "a number above 0, or None for no limit")

    def __reduce__(self) -> tuple[partial[Options], tuple[()]]:
        # Pickled by its fields: a read-only mapping cannot be pickled, and the method is created where it is needed.
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return partial(Options, **given | {"parameters": dict(self.parameters)}), ()

    @property
    def given(self) -> dict[str, Any]:
        """The parameters of the method that are given, either as options or as parameters.

        >>> Options(parameters={"overview": "net-text"}, comments=True).given
        {'comments': True, 'overview': 'net-text'}
        """
        policies = {name: getattr(self, name) for name in POLICIES}
        return {name: value for name, value in policies.items() if value is not None} | dict(self.parameters)

    @property
    def has_limits(self) -> bool:
        """Whether any limit of time or size is set."""
        return any(getattr(self, name) is not None for name in LIMITS)

    @cached_property
    def method(self) -> Algorithm:
        """The method itself, preceded by the template if there is one."""
        method = create(self.algorithm, self.given) if isinstance(self.algorithm, str) else self.algorithm
        if method is self.algorithm and self.given:
            raise UsageError(f"{', '.join(self.given)}: parameters can only be given for a method that is named")
        if self.template is None:
            return method
        from thresher.algorithms.ensemble import Serial
        from thresher.template import Template

        return Serial((Template.load(self.template), method))


def changed(options: Options, given: Mapping[str, Any]) -> Options:
    """The options with the *given* ones replaced.

    >>> changed(DEFAULTS, {"link": False})
    Traceback (most recent call last):
    thresher.errors.UnknownName: unknown option 'link'; did you mean 'links'? Known: algorithm, ...
    """
    if unknown := given.keys() - _NAMES:
        raise UnknownName("option", min(unknown), _NAMES)
    return replace(options, **given)


def assignment(text: str) -> tuple[str, str]:
    """Name and value of a parameter written as ``NAME=VALUE``.

    >>> assignment("lam = 0.5")
    ('lam', '0.5')
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"set takes NAME=VALUE, not {text!r}")
    return name.strip(), value.strip()


_NAMES = frozenset(each.name for each in fields(Options))
#: The default options; created once, together with their method.
DEFAULTS = Options()
