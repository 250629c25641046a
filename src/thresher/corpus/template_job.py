"""Learning the templates of hosts as jobs of an engine, one job per bucket of hosts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from thresher.corpus.inputs import Shard
from thresher.corpus.output import put_json
from thresher.corpus.output_folder import OutputFolder
from thresher.corpus.pulse import Beat
from thresher.corpus.records import Log, Record
from thresher.corpus.span_job import Settings
from thresher.corpus.spans import Span
from thresher.corpus.templates import BUCKETS, learn


@dataclass(frozen=True)
class Bucket:
    """A bucket of hosts with templates to learn."""

    shards: tuple[Shard, ...]
    number: int
    folder: OutputFolder
    settings: Settings
    poison: Mapping[int, tuple[str, str]] = field(default_factory=dict)

    @property
    def size(self) -> float:
        """This bucket's share of the bytes of the inputs."""
        return sum(shard.size for shard in self.shards) / BUCKETS

    @property
    def is_done(self) -> bool:
        """Whether it has already been learned."""
        return self.folder.bucket(self.number).is_file()

    def work(self, beat: Beat) -> None:
        """Learn from all inputs; an interrupted attempt starts over."""
        if self.is_done:
            return
        learned = sum(
            1 for _ in learn(self._records(beat), self.folder.templates, self.settings.template_pages, self.number)
        )
        put_json(self.folder.bucket(self.number), {"pages": learned})

    def _records(self, beat: Beat) -> Iterator[Record]:
        number = 0
        for shard in self.shards:
            for record in shard.records(Span(0, None), Log(), self.settings.columns):
                beat.working(number)
                if number not in self.poison:
                    yield record
                number += 1
                if ~number in self.poison:
                    return
                beat.reading(number)

    def __str__(self) -> str:
        return f"templates {self.number}"


def bucket_jobs(shards: list[Shard], folder: OutputFolder, settings: Settings) -> list[Bucket]:
    """The buckets that are not learned yet; none if no templates are requested."""
    buckets = [Bucket(tuple(shards), number, folder, settings) for number in range(BUCKETS)]
    return [bucket for bucket in buckets if not bucket.is_done] if settings.template_pages else []
