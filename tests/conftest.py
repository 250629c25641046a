"""What all tests share: how hypothesis searches, and what happens where a part of the machine is missing."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest
from hypothesis import settings

# A busy machine is no failure, so nothing has to be done by a deadline; and a few dozen examples find what there is.
settings.register_profile("thresher", deadline=None, max_examples=40)
settings.load_profile("thresher")


@pytest.fixture(scope="session")
def missing():
    """What to call when a part is not on this machine: a visible skip for a user, a failure in CI."""

    def tell(part: str) -> NoReturn:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"needs {part}")

    return tell
