"""The public surface: what is promised is there, and nothing else leaks."""

from __future__ import annotations

import inspect
import types

import pytest

import thresher
from thresher import Extraction, Options, Outcome, Page, Selection, ThresherError, algorithms, extract

PROMISED = ["Extraction", "Options", "Outcome", "Page", "Selection", "ThresherError", "algorithms", "extract"]


def test_all():
    """What the package offers is what is written here; a change is a decision."""
    assert sorted(thresher.__all__) == PROMISED


def test_what_is_not_offered():
    """A name that is not there is the usual error, and what is there is listed before it is imported."""
    with pytest.raises(AttributeError, match="no attribute 'extrakt'"):
        thresher.extrakt  # noqa: B018
    assert set(PROMISED) <= set(dir(thresher))


def test_nothing_leaks():
    """Every public name of the package is offered, or is a module of it."""
    public = {name for name in vars(thresher) if not name.startswith("_")} - {"annotations", "TYPE_CHECKING"}
    modules = {name for name in public if isinstance(getattr(thresher, name), types.ModuleType)}
    assert public - modules <= set(thresher.__all__)
    assert all(getattr(thresher, name).__name__ == f"thresher.{name}" for name in modules)


@pytest.mark.parametrize("name", PROMISED)
def test_everything_is_documented(name):
    """What is offered says what it is, and so does each of its public parts."""
    item = getattr(thresher, name)
    assert inspect.getdoc(item)
    if inspect.isclass(item):
        parts = {name: part for name, part in vars(item).items() if not name.startswith("_") and callable(part)}
        assert [name for name, part in parts.items() if not inspect.getdoc(part)] == []


def test_version():
    """The version is that of the package."""
    assert thresher.__version__.count(".") == 2


def test_signature_of_extract():
    """The way to call it is as promised."""
    assert str(inspect.signature(extract)) == (
        "(html: 'str | bytes | Page', url: 'str | None' = None, *, options: 'Options | None' = None, **fields: 'Any')"
        " -> 'Extraction'"
    )


def test_views_of_an_extraction():
    """An extraction has all that is promised."""
    names = (
        "text markdown html json title language encoding kind is_overview outcome reason blocks selection page".split()
    )
    extraction = extract("<p>" + "Rye is sown in autumn. " * 9)
    assert isinstance(extraction, Extraction)
    assert [name for name in names if not hasattr(type(extraction), name) and not hasattr(extraction, name)] == []
    assert isinstance(extraction.page, Page) and isinstance(extraction.selection, Selection)
    assert isinstance(extraction.outcome, Outcome) and isinstance(extraction.options, Options)


def test_algorithms():
    """The methods can be listed, described and made."""
    assert issubclass(ThresherError, Exception)
    assert {"names", "create", "describe", "Algorithm", "Method", "parameter"} <= set(algorithms.__all__)
