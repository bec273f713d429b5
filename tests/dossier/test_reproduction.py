"""Figures are compared one by one."""

from typing import Any

import pytest

from karat.dossier.reproduction import differences, figures_in

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
