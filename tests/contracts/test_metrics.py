"""What every metric of the catalogue promises, under a few sets of options each."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import Streams, corpora, random_segment, segments

from karat.corpus import Corpus, References
from karat.errors import InvalidText, MisalignedCorpus, MissingReference
from karat.kernel import Texts
from karat.metrics import METRICS, Metric, metric, parse
from karat.statistics import Statistics


def words(text: str) -> list[str]:
    """A tokenizer of the user's own."""
    return text.replace("\0", " ").split()


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
}

CASES = [(name, options) for name in METRICS for options in OPTIONS.get(name, [{}])]
IDS = [" ".join((name, *map(str, options))) for name, options in CASES]

every_metric = pytest.mark.parametrize("of", [metric(name, **options) for name, options in CASES], ids=IDS)

RNG = Random(7)
HYPOTHESES = [random_segment(RNG, RNG.randrange(15)) for _ in range(300)]
STREAMS: Streams = [
    [text if RNG.random() < 0.5 else random_segment(RNG, RNG.randrange(15)) for text in HYPOTHESES],
    [random_segment(RNG, RNG.randrange(15)) if RNG.random() < 0.5 else None for _ in HYPOTHESES],
]
REFERENCES = References(tuple(STREAMS))
CORPUS = Corpus({}, REFERENCES)
PLAIN = "the cat sat on the mat , and the dog lay by the door for a while"
# What weights are learnt from, where a metric has any: of one segment alone, nothing can stand out.
AROUND = Corpus.of(
    {}, [PLAIN, "it was not the first time", "a man of the sea , and nobody else", "who is there ?"]
)


def part(start: int, stop: int) -> tuple[list[str], References]:
    """Some segments of the corpus."""
    return HYPOTHESES[start:stop], References(tuple(stream[start:stop] for stream in STREAMS))


def score(of: Metric, hypothesis: str) -> float:
    """The value of one output for the plain segment."""
    return of.value(of.prepare(AROUND).count([hypothesis], [PLAIN]).total())


def test_every_metric_has_sets_of_options() -> None:
    """A metric that joins the catalogue gets sets of options here."""
    assert set(OPTIONS) == set(METRICS)


@every_metric
def test_additive(of: Metric) -> None:
    """Counting shards and adding equals counting the whole."""
    of = of.prepare(CORPUS)
    whole = of.count(HYPOTHESES, REFERENCES).total()
    cuts = [0, 1, 50, 178, 300]
    shards = [of.count(*part(start, stop)).total() for start, stop in pairwise(cuts)]
    assert [sum(column) for column in zip(*shards, strict=True)] == whole


@every_metric
def test_order_free(of: Metric) -> None:
    """Segments in another order have the same rows in that order, and the same total."""
    of = of.prepare(CORPUS)
    order = list(range(len(HYPOTHESES)))
    Random(1).shuffle(order)
    shuffled = of.count(
        [HYPOTHESES[i] for i in order], References(tuple([stream[i] for i in order] for stream in STREAMS))
    )
    straight = of.count(HYPOTHESES, REFERENCES)
    assert np.array_equal(shuffled.counts, straight.counts[order])
    assert shuffled.total() == straight.total()


@every_metric
def test_rows_are_whole_numbers(of: Metric) -> None:
    """A row has a whole number, not below 0, for every column."""
    counts = of.count(HYPOTHESES, REFERENCES).counts
    assert counts.dtype == np.int64
    assert counts.shape == (len(HYPOTHESES), len(of.columns))
    assert of.signed or (counts >= 0).all()
    assert len(set(of.columns)) == len(of.columns)


@every_metric
def test_total_is_the_sum_of_rows(of: Metric) -> None:
    """The total of a corpus is the sum of its rows."""
    statistics = of.count(HYPOTHESES, REFERENCES)
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
    assert of.signed or sign * score(of, other) <= sign * best + 1e-9


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
    statistics = of.count([hypothesis], [reference])
    assert np.isfinite(of.value(statistics.total()))
    assert np.isfinite(of.values(statistics)).all()


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
    hypotheses, references = deepcopy((HYPOTHESES, [["a", "b"] for _ in HYPOTHESES]))
    of.count(hypotheses, references)
    assert (hypotheses, references) == (HYPOTHESES, [["a", "b"] for _ in HYPOTHESES])


@every_metric
@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_statistics_untouched(of: Metric, dtype: type[Any]) -> None:
    """Values, totals and details leave the statistics as they were, however they lie in memory."""
    counts = np.asfortranarray(of.count(HYPOTHESES, REFERENCES).counts, dtype=dtype)
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
    """Values are floats, none is NaN, and scores of which higher is better lie between 0 and 100, if not signed."""
    statistics = of.count(HYPOTHESES, REFERENCES)
    values = of.values(statistics)
    assert values.dtype == np.float64
    assert values.shape == (len(HYPOTHESES),)
    assert np.isfinite(values).all()
    assert of.signed or (values >= 0).all()
    if of.higher_is_better and not of.signed:
        assert (values <= 100 + 1e-9).all()
    assert type(of.value(statistics.total())) is float


@every_metric
def test_value_is_values(of: Metric) -> None:
    """Each row scored alone has the value that it has among others."""
    statistics = of.count(HYPOTHESES, REFERENCES)
    alone = [of.value(row) for row in statistics.counts.tolist()]
    assert of.values(statistics) == pytest.approx(alone, abs=1e-12)


@every_metric
def test_picklable(of: Metric) -> None:
    """A metric that has been pickled is the same metric."""
    again = pickle.loads(pickle.dumps(of))
    assert again == of
    assert again.count(HYPOTHESES[:20], part(0, 20)[1]).total() == of.count(*part(0, 20)).total()


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
    if callable(options.get("tokenize")):
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
    together = of.count_systems(systems, REFERENCES)
    assert len(together) == 3
    for system, statistics in zip(systems, together, strict=True):
        assert statistics.columns == of.columns
        assert np.array_equal(statistics.counts, of.count(system, REFERENCES).counts)


@every_metric
def test_no_systems(of: Metric) -> None:
    """No systems give no statistics."""
    assert of.count_systems([], REFERENCES) == []


@every_metric
@pytest.mark.parametrize("threads", [None, 0, 1, 2, 3, 8])
def test_threads(of: Metric, threads: int | None) -> None:
    """The number of threads changes nothing."""
    of = of.prepare(CORPUS)
    texts = HYPOTHESES * 7
    references = References(tuple(list(stream) * 7 for stream in STREAMS))
    rows = of.count(texts, references, threads=threads).counts
    assert np.array_equal(rows, np.tile(of.count(HYPOTHESES, REFERENCES, threads=1).counts, (7, 1)))


@every_metric
@settings(max_examples=40)
@given(corpus=corpora(segments()))
def test_forms_of_references(of: Metric, corpus: tuple[list[str], Streams]) -> None:
    """References may be streams, lists by segment, or texts of the kernel: the rows are the same."""
    hypotheses, streams = corpus
    by_segment = [
        [text for text in of_segment if text is not None] for of_segment in zip(*streams, strict=True)
    ]
    rows = of.count(hypotheses, References(tuple(streams))).counts
    assert np.array_equal(rows, of.count(tuple(hypotheses), by_segment).counts)
    kernel = References(tuple(Texts(stream) for stream in streams))
    assert np.array_equal(rows, of.count(Texts(hypotheses), kernel).counts)


@every_metric
def test_one_reference(of: Metric) -> None:
    """One reference may be given as plain strings."""
    texts = [text or "" for text in STREAMS[0]]
    plain = of.count(HYPOTHESES, texts)
    assert np.array_equal(plain.counts, of.count(HYPOTHESES, [[text] for text in texts]).counts)


@every_metric
def test_details_are_plain(of: Metric) -> None:
    """The facts behind a value have names, and are numbers, lists of numbers or nothing."""
    for value in of.details(of.count(HYPOTHESES, REFERENCES).total()).values():
        numbers = value if isinstance(value, list) else [value]
        assert all(number is None or isinstance(number, int | float) for number in numbers)
