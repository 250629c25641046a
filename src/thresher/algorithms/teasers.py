"""Phrases that end a teaser and lead on to the full text ("Read more", "…"), in many languages."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools

if TYPE_CHECKING:
    from thresher.page import Page

#: What invites a reader to go on elsewhere, lower case, by language [D].
PHRASES: dict[str, tuple[str, ...]] = {
    "en": ("read more", "continue reading", "full story", "learn more", "see more", "view more", "read on"),
    "de": ("weiterlesen", "mehr lesen", "mehr erfahren", "mehr dazu", "zum artikel"),
    "fr": ("lire la suite", "en savoir plus"),
    "es": ("leer más", "seguir leyendo", "ver más"),
    "it": ("leggi tutto", "continua a leggere", "leggi di più"),
    "pt": ("leia mais", "continuar lendo", "saiba mais"),
    "nl": ("lees meer", "lees verder"),
    "sv": ("läs mer",),
    "da": ("læs mere",),
    "no": ("les mer",),
    "fi": ("lue lisää",),
    "pl": ("czytaj więcej", "czytaj dalej"),
    "cs": ("číst dále", "celý článek"),
    "hu": ("tovább", "bővebben"),
    "ro": ("citește mai mult",),
    "ru": ("читать далее", "подробнее"),
    "uk": ("читати далі",),
    "el": ("διαβάστε περισσότερα",),
    "tr": ("devamını oku", "devamini oku"),
    "ar": ("اقرأ المزيد",),
    "fa": ("ادامه مطلب",),
    "ur": ("مزید پڑھیں",),
    "he": ("קרא עוד",),
    "hi": ("और पढ़ें",),
    "zh": ("阅读全文", "阅读更多", "查看更多", "閱讀更多", "繼續閱讀"),
    "ja": ("続きを読む", "もっと見る"),
    "ko": ("더 보기", "더보기"),
    "vi": ("đọc tiếp", "xem thêm"),
    "id": ("baca selengkapnya",),
    "th": ("อ่านต่อ",),
}
#: Written without blanks between words, so a phrase may follow any character.
UNSPACED = ("zh", "ja", "th")

#: A text that ends with a phrase is a teaser up to this length, one that breaks off up to that [D].
MAX_PHRASE_CHARS, MAX_ELLIPSIS_CHARS = 40, 300
#: What a text that breaks off ends with [S].
ELLIPSES = ("…", "...", "…]", "...]", "…)", "...)")
#: Arrows and punctuation that decorate a phrase [D].
DECORATION = " \t\r\n\f\xa0\u200b\u200e\u200f.:;!,…>»›→⇒➔➜►▶▸«‹←◄◀[](){}|+-–—*\"'"

_ALL = tuple(phrase for phrases in PHRASES.values() for phrase in phrases)
_LAST_LETTERS = {phrase[-2:] for phrase in _ALL}  # a quick look before the long one
_FREE = tuple(phrase for language in UNSPACED for phrase in PHRASES[language])


def ends_in_phrase(text: str) -> bool:
    """Whether a text is or ends with a phrase that leads on, arrows and punctuation around it aside.

    >>> ends_in_phrase("The mill burned down. Read more »"), ends_in_phrase("He had bread on")
    (True, False)
    """
    text = text.strip(DECORATION).lower()
    if text[-2:] not in _LAST_LETTERS or not text.endswith(_ALL):
        return False
    phrase = max(filter(text.endswith, _ALL), key=len)
    return phrase in _FREE or not text[-len(phrase) - 1 : -len(phrase)].isalnum()


def breaks_off(text: str) -> bool:
    """Whether a text ends in an ellipsis.

    >>> breaks_off("The mill […] "), breaks_off("The mill burned down.")
    (True, False)
    """
    return text.rstrip().endswith(ELLIPSES)


def teaser_elements(page: Page) -> Bools:
    """Elements whose text is a teaser: a short one that ends with a phrase, or a longer one that breaks off.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Fire at the mill <a>Read more</a><p>A harvest like …<p>The full report.")
    >>> [page.tag[row] for row in np.flatnonzero(teaser_elements(page))]
    ['p', 'a', 'p']
    """
    runs = np.flatnonzero(page.length)
    brief = np.flatnonzero((page.chars > 0) & (page.chars <= MAX_ELLIPSIS_CHARS))
    last = runs[np.searchsorted(runs, page.run_stop[brief]) - 1]
    asked = np.zeros(len(page.text), dtype=bool)
    asked[last] = True
    stops, invites = asked.copy(), asked & (page.length <= MAX_PHRASE_CHARS)
    stops[asked] = [text.rstrip().endswith(ELLIPSES) for text in compress(page.text, asked.tobytes())]
    invites[invites] = list(map(ends_in_phrase, compress(page.text, invites.tobytes())))
    found = np.zeros(len(page.tag), dtype=bool)
    found[brief] = stops[last] | (invites[last] & (page.chars[brief] <= MAX_PHRASE_CHARS))
    return found
