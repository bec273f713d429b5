"""Metrics: one per file, named in `catalogue`, imported when they are first used."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from karat.metrics.aev import Aev
    from karat.metrics.bleu import Bleu
    from karat.metrics.catalogue import METRICS, metric, parse, sacrebleu_signature
    from karat.metrics.cder import Cder
    from karat.metrics.chrf import Chrf
    from karat.metrics.contract import Metric
    from karat.metrics.exact import Exact
    from karat.metrics.external import External
    from karat.metrics.gtm import Gtm
    from karat.metrics.meteor import Meteor
    from karat.metrics.nee import Nee
    from karat.metrics.nist import Nist
    from karat.metrics.per import Per
    from karat.metrics.rouge_l import RougeL
    from karat.metrics.rouge_n import RougeN
    from karat.metrics.rouge_s import RougeS
    from karat.metrics.rouge_w import RougeW
    from karat.metrics.score_column import ScoreColumn
    from karat.metrics.tag_bleu import TagBleu
    from karat.metrics.ter import Ter
    from karat.metrics.wer import Wer
    from karat.metrics.wnm import Wnm

__all__ = [
    "METRICS",
    "Aev",
    "Bleu",
    "Cder",
    "Chrf",
    "Exact",
    "External",
    "Gtm",
    "Meteor",
    "Metric",
    "Nee",
    "Nist",
    "Per",
    "RougeL",
    "RougeN",
    "RougeS",
    "RougeW",
    "ScoreColumn",
    "TagBleu",
    "Ter",
    "Wer",
    "Wnm",
    "metric",
    "parse",
    "sacrebleu_signature",
]

# Where the names live that are no metric's; of the metrics the catalogue knows it.
_HOME = {
    "External": "external",
    "ScoreColumn": "score_column",
    "METRICS": "catalogue",
    "Metric": "contract",
    "metric": "catalogue",
    "parse": "catalogue",
    "sacrebleu_signature": "catalogue",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'karat.metrics' has no attribute {name!r}")
    from importlib import import_module

    home = _HOME.get(name)
    if home is None:
        from karat.metrics.catalogue import HOMES

        home = next(module for module, cls, _ in HOMES.values() if cls == name)
    value = getattr(import_module(f"karat.metrics.{home}"), name)
    globals()[name] = value
    return value
