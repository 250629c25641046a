"""The parts of a title, and what stands between them."""

from __future__ import annotations

import re

from thresher.page.kernels import kernel

#: What stands between a title and the name of its site.
_SEPARATOR = re.compile(
    # A look at one character spares most letters the long one.
    r"(?=[\s|｜:])(?:\s+(?:[|·•»›«~/]|[-–—]{1,2}|::?|\\)\s+|\s*[|｜]\s*|\s+[–—]\s*|(?<=\S)\s*::\s*)"
)
#: The same at the end of what is ahead of a known part, where the blanks can be missing, as they are in Chinese.
_SIGN_AT_END = re.compile(r"(?:[|｜»«›/\\·•~_<>-]|–|\s—)\s?$")
_HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff]+")
#: No title has a part behind another one without one of these signs.
_SIGN = re.compile(r"[|·•»›«~/:\\｜–—-]")
_WORD = re.compile(r"[^\W_]+")
_BAR = re.compile(r"\s*[|｜]\s*")
#: Fewer words ahead of a bar may be a name, and the title what follows.
MIN_WORDS_AHEAD = 2
#: So many parts may be the way from the site to the page, the title being the last if it is longer than the others ...
MIN_PARTS_OF_WAY = 3
#: ... and has more than so many times the words of the first: names of sites are short.
MIN_TIMES_NAME = 2


@kernel
def squashed(text: str) -> str:
    """A text without case, blanks and signs.

    >>> squashed("The Mill’s Gazette")
    'themillsgazette'
    """
    return "".join(filter(str.isalnum, text.casefold()))


def is_parted(title: str, place: int) -> bool:
    """Whether a part of a title ends at a place in it.

    >>> is_parted("Rye is back - Grain", 11), is_parted("Rye is back again", 11)
    (True, False)
    """
    return _SEPARATOR.match(title, place) is not None


def before_bar(title: str) -> str:
    """A title as far as the first upright bar, behind which sections and slogans stand.

    Where the bars part the steps of a way that leads from the site to the page, it is the last of these.

    >>> before_bar("Rye is back in the valley | Opinion"), before_bar("Rye | Grain")
    ('Rye is back in the valley', 'Rye | Grain')
    >>> before_bar("Mill News | Grain | Rye is back in the valley")
    'Rye is back in the valley'
    """
    if "|" not in title and "｜" not in title:
        return title
    parts = _BAR.split(title.strip())
    words = [len(_WORD.findall(part)) for part in parts]
    if len(parts) >= MIN_PARTS_OF_WAY and words[-1] > max(sum(words[:-1]), MIN_TIMES_NAME * words[0]):
        return parts[-1]
    return parts[0] if words[0] >= MIN_WORDS_AHEAD else title


def ends_with_part(title: str, part: str, named: str = "") -> bool:
    """Whether a title is a longer one, or the one that is *named* by its address, and then, behind a sign, a part.

    >>> ends_with_part("Rye is back : grain", "Grain"), ends_with_part("Grain - Rye is back", "Rye is back")
    (True, False)
    >>> ends_with_part("On rye | A book of grains", "A book of grains", named="on rye")
    True
    >>> ends_with_part("麦子回来了_磨坊网", "磨坊网")
    True
    """
    parts = [text for _, text in parts_of(title)]
    ahead = " ".join(parts[:-1])
    if not ahead or squashed(parts[-1]) != squashed(part):
        return is_behind_sign(title, part) and len(title) > 2 * len(part) + 1
    return len(ahead) > len(part) or squashed(ahead) == squashed(named)


def is_behind_sign(title: str, part: str) -> bool:
    """Whether a title ends with a part, and a sign that parts it from the rest stands ahead of it, blanks or not.

    >>> is_behind_sign("麦子回来了_磨坊网", "磨坊网"), is_behind_sign("All about rye", "rye")
    (True, False)
    """
    if not part or not title.endswith(part):
        return False
    ahead = title[: -len(part)]
    # Where words are not parted by blanks, a blank is a sign.
    return _SIGN_AT_END.search(ahead) is not None or (ahead.endswith(" ") and _HAN.fullmatch(part) is not None)


def parts_of(title: str) -> list[tuple[str, str]]:
    """The parts of a title, each with what separates it from the one before.

    >>> parts_of("Rye is back | Grain - Mill")
    [('', 'Rye is back'), (' | ', 'Grain'), (' - ', 'Mill')]
    """
    parts, start, gap = [], 0, ""
    for found in _SEPARATOR.finditer(title) if _SIGN.search(title) else ():
        parts.append((gap, title[start : found.start()]))
        start, gap = found.end(), found[0]
    return [*parts, (gap, title[start:])]
