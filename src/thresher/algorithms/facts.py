"""`method_facts`: a method with its parameters and paper as plain values, for whoever lists methods."""

from __future__ import annotations

from dataclasses import Field
from typing import Any

from thresher.algorithms.base import allowed, parameters
from thresher.algorithms.registry import describe


def method_facts(name: str) -> dict[str, Any]:
    """What is known of a method.

    >>> method_facts("cectd-ds")["parameters"][0]["name"]
    'lam'
    """
    method = describe(name)
    return {
        "name": name,
        "summary": (method.__doc__ or "").strip().partition("\n")[0],
        "paper": getattr(method, "paper", ""),
        "parameters": [_parameter_facts(each) for each in parameters(method)],
    }


def _parameter_facts(each: Field[Any]) -> dict[str, Any]:
    return {
        "name": each.name,
        "default": each.default,
        "allowed": allowed(each),
        "meaning": each.metadata["meaning"],
    }
