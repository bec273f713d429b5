"""From a shard to partial sums."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arguments import is_metric, no_metric
from karat.corpus import Corpus, References
from karat.engines.expressions import Condition, condition
from karat.engines.file_systems import is_uri
from karat.engines.identity import cells_of
from karat.engines.learning import Knowledge, check_learner
from karat.engines.partials import CellTotals, CountingRecipe, GroupTotals, Partial
from karat.engines.row_blocks import ShardReader
from karat.engines.shards import ColumnNames, Shard
from karat.engines.sums import Sums, whole_rows
from karat.engines.worker_signals import go_on
from karat.errors import InvalidOption, KaratError
from karat.kernel import Texts
from karat.metrics.score_column import ScoreColumn
from karat.readers.corpora.text_blocks import ahead
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from karat.engines.row_blocks import RowBlock
    from karat.metrics import Metric


@dataclass(frozen=True, slots=True)
class CountingTask:
    """What is to be counted in every shard alike; a worker is sent this and a shard.

    >>> from karat import Bleu, Chrf
    >>> len(task_of([Bleu(), Chrf()], cells=64).recipe.metrics)
    2
    """

    metrics: tuple[Metric, ...]
    by: tuple[str, ...] = ()
    columns: ColumnNames = field(default_factory=ColumnNames)
    where: Condition | None = None
    cells: int = 0
    threads: int = 1
    knowledge: Knowledge | None = None
    # Whom to tell how many rows of a shard are counted; nobody in another process.
    tell: Callable[[str, int], object] | None = None

    @property
    def recipe(self) -> CountingRecipe:
        """Everything that decides what is counted."""
        return CountingRecipe(
            tuple(metric.recipe for metric in self.metrics),
            self.by,
            "" if self.where is None else self.where.text,
            self.cells,
            self.columns.identity if self.cells else (),
            "" if self.knowledge is None else self.knowledge.digest,
        )

    @property
    def learners(self) -> tuple[Metric, ...]:
        """The metrics that must see the references of all shards before they count."""
        return tuple(metric for metric in self.metrics if _learns(metric))

    def reader(self, shard: Shard) -> ShardReader:
        """What reads the rows of a shard."""
        document = self.knowledge.document if self.knowledge is not None else None
        beside = (document,) if document and document not in self.by else ()
        scores = tuple(metric.column for metric in self.metrics if isinstance(metric, ScoreColumn))
        return ShardReader(
            shard,
            self.columns,
            (*self.by, *beside),
            self.where,
            wants_identity=bool(self.cells),
            scores=scores,
            wants_text=len(scores) < len(self.metrics),
        )

    def count(self, shard: Shard) -> Partial:
        """Count one shard."""
        if self.knowledge is None and self.learners:
            raise InvalidOption(
                f"{self.learners[0].name} must see the references of all shards before it counts: use "
                f"{either('evaluate_shards', 'karat score')}."
            )
        reader = self.reader(shard)
        groups = _Groups(self)
        # With one thread there is nobody to read ahead; a file that is far away is waited for, not worked on.
        overlaps = self.threads > 1 or is_uri(shard.path)
        for block in ahead(reader.blocks()) if overlaps else reader.blocks():
            go_on()
            try:
                groups.add(block)
            except KaratError as error:
                if type(error) is InvalidOption:
                    raise
                raise type(error)(f"{shard.id}, after {groups.rows:,} rows: {error}") from None
            if self.tell is not None:
                self.tell(shard.id, groups.rows)
        return Partial(shard.id, reader.fingerprint, self.recipe, groups.finish())


def count_shard(
    shard: Shard,
    metrics: Sequence[Metric],
    *,
    by: Sequence[str] = (),
    columns: ColumnNames | None = None,
    where: str | None = None,
    cells: int = 0,
    threads: int = 1,
) -> Partial:
    """Count one shard under every metric, apart for each group of rows that have the same values of `by`.

    With `cells`, totals are also kept apart by cells of segments, for intervals and tests: see
    `karat.engines.identity`.

    >>> from karat import Bleu, demo
    >>> from karat.engines import shards_of
    >>> (shard,) = shards_of(demo.segments_path())
    >>> count_shard(shard, [Bleu()]).groups[0].totals[0][:2]
    (5705, 5827)
    """
    return task_of(metrics, by=by, columns=columns, where=where, cells=cells, threads=threads).count(shard)


def task_of(
    metrics: Sequence[Metric],
    *,
    by: Sequence[str] = (),
    columns: ColumnNames | None = None,
    where: str | None = None,
    cells: int = 0,
    threads: int = 1,
) -> CountingTask:
    """What is to be counted, once it is clear that it can be.

    >>> from karat import Bleu
    >>> task_of([Bleu()], by=["system"]).recipe.by
    ('system',)
    """
    if not metrics:
        raise InvalidOption("There is no metric. Give at least one, such as Bleu().")
    for metric in metrics:
        if not is_metric(metric):
            raise no_metric(metric)
        if metric.needs_entities and getattr(metric, "unit", "") == "segment" and len(metrics) == 1:
            continue  # the tags in the references would be text to others
        if metric.needs_corpus:
            check_learner(metric)
    return CountingTask(
        tuple(metrics),
        tuple(by),
        columns or ColumnNames(),
        None if where is None else condition(where),
        cells,
        threads,
    )


class _Groups:
    """The totals of each group, while blocks are added."""

    def __init__(self, task: CountingTask) -> None:
        self.rows = 0
        self._task = task
        self._sums = Sums([len(metric.columns) for metric in task.metrics], task.cells)

    def add(self, block: RowBlock) -> None:
        """Count a block of rows."""
        task = self._task
        if not block.rows:
            return
        streams = [Texts(stream) for stream in block.streams]
        references = _references(block)
        keys, codes = _coded(block, task.by)
        cells = self._cells(block) if task.cells else None
        for system, text in block.systems.items():
            texts: Any = None if text is None else Texts(text)
            named = [_named(key, system, task.by) for key in keys]
            counted: list[Any] = []
            for metric in task.metrics:
                if isinstance(metric, ScoreColumn):
                    counted.append(metric.rows_of(block.scores[metric.column][system]))
                elif _learns(metric):
                    counted.append(self._learnt_rows(metric, block, system, named, codes))
                else:
                    counted.append(metric.rows([texts], streams, task.threads)[0])
            self._sums.add(named, codes, cells, counted, references, block.rows)
        self.rows += block.rows

    def _learnt_rows(
        self,
        metric: Metric,
        block: RowBlock,
        system: str,
        keys: Sequence[tuple[str, ...]],
        codes: NDArray[np.int64] | None,
    ) -> NDArray[np.int64]:
        """The rows of a metric that has learnt of each group by itself."""
        knowledge = self._task.knowledge
        assert knowledge is not None  # checked by `count`
        rows = np.empty((block.rows, len(metric.columns)), dtype=np.int64)
        for code, key in enumerate(keys):
            places = np.arange(block.rows) if codes is None else np.flatnonzero(codes == code)
            part = [_taken(text, places) for text in (block.systems[system], *block.streams)]
            labels = knowledge.document and [
                str(label) for label in _taken(block.labels[knowledge.document].cast("string"), places)
            ]
            corpus = Corpus({}, References(tuple(part[1:])), documents=tuple(labels) if labels else None)
            ready = knowledge.ready(metric, key, corpus)
            rows[places] = whole_rows(ready.rows(part[:1], part[1:], self._task.threads)[0])
        return rows

    def _cells(self, block: RowBlock) -> NDArray[np.int64]:
        identity = [block.labels[name] for name in self._task.columns.identity]
        return cells_of(identity or [block.streams[0]], self._task.cells)

    def finish(self) -> tuple[GroupTotals, ...]:
        """All groups, in the order of their keys."""
        return self._sums.groups()


def joined(first: GroupTotals, second: GroupTotals) -> GroupTotals:
    """Two parts of a group, added."""
    totals = tuple(
        tuple(a + b for a, b in zip(one, other, strict=True))
        for one, other in zip(first.totals, second.totals, strict=True)
    )
    cells = None
    if first.cells is not None and second.cells is not None:
        cells = CellTotals(
            first.cells.segments + second.cells.segments,
            tuple(a + b for a, b in zip(first.cells.counts, second.cells.counts, strict=True)),
        )
    return GroupTotals(
        first.key,
        first.segments + second.segments,
        max(first.references, second.references),
        first.label if first.label == second.label else "var",
        totals,
        cells,
    )


def _references(block: RowBlock) -> NDArray[np.int64] | int:
    """How many references each row has; one number where all have as many."""
    if not any(getattr(stream, "null_count", 0) for stream in block.streams):
        return len(block.streams)
    present = np.vstack([np.asarray(stream.is_valid()) for stream in block.streams])
    return np.asarray(present.sum(axis=0), dtype=np.int64)


def _coded(block: RowBlock, by: Sequence[str]) -> tuple[list[tuple[str, ...]], NDArray[np.int64] | None]:
    """The keys of the groups in a block, and the group of each row; None where all are in one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    codes: NDArray[np.int64] | None = None
    known: list[list[str]] = []
    for name in by:
        if name not in block.labels:
            known.append([""])  # the name of the system, which is not in a column
            continue
        encoded = pc.fill_null(block.labels[name].cast(pa.string()), "").dictionary_encode()
        known.append(encoded.dictionary.to_pylist())
        places = np.asarray(encoded.indices, dtype=np.int64)
        codes = places if codes is None else codes * len(known[-1]) + places
    if codes is None:
        return [tuple(labels[0] for labels in known)], None
    combinations = prod(map(len, known))
    # Labels are few, as a rule: then counting is faster than sorting.
    if combinations <= 2 * block.rows:
        present = np.flatnonzero(np.bincount(codes, minlength=combinations))
    else:
        present = np.unique(codes)
    keys = []
    for code in present.tolist():
        key = []
        for labels in reversed(known):
            code, place = divmod(code, len(labels))  # noqa: PLW2901
            key.append(labels[place])
        keys.append(tuple(reversed(key)))
    if len(keys) <= 1:
        return keys, None
    return keys, codes if len(present) == combinations else np.searchsorted(present, codes)


def _learns(metric: Metric) -> bool:
    return metric.needs_corpus and not metric.needs_entities


def _taken(text: Any, places: NDArray[np.int64]) -> Texts:
    """Some segments of a text; all, where they are all that there are."""
    if len(places) == len(text):
        return Texts(text)
    return (
        Texts([text[place] for place in places.tolist()])
        if isinstance(text, Texts)
        else Texts(text.take(places))
    )


def _named(key: tuple[str, ...], system: str, by: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        system if system and name == "system" else label for name, label in zip(by, key, strict=True)
    )
