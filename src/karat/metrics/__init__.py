"""Metrics: one per file, named in `catalogue`, imported when they are first used."""

from __future__ import annotations

from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.metrics.base import Metric
    from karat.metrics.bleu import Bleu
    from karat.metrics.catalogue import METRICS, metric, parse
    from karat.metrics.chrf import Chrf
    from karat.metrics.nist import Nist
    from karat.metrics.signature import sacrebleu_signature
    from karat.metrics.ter import Ter
    from karat.metrics.wnm import Wnm

__all__ = [
    "METRICS",
    "Bleu",
    "Chrf",
    "Metric",
    "Nist",
    "Ter",
    "Wnm",
    "metric",
    "parse",
    "sacrebleu_signature",
]

_HOME = {
    "METRICS": "catalogue",
    "Bleu": "bleu",
    "Chrf": "chrf",
    "Metric": "base",
    "Nist": "nist",
    "Ter": "ter",
    "Wnm": "wnm",
    "metric": "catalogue",
    "parse": "catalogue",
    "sacrebleu_signature": "signature",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'karat.metrics' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"karat.metrics.{_HOME[name]}"), name)
    globals()[name] = value
    return value
