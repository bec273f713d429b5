"""Karat: a workbench for machine-translation evaluation.

    >>> from karat import Bleu, Corpus, evaluate
    >>> result = evaluate(Corpus.of(["a b c d e"], ["a b c d f"]), Bleu())
    >>> round(result.scores[0].value, 2)
    66.87
    >>> result.segments.round(2).tolist()
    [66.87]

Here are the verbs, and the things that they take and give. Every metric is in `karat.metrics`, and can be
imported from here as well. What belongs to one topic is in its package: `karat.agreement` and the others.

Names are imported when they are first used, so that the command line starts without numpy.
"""

from __future__ import annotations

from karat._version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from karat.agreement import agreement_with_people as agree
    from karat.calibration import (
        Calibration,
        accept,
        calibrate,
        predict,
        read_calibrations,
        transfer,
        write_calibrations,
    )
    from karat.comparison import Comparison, Procedure, compare
    from karat.comparison import power_of_pairs as power
    from karat.corpus import Corpus, References
    from karat.diagnosis.equate import equate
    from karat.diagnosis.parallel_versions import check_versions
    from karat.diagnosis.suitability import check
    from karat.dossier import Dossier, Scope, gather
    from karat.engines.running import Running
    from karat.errors import KaratError
    from karat.estimation import people
    from karat.evaluation import Evaluation, evaluate, evaluate_blocks
    from karat.frames import Frame, table
    from karat.judgements import Judgements, Scale
    from karat.kernel import Cancellation
    from karat.metrics import *  # noqa: F403 (every metric, also those that `__all__` leaves out)
    from karat.metrics import Bleu, Chrf, External, Metric, Ter, metric, parse
    from karat.metrics.explain.explanation import explain
    from karat.readers import read, read_judgements, read_scores
    from karat.reference_spread import each_reference
    from karat.reliability import reliability as judge_agreement
    from karat.report.notebook import show
    from karat.report.page.writing import save_page
    from karat.resegmentation import resegment
    from karat.score_table import ScoreTable
    from karat.scores import Score
    from karat.statistics import Statistics

# Where each name lives; after a colon, what it is called there.
_HOME = {
    "Bleu": "metrics",
    "Calibration": "calibration",
    "Cancellation": "kernel",
    "Chrf": "metrics",
    "Comparison": "comparison",
    "Corpus": "corpus",
    "Dossier": "dossier",
    "Evaluation": "evaluation",
    "External": "metrics",
    "Judgements": "judgements",
    "KaratError": "errors",
    "Metric": "metrics",
    "Procedure": "comparison",
    "References": "corpus",
    "Running": "engines.running",
    "Scale": "judgements",
    "Scope": "dossier",
    "Score": "scores",
    "ScoreTable": "score_table",
    "Statistics": "statistics",
    "Frame": "frames",
    "Ter": "metrics",
    "accept": "calibration",
    "agree": "agreement:agreement_with_people",
    "calibrate": "calibration",
    "check": "diagnosis.suitability",
    "check_versions": "diagnosis.parallel_versions",
    "compare": "comparison",
    "each_reference": "reference_spread",
    "equate": "diagnosis.equate",
    "evaluate": "evaluation",
    "evaluate_blocks": "evaluation",
    "explain": "metrics.explain.explanation",
    "gather": "dossier",
    "judge_agreement": "reliability:reliability",
    "metric": "metrics",
    "parse": "metrics",
    "people": "estimation",
    "power": "comparison:power_of_pairs",
    "predict": "calibration",
    "read": "readers",
    "read_calibrations": "calibration",
    "read_judgements": "readers",
    "read_scores": "readers",
    "resegment": "resegmentation",
    "save_page": "report.page.writing",
    "show": "report.notebook",
    "table": "frames",
    "transfer": "calibration",
    "write_calibrations": "calibration",
}

__all__ = [
    "Bleu",
    "Calibration",
    "Cancellation",
    "Chrf",
    "Comparison",
    "Corpus",
    "Dossier",
    "Evaluation",
    "External",
    "Frame",
    "Judgements",
    "KaratError",
    "Metric",
    "Procedure",
    "References",
    "Running",
    "Scale",
    "Scope",
    "Score",
    "ScoreTable",
    "Statistics",
    "Ter",
    "__version__",
    "accept",
    "agree",
    "calibrate",
    "check",
    "check_versions",
    "compare",
    "each_reference",
    "equate",
    "evaluate",
    "evaluate_blocks",
    "explain",
    "gather",
    "judge_agreement",
    "metric",
    "parse",
    "people",
    "power",
    "predict",
    "read",
    "read_calibrations",
    "read_judgements",
    "read_scores",
    "resegment",
    "save_page",
    "show",
    "table",
    "transfer",
    "write_calibrations",
]

PACKAGES = (
    "agreement",
    "calibration",
    "comparison",
    "demo",
    "diagnosis",
    "dossier",
    "engines",
    "entities",
    "errors",
    "estimation",
    "judgements",
    "metrics",
    "readers",
    "reliability",
    "resampling",
    "sacrebleu",
    "tokens",
    "tuning",
)


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in PACKAGES:
        return import_module(f"karat.{name}")
    home, _, there = _HOME.get(name, "metrics").partition(":")
    # `metrics` knows its own names, also those that are not listed here.
    module = import_module(f"karat.{home}")
    if name not in _HOME and name not in module.__all__:
        # The first names that a user of sacreBLEU tries.
        is_sacrebleus = name.startswith(("corpus_", "sentence_"))
        hint = f". As in sacreBLEU: from karat.sacrebleu import {name}" if is_sacrebleus else ""
        raise AttributeError(f"module 'karat' has no attribute {name!r}{hint}")
    value = getattr(module, there or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *PACKAGES])
