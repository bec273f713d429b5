"""Karat: a workbench for machine-translation evaluation.

    >>> from karat import Bleu, Corpus, evaluate
    >>> result = evaluate(Corpus.of(["a b c d e"], ["a b c d f"]), Bleu())
    >>> round(result.scores[0].value, 2)
    66.87
    >>> result.segments.round(2).tolist()
    [66.87]

Names are imported when they are first used, so that the command line starts without numpy.
"""

from __future__ import annotations

from karat._version import __version__

TYPE_CHECKING = False  # type checkers know the name; importing typing for it takes longer than all of this

if TYPE_CHECKING:
    from karat.corpus import Corpus, References
    from karat.errors import KaratError
    from karat.evaluation import Evaluation, evaluate, evaluate_blocks
    from karat.metrics import Bleu, Chrf, Metric, Nist, Ter, Wnm, metric, parse
    from karat.readers import read
    from karat.scores import Score, ScoreTable
    from karat.statistics import Statistics

_HOME = {
    "Bleu": "metrics",
    "Chrf": "metrics",
    "Corpus": "corpus",
    "Evaluation": "evaluation",
    "KaratError": "errors",
    "Metric": "metrics",
    "Nist": "metrics",
    "References": "corpus",
    "Score": "scores",
    "ScoreTable": "scores",
    "Statistics": "statistics",
    "Ter": "metrics",
    "Wnm": "metrics",
    "evaluate": "evaluation",
    "evaluate_blocks": "evaluation",
    "metric": "metrics",
    "parse": "metrics",
    "read": "readers",
}

__all__ = [
    "Bleu",
    "Chrf",
    "Corpus",
    "Evaluation",
    "KaratError",
    "Metric",
    "Nist",
    "References",
    "Score",
    "ScoreTable",
    "Statistics",
    "Ter",
    "Wnm",
    "__version__",
    "evaluate",
    "evaluate_blocks",
    "metric",
    "parse",
    "read",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'karat' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"karat.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
