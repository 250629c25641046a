"""Crunch: a row of filters that take away advertisements and lists of links.

Suhit Gupta, Gail Kaiser, David Neistadt and Peter Grimm: DOM-based Content Extraction of HTML Documents. WWW 2003.
Scripts, hidden parts and empty tables, for which the original has filters too, never reach a selection here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import Method, parameter
from thresher.page import Cleaning, Page, View
from thresher.page.columns import Bools, Floats, Ints, mark_subtrees, nearest
from thresher.page.tags import CONTROLS, tag_set
from thresher.selection import Selection

#: Names of servers of advertisements [D]; the original reads a published list of hosts.
AD_SERVERS = (
    "2mdn.net adbrite.com adclick. adform.net adnxs.com adsrv. adserver. advertising.com amazon-adsystem.com "
    "atdmt.com criteo.com doubleclick.net fastclick.net googleadservices.com googlesyndication.com media.net "
    "moatads.com openx.net outbrain.com pubmatic.com quantserve.com rubiconproject.com scorecardresearch.com "
    "taboola.com tribalfusion.com zedo.com"
).split()
#: Elements that are weighed, each by the text that no other of them inside it holds: cells [R], and what has taken
#: their place since pages are no longer laid out by tables [D].
CELLS = tag_set(
    *"td th ul ol dl div nav section article aside header footer main form menu body".split()  # the rest is lines
)
#: Elements with text whose address tells where they lead to or come from, and the attribute that has it.
ADDRESSES = {"a": "href", "iframe": "src"}
_AD = re.compile(r"(?:https?:)?//[^/?#\"'\s]*(?:" + "|".join(map(re.escape, AD_SERVERS)) + ")", re.IGNORECASE)


@dataclass(frozen=True)
class Crunch(Method):
    """Crunch: the page without what advertisement servers send and without cells that are lists of links.

    >>> page = Page.from_html("<div><a href=/>Mills</a> <a href=/>Ovens</a></div><div>Bread is baked.</div>")
    >>> [page.text[run] for run in np.flatnonzero(Crunch().select(page).runs)]
    ['Bread is baked.']
    """

    paper: ClassVar[str] = "Gupta, Kaiser, Neistadt, Grimm: DOM-based Content Extraction of HTML Documents, 2003"
    family: ClassVar[str] = "crunch"
    cleaning: ClassVar[Cleaning] = Cleaning()

    link_ratio: float = parameter(0.35, "cells with more linked words per unlinked word go [D]", at_least=0)
    ads: bool = parameter(True, "whether what comes from or leads to an advertisement server goes [R]")
    controls: bool = parameter(True, "whether buttons, fields and drop-down lists go [R]")
    reattach: bool = parameter(False, "whether the links of removed lists come back, without the text around them [R]")

    def select(self, page: Page) -> Selection:
        """What the filters leave."""
        view = page.view(self.cleaning)
        if not view.length.any():
            return Selection.nothing(page, "the page has no text")
        cell = np.maximum(nearest(CELLS[view.code], view.end), 0)
        ratio = self._ratios(view, cell)
        link_list = (ratio > self.link_ratio)[cell]
        if self.reattach:
            link_list &= ~view.within("a")
        runs = ~(link_list | self._machinery(view))[view.host]
        score = np.where(CELLS[view.code], ratio, np.nan)
        score_name = "linked words per unlinked word"
        return Selection.of_view(view, runs, score=score, score_name=score_name, threshold=self.link_ratio)

    def _ratios(self, view: View, cell: Ints) -> Floats:
        """Linked words per unlinked word of each cell; infinite where every word is linked."""
        linked = view.words * view.within("a")[view.host]
        of_run = cell[view.host]
        in_links = np.bincount(of_run, weights=linked, minlength=len(view.tag))
        others = np.bincount(of_run, weights=view.words - linked, minlength=len(view.tag))
        ratio: Floats = np.where(in_links > 0, np.inf, 0.0)
        np.divide(in_links, others, out=ratio, where=others > 0)
        return ratio

    def _machinery(self, view: View) -> Bools:
        """Which elements are advertisements or controls, or inside of one."""
        doomed = CONTROLS[view.code] if self.controls else np.zeros(len(view.tag), dtype=bool)
        if self.ads:
            doomed = doomed.copy()
            doomed[_advertisements(view)] = True
        return mark_subtrees(doomed, view.end)


def _advertisements(view: View) -> list[int]:
    """Rows of links to advertisement servers and of frames that come from there."""
    rows = np.flatnonzero(view.is_tag(*ADDRESSES)).tolist()
    elements, origin = view.origin.tree.elements, view.rows.tolist()
    addresses = [elements[origin[row]].attr(ADDRESSES[view.tag[row]]) or "" for row in rows]
    # A quick look at all of them together spares most pages a close look at each.
    together = "\n".join(addresses).lower()
    if not any(server in together for server in AD_SERVERS):
        return []
    return [row for row, address in zip(rows, addresses, strict=True) if _AD.match(address)]
