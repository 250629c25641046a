"""FeatureExtractor and K-FeatureExtractor: the block, or the cluster of blocks, that is most of all text.

Sandip Debnath, Prasenjit Mitra and C. Lee Giles: Automatic extraction of informative blocks from webpages. SAC 2005.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import Method, parameter
from thresher.algorithms.baselines.kmeans import cluster, spread
from thresher.page import Cleaning, Page, View
from thresher.page.clean import MACHINERY
from thresher.page.columns import Bools, Floats, Ints, nesting, prefix
from thresher.page.tags import tag_set
from thresher.selection import Selection

#: A page is split where one of these begins and where it ends [R].
SPLITTERS = tag_set("table", "tr", "td", "hr", "ul", "div", "p")
#: What is counted in a block besides its characters [R]: links, images, lists, tables, forms, scripts, objects.
FEATURES = (
    tag_set("a"),
    tag_set("img"),
    tag_set("ul", "ol", "dl"),
    tag_set("table"),
    tag_set("form"),
    tag_set("script"),
    tag_set("object", "embed", "applet"),
)
#: Shares of text that differ by less are equal, and the longer text wins [D].
EQUAL = 1e-9


@dataclass(frozen=True)
class FeatureBlocks:
    """The blocks of a view: which one each run and element is in, and what each has."""

    of_run: Ints
    of_row: Ints
    features: Floats  #: block by feature, the first being characters; each divided by the page's maximum
    chars: Floats  #: block: characters

    @property
    def text_share(self) -> Floats:
        """Block: its text among all of its features, 0 where it has none."""
        share: Floats = self.features[:, 0] / np.maximum(self.features.sum(axis=1), EQUAL)
        return share


def feature_blocks(view: View) -> FeatureBlocks:
    """The page split at its splitting tags.

    >>> page = Page.from_html("<div>Oats<p>and<p><a>rye</a></div>")
    >>> feature_blocks(page.view(Cleaning())).text_share.round(2).tolist()
    [0.0, 1.0, 1.0, 0.0, 0.43, 0.0, 0.0]
    """
    splits = SPLITTERS[view.code]
    begun, open_here = prefix(splits), nesting(splits, view.end)
    # Every begin and every end opens a block; those that have begun and are not open have ended.
    of_run = 2 * begun[view.at] - open_here[view.host]
    of_row = 2 * begun[1:] - open_here
    count = 2 * int(begun[-1]) + 1
    chars: Floats = np.bincount(of_run, weights=view.length, minlength=count).astype(np.float64)
    counts = [np.bincount(of_row[names[view.code]], minlength=count) for names in FEATURES]
    features = np.stack([chars, *counts], axis=1).astype(np.float64)
    return FeatureBlocks(of_run, of_row, features / np.maximum(features.max(axis=0), 1), chars)


@dataclass(frozen=True)
class _FeatureExtractor(Method):
    """What both variants have in common."""

    paper: ClassVar[str] = "Debnath, Mitra, Giles: Automatic extraction of informative blocks from webpages, 2005"
    family: ClassVar[str] = "fe"
    cleaning: ClassVar[Cleaning] = Cleaning(drop=tuple(name for name in MACHINERY if name != "script"))

    def select(self, page: Page) -> Selection:
        """The blocks that are text more than anything else."""
        view = page.view(self.cleaning)
        if not view.length.any():
            return Selection.nothing(page, "the page has no text")
        blocks = feature_blocks(view)
        chosen = self._choose(blocks)
        score = blocks.text_share[blocks.of_row]
        return Selection.of_view(view, chosen[blocks.of_run], score=score, score_name="share of text among features")

    def _choose(self, blocks: FeatureBlocks) -> Bools:
        """Which blocks are content."""
        raise NotImplementedError


@dataclass(frozen=True)
class FeatureExtractor(_FeatureExtractor):
    """FE: the one block with the largest share of text among its features.

    >>> page = Page.from_html("<p>Straw is short.<p>Barley is a grain, and a fine one.<p><a>Straw and hay</a>")
    >>> [page.text[run] for run in np.flatnonzero(FeatureExtractor().select(page).runs)]
    ['Barley is a grain, and a fine one.']
    """

    def _choose(self, blocks: FeatureBlocks) -> Bools:
        share = blocks.text_share
        best = np.where(share >= share.max() - EQUAL, blocks.chars, -1).argmax()
        chosen = np.zeros(len(share), dtype=bool)
        chosen[best] = True
        return chosen


@dataclass(frozen=True)
class KFeatureExtractor(_FeatureExtractor):
    """KFE: the cluster of blocks with the largest mean share of text among their features."""

    clusters: int = parameter(3, "k: number of clusters [R]", at_least=1)

    def _choose(self, blocks: FeatureBlocks) -> Bools:
        full = np.flatnonzero(blocks.features.any(axis=1))
        points, share = blocks.features[full], blocks.text_share[full]
        count = min(self.clusters, len(full))
        labels = cluster(points, spread(points, int(blocks.chars[full].argmax()), count))
        sizes = np.bincount(labels, minlength=count)
        mean = np.bincount(labels, weights=share, minlength=count) / np.maximum(sizes, 1)
        chosen = np.zeros(len(blocks.chars), dtype=bool)
        chosen[full[labels == mean.argmax()]] = True
        return chosen
