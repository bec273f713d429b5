"""How scales, keys and times become controls."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from karat.campaigns.questionnaire import Question, QuestionStep
from karat.judgements.scale import Scale
from karat.web.catalogues import catalogues
from karat.web.presentation import _question, time_left

ENGLISH = catalogues()["en"]


@pytest.mark.parametrize(
    ("scale", "marks", "candidates", "form", "values", "keys"),
    [
        ("1-5", {}, 1, "points", "12345", "12345"),
        ("0..6:ordinal", {}, 1, "points", "0123456", "0123456"),
        ("-2..2:ordinal", {}, 1, "points", ["-2", "-1", "0", "1", "2"], "12345"),
        ("0..10:ordinal", {}, 1, "points", [str(n) for n in range(11)], [*"123456789", "", ""]),
        ("1..4:ordinal:lower", {}, 2, "points", "12", "12"),
        ("1..4:ordinal:lower", {}, 4, "points", "1234", "1234"),
        ("0..100", {0: "none", 100: "all"}, 1, "range", ["0", "100"], ["", ""]),
        ("0..1:interval", {}, 1, "range", [], []),
    ],
)
def test_questions(
    scale: str,
    marks: dict[float, str],
    candidates: int,
    form: str,
    values: list[str] | str,
    keys: list[str] | str,
) -> None:
    """Few whole points are buttons, each with a key; others a number and a slider."""
    question = Question("quality", Scale.parse(scale), "How good?", MappingProxyType(marks))
    step = QuestionStep("compare" if candidates > 1 else "rate", (question,), frozenset())
    shown = _question(1, step.on_page(candidates).questions[0], ENGLISH)
    assert shown.form == form
    assert [point.value for point in shown.points] == list(values)
    assert [point.key for point in shown.points] == list(keys)


def test_steps_of_a_slider() -> None:
    """Whole numbers on a long scale, hundredths of a short one."""
    assert _question(1, Question("a", Scale.parse("0..100"), "?"), ENGLISH).step == "1"
    assert _question(1, Question("a", Scale.parse("0..1:interval"), "?"), ENGLISH).step == "0.01"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, ""),
        (None, ""),
        (20, "about 1 min left"),
        (1000, "about 17 min left"),
        (9000, "about 2 h 30 min left"),
    ],
)
def test_time_left(seconds: float, said: str) -> None:
    """In words that one can plan a day with."""
    assert time_left(seconds, catalogues()["en"]) == said


def test_questions_of_karat_s_protocols_are_in_the_language_of_the_page() -> None:
    """Wording and marks; those of one's own protocol are as they were written, and so are the values."""
    marks = MappingProxyType({1.0: "None", 5.0: "Quite"})
    question = Question("good", Scale.parse("1-5"), "How good is the translation?", marks)
    shown = _question(1, question, catalogues()["de"])
    assert shown.wording == "Wie gut ist die Übersetzung?"
    assert [(point.value, point.word) for point in shown.points if point.word] == [
        ("1", "Nichts"),
        ("5", "Quite"),
    ]
