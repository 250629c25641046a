"""Names of authors out of lines."""

from __future__ import annotations

import pytest

from thresher.metadata.names import is_label, is_signature, names_in, signed


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("By Ann Rye", ["Ann Rye"]),
        ("BY ANN RYE", ["Ann Rye"]),
        ("Written by Ann Rye and Bob Oats", ["Ann Rye", "Bob Oats"]),
        ("Ann Rye, Bob Oats & Cora Spelt", ["Ann Rye", "Bob Oats", "Cora Spelt"]),
        ("Dr. Ann Rye, PhD, RD", ["Ann Rye"]),
        ("Ann Rye, Senior Editor at The Mill", ["Ann Rye"]),
        ("Ann Rye | 4 min read | May 4, 2025", ["Ann Rye"]),
        ("By Ann Rye Updated May 4, 2025", ["Ann Rye"]),
        ("By Ann Rye March 18", ["Ann Rye"]),
        ("Ann Rye, Fri Apr 3", ["Ann Rye"]),
        ("Agent 47", ["Agent 47"]),
        ("Ann Rye //", ["Ann Rye"]),
        ("Ann Rye » Sun", ["Ann Rye"]),
        ("By Ann Rye, Valley Staff Writer", ["Ann Rye"]),
        ("Valley Mill Staff", ["Valley Mill Staff"]),
        ("Ann Rye Filed Under: grain, mills", ["Ann Rye"]),
        ("annrye Email", ["annrye"]),
        ("Ann Rye | 12Shares | facebook | reddit | platform-in", ["Ann Rye"]),
        ("Flickr", []),
        ("Login/Register", []),
        ("Log in", []),
        ("麦田 | 日 08時00分", ["麦田"]),
        ("Von Änne Roggen, 4. September 2025", ["Änne Roggen"]),
        ("Par Anne Seigle et Robert Avoine", ["Anne Seigle", "Robert Avoine"]),
        ("作者：王小麦", ["王小麦"]),
        ("记者：今年的小麦收成，农民满意吗？", []),
        ("Автор: Анна Рожкова", ["Анна Рожкова"]),
        ("ann@mill.example Ann Rye (https://mill.example/ann)", ["Ann Rye"]),
        ("The Editors of Rye Weekly", ["The Editors of Rye Weekly"]),
        ("By Ann Rye | Reviewed by Bob Oats, MD", ["Ann Rye"]),
        ("Ann Rye, Ann Rye", ["Ann Rye"]),
        ("Beitrag von annrye »", ["annrye"]),
        ("O'Brien-García, María José", ["O'Brien-García", "María José"]),
        ("admin", []),
        ("by", []),
        ("https://www.facebook.com/mill", []),
        ("Photo by Bob Oats", []),
        ("12:30", []),
        ("Ann Rye is a farmer who writes about rye, oats and bread", ["Ann Rye"]),
        ("", []),
    ],
)
def test_names_in(line, names):
    """Names are told from degrees, roles, dates, addresses, labels and what fills their place."""
    assert list(names_in(line)) == names


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("By Ann Rye", "Ann Rye"),
        ("Author: Ann", "Ann"),
        ("by annrye7", "annrye7"),
        ("By the river grows rye", ""),
        ("Bypass", ""),
    ],
)
def test_signed(line, rest):
    """A line that begins with "by" is a signature unless it goes on like a sentence."""
    assert signed(line) == rest


def test_labels_and_signatures():
    """A label alone is no name; a name that is none by its form may still sign a site."""
    assert is_label("Written by")
    assert not is_label("Written by Ann")
    assert is_signature("Luxury Travel Expert")
    assert not is_signature("{{author}} <a@b.example>")
