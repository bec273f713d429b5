"""What every metric of the catalogue promises, under a few sets of options each."""

from __future__ import annotations

import pickle
import re
from copy import deepcopy
from dataclasses import FrozenInstanceError, dataclass
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import Streams, corpora, random_segment, segments

from karat.corpus import Corpus, References
from karat.entities import Entity
from karat.errors import InvalidText, MisalignedCorpus, MissingReference
from karat.kernel import Counts, Texts
from karat.metrics import METRICS, Metric, metric, parse
from karat.metrics.base import Counting
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
    "rouge-n": [{"order": 3}, {"order": 4, "unit": "char"}, {"score": "precision", "tokenize": words}],
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
        | dict.fromkeys(("thousands", "numbers", "articles"), False),
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
    ],
    "wnm-mean": [
        {},
        {"weighting": "none", "score": "precision"},
        {"weighting": "tf.idf", "texts": "segment"},
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

every_metric = pytest.mark.parametrize(
    "of", [readable(metric(name, **options)) for name, options in CASES], ids=IDS
)

RNG = Random(7)
HYPOTHESES = [random_segment(RNG, RNG.randrange(15)) for _ in range(300)]
STREAMS: Streams = [
    [text if RNG.random() < 0.5 else random_segment(RNG, RNG.randrange(15)) for text in HYPOTHESES],
    [random_segment(RNG, RNG.randrange(15)) if RNG.random() < 0.5 else None for _ in HYPOTHESES],
]
REFERENCES = References(tuple(STREAMS))
PLAIN = "the cat sat on the mat , and the dog lay by the door for a while"
# What weights are learnt from, where a metric has any: of one segment alone, nothing can stand out.
AROUND = Corpus.of(
    {}, [PLAIN, "it was not the first time", "a man of the sea , and nobody else", "who is there ?"]
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


def test_every_metric_has_sets_of_options() -> None:
    """A metric that joins the catalogue gets sets of options here."""
    assert set(OPTIONS) == set(METRICS)


@every_metric
def test_additive(of: Metric) -> None:
    """Counting shards and adding equals counting the whole."""
    of = of.prepare(Corpus({}, references(of)))
    whole = of.count(HYPOTHESES, references(of)).total()
    cuts = [0, 1, 50, 178, 300]
    shards = [of.count(*part(of, start, stop)).total() for start, stop in pairwise(cuts)]
    assert [sum(column) for column in zip(*shards, strict=True)] == whole


@every_metric
def test_order_free(of: Metric) -> None:
    """Segments in another order have the same rows in that order, and the same total."""
    of = of.prepare(Corpus({}, references(of)))
    order = list(range(len(HYPOTHESES)))
    Random(1).shuffle(order)
    shuffled = of.count(
        [HYPOTHESES[i] for i in order],
        References(tuple([stream[i] for i in order] for stream in streams(of))),
    )
    straight = of.count(HYPOTHESES, references(of))
    assert np.array_equal(shuffled.counts, straight.counts[order])
    assert shuffled.total() == straight.total()


@every_metric
def test_rows_are_whole_numbers(of: Metric) -> None:
    """A row has a whole number, not below 0, for every column."""
    counts = of.count(HYPOTHESES, references(of)).counts
    assert counts.dtype == np.int64
    assert counts.shape == (len(HYPOTHESES), len(of.columns))
    assert of.signed or (counts >= 0).all()
    assert len(set(of.columns)) == len(of.columns)


@every_metric
def test_total_is_the_sum_of_rows(of: Metric) -> None:
    """The total of a corpus is the sum of its rows."""
    statistics = of.count(HYPOTHESES, references(of))
    assert statistics.total() == statistics.counts.sum(axis=0).tolist()


@every_metric
@settings(max_examples=60)
@given(other=segments() | st.permutations(PLAIN.split()).map(" ".join))
def test_identity_is_best(of: Metric, other: str) -> None:
    """No other output is better than the reference itself, unless it may leave out words that weigh less than 0."""
    sign = 1 if of.higher_is_better else -1
    best = score(of, PLAIN)
    if of.perfect is not None:
        assert best == pytest.approx(of.perfect, abs=1e-9)
    # An output in which nothing is recognised has no precision, and is not better either.
    assert of.signed or not sign * score(of, other) > sign * best + 1e-9


@every_metric
def test_worse_is_worse(of: Metric) -> None:
    """A wrong word makes the value worse, and more of them make it worse still.

    In place of a word with a weight below 0 it may make it better; all words wrong is worse all the same.
    """
    right = PLAIN.split()
    values = [score(of, " ".join(["x"] * wrong + right[wrong:])) for wrong in range(0, len(right), 3)]
    assert of.signed or values == sorted(values, reverse=of.higher_is_better)
    assert values[0] > values[-1] if of.higher_is_better else values[0] < values[-1]


@every_metric
@pytest.mark.parametrize(
    ("hypothesis", "reference"), [("", ""), ("", "a b"), ("a b", ""), (" ", "\n"), ("\u3000", "a")]
)
def test_empty_text(of: Metric, hypothesis: str, reference: str) -> None:
    """Empty text is counted like any other, and has a value."""
    check_defined(of, of.count([hypothesis], [marked(of, reference)]))


@every_metric
def test_no_segments(of: Metric) -> None:
    """No segments make no rows, a total of noughts and no values."""
    statistics = of.count([], [])
    assert len(statistics) == 0
    assert statistics.total() == [0] * len(of.columns)
    assert of.values(statistics).tolist() == []


@every_metric
def test_unequal_lengths(of: Metric) -> None:
    """Texts of unequal lengths are refused, never cut."""
    with pytest.raises(MisalignedCorpus, match="has 3 segments, the references have 2"):
        of.count(["a", "b", "c"], ["a", "b"])
    with pytest.raises(MisalignedCorpus, match="has 1 segment, the references have 2"):
        of.count(["a"], [["a"], ["b", "c"]])


@every_metric
def test_missing_texts(of: Metric) -> None:
    """A hypothesis must be there, and a reference for each segment."""
    with pytest.raises(InvalidText, match="Segment 2 of the hypothesis is None"):
        of.count(["a", None], ["a", "b"])  # type: ignore[list-item]
    with pytest.raises(MissingReference, match="Segment 2 has no reference"):
        of.count(["a", "b"], [["a"], []])
    with pytest.raises(MissingReference, match="There is no reference"):
        of.count(["a"], [[]])


@every_metric
def test_single_string(of: Metric) -> None:
    """A str is not taken for a list of its characters."""
    with pytest.raises(InvalidText, match="single"):
        of.count(["a"], "b")


@every_metric
def test_inputs_unchanged(of: Metric) -> None:
    """Counting leaves the texts as they were."""
    hypotheses, texts = deepcopy((HYPOTHESES, [["a", "b"] for _ in HYPOTHESES]))
    of.count(hypotheses, texts)
    assert (hypotheses, texts) == (HYPOTHESES, [["a", "b"] for _ in HYPOTHESES])


@every_metric
@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_statistics_untouched(of: Metric, dtype: type[Any]) -> None:
    """Values, totals and details leave the statistics as they were, however they lie in memory."""
    counts = np.asfortranarray(of.count(HYPOTHESES, references(of)).counts, dtype=dtype)
    before = counts.copy()
    statistics = Statistics(of.columns, counts)
    of.values(statistics)
    row = statistics.total()
    kept = list(row)
    of.value(row)
    of.details(row)
    assert np.array_equal(counts, before)
    assert row == kept


@every_metric
def test_values_are_floats_within_bounds(of: Metric) -> None:
    """Values are floats, none is NaN without reason, and scores of which higher is better lie between 0 and 100."""
    statistics = of.count(HYPOTHESES, references(of))
    values = of.values(statistics)
    assert values.dtype == np.float64
    assert values.shape == (len(HYPOTHESES),)
    check_defined(of, statistics)
    values = values[np.isfinite(values)]
    assert of.signed or (values >= 0).all()
    if of.higher_is_better and not of.signed:
        assert (values <= 100 + 1e-9).all()
    assert type(of.value(statistics.total())) is float


@every_metric
def test_value_is_values(of: Metric) -> None:
    """Each row scored alone has the value that it has among others."""
    statistics = of.count(HYPOTHESES, references(of))
    alone = [of.value(row) for row in statistics.counts.tolist()]
    assert of.values(statistics) == pytest.approx(alone, abs=1e-12, nan_ok=True)


@every_metric
def test_picklable(of: Metric) -> None:
    """A metric that has been pickled is the same metric."""
    again = pickle.loads(pickle.dumps(of))
    assert again == of
    assert again.count(HYPOTHESES[:20], part(of, 0, 20)[1]).total() == of.count(*part(of, 0, 20)).total()


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_hashable_and_equal(name: str, options: dict[str, Any]) -> None:
    """Metrics made alike are equal, hash alike, and differ from all others."""
    first, second = metric(name, **options), metric(name, **options)
    assert first == second
    assert hash(first) == hash(second)
    everyone = [metric(other, **others) for other, others in CASES]
    assert everyone.count(first) == 1


@every_metric
def test_frozen(of: Metric) -> None:
    """A metric does not change, and takes no other attributes."""
    with pytest.raises(FrozenInstanceError):
        of.normalization = "NFC"  # type: ignore[attr-defined]
    with pytest.raises((AttributeError, TypeError)):
        of.unheard_of = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_recipe_round_trip(name: str, options: dict[str, Any]) -> None:
    """The recipe rebuilds the metric, unless a function of the user's is part of it."""
    of = metric(name, **options)
    if any(map(callable, options.values())):
        assert "callable[" in of.recipe
    else:
        assert parse(of.recipe) == of


def test_recipes_differ() -> None:
    """Different metrics have different recipes."""
    recipes = [metric(name, **options).recipe for name, options in CASES]
    assert len(set(recipes)) == len(recipes)


@every_metric
def test_name_and_recipe(of: Metric) -> None:
    """A metric has a name, a recipe that is known before any text is read, and a direction."""
    assert of.name
    assert of.recipe.count("|") >= 2
    assert "|version:" in of.recipe
    assert isinstance(of.higher_is_better, bool)


@every_metric
def test_count_systems_is_count(of: Metric) -> None:
    """Systems counted together have the rows that each has alone."""
    systems = [HYPOTHESES, HYPOTHESES[::-1], [""] * len(HYPOTHESES)]
    together = of.count_systems(systems, references(of))
    assert len(together) == 3
    for system, statistics in zip(systems, together, strict=True):
        assert statistics.columns == of.columns
        assert np.array_equal(statistics.counts, of.count(system, references(of)).counts)


@every_metric
def test_no_systems(of: Metric) -> None:
    """No systems give no statistics."""
    assert of.count_systems([], REFERENCES) == []


@every_metric
@pytest.mark.parametrize("threads", [None, 1, 2, 3, 8])
def test_threads(of: Metric, threads: int | None) -> None:
    """The number of threads changes nothing."""
    of = of if of.needs_entities else of.prepare(Corpus({}, references(of)))
    texts = HYPOTHESES * 7
    repeated = References(tuple(list(stream) * 7 for stream in streams(of)))
    rows = of.count(texts, repeated, threads=threads).counts
    assert np.array_equal(rows, np.tile(of.count(HYPOTHESES, references(of), threads=1).counts, (7, 1)))


@every_metric
@settings(max_examples=40)
@given(corpus=corpora(segments()))
def test_forms_of_references(of: Metric, corpus: tuple[list[str], Streams]) -> None:
    """References may be streams, lists by segment, or texts of the kernel: the rows are the same."""
    hypotheses, drawn = corpus
    of_corpus = [[marked(of, text) for text in stream] for stream in drawn]
    by_segment = [
        [text for text in of_segment if text is not None] for of_segment in zip(*of_corpus, strict=True)
    ]
    rows = of.count(hypotheses, References(tuple(of_corpus))).counts
    assert np.array_equal(rows, of.count(tuple(hypotheses), by_segment).counts)
    kernel = References(tuple(Texts(stream) for stream in of_corpus))
    assert np.array_equal(rows, of.count(Texts(hypotheses), kernel).counts)


@every_metric
def test_one_reference(of: Metric) -> None:
    """One reference may be given as plain strings."""
    texts = [text or "" for text in streams(of)[0]]
    plain = of.count(HYPOTHESES, texts)
    assert np.array_equal(plain.counts, of.count(HYPOTHESES, [[text] for text in texts]).counts)


@every_metric
def test_details_are_plain(of: Metric) -> None:
    """The facts behind a value have names, and are numbers, lists of numbers or nothing."""
    for value in of.details(of.count(HYPOTHESES, references(of)).total()).values():
        numbers = value if isinstance(value, list) else [value]
        assert all(number is None or isinstance(number, int | float) for number in numbers)


@every_metric
def test_a_single_string_is_not_a_list_of_references(of: Metric) -> None:
    """`explain` refuses what would be taken for references of one letter each."""
    with pytest.raises(InvalidText, match="single str"):
        of.explain(PLAIN, PLAIN)


@every_metric
def test_the_explanation_is_of_the_value(of: Metric) -> None:
    """The value that is explained is the value of the segment."""
    other, reference = PLAIN.replace("sat", "slept"), marked(of, PLAIN)
    if of.annotated:
        other, reference = tag(other), tag(reference)
    explained = of.explain(other, [reference])
    plain: Any = of.metric if isinstance(of, Tagging) else of
    assert explained.value == plain.value(plain.count([other], [reference]).total())
    assert explained.recipe == of.recipe
    assert explained.steps
