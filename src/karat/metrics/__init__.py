"""Metrics: one per file, named in `catalogue`."""

from karat.metrics.base import Metric
from karat.metrics.bleu import Bleu
from karat.metrics.catalogue import METRICS, metric, parse
from karat.metrics.chrf import Chrf
from karat.metrics.signature import sacrebleu_signature
from karat.metrics.ter import Ter

__all__ = ["METRICS", "Bleu", "Chrf", "Metric", "Ter", "metric", "parse", "sacrebleu_signature"]
