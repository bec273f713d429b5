"""From files of any size to scores: plan the shards, count them somewhere, add."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from karat.engines.adding import GroupedTotals, add, check_recipe
from karat.engines.counting import task_of
from karat.engines.engine import Attempt, ShardFailure, engine_of
from karat.engines.learning import Gathered, Gathering, learn
from karat.engines.partials import Partial, read_partials, write_partials
from karat.engines.row_blocks import ShardReader
from karat.engines.shards import ColumnNames, shards_of
from karat.errors import InvalidFile, KaratError
from karat.kernel import available_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor

    from karat.engines.counting import CountingTask
    from karat.engines.engine import Engine
    from karat.engines.shards import Shard
    from karat.metrics import Metric

    Source = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

# How often what is counted is written down, at most: a driver that dies loses so many seconds of work.
_SECONDS = 10.0
# How often is told how far a shard is, at most.
_TICK = 0.25


@dataclass(frozen=True, slots=True)
class Advance:
    """How far the counting has come; `of_rows` is None where files do not say how many rows they have.

    >>> from karat import Bleu, demo
    >>> told = []
    >>> _ = evaluate_shards(demo.segments_path(), Bleu(), progress=told.append)
    >>> told[-1].shards, told[-1].of_shards
    (1, 1)
    """

    shards: int
    of_shards: int
    rows: int
    of_rows: int | None


def evaluate_shards(
    source: Source,
    *metrics: Metric,
    by: Sequence[str] | None = None,
    columns: ColumnNames | None = None,
    where: str | None = None,
    references: Sequence[str] = (),
    cells: int = 0,
    engine: str | Executor | Engine | None = None,
    workers: int | None = None,
    keep: str | None = None,
    progress: Callable[[Advance], object] | None = None,
) -> GroupedTotals:
    """Score what one process cannot hold: files, folders, patterns and URIs, in constant memory.

    Rows that have the same values in the columns `by` are a corpus of their own; without it, each system is,
    where the rows name systems. `engine` is "threads", "processes", "dask", "ray", these with an address, or
    any executor. With `keep`, a file, what was counted is written there, and not counted again.

    >>> from karat import Bleu, demo
    >>> totals = evaluate_shards(demo.segments_path(), Bleu())
    >>> totals.scores[0].system, round(totals.scores[0].value, 2)
    ('aurora', 53.64)
    """
    shards = shards_of(source, references=references)
    columns, by = settled(shards, columns or ColumnNames(), by, cells=cells)
    task = task_of(metrics, by=by, columns=columns, where=where, cells=cells)
    if task.learners:
        task = _learnt(task, shards, engine, workers)
    failed: dict[str, str] = {}
    if keep is None:
        partials: Iterable[Partial] = _counted(task, shards, failed, engine, workers, progress)
    else:
        partials, failures = count_shards(
            task, shards, engine=engine, workers=workers, keep=keep, progress=progress
        )
        failed = {failure.shard: failure.problem for failure in failures}
    return add(partials, metrics=metrics, expected=[shard.id for shard in shards], failed=failed)


def _counted(
    task: CountingTask,
    shards: Sequence[Shard],
    failed: dict[str, str],
    engine: str | Executor | Engine | None,
    workers: int | None,
    progress: Callable[[Advance], object] | None,
    counted: Sequence[Partial] = (),
) -> Iterator[Partial]:
    """The partial sums of shards, as they come; `failed` is told of those that could not be counted.

    Those that were `counted` before are not counted again.
    """
    told = _Told(shards, counted, progress)
    done = {partial.shard for partial in counted}
    left = [shard for shard in shards if shard.id not in done]
    if len(left) == 1 and workers != 1 and engine in (None, "threads"):
        task = replace(task, threads=workers or available_threads())
    if progress is not None and engine in (None, "threads"):
        # What counts in this process can say how far it is within a shard; others are far away.
        task = replace(task, tell=told.within)
    for outcome in engine_of(engine, workers=workers).run(Attempt(task.count), left) if left else ():
        if isinstance(outcome, ShardFailure):
            failed[outcome.shard] = outcome.problem
        elif isinstance(outcome, Partial):
            # An engine may deliver a shard twice: whoever adds sees whether it is still the same.
            if outcome.shard not in done:
                done.add(outcome.shard)
                told.add(outcome)
            yield outcome
        told.tell(len(done) + len(failed))


class _Told:
    """How far the counting has come, told to whoever asked: after each shard, and now and then within one."""

    def __init__(
        self,
        shards: Sequence[Shard],
        counted: Sequence[Partial],
        progress: Callable[[Advance], object] | None,
    ) -> None:
        self._progress = progress
        self._sizes = {shard.id: shard.rows for shard in shards}
        known = [size for size in self._sizes.values() if size is not None]
        self._total = sum(known) if len(known) == len(shards) else None
        self._rows, self._done = 0, len(counted)
        self._within: dict[str, int] = {}
        self._lock, self._last = Lock(), monotonic()
        for partial in counted:
            self.add(partial)

    def add(self, partial: Partial) -> None:
        """A shard is done."""
        with self._lock:
            self._within.pop(partial.shard, None)
            self._rows += self._sizes[partial.shard] or partial.segments

    def within(self, shard: str, rows: int) -> None:
        """So many rows of a shard are done; the threads that count say so."""
        with self._lock:
            self._within[shard] = rows
            if monotonic() - self._last < _TICK:
                return
        self.tell(self._done)

    def tell(self, done: int) -> None:
        """So many shards are done."""
        if self._progress is None:
            return
        with self._lock:
            self._done, self._last = done, monotonic()
            rows = self._rows + sum(self._within.values())
            # Deliberate: within the lock, so that nobody is told of less than before.
            self._progress(Advance(done, len(self._sizes), rows, self._total))


def _learnt(
    task: CountingTask, shards: Sequence[Shard], engine: str | Executor | Engine | None, workers: int | None
) -> CountingTask:
    """The task after its first pass, in which metrics learn from the references of all shards."""
    document = labels_of(shards, task.columns).get("document")
    gathering = Gathering(task.by, task.columns, task.where, document)
    found: list[Gathered] = []
    for outcome in engine_of(engine, workers=workers).run(Attempt(gathering.count), shards):
        if not isinstance(outcome, Gathered):
            # Without the references of one shard, the weights of all would be others.
            raise InvalidFile(outcome.problem if isinstance(outcome, ShardFailure) else outcome.shard)
        found.append(outcome)
    return replace(task, knowledge=learn(task.learners, found, document=document))


def labels_of(shards: Sequence[Shard], columns: ColumnNames) -> dict[str, str]:
    """The columns that tell system, document and segment, as the first shard that can be read has them."""
    problem: KaratError | None = None
    for shard in shards:
        try:
            found = ShardReader(shard, columns).labels()
        except KaratError as error:
            problem = problem or error
            continue
        # An empty file of lines has no columns, and so has plain text.
        if found is not None:
            return found
    if problem is not None:
        raise problem
    return {}


def settled(
    shards: Sequence[Shard], columns: ColumnNames, by: Sequence[str] | None, *, cells: int = 0
) -> tuple[ColumnNames, tuple[str, ...]]:
    """The columns to group by and to tell segments apart by.

    Documents are the unit of chance where they are known, as everywhere; then segments; else references.
    """
    found = labels_of(shards, columns) if by is None or cells else {}
    if by is None:
        by = ("system",) if "system" in found else ()
    if cells and not columns.identity:
        known = found.get("document") or found.get("segment")
        columns = replace(columns, identity=(known,) if known else ())
    return columns, tuple(by)


def count_shards(
    task: CountingTask,
    shards: Sequence[Shard],
    *,
    engine: str | Executor | Engine | None = None,
    workers: int | None = None,
    keep: str | None = None,
    progress: Callable[[Advance], object] | None = None,
) -> tuple[list[Partial], list[ShardFailure]]:
    """The partial sums of shards, and those that could not be counted.

    Those that the file `keep` has already are not counted again, unless the shard has changed since.

    >>> from karat import Bleu, demo
    >>> from karat.engines import shards_of, task_of
    >>> partials, failures = count_shards(task_of([Bleu()]), shards_of(demo.segments_path()))
    >>> partials[0].segments, failures
    (288, [])
    """
    kept = _kept(keep, task, shards)
    others = [partial for shard, partial in kept.items() if shard not in {one.id for one in shards}]
    partials = {shard.id: kept[shard.id] for shard in shards if shard.id in kept}
    before, failed, written = len(partials), dict[str, str](), monotonic()
    counted = _counted(task, shards, failed, engine, workers, progress, list(partials.values()))
    for partial in counted:
        partials.setdefault(partial.shard, partial)
        if keep is not None and monotonic() - written > _SECONDS:
            write_partials(keep, [*others, *partials.values()])
            written = monotonic()
    if keep is not None and (before < len(shards) or not os.path.exists(keep)):  # noqa: PTH110
        write_partials(keep, [*others, *partials.values()])
    return list(partials.values()), [ShardFailure(shard, problem) for shard, problem in failed.items()]


def _kept(keep: str | None, task: CountingTask, shards: Sequence[Shard]) -> dict[str, Partial]:
    """What was counted before, of shards that are still the same."""
    if keep is None or not os.path.exists(keep):  # noqa: PTH110
        return {}
    found = {}
    named = {shard.id: shard for shard in shards}
    for partial in read_partials(keep):
        check_recipe(task.recipe, partial)
        shard = named.get(partial.shard)
        if shard is None or task.reader(shard).sign() == partial.fingerprint:
            found[partial.shard] = partial
    return found
