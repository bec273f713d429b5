"""Human judgements of translations with their scales, and scores aggregated from them."""

from __future__ import annotations

from karat.judgements.aggregation import Aggregate, aggregate, by_judge
from karat.judgements.coverage import Coverage, coverage
from karat.judgements.error_spans import ErrorSpan, MarkedErrors, MarkedOutput
from karat.judgements.pair_verdicts import PairVerdict
from karat.judgements.protocols import PROTOCOLS, Protocol, protocol, protocol_of
from karat.judgements.scale import SCALES, Conversion, Scale
from karat.judgements.standardisation import z_scores
from karat.judgements.table import Judgement, Judgements

__all__ = [
    "PROTOCOLS",
    "SCALES",
    "Aggregate",
    "Conversion",
    "Coverage",
    "ErrorSpan",
    "Judgement",
    "Judgements",
    "MarkedErrors",
    "MarkedOutput",
    "PairVerdict",
    "Protocol",
    "Scale",
    "aggregate",
    "by_judge",
    "coverage",
    "protocol",
    "protocol_of",
    "z_scores",
]
