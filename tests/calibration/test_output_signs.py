"""Signs that an output is broken: empty, in the source language, in no order."""

from math import isnan, nan
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from karat.calibration.gram_buckets import BUCKETS
from karat.calibration.output_signs import CharacterModel, OutputSigns, buckets_of, usual_signs

ENGLISH = [
    f"the {noun} of the {place} was {verb} by the people who lived there in the {time}"
    for noun in ("house", "garden", "history", "window")
    for place in ("town", "village", "river")
    for verb in ("built", "painted", "forgotten")
    for time in ("winter", "summer")
]
GERMAN = [
    f"{noun} {place} wurde {time} von den Leuten {verb}, die damals dort wohnten"
    for noun in ("das Haus", "der Garten", "die Geschichte", "das Fenster")
    for place in ("der Stadt", "des Dorfes", "am Fluss")
    for verb in ("gebaut", "bemalt", "vergessen")
    for time in ("im Winter", "im Sommer")
]


def shares(texts: list[str]) -> NDArray[np.float64]:
    """The share of each bucket of trigrams."""
    trigrams = buckets_of(texts).trigrams
    return np.asarray(np.bincount(trigrams, minlength=BUCKETS) / len(trigrams))


@pytest.fixture(scope="module")
def model() -> CharacterModel:
    """Translations from German to English."""
    return CharacterModel(shares(ENGLISH), shares(GERMAN), buckets_of(ENGLISH).neighbour_shares)


def shuffled(texts: list[str]) -> list[str]:
    """The same words in any order."""
    luck = Random(3)
    return [" ".join(luck.sample(line.split(), len(line.split()))) for line in texts]


def test_a_sound_output_has_no_faults(model: CharacterModel) -> None:
    """It is what is usual."""
    signs = model.signs(ENGLISH)
    assert (signs.empty, signs.untranslated) == (0.0, 0.0)
    assert signs.order > 0.3
    assert signs.faults(signs) == ()


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (["", " "] * 36, "empty"),
        ([*ENGLISH[:48], *GERMAN[:24]], "source language"),
        (shuffled(ENGLISH), "no order"),
    ],
)
def test_each_kind_of_damage_is_found(model: CharacterModel, broken: list[str], fault: str) -> None:
    """By the sign that is made for it."""
    (found,) = model.signs(broken).faults(model.signs(ENGLISH))
    assert fault in found


def test_a_tenth_is_still_usual(model: CharacterModel) -> None:
    """Empty segments are broken output only if there are more of them than a tenth."""
    usual = model.signs(ENGLISH)
    some = ["", *ENGLISH[1:10]]
    assert model.signs(some).empty == 0.1
    assert not any("empty" in fault for fault in model.signs(some).faults(usual))
    assert any("empty" in fault for fault in model.signs(["", *some[:-1]]).faults(usual))


def test_what_cannot_be_seen_is_no_fault(model: CharacterModel) -> None:
    """Too few words say nothing of their order, and without sources nothing is in their language."""
    short = model.signs(ENGLISH[:2])
    assert isnan(short.order)
    blind = CharacterModel(model.target, None, model.neighbours)
    assert isnan(blind.signs(GERMAN).untranslated)
    assert not blind.knows_source(GERMAN)
    assert model.knows_source(GERMAN)
    assert short.faults(model.signs(ENGLISH)) == ()


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.integers(0, 8))
def test_the_usual_signs_are_medians(shares_of: list[float], place: int) -> None:
    """An output whose sign is not known does not count."""
    signs = [OutputSigns(share, share, share, share) for share in shares_of]
    signs.insert(min(place, len(signs)), OutputSigns(nan))
    assert usual_signs(signs).order == pytest.approx(float(np.median(shares_of)))
    assert isnan(usual_signs([OutputSigns(0.0)]).order)


@given(st.floats(0, 1), st.floats(0, 1) | st.none())
def test_signs_come_back_from_a_file(empty: float, order: float | None) -> None:
    """A sign that is not known is written as nothing, or as NaN."""
    known = OutputSigns.from_dict({"empty": empty, "untranslated": None, "order": order, "order_error": nan})
    assert known.empty == empty
    assert isnan(known.untranslated)
    assert isnan(known.order) if order is None else known.order == order
    again = OutputSigns.from_dict(known.to_dict())
    assert repr(again) == repr(known)
