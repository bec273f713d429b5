"""sacreBLEU's functions, option by option."""

from typing import Any

import pytest
import sacrebleu
from tests.sacrebleu.comparison import assert_same_score

import karat.sacrebleu

HYPOTHESES = ["The cat sat on the mat.", "two  Dogs ,", "我有 a dog"]
REFERENCES = [
    ["the cat sits on the mat .", "two dogs", "我 have a dog"],
    ["A cat sat.", "2 dogs", "有 a Dog"],
]
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("bleu", {}),
    ("bleu", {"smooth_method": "floor", "smooth_value": 0.2, "use_effective_order": True}),
    ("bleu", {"lowercase": True, "tokenize": "zh", "use_effective_order": False}),
    ("chrf", {}),
    ("chrf", {"char_order": 4, "word_order": 2, "beta": 3, "remove_whitespace": False}),
    ("chrf", {"eps_smoothing": True}),
    ("ter", {}),
    ("ter", {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}),
]


@pytest.mark.parametrize(("metric", "options"), CALLS)
def test_corpus(metric: str, options: dict[str, Any]) -> None:
    """Of a corpus."""
    name = f"corpus_{metric}"
    ours = getattr(karat.sacrebleu, name)(HYPOTHESES, REFERENCES, **options)
    assert_same_score(ours, getattr(sacrebleu, name)(HYPOTHESES, REFERENCES, **options))


@pytest.mark.parametrize(("metric", "options"), CALLS)
def test_sentence(metric: str, options: dict[str, Any]) -> None:
    """Of one segment."""
    name = f"sentence_{metric}"
    for hypothesis, *references in zip(HYPOTHESES, *REFERENCES, strict=True):
        ours = getattr(karat.sacrebleu, name)(hypothesis, references, **options)
        assert_same_score(ours, getattr(sacrebleu, name)(hypothesis, references, **options))


@pytest.mark.parametrize("options", [{}, {"smooth_value": 0.01}, {"smooth_value": None}])
def test_raw(options: dict[str, Any]) -> None:
    """Of words that are separated already."""
    ours = karat.sacrebleu.raw_corpus_bleu(HYPOTHESES, REFERENCES, **options)
    assert_same_score(ours, sacrebleu.raw_corpus_bleu(HYPOTHESES, REFERENCES, **options))


def test_force() -> None:
    """`force` silences a warning and changes no figure."""
    ours = karat.sacrebleu.corpus_bleu(HYPOTHESES, REFERENCES, force=True)
    assert_same_score(ours, sacrebleu.corpus_bleu(HYPOTHESES, REFERENCES))
