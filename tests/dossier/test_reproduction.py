"""Figures are compared one by one."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.dossier import Dossier
from karat.dossier.reproduction import (
    CLOSE,
    ChangedInput,
    FigureDifference,
    Reproduction,
    differences,
    figures_in,
)
from karat.report.page.figures import figures

PAGE: dict[str, Any] = {
    "scores": [
        {"system": "A", "metric": "BLEU", "value": 1.5},
        {"system": "B", "metric": "BLEU", "value": None},
    ],
    "name": "x",
    "flag": True,
}


def changed(place: str, value: object) -> dict[str, Any]:
    """The page with another first score, name or flag."""
    if place == "score":
        return {**PAGE, "scores": [{**PAGE["scores"][0], "value": value}, PAGE["scores"][1]]}
    return {**PAGE, place: value}


def test_the_same_figures_have_no_difference() -> None:
    """Nothing differs from itself."""
    assert list(differences(PAGE, PAGE)) == []


def test_the_last_bits_may_differ() -> None:
    """Sums are rounded differently elsewhere; that is no other figure."""
    assert list(differences(PAGE, changed("score", 1.5 + 1e-12))) == []


@pytest.mark.parametrize("value", [1.500001, None, 2, "1.5"])
def test_a_changed_figure_is_named(value: object) -> None:
    """With what it is of, and by how much it is off."""
    (found,) = differences(PAGE, changed("score", value))
    assert found.place == "scores › BLEU, A › value"
    assert (found.page, found.now) == (1.5, value)
    if isinstance(value, float | int):
        assert found.amount == pytest.approx(value - 1.5)
    else:
        assert found.amount is None


def test_what_is_gone_or_new_differs() -> None:
    """An entry that the page has not, and one that is not there any more."""
    more = {**PAGE, "scores": [*PAGE["scores"], {"system": "C", "metric": "BLEU", "value": 2.0}]}
    assert [one.place for one in differences(PAGE, more)] == ["scores › BLEU, C"]
    assert [one.place for one in differences(more, PAGE)] == ["scores › BLEU, C"]
    assert [one.place for one in differences(PAGE, {key: PAGE[key] for key in ("scores", "flag")})] == [
        "name"
    ]


def test_yes_is_not_one() -> None:
    """A verdict is no number."""
    assert len(list(differences(PAGE, changed("flag", 1)))) == 1


def test_figures_are_counted() -> None:
    """Numbers count; names, verdicts and what is missing do not."""
    assert figures_in(PAGE) == 1


NUMBERS = st.integers(-1000, 1000) | st.floats(-1e6, 1e6)
LEAVES = st.none() | st.booleans() | NUMBERS | st.text(max_size=3)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=3)
    ),
    max_leaves=12,
)


def leaves(values: Any) -> list[Any]:
    """Everything at the ends of a document."""
    if isinstance(values, dict):
        return [leaf for value in values.values() for leaf in leaves(value)]
    if isinstance(values, list):
        return [leaf for value in values for leaf in leaves(value)]
    return [values]


@given(VALUES)
def test_a_document_is_what_it_is(values: Any) -> None:
    """A copy through JSON has no difference, and as many figures as there are numbers at its ends."""
    assert list(differences(values, json.loads(json.dumps(values)))) == []
    numbers = [leaf for leaf in leaves(values) if isinstance(leaf, int | float)]
    assert figures_in(values) == sum(not isinstance(number, bool) for number in numbers)


@given(VALUES, VALUES)
def test_differences_are_the_same_in_both_directions(page: Any, now: Any) -> None:
    """What differs there differs here, with the two sides exchanged."""
    there = sorted(repr((one.page, one.now)) for one in differences(page, now))
    back = sorted(repr((one.now, one.page)) for one in differences(now, page))
    assert there == back


@given(st.lists(NUMBERS, min_size=1, max_size=5), st.data())
def test_one_changed_figure_is_one_difference(figures: list[float], data: st.DataObject) -> None:
    """It is found at its number, with both values."""
    place = data.draw(st.integers(0, len(figures) - 1))
    other = figures[place] + max(abs(figures[place]), 1.0)
    changed_figures = [*figures[:place], other, *figures[place + 1 :]]
    assert list(differences({"x": figures}, {"x": changed_figures})) == [
        FigureDifference(f"x › {place + 1}", figures[place], other)
    ]


@given(st.floats(-1e6, 1e6), st.floats(-0.5, 0.5))
def test_rounding_is_no_difference(value: float, part: float) -> None:
    """Within a thousandth of a millionth, of the value or of 1, figures are the same."""
    near = value + part * CLOSE * max(abs(value), 1.0)
    assert list(differences(value, near)) == []


@pytest.mark.parametrize(
    ("page", "now"),
    [(1, True), (0, False), (0.0, None), ("1", 1), ([], {}), ({}, None), ([1], 1), (1.0, 1.0 + 1e-6)],
)
def test_what_is_of_another_kind_differs(page: Any, now: Any) -> None:
    """A number is no verdict, no text and no list."""
    assert len(list(differences(page, now))) == 1


def test_a_figure_may_be_a_whole_number_now() -> None:
    """1.0 and 1 are the same figure."""
    assert list(differences({"count": 1.0}, {"count": 1})) == []


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ({"system": "A", "value": 1}, "A"),
        ({"metric": "BLEU", "system": "A", "value": 1}, "BLEU, A"),
        ({"damage": "names", "strength": 0.5, "value": 1}, "names, 0.5"),
        ({"part": "p", "metric": "m", "human": "h", "system": "s", "first": "f", "value": 1}, "p, m, h, s"),
        ({"system": "", "value": 1}, "2"),
        ({"system": ["A"], "value": 1}, "2"),
        ({"value": 1}, "2"),
    ],
)
def test_entries_of_a_list_are_called_by_what_they_are_of(entry: dict[str, Any], name: str) -> None:
    """By at most four names, in one order; without any, by their number."""
    (found,) = differences({"list": [0, entry]}, {"list": [0, {**entry, "value": 2}]})
    assert found.place == f"list › {name} › value"


def test_a_difference_as_plain_values() -> None:
    """Where it is, both sides, and by how much; of texts there is no amount."""
    assert FigureDifference("a", 1, 3.5).to_dict() == {
        "place": "a", "page": 1, "now": 3.5, "difference": 2.5
    }  # fmt: skip
    assert FigureDifference("a", "x", 3).amount is None


def test_a_reproduction_agrees_where_no_figure_differs() -> None:
    """Changed files and other versions are told, and decide nothing."""
    changed_file = ChangedInput("a.txt", "0", "1")
    found = Reproduction(7, (), (changed_file,), {"numpy": ("2.0", "2.1")}, 2)
    assert found.agrees
    assert found.to_dict() == {
        "agrees": True,
        "figures": 7,
        "inputs": 2,
        "differences": [],
        "changed_inputs": [{"file": "a.txt", "sha256_of_the_page": "0", "sha256_now": "1"}],
        "other_versions": {"numpy": {"page": "2.0", "now": "2.1"}},
    }
    assert not Reproduction(7, (FigureDifference("a", 1, 2),), (), {}, 2).agrees
    assert not Reproduction(0, (), (), {}, 2).agrees


def test_the_figures_of_a_dossier_are_their_own_reproduction(texts: Dossier) -> None:
    """Written to JSON and read again, no figure of a real page differs, and each is counted."""
    made = figures(texts)
    again = json.loads(json.dumps(made))
    assert list(differences(again, made)) == []
    assert figures_in(again) == figures_in(made) > 500
