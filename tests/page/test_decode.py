"""Bytes to text: what decides, in which order, and what is refused."""

from __future__ import annotations

import gzip
import io
import random
import subprocess
import sys
import time
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import DecodeError
from thresher.page.decode import MAGIC, decode, encoding_of

RUSSIAN = "Сегодня в Москве открылась выставка старых карт, которую готовили почти три года. "
GREEK = "Σήμερα στην Αθήνα άνοιξε μια έκθεση παλιών χαρτών που ετοιμαζόταν για τρία χρόνια. "
HEBREW = "היום נפתחה בירושלים תערוכה של מפות ישנות שהוכנה במשך כמעט שלוש שנים. "
ARABIC = "افتتح اليوم في القاهرة معرض للخرائط القديمة استغرق إعداده ما يقرب من ثلاث سنوات. "
THAI = "วันนี้ที่กรุงเทพมหานครมีการเปิดนิทรรศการแผนที่เก่าซึ่งใช้เวลาเตรียมการเกือบสามปี "
CHINESE = "今天北京举办了一个旧地图展览，这个展览准备了将近三年的时间，吸引了很多观众。 "
TAIWANESE = "今天台北舉辦了一個舊地圖展覽，這個展覽準備了將近三年的時間，吸引了很多觀眾。 "
JAPANESE = "今日、東京で古い地図の展覧会が始まりました。準備にはほぼ三年かかったそうです。 "
KOREAN = "오늘 서울에서 거의 삼 년 동안 준비한 옛 지도 전시회가 열려 많은 사람들이 찾았습니다. "
POLISH = "Dziś w Łodzi otwarto wystawę starych map, którą przygotowywano przez blisko trzy lata; są też źródła. "
GERMAN = "Heute öffnete in Köln eine Ausstellung älterer Karten für Schüler, über drei Jahre vorbereitet. "
FRENCH = "Une exposition de cartes âgées a été ouverte à Orléans après trois années de préparation, déjà. "

LEGACY = [
    (RUSSIAN, "cp1251", "windows-1251", "windows-1251"),
    (RUSSIAN, "koi8_r", "koi8-r", "koi8-r"),
    (RUSSIAN, "cp866", "ibm866", "ibm866"),
    (GREEK, "iso8859_7", "iso-8859-7", "iso-8859-7"),
    (HEBREW, "cp1255", "windows-1255", "windows-1255"),
    (ARABIC, "cp1256", "windows-1256", "windows-1256"),
    (THAI, "cp874", "tis-620", "windows-874"),
    (CHINESE, "gb18030", "gb2312", "gbk"),
    (TAIWANESE, "big5", "big5", "big5"),
    (JAPANESE, "cp932", "shift_jis", "shift_jis"),
    (JAPANESE, "euc_jp", "x-euc-jp", "euc-jp"),
    (KOREAN, "cp949", "ks_c_5601-1987", "euc-kr"),
    (POLISH, "iso8859_2", "latin2", "iso-8859-2"),
    (GERMAN, "cp1252", "iso-8859-1", "windows-1252"),
    (FRENCH, "cp1252", "us-ascii", "windows-1252"),
]
IDS = [codec for _, codec, _, _ in LEGACY]


def page(text: str, label: str | None = None) -> str:
    """A small page with *text*, declared as *label*."""
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={label}">' if label else ""
    return f"<html><head>{meta}<title>{text[:20]}</title></head><body><p>{text * 3}</p></body></html>"


@pytest.mark.parametrize(("text", "codec", "label", "name"), LEGACY, ids=IDS)
def test_right_declarations_are_followed(text, codec, label, name):
    """A right label is found in header and markup, and named as the Encoding Standard names it."""
    in_markup, plain = page(text, label), page(text)
    meta, http = decode(in_markup.encode(codec)), decode(plain.encode(codec), label.upper())
    assert (meta.text, meta.encoding, meta.found) == (in_markup, name, "declared-meta")
    assert (http.text, http.encoding, http.found) == (plain, name, "declared-http")


@pytest.mark.parametrize(("text", "codec", "label", "name"), LEGACY, ids=IDS)
@pytest.mark.parametrize("wrong", [None, "utf-8", "klingon"])
def test_missing_and_empty_declarations_are_made_up_for(text, codec, label, name, wrong):
    """Without a label that could be right the letters decide."""
    source = page(text, wrong)
    found = decode(source.encode(codec))
    assert found.found == "detected"
    assert found.text == source


@pytest.mark.parametrize(
    ("text", "codec", "wrong"),
    [
        (RUSSIAN, "cp1251", "iso-8859-1"),
        (RUSSIAN, "cp1251", "koi8-r"),
        (RUSSIAN, "koi8_r", "windows-1251"),
        (GREEK, "cp1253", "latin1"),
        (CHINESE, "gb18030", "big5"),
        (TAIWANESE, "big5", "gb2312"),
        (JAPANESE, "euc_jp", "shift_jis"),
        (KOREAN, "cp949", "windows-1252"),
    ],
)
def test_wrong_declarations_are_seen_through(text, codec, wrong):
    """A label that decodes without an error but makes nonsense is not followed, in header or in markup."""
    source = page(text, wrong)
    assert decode(source.encode(codec)).text == source
    assert decode(page(text).encode(codec), wrong).text == page(text)


def test_markup_helps_where_the_header_is_wrong():
    """The label of the markup has its turn after a header that does not fit."""
    found = decode(page(JAPANESE, "euc-jp").encode("euc_jp"), "utf-8")
    assert (found.encoding, found.found) == ("euc-jp", "declared-meta")


@pytest.mark.parametrize("label", [None, "iso-8859-1", "windows-1251", "shift_jis", "utf-16"])
def test_utf8_is_utf8_whatever_is_declared(label):
    """Valid UTF-8 is never read as anything else."""
    source = page(GERMAN + CHINESE, label)
    found = decode(source.encode(), label)
    assert (found.text, found.encoding, found.found, found.replaced) == (source, "utf-8", "utf-8", 0)


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        ("utf-8-sig", "utf-8"),
        ("utf-16-le", "utf-16le"),
        ("utf-16-be", "utf-16be"),
        ("utf-32-le", "utf-32le"),
        ("utf-32-be", "utf-32be"),
    ],
)
def test_marks_decide_and_go_away(codec, name):
    """A byte-order mark outweighs every label and is no part of the text."""
    body = page(RUSSIAN).encode(codec) if codec == "utf-8-sig" else ("\ufeff" + page(RUSSIAN)).encode(codec)
    found = decode(body, "iso-8859-1")
    assert (found.text, found.encoding, found.found) == (page(RUSSIAN), name, "bom")


@pytest.mark.parametrize("text", [GERMAN, RUSSIAN, GREEK, CHINESE, JAPANESE])
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings_show_by_their_nuls(text, codec):
    """UTF-16 and UTF-32 need no mark."""
    found = decode(page(text).encode(codec))
    assert (found.text, found.found) == (page(text), f"{codec[:6]}-pattern")


@pytest.mark.parametrize("label", [None, "shift_jis", "utf-8"])
def test_japanese_escapes_are_no_ascii(label):
    """ISO-2022-JP is valid ASCII, and is read by its escapes."""
    source = page(JAPANESE, label)
    found = decode(source.encode("iso2022_jp"))
    assert (found.text, found.encoding, found.found) == (source, "iso-2022-jp", "escape-sequence")


def test_escapes_of_a_terminal_are_not_japanese():
    """Colour codes of a terminal, and even a stray escape with a dollar, leave a page what it is."""
    source = "<pre>\x1b[31mred\x1b[0m costs \x1b$5, not more</pre>"
    assert decode(source.encode()).text == source


def test_few_bad_places_in_utf8_are_replaced_and_counted():
    """A page that is UTF-8 but for a byte here and there stays UTF-8."""
    body = page(RUSSIAN * 5).encode().replace("я".encode(), b"\xff", 2)
    found = decode(body)
    assert (found.encoding, found.found, found.replaced) == ("utf-8", "utf-8", 2)
    assert found.text.count("\ufffd") == 2


def test_a_replacement_character_of_the_page_is_not_counted():
    """U+FFFD that the page itself has is none of ours."""
    assert decode(("\ufffd" + RUSSIAN * 5).encode() + b"\xd0").replaced == 1


def test_utf8_that_says_so_may_be_worse():
    """With a label of UTF-8 a page of a few accents, one of them bad, is UTF-8; without it, it need not be."""
    body = "é è ü ".encode() + b"\xe9 !"
    assert decode(body, "utf-8").encoding == "utf-8"
    assert decode(body).encoding != "utf-8"


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [(CHINESE, "gb18030", "gbk"), (JAPANESE, "euc_jp", "euc-jp"), (KOREAN, "cp949", "euc-kr")],
)
def test_bad_bytes_do_not_hide_an_encoding(text, codec, name):
    """A detector that gives an encoding up at its first bad byte is asked piecewise."""
    body = page(text * 40).encode(codec)
    early = body.index(text[4:6].encode(codec), 1000)
    found = decode(body[:early] + b"\xff" + body[early + 1 :])
    assert (found.encoding, found.found) == (name, "detected")


@pytest.mark.parametrize(
    ("codec", "label", "signs"),
    [("gb18030", "gb2312", "“so” — …"), ("cp932", "shift_jis", "“so” …"), ("cp1251", "windows-1251", "«so» — №")],
)
def test_signs_in_an_english_page_follow_the_label(codec, label, signs):
    """Quotes and dashes alone look like any encoding; the label is believed."""
    source = page(f"They said {signs} and left the house without another word. ")
    assert decode(source.encode(codec), label).text == source


def test_declarations_in_comments_and_far_away_do_not_count():
    """Only a declaration that a browser would see is one."""
    hidden = "<!-- <meta charset=koi8-r> -->" + page(RUSSIAN)
    far = " " * 5000 + '<meta charset="windows-1251">' + page(RUSSIAN)
    assert decode(hidden.encode("koi8_r")).found == "detected"
    assert decode(far.encode("cp1251")).found == "detected"


def test_xml_declarations_count():
    """XHTML says its encoding in the XML declaration."""
    source = '<?xml version="1.0" encoding="iso-8859-2"?>' + page(POLISH)
    found = decode(source.encode("iso8859_2"))
    assert (found.text, found.found) == (source, "declared-meta")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin-1", "windows-1252"),
        (" 'ISO-8859-1' ", "windows-1252"),
        ("GB2312", "gbk"),
        ("ks_c_5601-1987", "euc-kr"),
        ("cp949", "euc-kr"),
        ("x-sjis", "shift_jis"),
        ("CP932", "shift_jis"),
        ("big5-hkscs", "big5"),
        ("iso-8859-9", "windows-1254"),
        ("tis-620", "windows-874"),
        ("utf8", "utf-8"),
        ("utf-16", None),
        ("hz-gb-2312", None),
        ("unicode_escape", None),
        ("zip", None),
        ("utf-7", None),
        ('"><script>', None),
        ("", None),
    ],
)
def test_labels_mean_what_they_mean_to_browsers(label, name):
    """Labels of the Encoding Standard and of habit are known; others, Python's own codecs among them, are not."""
    assert encoding_of(label) == name


def zip_archive() -> bytes:
    """A small ZIP archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("page.html", page(GERMAN))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("body", "looks"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a PNG picture"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "a PDF document"),
        (gzip.compress(b"<p>page"), "gzip-compressed data"),
        (zip_archive(), "a ZIP archive"),
        (random.Random(7).randbytes(5000), "binary data"),  # noqa: S311 - no secret
        (bytes(3000), "binary data"),
        (b"\x01\x00\x02\x00\x07\x00" * 500, "binary data"),
    ],
    ids=["png", "pdf", "gzip", "zip", "random", "zeros", "numbers"],
)
def test_what_is_no_text_is_refused(body, looks):
    """Other files are refused with a sentence that says what they look like, whatever the header says."""
    with pytest.raises(DecodeError, match=f"look like {looks}"):
        decode(body, "iso-8859-1")


def test_no_magic_number_is_the_start_of_a_page():
    """What begins like another file does not begin like a page or with a byte-order mark."""
    for start in MAGIC:
        assert not start.startswith((b"<", b" ", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))


def test_empty_bytes_are_an_empty_page():
    """No bytes, no text, no error."""
    assert (decode(b"").text, decode(b"", "klingon").found) == ("", "empty")


def test_stray_nuls_do_no_harm():
    """A few NULs do not make a page binary or UTF-16."""
    source = page(GERMAN).replace("<p>", "<p>\0") + "\0\0"
    assert decode(source.encode()).text == source


@given(st.binary(max_size=300), st.sampled_from([None, "utf-8", "latin-1", "gbk", "\u0000", "iso-2022-jp"]))
def test_any_bytes_are_text_or_refused(body, declared):
    """No bytes raise anything but the one error, and the count of replacements is that of the text at most."""
    try:
        found = decode(body, declared)
    except DecodeError:
        return
    assert 0 <= found.replaced <= found.text.count("\ufffd")


@given(st.text(alphabet=st.characters(blacklist_categories=["Cc", "Cs"]), min_size=1))
def test_utf8_comes_back_as_it_was(text):
    """Whatever text is encoded in UTF-8 comes back, unless it begins with a mark or a magic number."""
    source = "<p>" + text
    assert decode(source.encode()).text == source


@pytest.mark.parametrize(
    "unit", [b"<", b"<meta ", b"<!--", b"\x1b$B", b"<?xml ", b"\xe4", b"a\xe4", b"\x81\x40", b"\xe4 <"]
)
def test_time_is_linear(unit):
    """Eight times as much of what repeats badly takes at most about eight times as long."""

    def seconds(size: int) -> float:
        body = unit * (size // len(unit)) + b"\xe4 \xfc "
        start = time.process_time()
        decode(body, "klingon")
        return time.process_time() - start

    assert seconds(4_000_000) < 30 * seconds(500_000) + 0.5


def test_importing_and_the_usual_case_are_light():
    """Neither the import nor valid UTF-8 loads the detector."""
    script = (
        "import sys; from thresher.page.decode import decode; decode('<p>ü'.encode());"
        "print('turbohtml.detect' in sys.modules); decode(b'caf\\xe9'); print('turbohtml.detect' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
