"""From a shard to partial sums."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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
from karat.engines.stopping import go_on
from karat.errors import InvalidOption, KaratError
from karat.kernel import Counts, Texts
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from karat.engines.row_blocks import RowBlock
    from karat.metrics import Metric

# Cells × groups that are held at once; each has a row of numbers for each metric.
_MOST = 1 << 22


@dataclass(frozen=True, slots=True)
class CountingTask:
    """What is to be counted in every shard alike; a worker is sent this and a shard."""

    metrics: tuple[Metric, ...]
    by: tuple[str, ...] = ()
    columns: ColumnNames = field(default_factory=ColumnNames)
    where: Condition | None = None
    cells: int = 0
    threads: int = 1
    knowledge: Knowledge | None = None

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
        return ShardReader(
            shard, self.columns, (*self.by, *beside), self.where, wants_identity=bool(self.cells)
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
        ahead = self.threads > 1 or is_uri(shard.path)
        for block in _ahead(reader.blocks()) if ahead else reader.blocks():
            go_on()
            try:
                groups.add(block)
            except KaratError as error:
                if type(error) is InvalidOption:
                    raise
                raise type(error)(f"{shard.id}, after {groups.rows:,} rows: {error}") from None
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
    """What is to be counted, once it is clear that it can be."""
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


def _ahead(blocks: Iterator[RowBlock]) -> Iterator[RowBlock]:
    """The same blocks; the next is read while one is counted, since both let go of Python's lock."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1, thread_name_prefix="karat-reader") as reader:
        coming = reader.submit(next, blocks, None)
        while (block := coming.result()) is not None:
            coming = reader.submit(next, blocks, None)
            yield block


class _Groups:
    """The totals of each group, while blocks are added."""

    def __init__(self, task: CountingTask) -> None:
        self.rows = 0
        self._task = task
        self._found: dict[tuple[str, ...], GroupTotals] = {}

    def add(self, block: RowBlock) -> None:
        """Count a block of rows."""
        task = self._task
        streams = [Texts(stream) for stream in block.streams]
        varies = any(getattr(stream, "null_count", 0) for stream in block.streams)
        label = "var" if varies else str(len(streams))
        keys, codes = _coded(block, task.by)
        cells = self._cells(block) if task.cells else None
        for system, text in block.systems.items():
            texts = Texts(text)
            named = [_named(key, system, task.by) for key in keys]
            counted = [
                self._learnt_rows(metric, block, system, named, codes)
                if _learns(metric)
                else metric.rows([texts], streams, task.threads)[0]
                for metric in task.metrics
            ]
            for group in self._totals(named, codes, cells, counted, block.rows):
                self._join(replace(group, references=len(streams), label=label))
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
            rows[places] = _array(ready.rows(part[:1], part[1:], self._task.threads)[0])
        return rows

    def _cells(self, block: RowBlock) -> NDArray[np.int64]:
        import pyarrow as pa

        identity = [block.labels[name] for name in self._task.columns.identity]
        if not identity:
            first = block.streams[0]
            identity = [pa.array(list(first)) if isinstance(first, Texts) else first]
        return cells_of(identity, self._task.cells)

    def _totals(
        self,
        keys: Sequence[tuple[str, ...]],
        codes: NDArray[np.int64] | None,
        cells: NDArray[np.int64] | None,
        counted: Sequence[Any],
        rows: int,
    ) -> Iterator[GroupTotals]:
        if codes is None and cells is None:
            totals = tuple(tuple(_total(counts)) for counts in counted)
            yield GroupTotals(keys[0], rows, 0, "", totals)
            return
        number = self._task.cells or 1
        if len(keys) * number > _MOST:
            raise InvalidOption(
                f"There are {len(keys)} groups, too many for intervals. Group by fewer columns, or leave out "
                "the intervals."
            )
        places = np.zeros(rows, dtype=np.int64) if codes is None else codes * number
        if cells is not None:
            places = places + cells
        order = np.argsort(places, kind="stable")
        found, starts, sizes = np.unique(places[order], return_index=True, return_counts=True)
        sums = [np.add.reduceat(_array(counts)[order], starts, axis=0) for counts in counted]
        for code, key in enumerate(keys):
            first, end = np.searchsorted(found, [code * number, (code + 1) * number])
            if first == end:
                continue
            inside = slice(int(first), int(end))
            yield GroupTotals(
                key,
                int(sizes[inside].sum()),
                0,
                "",
                tuple(tuple(int(total) for total in one[inside].sum(axis=0)) for one in sums),
                None
                if cells is None
                else _spread(
                    found[inside] - code * number, sizes[inside], [one[inside] for one in sums], number
                ),
            )

    def _join(self, group: GroupTotals) -> None:
        before = self._found.get(group.key)
        self._found[group.key] = group if before is None else joined(before, group)

    def finish(self) -> tuple[GroupTotals, ...]:
        """All groups, in the order of their keys."""
        return tuple(self._found[key] for key in sorted(self._found))


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


def _spread(
    filled: NDArray[np.int64], sizes: NDArray[np.int64], sums: Sequence[NDArray[np.int64]], cells: int
) -> CellTotals:
    segments = np.zeros(cells, dtype=np.int64)
    segments[filled] = sizes
    counts = []
    for one in sums:
        wide = np.zeros((cells, one.shape[1]), dtype=np.int64)
        wide[filled] = one
        counts.append(wide)
    return CellTotals(segments, tuple(counts))


def _coded(block: RowBlock, by: Sequence[str]) -> tuple[list[tuple[str, ...]], NDArray[np.int64] | None]:
    """The keys of the groups in a block, and the group of each row; None where all are in one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    codes = np.zeros(block.rows, dtype=np.int64)
    known: list[list[str]] = []
    for name in by:
        if name not in block.labels:
            known.append([""])  # the name of the system, which is not in a column
            continue
        encoded = pc.fill_null(block.labels[name].cast(pa.string()), "").dictionary_encode()
        known.append(encoded.dictionary.to_pylist())
        codes = codes * len(known[-1]) + np.asarray(encoded.indices)
    present = np.unique(codes)
    keys = []
    for code in present.tolist():
        key = []
        for labels in reversed(known):
            code, place = divmod(code, len(labels))  # noqa: PLW2901
            key.append(labels[place])
        keys.append(tuple(reversed(key)))
    return keys, None if len(keys) <= 1 else np.searchsorted(present, codes)


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


def _total(counts: Any) -> list[int]:
    if isinstance(counts, Counts):
        return counts.total()
    return [int(total) for total in _array(counts).sum(axis=0)]


def _array(counts: Any) -> NDArray[np.int64]:
    rows = counts.array() if isinstance(counts, Counts) else np.asarray(counts)
    if rows.dtype.kind not in "iu":
        raise InvalidOption("Sums of whole numbers add in any order; these are not whole.")
    return np.asarray(rows, dtype=np.int64)
