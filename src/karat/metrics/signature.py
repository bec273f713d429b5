"""sacreBLEU's own signature for a metric, where sacreBLEU can give the same figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.metrics.bleu import Bleu
from karat.metrics.chrf import Chrf
from karat.metrics.ter import Ter

if TYPE_CHECKING:
    from karat.metrics.base import Metric

# The release whose figures the tests compare with.
SACREBLEU_VERSION = "2.6.0"
_TOKENIZERS = ("none", "13a", "intl", "char", "zh", "ja-mecab", "ko-mecab", "flores101", "flores200")


def sacrebleu_signature(metric: Metric, references: int | str) -> str | None:
    """The string that sacreBLEU prints for these options; `references` is a number, or "var"."""
    if isinstance(metric, Bleu):
        parts = _bleu(metric)
    elif isinstance(metric, Chrf):
        parts = _chrf(metric)
    elif isinstance(metric, Ter):
        parts = _ter(metric)
    else:
        return None
    if parts is None:
        return None
    return "|".join((f"nrefs:{references}", *parts, f"version:{SACREBLEU_VERSION}"))


def _bleu(metric: Bleu) -> tuple[str, ...] | None:
    same_formula = metric.weights is None and metric.brevity == "closest" and metric.normalization == "none"
    if not (same_formula and metric.spaces == "drop" and metric.tokenize in _TOKENIZERS):
        return None
    smooth = metric.smoothing
    value = f"[{metric.smoothing_value:.2f}]" if metric.smoothing_value is not None else ""
    return (
        f"case:{'lc' if metric.lowercase else 'mixed'}",
        f"eff:{_yes(metric.effective_order)}",
        f"tok:{metric.tokenizer.signature.partition('[')[0]}",
        f"smooth:{smooth}{value}",
    )


def _chrf(metric: Chrf) -> tuple[str, ...] | None:
    if metric.normalization != "none":
        return None
    return (
        f"case:{'lc' if metric.lowercase else 'mixed'}",
        f"eff:{_yes(not metric.epsilon_smoothing)}",
        f"nc:{metric.character_order}",
        f"nw:{metric.word_order}",
        f"space:{_yes(metric.spaces == 'keep')}",
    )


def _ter(metric: Ter) -> tuple[str, ...] | None:
    if metric.normalization != "none":
        return None
    return (
        f"case:{'mixed' if metric.case_sensitive else 'lc'}",
        "tok:tercom",
        f"norm:{_yes(metric.normalized)}",
        f"punct:{_yes(not metric.no_punctuation)}",
        f"asian:{_yes(metric.asian_support)}",
    )


def _yes(on: bool) -> str:
    return "yes" if on else "no"
