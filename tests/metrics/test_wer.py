"""WER and CER: options, values and alignments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from tests.oracles import error_rates as oracle
from tests.strategies import Streams, corpora, segments, sentences

from karat.corpus import References
from karat.errors import InvalidOption, UnknownName
from karat.kernel import LENGTH_PARTS
from karat.metrics import Bleu, Cder, Per, RougeL, RougeN, RougeS, RougeW, Ter, Wer, metric, parse


def value(of: Wer, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return of.value(of.count([hypothesis], [list(references)]).total())


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("the cat sat", "the cat sat", 0.0),
        ("the cat", "the cat sat down", 50.0),
        ("on the mat the cat sat", "the cat sat on the mat", 100.0),
        ("a b c d e f", "x", 600.0),
        ("", "", 0.0),
        ("a b", "", 100.0),
        ("", "a b", 100.0),
    ],
)
def test_values_by_hand(hypothesis: str, reference: str, expected: float) -> None:
    """Edits per word; words for nothing are all wrong, nothing for nothing is right."""
    assert value(Wer(), hypothesis, reference) == pytest.approx(expected)


def test_several_references() -> None:
    """The edits are those to the nearest reference, the length is the mean, as in TER."""
    assert Wer().count(["a b"], [["a b c", "x y z z"]]).total() == [1, 7 * LENGTH_PARTS // 2]
    assert value(Wer(), "a b", "a b c", "x y z z") == pytest.approx(100 / 3.5)


def test_characters() -> None:
    """In characters it is CER; spaces count where they are kept."""
    assert Wer(unit="char").name == "CER"
    assert value(Wer(unit="char"), "kit ten", "sitting") == pytest.approx(100 * 3 / 7)
    assert value(Wer(unit="char", spaces="keep"), "kit ten", "sitting") == pytest.approx(100 * 4 / 7)
    assert Wer(tokenize="char-spaces") == Wer(unit="char", spaces="keep")
    assert parse("WER|tok:char") == Wer(unit="char")


def test_words_are_what_white_space_separates() -> None:
    """Punctuation belongs to its word unless a tokenizer splits it off."""
    assert value(Wer(), "the cat .", "the cat.") == 100.0
    assert value(Wer(tokenize="13a"), "the cat .", "the cat.") == 0.0


def test_case_and_form() -> None:
    """Case and Unicode form matter unless they are told not to."""
    assert value(Wer(), "The e\u0301", "the é") == 100.0
    assert value(Wer(lowercase=True, normalization="NFC"), "The e\u0301", "the é") == 0.0


def test_refused() -> None:
    """Options that do not exist or do not agree are refused when the metric is made."""
    with pytest.raises(InvalidOption, match="unit is 'letter'"):
        Wer(unit="letter")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="give unit='char'"):
        Wer(spaces="keep")
    with pytest.raises(InvalidOption, match="normalization is 'NFX'"):
        Wer(normalization="NFX")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="tokenizer"):
        Wer(tokenize="14a")


@given(corpus=corpora(sentences("a b c d e f")))
def test_what_is_allowed_more_costs_less(corpus: tuple[list[str], Streams]) -> None:
    """Shifts, jumps and any order at all can only save errors: PER, CDER and TER are at most WER."""
    hypotheses, streams = corpus
    references = References(tuple(streams))
    worst = Wer().values(Wer().count(hypotheses, references))
    for other in (Per(), Cder(), Ter(case_sensitive=True)):
        assert (other.values(other.count(hypotheses, references)) <= worst + 1e-9).all()


@given(hypothesis=segments(), first=segments(), second=segments())
def test_explanation(hypothesis: str, first: str, second: str) -> None:
    """The alignment reads both texts from end to end, and its edits are those that are counted."""
    of = Wer(tokenize="13a")
    explained = of.explain(hypothesis, [first, second])
    assert explained.value == value(of, hypothesis, first, second)
    (alignment,) = explained.listings
    assert [row[0] for row in alignment.rows if row[0] is not None] == of.units_of(hypothesis)
    wanted = [row[2] for row in alignment.rows if row[2] is not None]
    assert wanted in [of.units_of(first), of.units_of(second)]
    errors = sum(row[1] != "match" for row in alignment.rows)
    assert errors == of.count([hypothesis], [[first, second]]).total()[0]
    assert errors == min(oracle.edits(of.units_of(hypothesis), of.units_of(text)) for text in (first, second))
    for row in alignment.rows:
        assert (row[1] == "match") == (row[0] == row[2])


def test_explanation_by_hand() -> None:
    """Each edit is listed, and the steps add up to the value."""
    explained = Wer().explain("the cat sat mat now", ["the dog sat on mat"])
    assert explained.listings[0].rows == [
        ("the", "match", "the"),
        ("cat", "replace", "dog"),
        ("sat", "match", "sat"),
        (None, "insert", "on"),
        ("mat", "match", "mat"),
        ("now", "delete", None),
    ]
    steps = {step.label: step.value for step in explained.steps}
    assert steps == {
        "matches": 3,
        "replaced": 1,
        "deleted": 1,
        "inserted": 1,
        "errors": 3,
        "reference length": 5.0,
        "WER": 60.0,
    }
    assert explained.texts[0].units == (
        ("the", "matched"),
        ("cat", "missed"),
        ("sat", "matched"),
        ("mat", "matched"),
        ("now", "missed"),
    )


def test_details() -> None:
    """The facts are errors and mean reference length."""
    assert metric("wer").details([3, 5 * LENGTH_PARTS // 2]) == {"errors": 3, "reference_length": 2.5}


@pytest.mark.parametrize("metric", [Bleu, Wer, Per, Cder, RougeN, RougeL, RougeW, RougeS])
def test_characters_by_a_tokenizer_of_words(metric: Any) -> None:
    """A tokenizer of words beside characters would be dropped without a word; the usual one was not asked for."""
    for tokenize in ("zh", "intl", str.split):
        with pytest.raises(InvalidOption, match="makes words, unit='char' counts characters"):
            metric(unit="char", tokenize=tokenize)
    assert metric(unit="char", tokenize=metric().tokenize) == metric(unit="char") == metric(tokenize="char")
