"""Who imports whom: the tiers keep apart, and `import thresher` stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import thresher

SOURCE = Path(thresher.__file__).parent

#: What every tier may import: modules that know nothing of pages.
EVERYWHERE = {"cached", "errors"}
#: What else each tier may import of the package; a tier that is not here may import all of them.
MAY_IMPORT = {
    "page": {"page"},
    "algorithms": {
        "algorithms",
        "page",
        "selection",
        "labels",
        "credits",
        "vocabulary",
        "media",
        "text_repair",
    },
    "writers": {
        "writers",
        "page",
        "selection",
        "labels",
        "vocabulary",
        "media",
        "text_repair",
        "metadata",
        "evidence",
        "quarantine",
    },
    "metadata": {"metadata", "page", "dates", "media", "vocabulary"},
    "dates": {"dates", "page"},
    "evidence": {"page", "selection", "labels"},
    "quarantine": {"page", "selection"},
    "media": {"media", "page", "labels", "vocabulary"},
    "vocabulary": {"page"},
    "selection": {"page", "labels", "credits"},
    "credits": set(),
    "labels": {"page"},
    "errors": set(),
    "cached": set(),
}
#: The files that know the HTML parser's library: the parser itself, its decoder of bytes, and the peer that it also is.
KNOW_THE_PARSER = {"page/parse.py", "page/decode.py", "evaluate/peers.py"}
#: Modules that cost time to import and that only some commands need.
HEAVY = (
    "argparse",
    "importlib.metadata",
    "http",
    "ssl",
    "lxml",
    "sqlite3",
    "sqlalchemy",
    "asyncio",
    "multiprocessing",
    "xml",
    "unittest",
    "rapidfuzz",
    "lightgbm",
)
#: Modules of other people that the core stands on.
FOUNDATIONS = {"numpy", "turbohtml"}


def imports_of(path):
    """Modules of ours that a file imports, at its top or in its functions; those for type checkers do not count."""
    for node in ast.walk(_without_type_checking(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _without_type_checking(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return tree


def files_of(tier):
    path = SOURCE / tier
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


@pytest.mark.parametrize(
    ("tier", "path"),
    [(tier, path) for tier in MAY_IMPORT for path in files_of(tier)],
    ids=lambda value: str(value.relative_to(SOURCE)) if isinstance(value, Path) else value,
)
def test_tiers_keep_apart(tier, path):
    """A file imports only those parts of the package that its tier may know."""
    ours = [name.split(".") for name in imports_of(path) if name.split(".")[0] == "thresher"]
    assert {parts[1] for parts in ours} <= MAY_IMPORT[tier] | EVERYWHERE


def test_one_module_knows_the_parser():
    """The HTML parser can be exchanged in one place."""
    files = [path for path in SOURCE.rglob("*.py") if "turbohtml" in {name.split(".")[0] for name in imports_of(path)}]
    # Peers are imported by their names.
    assert {str(path.relative_to(SOURCE)) for path in files} | {"evaluate/peers.py"} == KNOW_THE_PARSER


@cache
def modules_after(statement):
    """Names of the modules that are there in a fresh interpreter after a statement."""
    code = f"import sys; old = set(sys.modules); {statement}; print(*sorted(set(sys.modules) - old))"
    finished = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(SOURCE.parent), "PATH": ""},
    )
    return set(finished.stdout.split())


@pytest.fixture(scope="module")
def loaded():
    return modules_after("from thresher import *")


@pytest.mark.parametrize("name", HEAVY)
def test_import_is_light(loaded, name):
    """Importing the package imports nothing that an extraction does not need."""
    ours = {module for module in loaded if f"{module}.".startswith(f"{name}.")}
    # What numpy itself imports is not for us to say.
    assert ours <= modules_after("import numpy, turbohtml")


def test_import_waits_for_use():
    """The package alone imports no foundation yet: they come with the first name that is asked for."""
    assert not modules_after("import thresher, thresher.cli") & FOUNDATIONS


def test_import_needs_two_packages(loaded):
    """The core has two foundations and no more."""
    # The compiled kernels make a module of their own name for what they need at run time.
    foreign = {name.split(".")[0] for name in loaded} - set(sys.stdlib_module_names) - {"thresher", "cython_runtime"}
    assert {name.lstrip("_") for name in foreign if not name.startswith("_")} <= FOUNDATIONS


def test_methods_and_writers_are_imported_on_use(loaded):
    """Of the methods and writers nothing is imported but what was asked for."""
    assert "thresher.algorithms.cetd" not in loaded
    assert "thresher.writers.markdown" not in loaded
    used = modules_after("import thresher; thresher.extract('<p>Rye').text")
    assert "thresher.algorithms.bte" not in used and "thresher.algorithms.cetd" in used
    assert not {"argparse", "ssl", "lxml"} & used
