"""NIST: options, figures of the official program, and counts against the definition."""

from __future__ import annotations

import json
import math
import pickle
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import nist as oracle
from tests.oracles.tokenizers import TOKENIZERS
from tests.packs import corpus_of
from tests.strategies import NORMALIZATIONS, Streams, corpora, segments, sentences

from karat.corpus import Corpus, References
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.evaluation import evaluate
from karat.kernel import LENGTH_PARTS, REAL_PARTS
from karat.metrics import Nist, parse
from karat.tokens import NAMES

if TYPE_CHECKING:
    from pathlib import Path

# Papineni et al. (2002), as mteval-v13a was given them.
REFERENCES = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
]
FIRST = "It is a guide to action which ensures that the military always obey the commands of the party"
SECOND = "It is to insure the troops forever hearing the activity guidebook that party direct"


def rows(metric: Nist, hypotheses: list[str], streams: Streams) -> list[list[float]]:
    """The kernel's rows, with whole numbers of parts divided out."""
    counts = metric.count(hypotheses, References(tuple(streams))).counts.astype(float)
    counts[:, 1] /= LENGTH_PARTS
    counts[:, 2 : 2 + metric.order] /= REAL_PARTS
    return [list(row) for row in counts.tolist()]


def expected_rows(metric: Nist, hypotheses: list[str], streams: Streams) -> list[list[float]]:
    """The definition's rows."""
    tokens = TOKENIZERS[str(metric.tokenize)]
    by_segment = [
        [tokens(text) for text in texts if text is not None] for texts in zip(*streams, strict=True)
    ]
    weights = oracle.information(by_segment, metric.order, perl_zero=metric.perl_zero)
    pairs = zip(hypotheses, by_segment, strict=True)
    return [
        oracle.row(tokens(hypothesis), references, weights, metric.order) for hypothesis, references in pairs
    ]


def value(metric: Nist, hypothesis: str, references: list[str]) -> float:
    """The value of a corpus of one segment."""
    return metric.value(metric.count([hypothesis], [references]).total())


class TestFigures:
    """What the official program gives."""

    @pytest.mark.parametrize(
        ("hypothesis", "lowercase", "expected"),
        [(FIRST, False, 5.0379), (SECOND, False, 2.1139), (FIRST, True, 4.8285), (SECOND, True, 2.0143)],
    )
    def test_papineni(self, hypothesis: str, lowercase: bool, expected: float) -> None:
        """Three references, two candidates, with case and without."""
        assert value(Nist(lowercase=lowercase), hypothesis, REFERENCES) == pytest.approx(expected, abs=5e-5)

    def test_orders(self) -> None:
        """The sum is of what the orders add."""
        nist = Nist()
        details = nist.details(nist.count([FIRST], [REFERENCES]).total())
        assert details["information_per_ngram"] == pytest.approx([4.2925, 0.5838, 0.1616, 0, 0], abs=5e-5)
        assert details["penalty"] == 1

    def test_golden(self, shared: Path) -> None:
        """The stored figures are those of this file."""
        golden = json.loads((shared / "reference" / "golden.json").read_text())["papineni_doc"]
        assert golden["case_sensitive"]["h1"]["NIST"] == 5.0379
        assert golden["case_sensitive"]["h1"]["NIST_ind"] == [4.2925, 0.5838, 0.1616, 0, 0]
        assert golden["ascii_lowercased"]["h2"]["NIST"] == 2.0143

    @pytest.mark.parametrize(
        ("ratio", "penalty"),
        [(2 / 3, 0.5), (0.8, 0.8106360273455754), (0.9, 0.9542753127345837), (0.95, 0.9889685363892823)],
    )
    def test_penalty(self, ratio: float, penalty: float) -> None:
        """Half the score at two thirds of the length, and so on."""
        length = 60
        reference = round(length / ratio * LENGTH_PARTS)
        row = [length, reference, REAL_PARTS, length]
        assert Nist(order=1).details(row)["penalty"] == pytest.approx(penalty, abs=1e-6)
        assert Nist(order=1).value(row) == pytest.approx(penalty / length, abs=1e-7)

    @pytest.mark.parametrize(("ratio", "penalty"), [(1, 1), (1.5, 1), (0, 0)])
    def test_penalty_at_the_ends(self, ratio: float, penalty: float) -> None:
        """There is no reward for length, and nothing for nothing."""
        row = [int(60 * ratio), 60 * LENGTH_PARTS, 0, 60]
        assert Nist(order=1).details(row)["penalty"] == penalty

    def test_no_penalty_beside_empty_references(self) -> None:
        """There is no length that the output could fall short of."""
        assert Nist(order=1).details([3, 0, 0, 3])["penalty"] == 1

    @pytest.mark.parametrize(
        ("system", "expected"),
        [
            ("AIRC", 6.6701),
            ("GPT4-5shot", 9.3113),
            ("Lan-BridgeMT", 8.9448),
            ("NLLB_Greedy", 7.4611),
            ("ONLINE-A", 9.3155),
            ("ONLINE-W", 9.7525),
        ],
    )
    def test_wmt23(self, shared_data: Path, system: str, expected: float) -> None:
        """mteval-v13a on WMT23's English–German, respecting case."""
        corpus = corpus_of(shared_data / "wmt23.en-de" / "segments.jsonl.gz")
        references = [text or "" for text in corpus.references.streams[0]]
        nist = Nist()
        got = nist.value(nist.count(corpus.systems[system], references).total())
        assert got == pytest.approx(expected, abs=5.1e-5)

    def test_wmt23_by_order(self, shared_data: Path) -> None:
        """mteval's cumulative figures up to order 9."""
        corpus = corpus_of(shared_data / "wmt23.en-de" / "segments.jsonl.gz")
        nist = Nist(order=9)
        references = [text or "" for text in corpus.references.streams[0]]
        details = nist.details(nist.count(corpus.systems["AIRC"], references).total())
        sums = [details["penalty"] * total for total in accumulate(details["information_per_ngram"])]
        printed = [4.8572, 6.2698, 6.5891, 6.6592, 6.6701, 6.6731, 6.6739, 6.6741, 6.6742]
        assert sums == pytest.approx(printed, abs=5.1e-5)


class TestDefinition:
    """The kernel against the definition."""

    @given(corpus=corpora(segments()), order=st.integers(1, 7), perl_zero=st.booleans())
    def test_hostile_text(self, corpus: tuple[list[str], Streams], order: int, perl_zero: bool) -> None:
        """Any text, any tokenizer, references of which some are missing."""
        for tokenizer in sorted(set(TOKENIZERS) & set(NAMES)):
            nist = Nist(order=order, tokenize=tokenizer, perl_zero=perl_zero)
            for got, expected in zip(rows(nist, *corpus), expected_rows(nist, *corpus), strict=True):
                assert got == pytest.approx(expected, abs=1e-7), tokenizer

    @given(corpus=corpora(sentences("a b 0 d", max_words=20), max_segments=6), order=st.integers(1, 12))
    def test_few_words(self, corpus: tuple[list[str], Streams], order: int) -> None:
        """N-grams that come again and again, within a segment and in others."""
        nist = Nist(order=order, tokenize="none")
        for got, expected in zip(rows(nist, *corpus), expected_rows(nist, *corpus), strict=True):
            assert got == pytest.approx(expected, abs=1e-7)

    @given(
        corpus=corpora(sentences("a b 0 d e f", max_words=30), max_segments=8, max_references=1),
        again=st.booleans(),
    )
    def test_one_short_reference(self, corpus: tuple[list[str], Streams], again: bool) -> None:
        """The usual case, order 5 and one reference, has a way of its own."""
        hypotheses, streams = corpus
        if again:  # words that come twice, so that all five orders tell something
            streams = [[f"{text} a b d e f a b d e {text}" for text in streams[0]]]
        nist = Nist(tokenize="none")
        for got, expected in zip(
            rows(nist, hypotheses, streams), expected_rows(nist, hypotheses, streams), strict=True
        ):
            assert got == pytest.approx(expected, abs=1e-7)

    @pytest.mark.parametrize(
        "lengths", [(63,), (64,), (65,), (256,), (257,), (600,), (64, 65), (3, 256), (90, 700)]
    )
    @pytest.mark.parametrize("vocabulary", [1, 3, 200])
    def test_lengths(self, lengths: tuple[int, ...], vocabulary: int) -> None:
        """Wherever the kernel changes its method, the sums stay the same."""
        rng = Random(f"{lengths} {vocabulary}")

        def words(length: int) -> str:
            return " ".join(f"w{rng.randrange(vocabulary)}" for _ in range(length))

        streams: Streams = [[words(length), words(length)] for length in lengths]
        hypotheses = [words(80) + " unseen " + str(streams[-1][0]), str(streams[0][1])[:300]]
        nist = Nist(order=6, tokenize="none")
        for got, expected in zip(
            rows(nist, hypotheses, streams), expected_rows(nist, hypotheses, streams), strict=True
        ):
            assert got == pytest.approx(expected, abs=1e-5)

    @given(corpus=corpora(sentences(max_words=8), max_segments=5), times=st.integers(2, 4))
    def test_same_segments_again(self, corpus: tuple[list[str], Streams], times: int) -> None:
        """A corpus several times over has the same ratios of counts, and each segment the same row."""
        hypotheses, streams = corpus
        nist = Nist(tokenize="none")
        more: Streams = [list(stream) * times for stream in streams]
        assert rows(nist, hypotheses * times, more) == rows(nist, hypotheses, streams) * times

    @given(corpus=corpora(sentences(max_words=8)), order=st.integers(1, 5))
    def test_values(self, corpus: tuple[list[str], Streams], order: int) -> None:
        """The value of each row is the definition's."""
        nist = Nist(order=order, tokenize="none")
        hypotheses, streams = corpus
        statistics = nist.count(hypotheses, References(tuple(streams)))
        expected = [oracle.value(row, order) for row in expected_rows(nist, hypotheses, streams)]
        assert nist.values(statistics) == pytest.approx(expected, abs=1e-7)
        assert [nist.value(row) for row in statistics.counts.tolist()] == pytest.approx(expected, abs=1e-7)


def test_one_reference_as_nltk() -> None:
    """With one reference and the same tokens, NLTK's figure is the definition's too."""
    from nltk.translate.nist_score import corpus_nist

    rng = Random(3)
    references = [[f"w{rng.randrange(30)}" for _ in range(rng.randrange(6, 30))] for _ in range(50)]
    hypotheses = [
        [word if rng.random() < 0.7 else "x" for word in text][: rng.randrange(5, 30)] for text in references
    ]
    expected = corpus_nist([[text] for text in references], hypotheses, 5)
    nist = Nist(tokenize="none")
    got = nist.value(
        nist.count([" ".join(text) for text in hypotheses], [" ".join(text) for text in references]).total()
    )
    assert got == pytest.approx(expected, abs=1e-6)


def test_perl_zero() -> None:
    """The word 0 begins a pair as if it began nothing, unless told otherwise."""
    references = ["a 0 b", "0 b c d e"]
    as_mteval = Nist(order=2, tokenize="none").count(["0 b"], references[:1]).total()
    plain = Nist(order=2, tokenize="none", perl_zero=False).count(["0 b"], references[:1]).total()
    assert as_mteval[3] / REAL_PARTS == pytest.approx(math.log2(3))
    assert plain[3] == 0


def test_perl_zero_once() -> None:
    """Also where 0 stands in one place only, and there are but two words."""
    expected = Nist(order=2, tokenize="none").count(["0 a", "0 a"], ["0 a", "0 a"])
    assert expected["information_2"].tolist() == [REAL_PARTS, REAL_PARTS]  # log2(4 / 2)


def test_segments_use_the_weights_of_the_corpus() -> None:
    """A part of a corpus is counted with what was learnt of the whole."""
    references = ["the cat sat", "the dog sat", "a bird"]
    nist = Nist()
    prepared = nist.prepare(Corpus.of(references, references))
    whole = prepared.count(references, references).counts
    assert np.array_equal(prepared.count(references[:1], references[:1]).counts, whole[:1])
    assert not np.array_equal(nist.count(references[:1], references[:1]).counts, whole[:1])


def test_evaluate() -> None:
    """Scores of systems, and of documents, by the weights of the corpus."""
    references = ["the cat sat", "the dog sat", "a bird"]
    corpus = Corpus.of({"one": references, "two": ["the", "dog", ""]}, references, documents=["x", "x", "y"])
    nist = Nist()
    evaluation = evaluate(corpus, nist)
    assert [score.value for score in evaluation.scores] == [
        nist.value(nist.count(text, references).total()) for text in corpus.systems.values()
    ]
    table = evaluation.table(nist, "document")
    assert table["one"][0] == nist.value(nist.prepare(corpus).count(references[:2], references[:2]).total())


def test_references_from_elsewhere() -> None:
    """References that were not learnt from are refused, with the segment that has them."""
    prepared = Nist().prepare(Corpus.of(["a b"], ["a b"]))
    with pytest.raises(MisalignedCorpus, match="references of segment 2 are not in the corpus"):
        prepared.count(["a b", "c"], ["a b", "c"])
    with pytest.raises(MisalignedCorpus, match="not in the corpus"):
        prepared.explain("a", ["c"])


def test_references_are_known_by_where_they_lie_or_by_their_text() -> None:
    """Copies of the references, and parts of them, count like the references themselves."""
    references = ["a guide to action", "für alle", "“quoted”", "🙂 smile"]
    nist = Nist().prepare(Corpus.of(references, references))
    expected = nist.count(references, references).counts
    copies = ["".join([text[0], text[1:]]) for text in references]
    assert np.array_equal(nist.count(references, copies).counts, expected)
    assert np.array_equal(nist.count(references[::-1], copies[::-1]).counts, expected[::-1])
    assert np.array_equal(nist.count(references[1:], references[1:]).counts, expected[1:])


def test_prepared_is_picklable() -> None:
    """What was learnt can be sent elsewhere."""
    prepared = Nist().prepare(Corpus.of([FIRST], [REFERENCES]))
    again = pickle.loads(pickle.dumps(prepared))
    assert again.count([SECOND], [REFERENCES]).total() == prepared.count([SECOND], [REFERENCES]).total()


@given(text=segments(), other=segments(), lowercase=st.booleans(), normalization=NORMALIZATIONS)
def test_explanation(text: str, other: str, lowercase: bool, normalization: Any) -> None:
    """The listing adds up to the information of each order, and the last step is the value."""
    nist = Nist(lowercase=lowercase, normalization=normalization)
    told = nist.explain(text, [other, text[:5]])
    information = nist.details(nist.count([text], [[other, text[:5]]]).total())["information"]
    for n, expected in enumerate(information, start=1):
        rows_of_order = [row for row in told.listings[0].rows if row[0] == n]
        assert math.fsum(float(row[5] or 0) for row in rows_of_order) == pytest.approx(expected, abs=1e-6)
    assert told.steps[-1].value == told.value == value(nist, text, [other, text[:5]])


def test_explanation_in_words() -> None:
    """What an explanation shows."""
    told = Nist(order=2).explain("the cat sat on the mat", ["the cat is on the mat"])
    assert told.texts[0].units[2] == ("sat", "missed")
    assert told.texts[1].units[2] == ("is", "missed")
    assert (2, "the cat", 1, 1, 1.0, 1.0) in told.listings[0].rows
    assert told.steps[1].reason == "2.0000 bits of 5 n-grams"


@pytest.mark.parametrize("options", [{"order": 0}, {"order": 1.5}, {"normalization": "NFX"}])
def test_refused(options: dict[str, Any]) -> None:
    """Options that do not exist are refused when the metric is made."""
    with pytest.raises(InvalidOption):
        Nist(**options)
    with pytest.raises(UnknownName):
        Nist(tokenize="unheard-of")


def test_name_and_recipe() -> None:
    """The order is in the name where it is not the official one; everything is in the recipe."""
    assert (Nist().name, Nist(order=3).name) == ("NIST", "NIST-3")
    nist = Nist(order=3, tokenize="intl", lowercase=True, normalization="NFC", perl_zero=False)
    assert nist.recipe.startswith("NIST|order:3|tok:intl[")
    assert parse(nist.recipe) == nist
