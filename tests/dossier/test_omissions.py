"""Every part that the data cannot answer is an omission, and its reason says what is lacking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.dossier.small_data import FAST, TEXTS, people, systems

from karat import Bleu, Chrf, Corpus, External
from karat.dossier import Dossier, gather

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

JAPANESE = [
    "昨日は友達と一緒に新しい映画を見に行きました。",
    "駅前の古い本屋で面白い小説を見つけました。",
] * 6


def reasons(dossier: Dossier) -> dict[str, str]:
    """The reason of each part that is not there."""
    return {one.part: one.reason for one in dossier.omissions}


def of(corpus: Corpus, *metrics: Any, **given: Any) -> dict[str, str]:
    """What a dossier of these data leaves out."""
    return reasons(gather(corpus, *(metrics or (Bleu(),)), scope=FAST, **given))


@pytest.fixture(scope="module")
def alone() -> dict[str, str]:
    """One system, and nothing else."""
    return of(Corpus.of(systems(1), TEXTS))


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("comparison", "There is one system; a comparison needs at least two"),
        ("slices", "There is one system, so no order"),
        ("people", "There are no human scores"),
        ("judges", "Only means over judges are known"),
        ("prospects", "No calibration was fitted or given"),
        ("transfer", "takes calibrations of at least two text types"),
        ("entities", "No named entities are marked in the references"),
    ],
)
def test_what_one_system_lacks(alone: dict[str, str], part: str, reason: str) -> None:
    """Each part says for itself why it is not there."""
    assert reason in alone[part]


def test_what_one_system_has(alone: dict[str, str]) -> None:
    """Checks, variation, units and damage need no second system."""
    assert alone.keys().isdisjoint({"checks", "variation", "units", "damage"})


def test_omissions_come_in_the_order_of_the_questions(alone: dict[str, str]) -> None:
    """As they were asked, each once."""
    assert list(alone) == ["comparison", "slices", "people", "judges", "prospects", "transfer", "entities"]


def test_human_scores_of_no_system() -> None:
    """A dimension in which nobody judged anything is none."""
    corpus = Corpus.of(systems(3), TEXTS)
    assert "There are no human scores" in of(corpus, human=[people(corpus, judged=0)])["people"]


@pytest.mark.parametrize("judged", [1, 2])
def test_too_few_judged_systems_for_agreement(judged: int) -> None:
    """A line goes through any two points, so three systems are needed."""
    corpus = Corpus.of(systems(3), TEXTS)
    found = of(corpus, human=[people(corpus, judged=judged)])
    assert f"People judged {judged} of the systems" in found["people"]
    assert "calibration" not in found


def test_too_few_judged_systems_for_a_calibration() -> None:
    """Three systems can be measured against people, but a line takes four."""
    corpus = Corpus.of(systems(3), TEXTS)
    found = of(corpus, human=[people(corpus)])
    assert "people" not in found
    assert "A line takes 4 judged systems" in found["calibration"]
    assert "No calibration was fitted or given" in found["prospects"]
    assert "two text types" in found["transfer"]


def test_scores_that_do_not_vary_have_no_line() -> None:
    """Four systems with the same output: a metric cannot say what people would give them."""
    corpus = Corpus.of(dict.fromkeys("abcd", systems(1)["s0"]), TEXTS)
    assert "with different scores" in of(corpus, human=[people(corpus)])["calibration"]


def test_one_text_type_has_nothing_to_transfer_to() -> None:
    """Four judged systems have calibrations; without another text type there is no transfer."""
    corpus = Corpus.of(systems(4), TEXTS)
    found = of(corpus, human=[people(corpus)])
    assert "two text types" in found["transfer"]
    assert found.keys().isdisjoint({"people", "calibration", "prospects"})


def test_writing_without_spaces_has_no_blocks_of_words() -> None:
    """A BLEU that takes whole clauses for words is refused by variation and units, with what cuts them."""
    found = of(Corpus.of({"a": JAPANESE, "b": JAPANESE[::-1]}, JAPANESE), Bleu())
    assert "without spaces" in found["variation"]
    assert "without spaces" in found["units"]


def test_characters_of_such_writing_have_blocks() -> None:
    """A BLEU of characters needs no words, so its variation is there."""
    bleu = Bleu(unit="char", order=3)
    assert "variation" not in of(Corpus.of({"a": JAPANESE, "b": JAPANESE[::-1]}, JAPANESE), bleu)


def test_perfect_outputs_have_no_equivalent_unit() -> None:
    """Scores that do not vary cannot be alike."""
    assert "do not vary" in of(Corpus.of(TEXTS, TEXTS))["units"]


def test_scores_from_elsewhere_cannot_answer_to_damage() -> None:
    """Where no metric reads the text, damage of it has no answer; all else is asked as usual."""
    corpus = Corpus.of(systems(2), TEXTS)
    comet = External.of_table(people(corpus, "COMET"), higher_is_better=True)
    found = of(corpus, comet)
    assert "None of the metrics reads the text itself" in found["damage"]
    assert "comparison" not in found


def test_an_empty_output_cannot_be_damaged() -> None:
    """There is no word to strike, and the reason names the system."""
    assert (
        "nothing in the text of mute that could be damaged"
        in of(Corpus.of({"mute": [""] * 5}, TEXTS[:5]), Chrf())["damage"]
    )


def test_a_question_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the checks refuse, the dossier has the rest."""
    from karat.errors import InvalidOption

    def refused(*_: object) -> Sequence[object]:
        raise InvalidOption("The checks are out of order.")

    monkeypatch.setattr("karat.dossier.gathering.check", refused)
    found = gather(Corpus.of(systems(2), TEXTS), Bleu(), scope=FAST)
    assert reasons(found)["checks"] == "The checks are out of order."
    assert found.findings == ()
    assert found.comparison is not None
    assert found.damage is not None


def test_a_fault_of_the_program_is_no_omission(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what Karat refuses is left out; an error in the code is not hidden."""

    def broken(*_: object) -> Callable[..., object]:
        raise ZeroDivisionError

    monkeypatch.setattr("karat.dossier.gathering.check", broken)
    with pytest.raises(ZeroDivisionError):
        gather(Corpus.of(systems(1), TEXTS), Bleu(), scope=FAST)
