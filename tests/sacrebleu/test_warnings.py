"""sacreBLEU's hints, through sacreBLEU's own logger."""

import logging
from typing import Any

import pytest
from tests.sacrebleu.comparison import both

import karat.sacrebleu


@pytest.fixture(autouse=True)
def _loud(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, logger="sacrebleu")


def counts(caplog: pytest.LogCaptureFixture, metrics: tuple[Any, Any], *call: Any) -> tuple[int, int]:
    """How many warnings a method gives here, and how many there."""
    found = []
    for metric in metrics:
        caplog.clear()
        getattr(metric, call[0])(*call[1:])
        assert all(record.name == "sacrebleu" and record.levelname == "WARNING" for record in caplog.records)
        found.append(len(caplog.records))
    return found[0], found[1]


def test_effective_order(caplog: pytest.LogCaptureFixture) -> None:
    """Segments should be scored with effective order; said at every call."""
    assert counts(caplog, both("BLEU", {}), "sentence_score", "a b", ["a"]) == (1, 1)
    assert counts(caplog, both("BLEU", {"effective_order": True}), "sentence_score", "a", ["a"]) == (0, 0)
    caplog.clear()
    karat.sacrebleu.BLEU().sentence_score("a", ["a"])
    assert "effective_order" in caplog.text


@pytest.mark.parametrize(
    ("number", "options", "expected"), [(99, {}, 0), (100, {}, 3), (250, {}, 3), (100, {"force": True}, 0)]
)
def test_tokenized(
    number: int, options: dict[str, Any], expected: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A hundred segments that end in a detached full stop look tokenized."""
    text = ["the end ."] * number + ["The end."]

    assert counts(caplog, both("BLEU", options), "corpus_score", text, [text]) == (expected, expected)


@pytest.mark.parametrize("name", ["CHRF", "TER"])
def test_tokenized_elsewhere(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Only BLEU minds."""
    text = ["the end ."] * 100

    assert counts(caplog, both(name, {}), "corpus_score", text, [text]) == (0, 0)


@pytest.mark.parametrize(
    ("language", "tokenize", "expected"),
    [
        ("zh", "13a", 1),
        ("ja", "char", 1),
        ("ko", "none", 1),
        ("zh", "zh", 0),
        ("ja", None, 0),
        ("de", "char", 0),
    ],
)
def test_target_language(
    language: str, tokenize: str | None, expected: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A tokenizer that does not suit the target language is noted."""
    both("BLEU", {"trg_lang": language, "tokenize": tokenize})

    assert len(caplog.records) == 2 * expected
