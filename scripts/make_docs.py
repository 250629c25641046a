#!/usr/bin/env python3
"""Fill the generated parts of the docs: parameters from the code, figures from docs/results.json, pictures.

scripts/make_docs.py                                  fill all parts
scripts/make_docs.py --check [--only parameters]       say which pages are stale, and fail if any is
scripts/make_docs.py --results SUMMARY --data FOLDER  take over the summary of a benchmark, then fill all parts
scripts/make_docs.py --list-sets FOLDER               files of the sets whose gold text was made by people

A generated part stands between two comments, ``<!-- parameters: NAME -->`` and ``<!-- /parameters -->``; others are
``measured: NAME, NAME``, ``picture: NAME`` and, in docs/evaluation.md and the README, ``evaluation: PART``; in
docs/corpus.md and docs/scale.md, ``corpus: PART``, whose figures are in docs/scale.json; in docs/reliability.md,
``reliability: PART``, from docs/reliability.json and docs/scale.json.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from doc_parts import corpora, evaluation, figures, methods, picture, reliability, training

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
#: The page that pictures of decisions are made of.
SAMPLE = ROOT / "examples" / "article.html"

_PART = re.compile(
    r"(<!-- (parameters|measured|picture|evaluation|corpus|reliability|training): ([^>]*?) -->\n).*?(<!-- /\2 -->)",
    re.DOTALL,
)


def main() -> int:
    """Run the requested action; the exit code is 1 if a check found something stale."""
    options = _options()
    if options.list_sets:
        print(*figures.human_sets(options.list_sets), sep="\n")
        return 0
    if options.results:
        figures.take_over(options.results, options.data, DOCS / "results.json", update=options.update)
    made = made_files(options.only)
    stale = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{'stale' if options.check else 'written'}: {path.relative_to(ROOT)}")
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made[path], encoding="utf-8")
    return int(options.check and bool(stale))


def made_files(only: str | None = None) -> dict[Path, str]:
    """The intended contents of every page with generated parts, and of every picture."""
    pages = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    made = {page: filled(page.read_text(encoding="utf-8"), only) for page in pages}
    if only not in (None, "picture"):
        return made
    sample = SAMPLE.read_bytes()
    drawn = {name for page in made.values() for kind, name in _parts(page) if kind == "picture"}
    return made | {DOCS / "pictures" / f"{name}.svg": picture.decision(name, sample) for name in sorted(drawn)}


def filled(text: str, only: str | None = None) -> str:
    """A page with its generated parts regenerated, or only those of one kind."""
    makers = _makers()

    def part(found: re.Match[str]) -> str:
        if only not in (None, found[2]):
            return found[0]
        body = makers[found[2]](found[3].strip())
        return f"{found[1]}\n{body}\n\n{found[4]}" if body else f"{found[1]}{found[4]}"

    return _PART.sub(part, text)


def _parts(text: str) -> list[tuple[str, str]]:
    return [(found[2], found[3].strip()) for found in _PART.finditer(text)]


def _makers() -> dict[str, Callable[[str], str]]:
    """The function that makes each kind of part from the text of its comment."""
    results, papers = figures.read_results(DOCS / "results.json"), figures.read_papers(DOCS / "papers.toml")
    return {
        "parameters": methods.parameter_tables,
        "measured": partial(methods.measured_table, results),
        "picture": picture.reference,
        "evaluation": partial(evaluation.part, results, papers),
        "training": partial(training.part, training.read_report(DOCS / "training.json")),
        "corpus": partial(corpora.part, DOCS / "scale.json"),
        "reliability": partial(reliability.part, DOCS),
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail where a page is stale")
    parser.add_argument(
        "--only",
        choices=["parameters", "measured", "picture", "evaluation", "corpus", "reliability", "training"],
        help="one sort of part",
    )
    parser.add_argument("--results", type=Path, metavar="SUMMARY", help="summary.json of a benchmark to take over")
    parser.add_argument("--update", action="store_true", help="keep the methods that this benchmark did not measure")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where the sets.toml of the data is")
    parser.add_argument("--list-sets", type=Path, metavar="FOLDER", help="name the files with human gold text")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
