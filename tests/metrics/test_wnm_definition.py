"""WNM's counts against the definition."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.metrics.wnm_example import FREQUENCIES, NGRAM_WEIGHTS, WEIGHTINGS
from tests.oracles import wnm as oracle
from tests.oracles.tokenizers import TOKENIZERS
from tests.strategies import Streams, choices, corpora, segments, sentences

from karat.corpus import Corpus, References
from karat.evaluation import evaluate
from karat.metrics import Wnm
from karat.tokens import NAMES


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


class TestDefinition:
    """The kernel against the definition."""

    @given(
        corpus=corpora(segments(), max_segments=5),
        order=st.integers(1, 6),
        weighting=WEIGHTINGS,
        ngram_weight=NGRAM_WEIGHTS,
    )
    def test_hostile_text(
        self, corpus: tuple[list[str], Streams], order: int, weighting: Any, ngram_weight: Any
    ) -> None:
        """Any text, any tokenizer, references of which some are missing; each segment is a text."""
        hypotheses, streams = corpus
        for tokenizer in sorted(set(TOKENIZERS) & set(NAMES)):
            wnm = Wnm(weighting=weighting, order=order, ngram_weight=ngram_weight, tokenize=tokenizer)
            got = wnm.count(hypotheses, References(tuple(streams))).counts
            assert agree(got, expected_rows(wnm, hypotheses, streams)), tokenizer

    @given(
        corpus=corpora(sentences("a b c d e f", max_words=16), max_segments=8),
        labels=choices("xyz", min_size=8, max_size=8),
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
        wnm = Wnm(weighting="s-literal", ngram_weight=ngram_weight, tokenize="none")
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
