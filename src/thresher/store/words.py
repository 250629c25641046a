"""The words of a text in the index, the same for every database: folded, and split in every script.

Han, Kana and Thai characters are words of their own, so that a search for two consecutive ones finds them in a sentence
without spaces. A change here needs a migration that rebuilds the index.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from thresher.page.words import UNSPACED

#: Accents over letters of the European scripts, which people omit when they search. Marks of other scripts count as
#: letters.
_ACCENTS = re.compile("[\u0300-\u036f]")
#: Typographic quotes, dashes and spaces; without them many texts are ASCII.
_PUNCTUATION = re.compile("[\u2000-\u206f]")
#: ASCII with a space for everything except letters and digits.
_ASCII = bytes(code if chr(code).isalnum() and code < 128 else ord(" ") for code in range(256))
#: Code pages of the European scripts: encoded in one of them, a text can be folded by a single table of bytes, and no
#: byte is a combining mark.
_CODE_PAGES = ("cp1252", "cp1251", "cp1250", "cp1253")
#: Scripts without spaces between words; the planes above 1 are Han.
_SCRIPTS = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED) + "\U00020000-\U0003fffd"
_UNSPACED = re.compile(f"[{_SCRIPTS}]")
_SINGLE_OR_SPACED = re.compile(rf"[{_SCRIPTS}]|[^\s{_SCRIPTS}]+")


def words(text: str) -> str:
    """The words of *text*, with spaces around them.

    >>> words("Crème brûlée, FLOUR & 燕麦!")
    'creme brulee flour 燕 麦'
    """
    if text.isascii():
        return text.lower().encode().translate(_ASCII).decode()
    for name in _CODE_PAGES:
        try:
            return _CodePage.of(name).words(text)
        except UnicodeEncodeError:
            continue
    return _words_of_any_script(text)


def _words_of_any_script(text: str) -> str:
    folded = fold(text).replace("_", " ")
    if folded.isascii():
        return folded.encode().translate(_ASCII).decode()
    spaced = " ".join(_letters().findall(folded))
    return " ".join(_SINGLE_OR_SPACED.findall(spaced)) if _UNSPACED.search(spaced) else spaced


def placed_words(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of *text* as they are indexed, each with its start and stop in the original text.

    >>> list(placed_words("Old ½ Mühle 燕麦"))
    [('old', 0, 3), ('1', 4, 5), ('2', 4, 5), ('muhle', 6, 11), ('燕', 12, 13), ('麦', 13, 14)]
    """
    for found in _letters().finditer(text.replace("_", " ")):
        if found[0].isascii():
            yield found[0].lower(), *found.span()
            continue
        for part in _SINGLE_OR_SPACED.finditer(text, *found.span()):
            for word in words(part[0]).split():
                yield word, *part.span()


def fold(text: str) -> str:
    """*text* in lower case, without accents and variants of the same character.

    >>> fold("Ｆｌｏｕｒ, Mühle, ﬁne")
    'flour, muhle, fine'
    """
    if text.isascii():
        return text.lower()
    apart = _PUNCTUATION.sub(" ", _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold()))
    return unicodedata.normalize("NFKC", apart)


@dataclass(frozen=True)
class _CodePage:
    """How the characters of a code page are indexed; it splits most texts into words at a tenth of the cost.

    >>> _CodePage.of("cp1252").words("Straße, ½ Mühle_3").split()
    ['strasse', '1', '2', 'muhle', '3']
    """

    name: str
    table: bytes  #: the folded form of each character in the same code page, or a space
    longer: tuple[tuple[bytes, bytes], ...]  #: characters that become several in the index
    foreign: tuple[bytes, ...]  #: characters with folded forms that are not in the code page

    @staticmethod
    @cache
    def of(name: str) -> _CodePage:
        """The code page of that name."""
        table, longer, foreign = bytearray(b" " * 256), [], []
        for code in range(256):
            try:
                folded = _words_of_any_script(bytes((code,)).decode(name)).encode(name)
            except UnicodeDecodeError:
                continue
            except UnicodeEncodeError:
                foreign.append(bytes((code,)))
                continue
            if len(folded) > 1:
                longer.append((bytes((code,)), folded))
            table[code] = code if len(folded) > 1 else (folded or b" ")[0]
        return _CodePage(name, bytes(table), tuple(longer), tuple(foreign))

    def words(self, text: str) -> str:
        """The words of a text, if all its characters are in the code page."""
        encoded = text.encode(self.name)
        if any(each in encoded for each in self.foreign):
            return _words_of_any_script(text)
        folded = encoded.translate(self.table)
        for one, several in self.longer:
            folded = folded.replace(one, several)
        return folded.decode(self.name)


@cache
def _letters() -> re.Pattern[str]:
    """A pattern for a run of letters, digits and the marks on them (and underscores)."""
    marks = "".join(chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code))[0] == "M")
    return re.compile(rf"[\w{marks}]+")
