"""What metrics notice, and what they cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diagnosis.cases import sentences, varied

from karat import Corpus, demo, metric, read
from karat.diagnosis.damages import DAMAGES, damaged
from karat.diagnosis.lexicon import Lexicon
from karat.diagnosis.sensitivity import STRENGTHS, Dose, Response, Sensitivity, dosed, sensitivity
from karat.errors import InvalidOption, KaratError
from karat.resampling import Interval

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


SMALL = Corpus.of({"a": sentences(12), "b": sentences(12, seed=2)}, varied(sentences(12), share=0.3, seed=3))


def test_a_lexicon_that_is_not_given_is_made() -> None:
    """From the references and the output, as one would make it."""
    given = sensitivity(SMALL, "a", [metric("bleu")], lexicon=Lexicon.of(SMALL, "a"), samples=20)
    assert sensitivity(SMALL, "a", [metric("bleu")], samples=20) == given


def test_doses_come_from_weak_to_strong() -> None:
    """Each strength and each damage once, in the order in which damages were named."""
    texts = dosed(SMALL, "a", damages=["repeat", "shuffle", "repeat"], strengths=[0.5, 0.1, 0.5])
    assert [dose.name for dose in texts.doses] == ["repeat-0.1", "repeat-0.5", "shuffle-0.1", "shuffle-0.5"]
    assert list(texts.corpus.systems) == ["undamaged", *(dose.name for dose in texts.doses)]


def test_doses_touch_more_the_stronger_they_are() -> None:
    """The shares of words and of segments rise, and lie between 0 and 1."""
    for name in DAMAGES:
        doses = [dose for dose in dosed(SMALL, "a", damages=[name]).doses if dose.damage == name]
        for shares in ([dose.words for dose in doses], [dose.segments for dose in doses]):
            assert shares == sorted(shares)
            assert all(0 <= share <= 1 for share in shares)


def test_a_damaged_corpus_is_the_corpus_of_one_system() -> None:
    """References stay; what was a person's text is none when it is damaged."""
    corpus = replace(SMALL, human_systems=frozenset({"a"}))
    texts = dosed(corpus, "a", damages=["truncate"], strengths=[1])
    assert list(texts.corpus.systems["undamaged"]) == list(SMALL.systems["a"])
    assert texts.corpus.references == SMALL.references
    assert texts.corpus.human_systems == frozenset()
    assert not any("".join(texts.corpus.systems["truncate-1"]).split())


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.2, 0.5]), st.booleans(), st.booleans()), max_size=5))
def test_the_smallest_noticed_dose(responses: list[tuple[float, bool, bool]]) -> None:
    """The weakest that is noticed, alone or in pairs; None where none is, or of another damage."""
    none = Interval(0.0, 0.0, 0.95, "percentile")
    found = Sensitivity(
        "m",
        "m",
        0.0,
        none,
        tuple(Response(Dose("names", at, 0, 0), 0, 0, none, alone, pairs) for at, alone, pairs in responses),
    )
    for in_pairs in (False, True):
        noticed = [at for at, alone, pairs in responses if (pairs if in_pairs else alone)]
        smallest = found.smallest("names", in_pairs=in_pairs)
        assert (None if smallest is None else smallest.strength) == min(noticed, default=None)
    assert found.smallest("shuffle") is None


def test_progress_is_told_each_metric() -> None:
    """When it has answered every dose."""
    told: list[str] = []
    sensitivity(SMALL, "a", [metric("bleu"), metric("ter")], strengths=[1], samples=20, progress=told.append)
    assert told == ["BLEU", "TER"]


@pytest.mark.parametrize(
    ("options", "problem"),
    [({"damages": ["shufle"]}, "Did you mean 'shuffle'"), ({"strengths": [1.5]}, "between 0 and 1")],
)
def test_unknown_damages_and_strengths_are_refused(options: dict[str, Any], problem: str) -> None:
    """Before any text is damaged."""
    with pytest.raises(KaratError, match=problem):
        dosed(SMALL, "a", **options)
