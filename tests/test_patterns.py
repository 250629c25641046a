"""Regular expressions: none of those that look for a place takes more than linear time, whatever they look in."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import itertools
import pkgutil
import re
import re._constants as sre
import re._parser
import time
from pathlib import Path

import pytest

import thresher

#: Ways to use a pattern that try it at every place of a text.
EVERYWHERE = frozenset("search sub subn split finditer findall".split())
#: Patterns whose text is short or well-formed, by what makes it so.
TAMED = {
    "metadata.names._ADDRESS": "a line of MAX_LINE_CHARS, or a name",
    "metadata.names._SENTENCE": "a line of MAX_LINE_CHARS",
    "metadata.names._SEPARATORS": "a line of MAX_LINE_CHARS",
    "metadata.names._TRAILING": "a part of such a line",
    "metadata.title_parts._SEPARATOR": "a title, in which white space is collapsed",
    "metadata.title_parts._BAR": "a title, in which white space is collapsed",
    "algorithms.cuter.titles._SEPARATOR": "a title, in which white space is collapsed",
    "page.parse._MARKUP": "markup that the parser wrote, in which every tag is closed",
    "training.made_pages._TITLE": "a page that somebody chose to learn from",
    "page.decode._COMMENT": "the first DECLARATION_BYTES of a page",
}
#: Signs in a text, how much longer it is made, and how much longer that may take: four times would be twice.
LENGTH, TIMES, MOST = 3_000, 4, 8.0
#: What takes less than this is not worth a second look (seconds of CPU).
FAST = 0.0003
#: Of what a pattern begins with, so many are repeated, and so many stand ahead of what is repeated.
MOST_BEGINNINGS, MOST_STARTS = 60, 12
#: A sign that each class of signs has.
OF_CATEGORY = {sre.CATEGORY_DIGIT: "1", sre.CATEGORY_SPACE: " ", sre.CATEGORY_WORD: "a", sre.CATEGORY_NOT_WORD: "-"}


def modules():
    """Every module in Python that can be imported here."""
    for info in pkgutil.walk_packages(thresher.__path__, "thresher."):
        try:
            module = importlib.import_module(info.name)
        except thresher.errors.MissingExtra:
            continue
        if module.__file__.endswith(".py"):
            yield module


def patterns():
    """The patterns that are used everywhere in a text, by the name of the module and their own."""
    found = {}
    for module in modules():
        calls = [node for node in ast.walk(_tree(module)) if isinstance(node, ast.Call)]
        uses = [(call.func.value, call) for call in calls if getattr(call.func, "attr", None) in EVERYWHERE]
        names = {use.id for use, _ in uses if isinstance(use, ast.Name)}
        here = {name: getattr(module, name, None) for name in names}
        # One that is a part of something is used under another name.
        here |= {f"{name}[{n}]": each for name, held in vars(module).items() for n, each in enumerate(inside(held))}
        here |= {ast.unparse(call): re.compile(words[0]) for use, call in uses if (words := written(use, call))}
        found |= {f"{_short(module)}.{name}": here[name] for name in sorted(here) if isinstance(here[name], re.Pattern)}
    return found


def _tree(module):
    return ast.parse(Path(module.__file__).read_text(encoding="utf-8"))


def _short(module):
    return module.__name__.removeprefix("thresher.")


def inside(held):
    """The patterns in a tuple, a list or a dictionary, and in the fields of what is in it."""
    parts = [*held.values()] if isinstance(held, dict) else held if isinstance(held, tuple | list) else []
    for part in parts:
        names = [field.name for field in dataclasses.fields(part)] if dataclasses.is_dataclass(part) else []
        held = [getattr(part, name) for name in names] if names else part if isinstance(part, tuple) else [part]
        yield from (each for each in held if isinstance(each, re.Pattern))


def written(use, call):
    """The pattern that a function of `re` is given, where it stands in the call."""
    is_of_re = isinstance(use, ast.Name) and use.id == "re"
    return [each.value for each in call.args[:1] if is_of_re and isinstance(each, ast.Constant)]


PATTERNS = patterns()


def signs(tree):
    """A sign of each class that a pattern knows, and its words."""
    word = ""
    for code, argument in tree:
        if code is sre.LITERAL:
            word += chr(argument)
            yield chr(argument)
            continue
        yield word
        word = ""
        if code is sre.IN:
            yield from (chr(each) for kind, each in argument if kind is sre.LITERAL)
            yield from (chr(each[0]) for kind, each in argument if kind is sre.RANGE)
            yield from (OF_CATEGORY.get(each, "") for kind, each in argument if kind is sre.CATEGORY)
        for inner in parts(code, argument):
            yield from signs(inner)
    yield word


def parts(code, argument):
    """What is inside of a part of a pattern."""
    if code in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return [argument[2]]
    if code in (sre.ASSERT, sre.ASSERT_NOT):
        return [argument[1]]
    if code is sre.SUBPATTERN:
        return [argument[3]]
    if code is sre.BRANCH:
        return argument[1]
    return [argument] if code is sre.ATOMIC_GROUP else []


def beginnings(tree):
    """What a pattern begins with, in the shortest way, one part longer each time: a text may begin so over and over."""
    found = ""
    for code, argument in tree:
        inner = () if code in (sre.ASSERT, sre.ASSERT_NOT) else parts(code, argument)
        yield from (found + begun for part in inner for begun in beginnings(part))
        found += shortest(code, argument)
        yield found


def shortest(code, argument):
    """The shortest text that a part of a pattern takes, roughly."""
    if code is sre.LITERAL:
        return chr(argument)
    if code is sre.IN:
        return next(filter(None, signs([(code, argument)])), "a")
    if code in (sre.ASSERT, sre.ASSERT_NOT):
        return ""
    times = argument[0] if code in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT) else 1
    # Of branches the longest, since one may be no more than the beginning of the text.
    ways = ("".join(shortest(*each) for each in inner) for inner in parts(code, argument))
    return max(ways, key=len, default="") * times


def seconds(pattern, start, sign, length):
    """CPU time to try a pattern everywhere in a text of so many signs."""
    text = start + sign * (length // len(sign)) + "\x01"
    text = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
    begin = time.process_time()
    for _ in pattern.finditer(text):
        pass
    return time.process_time() - begin


def texts(pattern):
    """Beginnings of texts, and what is repeated behind them."""
    source, flags = pattern.pattern, pattern.flags
    source = source.decode("latin-1") if isinstance(source, bytes) else source
    tree = re._parser.parse(source, flags & ~re.ASCII)
    known = [*dict.fromkeys(filter(None, signs(tree)))]
    words, single = [each for each in known if len(each) > 1][:5], [each for each in known if len(each) == 1][:8]
    begun = [each for each in dict.fromkeys(beginnings(tree)) if len(each) > 1]
    begun = some(begun, MOST_BEGINNINGS)
    repeated = [*dict.fromkeys([*single, " ", "\n", "a", "1", "<"]), *words, *begun]
    repeated += ["".join(pair) for pair in itertools.permutations(single[:5], 2)]
    return itertools.product(["", *words, *some(begun, MOST_STARTS)], repeated)


def some(texts, most):
    """So many of some texts, from all over."""
    return texts[:: -(-len(texts) // most) or 1]


@pytest.mark.parametrize("name", sorted(PATTERNS.keys() - TAMED.keys()))
def test_time_is_linear(name):
    """Four times the text takes less than eight times as long, in texts of the pattern's own signs."""
    pattern = PATTERNS[name]
    for start, sign in texts(pattern):
        once = seconds(pattern, start, sign, LENGTH)
        if once < FAST or seconds(pattern, start, sign, LENGTH * TIMES) <= MOST * once:
            continue
        once = min(seconds(pattern, start, sign, LENGTH) for _ in range(3))
        more = min(seconds(pattern, start, sign, LENGTH * TIMES) for _ in range(3))
        assert more <= MOST * max(once, FAST / 10), f"{start!r} and many {sign!r}: {once:.4f} s, then {more:.4f} s"


def test_exceptions_are_there():
    """What is said to be tamed is still used."""
    assert TAMED.keys() <= PATTERNS.keys()


def test_a_quadratic_pattern_is_noticed():
    """The test sees what it is there for."""
    PATTERNS["quadratic"] = re.compile(r"\w+@")
    try:
        with pytest.raises(AssertionError, match="many 'a'"):
            test_time_is_linear("quadratic")
    finally:
        del PATTERNS["quadratic"]
