"""What an engine does: count shards somewhere, and hand back what came of each. It knows no metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from karat.errors import InvalidOption, KaratError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

    from karat.engines.learning import Gathered
    from karat.engines.partials import Partial
    from karat.engines.shards import Shard

    # Partial sums, or what else is gathered of a shard: an engine does not look into them.
    Outcome: TypeAlias = "Partial | Gathered | ShardFailure"
    Count: TypeAlias = Callable[[Shard], Outcome]

NAMES = ("threads", "processes", "dask", "ray")


@dataclass(frozen=True, slots=True)
class ShardFailure:
    """A shard that could not be counted, and why; the others are counted all the same.

    >>> ShardFailure("part-7.parquet", "part-7.parquet: the file ends too early.").shard
    'part-7.parquet'
    """

    shard: str
    problem: str


class Engine(Protocol):
    """Something that counts shards.

    `run` may give the same shard twice, since whoever adds counts it once. It gives every shard at least
    once, or raises.

    >>> from karat import Bleu, demo
    >>> from karat.engines import evaluate_shards
    >>> class Plain:
    ...     def run(self, count, shards):
    ...         return map(count, shards)
    >>> round(evaluate_shards(demo.segments_path(), Bleu(), engine=Plain()).scores[0].value, 2)
    53.64
    """

    def run(self, count: Count, shards: Sequence[Shard]) -> Iterator[Outcome]:
        """What came of each shard, in whichever order they are done."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Counts a shard, and says so where it cannot: an error of one shard must not end the others."""

    count: Callable[[Shard], Partial | Gathered]

    def __call__(self, shard: Shard) -> Outcome:
        """The partial sums of a shard, or its failure."""
        try:
            return self.count(shard)
        except InvalidOption:
            raise  # no shard is to blame
        except KaratError as error:
            return ShardFailure(shard.id, str(error))


def engine_of(engine: str | Executor | Engine | None, *, workers: int | None = None) -> Engine:
    """The engine of a name, such as "processes" or "dask://host:8786", or of an executor."""
    from karat.engines.executors import ExecutorEngine, Processes, Threads

    if engine is None or engine == "threads":
        return Threads(workers)
    if engine == "processes":
        return Processes(workers)
    if not isinstance(engine, str):
        if hasattr(engine, "run"):
            return engine
        if hasattr(engine, "submit"):
            return ExecutorEngine(engine)
        raise InvalidOption(
            f"An engine was expected, not a {type(engine).__name__}. Engines: {', '.join(NAMES)}."
        )
    name, _, address = engine.partition("://")
    if name == "dask":
        from karat.engines.dask_engine import DaskEngine

        return DaskEngine(address or None, workers)
    if name == "ray":
        from karat.engines.ray_engine import RayEngine

        return RayEngine(address or None, workers)
    raise InvalidOption.choice("engine", engine, NAMES)
