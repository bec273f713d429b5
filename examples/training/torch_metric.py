"""Any metric of Karat as a metric of torchmetrics: totals are tensors, which add over batches and processes.

metric = TorchMetric(Chrf())
metric.update(outputs, references)  # lists of texts, batch by batch
metric.compute()                    # the corpus score of every process together
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torchmetrics import Metric

from karat import Running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Metric as KaratMetric


class TorchMetric(Metric):  # type: ignore[misc]
    """The corpus score of one of Karat's metrics; with torch.distributed, of all ranks."""

    is_differentiable = False
    full_state_update = False

    totals: torch.Tensor

    def __init__(self, metric: KaratMetric, **options: Any) -> None:
        """`options` are those of torchmetrics, such as `dist_sync_on_step`."""
        super().__init__(**options)
        Running(metric)  # refuses a metric that must see the whole corpus before it counts
        self.metric = metric
        # Whole numbers that add, and so the score of a corpus, never the mean of its batches' scores.
        self.add_state("totals", torch.zeros(len(metric.columns), dtype=torch.int64), dist_reduce_fx="sum")

    @property
    def higher_is_better(self) -> bool:
        """The direction, by which torchmetrics finds the best step."""
        return self.metric.higher_is_better

    def update(self, hypotheses: Sequence[str], references: Sequence[str] | Sequence[Sequence[str]]) -> None:
        """Count a batch: a reference for each hypothesis, or a list of them."""
        total = self.metric.count(hypotheses, references).total()
        self.totals += torch.tensor(total, dtype=torch.int64, device=self.totals.device)

    def compute(self) -> torch.Tensor:
        """The score of everything that was counted."""
        return torch.tensor(self.metric.value(self.totals.tolist()), dtype=torch.float64)
