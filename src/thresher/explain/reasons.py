"""The reason for the decision about a text, as a sentence; texts below the same element share it, which saves time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.explain.rules import rule_of

if TYPE_CHECKING:
    from thresher.explain.unseen import Unseen
    from thresher.explain.verdicts import Verdict


class Reasons:
    """The reasons for one method's decisions about the texts of a page."""

    def __init__(self, verdict: Verdict, unseen: Unseen) -> None:
        self.verdict, self.unseen = verdict, unseen
        self._rule = rule_of(verdict)

    def of(self, run: int) -> str:
        """The reason for the decision about a run of text."""
        selection, row = self.verdict.selection, int(self.verdict.page.host[run])
        if not selection.runs.any():
            return f"nothing on this page was kept: {selection.reason}"
        hidden_at, unseen = self.unseen.hidden_by(row)
        # Some methods also read hidden text; then their score decided, not that the text is hidden.
        if unseen and not selection.runs[run] and self.verdict.scored[row] < hidden_at:
            return unseen
        return self._rule.reason(run, row)
