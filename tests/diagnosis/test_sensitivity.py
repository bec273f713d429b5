"""What metrics notice, and what they cannot."""

from __future__ import annotations

import pytest

from karat import Corpus, demo, metric, read
from karat.diagnosis.damages import DAMAGES, damaged
from karat.diagnosis.lexicon import Lexicon
from karat.diagnosis.sensitivity import STRENGTHS, sensitivity
from karat.errors import InvalidOption

CORPUS = read(demo.segments_path())
LEXICON = Lexicon.of(CORPUS, "aurora")


def test_a_response_is_the_score_of_the_damaged_text() -> None:
    """Scored anew, without anything of the diagnosis."""
    bleu = metric("bleu")
    (found,) = sensitivity(
        CORPUS, "aurora", [bleu], lexicon=LEXICON, damages=["repeat"], strengths=[0.3], samples=50
    )
    (response,) = found.responses
    texts = list(damaged(list(CORPUS.system("aurora")), "repeat", 0.3, LEXICON).texts)
    assert response.value == bleu.value(bleu.count(texts, CORPUS.references).total())
    assert response.change == pytest.approx(response.value - found.value)
    assert response.interval.low <= response.change <= response.interval.high


def test_who_is_blind_to_order() -> None:
    """PER never notices shuffling; BLEU does, and sooner in pairs."""
    per, bleu = sensitivity(
        CORPUS, "aurora", [metric("per", tokenize="13a"), metric("bleu")], lexicon=LEXICON,
        damages=["shuffle"], strengths=[0.05, 1.0], samples=200,
    )  # fmt: skip
    assert per.smallest("shuffle") is None
    smallest, in_pairs = bleu.smallest("shuffle"), bleu.smallest("shuffle", in_pairs=True)
    assert smallest is not None
    assert in_pairs is not None
    assert in_pairs.strength <= smallest.strength == 1.0


def test_lower_is_better() -> None:
    """A rising error rate is a change below 0, and is noticed."""
    (ter,) = sensitivity(
        CORPUS, "aurora", [metric("ter")], lexicon=LEXICON, damages=["repeat"], strengths=[1], samples=50
    )
    (response,) = ter.responses
    assert response.value > ter.interval.high
    assert response.change < 0
    assert response.noticed
    assert response.noticed_in_pairs


def test_nothing_is_noticed_where_nothing_is_done() -> None:
    """Strength 0 changes no score, and no metric claims otherwise."""
    for one in sensitivity(
        CORPUS, "aurora", [metric("bleu"), metric("ter")], lexicon=LEXICON, strengths=[0], samples=50
    ):
        assert all(response.change == 0 and not response.noticed for response in one.responses)
        assert not any(response.noticed_in_pairs for response in one.responses)


def test_damages_without_sites_are_left_out() -> None:
    """No numbers, no names, no known language."""
    corpus = Corpus.of(["we went home"] * 3, ["we went home early"] * 3)
    lexicon = Lexicon.of(corpus, "hypothesis", function_words=["we"])
    (found,) = sensitivity(corpus, "hypothesis", [metric("chrf")], lexicon=lexicon, samples=20)
    struck = {response.dose.damage for response in found.responses}
    assert struck == {"shuffle", "drop-content", "drop-function", "truncate", "repeat"} < set(DAMAGES)
    assert len(found.responses) == len(struck) * len(STRENGTHS)


def test_the_same_seed_gives_the_same_figures() -> None:
    """Damage and noise are drawn from it."""
    first, again, other = (
        sensitivity(
            CORPUS, "aurora", [metric("bleu")], lexicon=LEXICON, damages=["shuffle"], samples=50, seed=seed
        )
        for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def test_empty_output() -> None:
    """Where there is no word, nothing can be damaged."""
    corpus = Corpus.of(["", ""], ["a b", "c"])
    (found,) = sensitivity(corpus, "hypothesis", [metric("bleu")], samples=20)
    assert found.responses == ()


def test_metrics_that_read_tags_are_refused() -> None:
    """Damaged words have no tags."""
    with pytest.raises(InvalidOption, match="reads tags"):
        sensitivity(CORPUS, "aurora", [metric("tag-bleu")])
