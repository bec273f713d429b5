"""Text that one process cannot hold: shards are counted anywhere, and their sums add.

>>> from karat import Bleu, demo
>>> from karat.engines import evaluate_shards
>>> [round(score.value, 2) for score in evaluate_shards(demo.segments_path(), Bleu()).scores][:2]
[53.64, 47.34]
"""

from __future__ import annotations

from karat.engines.adding import GroupedTotals, add
from karat.engines.counting import CountingTask, count_shard, task_of
from karat.engines.engine import Engine, ShardFailure
from karat.engines.expressions import condition
from karat.engines.grouped_comparison import (
    GroupContrast,
    GroupedComparison,
    GroupStanding,
    compare_totals,
)
from karat.engines.partials import (
    CellTotals,
    CountingRecipe,
    GroupTotals,
    Partial,
    read_partials,
    write_partials,
)
from karat.engines.running import Running
from karat.engines.scoring import Advance, count_shards, evaluate_shards
from karat.engines.shards import ColumnNames, Shard, shards_of

__all__ = [
    "Advance",
    "CellTotals",
    "ColumnNames",
    "CountingRecipe",
    "CountingTask",
    "Engine",
    "GroupContrast",
    "GroupStanding",
    "GroupTotals",
    "GroupedComparison",
    "GroupedTotals",
    "Partial",
    "Running",
    "Shard",
    "ShardFailure",
    "add",
    "compare_totals",
    "condition",
    "count_shard",
    "count_shards",
    "evaluate_shards",
    "read_partials",
    "shards_of",
    "task_of",
    "write_partials",
]
