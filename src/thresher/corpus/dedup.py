"""The second pass: near-duplicates of an earlier page lose their text and name the page that they copy.

Texts are compared by their signatures (`thresher.minhash`), which are indexed with the library datasketch. Shards are
processed in the order of their names and rows in their order, so the result does not depend on the course of the run;
an interrupted pass is repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pyarrow as pa

from thresher.corpus import need
from thresher.corpus.output import WRITERS, put, put_json, read_rows
from thresher.corpus.output_folder import OutputFolder, read_json
from thresher.corpus.rows import DUPLICATE, Row, batch_of
from thresher.minhash import Signature, likeness, signature

#: Words in a run: shorter runs are shared by different texts on the same subject.
RUN = 5
#: Numbers in a signature: they usually estimate the similarity of two texts to within 0.05.
PERMUTATIONS = 128


@dataclass(frozen=True)
class Copy:
    """A near-duplicate of an earlier page."""

    of: str  #: URL of the earlier page, or its location
    likeness: float


@dataclass
class Index:
    """The texts so far; the first of several similar ones stays.

    >>> index, story = Index(0.8), " ".join(f"word{number}" for number in range(100))
    >>> index.seen("a", story), index.seen("b", story).of, index.seen("c", "another " + story[:300])
    (None, 'a', None)
    """

    threshold: float
    _names: list[str] = field(default_factory=list)
    _signatures: list[Signature] = field(default_factory=list)

    def __post_init__(self) -> None:
        need("datasketch", "finding near-duplicates")
        from datasketch import MinHash, MinHashLSH

        self._blank = MinHash(num_perm=PERMUTATIONS)
        self._lsh = MinHashLSH(threshold=self.threshold, num_perm=PERMUTATIONS)

    def seen(self, name: str, text: str) -> Copy | None:
        """The earlier text that a text nearly copies; if there is none, the text is added to the index."""
        found = signature(text, run=RUN, size=PERMUTATIONS)
        if found is None:
            return None
        entry = self._blank.copy()
        entry.hashvalues = found
        # The first of the most similar ones, whatever order the index returns them in.
        near = [(likeness(found, self._signatures[place]), -place) for place in self._lsh.query(entry)]
        best, place = max(near, default=(0.0, 0))
        if best >= self.threshold:
            return Copy(self._names[-place], best)
        self._lsh.insert(len(self._names), entry)
        self._names.append(name)
        self._signatures.append(found)
        return None


def remove_duplicates(
    folder: OutputFolder, names: list[str], threshold: float, watch: Callable[[int], None] = lambda _: None
) -> None:
    """Remove the text of near-duplicates in the named shards; *watch* gets the number of rows so far."""
    index, seen = Index(threshold), 0
    for name in names:
        copies: dict[int, Copy] = {}
        for place, row in enumerate(_rows(folder, name, ["url", "offset", "text"])):
            copy = index.seen(row["url"] or f"{name}:{row['offset']}", row["text"]) if row["text"] else None
            if copy:
                copies[place] = copy
            seen += 1
            watch(seen)
        if copies:
            _rewrite(folder, name, copies)


def _rows(folder: OutputFolder, name: str, columns: list[str] | None = None) -> Iterator[Row]:
    for batch in read_rows(folder.output(name), columns):
        yield from batch.to_pylist()


def _rewrite(folder: OutputFolder, name: str, copies: dict[int, Copy]) -> None:
    """Replace the rows of a shard, then update its receipt."""
    outcomes: Counter[str] = Counter()
    with put(folder.output(name)) as path:
        WRITERS[folder.format](path, _without(folder, name, copies, outcomes))
    receipt = read_json(folder.receipt(name)) or {}
    put_json(folder.receipt(name), receipt | {"outcomes": outcomes})


def _without(
    folder: OutputFolder, name: str, copies: dict[int, Copy], outcomes: Counter[str]
) -> Iterator[pa.RecordBatch]:
    """The rows of a shard, with copies stripped of their text; outcomes are counted on the way."""
    place = 0
    for batch in read_rows(folder.output(name)):
        rows = []
        for row in batch.to_pylist():
            rows.append(_marked(row, copies[place]) if place in copies else row)
            place += 1
        outcomes.update(row["outcome"] for row in rows)
        yield batch_of(rows)


def _marked(row: Row, copy: Copy) -> Row:
    reason = f"{copy.likeness:.2f} like {copy.of}"
    return row | {"outcome": DUPLICATE, "reason": reason, "text": None, "markdown": None}
