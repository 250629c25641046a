"""Style trees as files: human-readable JSON, one line per element.

{"format": "thresher-template", "version": 1, "pages": 5, "elements": [
{"tag": "html", "pages": 5, "styles": [{"pages": 5, "children": [1]}]},
{"tag": "body", "pages": 5, "features": {"home": 5, "href=/": 5}}
]}
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from thresher.errors import InputError
from thresher.files import write_whole
from thresher.template.style_tree import Element, Style, StyleTree

FORMAT, VERSION = "thresher-template", 1


def dump(tree: StyleTree) -> str:
    """A style tree as text.

    >>> print(dump(StyleTree()))
    {"format": "thresher-template", "version": 1, "pages": 0, "elements": [
    {"tag": "html", "pages": 0}
    ]}
    """
    head = f'{{"format": "{FORMAT}", "version": {VERSION}, "pages": {tree.pages}, "elements": ['
    lines = ",\n".join(json.dumps(_record(element), ensure_ascii=False) for element in tree.elements)
    return f"{head}\n{lines}\n]}}"


def parse(text: str) -> StyleTree:
    """The style tree in a text; an error if it is not one.

    >>> parse(dump(StyleTree())) == StyleTree()
    True
    """
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise InputError("not a thresher template")
        if data["version"] != VERSION:
            raise InputError(f"the template has version {data['version']}; only version {VERSION} can be read")
        return _checked(StyleTree(int(data["pages"]), _elements(data["elements"])))
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
        raise InputError(f"not a thresher template: {error}") from error


def load(path: str | Path) -> StyleTree:
    """The style tree in a file."""
    try:
        return parse(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read the template {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read the template {path}: it is not UTF-8") from error
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def save(tree: StyleTree, path: str | Path) -> None:
    """Write a style tree to a file, atomically."""
    try:
        write_whole(Path(path), dump(tree) + "\n")
    except OSError as error:
        raise InputError(f"cannot write the template {path}: {error.strerror}") from error


def _record(element: Element) -> dict[str, Any]:
    """An element as plain values, without empty ones."""
    styles = [{"pages": style.pages, "children": style.children} for style in element.styles.values()]
    record = {
        "tag": element.tag,
        "pages": element.pages,
        "styles": styles,
        "rare": element.rare,
        "features": element.features,
    }
    return {key: value for key, value in record.items() if value or key in ("tag", "pages")}


def _elements(records: list[dict[str, Any]]) -> list[Element]:
    """Elements from plain values; the names of a style are those of its children."""
    elements = [
        Element(
            str(record["tag"]),
            int(record["pages"]),
            rare=int(record.get("rare", 0)),
            features={str(feature): int(pages) for feature, pages in record.get("features", {}).items()},
        )
        for record in records
    ]
    for element, record in zip(elements, records, strict=True):
        for style in record.get("styles", []):
            children = [int(child) for child in style["children"]]
            element.styles[tuple(elements[child].tag for child in children)] = Style(int(style["pages"]), children)
    return elements


def _checked(tree: StyleTree) -> StyleTree:
    """The tree, if it is valid: every child comes after its parent, and no count is out of range."""
    if not tree.elements:
        raise ValueError("it has no elements")
    for number, element in enumerate(tree.elements):
        counts = [element.leaf_pages, element.rare, *(style.pages for style in element.styles.values())]
        if min(counts) < 0 or any(not 1 <= count <= element.pages for count in element.features.values()):
            raise ValueError(f"the counts of element {number} do not add up")
        if any(child <= number for style in element.styles.values() for child in style.children):
            raise ValueError(f"element {number} has a child with a smaller number")
    return tree
