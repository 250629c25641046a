"""``thresher train DATA...``: rebuild the weights of ``auto`` from labelled pages, with cross-validation."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.cli.arguments import count
from thresher.files import whole_file

if TYPE_CHECKING:
    from thresher.training.teaching import Recipe

EPILOG = """\
Sets that are not marked as trainable in the sets.toml next to them are refused.
The report of a cross-validation, grouped by site, goes to stdout as JSON; the
model learns its confidence from it, so it is always made.

examples:
  thresher train wcxb-dev.jsonl.xz forum-posts.jsonl.xz
  thresher train data/*.jsonl.xz -o weights.npz
  thresher train data/*.jsonl.xz --leave-one-set-out --ablation
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "data", nargs="+", type=Path, metavar="DATA", help="JSON lines next to a sets.toml that allows it"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="where to write the weights (default: only the report is produced)",
    )
    parser.add_argument("--epochs", type=count, metavar="N", help="passes of the network over the pages")
    parser.add_argument(
        "--leave-one-set-out",
        action="store_true",
        help="also report each set as scored by a model trained on the others",
    )
    parser.add_argument("--ablation", action="store_true", help="also report the model without each group of features")
    parser.add_argument(
        "--workers", type=count, default=os.cpu_count() or 1, metavar="N", help="processes (default: all cores)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read, validate, fit, write."""
    from thresher.training import ablation, trainer
    from thresher.training.validation import CrossValidation

    paths = trainer.trainable(arguments.data)
    recipe = _recipe(arguments)
    pages, made = trainer.read_examples(paths, arguments.workers, recipe.seed, _say)
    verdicts = list(CrossValidation(pages, made, recipe).verdicts(arguments.workers, _say))
    report = trainer.report(verdicts, recipe.seed)
    if arguments.leave_one_set_out:
        report["leave_one_set_out"] = ablation.leave_one_set_out(pages, made, recipe, _say)
    if arguments.ablation:
        report["ablation"] = ablation.ablation(pages, made, recipe, _say)
    if arguments.output is not None:
        model = trainer.train(pages, made, recipe, verdicts)
        with whole_file(arguments.output) as draft:
            draft.write_bytes(model.to_bytes())
        _say(f"{arguments.output}: {arguments.output.stat().st_size} bytes")
    print(json.dumps({"recipe": asdict(recipe), "pages": len(pages), "made_pages": len(made), **report}, indent=2))
    return 0


def _recipe(arguments: argparse.Namespace) -> Recipe:
    """The recipe, with the changes given on the command line."""
    from thresher.training.teaching import Recipe

    recipe = Recipe()
    if arguments.epochs is not None:
        recipe = replace(recipe, network=replace(recipe.network, epochs=arguments.epochs))
    return recipe


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
