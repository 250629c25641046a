"""``thresher COMMAND ...``: runs a command, and turns our errors into one sentence and an exit code."""

from __future__ import annotations

import argparse
import difflib
import io
import signal
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from thresher.cli import config
from thresher.cli.messages import complain, open_closed, silence
from thresher.cli.parsing import Parser
from thresher.errors import ThresherError, UnknownName, UsageError
from thresher.files import NO_ROOM

#: Exit codes, for scripts that call the program.
CONTENT, FAILURE, USAGE, NOTHING_FOUND = 0, 1, 2, 3
INTERRUPTED = 128 + signal.SIGINT
#: Their meanings, unless a command's own ``EXIT_CODES`` are more specific.
EXIT_CODES = {
    CONTENT: "done",
    FAILURE: "a failure, reported on stderr",
    USAGE: "wrong usage",
    INTERRUPTED: "interrupted by Ctrl-C",
}


#: The name of each command, which is a module of this folder (a `Command`), and what it does.
COMMANDS: dict[str, str] = {
    "extract": "extract the content of pages",
    "algorithms": "list the extraction methods with their parameters and papers",
    "explain": "show why each block of a page was kept or dropped, in one HTML file",
    "why": "say whether one sentence of a page was kept, and why",
    "serve": "serve extraction over HTTP, with a web page to try it on",
    "store": "list, show, search and export stored results",
    "feeds": "follow feeds and store their articles",
    "corpus": "extract the pages of crawls: WARC, Parquet, JSON lines, folders",
    "bench": "compare methods and other extractors on labelled pages",
    "annotate": "write gold text of pages for you to correct, from a first guess",
    "template": "learn what all pages of a site have in common, to leave it out",
    "cuter": "read pages as XML and write their articles as XML",
    "train": "rebuild the weights of the default method from labelled pages",
    "completion": "print the completion script of a shell",
}


#: The text of ``thresher --help`` below the commands.
EPILOG = """\
thresher PAGE... is short for thresher extract PAGE...
thresher COMMAND --help explains a command, with examples.

examples:
  thresher page.html                          its text, on stdout
  thresher page.html --format markdown
  thresher why page.html "words of the page"  kept or dropped, and why

Options of every command can be set in a file: thresher.toml of the folder,
or ~/.config/thresher/config.toml, or the file that THRESHER_CONFIG names.
"""


class Command(Protocol):
    """The contents of a command's module."""

    EPILOG: str  #: the text of ``--help`` below the options: what is worth knowing, then examples
    EXIT_CODES: dict[int, str]  #: meanings of exit codes that differ from the usual ones; may be missing

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command; returns the exit code."""
        ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    open_closed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a character that the terminal lacks is no reason to fail
    try:
        return _run(_arguments(_with_command(list(sys.argv[1:] if argv is None else argv))))
    except UsageError as error:
        return complain(error, USAGE)
    except ThresherError as error:
        return complain(error, FAILURE)
    except BrokenPipeError:
        # The reader of the output has closed it, so a message would not be read.
        silence(sys.stdout)
        return CONTENT
    except OSError as error:
        return complain(_sentence_of(error), FAILURE)
    except KeyboardInterrupt:
        return complain("interrupted", INTERRUPTED)


def _sentence_of(error: OSError) -> str:
    """A system error as a sentence that names the file.

    >>> import errno
    >>> _sentence_of(OSError(errno.ENOSPC, "No space left on device", "rye.txt"))
    'cannot write rye.txt: No space left on device'
    """
    reason = str(error.strerror or error)
    if error.errno in NO_ROOM:
        return f"cannot write {error.filename or ''}".rstrip() + f": {reason}"
    return f"cannot open {error.filename}: {reason}" if error.filename else reason


def _arguments(words: list[str]) -> argparse.Namespace:
    """The arguments of a command line, preceded by those of the configuration file."""
    parser = parser_of([words[0]])
    if words[0] in COMMANDS and (path := config.find()):
        table = config.load(path, COMMANDS).get(words[0], {})
        words = config.with_defaults(words, table, parser)
    return parser.read(words)


def _run(arguments: argparse.Namespace) -> int:
    code = _module(arguments.command).run(arguments)
    sys.stdout.flush()  # while a reader that is gone can still be distinguished from a failure
    return code


def _with_command(words: list[str]) -> list[str]:
    """``thresher PAGE`` is short for ``thresher extract PAGE``."""
    if not words and sys.stdin.isatty():
        return ["--help"]
    if words and words[0] in (*COMMANDS, "-h", "--help", "--version"):
        return words
    if words and difflib.get_close_matches(words[0], COMMANDS, n=1) and not Path(words[0]).exists():
        raise UnknownName("command", words[0], COMMANDS)
    return ["extract", *words]


def parser_of(commands: Iterable[str]) -> Parser:
    """The parser; only the given commands are imported and have options."""
    from thresher import __version__

    parser = Parser(
        prog="thresher",
        description="Extracts the content of web pages, without menus, advertisements and other noise.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"thresher {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, does in COMMANDS.items():
        command = subparsers.add_parser(name, help=does, formatter_class=argparse.RawDescriptionHelpFormatter)
        if name in commands:
            _add_manual(command, does, _module(name))
    return parser


def _module(name: str) -> Command:
    """The module of a command."""
    module: Command = import_module(f"thresher.cli.{name}")
    return module


def _add_manual(parser: Parser, does: str, module: Command) -> None:
    """Add the arguments of a command, and the text of its ``--help``."""
    parser.description = _sentence(does)
    parser.epilog = f"{module.EPILOG}\n{_exit_codes(module)}"
    module.add_arguments(parser)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action._choices_actions:
                action.choices[inner.dest].description = _sentence(inner.help or "")


def _exit_codes(module: Command) -> str:
    """The exit codes of a command, one per line.

    >>> from thresher.cli import template
    >>> print(_exit_codes(template))
    exit codes:
        0  done
        1  a failure, reported on stderr
        2  wrong usage
      130  interrupted by Ctrl-C
    """
    codes = EXIT_CODES | getattr(module, "EXIT_CODES", {})
    return "\n".join(["exit codes:", *(f"  {code:3}  {codes[code]}" for code in sorted(codes))])


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
