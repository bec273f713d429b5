"""How alike systems are: families, distances, and how far chance moves them."""

from __future__ import annotations

from itertools import combinations
from statistics import mean, median

import numpy as np
import pytest
from tests.diagnosis.cases import sentences, varied

from karat import Chrf
from karat.diagnosis.kinship import Kinship, kinship
from karat.resampling import TextUnits

TEXTS = sentences(40)
KIND = varied(TEXTS, share=0.4, seed=1)
SYSTEMS = {
    "a": varied(KIND, share=0.1, seed=2),
    "b": varied(KIND, share=0.1, seed=3),
    "c": varied(KIND, share=0.1, seed=4),
    "other": varied(TEXTS, share=0.4, seed=5, words=["mountain"]),
}


@pytest.fixture(scope="module")
def kin() -> Kinship:
    """Three systems of one kind, and one of another."""
    return kinship(SYSTEMS, [[text] for text in TEXTS])


def by_hand(among: dict[str, dict[str, float]]) -> Kinship:
    """Likenesses that are given."""
    size = len(among)
    nothing = np.empty((0, size, size)), np.empty((0, size))
    return Kinship(among, dict.fromkeys(among, 50.0), *nothing, TextUnits.of(size, None))


def test_likeness_is_chrf_of_equal_weights(kin: Kinship) -> None:
    """chrF₁ of one system against another as its reference, and against the references."""
    chrf = Chrf(beta=1)
    for first, second in combinations(SYSTEMS, 2):
        references = [[text] for text in SYSTEMS[second]]
        expected = chrf.value(chrf.count(SYSTEMS[first], references).total())
        assert kin.among[first][second] == pytest.approx(expected)
        assert kin.among[second][first] == kin.among[first][second]
    for name, text in SYSTEMS.items():
        expected = chrf.value(chrf.count(text, [[one] for one in TEXTS]).total())
        assert kin.to_reference[name] == pytest.approx(expected)


def test_families_are_the_kinds(kin: Kinship) -> None:
    """Systems of one kind are a family; the one of another kind is alone."""
    assert set(kin.families()) == {frozenset("abc"), frozenset(["other"])}


def test_families_join_by_the_mean_over_their_members() -> None:
    """Average linkage: a family is as near as its members are on average, not as its nearest."""
    likeness = {("a", "b"): 90.0, ("c", "d"): 60.0, ("b", "c"): 80.0}
    names = "abcd"
    among = {
        one: {
            other: likeness.get((min(one, other), max(one, other)), 10.0) for other in names if other != one
        }
        for one in names
    }
    assert set(by_hand(among).families()) == {frozenset("ab"), frozenset("cd")}


def test_between_and_within_are_means(kin: Kinship) -> None:
    """Over all pairs of members of two families, and of the same family."""
    one, other = frozenset("ab"), frozenset(["c", "other"])
    assert kin.between(one, other) == pytest.approx(mean(kin.among[a][b] for a in one for b in other))
    assert kin.within([one, other]) == pytest.approx((kin.among["a"]["b"] + kin.among["c"]["other"]) / 2)


def test_apart_is_the_distance_that_closeness_to_references_does_not_explain(kin: Kinship) -> None:
    """The usual likeness over one's own, times one's own score over the usual score."""
    company = {name: mean(others.values()) for name, others in kin.among.items()}
    usual, usual_score = median(company.values()), median(kin.to_reference.values())
    for name, value in kin.apart().items():
        assert value == pytest.approx(usual / company[name] * kin.to_reference[name] / usual_score)
    assert max(kin.apart(), key=lambda name: kin.apart()[name]) == "other"


def test_intervals_hold_the_value(kin: Kinship) -> None:
    """Segments drawn anew move each system about where it is."""
    for name, interval in kin.apart_intervals().items():
        assert interval.low <= kin.apart()[name] <= interval.high
        assert interval.low < interval.high


def test_systems_that_are_alike_in_all_are_usual() -> None:
    """Equal outputs are 100 % alike, and none of them stands apart."""
    found = kinship(dict.fromkeys("abc", TEXTS), [[text] for text in TEXTS])
    assert all(value == 100 for others in found.among.values() for value in others.values())
    assert found.apart() == pytest.approx(dict.fromkeys("abc", 1.0))


def test_empty_outputs_are_no_reason_to_fail() -> None:
    """Where nothing is alike, distances are large and finite."""
    found = kinship({"a": [""] * 5, "b": [""] * 5, "c": TEXTS[:5]}, [[text] for text in TEXTS[:5]])
    assert np.isfinite(list(found.apart().values())).all()


def test_a_long_text_is_sampled_evenly() -> None:
    """Every second of a thousand segments is looked at: the others may be anything."""
    long = [TEXTS[place % 40] for place in range(1000)]
    noise = [text if place % 2 == 0 else "?" for place, text in enumerate(long)]
    found = kinship({"a": long, "b": noise}, [[text] for text in long])
    assert found.among["a"]["b"] == 100
