"""The program as its tests call it."""

from __future__ import annotations

import pytest

from thresher.cli import main


@pytest.fixture
def run(capsys):
    """What runs a command line: exit code, output and messages."""

    def call(*words):
        code = main([str(word) for word in words])
        return code, *capsys.readouterr()

    return call
