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

from typing import TYPE_CHECKING

from karat._version import __version__

if TYPE_CHECKING:
    from karat.comparison import Comparison, Procedure, compare
    from karat.corpus import Corpus, References
    from karat.dossier import Dossier, Scope, gather
    from karat.errors import KaratError
    from karat.evaluation import Evaluation, evaluate, evaluate_blocks
    from karat.frames import Table, table
    from karat.judgements import Judgements, Scale
    from karat.metrics import (
        Aev,
        Bleu,
        Cder,
        Chrf,
        Exact,
        External,
        Gtm,
        Meteor,
        Metric,
        Nee,
        Nist,
        Per,
        RougeL,
        RougeN,
        RougeS,
        RougeW,
        TagBleu,
        Ter,
        Wer,
        Wnm,
        metric,
        parse,
    )
    from karat.readers import read, read_judgements, read_scores
    from karat.report.notebook import show
    from karat.report.page.writing import save_page
    from karat.scores import Score, ScoreTable
    from karat.statistics import Statistics

_HOME = {
    "Aev": "metrics",
    "Bleu": "metrics",
    "Cder": "metrics",
    "Chrf": "metrics",
    "Comparison": "comparison",
    "Corpus": "corpus",
    "Dossier": "dossier",
    "Evaluation": "evaluation",
    "Exact": "metrics",
    "External": "metrics",
    "Gtm": "metrics",
    "Judgements": "judgements",
    "KaratError": "errors",
    "Meteor": "metrics",
    "Metric": "metrics",
    "Procedure": "comparison",
    "Per": "metrics",
    "Nee": "metrics",
    "Nist": "metrics",
    "References": "corpus",
    "RougeL": "metrics",
    "RougeN": "metrics",
    "RougeS": "metrics",
    "RougeW": "metrics",
    "Scale": "judgements",
    "Scope": "dossier",
    "Score": "scores",
    "ScoreTable": "scores",
    "Statistics": "statistics",
    "Table": "frames",
    "TagBleu": "metrics",
    "Ter": "metrics",
    "compare": "comparison",
    "Wer": "metrics",
    "Wnm": "metrics",
    "evaluate": "evaluation",
    "evaluate_blocks": "evaluation",
    "gather": "dossier",
    "metric": "metrics",
    "parse": "metrics",
    "read": "readers",
    "read_judgements": "readers",
    "read_scores": "readers",
    "save_page": "report.page.writing",
    "show": "report.notebook",
    "table": "frames",
}

__all__ = [
    "Aev",
    "Bleu",
    "Cder",
    "Chrf",
    "Comparison",
    "Corpus",
    "Dossier",
    "Evaluation",
    "Exact",
    "External",
    "Gtm",
    "Judgements",
    "KaratError",
    "Meteor",
    "Metric",
    "Nee",
    "Nist",
    "Per",
    "Procedure",
    "References",
    "RougeL",
    "RougeN",
    "RougeS",
    "RougeW",
    "Scale",
    "Scope",
    "Score",
    "ScoreTable",
    "Statistics",
    "Table",
    "TagBleu",
    "Ter",
    "Wer",
    "Wnm",
    "__version__",
    "compare",
    "evaluate",
    "evaluate_blocks",
    "gather",
    "metric",
    "parse",
    "read",
    "read_judgements",
    "read_scores",
    "save_page",
    "show",
    "table",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOME:
        # The first names that a user of sacreBLEU tries.
        is_sacrebleus = name.startswith(("corpus_", "sentence_"))
        hint = f". As in sacreBLEU: from karat.sacrebleu import {name}" if is_sacrebleus else ""
        raise AttributeError(f"module 'karat' has no attribute {name!r}{hint}")

    value = getattr(import_module(f"karat.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
