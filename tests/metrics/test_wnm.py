"""WNM: options, figures of the paper and its script, and counts against the definition."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import wnm as oracle
from tests.oracles.tokenizers import TOKENIZERS
from tests.strategies import Streams, corpora, segments, sentences

from karat.corpus import Corpus, References
from karat.errors import InvalidFile, InvalidOption, InvalidRecipe, UnreadableFile
from karat.evaluation import evaluate
from karat.kernel import REAL_PARTS
from karat.metrics import Wnm, parse
from karat.tokens import NAMES, tokenizer

if TYPE_CHECKING:
    from pathlib import Path

HYPOTHESIS = "white house sends nuclear inspectors"
REFERENCE = "the white house urges nuclear inspectors"
FREQUENCIES = "<CorpStat>;1000;10\nthe;60;10\nof;30;10\nhouse;5;3\nwhite;4;2\n"

SIDES: tuple[Any, ...] = ("precision", "recall", "f")
WEIGHTINGS = st.sampled_from(["s-score", "tf.idf", "none"])
NGRAM_WEIGHTS = st.sampled_from(["last", "sum", "max"])


@pytest.fixture
def toy(tmp_path: Path) -> str:
    """The corpus of the toy example."""
    path = tmp_path / "corpus.txt"
    path.write_text(FREQUENCIES)
    return str(path)


def texts_of(by_segment: list[list[list[str]]], documents: list[str] | None) -> dict[str, list[str]]:
    """The words of each text: of a document, or of a segment, all references together."""
    texts: dict[str, list[str]] = {}
    for index, references in enumerate(by_segment):
        label = str(index) if documents is None else documents[index]
        texts.setdefault(label, []).extend(word for reference in references for word in reference)
    return texts


def expected_rows(
    metric: Wnm,
    hypotheses: list[str],
    streams: Streams,
    documents: list[str] | None = None,
    outside: oracle.Rest | None = None,
) -> list[list[int]]:
    """The definition's rows."""
    tokens = TOKENIZERS[str(metric.tokenize)]
    by_segment = [
        [tokens(text) for text in texts if text is not None] for texts in zip(*streams, strict=True)
    ]
    texts = texts_of(by_segment, documents)
    rows = []
    for index, (hypothesis, references) in enumerate(zip(hypotheses, by_segment, strict=True)):
        label = str(index) if documents is None else documents[index]
        weights = None
        if metric.weighting != "none":
            rest = outside or oracle.Rest()
            if outside is None:
                for other, text in texts.items():
                    if other != label:
                        rest.add(text)
            weights = oracle.weights_of(texts[label], rest, metric.weighting)
        rows.append(oracle.row(tokens(hypothesis), references, weights, metric.order, metric.ngram_weight))
    return rows


def agree(got: Any, expected: list[list[int]]) -> bool:
    """Rows are the same, but for a part of a weight here and there that is rounded the other way."""
    return bool(np.abs(np.array(got, dtype=np.int64) - np.array(expected, dtype=np.int64)).max() <= 2000)


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
        """The same by S-scores, with the corpus of the example."""
        wnm = Wnm(corpus=toy)
        details = wnm.details(wnm.count([HYPOTHESIS], [REFERENCE]).total())
        assert [details[side] for side in ("precision", "recall", "f")] == pytest.approx(
            [48.79, 31.84, 38.53], abs=5e-3
        )
        values = [Wnm(corpus=toy, score=side) for side in SIDES]
        assert [metric.value(metric.count([HYPOTHESIS], [REFERENCE]).total()) for metric in values] == [
            details["precision"],
            details["recall"],
            details["f"],
        ]

    def test_s_scores(self, toy: str) -> None:
        """The weight of each word."""
        listing = Wnm(corpus=toy).explain(HYPOTHESIS, [REFERENCE]).listings[0]
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


class TestDefinition:
    """The kernel against the definition."""

    @pytest.mark.parametrize("tokenizer", sorted(set(TOKENIZERS) & set(NAMES)))
    @given(
        corpus=corpora(segments(), max_segments=5),
        order=st.integers(1, 6),
        weighting=WEIGHTINGS,
        ngram_weight=NGRAM_WEIGHTS,
    )
    def test_hostile_text(
        self, tokenizer: str, corpus: tuple[list[str], Streams], order: int, weighting: Any, ngram_weight: Any
    ) -> None:
        """Any text, any tokenizer, references of which some are missing; each segment is a text."""
        wnm = Wnm(weighting=weighting, order=order, ngram_weight=ngram_weight, tokenize=tokenizer)
        hypotheses, streams = corpus
        got = wnm.count(hypotheses, References(tuple(streams))).counts
        assert agree(got, expected_rows(wnm, hypotheses, streams))

    @given(
        corpus=corpora(sentences("a b c d e f", max_words=16), max_segments=8),
        labels=st.lists(st.sampled_from("xyz"), min_size=8, max_size=8),
        order=st.integers(1, 6),
        weighting=WEIGHTINGS,
        ngram_weight=NGRAM_WEIGHTS,
    )
    def test_documents(
        self,
        corpus: tuple[list[str], Streams],
        labels: list[str],
        order: int,
        weighting: Any,
        ngram_weight: Any,
    ) -> None:
        """Texts are documents, also where the same segment stands in several, and parts keep their documents."""
        hypotheses, streams = corpus
        documents = labels[: len(hypotheses)]
        wnm = Wnm(weighting=weighting, order=order, ngram_weight=ngram_weight, tokenize="none")
        whole = Corpus({"s": hypotheses}, References(tuple(streams)), documents=documents)
        expected = expected_rows(wnm, hypotheses, streams, documents)
        prepared = wnm.prepare(whole)
        assert agree(prepared.count(hypotheses, whole.references).counts, expected)
        back = [list(stream[::-1]) for stream in streams]
        turned = Corpus({"s": hypotheses[::-1]}, References(tuple(back)), documents=documents[::-1])
        assert agree(
            prepared.prepare(turned).count(hypotheses[::-1], turned.references).counts, expected[::-1]
        )

    @given(corpus=corpora(sentences("the of house white x y", max_words=12)), weighting=WEIGHTINGS)
    def test_outside_corpus(
        self, tmp_path_factory: Any, corpus: tuple[list[str], Streams], weighting: Any
    ) -> None:
        """Each text is added to the outside corpus alone."""
        path = tmp_path_factory.mktemp("frequencies") / "corpus.txt"
        path.write_text(FREQUENCIES)
        wnm = Wnm(weighting=weighting, corpus=str(path), tokenize="none")
        outside = oracle.Rest(1000, 10)
        for line in FREQUENCIES.splitlines()[1:]:
            word, frequency, texts = line.split(";")
            outside.frequency[word], outside.having[word] = int(frequency), int(texts)
        hypotheses, streams = corpus
        got = wnm.count(hypotheses, References(tuple(streams))).counts
        assert agree(got, expected_rows(wnm, hypotheses, streams, outside=outside))

    @pytest.mark.parametrize("lengths", [(63,), (64,), (65,), (256,), (257,), (600,), (64, 65), (3, 300)])
    @pytest.mark.parametrize("ngram_weight", ["last", "sum", "max"])
    def test_lengths(self, lengths: tuple[int, ...], ngram_weight: Any) -> None:
        """Wherever the kernel changes its method, the sums stay the same, also of negative weights."""
        rng = Random(str(lengths))

        def words(length: int) -> str:
            return " ".join(f"w{int(rng.paretovariate(0.7)) % 40}" for _ in range(length))

        streams: Streams = [[words(length), words(length), words(20)] for length in lengths]
        hypotheses = [words(90) + " unseen " + str(streams[-1][0]), str(streams[0][1])[:200], words(10)]
        wnm = Wnm(ngram_weight=ngram_weight, tokenize="none")
        got = wnm.count(hypotheses, References(tuple(streams))).counts
        assert agree(got, expected_rows(wnm, hypotheses, streams))
        told = wnm.prepare(Corpus({}, References(tuple(streams)))).explain(
            "", [str(stream[0]) for stream in streams]
        )
        assert lengths[0] < 10 or min(float(row[1] or 0) for row in told.listings[0].rows) < 0

    @given(
        row=st.tuples(*[st.integers(-(10**12), 10**12)] * 3),
        side=st.sampled_from(["f", "precision", "recall"]),
    )
    def test_values(self, row: tuple[int, int, int], side: Any) -> None:
        """The value of a row is the definition's."""
        assert Wnm(score=side).value(row) == pytest.approx(oracle.value(row, side), rel=1e-6, abs=1e-6)


def test_documents_of_segments() -> None:
    """`texts="segment"` takes each segment for a text, whatever documents there are."""
    references = ["the cat sat", "the dog sat", "a bird sat"]
    with_documents = Corpus.of(references, references, documents=["x", "x", "y"])
    without = Corpus.of(references, references)
    wnm = Wnm(texts="segment")
    rows = [wnm.prepare(corpus).count(references, references).total() for corpus in (with_documents, without)]
    assert rows[0] == rows[1] == Wnm().count(references, references).total()
    assert Wnm().prepare(with_documents).count(references, references).total() != rows[0]


def test_mean_over_documents() -> None:
    """The pooled value is of all weights; the script's mean over texts comes from the table by document."""
    references = ["the cat sat", "the dog lay there", "a bird sat"]
    corpus = Corpus.of({"s": ["the cat", "the dog lay", "a bird sat"]}, references, documents=["x", "x", "y"])
    wnm = Wnm(tokenize="none")
    evaluation = evaluate(corpus, wnm)
    rows = expected_rows(wnm, list(corpus.systems["s"]), [list(references)], ["x", "x", "y"])
    first, second = np.sum(rows[:2], axis=0), np.array(rows[2])
    by_document = [oracle.value(list(first), "f"), oracle.value(list(second), "f")]
    table = evaluation.table(wnm, "document")
    assert table["s"].tolist() == pytest.approx(by_document, abs=1e-6)
    assert evaluation.scores[0].value == pytest.approx(oracle.value(list(first + second), "f"), abs=1e-6)
    assert table["s"].mean() == pytest.approx(sum(by_document) / 2, abs=1e-6)


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


class TestMissed:
    """The salient words that a system missed."""

    def test_words(self, toy: str) -> None:
        """Weight times how often it is missing, heaviest first, with the segments."""
        references = [REFERENCE, "urges urges inspectors", REFERENCE]
        outputs = [HYPOTHESIS, "urges", REFERENCE]
        corpus = Corpus.of({"s": outputs}, references)
        missed = Wnm(corpus=toy).missed(corpus, "s")
        assert [(word.word, word.missing, word.segments) for word in missed] == [
            ("urges", 2, (1, 2)),
            ("inspectors", 1, (2,)),
        ]
        assert missed[0].weight > missed[1].weight > 0

    def test_limit(self) -> None:
        """No more than asked for; None is all."""
        references = ["the cat sat", "the dog lay", "a bird flew"]
        corpus = Corpus.of({"s": ["x"] * 3}, references)
        assert len(Wnm().missed(corpus, "s", limit=2)) == 2
        assert len(Wnm().missed(corpus, "s", limit=None)) > 4

    def test_a_word_that_a_reference_does_without(self) -> None:
        """What one of several references does without is not missed."""
        corpus = Corpus.of({"s": ["x", "y", "z"]}, [["the cat", "the feline"], ["a dog", "a dog"], ["e"]])
        assert {word.word for word in Wnm().missed(corpus, "s")} == {"the", "a", "dog", "e"}


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


class TestFile:
    """Word frequencies in the script's format."""

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("", "first line"),
            ("the;60;10\n", "first line"),
            ("<CorpStat>;1000\n", "line 1: .* not of the form"),
            ("<CorpStat>;1000;10\nthe;x;1\n", "line 2: .* not of the form"),
            ("<CorpStat>;1000;10\nthe;1;2\n", "line 2: .* 1 times in 2 texts"),
            ("<CorpStat>;1000;10\nthe;2000;2\n", "2000 times in 2 texts, and the corpus has 1000 words"),
            ("<CorpStat>;1000;10\nthe;2;2\nthe;3;3\n", "two lines"),
            ("<CorpStat>;0;0\n", "0 texts"),
        ],
    )
    def test_refused(self, tmp_path: Path, text: str, problem: str) -> None:
        """A file that is not in the format is refused when the metric is made, with the line."""
        path = tmp_path / "corpus.txt"
        path.write_text(text)
        with pytest.raises(InvalidFile, match=problem):
            Wnm(corpus=str(path))

    def test_bytes(self, tmp_path: Path) -> None:
        """It is UTF-8."""
        path = tmp_path / "corpus.txt"
        path.write_bytes(b"<CorpStat>;10;2\n\xff;1;1\n")
        with pytest.raises(InvalidFile, match="byte 17 is not UTF-8"):
            Wnm(corpus=str(path))

    def test_missing(self, tmp_path: Path) -> None:
        """A file that is not there, and a name that no recipe can hold."""
        with pytest.raises(UnreadableFile, match="cannot be read"):
            Wnm(corpus=str(tmp_path / "nowhere"))
        with pytest.raises(InvalidOption, match="name of a file"):
            Wnm(corpus="a|b")

    def test_semicolon(self, tmp_path: Path) -> None:
        """A semicolon may be a word."""
        path = tmp_path / "corpus.txt"
        path.write_text("<CorpStat>;10;2\r\n;;3;2\r\n")
        assert Wnm(corpus=str(path)).explain("x", ["; y"]).listings[0].rows[-1][0] in (";", "x")

    def test_checksum(self, toy: str, tmp_path: Path) -> None:
        """The recipe knows the file by its checksum, and refuses another."""
        recipe = Wnm(corpus=toy).recipe
        assert parse(recipe) == Wnm(corpus=toy)
        (tmp_path / "corpus.txt").write_text(FREQUENCIES + "urges;1;1\n")
        with pytest.raises(InvalidRecipe, match="checksum"):
            parse(recipe)


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
    assert (plain.signed, Wnm().signed, Wnm(weighting="tf.idf").signed) == (False, True, False)


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
