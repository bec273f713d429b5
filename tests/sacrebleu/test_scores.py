"""The drop-in gives sacreBLEU's scores: every attribute, every printed string, every signature."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from pickle import dumps, loads
from typing import Any

import pytest
import sacrebleu
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.hypothesis_profile import examples
from tests.sacrebleu.comparison import IDS, OPTIONS, assert_same_score, assert_same_signature, both
from tests.strategies import Streams, corpora, segments, sentences

import karat.sacrebleu
from karat import demo

TEXT = segments() | sentences("a b c the 我 . , 1.5 Cat cat") | st.just("")
HYPOTHESES = ["the cat sat on the mat .", "", "It costs 1,000.50 dollars.", "我有2.5元。", "ΑΣ ẞ İ «x»"]
REFERENCES: Streams = [
    ["the cat sat on a mat .", "", "it cost 1,000.50 Dollars", "我有 2.5 元", "ας ss i «x»"],
    ["a cat is on the mat", "empty", None, "我没有2.5元。", None],
]


def is_readable(options: dict[str, Any], corpus: tuple[list[str], Streams]) -> bool:
    """MeCab cannot take half a character, here or there; nor NUL, where sacreBLEU drops the rest of the text."""
    references = [text or "" for stream in corpus[1] for text in stream]
    text = "".join([*corpus[0], *references])
    return "mecab" not in options.get("tokenize", "") or re.search("[\0\ud800-\udfff]", text) is None


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=IDS)
@examples(1 / 4)
@given(corpus=corpora(TEXT))
def test_corpus(name: str, options: dict[str, Any], corpus: tuple[list[str], Streams]) -> None:
    """Any corpus, any options."""
    assume(is_readable(options, corpus))
    ours, theirs = both(name, options)

    assert_same_score(ours.corpus_score(*corpus), theirs.corpus_score(*corpus))
    assert_same_signature(ours.get_signature(), theirs.get_signature())


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=IDS)
@examples(1 / 4)
@given(corpus=corpora(TEXT, max_segments=1))
def test_sentence(name: str, options: dict[str, Any], corpus: tuple[list[str], Streams]) -> None:
    """Any segment, any options; the references of a segment are a list of their own."""
    assume(is_readable(options, corpus))
    ours, theirs = both(name, options)
    hypothesis, references = corpus[0][0], [stream[0] for stream in corpus[1]]

    assert_same_score(
        ours.sentence_score(hypothesis, references), theirs.sentence_score(hypothesis, references)
    )
    assert_same_signature(ours.get_signature(), theirs.get_signature())


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=IDS)
def test_cached_references(name: str, options: dict[str, Any]) -> None:
    """References given to the constructor serve every system."""
    ours, theirs = both(name, options | {"references": REFERENCES})

    assert_same_signature(ours.get_signature(), theirs.get_signature())
    for hypotheses in (HYPOTHESES, HYPOTHESES[::-1]):
        assert_same_score(ours.corpus_score(hypotheses, None), theirs.corpus_score(hypotheses, None))


def test_cached_references_are_a_copy() -> None:
    """Who changes the list later does not change the references."""
    streams = [["the cat"]]
    metric = karat.sacrebleu.CHRF(references=streams)
    streams[0][0] = "x"

    assert metric.corpus_score(["the cat"], None).score == 100


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=IDS)
def test_options_are_attributes(name: str, options: dict[str, Any]) -> None:
    """What sacreBLEU's metric shows, the drop-in's shows too, before and after a score."""
    ours, theirs = both(name, options)
    for _ in range(2):
        for attribute, value in vars(theirs).items():
            if attribute != "tokenizer" and not attribute.startswith("_"):
                assert getattr(ours, attribute) == value, attribute
        ours.corpus_score(HYPOTHESES, REFERENCES)
        theirs.corpus_score(HYPOTHESES, REFERENCES)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("BLEU", {"effective_order": True, "lowercase": True}),
        ("BLEU", {"smooth_method": "add-k", "max_ngram_order": 2}),
        ("CHRF", {"beta": 1, "whitespace": True, "lowercase": True}),
    ],
)
def test_options_may_change(name: str, change: dict[str, Any]) -> None:
    """sacreBLEU reads its options at every call; so does the drop-in."""
    ours, theirs = both(name, {})
    for option, value in change.items():
        setattr(ours, option, value)
        setattr(theirs, option, value)

    assert_same_score(ours.corpus_score(HYPOTHESES, REFERENCES), theirs.corpus_score(HYPOTHESES, REFERENCES))
    assert_same_signature(ours.get_signature(), theirs.get_signature())


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_real_text(name: str) -> None:
    """Two systems of the demo with two references."""
    lines = [json.loads(line) for line in demo.segments_path().read_text(encoding="utf-8").splitlines()]
    ours, theirs = both(name, {})
    for system in sorted({line["system"] for line in lines})[:2]:
        of_system = [line for line in lines if line["system"] == system]
        hypotheses = [line["hypothesis"] for line in of_system]
        references = [[line["references"][number] for line in of_system] for number in (0, 1)]

        assert_same_score(
            ours.corpus_score(hypotheses, references), theirs.corpus_score(hypotheses, references)
        )


def test_more_than_one_thread() -> None:
    """A corpus that is worth threads gives the same counts."""
    hypotheses = [f"{number} cats sat on the mat ." for number in range(2500)]
    references = [[f"{number % 7} cats sit on a mat." for number in range(2500)]]

    ours = karat.sacrebleu.corpus_bleu(hypotheses, references)
    assert_same_score(ours, sacrebleu.corpus_bleu(hypotheses, references))


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize("copy", [deepcopy, lambda thing: loads(dumps(thing))], ids=["deepcopy", "pickle"])
def test_copies(name: str, copy: Callable[[Any], Any]) -> None:
    """Metrics and scores survive copying, whether their facts have been looked at or not."""
    ours, theirs = both(name, {})
    score = copy(copy(ours).corpus_score(HYPOTHESES, REFERENCES))

    assert_same_score(copy(score), theirs.corpus_score(HYPOTHESES, REFERENCES))


@given(
    matches=st.lists(st.integers(0, 9), min_size=4, max_size=6),
    misses=st.lists(st.integers(0, 9), min_size=6, max_size=6),
    lengths=st.tuples(st.integers(0, 60), st.integers(0, 60)),
    smoothing=st.sampled_from(
        [("none", None), ("exp", None), ("floor", None), ("floor", 0.5), ("add-k", None), ("add-k", 2)]
    ),
    effective=st.booleans(),
)
def test_compute_bleu(
    matches: list[int],
    misses: list[int],
    lengths: tuple[int, int],
    smoothing: tuple[str, float | None],
    effective: bool,
) -> None:
    """BLEU from counts, as n-grams can have them: a longer one is never commoner than a shorter."""
    correct = sorted(matches, reverse=True)
    total = sorted((match + miss for match, miss in zip(correct, misses, strict=False)), reverse=True)
    arguments = (*lengths, *smoothing, effective)

    ours = karat.sacrebleu.BLEU.compute_bleu(correct, total, *arguments)
    theirs = sacrebleu.BLEU.compute_bleu(correct[:4], total[:4], *arguments)
    assert_same_score(ours, theirs)


def test_compute_bleu_of_another_order() -> None:
    """The order may be given."""
    ours = karat.sacrebleu.BLEU.compute_bleu([3, 1], [5, 4], 5, 6, max_ngram_order=2)
    assert_same_score(ours, sacrebleu.BLEU.compute_bleu([3, 1], [5, 4], 5, 6, max_ngram_order=2))


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("BLEUScore", (25.0, [5, 3], [8, 7], [62.5, 42.9], 0.9, 8, 9)),
        ("BLEUScore", (0.0, [0], [0], [0.0], 0.0, 0, 0)),
        ("CHRFScore", (50.25, 6, 2, 3)),
        ("TERScore", (33.3, 4.0, 12.5)),
    ],
)
def test_scores_can_be_made(kind: str, arguments: tuple[Any, ...]) -> None:
    """Score objects take sacreBLEU's arguments."""
    ours = getattr(karat.sacrebleu.metrics, kind)(*arguments)
    assert_same_score(ours, getattr(sacrebleu.metrics, kind)(*arguments))


def test_precisions_are_exact() -> None:
    """A precision that lies between two printed figures falls to the same side."""
    ours = karat.sacrebleu.BLEU.compute_bleu([9, 3, 2, 1], [80, 79, 78, 77], 80, 80)

    assert ours.prec_str == sacrebleu.BLEU.compute_bleu([9, 3, 2, 1], [80, 79, 78, 77], 80, 80).prec_str
    assert ours.prec_str.startswith("11.2/")
