"""BLEU's figures in the papers, and those of the original programs."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import sentences

from karat.corpus import References
from karat.metrics import Bleu

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# The three references and two candidates of Papineni et al. (2002). The figures of mteval are of references with
# a full stop and candidates without.
PAPINENI = (
    "It is a guide to action that ensures that the military will forever heed Party commands.",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party.",
    "It is the practical guide for the army always to heed directions of the party.",
)
CANDIDATES = {
    "h1": "It is a guide to action which ensures that the military always obey the commands of the party",
    "h2": "It is to insure the troops forever hearing the activity guidebook that party direct",
}


@pytest.fixture(scope="module")
def golden(shared: Path) -> dict[str, Any]:
    """Figures of the original programs."""
    figures: dict[str, Any] = json.loads((shared / "reference" / "golden.json").read_text(encoding="utf-8"))
    return figures


def score(
    metric: Bleu, hypotheses: Sequence[str], references: Sequence[str] | Sequence[Sequence[str]]
) -> float:
    """The corpus score."""
    return metric.value(metric.count(hypotheses, references).total())


def fraction(hypothesis: str, references: Sequence[str], order: int, **options: Any) -> tuple[int, int]:
    """Matches and n-grams of one order."""
    metric = Bleu(order=order, **options)
    facts = metric.details(metric.count([hypothesis], [list(references)]).total())
    return facts["matches"][-1], facts["totals"][-1]


@pytest.mark.parametrize(("name", "expected"), [("h1", (17, 18)), ("h2", (8, 14))])
def test_papineni_unigrams(name: str, expected: tuple[int, int]) -> None:
    """17 of 18 words of the good candidate are in some reference, and 8 of 14 of the bad one."""
    assert fraction(CANDIDATES[name], PAPINENI, 1) == expected


def test_the_the_the() -> None:
    """Seven times `the` matches twice."""
    references = ["The cat is on the mat", "There is a cat on the mat"]
    assert fraction("the the the the the the the", references, 1, lowercase=True) == (2, 7)


def test_of_the() -> None:
    """`of the` is perfectly precise, and pays for being short."""
    metric = Bleu(order=2)
    facts = metric.details(metric.count(["of the"], [PAPINENI]).total())
    assert (facts["matches"], facts["totals"]) == ([2, 1], [2, 1])
    assert facts["brevity_penalty"] == pytest.approx(math.exp(1 - 16 / 2))


def test_recall_trap() -> None:
    """All synonyms at once match as many words as there are, and score below one good choice."""
    references = ["I always do", "I invariably do", "I perpetually do"]
    metric = Bleu(order=2, smoothing="none")
    assert fraction("I always invariably perpetually do", references, 1) == (5, 5)
    assert score(metric, ["I always do"], [references]) == 100
    assert score(metric, ["I always invariably perpetually do"], [references]) < 100


def test_best_match_length() -> None:
    """References of 12, 15 and 17 words and a candidate of 12: no penalty."""
    references = [" ".join(["w"] * length) for length in (12, 15, 17)]
    metric = Bleu()
    facts = metric.details(metric.count([references[0]], [references]).total())
    assert (facts["brevity_penalty"], facts["reference_length"]) == (1.0, 12)


def test_orejuela(golden: dict[str, Any]) -> None:
    """The example of Callison-Burch et al. (2006): 15, 10, 5 and 3 matches of 18, 17, 16 and 15."""
    example = golden["e06_1032"]
    metric = Bleu(tokenize=example["tokenize"])
    row = metric.count([example["hyp"]], [example["refs"]]).total()
    facts = metric.details(row)
    assert facts["matches"] == example["match"] == [15, 10, 5, 3]
    assert facts["totals"] == example["total"] == [18, 17, 16, 15]
    assert facts["reference_length"] == example["closest_ref_len"]
    assert metric.value(row) == pytest.approx(100 * example["bleu4"], abs=1e-9)
    assert facts["precisions"] == pytest.approx([83.33, 58.82, 31.25, 20.0], abs=0.005)


@pytest.mark.parametrize("tokenize", ["13a", "none", "intl"])
def test_sacrebleu_readme(golden: dict[str, Any], tokenize: str) -> None:
    """The example of sacreBLEU's README, under three tokenizers."""
    example = golden["readme_sacrebleu"]
    found = score(Bleu(tokenize=tokenize), example["hyps"], list(zip(*example["refs"], strict=True)))
    assert found == pytest.approx(example["bleu"][tokenize], abs=1e-6)


def test_sacrebleu_readme_by_order(golden: dict[str, Any]) -> None:
    """The same example by order: counted once, for all orders, and counted for each."""
    example = golden["readme_sacrebleu"]
    references = References(tuple(example["refs"]))
    metric = Bleu(order=6)
    together = metric.orders(metric.count(example["hyps"], references).total())
    for order, expected in example["bleu_by_max_order_2dp"].items():
        alone = Bleu(order=int(order))
        assert alone.value(alone.count(example["hyps"], references).total()) == pytest.approx(
            expected, abs=0.005
        )
        assert together[int(order) - 1].cumulative == pytest.approx(expected, abs=0.005)


def test_odashi(golden: dict[str, Any]) -> None:
    """The small corpus of odashi's mteval: unsmoothed, and with one added above unigrams."""
    example = golden["odashi"]
    texts = example["hyp1"], example["ref"]
    assert score(Bleu(smoothing="none"), *texts) / 100 == pytest.approx(example["BLEU4"], abs=5e-7)
    assert score(Bleu(smoothing="add-k"), *texts) / 100 == pytest.approx(example["BLEU4_add1_n>1"], abs=5e-7)
    assert score(Bleu(order=5, smoothing="add-k"), *texts) / 100 == pytest.approx(
        example["BLEU5_add1"], abs=5e-7
    )


@pytest.mark.parametrize("name", ["h1", "h2"])
def test_mteval_cumulative(golden: dict[str, Any], name: str) -> None:
    """mteval's cumulative BLEU of orders 1 to 9, from one count."""
    expected = golden["papineni_doc"]["case_sensitive"][name]
    metric = Bleu(order=9)
    orders = metric.orders(metric.count([CANDIDATES[name]], [PAPINENI]).total())
    assert [order.order for order in orders] == list(range(1, 10))
    found = [order.cumulative / 100 for order in orders]
    assert found == pytest.approx(expected["BLEU_cum"], abs=5.1e-5)
    assert score(Bleu(), [CANDIDATES[name]], [PAPINENI]) / 100 == pytest.approx(expected["BLEU"], abs=5.1e-5)


@pytest.mark.parametrize("name", ["h1", "h2"])
def test_mteval_lowercased(golden: dict[str, Any], name: str) -> None:
    """mteval's lowercased BLEU."""
    expected = golden["papineni_doc"]["ascii_lowercased"][name]["BLEU"]
    found = score(Bleu(lowercase=True), [CANDIDATES[name]], [PAPINENI])
    assert found / 100 == pytest.approx(expected, abs=5.1e-5)


@given(
    words=st.permutations("abcdefghijklmno"),
    size=st.integers(1, 15),
    reference=sentences("a b c d e f g h i"),
)
def test_longer_ngrams_never_score_higher(words: list[str], size: int, reference: str) -> None:
    """BLEU of order N is at most BLEU of order N-1, sentence by sentence, where no word comes twice."""
    metric = Bleu(order=8, smoothing="none", tokenize="none")
    row = metric.count([" ".join(words[:size])], [reference + " k l m n o"]).total()
    values = [order.cumulative for order in metric.orders(row)]
    assert all(higher <= lower + 1e-9 for lower, higher in pairwise(values))


def test_longer_ngrams_may_score_higher_where_words_come_twice() -> None:
    """Clipping can cost single words more than pairs: the property of Denoual & Lepage has exceptions."""
    metric = Bleu(order=2, smoothing="none")
    first, second = metric.orders(metric.count(["a b a"], ["b a b"]).total())
    assert first.cumulative == pytest.approx(100 * 2 / 3)
    assert second.cumulative == pytest.approx(100 * (2 / 3) ** 0.5)
