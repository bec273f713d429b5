"""WNM: options, the figures of the paper and its script, several references, explanations."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from tests.metrics.wnm_example import FREQUENCIES, HYPOTHESIS, NGRAM_WEIGHTS, REFERENCE, SIDES, WEIGHTINGS
from tests.oracles import wnm as oracle
from tests.strategies import Streams, corpora, segments

from karat.corpus import Corpus
from karat.errors import InvalidOption
from karat.kernel import REAL_PARTS, count_wnm, learn_salience
from karat.metrics import Wnm
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from pathlib import Path


class TestFigures:
    """The paper's figures, and the script's."""

    def test_unweighted(self) -> None:
        """Precision, recall and F of plain n-grams."""
        wnm = Wnm(weighting="none")
        details = wnm.details(wnm.count([HYPOTHESIS], [REFERENCE]).total())
        assert [details[side] for side in ("precision", "recall", "f")] == pytest.approx(
            [42.86, 33.33, 37.50], abs=5e-3
        )

    def test_weighted(self, toy: str) -> None:
        """The same by the script's S-scores, with the corpus of the example."""
        wnm = Wnm(corpus=toy, weighting="s-literal")
        details = wnm.details(wnm.count([HYPOTHESIS], [REFERENCE]).total())
        assert [details[side] for side in ("precision", "recall", "f")] == pytest.approx(
            [48.79, 31.84, 38.53], abs=5e-3
        )
        values = [Wnm(corpus=toy, weighting="s-literal", score=side) for side in SIDES]
        assert [metric.value(metric.count([HYPOTHESIS], [REFERENCE]).total()) for metric in values] == [
            details["precision"],
            details["recall"],
            details["f"],
        ]

    def test_s_scores(self, toy: str) -> None:
        """The weight of each word."""
        listing = Wnm(corpus=toy, weighting="s-literal").explain(HYPOTHESIS, [REFERENCE]).listings[0]
        weights = {row[0]: row[1] for row in listing.rows}
        assert weights == pytest.approx(
            {
                "the": 0,
                "white": 3.1698,
                "house": 2.8478,
                "urges": 5.0267,
                "nuclear": 5.0267,
                "inspectors": 5.0267,
                "sends": 0,
            },
            abs=5e-5,
        )

    def test_golden(self, shared: Path) -> None:
        """The stored example is that of this file."""
        golden = json.loads((shared / "reference" / "golden.json").read_text())["wnm_toy"]
        assert (golden["hyp"], golden["ref"]) == (HYPOTHESIS, REFERENCE)
        assert golden["w_PRF"] == [0.4879, 0.3184, 0.3853]
        lines = [
            f"{word};{frequency};{texts}" for word, (frequency, texts) in golden["corpus"]["words"].items()
        ]
        assert FREQUENCIES.splitlines()[1:] == lines

    @pytest.mark.parametrize(
        ("frequency", "texts", "expected"), [(1, 1, 4.605), (2, 3, 5.937), (3, 17, 3.719), (1, 57, 0.562)]
    )
    def test_tf_idf(self, tmp_path: Path, frequency: int, texts: int, expected: float) -> None:
        """The paper's tf.idf among 100 texts: natural logarithms."""
        path = tmp_path / "corpus.txt"
        others = f"word;{texts - 1};{texts - 1}\n" if texts > 1 else ""
        path.write_text(f"<CorpStat>;1000;99\n{others}")
        told = Wnm(weighting="tf.idf", corpus=str(path)).explain("x", ["word " * frequency])
        word, weight, *_ = told.listings[0].rows[0]
        assert word == "word"
        assert weight == pytest.approx(expected, abs=5e-4)


class TestSeveralReferences:
    """The best single reference by F."""

    def test_best(self) -> None:
        """A reference that has nothing to do with the output changes nothing but the words of the text."""
        wnm = Wnm(weighting="none")
        one = wnm.count(["a b c"], [["a b d"]]).total()
        assert wnm.count(["a b c"], [["x y", "a b d"]]).total() == one

    def test_explanation_names_it(self) -> None:
        """The explanation says which it was."""
        told = Wnm(weighting="none").explain("a b c", ["x y", "a b d"])
        assert told.texts[1].title == "reference 2, the best by F"
        assert told.texts[1].units == (("a", "matched"), ("b", "matched"), ("d", "missed"))


@given(corpus=corpora(segments(), max_segments=1), weighting=WEIGHTINGS, ngram_weight=NGRAM_WEIGHTS)
def test_explanation(corpus: tuple[list[str], Streams], weighting: Any, ngram_weight: Any) -> None:
    """The matches that are listed add up to the weight that matched, and the last step is the value."""
    (text,), streams = corpus
    references = [str(stream[0]) for stream in streams if stream[0] is not None]
    wnm = Wnm(weighting=weighting, ngram_weight=ngram_weight)
    others = ["the cat sat on the mat", "a b c"]
    prepared = wnm.prepare(Corpus.of([text, *others], [references, *([other] for other in others)]))
    told = prepared.explain(text, references)
    row = prepared.count([text], [references]).total()
    listed = sum(float(line[4] or 0) for line in told.listings[1].rows)
    assert listed == pytest.approx(row[0] / REAL_PARTS, abs=1e-6)
    assert told.steps[-1].value == told.value == wnm.value(row)


def test_prepared_is_picklable(toy: str) -> None:
    """What was learnt can be sent elsewhere, documents and all."""
    references = ["the cat sat", "the dog sat", "the cat sat"]
    corpus = Corpus.of(references, references, documents=["x", "y", "z"])
    for wnm in (Wnm(), Wnm(corpus=toy)):
        prepared = wnm.prepare(corpus)
        again = pickle.loads(pickle.dumps(prepared))
        assert np.array_equal(
            again.count(references, references).counts, prepared.count(references, references).counts
        )


@pytest.mark.parametrize(
    "options",
    [
        {"weighting": "x"},
        {"order": 0},
        {"ngram_weight": "first"},
        {"score": "F"},
        {"texts": "word"},
        {"normalization": "NFX"},
    ],
)
def test_refused(options: dict[str, Any]) -> None:
    """Options that do not exist are refused when the metric is made."""
    with pytest.raises(InvalidOption, match=next(iter(options))):
        Wnm(**options)


def test_names_and_equality(toy: str) -> None:
    """The value is in the name where it is not F; what changes nothing does not tell metrics apart."""
    assert [Wnm(score=side).name for side in SIDES] == ["WNM-P", "WNM-R", "WNM"]
    plain = Wnm(weighting="none")
    assert plain == Wnm(weighting="none", ngram_weight="max", texts="segment", corpus=toy)
    assert [Wnm(weighting=one).signed for one in ("s-clipped", "s-salient", "s-literal", "tf.idf")] == [
        False,
        False,
        True,
        False,
    ]


class TestScriptWords:
    """The tokenizer `wnm`, the preprocessing of the script."""

    @pytest.mark.parametrize(
        ("text", "tokens"),
        [
            ("It <b>cost</b> 1,000.50 $.", ["it", "cost", "100050", "$"]),
            ("A-B_C's: (x) = y; z!", ["a", "b", "c", "s", "x", "y", "z"]),
            ("Äpfel ÉTÉ", ["Äpfel", "ÉtÉ"]),
            ("cafe\u0301 50% a+b", ["cafe\u0301", "50", "%", "a", "+", "b"]),
            ("1. 2, 3", ["1", "2", "3"]),
            ("<", []),
            ("", []),
        ],
    )
    def test_tokens(self, text: str, tokens: list[str]) -> None:
        """Tags, marks between digits and punctuation go; only ASCII is lowercased."""
        assert tokenizer("wnm")(text) == tokens

    @given(text=segments(), other=segments())
    def test_counted(self, text: str, other: str) -> None:
        """Counting takes the tokens as they are."""
        words = tokenizer("wnm")
        wnm = Wnm(weighting="none", tokenize="wnm")
        got = wnm.count([text], [other]).total()
        assert got == oracle.row(words(text), [words(other)], None, 4)


@pytest.mark.parametrize("words", [30, 300])
def test_negative_weights_of_long_references(words: int) -> None:
    """A word of negative weight counts as often as in the text that has it more often, however long that is."""
    reference = " ".join(f"w{number % 7}" for number in range(words))
    hypothesis = " ".join(f"w{number % 5}" for number in range(words + 40))
    frequent = [(f"w{number}", 5_000.0, 40.0) for number in range(0, 7, 2)]
    learned = learn_salience([[reference]], "none", "s-literal", (), 50_000.0, 60.0, frequent)
    ours, theirs = Counter(hypothesis.split()), Counter(reference.split())
    weights = {word: weight for word, _, weight in learned.of_segment([reference], -1)}
    expected = sum(
        weight * (max if weight < 0 else min)(ours[word], theirs[word])
        for word, weight in weights.items()
        if ours[word] > 0
    )
    assert min(weights.values()) < 0
    row = count_wnm([[hypothesis]], [[reference]], learned, 1, "last", (), 1)[0].total()
    assert row[0] == expected
