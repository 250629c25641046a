"""The table of methods, and how one is made from its name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from thresher.algorithms.base import Algorithm, read_parameters
from thresher.errors import UnknownName

#: Name of each method and where it lives; a method is imported when it is first used.
ALGORITHMS: dict[str, str] = {
    "auto": "thresher.algorithms.auto.Auto",
    "cetd-ds": "thresher.algorithms.cetd.CetdDs",
    "cectd-s": "thresher.algorithms.cetd.CectdS",
    "cectd-ds": "thresher.algorithms.cetd.CectdDs",
    "textsweeper": "thresher.algorithms.textsweeper.TextSweeper",
    "contentex": "thresher.algorithms.contentex.ContentEx",
    "lqf": "thresher.algorithms.baselines.lqf.Lqf",
    "fe": "thresher.algorithms.baselines.feature_extractor.FeatureExtractor",
    "kfe": "thresher.algorithms.baselines.feature_extractor.KFeatureExtractor",
    "numwords": "thresher.algorithms.baselines.shallow_text.NumWords",
    "density-rules": "thresher.algorithms.baselines.shallow_text.DensityRules",
    "crunch": "thresher.algorithms.baselines.crunch.Crunch",
    "cuter": "thresher.algorithms.cuter.Cuter",
    "bte": "thresher.algorithms.baselines.bte.Bte",
    "dsc": "thresher.algorithms.baselines.dsc.Dsc",
    "ccb": "thresher.algorithms.baselines.blurring.Ccb",
    "accb": "thresher.algorithms.baselines.blurring.Accb",
    "tccb": "thresher.algorithms.baselines.blurring.Tccb",
    "cetr": "thresher.algorithms.baselines.cetr.Cetr",
    "cetr-tm": "thresher.algorithms.baselines.cetr.CetrTm",
    "cetr-km": "thresher.algorithms.baselines.cetr.CetrKm",
    "density": "thresher.algorithms.baselines.density.Density",
    "danag": "thresher.algorithms.danag.Danag",
    "addanag": "thresher.algorithms.danag.AdDanag",
    "dana": "thresher.algorithms.dana.Dana",
    "r2l": "thresher.algorithms.dana.R2l",
    "danag-script": "thresher.algorithms.dana.DanagScript",
}

#: The method that is used when none is named.
DEFAULT = "auto"

#: Packages of other people register methods under this group of entry points.
ENTRY_POINTS = "thresher.algorithms"


def names() -> list[str]:
    """Names of all methods, those of other packages included.

    >>> "cectd-ds" in names()
    True
    """
    return [*ALGORITHMS, *(name for name in _foreign() if name not in ALGORITHMS)]


def describe(name: str) -> type[Algorithm]:
    """The class of a method, imported now."""
    path = ALGORITHMS.get(name) or _foreign().get(name)
    if path is None:
        raise UnknownName("algorithm", name, names())
    module, _, attribute = path.rpartition(".")
    found: type[Algorithm] = getattr(import_module(module), attribute)
    return found


def create(name: str, parameters: Mapping[str, Any] | None = None) -> Algorithm:
    """The method of that name; parameters that are text are read by what the method says of them.

    A name may also be an expression that combines methods (`expression`).

    >>> create("cectd-ds", {"lam": "0.9"})
    CectdDs(lam=0.9, ...)
    >>> create("union(lqf, fe)")
    Union(members=(Lqf(quota=0.5, ...), FeatureExtractor()))
    """
    if "(" in name or "[" in name:
        from thresher.algorithms.expression import read_expression

        return read_expression(name, parameters)
    method = describe(name)
    return method(**read_parameters(method, parameters)) if parameters else method()


@cache
def _foreign() -> dict[str, str]:
    """Methods that other packages bring, and where they live."""
    from importlib.metadata import entry_points  # as slow to import as all of ours

    return {point.name: f"{point.module}.{point.attr}" for point in entry_points(group=ENTRY_POINTS)}
