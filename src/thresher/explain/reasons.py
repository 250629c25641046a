"""What decided about a text: a sentence, the same for all texts below one element, so that many blocks cost little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.explain.rules import rule_of

if TYPE_CHECKING:
    from thresher.explain.unseen import Unseen
    from thresher.explain.verdicts import Verdict


class Reasons:
    """What decided about the texts of a page, by one method."""

    def __init__(self, verdict: Verdict, unseen: Unseen) -> None:
        self.verdict, self.unseen = verdict, unseen
        self._rule = rule_of(verdict)

    def of(self, run: int) -> str:
        """What decided about a run of text."""
        selection, row = self.verdict.selection, int(self.verdict.page.host[run])
        if not selection.runs.any():
            return f"nothing on this page was kept: {selection.reason}"
        hidden_at, unseen = self.unseen.hidden_by(row)
        # Some methods look at hidden text as well: what they measured in it decided, not that it is hidden.
        if unseen and not selection.runs[run] and self.verdict.scored[row] < hidden_at:
            return unseen
        return self._rule.tell(run, row)
