"""``thresher train DATA...``: rebuild the weights of ``auto`` from labelled pages, with cross-validation."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

HELP = "rebuild the weights of the default method from labelled pages"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "data", nargs="+", type=Path, metavar="DATA", help="JSON lines beside a sets.toml that allows it"
    )
    parser.add_argument("-o", "--output", type=Path, help="where the weights go; without it, only the report is made")
    parser.add_argument("--networks", type=int, default=3, help="how many networks are averaged (default: 3)")
    parser.add_argument("--epochs", type=int, help="how often each page is shown")
    parser.add_argument("--no-validation", dest="validate", action="store_false", help="leave cross-validation out")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)


def run(arguments: argparse.Namespace) -> int:
    """Read, validate, fit, write."""
    from thresher.training import trainer

    pages = trainer.read_examples(trainer.trainable(arguments.data), arguments.workers, _say)
    recipe = trainer.recipe(arguments.epochs)
    report = trainer.validated(pages, recipe, arguments.networks, _say) if arguments.validate else {}
    if arguments.output is not None:
        model = trainer.train(pages, recipe, arguments.networks)
        arguments.output.write_bytes(model.to_bytes())
        _say(f"{arguments.output}: {arguments.output.stat().st_size} bytes")
    print(json.dumps({"recipe": asdict(recipe), "pages": len(pages), **report}, indent=2))
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
