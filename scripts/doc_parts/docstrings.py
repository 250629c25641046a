"""Docstrings for the reference of the docs site: examples become code, and ``#:`` comments describe attributes.

An extension of griffe, which reads the source for mkdocstrings; named in mkdocs.yml.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

#: An example: lines from a prompt to the next empty one.
_EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"#: (.+)$")


class Docstrings(griffe.Extension):
    """Prepares our docstrings for the docs."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put fences around examples."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Use the comment next to or above an attribute as its docstring."""
        if attr.docstring is None and (comment := _comment(attr)):
            attr.docstring = griffe.Docstring(comment, parent=attr)


def fenced(text: str) -> str:
    r"""A docstring with its examples as blocks of code.

    >>> fenced("The sum.\n\n>>> 1 + 1\n2").splitlines()[2:]
    ['```pycon', '>>> 1 + 1', '2', '```']
    """
    return _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


def _comment(attr: griffe.Attribute) -> str:
    """The comment next to an attribute, or those on the lines right above it."""
    lines = attr.lines_collection[attr.filepath] if attr.lineno else []
    if not lines or attr.lineno is None or attr.endlineno is None:
        return ""
    if beside := _COMMENT.search(lines[attr.endlineno - 1]):
        return beside[1]
    above: list[str] = []
    for line in reversed(lines[: attr.lineno - 1]):
        if not line.strip().startswith("#: "):
            break
        above.insert(0, line.strip().removeprefix("#: "))
    return " ".join(above)
