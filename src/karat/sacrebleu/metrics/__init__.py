"""sacreBLEU's metrics: one per file, named in `METRICS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from karat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from karat.sacrebleu.metrics.ter import TER, TERScore

if TYPE_CHECKING:
    from karat.sacrebleu.metrics.base import Metric

METRICS: dict[str, type[Metric[Any]]] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]
