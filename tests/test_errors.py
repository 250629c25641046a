"""The error tree: one base, a sentence each, and the evidence as attributes."""

from __future__ import annotations

import inspect
import re

import pytest

from thresher import errors

EXAMPLES = [
    errors.UnknownName("format", "txt", ["text", "html"]),
    errors.BadParameter("lam", -1, "a number of at least 0"),
    errors.BadExpression("union(", 6, "a method is missing"),
    errors.DecodeError("the bytes look like a picture", ("utf-8",)),
    errors.FetchError("https://example.org/", "too slow"),
    errors.ConnectionFailed("https://example.org/", "timed out"),
    errors.PrivateHost("https://example.org/", "10.0.0.1"),
    errors.StoreError("sqlite:///rye.db", "it is no database"),
    errors.MissingExtra("ray", "cluster", "a corpus on a cluster"),
]


def test_tree_is_as_drawn():
    """The tree at the top of the module is the tree of the classes."""
    classes = {
        name: item for name, item in vars(errors).items() if inspect.isclass(item) and issubclass(item, Exception)
    }
    drawn, path = {}, []
    for indent, name in re.findall(
        r"^( *)(\w+)(?:   .*)?$", (errors.__doc__ or "").partition("\n\n")[2].partition("\n\n")[0], re.MULTILINE
    ):
        path[len(indent) // 4 :] = [name]
        drawn[name] = path[-2] if len(path) > 1 else "Exception"
    assert drawn == {name: item.__base__.__name__ for name, item in classes.items()}


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_errors_are_sentences_with_evidence(error):
    """Every error is ours, says something in words, and carries what it knows."""
    assert isinstance(error, errors.ThresherError)
    assert len(str(error)) > 20
    assert vars(error)
    assert all(str(value) in str(error) for value in vars(error).values() if isinstance(value, str) and value != "ray")


def test_unknown_name_suggests():
    """A near name is suggested, a far one is not; what is known is listed in order."""
    assert str(errors.UnknownName("format", "htm", ["text", "html"])) == (
        "unknown format 'htm'; did you mean 'html'? Known: html, text"
    )
    assert "did you mean" not in str(errors.UnknownName("format", "zzz", ["text"]))


def test_missing_extra_tells_the_command():
    """What is missing can be installed by what the error says."""
    assert "pip install 'thresher[cluster]'" in str(EXAMPLES[-1])
