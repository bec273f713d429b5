"""tagBLEU: options, the two streams, and their mixture."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import bleu as oracle
from tests.strategies import Streams, corpora, segments

from karat.corpus import References
from karat.errors import InvalidOption, InvalidText
from karat.kernel import LENGTH_PARTS
from karat.metrics import Bleu, parse
from karat.metrics.catalogue import named_options
from karat.metrics.tag_bleu import TagBleu


def score(metric: TagBleu, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return metric.value(metric.count([hypothesis], [list(references)]).total())


def tagged(text: str) -> str:
    """Every token with one of three tags, of which one looks like a word."""
    return " ".join(f"{token}|{('N', 'V', 'cat')[len(token) % 3]}" for token in text.split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mix": 1.5}, "mix is 1.5; it must be a number from 0"),
        ({"mix": True}, "mix is True"),
        ({"mix": float("nan")}, "mix is nan"),
        ({"separator": ""}, "separator is ''"),
        ({"separator": "a b"}, "without white space"),
        ({"separator": "\t"}, "without white space"),
        ({"order": 0}, "order is 0"),
        ({"smoothing": "none", "smoothing_value": 1.0}, "takes no value"),
        ({"normalization": "NFX"}, "normalization is 'NFX'"),
    ],
)
def test_refused(options: dict[str, Any], message: str) -> None:
    """Options that make no sense are refused when the metric is made."""
    with pytest.raises(InvalidOption, match=message):
        TagBleu(**options)


@given(
    corpus=corpora(segments().map(tagged)),
    order=st.integers(1, 5),
    brevity=st.sampled_from(["closest", "shortest", "average"]),
)
def test_rows_are_two_of_bleu(corpus: tuple[list[str], Streams], order: int, brevity: Any) -> None:
    """A row has the counts of the words, then those of the tags, as the definition of BLEU has them."""
    hypotheses, streams = corpus
    expected = []
    for texts in zip(hypotheses, *streams, strict=True):
        pairs = [[token.rpartition("|")[::2] for token in text.split()] for text in texts if text is not None]
        row: list[int] = []
        for stream in (0, 1):
            first, *others = ([pair[stream] for pair in of_text] for of_text in pairs)
            counts = oracle.row(first, others, order, brevity)
            counts[1] *= LENGTH_PARTS if brevity == "average" else 1
            row += map(int, counts)
        expected.append(row)
    counted = TagBleu(order=order, brevity=brevity).count(hypotheses, References(tuple(streams)))
    assert counted.counts.tolist() == expected


@given(corpus=corpora(segments().map(tagged)), mix=st.floats(0, 1))
def test_mixture(corpus: tuple[list[str], Streams], mix: float) -> None:
    """The value is λ of BLEU over the words and the rest of BLEU over the tags."""
    hypotheses, streams = corpus
    references = References(tuple(streams))

    def of(mixed: float) -> float:
        metric = TagBleu(mix=mixed, order=2, smoothing="floor")
        return metric.value(metric.count(hypotheses, references).total())

    assert of(mix) == pytest.approx(mix * of(1) + (1 - mix) * of(0))


def test_the_ends_are_bleu() -> None:
    """At 1 it is BLEU of the words, at 0 BLEU of the tags."""
    bleu = Bleu(tokenize="none")
    words = bleu.value(bleu.count(["the cat sat on a mat"], ["the cat sat on the mat"]).total())
    hypothesis, reference = "the|D cat|N sat|V on|P a|D mat|N", "the|D cat|N sat|V on|P the|D mat|N"
    assert score(TagBleu(mix=1), hypothesis, reference) == pytest.approx(words)
    assert score(TagBleu(mix=0), hypothesis, reference) == pytest.approx(100)
    assert score(TagBleu(), hypothesis, reference) == pytest.approx((words + 100) / 2)


def test_moved_phrases_cost_more() -> None:
    """The use of it: an order of words that grammar does not allow is told by the tags."""
    metric = TagBleu(mix=0, order=2)
    reference = "the|D cat|N sat|V on|P the|D mat|N"
    assert score(metric, "mat|N the|D on|P sat|V cat|N the|D", reference) < score(
        metric, "the|D mat|N sat|V on|P the|D cat|N", reference
    )


@pytest.mark.parametrize(
    ("hypothesis", "reference", "message"),
    [
        (
            "a|X cat",
            "a|X",
            r"Segment 2 of the hypothesis: the token 'cat' has no tag; 'word\|TAG' was expected",
        ),
        ("a|X", "a|X b|", r"Segment 2 of reference 1: the token 'b\|' has no tag"),
        ("|X", "a|X", r"the token '\|X' has no word"),
        ("|", "a|X", r"the token '\|' has no tag"),
    ],
)
def test_tokens_without_tags(hypothesis: str, reference: str, message: str) -> None:
    """A token without a tag is refused by segment and token."""
    with pytest.raises(InvalidText, match=message):
        TagBleu().count(["a|X", hypothesis], ["a|X", reference])


def test_separators() -> None:
    """The last separator of a token counts, and it may be any text."""
    assert score(TagBleu(mix=0, order=1), "a|b|N", "x|N") == pytest.approx(100)
    assert score(TagBleu(mix=1, order=1), "||SYM", "||SYM") == pytest.approx(100)
    assert score(TagBleu(mix=1, order=1, separator="/"), "1/2/NUM", "1/2/NUM") == pytest.approx(100)
    assert score(TagBleu(mix=1, order=1, separator="_#"), "a_#X", "b_#X") == 0


@pytest.mark.parametrize("separator", ["|", "/", "_", "::", "_#", "😀", "U007C"])
def test_separator_in_a_recipe(separator: str) -> None:
    """Any separator is written so that it can be read back, also the one that recipes have."""
    metric = TagBleu(separator=separator)
    assert parse(metric.recipe) == metric


@pytest.mark.parametrize(
    ("text", "separator"), [("|", "|"), ("/", "/"), ("U007C", "|"), ("+", "+"), ("_", "_")]
)
def test_separator_on_the_command_line(text: str, separator: str) -> None:
    """A separator may be written as it is."""
    assert named_options(f"tag-bleu:separator={text}") == ("tag-bleu", {"separator": separator})


def test_case_of_words_only() -> None:
    """Lowercasing and normalization change the words, never the tags."""
    assert score(TagBleu(order=1, lowercase=True), "The|D", "the|D") == pytest.approx(100)
    assert score(TagBleu(order=1, lowercase=True), "The|D", "the|d") == pytest.approx(50)
    assert score(TagBleu(order=1, normalization="NFC"), "e\u0301|D", "é|D") == pytest.approx(100)
    assert TagBleu(order=1, normalization="NFKC").count(["a´|D"], ["a´|D"]).total()[0] == 1


def test_details() -> None:
    """The facts are those of both streams."""
    metric = TagBleu(order=1)
    facts = metric.details(metric.count(["a|X b|X"], ["a|X c|X"]).total())
    assert (facts["words_bleu"], facts["tags_bleu"]) == (pytest.approx(50), pytest.approx(100))
    assert (facts["words_matches"], facts["tags_matches"]) == ([1], [2])


def test_explanation() -> None:
    """Both streams, the two values and the mixture are told."""
    told = TagBleu(order=1).explain("a|X b|X", ["a|X c|X"])
    assert [step.value for step in told.steps] == [pytest.approx(value) for value in (50, 100, 75)]
    assert told.value == pytest.approx(75)
    assert [text.title for text in told.texts][:2] == ["words of the hypothesis", "words of the reference"]
    assert told.texts[0].units == (("a", "matched"), ("b", "missed"))
    assert [listing.title for listing in told.listings] == ["1-grams of words", "1-grams of tags"]
