"""The first of two passes, for metrics that learn from a whole corpus before they count, as NIST and WNM do.

What they learn depends on the references alone: on how often each is there. Such counts add like all others.
So each shard is asked for its references, the sums are learnt from in a fixed order, and what was learnt is
sent out with the second pass. The distinct references must fit into memory; the outputs of systems need not.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias

from karat.corpus import Corpus, References
from karat.engines.row_blocks import ShardReader
from karat.engines.worker_signals import go_on
from karat.errors import InvalidOption
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.engines.expressions import Condition
    from karat.engines.shards import ColumnNames, Shard
    from karat.metrics import Metric

# A document, or nothing, and the references of a segment.
Item: TypeAlias = tuple[str | None, tuple[str | None, ...]]
# Segments whose references are held: some gigabytes of text.
_MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Gathered:
    """The references of one shard, by group, and how often each is there."""

    shard: str
    groups: Mapping[tuple[str, ...], Counter[Item]]
    fingerprint: str = ""

    @property
    def segments(self) -> int:
        """How many rows were read."""
        return sum(items.total() for items in self.groups.values())


@dataclass(frozen=True, slots=True)
class Gathering:
    """What is asked of every shard in the first pass."""

    by: tuple[str, ...]
    columns: ColumnNames
    where: Condition | None
    document: str | None

    def reader(self, shard: Shard) -> ShardReader:
        """What reads the rows of a shard."""
        labels = (*self.by, self.document) if self.document else self.by
        return ShardReader(shard, self.columns, labels, self.where)

    def count(self, shard: Shard) -> Gathered:
        """The references of a shard."""
        reader = self.reader(shard)
        groups: dict[tuple[str, ...], Counter[Item]] = {}
        for block in reader.blocks():
            go_on()
            items = list(zip(*(list(map(_plain, stream)) for stream in block.streams), strict=True))
            known = {
                name: [str(_plain(one) or "") for one in column] for name, column in block.labels.items()
            }
            documents = known[self.document] if self.document else [None] * block.rows
            for system in block.systems:
                keys = zip(*(known.get(name, [system] * block.rows) for name in self.by), strict=True)
                for key, document, item in zip(
                    keys if self.by else [()] * block.rows, documents, items, strict=True
                ):
                    groups.setdefault(key, Counter())[document, item] += 1
        return Gathered(shard.id, groups, reader.fingerprint)


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What metrics have learnt, once for all groups that have the same references."""

    corpora: Mapping[tuple[str, ...], int]
    prepared: tuple[Mapping[str, Any], ...]
    document: str | None
    digest: str = field(default="")

    def ready(self, metric: Metric, key: tuple[str, ...], part: Corpus) -> Metric:
        """The metric, ready to count a part of a group."""
        learnt: Metric = self.prepared[self.corpora[key]][metric.recipe]
        return learnt.prepare(part)


def learn(metrics: Sequence[Metric], gathered: Iterable[Gathered], *, document: str | None) -> Knowledge:
    """What metrics learn from the references of all shards, each shard once."""
    shards = {one.shard: one for one in gathered}
    groups: dict[tuple[str, ...], Counter[Item]] = {}
    for shard in sorted(shards):
        for key, items in shards[shard].groups.items():
            groups.setdefault(key, Counter()).update(items)
    digests: dict[str, int] = {}
    corpora: dict[tuple[str, ...], int] = {}
    prepared: list[dict[str, Any]] = []
    for key in sorted(groups):
        ordered = sorted(groups[key].items(), key=lambda pair: repr(pair[0]))
        if sum(count for _, count in ordered) > _MOST:
            raise InvalidOption(
                f"{' / '.join(key) or 'The text'} has over {_MOST:,} segments, and {metrics[0].name} learns "
                "from all of their references. Group by more columns, or use another metric."
            )
        digest = blake2b(repr(ordered).encode(), digest_size=16).hexdigest()
        if digest not in digests:
            digests[digest] = len(prepared)
            corpus = _corpus([item for item, count in ordered for _ in range(count)], document)
            prepared.append({metric.recipe: metric.prepare(corpus) for metric in metrics})
        corpora[key] = digests[digest]
    whole = blake2b(repr(sorted(digests)).encode(), digest_size=16).hexdigest()
    return Knowledge(corpora, tuple(prepared), document, whole)


def check_learner(metric: Metric) -> None:
    """Refuse what needs whole documents in one place."""
    if metric.needs_entities:
        remedy = either('Nee(unit="segment")', f"-m {metric.name.lower()}:unit=segment")
        raise InvalidOption(
            f"{metric.name} counts whole documents and reads their marks, and shards may cut documents. Use "
            f"{remedy}, with no other metric, to which the marks would be text; or read the corpus whole."
        )
    if not hasattr(metric, "learn") or hasattr(metric, "scores"):
        raise InvalidOption(f"{metric.name} must have the whole corpus at once: read it whole.")
    if metric.draw_unit != "segment":
        remedy = either("average='pooled'", f"-m {metric.name.lower()}:average=pooled")
        raise InvalidOption(
            f"{metric.name} counts whole documents, and shards may cut them. Use {remedy}, or read the "
            "corpus whole."
        )


def _plain(value: Any) -> Any:
    """A value of Arrow's, or of a text, as Python's."""
    return value.as_py() if hasattr(value, "as_py") else value


def _corpus(items: Sequence[Item], document: str | None) -> Corpus:
    most = max((len(references) for _, references in items), default=0)
    streams = [[_nth(references, place) for _, references in items] for place in range(most)]
    # Deliberate: no stream holds nothing but None, which some metrics would take for a text.
    kept = tuple(tuple(stream) for stream in streams if any(text is not None for text in stream))
    documents = tuple(str(label) for label, _ in items) if document else None
    return Corpus({}, References(kept or (tuple(None for _ in items),)), documents=documents)


def _nth(references: Sequence[str | None], place: int) -> str | None:
    return references[place] if place < len(references) else None
