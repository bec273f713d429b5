"""Shards over a cluster of Ray's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.errors import MissingExtra, UnreadableFile
from karat.kernel import available_threads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.engines.engine import Count, Outcome
    from karat.engines.shards import Shard

# Tasks that wait at the cluster.
_WAITING = 256
_RETRIES = 5


@dataclass(frozen=True, slots=True)
class RayEngine:
    """The cluster at an address, or workers on this machine that end with the command.

    Ray counts a shard again when its worker dies.
    """

    address: str | None = None
    workers: int | None = None

    def run(self, count: Count, shards: Sequence[Shard]) -> Iterator[Outcome]:
        """What came of each shard, as they are done."""
        try:
            import ray
        except ImportError:
            raise MissingExtra.of("The engine ray", "ray") from None
        ours = not ray.is_initialized()
        if ours:
            where = (
                {"num_cpus": self.workers or available_threads(), "include_dashboard": False}
                if self.address is None
                else {"address": self.address if self.address == "auto" else f"ray://{self.address}"}
            )
            ray.init(log_to_driver=False, configure_logging=False, **where)
        try:
            task = ray.remote(max_retries=_RETRIES)(_counted)
            sent = ray.put(count)
            coming = iter(shards)
            running: list[Any] = []
            while True:
                while len(running) < _WAITING and (shard := next(coming, None)) is not None:
                    running.append(task.remote(sent, shard))
                if not running:
                    return
                done, running = ray.wait(running)
                yield from ray.get(done)
        except ray.exceptions.WorkerCrashedError as error:
            raise UnreadableFile(
                f"Workers were killed again and again ({error}). Is there enough memory?"
            ) from None
        finally:
            if ours:
                ray.shutdown()


def _counted(count: Count, shard: Shard) -> Outcome:
    return count(shard)
