"""How each method decides, in words: a rule for each kind of method, created once per verdict, explains each text.

A sentence names the element that made the difference. If a rule cannot know which step of a method dropped a text, it
says what it does know: what was measured, and where everything that was kept is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms.auto import Auto
from thresher.algorithms.auto.advertisements import label_blocks, names_advertisement
from thresher.algorithms.auto.bystanders import names_bystander
from thresher.algorithms.auto.features import Sight, look
from thresher.algorithms.auto.headline import headline_block
from thresher.algorithms.auto.quotes import quote_blocks
from thresher.algorithms.cetd import CectdDs, CetdDs
from thresher.algorithms.contentex import ContentEx
from thresher.algorithms.cuter import Cuter
from thresher.algorithms.cuter.measures import measure as cuter_measure
from thresher.algorithms.danag import AdDanag, Danag
from thresher.algorithms.textsweeper import Lengths, TextSweeper, content_view, link_rows
from thresher.explain.elements import element_name, outermost_around
from thresher.explain.measures import number
from thresher.page.columns import Bools, ancestors, lowest_common_ancestor, mark_subtrees, nearest
from thresher.page.tags import CONTROLS

if TYPE_CHECKING:
    from thresher.explain.verdicts import Verdict
    from thresher.page import View


class Rule:
    """The rule for any method: it says what was measured, and where everything that was kept is."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict, self.page, self.selection = verdict, verdict.page, verdict.selection
        hosts = self.page.host[self.selection.runs & (self.page.length > 0)]
        self._content = lowest_common_ancestor(hosts, self.page.parent, self.page.end) if len(hosts) else 0

    def reason(self, run: int, row: int) -> str:
        """The reason for the decision about a run; *row* is the element that contains it."""
        if self.selection.runs[run]:
            return self.kept(run, row)
        return self.dropped(run, row) or self.outside(row) or self.measured(row)

    def kept(self, _run: int, row: int) -> str:
        """Why a run was kept."""
        return self.measured(row)

    def dropped(self, _run: int, _row: int) -> str:
        """Why a run was dropped; empty if that is not known."""
        return ""

    def outside(self, row: int) -> str:
        """A note that everything that was kept is elsewhere; empty if it is not."""
        if self._content <= row < self.page.end[self._content]:
            return ""
        return f"everything that was kept is in {self.name(self._content)}, and this is outside of it"

    def measured(self, row: int) -> str:
        """The measure of an element, or of the nearest one around it."""
        scored, threshold = int(self.verdict.scored[row]), self.selection.threshold
        if scored < 0:
            return "the method has no measure to show here"
        at = "here" if scored == self.page.block[row] else f"at {self.name(scored)}"
        limit = f"; its threshold is {number(threshold)}" if threshold is not None else ""
        return f"the method decides by {self.selection.score_name}, measured {at}{limit}"

    def name(self, row: int) -> str:
        """A readable name of an element."""
        return element_name(self.page, row)

    def score(self, row: int) -> str:
        """The measure of an element, rounded for reading."""
        return number(None if self.selection.score is None else self.selection.score[row])


class ByProbability(Rule):
    """`auto`: blocks from a probability on, except for what its parameters leave out and its rules add."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self._captions = self.page.within("figcaption", "caption")
        self._tables = self.page.within("table")
        self._pressed = self.page.within("button", "summary")
        self._footers = self.page.within("footer") & ~self.page.within("article")
        self._headline = -1
        self._labels, self._quotes = (np.zeros(len(self.page.text), dtype=bool) for _ in range(2))
        if (sight := look(self.page)) is not None:
            self._see(sight)

    def _see(self, sight: Sight) -> None:
        """Record which texts are affected by rules in addition to the model."""
        of_run = sight.blocks.of_run
        self._labels, self._quotes = (
            sight.view.in_origin((of_run >= 0) & column[of_run])
            for column in (label_blocks(sight), quote_blocks(sight, self._likely(sight)))
        )
        if (block := headline_block(sight)) is not None:
            self._headline = int(sight.view.rows[sight.blocks.row[block]])

    def _likely(self, sight: Sight) -> Bools:
        """Block: whether its probability alone would keep it."""
        dial, chances = self.verdict.dial, map(self._chance, sight.view.rows[sight.blocks.row].tolist())
        least = np.inf if isinstance(dial, str) else dial.value
        return np.fromiter(chances, dtype=float) >= least

    def reason(self, run: int, row: int) -> str:
        """The reason for the decision about a run."""
        dial, kept = self.verdict.dial, self.selection.runs[run]
        if isinstance(dial, str):
            return dial
        if kept and self._chance(row) < dial.value:
            return self._added(row)
        if kept or dial.limit[run] >= 0:
            side = "reaches" if kept else "is below"
            return f"its probability of content {side} {number(dial.value)}, the threshold on this page"
        return self._left_out(run, row)

    def _chance(self, row: int) -> float:
        """The probability of the block that an element is in."""
        scored = int(self.verdict.scored[row])
        return 1.0 if scored < 0 or self.selection.score is None else float(self.selection.score[scored])

    def _added(self, row: int) -> str:
        """Why a block is kept whatever its probability."""
        if self._captions[row]:
            return "it is a caption among the text, and captions=true includes captions"
        if self._tables[row]:
            return "it is in a data table of which at least half is kept, and such tables are kept whole"
        if self._headline in ancestors(row, self.page.parent):
            return "it is the headline of a page that has almost nothing else, or the name of what the page offers"
        if self._pressed[row]:
            return "it is the button that opens an answer, and the answer is kept"
        return "it is between parts that are kept, or below a heading that is, and text is kept without gaps"

    def _left_out(self, run: int, row: int) -> str:
        """Why a block is left out whatever its probability."""
        if self._captions[row]:
            return "it is a caption, and captions are left out by default (captions=true includes them)"
        if self.verdict.scored[row] < 0:
            return "it is in an element that the model does not read, such as a drawing or a control"
        around = ancestors(row, self.page.parent)
        if any(names_advertisement(self._names(each)) for each in around):
            return "it is in a small element that is named as an advertisement"
        if any(names_bystander(self._names(each)) for each in around):
            return "it is in an element that is named as a dialog or a signature"
        if self._labels[run]:
            return "it only announces an advertisement"
        if self._footers[row]:
            return "it is in the footer of the page"
        if self._headline in around:
            return "it is the headline, which is left out by default (headline=true includes it)"
        # Blocks of comments have no probability; these have one.
        if self._chance(row) > 0 and self._quotes[run]:
            return "it is a quote, and quotes=false leaves quotes out"
        if self._chance(row) > 0:
            return "it is a heading at the end of the text, and the links below it are left out"
        return "it is in readers' comments, which are left out below articles by default (comments=true includes them)"

    def _names(self, row: int) -> str:
        return " ".join(self.page.attribute_of(row, name) or "" for name in ("class", "id", "role"))


class ByDensity(Rule):
    """CETD: the densest parts, searched for from the body down through dense elements."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        score, threshold = self.selection.score, self.selection.threshold
        self._controls = nearest(CONTROLS[self.page.code], self.page.end) >= 0
        thin = np.zeros(len(self.page.tag), dtype=bool) if score is None or threshold is None else score < threshold
        self._thin = outermost_around(thin, self.page.end)
        kept, seen = verdict.kept_below, verdict.seen_below
        self._whole = outermost_around((kept == seen) & (kept > 0), self.page.end)

    def reason(self, run: int, row: int) -> str:
        """The reason for the decision about a run."""
        return self.verdict.dial if isinstance(self.verdict.dial, str) else super().reason(run, row)

    def kept(self, _run: int, row: int) -> str:
        """Which part the search found."""
        return (
            f"it is in {self.name(int(self._whole[row]))}, the densest part below an element that the search "
            f"reached through densities of at least {number(self.selection.threshold)}"
        )

    def dropped(self, _run: int, row: int) -> str:
        """Where the search ended."""
        if self._controls[row]:
            return "it is the text of a button or a drop-down list, which is not content"
        if (thin := int(self._thin[row])) < 0:
            return "it is directly in an element on the way to the content, and only what is below that was kept"
        limit = number(self.selection.threshold)
        return f"the search stopped at {self.name(thin)}: its density {self.score(thin)} is below {limit}"


class BySweeping(Rule):
    """TextSweeper: the element that the relevant ones have in common, without short blocks and blocks of links."""

    def __init__(self, verdict: Verdict, method: TextSweeper) -> None:
        super().__init__(verdict)
        self.method, self._view = method, content_view(self.page)
        links = mark_subtrees(link_rows(self._view, parent_scope=method.parent_scope), self._view.end)
        lengths = Lengths.of(self._view, links, method.wide)
        self._chars, self._linked = (self._view.blocks.total(column) for column in (lengths.chars, lengths.linked))

    def kept(self, _run: int, _row: int) -> str:
        """How the content was found."""
        return (
            f"it is in {self.name(self._content)}, which the elements with the most net text for their tags have in "
            f"common, and it is neither short nor mainly links"
        )

    def dropped(self, run: int, row: int) -> str:
        """Why a block is noise."""
        block = view_block(self._view, run)
        if block < 0:
            return "it is in a form or another element that never holds content"
        if outside := self.outside(row):
            return outside
        if self._linked[block] > self.method.max_link_share * self._chars[block]:
            return f"more than {self.method.max_link_share:.0%} of it is in links"
        if self._chars[block] < self.method.min_chars:
            return f"it is shorter than {self.method.min_chars} characters"
        return ""


class ByShares(Rule):
    """CUTER: groups of neighbouring blocks that have much text and few links."""

    def __init__(self, verdict: Verdict, method: Cuter) -> None:
        super().__init__(verdict)
        self.method = method
        view = self.page.view(method.cleaning)
        self._measures = cuter_measure(view, unit=method.unit, format_bonus=method.format_bonus)

    def kept(self, _run: int, _row: int) -> str:
        """How the article was found."""
        return "it belongs to the first long group of neighbouring blocks with much text and few links"

    def dropped(self, run: int, _row: int) -> str:
        """Which of the shares was wrong, or that another group was chosen."""
        block = view_block(self._measures.view, run)
        if block < 0:
            return ""
        if self._measures.link_share[block] >= self.method.max_lp:
            return f"the share of it that is in links is not below {number(self.method.max_lp)}"
        if self._measures.text_share[block] <= (self.selection.threshold or 0):
            return f"its share of the page's text is not above {number(self.selection.threshold)}"
        return "it has enough text and few links, but is not in the group of blocks that was taken for the article"


class ByLines(Rule):
    """DANAg: lines of source with more content than code, near the region with the most content."""

    def kept(self, _run: int, _row: int) -> str:
        """How the region was found."""
        return "its lines of the source have more content than code, in the main region or close to it"

    def dropped(self, _run: int, row: int) -> str:
        """What is wrong with its lines, or with their position."""
        scored = int(self.verdict.scored[row])
        if scored < 0 or self.selection.score is None:
            return ""
        if self.selection.score[scored] <= 0:
            return "its lines of the source have no more content than code on average"
        return "its lines of the source are not close enough to the main region, or have too much code between them"


class ByLinkTables(Rule):
    """ContentEx: text that is neither in tables of links nor matches a common pattern."""

    def kept(self, _run: int, _row: int) -> str:
        """Why no filter removed it."""
        return f"it is not in a table of links, has no common pattern, and is in {self.name(self._content)}"

    def dropped(self, _run: int, row: int) -> str:
        """The table of links, if it is in one."""
        scored, threshold = int(self.verdict.scored[row]), self.selection.threshold
        if scored < 0 or self.selection.score is None or threshold is None:
            return ""
        if self.selection.score[scored] < threshold:
            at = self.name(scored)
            return (
                f"it is in a table of links: at {at}, the share of words outside of links is below {number(threshold)}"
            )
        return (
            self.outside(row) or "it has a common pattern, such as a date, or is not part of the posts or the article"
        )


def view_block(view: View, run: int) -> int:
    """The block of a view that contains a run of the page; -1 for none."""
    place = int(np.searchsorted(view.runs, run))
    return int(view.blocks.of_run[place]) if place < len(view.runs) and view.runs[place] == run else -1


def rule_of(verdict: Verdict) -> Rule:
    """The rule of a verdict's method."""
    method = verdict.method
    if isinstance(method, TextSweeper):
        return BySweeping(verdict, method)
    if isinstance(method, Cuter):
        return ByShares(verdict, method)
    return RULES.get(type(method), Rule)(verdict)


#: Rules that need only the verdict of the method.
RULES: dict[type, Callable[[Verdict], Rule]] = {
    Auto: ByProbability,
    CetdDs: ByDensity,
    CectdDs: ByDensity,
    Danag: ByLines,
    AdDanag: ByLines,
    ContentEx: ByLinkTables,
}
