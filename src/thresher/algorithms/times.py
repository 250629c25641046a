"""Texts that say when something was posted, and little else."""

from __future__ import annotations

import re
from functools import lru_cache

from thresher.page.kernels import kernel

#: Words that may stand beside a time [D].
MAX_WORDS_BESIDE_TIME = 2

_WORDS = re.compile(r"\w+")
#: Names of months in English, German, French, Spanish and Italian, full and short [D].
_MONTH = (
    r"(?:jan(?:uary|uar|v|vier)?|ene(?:ro)?|gen(?:naio)?|feb(?:ruary|ruar|rero|braio)?|févr?(?:ier)?|mar(?:ch|s|zo)?"
    r"|märz?|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|may|mai|mayo|mag(?:gio)?|june?|juni|juin|junio|giu(?:gno)?|july?"
    r"|juli|juil(?:let)?|julio|lug(?:lio)?|aug(?:ust)?|août|ago(?:sto)?|sept?(?:ember|embre|iembre)?|set(?:tembre)?"
    r"|o[ckt]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember|embre)?|déc(?:embre)?|dic(?:iembre|embre)?)"
    r"\b\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
#: Units of times that are told from now, in English, German, French and Spanish [D].
_UNIT = (
    r"(?:second|minute|hour|day|week|month|year)s?|(?:sekunde|minute|stunde|tag|woche|monat|jahr)(?:e|n|en)?"
    r"|secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?"
)
_SPAN = rf"\d{{1,6}}\s(?:{_UNIT})\b"
#: A time in small letters.
_TIME = re.compile(
    r"\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}日?"
    r"|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    r"|\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?"
    rf"|\b{_MONTH}\s{_DAY}(?:,?\s\d{{4}})?\b|\b{_DAY}\s{_MONTH}(?:,?\s\d{{4}})?\b"
    rf"|{_SPAN}(?:,?\s{_SPAN})?\s(?:ago|her)\b|\b(?:vor|il y a|hace)\s{_SPAN}"
    r"|\d{1,6}\s?(?:秒|分钟|分鐘|小时|小時|天)前|今天|昨天|前天"
)
#: A time has digits beside a sign, or a word for a day ...
_DIGITS = re.compile(r"\d\s?[-/.:h年秒分小天]|[今昨前]天")
#: ... or a word that begins like a month, or tells a time from now.
_BEGINNINGS = frozenset(
    "jan ene gen feb fév mar mär apr avr abr may mai mag jun jui giu jul lug aug aoû ago sep set oct okt ott nov dec "
    "dez déc dic her vor hac il".split()
)
#: Of a time without such a word the figures stand like this.
_FIGURES = re.compile(r"\d[-/.年]\s?\d{1,2}[-/.月]\s?\d|\d[:h]\d\d|[今昨]天|前")


@lru_cache(maxsize=8192)
def is_time(text: str) -> bool:
    """Whether a short text says when something was posted, and little else.

    >>> is_time("Posted: Tue Dec 31, 2019 2:22 pm"), is_time("发表于 2009-10-3 12:30"), is_time("vor 3 Stunden")
    (True, True, True)
    >>> is_time("It rained for 3 days")
    False
    """
    text = text.lower()
    if not may_be_time(text, _BEGINNINGS):
        return False
    rest, times = _TIME.subn(" ", text)
    return times > 0 and len(_WORDS.findall(rest)) <= MAX_WORDS_BESIDE_TIME


@kernel
def may_be_time(text: str, beginnings: frozenset[str]) -> bool:
    """Whether a text in small letters may say a time: a quick look before the long one.

    >>> [may_be_time(text, _BEGINNINGS) for text in ("10:30", "3. dec", "on dec 3", "12.50", "3. quip")]
    [True, True, True, False, False]
    """
    if not _DIGITS.search(text):
        return not beginnings.isdisjoint([word[:3] for word in text.split()])
    return bool(_FIGURES.search(text)) or not beginnings.isdisjoint([word[:3] for word in _WORDS.findall(text)])
