"""Repairing text: damage is mended, and text that only looks damaged is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.text_repair import join_broken_words, remove_soft_hyphens, repair, repair_mojibake


def damaged(text: str) -> str:
    """*text* as it looks when its UTF-8 is read as Windows-1252, undefined bytes as browsers read them."""
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in text.encode())


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("itâ€™s", "it’s"),
        ("â€œquotedâ€\x9d", "“quoted”"),
        ("1990â€“1995", "1990–1995"),
        ("waitâ€¦", "wait…"),
        ("cafÃ© crÃ¨me", "café crème"),
        ("MÃ¼nchen", "München"),
        ("25Â°C or 30Â°C", "25°C or 30°C"),
        ("Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "привет"),
        ("ä¸­æ–‡", "中文"),
        ("ÃƒÂ© cafÃƒÂ©", "é café"),
    ],
)
def test_mojibake_is_mended(broken: str, whole: str):
    """UTF-8 that was read as Windows-1252, once or twice, becomes what it was."""
    assert repair_mojibake(broken) == whole


@pytest.mark.parametrize(
    "text",
    [
        "„Ö“ steht im Wörterbuch unter „Ä“",
        "“amanhã”… e “lã”",
        "L’été à Besançon, où l’on rêve",
        "Ångström and Ørsted",
        "NÃO AO FUMO",
        "naïve façade, 20 °C, £5, ½ cup",
        "Привет, мир — «да»",
        "中文和日本語の文章。",
        "العربية والفارسیة",
        "plain ASCII",
        "",
    ],
)
def test_sound_text_is_left_alone(text: str):
    """Text in its right encoding comes back unchanged, quotes after capital letters included."""
    assert repair(text) == text


def test_damage_beside_sound_characters():
    """A line that also has sound characters is mended only where nothing else is possible."""
    assert repair_mojibake("Śląsk – itâ€™s the cafÃ©s") == "Śląsk – it’s the cafés"


def test_lines_are_mended_one_by_one():
    """A sound line beside a damaged one is not touched."""
    assert repair_mojibake("dÃ©jÃ\xa0 vu\nÅ“uvre „Ö“") == "déjà vu\nÅ“uvre „Ö“"


@given(st.text(alphabet=st.characters(codec="cp1252", exclude_characters="\x81\x8d\x8f\x90\x9d"), max_size=60))
def test_repair_never_fails(text: str):
    """Any text is answered, and ASCII letters never change."""
    assert [char for char in repair_mojibake(text) if char.isascii() and char.isalpha()] == [
        char for char in text if char.isascii() and char.isalpha()
    ]


@pytest.mark.parametrize("text", ["Müller’s Mühle – „schön“", "Ελληνικά κείμενα", "Русский текст", "한국어 문장"])
def test_damage_and_repair_are_a_round_trip(text: str):
    """Damaging a text and repairing it gives the text."""
    assert repair_mojibake(damaged(text)) == text


def test_soft_hyphens_go():
    """Soft hyphens vanish; joiners that scripts need stay."""
    assert remove_soft_hyphens("Donau\u00addampf\u00adschiff") == "Donaudampfschiff"
    assert repair("می\u200cخواهم") == "می\u200cخواهم"


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("the har-\nvest", "the harvest"),
        ("the har-  \n  vest", "the harvest"),
        ("a well-\nknown man, well-known", "a well-known man, well-known"),
        ("Ein- und Ausgang", "Ein- und Ausgang"),
        ("Ein-\nund Ausgang", "Ein-\nund Ausgang"),
        ("Rhein-\nMain", "Rhein-\nMain"),
        ("the exam- ple is an example", "the example is an example"),
        ("pre- war and post- war", "pre- war and post- war"),
        ("1990-\n1995", "1990-\n1995"),
        ("he said -\nand left", "he said -\nand left"),
    ],
)
def test_words_broken_at_line_ends(broken: str, whole: str):
    """A word is joined where a line ends, or where the text has it whole elsewhere; compounds keep their hyphen."""
    assert join_broken_words(broken) == whole
