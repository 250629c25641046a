"""From scores to a decision: what is learned of pages of a kind is applied, then the best set of blocks is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.choice import best_expected_f1, probability
from thresher.algorithms.auto.feature_columns import LINK_SHARE
from thresher.algorithms.auto.outline import Tree
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.page.columns import Bools, Floats, Ints
from thresher.page.kernels import kernel

#: On an article, blocks must be surer: over-selection is the common error there. The log odds are shifted by so much,
#: by none of it where the page is hardly an article and by all of it where it is surely one.
ARTICLE_SHIFT, HARDLY, SURELY = -1.1, 0.3, 0.7
#: Blocks of one shape are judged together, so much of their odds being those of the shape (+.002, cross-validated), ...
SHAPE_SHARE = 0.7
#: ... and all of it on pages that are surer than this to be threads: whole replies were missed.
FORUM_CHANCE = 0.4
#: On other pages, blocks of which more than half is links are judged apart from the others of their shape: where few
#: elements have classes, a story and the links around it have one shape (multilingual-news +.003, cleaneval +.002, big9
#: +.001; nothing in cross-validation).
LINKED = 0.5
#: Unless a page is likelier than this to be a thread or documentation, where people quote and repeat, no text is taken
#: from two places: menus for small screens, slides that go round, and descriptions are on the page twice ...
REPEATING_CHANCE = 0.5
#: ... if it has at least this many words; shorter ones are labels of items.
MIN_REPEATED = 8
#: Below this expected F1 nothing on the page is what a person came for ...
MIN_EXPECTED_F1 = 0.25
#: ... unless the page is likelier than this an article, which must be expected to be worse still: a story in an unknown
#: language is in doubt as a whole, and is there (chinese-elwin +.019, postlight +.009, readability +.003 by models that
#: were taught none of the three; nothing in cross-validation) ...
STORY_CHANCE, MIN_ARTICLE_F1 = 0.5, 0.1
#: ... or so many words of content are to be expected: a page far larger than those that taught us is in doubt as a
#: whole, and not empty [D].
MANY_WORDS = 1000
#: A story is read without holes: up to so many blocks between two that are chosen are chosen too, if each is likelier
#: than this (+.002 on articles, cross-validated), ...
MAX_HOLE, MIN_IN_HOLE = 3, 0.2
#: ... and on other pages but threads if each is nearly as likely as the least likely one that is chosen. So is what
#: stands below a heading that is chosen alone (+.0007 both together, cross-validated, and no headings of nothing).
NEARLY = 0.7
#: How much recall is worth against precision, by what is favoured.
BETAS = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}


@dataclass(frozen=True, eq=False)
class Decision:
    """Which blocks are content, how likely each is, and how good the choice is expected to be."""

    chosen: Bools
    chance: Floats
    expected_f1: float
    from_chance: float = 0.0  #: the chance from which blocks were chosen, but for those between others


class Seen(Protocol):
    """What is to be known of a page's blocks, besides their scores."""

    @property
    def words(self) -> Floats:
        """Block: its words."""

    @property
    def shape(self) -> Ints:
        """Block: a number, the same for blocks of the same shape."""

    @property
    def copy(self) -> Ints:
        """Block: a number, the same for blocks of the same text."""

    @property
    def heading(self) -> Bools:
        """Block: whether it is a heading."""

    @property
    def tree(self) -> Tree:
        """Where the blocks stand."""

    @property
    def features(self) -> NDArray[np.float32]:
        """Block: its features."""


def decide(
    odds: Floats,
    kinds: Floats,
    page: Seen,
    favor: str = "balanced",
    apart: Bools | None = None,
    least: float = MIN_EXPECTED_F1,
) -> Decision:
    """The decision that scores of blocks and kinds lead to.

    Blocks that stand *apart* are no content; nothing is, if less than the *least* F1 is to be expected.
    """
    chance_of = dict(zip(KINDS, kinds.tolist(), strict=True))
    chance = _chances(odds, page, chance_of)
    if apart is not None:
        chance[apart] = 0
    chosen, expected = best_expected_f1(chance, np.maximum(page.words, 0.5), BETAS[favor])
    if chance_of["article"] > STORY_CHANCE:
        least = min(least, MIN_ARTICLE_F1)
    if expected < least and float(chance @ page.words) < MANY_WORDS:
        chosen = np.zeros_like(chosen)
    from_chance = float(chance[chosen].min(initial=1))
    return Decision(_without_gaps(chosen, chance, from_chance, page, chance_of), chance, expected, from_chance)


def _chances(odds: Floats, page: Seen, chance_of: dict[str, float]) -> Floats:
    """How likely each block is to be content, those of one shape and copies of it considered."""
    shape, share = (page.shape, 1.0) if _is_thread(chance_of) else (_links_apart(page), SHAPE_SHARE)
    is_article = min(max((chance_of["article"] - HARDLY) / (SURELY - HARDLY), 0.0), 1.0)
    chance = shaped_chances(odds, page.words, shape, share, ARTICLE_SHIFT * is_article)
    if chance_of["forum"] + chance_of["documentation"] < REPEATING_CHANCE:
        chance[_repeated(chance, page)] = 0
    return chance


def _is_thread(chance_of: dict[str, float]) -> bool:
    return chance_of["forum"] > FORUM_CHANCE


def _without_gaps(chosen: Bools, chance: Floats, from_chance: float, page: Seen, chance_of: dict[str, float]) -> Bools:
    """The choice with what is likely enough between its blocks and below its headings; between posts is no text."""
    if _is_thread(chance_of):
        return chosen
    nearly, is_story = NEARLY * from_chance, max(chance_of, key=chance_of.__getitem__) == "article"
    chosen = without_holes(chosen, chance, MIN_IN_HOLE if is_story else nearly)
    return with_sections(chosen, page.heading, chance, nearly)


def _links_apart(page: Seen) -> Ints:
    """Block: a number, the same for blocks of one shape that are mostly links, and for the others of it."""
    return 2 * page.shape + (page.features[:, LINK_SHARE] > LINKED)


@kernel
def without_holes(chosen: Bools, chance: Floats, least: float) -> Bools:
    """The choice with those of few blocks between two that are chosen that are likelier than the *least*.

    >>> chance = np.array([0.9, 0.3, 0.9, 0.1, 0.9])
    >>> without_holes(np.array([True, False, True, False, True]), chance, 0.2).tolist()
    [True, True, True, False, True]
    """
    chosen = chosen.copy()
    ends = chosen.nonzero()[0]
    gaps = np.diff(ends) - 1
    for size in range(1, MAX_HOLE + 1):
        holes = ends[:-1][gaps == size, None] + np.arange(1, size + 1)
        chosen[holes[(chance[holes] > least).all(axis=1)]] = True
    return chosen


def with_sections(chosen: Bools, heading: Bools, chance: Floats, least: float) -> Bools:
    """The choice with what is below headings that are chosen alone, as far as it is likelier than the *least*.

    >>> chosen, heading = np.array([True, False, False, True, False]), np.array([True, False, False, True, False])
    >>> with_sections(chosen, heading, np.array([0.9, 0.5, 0.1, 0.9, 0.1]), 0.4).tolist()
    [True, True, False, True, False]
    """
    alone = heading[:-1] & chosen[:-1] & ~(heading | chosen)[1:] & (chance[1:] > least)
    if not alone.any():
        return chosen
    chosen, ends = chosen.copy(), np.append(heading.nonzero()[0], len(heading))
    for number in alone.nonzero()[0].tolist():
        section = slice(number + 1, ends[ends.searchsorted(number, side="right")])
        if not chosen[section].any():
            chosen[section] = np.logical_and.accumulate(chance[section] > least)
    return chosen


def _repeated(chance: Floats, page: Seen) -> Ints:
    """Blocks whose text is likelier to be content at another place, under another element."""
    long = (page.words >= MIN_REPEATED).nonzero()[0]
    return long[repeated_blocks(chance[long], page.copy[long], page.tree.levels[1][long])]


@kernel
def repeated_blocks(chance: Floats, copy: Ints, under: Ints) -> Ints:
    """Blocks that have the text of a likelier one, or of an earlier one as likely, and stand *under* another element.

    >>> repeated_blocks(np.array([0.2, 0.5, 0.9]), np.array([7, 7, 8]), np.array([3, 4, 4])).tolist()
    [0]
    """
    order = np.lexsort((-chance, copy))
    is_first = np.ones(len(order), dtype=bool)
    is_first[1:] = copy[order[1:]] != copy[order[:-1]]
    above = under[order]
    return np.sort(order[above != above[is_first.nonzero()[0]][is_first.cumsum() - 1]])


@kernel
def shaped_chances(odds: Floats, words: Floats, shape: Ints, share: float, shift: float) -> Floats:
    """The chance of each block, so much of its odds being those of the blocks of its shape, by words; then a *shift*.

    >>> odds = np.array([1.0, 3.0, 4.0])
    >>> shaped_chances(odds, np.array([4.0, 4.0, 9.0]), np.array([0, 0, 1]), 1.0, -2.0).round(2).tolist()
    [0.5, 0.5, 0.88]
    """
    weight = np.sqrt(np.maximum(words, 0.5))
    mean = np.bincount(shape, weights=odds * weight) / np.maximum(np.bincount(shape, weights=weight), 1e-9)
    return probability(share * mean[shape] + (1 - share) * odds + shift)


def prospects(decision: Decision, kinds: Floats, words: Floats) -> Floats:
    """What tells how good a decision is: how sure it is, how much it keeps of how much, on what kind of page."""
    chance, chosen = decision.chance, decision.chosen
    words = np.maximum(words, 0.5)
    content, total = chance * words, float(words.sum())
    expected, kept = float(content.sum()), float(words[chosen].sum())
    right = float(content[chosen].sum())
    doubt = float((np.minimum(chance, 1 - chance) * words).sum())
    facts = [
        decision.expected_f1,
        right / max(kept, 1),
        right / max(expected, 1),
        kept / total,
        expected / total,
        doubt / total,
        doubt / max(expected, 1),
        float(chance[chosen].min(initial=1)),
        float(chance[~chosen].max(initial=0)),
        float(chosen.mean()),
        *np.log1p([kept, total, expected, chosen.sum(), len(chance)]),
    ]
    return np.concatenate([facts, kinds])
