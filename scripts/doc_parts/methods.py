"""Tables for the page of a method: its parameters, from the code, and what was measured."""

from __future__ import annotations

from dataclasses import Field
from importlib import import_module
from typing import Any

from thresher.algorithms import describe
from thresher.algorithms.base import allowed, parameters
from thresher.evaluate.contestants import split_names
from thresher.evaluate.summary import Plain
from thresher.evaluate.tables import Cell, Table, best_of

#: Methods with a page that are not in the registry, since they need several pages of a site.
OUTSIDE = {"template": "thresher.template.template.Template"}
#: What stands where nothing was measured yet.
NOTHING = "Not measured yet."


def parameter_tables(names: str) -> str:
    """The parameters of methods; those that have the same ones share a table."""
    tables: dict[str, list[str]] = {}
    for name in split_names(names):
        tables.setdefault(_parameter_table(name), []).append(name)
    if len(tables) == 1:
        return next(iter(tables))
    return "\n\n".join(f"{', '.join(f'`{name}`' for name in sharing)}:\n\n{table}" for table, sharing in tables.items())


def _parameter_table(name: str) -> str:
    found = parameters(_method(name))
    if not found:
        return "It has no parameters."
    table = Table(["parameter", "default", "allowed", "meaning"])
    for each in found:
        table.rows.append([f"`{each.name}`", f"`{_default(each)}`", allowed(each), each.metadata["meaning"]])
    return table.markdown()


def _method(name: str) -> type:
    if name not in OUTSIDE:
        return describe(name)
    module, _, attribute = OUTSIDE[name].rpartition(".")
    found: type = getattr(import_module(module), attribute)
    return found


def _default(each: Field[Any]) -> str:
    return str(each.default).lower() if isinstance(each.default, bool) else str(each.default)


def measured_table(results: Plain, names: str) -> str:
    """Word F1 of methods on every set, precision and recall in brackets."""
    asked = split_names(names)
    table = Table(["set", "pages", *(f"`{name}`" for name in asked)])
    for name, figures in results["sets"].items():
        found = [figures["methods"].get(method, {}).get("metrics", {}).get("words") for method in asked]
        if any(found):
            best = best_of([each["value"] if each else None for each in found]) if len(asked) > 1 else [False]
            cells: list[Cell | str] = [
                Cell(f"{each['value']:.3f} ({each['precision']:.2f}/{each['recall']:.2f})", best=top) if each else ""
                for each, top in zip(found, best, strict=True)
            ]
            table.rows.append([name, str(figures["pages"]), *cells])
    if not table.rows:
        return NOTHING
    return f"Word F1 (precision/recall); see [evaluation](../evaluation.md).\n\n{table.markdown()}"
