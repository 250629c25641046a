"""What a command tells on stderr, beside what it writes: sentences, each behind the name of the program."""

from __future__ import annotations

import sys
from collections.abc import Sequence

#: Problems that are told one by one; more are only counted.
TOLD_PROBLEMS = 20


def tell(message: object) -> None:
    """Tell a sentence."""
    print(f"thresher: {message}", file=sys.stderr)


def complain(message: object, code: int) -> int:
    """Tell what is wrong; the answer is the exit code for it."""
    tell(message)
    return code


def tell_problems(problems: Sequence[str]) -> None:
    """Tell problems of which there may be many."""
    for problem in problems[:TOLD_PROBLEMS]:
        tell(problem)
    if len(problems) > TOLD_PROBLEMS:
        tell(f"and {len(problems) - TOLD_PROBLEMS} more problems")
