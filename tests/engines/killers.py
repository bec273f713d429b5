"""Counting that kills its own worker, as a machine does that runs out of memory."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.engines import Partial, Shard
    from karat.engines.counting import CountingTask


@dataclass(frozen=True)
class Killing:
    """Counts, but kills the worker the first times that it meets a shard; `folder` remembers how often."""

    task: CountingTask
    folder: str
    times: int

    def __call__(self, shard: Shard) -> Partial:
        """Count a shard, or die."""
        if "part-0" in shard.path:
            met = len(list(Path(self.folder).iterdir()))
            if met < self.times:
                (Path(self.folder) / str(met)).touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return self.task.count(shard)
