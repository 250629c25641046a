"""What is known about a page and its selection, as plain values: the one place that JSON, XML and CSV take it from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from thresher.metadata import FIELDS, Metadata
from thresher.page.collector import CollectorAtRest

if TYPE_CHECKING:
    from thresher.selection import Selection


def record(selection: Selection, dates: str = "fast", *, with_confidence: bool = True) -> dict[str, Any]:
    """Facts about a page and what was selected of it, in the order in which they are written.

    Some methods look at the page once more to tell their confidence, so that formats without it do not ask.

    >>> from thresher.page import Page
    >>> from thresher.selection import Selection
    >>> record(Selection.nothing(Page.from_html("<title>Spelt</title>"), "no text"))["title"]
    'Spelt'
    """
    page = selection.page
    metadata = Metadata.of(selection, dates)
    # The collector would go through a page that was just made, whose objects are no garbage.
    with CollectorAtRest():
        return {
            "url": page.url,
            **{name: _plain(metadata.value(name)) for name in FIELDS},
            "outcome": selection.outcome.value,
            "reason": selection.reason,
            "kind": selection.kind,
            "is_overview": selection.is_overview,
            **({"confidence": selection.confidence} if with_confidence else {}),
            "degraded": selection.degraded or None,
            "encoding": page.source.encoding,
            "repairs": list(page.repairs),
        }


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value
