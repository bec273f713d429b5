"""Corpus scores of Karat in lm-evaluation-harness. Copy this file beside a task's YAML, and write there:

    metric_list:
      - metric: !function lm_eval_metric.karat_chrf
        aggregation: !function lm_eval_metric.chrf_of_corpus
        higher_is_better: true

In a Python program, `register()` gives them names: `metric: karat_chrf` and `aggregation: karat_chrf`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from karat import Bleu, Chrf, Corpus, evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Metric

Pair: TypeAlias = "tuple[Sequence[str], str]"


def karat_chrf(references: Sequence[str], predictions: Sequence[str]) -> Pair:
    """A document's texts: the score is counted of all documents together, and is no mean of theirs."""
    return references, predictions[0]


def karat_bleu(references: Sequence[str], predictions: Sequence[str]) -> Pair:
    """As `karat_chrf`: the harness calls a metric by its function's name."""
    return references, predictions[0]


def chrf_of_corpus(pairs: Sequence[Pair]) -> float:
    """The chrF of all documents."""
    return score(Chrf(), pairs)


def bleu_of_corpus(pairs: Sequence[Pair]) -> float:
    """BLEU of all documents."""
    return score(Bleu(), pairs)


def score(metric: Metric, pairs: Sequence[Pair]) -> float:
    """The corpus score of references and outputs."""
    references, outputs = zip(*pairs, strict=True)
    (found,) = evaluate(Corpus.of(list(outputs), list(references)), metric).scores
    return float(found.value)


def register() -> None:
    """Make the metrics known to the harness by their names."""
    from lm_eval.api.registry import register_aggregation, register_metric  # noqa: PLC0415

    for metric, aggregation in ((karat_chrf, chrf_of_corpus), (karat_bleu, bleu_of_corpus)):
        name = metric.__name__
        register_aggregation(name)(aggregation)
        register_metric(metric=name, aggregation=name, higher_is_better=True)(metric)
