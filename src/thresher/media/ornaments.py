"""Which pictures are none of an article: icons, placeholders, pixels that count readers."""

from __future__ import annotations

import re

from thresher.page.telling import has_word

# All of these look at small letters, which is several times faster than at letters of either case.
_ICON = re.compile(
    r"(?:^|[\W_])(?:icons?|logos?|sprites?|avatars?|gravatar|smil(?:eys?|ies?|es?)|emoji|emoticon|badge|bullet|arrow|btn|button"
    r"|share)(?:$|[\W_\d])"
)
#: Folders of icons and the like.
_ICON_FOLDER = re.compile(
    r"/(?:[\w-]*[_-])?(?:logos?|(?:status)?icons?|gravatars?|avatars?|emojis?|smileys?|smilies|sprites?|badges?|buttons?|btns?)/"
)
_PLACEHOLDER = re.compile(
    r"(?:^|[\W_])(?:spacer|blank|pixel|placeholder|transparent|loading|loader|lazy|1x1|clear|dot|trans)(?:$|[\W_\d])"
)
_TRACKER = re.compile(
    r"doubleclick|googlesyndication|google-analytics|googletagmanager|scorecardresearch|quantserve|imrworldwide"
    r"|facebook\.com/tr\b|adserv|adnxs|amazon-adsystem|taboola|outbrain|criteo|chartbeat|/(?:ads?|banners?)/"
    r"|\bads?\.(?!jp\b)|[/.](?:pixel|beacon|counter|hit)\b"  # .ad.jp is where networks of Japan are
)
#: Each of these patterns has one of these words, but for two: a quick look before the long ones.
_TELLING = frozenset(
    "icon icons statusicon logo logos sprite sprites avatar avatars gravatar gravatars smiley smileys smilie smilies "
    "smile smiles smil emoji emojis emoticon badge badges bullet arrow btn btns button buttons share spacer "
    "blank pixel placeholder transparent loading loader lazy clear dot trans doubleclick googlesyndication analytics "
    "googletagmanager scorecardresearch quantserve imrworldwide facebook adnxs adsystem taboola outbrain "
    "criteo chartbeat ad ads banner banners beacon counter hit".split()
)


def is_ornament(url: str, names: str) -> bool:
    """Whether a picture is an icon, a placeholder or a pixel that counts readers, by its address and class names.

    >>> is_ornament("/img/logo-2.png", ""), is_ornament("icons/rye.png", ""), is_ornament("/a/rye.jpg", "wide")
    (True, True, False)
    """
    names, url = names.lower(), url.lower()
    if not _may_tell(f"{names} {url}"):
        return False
    # A relative address begins with a folder, too.
    path, file = f"/{url}", url.rpartition("/")[2]
    is_icon = _ICON.search(names) or _ICON.search(file) or _ICON_FOLDER.search(path)
    return bool(is_icon or _PLACEHOLDER.search(file) or _TRACKER.search(path))


def is_tracker(url: str) -> bool:
    """Whether an address is one of those that advertise or count readers.

    >>> is_tracker("https://ads.example/x"), is_tracker("https://mill.example/ads-of-1910.html")
    (True, False)
    >>> is_tracker("https://www.mill.ad.jp/rye.png")
    False
    """
    url = url.lower()
    return _may_tell(url) and _TRACKER.search(url) is not None


def _may_tell(text: str) -> bool:
    """Whether one of the patterns may be in a text of small letters."""
    return has_word(text, _TELLING) or "1x1" in text or "adserv" in text
