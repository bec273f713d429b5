"""Every metric of the catalogue under a few sets of options, and the texts on which its promises are tested."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.strategies import Streams, random_segment

from karat.corpus import Corpus, References
from karat.entities import Entity
from karat.metrics import METRICS, Metric, metric
from karat.metrics.formula import Counting

if TYPE_CHECKING:
    from karat.kernel import Counts
    from karat.statistics import Statistics


def words(text: str) -> list[str]:
    """A tokenizer of the user's own."""
    return text.replace("\0", " ").split()


def every_word(text: str) -> list[Entity]:
    """A recogniser of the user's own, to which each word is a name."""
    return [Entity.of(text, *word.span(), "LOCATION") for word in re.finditer(r"\S+", text)]


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "bleu": [
        {},
        {"unit": "char", "order": 18, "spaces": "keep"},
        {"tokenize": "zh", "lowercase": True, "normalization": "NFKC"},
        {"tokenize": "none", "smoothing": "add-k", "effective_order": True, "brevity": "average"},
        {
            "tokenize": "intl",
            "order": 3,
            "weights": (3.0, 2.0, 1.0),
            "smoothing": "floor",
            "brevity": "shortest",
        },
        {"tokenize": words, "smoothing": "none", "brevity": "none"},
        {"tokenize": "none", "mean": "arithmetic", "weights": (1.0, 2.0, 3.0, 4.0)},
    ],
    "chrf": [{}, {"spaces": "keep", "beta": 3}, {"epsilon_smoothing": True, "lowercase": True}],
    "chrf++": [{}, {"normalization": "NFC", "character_order": 4}],
    "ter": [
        {},
        {"normalized": True, "asian_support": True},
        {"no_punctuation": True, "case_sensitive": True},
    ],
    "wer": [
        {},
        {"unit": "char"},
        {"unit": "char", "spaces": "keep", "lowercase": True},
        {"tokenize": "13a", "normalization": "NFKC"},
        {"tokenize": words},
    ],
    "per": [{}, {"unit": "char"}, {"tokenize": "intl", "lowercase": True}],
    "cder": [{}, {"unit": "char"}, {"tokenize": "zh", "normalization": "NFC"}],
    "exact": [{}, {"tokenize": "char", "lowercase": True}, {"tokenize": words, "normalization": "NFC"}],
    "rouge-n": [
        {"order": 3},
        {"order": 4, "unit": "char"},
        {"score": "precision", "tokenize": words},
        {"order": 1, "score": "f", "multi": "best"},
    ],
    "rouge-1": [{}, {"score": "f", "beta": 2.5, "lowercase": True}],
    "rouge-2": [{}, {"score": "f", "tokenize": "intl", "normalization": "NFC"}],
    "rouge-l": [{}, {"score": "recall", "tokenize": "zh"}, {"unit": "char", "beta": 0.5}],
    "rouge-w": [{}, {"weight": 1.2, "score": "precision"}, {"weight": 1, "unit": "char", "spaces": "keep"}],
    "rouge-s": [{}, {"skip": 4, "unigrams": True}, {"skip": 0, "score": "recall", "unit": "char"}],
    "aev": [
        {},
        {"alpha": 0, "order": 1, "wordiness_factor": float("inf")},
        {"alpha": 1, "tokenize": "char", "order": 9, "lowercase": True},
        {"alpha": 0.25, "tokenize": words, "brevity_factor": 0.5, "wordiness_factor": 1.25},
    ],
    "tag-bleu": [
        {},
        {"mix": 0, "order": 2, "smoothing": "add-k", "brevity": "average"},
        {"mix": 1.0, "lowercase": True, "normalization": "NFKC", "effective_order": True},
    ],
    "nee": [
        {},
        {"types": ("LOCATION",), "search": "character", "language": "none", "normalization": "NFKC"},
        {"search": "token", "suggestions": "count"}
        | dict.fromkeys(("marks", "lowercase", "quotes", "possessives"), False)
        | dict.fromkeys(("thousands", "numbers", "articles", "quantities"), False),
    ],
    "nee-partial": [{"language": "ja", "lowercase": False}],
    "nee-precision": [
        {"recogniser": every_word},
        {"recogniser": every_word, "language": "de", "marks": False},
    ],
    "meteor": [
        {},
        {"stages": ("exact",), "tokenize": "intl", "lowercase": False},
        {"language": "german", "alpha": 0.5, "beta": 1, "gamma": 0.25, "tokenize": words},
    ],
    "gtm": [
        {},
        {"exponent": 2, "matching": "exact", "tokenize": "zh"},
        {"exponent": 1.5, "score": "precision", "lowercase": True, "normalization": "NFC"},
        {"exponent": 3, "score": "recall", "tokenize": words},
    ],
    "nist": [
        {},
        {"order": 3, "tokenize": "char", "lowercase": True},
        {"tokenize": words, "normalization": "NFC"},
    ],
    "wnm": [
        {},
        {"weighting": "tf.idf", "ngram_weight": "sum", "order": 2, "lowercase": True},
        {"weighting": "none", "tokenize": "intl"},
        {"ngram_weight": "max", "score": "recall", "texts": "segment", "tokenize": words},
        {"weighting": "s-literal", "tokenize": "13a"},
    ],
    "wnm-mean": [
        {},
        {"weighting": "none", "score": "precision"},
        {"weighting": "tf.idf", "texts": "segment"},
        {"weighting": "s-literal", "tokenize": "13a"},
    ],
}


@dataclass(frozen=True)
class Tagging(Counting):
    """A metric of annotated text that is given plain text: every token gets a tag first."""

    metric: Metric

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.metric, name)

    def prepare(self, corpus: Corpus) -> Tagging:  # noqa: ARG002
        """Such metrics need nothing of the corpus."""
        return self

    def rows(self, systems: Any, streams: Any, threads: int) -> list[Counts]:
        """The rows of the tagged texts."""
        tagged = [[tag(text) for text in texts] for texts in (*systems, *streams)]
        return self.metric.rows(tagged[: len(systems)], tagged[len(systems) :], threads)


def tag(text: Any) -> Any:
    """Every token with a tag that its first letter decides; what is not text stays as it is."""
    if not isinstance(text, str):
        return text
    return " ".join(f"{token}|T{ord(token[0]):x}" for token in text.split())


def readable(of: Metric) -> Metric:
    """The metric, able to read any text."""
    return Tagging(of) if of.annotated else of


CASES = [(name, options) for name in METRICS for options in OPTIONS.get(name, [{}])]
IDS = [" ".join((name, *map(str, options))) for name, options in CASES]

EVERY_METRIC = [readable(metric(name, **options)) for name, options in CASES]
every_metric = pytest.mark.parametrize("of", EVERY_METRIC, ids=IDS)

RNG = Random(7)
HYPOTHESES = [random_segment(RNG, RNG.randrange(15)) for _ in range(300)]
STREAMS: Streams = [
    [text if RNG.random() < 0.5 else random_segment(RNG, RNG.randrange(15)) for text in HYPOTHESES],
    [random_segment(RNG, RNG.randrange(15)) if RNG.random() < 0.5 else None for _ in HYPOTHESES],
]
REFERENCES = References(tuple(STREAMS))
PLAIN = "the cat sat on the mat , and the dog lay by the door for a while"
# What weights are learnt from, where a metric has any: of one segment alone, nothing can stand out.
AROUND = Corpus(
    {},
    References.of(
        [PLAIN, "it was not the first time", "a man of the sea , and nobody else", "who is there ?"]
    ),
)


def marked(of: Metric, text: str | None) -> Any:
    """A reference as the metric wants it: every word tagged where it counts named entities."""
    if not of.needs_entities or text is None:
        return text
    return " ".join(f'<ENAMEX TYPE="LOCATION">{word}</ENAMEX>' for word in text.split())


def streams(of: Metric) -> Streams:
    """The references of the corpus, as the metric wants them."""
    return [[marked(of, text) for text in stream] for stream in STREAMS]


def references(of: Metric) -> References:
    """The same, aligned."""
    return References(tuple(streams(of)))


def part(of: Metric, start: int, stop: int) -> tuple[list[str], References]:
    """Some segments of the corpus."""
    return HYPOTHESES[start:stop], References(tuple(stream[start:stop] for stream in streams(of)))


def score(of: Metric, hypothesis: str) -> float:
    """The value of one output for the plain segment."""
    ready = of if of.needs_entities else of.prepare(AROUND)
    return of.value(ready.count([hypothesis], [marked(of, PLAIN)]).total())


def check_defined(of: Metric, statistics: Statistics) -> None:
    """Every row has a value, unless the metric counts entities and the row has none."""
    undefined = of.needs_entities & ~statistics.counts.any(axis=1)
    assert np.array_equal(np.isfinite(of.values(statistics)), ~undefined)
    assert np.isfinite(of.value(statistics.total())) != bool(undefined.all())
