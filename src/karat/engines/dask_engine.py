"""Shards over a cluster of Dask's."""

from __future__ import annotations

from dataclasses import dataclass
from logging import CRITICAL, ERROR, getLogger
from multiprocessing import active_children
from typing import TYPE_CHECKING

from karat.engines.worker_signals import deaf_to_interrupts
from karat.errors import MissingExtra, UnreadableFile
from karat.kernel import available_threads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.engines.engine import Count, Outcome
    from karat.engines.shards import Shard


@dataclass(frozen=True, slots=True)
class DaskEngine:
    """The cluster at an address, or workers on this machine that end with the command.

    Dask counts a shard again when its worker dies.
    """

    address: str | None = None
    workers: int | None = None

    def run(self, count: Count, shards: Sequence[Shard]) -> Iterator[Outcome]:
        """What came of each shard, as they are done."""
        try:
            from distributed import Client, KilledWorker, as_completed
        except ImportError:
            raise MissingExtra.of("The engine dask", "dask") from None
        others = set(active_children())
        try:
            with deaf_to_interrupts():
                client = (
                    Client(
                        n_workers=self.workers or available_threads(),
                        threads_per_worker=1,
                        dashboard_address=None,
                        silence_logs=ERROR,  # warnings of workers that end since they are to end
                    )
                    if self.address is None
                    else Client(self.address if "://" in self.address else f"tcp://{self.address}")
                )
        except (OSError, TimeoutError) as error:
            raise UnreadableFile(f"The Dask cluster {self.address} does not answer ({error}).") from None
        with client:
            # Deliberate: a shard that was counted before is counted again; the file may have changed.
            futures = client.map(count, shards, pure=False)
            try:
                for future in as_completed(futures):
                    outcome: Outcome = future.result()
                    yield outcome
                    future.release()
            except KilledWorker as error:
                raise UnreadableFile(
                    f"Workers were killed again and again ({error}). Is there enough memory?"
                ) from None
            except (KeyboardInterrupt, GeneratorExit):
                # Dask would wait for what they are at. Its threads tell of each worker's end, also later.
                if self.address is None:
                    getLogger("distributed").setLevel(CRITICAL)
                for worker in set(active_children()) - others:
                    worker.kill()
                raise
