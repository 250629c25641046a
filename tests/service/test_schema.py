"""The service keeps what its OpenAPI description promises, whatever is sent (schemathesis)."""

from __future__ import annotations

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from thresher.service.app import create_app

pytestmark = pytest.mark.xdist_group("service")

load_all_checks()
OPERATIONS = [each.ok() for each in schemathesis.openapi.from_dict(create_app().openapi()).get_all_operations()]


@schemathesis.serializer("application/jsonl")
def json_lines(_context, value):
    """A line of JSON."""
    return json.dumps(value).encode()


#: Right requests of all sorts, and wrong ones where the description leaves anything to be wrong.
CASES = [(each, GenerationMode.POSITIVE) for each in OPERATIONS]
CASES += [(each, GenerationMode.NEGATIVE) for each in OPERATIONS if each.label in ("POST /extract", "POST /explain")]


@pytest.mark.parametrize(("operation", "mode"), CASES, ids=lambda value: getattr(value, "label", value))
def test_promises(operation, mode, running):
    """Right and wrong requests alike get an answer that the description names; none is an error of ours."""
    # That a method or a parameter does not exist can be said in words, not in a schema.
    beyond = [CHECKS.get_one("positive_data_acceptance")]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=10, suppress_health_check=list(HealthCheck))
    def check(case):
        case.call_and_validate(f"http://127.0.0.1:{running.port}", excluded_checks=beyond)

    check()
