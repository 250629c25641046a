"""The table of methods: names, making, and methods of other packages."""

from __future__ import annotations

import importlib.metadata
import sys
import types

import pytest

import thresher
from thresher.algorithms import ALGORITHMS, DEFAULT, Algorithm, create, describe, names, registry
from thresher.algorithms.base import parameters
from thresher.errors import BadParameter, UnknownName
from thresher.selection import Selection


class Everything:
    """All the text of a page."""

    def select(self, page):
        return Selection(page, page.length > 0)


@pytest.fixture
def foreign(monkeypatch):
    """A package of somebody else that brings a method, and one whose name is taken."""
    module = types.ModuleType("somebody_else")
    module.Everything = Everything
    monkeypatch.setitem(sys.modules, "somebody_else", module)
    points = [
        importlib.metadata.EntryPoint(name, "somebody_else:Everything", registry.ENTRY_POINTS)
        for name in ("everything", "cectd-ds")
    ]
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda group: points if group == registry.ENTRY_POINTS else []
    )
    registry._foreign.cache_clear()
    yield
    monkeypatch.undo()
    registry._foreign.cache_clear()


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_name_leads_to_a_method(name):
    """Every entry of the table can be imported, made, and says what it is, where it comes from, what it takes."""
    method = describe(name)
    assert isinstance(create(name), Algorithm)
    assert (method.__doc__ or "").strip()
    assert method.family and (method.paper or name == "auto")  # which is ours alone
    assert all("[" in each.metadata["meaning"] or each.metadata["choices"] for each in parameters(method))


def test_default_is_in_the_table():
    """The default is a method like any other."""
    assert DEFAULT in names()


@pytest.mark.parametrize("name", ["cectd", "CECTD-DS", "", "nonsense", "cectd-ds "])
def test_unknown_name(name):
    """A name that is not in the table is refused, with those that are."""
    with pytest.raises(UnknownName) as refusal:
        create(name)
    assert refusal.value.name == name
    assert "cectd-ds" in str(refusal.value)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"lam": -1}, BadParameter),
        ({"lam": "-1"}, BadParameter),
        ({"lam": "x"}, BadParameter),
        ({"mu": 1}, UnknownName),
    ],
)
def test_bad_parameters(given, error):
    """Parameters are checked alike whether they are values or text."""
    with pytest.raises(error):
        create("cectd-ds", given)


def test_parameters_as_values_or_text():
    """Values are taken as they are, text is read."""
    assert create("cectd-ds", {"lam": 0.5}) == create("cectd-ds", {"lam": "0.5"}) != create("cectd-ds")


@pytest.mark.usefixtures("foreign")
class TestForeign:
    """Methods that other packages bring."""

    def test_it_is_used_like_ours(self):
        """A method of another package has a name, and every format."""
        assert "everything" in names()
        assert thresher.extract("<p>Rye</p><nav>Home</nav>", algorithm="everything").text == "Rye\n\nHome"

    def test_it_does_not_replace_ours(self):
        """A name of ours stays ours."""
        assert names().count("cectd-ds") == 1
        assert describe("cectd-ds").__module__ == "thresher.algorithms.cetd"

    def test_it_takes_no_parameters_unless_it_says_so(self):
        """A parameter that it does not tell of is refused."""
        with pytest.raises(UnknownName):
            create("everything", {"lam": 1})
