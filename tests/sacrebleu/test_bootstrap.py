"""Intervals by bootstrap: the draws are sacreBLEU's, seed by seed."""

import json
import random
from typing import Any

import pytest
from tests.sacrebleu.comparison import assert_same_signature, both

import karat.sacrebleu
from karat.errors import InvalidOption

RANDOM = random.Random(7)
WORDS = ["the", "cat", "sat", "on", "a", "mat", "with", "two", "dogs", "and", "one", "bird", "."]
REFERENCES = [[" ".join(RANDOM.choices(WORDS, k=RANDOM.randint(4, 20))) for _ in range(60)]]
HYPOTHESES = [" ".join(word for word in line.split() if RANDOM.random() < 0.8) for line in REFERENCES[0]]


@pytest.mark.parametrize("seed", [None, "0", "1", "99999"])
@pytest.mark.parametrize(
    ("name", "options"),
    [("BLEU", {}), ("CHRF", {"word_order": 2}), ("TER", {}), ("BLEU", {"max_ngram_order": 2})],
)
def test_same_draws(
    name: str, options: dict[str, Any], seed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mean and interval are sacreBLEU's, up to its single precision; 0 is a seed."""
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    if seed is not None:
        monkeypatch.setenv("SACREBLEU_SEED", seed)
    ours, theirs = both(name, options)
    score, expected = (
        metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=200) for metric in (ours, theirs)
    )

    assert score._mean == pytest.approx(expected._mean, rel=1e-6)
    assert score._ci == pytest.approx(expected._ci, rel=1e-4)
    assert score.format() == expected.format()
    signature = str(theirs.get_signature())
    assert json.loads(score.format(signature=signature, is_json=True)) == json.loads(
        expected.format(signature=signature, is_json=True)
    )
    assert_same_signature(ours.get_signature(), theirs.get_signature())


def test_fresh_entropy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed `None` draws anew each time, and says so."""
    monkeypatch.setenv("SACREBLEU_SEED", "None")
    metric = karat.sacrebleu.BLEU()
    means = {metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=50)._mean for _ in range(3)}

    assert len(means) > 1
    assert "seed:none" in str(metric.get_signature())


@pytest.mark.parametrize("seed", ["abc", "-1", "", "1.5"])
def test_bad_seed(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed that is no number is refused by name."""
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    with pytest.raises(InvalidOption, match="SACREBLEU_SEED is"):
        karat.sacrebleu.BLEU().corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=2)


@pytest.mark.parametrize("n_bootstrap", [1, 0])
def test_none(n_bootstrap: int) -> None:
    """One sample is none."""
    score = karat.sacrebleu.BLEU().corpus_score(HYPOTHESES, REFERENCES, n_bootstrap)

    assert "μ" not in score.format()


@pytest.mark.parametrize("count", [1, 2, 39, 40, 41, 1000])
def test_estimate_ci(count: int) -> None:
    """An interval can be taken from scores of any origin."""
    values = [RANDOM.uniform(0, 100) for _ in range(count)]
    found = []
    for metric in both("TER", {}):
        score = metric.corpus_score(["a b"], [["a c"]])
        score.estimate_ci([type(score)(value, 1, 2.0) for value in values])
        found.append((score._mean, score._ci, score.format()))

    assert found[0] == found[1]
