"""Bytes of a page to text: evidence in the bytes first, what the page says of itself second, a detector last.

    magic number             -> `DecodeError`: a picture, an archive, a document
    byte-order mark          -> "bom"
    NULs at every other byte -> "utf-16-pattern", "utf-32-pattern"
    mostly control bytes     -> `DecodeError`
    escapes of ISO-2022-JP   -> "escape-sequence"
    valid UTF-8, or nearly   -> "utf-8"
    a label that fits        -> "declared-http", "declared-meta"
    a detector               -> "detected", or "fallback": windows-1252, as browsers do

A label comes after UTF-8 because it is often wrong, and UTF-8 hardly ever looks valid by accident.
Encodings are those of the WHATWG Encoding Standard, decoded by turbohtml: ``latin-1`` means windows-1252,
``gb2312`` means GBK, ``ks_c_5601-1987`` means EUC-KR with its extension.
"""

from __future__ import annotations

import codecs
import itertools
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from thresher.errors import DecodeError

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What a body is that begins with these bytes (magic numbers as in the WHATWG MIME Sniffing Standard).
MAGIC = {
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF87a": "a GIF picture",
    b"GIF89a": "a GIF picture",
    b"RIFF": "a RIFF file (WebP picture, sound or video)",
    b"\x00\x00\x01\x00": "an icon",
    b"%PDF-": "a PDF document",
    b"%!PS-Adobe-": "a PostScript document",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an Office document",
    b"PK\x03\x04": "a ZIP archive (or an Office document)",
    b"Rar!\x1a\x07": "a RAR archive",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"\x1f\x8b": "gzip-compressed data",
    b"BZh": "bzip2-compressed data",
    b"\xfd7zXZ\x00": "xz-compressed data",
    b"\x28\xb5\x2f\xfd": "Zstandard-compressed data",
    b"OggS\x00": "Ogg sound or video",
    b"ID3": "MP3 sound",
    b"\x1a\x45\xdf\xa3": "Matroska or WebM video",
    b"\x00\x00\x00\x18ftyp": "MP4 video",
    b"\x00\x00\x00\x1cftyp": "MP4 video",
    b"\x00\x00\x00\x20ftyp": "MP4 video",
    b"wOFF": "a web font",
    b"wOF2": "a web font",
    b"\x00asm": "a WebAssembly module",
    b"\x7fELF": "a program",
    b"SQLite format 3\x00": "an SQLite database",
}
_MAGIC_STARTS = tuple(MAGIC)

#: Byte-order marks, the longer ones first: UTF-16LE's is the beginning of UTF-32LE's.
MARKS = {
    codecs.BOM_UTF32_LE: "utf-32le",
    codecs.BOM_UTF32_BE: "utf-32be",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16le",
    codecs.BOM_UTF16_BE: "utf-16be",
}
_MARK_STARTS = tuple(MARKS)

#: Bytes at the start that are looked at for NULs and control bytes.
HEAD_BYTES = 4096

#: Share of UTF-16 units with a NUL at one of their two places: blanks and markup have them.
MIN_NUL_SHARE = 0.2

#: The same where the bytes cannot be UTF-8: Chinese and Greek with little markup.
MIN_NUL_SHARE_IF_NOT_UTF8 = 0.02

#: NULs at the other place, for one at the first; U+4E00 and a few others have them.
MAX_OTHER_NULS = 0.2

#: UTF-32 has NULs at two places of four nearly always: no character is beyond U+10FFFF.
MIN_WIDE_NUL_SHARE = 0.9

#: Control bytes that no text has; tab, newlines, form feed, shift and escape are not among them.
_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\x0e\x0f\x1b"))

#: Valid UTF-8 with a larger share of control bytes is no page; stray NULs and padding are below.
MAX_CONTROL_SHARE = 0.3

#: The same for bytes that are not UTF-8: random bytes have 10 %, pages in legacy encodings none.
MAX_LEGACY_CONTROL_SHARE = 0.05

#: Share of non-ASCII bytes that may be bad in UTF-8: pages are cut off, and pasted together.
MAX_BAD_SHARE = 0.05

#: The same where the page says that it is UTF-8; of 640 pages in legacy encodings none had less than 0.46.
MAX_BAD_SHARE_IF_DECLARED = 0.4

#: Where a declaration is looked for; browsers take 1,024 bytes, pages need more (comments, scripts first).
DECLARATION_BYTES = 4096
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_META = re.compile(
    rb"""<(?:meta\b[^<>]*?\bcharset|\?xml\b[^<>]*?\bencoding)\s*=\s*["']?\s*([\w.:+-]+)""", re.IGNORECASE
)

#: Labels that pages use and the standard does not know (and UTF-8, which needs no question).
MORE_LABELS = {
    "cp932": "shift_jis",
    "ms932": "shift_jis",
    "cp936": "gbk",
    "ms936": "gbk",
    "euc-cn": "gbk",
    "cp949": "euc-kr",
    "ms949": "euc-kr",
    "uhc": "euc-kr",
    "euc_kr": "euc-kr",
    "euc_jp": "euc-jp",
    "cp950": "big5",
    "ms950": "big5",
    "win-1251": "windows-1251",
    "windows1251": "windows-1251",
    "windows1252": "windows-1252",
    "latin-1": "windows-1252",
    "utf8": "utf-8",
    "utf_8": "utf-8",
    "utf8mb4": "utf-8",
    "cp65001": "utf-8",
}

_LABEL = re.compile(r"[\w.:+-]{1,40}", re.ASCII)

#: Encodings of Latin script. The detector tells them from others but not from each other, and it need not.
LATIN = frozenset(
    ["windows-1250", "windows-1252", "windows-1254", "windows-1257", "windows-1258", "macintosh"]
    + [f"iso-8859-{part}" for part in (2, 3, 4, 10, 13, 14, 15, 16)]
)

#: Encodings that the detector knows by the name of a relative.
RELATIVES = {"koi8-r": "koi8-u", "gb18030": "gbk", "iso-8859-8-i": "iso-8859-8"}

#: Encodings that the detector does not know: they are believed.
UNKNOWN = frozenset(["x-mac-cyrillic"])

#: A declared encoding is believed that has this share of the confidence of the best one.
MIN_FIT = 0.8

#: With fewer non-ASCII bytes the detector guesses, and the declaration is believed.
MIN_EVIDENCE = 8

#: Quotes and dashes in a page that is ASCII otherwise tell nothing either: this share of letters at most.
MAX_LETTER_SHARE = 0.1
_LETTER = re.compile(r"[^\W\d_a-zA-Z]")

#: Characters that show a wrong encoding: replacements and the C1 controls, which no page means.
_ODD = re.compile("[\x80-\x9f\ufffd]")

#: What the detector gets to see: text around non-ASCII bytes, this much of it.
SAMPLE_BYTES = 8192

#: How far from the first non-ASCII byte the sample may be gathered, so that a long page costs no more.
SAMPLE_REACH = 1 << 19
_NON_ASCII = re.compile(rb"[\x80-\xff]")
_TAG = re.compile(rb"<[^<>]*>")
#: Of a run of ASCII its first byte stays (it may be the second half of a character) and its last word.
_ASCII_RUN = re.compile(rb"([\x00-\x7f])[\x00-\x7f]{24,}([\x00-\x7f]{12})")

#: The detector strikes an encoding off at its first bad byte, so it sees the sample in pieces: with one bad
#: place in 80 words it was right on 9 of 40 pages in one piece, on 37 in eight.
PIECES = 8

#: Shorter pieces have too few letters to tell.
MIN_PIECE_BYTES = 512

_HIGH_BYTES = bytes(range(0x80, 0x100))


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of a page, and how it was found."""

    text: str
    encoding: str  #: lower-case name of the Encoding Standard, "utf-32le" and "utf-32be" besides
    found: str  #: what decided: "bom", "utf-8", "declared-meta", "detected" ... (the list at the top)
    replaced: int = 0  #: undecodable places, each U+FFFD in the text


def decode(body: bytes, declared: str | None = None) -> Decoded:
    """Text of *body*, whose HTTP header said *declared*.

    >>> decode("Grüße".encode())
    Decoded(text='Grüße', encoding='utf-8', found='utf-8', replaced=0)
    >>> decode("Привет".encode("koi8-r"), declared="KOI8-R").found
    'declared-http'
    >>> decode(b"%PDF-1.7 ...")
    Traceback (most recent call last):
    thresher.errors.DecodeError: not a page of text: the bytes look like a PDF document
    """
    if not body:
        return Decoded("", "utf-8", "empty")
    _refuse_magic(body)
    return _by_mark(body) or _by_nuls(body) or _by_escapes(body) or _as_utf8(body) or _as_legacy(body, declared)


def _refuse_magic(body: bytes) -> None:
    """Raise if *body* begins like a file of another kind."""
    if body.startswith(_MAGIC_STARTS):
        looks = next(looks for start, looks in MAGIC.items() if body.startswith(start))
        raise DecodeError(f"the bytes look like {looks}")


def _refuse_controls(body: bytes, limit: float) -> None:
    """Raise if more than a *limit* of the bytes at the start are control bytes."""
    head = body[:HEAD_BYTES]
    share = 1 - len(head.translate(None, _CONTROLS)) / len(head)
    if share > limit:
        raise DecodeError(f"the bytes look like binary data ({share:.0%} of them are control bytes)")


def _by_mark(body: bytes) -> Decoded | None:
    """Text after its byte-order mark."""
    if not body.startswith(_MARK_STARTS):
        return None
    mark, encoding = next(item for item in MARKS.items() if body.startswith(item[0]))
    return _unicode(body[len(mark) :], encoding, "bom")


def _by_nuls(body: bytes) -> Decoded | None:
    """Text in UTF-16 or UTF-32 without a mark, by where its NULs are."""
    head = body[:HEAD_BYTES]
    encoding = _nul_pattern(head) if 0 in head else None
    if encoding is None:
        return None
    found = _unicode(body, encoding, f"{encoding[:6]}-pattern")
    _refuse_controls(found.text[:HEAD_BYTES].encode(), MAX_LEGACY_CONTROL_SHARE)
    return found


def _nul_pattern(head: bytes) -> str | None:
    """Wide encoding whose pattern of NULs *head* has.

    >>> _nul_pattern("<p>水</p>".encode("utf-16-be"))
    'utf-16be'
    """
    first, second, third, fourth = (head[place::4].count(0) * 4 / len(head) for place in range(4))
    if min(third, fourth) > MIN_WIDE_NUL_SHARE > first:
        return "utf-32le"
    if min(first, second) > MIN_WIDE_NUL_SHARE > fourth:
        return "utf-32be"
    low, high = (first + third) / 2, (second + fourth) / 2
    least = MIN_NUL_SHARE_IF_NOT_UTF8 if not _is_utf8(head) else MIN_NUL_SHARE
    if max(low, high) < least or min(low, high) > MAX_OTHER_NULS * max(low, high):
        return None
    return "utf-16le" if high > low else "utf-16be"


def _is_utf8(part: bytes) -> bool:
    """Whether *part* may be UTF-8; a character that is cut off at its end does not count."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(part)
    except UnicodeDecodeError:
        return False
    return True


def _unicode(body: bytes, encoding: str, found: str) -> Decoded:
    """Text in one of the Unicode encodings, bad places replaced."""
    text = body.decode(encoding, "replace")
    # A U+FFFD that was already in the page is none of our replacements.
    replaced = text.count("\ufffd") - body.count("\ufffd".encode(encoding))
    return Decoded(text, encoding, found, max(replaced, 0))


def _by_escapes(body: bytes) -> Decoded | None:
    """Japanese text in seven bits, which is valid UTF-8 as well: only its escapes tell."""
    if b"\x1b" not in body or b"\x1b$" not in body or not body.isascii():
        return None
    text = _text(body, "iso-2022-jp")
    replaced = text.count("\ufffd")
    if replaced > MAX_BAD_SHARE * _non_ascii(text):
        return None
    return Decoded(text, "iso-2022-jp", "escape-sequence", replaced)


def _as_utf8(body: bytes) -> Decoded | None:
    """Text of bytes that are UTF-8 throughout: the usual case, one pass."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return None
    _refuse_controls(body, MAX_CONTROL_SHARE)
    return Decoded(text, "utf-8", "utf-8")


def _as_legacy(body: bytes, declared: str | None) -> Decoded:
    """Text of bytes that are not, or not quite, UTF-8."""
    _refuse_controls(body, MAX_LEGACY_CONTROL_SHARE)
    claims = [*_claims(body, declared)]
    if found := _as_broken_utf8(body, claims):
        return found
    looks = _looks(_sample(body))
    return _as_declared(body, claims, looks) or _as_detected(body, looks)


def _claims(body: bytes, declared: str | None) -> Iterator[tuple[str, str]]:
    """Name the encodings that header and markup declare, and which did; unknown labels are left out.

    >>> [*_claims(b'<?xml version="1.0" encoding="latin1"?>', "x-sjis")]
    [('shift_jis', 'declared-http'), ('windows-1252', 'declared-meta')]
    """
    inside = _META.findall(_COMMENT.sub(b"", body[:DECLARATION_BYTES]))
    said = [(declared or "", "declared-http"), *((label.decode(), "declared-meta") for label in inside)]
    for label, where in said:
        if encoding := encoding_of(label):
            yield encoding, where


@lru_cache(maxsize=256)
def encoding_of(label: str) -> str | None:
    """Give the encoding that a *label* means to a browser, ``None`` for one that means nothing.

    >>> encoding_of("Latin-1"), encoding_of("gb2312"), encoding_of("klingon")
    ('windows-1252', 'gbk', None)
    """
    from turbohtml.detect import detect

    name = label.strip(" \t\r\n\"'").lower()
    name = MORE_LABELS.get(name, name)
    if name == "utf-8" or not _LABEL.fullmatch(name):
        return "utf-8" if name == "utf-8" else None
    # turbohtml knows the standard's labels but has no function that tells: it is asked what a page is that
    # is UTF-8 but for its declaration. One of UTF-16 could not be read if it were true, so it says nothing.
    found = detect(f'<meta charset="{name}">é'.encode()).encoding
    return None if found in {None, "UTF-8", "replacement"} else str(found).lower()


def _as_broken_utf8(body: bytes, claims: list[tuple[str, str]]) -> Decoded | None:
    """Text that is UTF-8 but for a few places."""
    found = _unicode(body, "utf-8", "utf-8")
    says_so = any(encoding == "utf-8" for encoding, _ in claims)
    limit = MAX_BAD_SHARE_IF_DECLARED if says_so else MAX_BAD_SHARE
    return found if found.replaced < limit * _high_bytes(body) else None


def _high_bytes(body: bytes) -> int:
    """Count of bytes beyond ASCII."""
    return len(body) - len(body.translate(None, _HIGH_BYTES))


def _as_declared(body: bytes, claims: list[tuple[str, str]], looks: dict[str, float]) -> Decoded | None:
    """Text in the first declared encoding that fits the bytes."""
    few = _high_bytes(body) < MIN_EVIDENCE
    for encoding, where in claims:
        if encoding == "utf-8":
            continue
        text = _text(body, encoding)
        if _is_clean(text) and (few or _fits(encoding, looks) or _is_signs(text)):
            return Decoded(text, encoding, where, text.count("\ufffd"))
    return None


def _is_clean(text: str) -> bool:
    """Whether *text* has hardly any characters that come of a wrong encoding."""
    return len(_ODD.findall(text)) <= MAX_BAD_SHARE * _non_ascii(text)


def _non_ascii(text: str) -> int:
    """Count of characters beyond ASCII."""
    return len(text) - len(text.encode("ascii", "ignore"))


def _fits(encoding: str, looks: dict[str, float]) -> bool:
    """Whether the bytes look like *encoding*, as far as a detector can tell.

    >>> _fits("koi8-r", {"koi8-u": 0.9, "windows-1251": 0.1}), _fits("windows-1252", {"windows-1251": 0.9})
    (True, False)
    """
    kin = LATIN if encoding in LATIN else {RELATIVES.get(encoding, encoding)}
    best = max(looks.values(), default=0.0)
    return encoding in UNKNOWN or max(looks.get(name, 0.0) for name in kin) >= MIN_FIT * best


def _is_signs(text: str) -> bool:
    """Whether the characters beyond ASCII are punctuation and symbols: a wrong encoding would make letters.

    >>> _is_signs("“no” – © 2026"), _is_signs("né")
    (True, False)
    """
    return len(_LETTER.findall(text)) <= MAX_LETTER_SHARE * _non_ascii(text)


def _as_detected(body: bytes, looks: dict[str, float]) -> Decoded:
    """Text in the encoding that it looks like most; windows-1252 where nothing speaks for any."""
    encoding = max(looks, key=looks.__getitem__, default="windows-1252")
    text = _text(body, encoding)
    return Decoded(text, encoding, "detected" if looks else "fallback", text.count("\ufffd"))


def _sample(body: bytes) -> bytes:
    """Text around the non-ASCII bytes, without tags and long stretches of ASCII, which tell nothing.

    >>> _sample("<p lang=ru>Привет".encode("koi8-r") + b"!" * 99).decode("koi8-r")
    ' Привет! !!!!!!!!!!!!'
    """
    first = _NON_ASCII.search(body)
    start = max(first.start() - SAMPLE_BYTES, 0) if first else 0
    text = _TAG.sub(b" ", body[start : start + SAMPLE_REACH])
    dense = _ASCII_RUN.sub(rb"\1 \2", text)
    # A cut inside a character would count against the right encoding.
    return dense if len(dense) <= SAMPLE_BYTES else dense[:SAMPLE_BYTES].rpartition(b" ")[0]


def _looks(sample: bytes) -> dict[str, float]:
    """Confidence that *sample* is in an encoding, name, summed over its pieces."""
    from turbohtml.detect import detect_all

    looks: dict[str, float] = {}
    for match in itertools.chain.from_iterable(map(detect_all, _pieces(sample))):
        if match.encoding and match.confidence:
            name = match.encoding.lower()
            looks[name] = looks.get(name, 0.0) + match.confidence
    return looks


def _pieces(sample: bytes) -> Iterator[bytes]:
    """*sample* in pieces of about the same size, cut before blanks, since a character has none inside.

    >>> [len(piece) for piece in _pieces(b"word " * 300)]
    [509, 510, 481]
    """
    size = max(len(sample) // PIECES, MIN_PIECE_BYTES)
    start = 0
    while start < len(sample):
        blank = sample.rfind(b" ", start + 1, start + size)
        stop = blank if blank > 0 and start + size < len(sample) else start + size
        yield sample[start:stop]
        start = stop


def _text(body: bytes, encoding: str) -> str:
    """Text in an *encoding* of the standard, bad places replaced."""
    import turbohtml.detect  # noqa: F401 - registers the codecs

    return body.decode(f"whatwg-{encoding}", "replace")
