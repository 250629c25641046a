"""Words that stand around the names of authors: what leads to a name, what follows it, and what fills its place."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: What stands ahead of a name: "by" and its like in many languages ...
BY = (
    "beitrag von|artikel von|text von|publié par|posté par|publicado por|pubblicato da|geplaatst door|inlägg av"
    "|by|von|par|por|di|door|av|af|przez|verfasst von|geschrieben von|écrit par|escrito por|scritto da|skrevet av"
    "|skrevet af|skriven av|yazan|автор|текст|作者|記者|记者|撰文|執筆|著者|글쓴이|작성자|كتب|كتبه|بقلم|نویسنده"
    "|מאת|נכתב על ידי|συντάκτης"
).split("|")
#: ... and with a colon behind it.
LABELS = (
    "author|authors|author name|writer|contributor|contributors|from|autor|autorin|autoren|autores|autora|auteur"
    "|autore|autorzy|文|글|기자|著|автор статьи"
).split("|")
#: What was done by the author whose name follows "by" ...
DONE = (
    "article story words text recipe post blog posted written published created authored reported compiled contributed"
).split()
#: ... and what by somebody else.
DONE_BY_OTHERS = (
    "photo photos image images picture illustration reviewed edited updated checked sponsored powered"
).split()
#: Degrees and titles behind a name, as they are written without full stops.
DEGREES = (
    "phd md do rn rd rdn ld ldn cpt cscs cfp cfa cpa cepf mba ms msc bs bsc ma ba mph msn dnp np pharmd dds dvm "
    "esq jd llm jr sr ii iii iv dpt pt ot cnp fnp aprn facp faap facog lcsw lmft psyd edd cns cdces cde ryt "
    "e-ryt pe cissp pmp cissn faan fcps mbbs inc llc ltd"
).split()
#: What somebody is, and what else is written beside a name.
ROLES = (
    "editor writer reporter correspondent contributor director manager founder co-founder ceo cto cmo coo "
    "president specialist expert analyst journalist professor dietitian nutritionist columnist officer senior "
    "reviewer lead consultant engineer intern vp executive strategist coordinator producer contributing guest "
    "educators updated published last minute minutes ago medically reviewed follow share comment comments "
    "subscribe getty image images licensed certified member university more post posts veröffentlicht "
    "aktualisiert erstellt stand publié publicado actualizado pubblicato aggiornato gepubliceerd опубликовано "
    "обновлено"
).split()
#: Words by which a group signs, though they are also roles.
GROUPS = ("team editors staff desk board department center centre institute group").split()
#: What fills the place of a name.
NOBODY = (
    "admin|administrator|author|authors|by|editor|editors|editorial|guest|staff|webmaster|user|root|unknown"
    "|anonymous|none|null|undefined|na|n/a|super admin|superadmin|site admin|wp admin|default|test|name|web team"
    "|redaktion|the author|about the author|written|share|home|blog|news|posted|published|profile|view profile"
    "|login|log|log in|sign in|sign up|register|create account|create new account|request new password"
    "|login/register|loguj/rejestruj|zaloguj|anmelden|registrieren|contributor|writer|mon|tue|wed|thu|fri|sat|sun|lun|mer|jeu|ven|dim"
).split("|")
#: Where pages let their readers share them, which stands in the place of a name or behind one.
NETWORKS = "facebook twitter x youtube linkedin instagram pinterest flickr tumblr reddit rss email".split()


def any_of(words: Iterable[str]) -> str:
    """A pattern of one of *words*, the longest first.

    >>> any_of(["by", "byline"])
    '(?:byline|by)'
    """
    return f"(?:{'|'.join(re.escape(word) for word in sorted(words, key=len, reverse=True))})"
