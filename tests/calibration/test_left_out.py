"""Broken systems are found by what they wrote, and weak ones are not taken for broken."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from scipy.stats import t as student_t

from karat.agreement import Rater
from karat.calibration import Calibration, NewText, Setting, fit, predict
from karat.calibration.character_profiles import profile_of, signs_of
from karat.calibration.left_out import broken_systems
from karat.calibration.refusals import score_range
from karat.calibration.text_error import TextError
from karat.calibration.usual_range import deviations, usual_range

SUBJECTS = ("the old man", "a young woman", "the committee", "her brother", "the company", "this report")
VERBS = ("has seen", "wants to buy", "did not like", "will sell", "speaks of", "is looking at")
OBJECTS = ("a house in the north", "the new law", "all of the books", "that kind of music", "some bread")
GERMAN = (
    "Der alte Mann hat das Haus gesehen.",
    "Die junge Frau kauft ein Buch.",
    "Das Gesetz gilt nicht mehr.",
)


def made_output(seed: int) -> list[str]:
    """Sixty sentences, with a word of the system's own here and there."""
    luck = Random(seed)
    text = Random(1)
    found = []
    for _ in range(60):
        parts = [text.choice(SUBJECTS), text.choice(VERBS), text.choice(OBJECTS)]
        if luck.random() < 0.3:
            parts.insert(2, luck.choice(("really", "at once", "today")))
        found.append(" ".join(parts).capitalize() + ".")
    return found


OUTPUTS = {f"S{number}": made_output(number) for number in range(9)}
SOURCES = [GERMAN[row % len(GERMAN)] for row in range(60)]


def shuffled(output: list[str]) -> list[str]:
    """The words of each sentence in any order."""
    luck = Random(7)
    return [" ".join(luck.sample(line.split(), len(line.split()))) for line in output]


BROKEN = {
    "no order": shuffled(OUTPUTS["S0"]),
    "are empty": ["" if row % 2 else line for row, line in enumerate(OUTPUTS["S0"])],
    "source language": [SOURCES[row] if row % 3 == 0 else line for row, line in enumerate(OUTPUTS["S0"])],
}


def calibration(outputs: dict[str, list[str]], scores: list[float] | None = None) -> Calibration:
    """People like what the metric likes."""
    names = tuple(outputs)
    metric = np.array(scores or np.linspace(20, 36, len(names)).tolist())
    human = 1 + 0.08 * metric + np.resize([0.1, -0.1, 0.05], len(names))
    return fit(
        [Rater("BLEU", "bleu", names, metric)],
        Rater("adequacy", "people", names, human),
        setting=Setting("de-en", outputs=outputs, sources=SOURCES, text="t1"),
    )


@pytest.mark.parametrize("fault", list(BROKEN))
def test_broken_output_is_refused_on_any_text(fault: str) -> None:
    """Its subject does not matter, so the text need not be the judged one."""
    made = calibration(OUTPUTS)
    assert made.left_out == ()
    for text in ("t1", "another"):
        found = predict(made, [28.0], text=NewText("new", output=BROKEN[fault], text=text, segments=60))
        assert fault in next(one.text for one in found.refusals if one.reason == "broken")
    sound = predict(made, [28.0], text=NewText("new", output=OUTPUTS["S3"], text="another", segments=60))
    assert sound.refusals == ()


@pytest.mark.parametrize("fault", list(BROKEN))
def test_a_broken_system_is_left_out_of_everything(fault: str) -> None:
    """Line, range and profile are those of the others, and the file says what was left out."""
    without = {name: output for name, output in OUTPUTS.items() if name != "S0"}
    scores = np.linspace(20, 36, 9).tolist()
    found = calibration({**OUTPUTS, "S0": BROKEN[fault]}, [2.0, *scores[1:]])
    (out,) = found.left_out
    assert (out.system, out.in_line) == ("S0", False)
    assert fault in out.reason
    assert found.systems == tuple(without)
    assert found.ranges[0] == (scores[1], scores[-1])
    assert found.profile == profile_of(without, "t1", sources=SOURCES)
    assert Calibration.from_dict(found.to_dict()).left_out == found.left_out


def test_what_most_systems_do_is_not_broken() -> None:
    """A calibration is never emptied."""
    sound = {name: OUTPUTS[name] for name in ("S3", "S4", "S5", "S6")}
    odd = {
        f"{fault} {number}": BROKEN[fault] for fault in ("are empty", "source language") for number in (1, 2)
    }
    assert len(broken_systems({**OUTPUTS, **odd}, SOURCES)) == 4
    assert broken_systems({**sound, **odd}, SOURCES) == ()
    assert broken_systems(dict.fromkeys("AB", BROKEN["no order"]), SOURCES) == ()


def test_a_far_system_stays_in_the_line() -> None:
    """Far by score and by what it writes: no part of the range and the profile."""
    odd = [re.sub(r"(\w{2})(\w{2})", r"\1xq\2", line) for line in OUTPUTS["S0"]]
    found = calibration({**OUTPUTS, "S0": odd}, [-60.0, *np.linspace(22, 36, 8).tolist()])
    out = [one for one in found.left_out if one.system == "S0"]
    assert [one.in_line for one in out] == [True]
    assert "S0" in found.systems
    assert found.ranges[0][0] == 22
    assert found.profile is not None
    assert "S0" not in dict(found.profile.distances)


def test_without_sources_languages_are_not_told_apart() -> None:
    """And one language is not taken for two."""
    signs = signs_of(OUTPUTS)
    assert all(one.untranslated != one.untranslated for one in signs.values())
    paraphrased = signs_of(OUTPUTS, OUTPUTS["S1"])
    assert all(one.untranslated != one.untranslated for one in paraphrased.values())


def test_old_files_know_no_signs() -> None:
    """Their profile is read, and refuses nothing that it did not refuse."""
    values = calibration(OUTPUTS).to_dict()
    profile = {key: values["profile"][key] for key in ("text", "distances", "parts")}
    old = {key: value for key, value in values.items() if key not in ("left_out", "score_errors")}
    read = Calibration.from_dict({**old, "profile": profile})
    text = NewText("new", output=BROKEN["are empty"], text="another")
    assert "broken" not in {one.reason for one in predict(read, [28.0], text=text).refusals}


def test_the_usual_range() -> None:
    """By hand: Student's prediction interval, a leverage of 1.5 for few systems, and never less than these."""
    values = [20.0, 24.0, 27.0, 30.0, 33.0, 38.0]
    middle, (low, high) = np.mean(values), usual_range(values)
    assert (low + high) / 2 == pytest.approx(middle)
    squares = np.sum(np.square(np.array(values) - middle))
    assert 1 / 6 + (high - middle) ** 2 / squares == pytest.approx(1.5)
    many = np.linspace(0, 1, 50).tolist()
    off = student_t.ppf(norm.cdf(3), 49) * np.sqrt(1 + 1 / 50)
    assert usual_range(many)[1] == pytest.approx(0.5 + off * np.std(many, ddof=1), rel=1e-4)
    wider = usual_range(many, 1.0)
    assert wider[1] == pytest.approx(0.5 + off * np.hypot(np.std(many, ddof=1), 1), rel=1e-4)
    assert usual_range([*[1.0] * 40, 9.0])[1] == 9.0
    assert usual_range([3.0]) == (3.0, 3.0)
    assert not deviations([1, 1, 1, 9]).any()


@given(st.integers(2, 60), st.floats(0.1, 50), st.floats(-100, 100))
def test_the_usual_range_goes_with_its_values(systems: int, factor: float, offset: float) -> None:
    """It moves and stretches with them, and an error on top only widens it."""
    values = np.random.default_rng(systems).normal(size=systems)
    low, high = usual_range(values.tolist())
    assert low <= values.min() <= values.max() <= high
    moved = usual_range((factor * values + offset).tolist())
    assert moved == pytest.approx((factor * low + offset, factor * high + offset), rel=1e-6, abs=1e-6)
    wider = usual_range(values.tolist(), 1.0)
    assert wider[0] <= low
    assert high <= wider[1]


@pytest.mark.parametrize(("systems", "wanted"), [(9, 0.0134), (13, 0.0027), (60, 0.0027)])
def test_few_new_systems_are_out_of_the_usual_range(systems: int, wanted: float) -> None:
    """One of 370 normally distributed ones; where leverage cuts the range, more, by Student's t."""
    rng = np.random.default_rng(systems)
    outside = []
    for _ in range(4000):
        *known, new = rng.normal(size=systems + 1).tolist()
        low, high = usual_range(known)
        outside.append(not low <= new <= high)
    assert np.mean(outside) == pytest.approx(wanted, abs=3 * np.sqrt(wanted / len(outside)))


def test_the_range_moves_with_the_text() -> None:
    """By as much as systems of the calibration do; without three of them, it widens by how far texts differ."""
    made = calibration(OUTPUTS)
    low, high = score_range(made, 0, NewText("new"))
    others = {"S1": [12.0], "S2": [14.0], "S3": [16.0]}  # each 10 less than on the judged text
    there = NewText("new", text="another", segments=30, others=others)
    assert score_range(made, 0, there) == pytest.approx((low - 10, high - 10))
    error = TextError(common=300.0, own=60.0, segments=60, freedom=59)
    known = replace(made, score_errors=(error,))
    alone = NewText("new", text="another", segments=30)
    assert score_range(known, 0, alone)[0] < low
    assert score_range(known, 0, alone) == score_range(known, 0, replace(alone, others={"S1": [12.0]}))
    narrower = score_range(known, 0, there)
    assert narrower[1] - narrower[0] < score_range(known, 0, alone)[1] - score_range(known, 0, alone)[0]
