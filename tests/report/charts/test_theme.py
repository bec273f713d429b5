"""Colours can be told apart, and letters can be read."""

from itertools import combinations, pairwise

import pytest
from tests.report.charts.colours import SIGHTS, contrast, distance, lab

from karat.report.charts.theme import COLOURS, COLUMN, PAGE, STYLES, Size, colour, config, style

PAPERS = ("light", "dark")


def of(role: str, paper: str) -> str:
    """The colour of a role on a paper."""
    found: str = getattr(COLOURS[role], paper)
    return found


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_lines_are_told_apart_by_everyone(paper: str, sight: str) -> None:
    """A distance of 2.3 is the least that people notice; ours are several times as far."""
    roles = [each.colour for each in STYLES]
    for first, second in combinations(roles, 2):
        assert distance(of(first, paper), of(second, paper), sight) > 14


def test_the_first_four_lines_differ_in_greyscale() -> None:
    """By ten steps of lightness of a hundred, printed."""
    lightness = [float(lab(colour(each.colour))[0]) for each in STYLES[:4]]
    assert all(abs(first - second) >= 9.5 for first, second in combinations(lightness, 2))


@pytest.mark.parametrize("paper", PAPERS)
def test_marks_stand_out_from_the_paper(paper: str) -> None:
    """WCAG asks for 3 of marks and 4.5 of letters."""
    for each in STYLES:
        assert contrast(of(each.colour, paper), of("paper", paper)) >= 3
    for role in ("ink", "muted"):
        assert contrast(of(role, paper), of("paper", paper)) >= 4.5


@pytest.mark.parametrize("paper", PAPERS)
def test_figures_in_cells_can_be_read(paper: str) -> None:
    """Light letters on the strongest classes, dark ones on the others."""
    for role in COLOURS:
        if role.startswith(("better", "worse", "even")):
            letters = "paper" if role.endswith("3") else "ink"
            assert contrast(of(role, paper), of(letters, paper)) >= 4.5, role


def test_classes_of_cells_grow_darker() -> None:
    """So that they are ordered without colour; which side is which, triangles say."""
    for side in ("better", "worse"):
        lightness = [
            float(lab(colour(role))[0]) for role in ("even", *(f"{side}{grade}" for grade in (1, 2, 3)))
        ]
        assert lightness == sorted(lightness, reverse=True)
        assert min(first - second for first, second in pairwise(lightness)) > 5


def test_no_two_lines_share_dash_or_shape() -> None:
    """Colour is never the only difference; more lines than styles differ in shape."""
    assert len({each.dash for each in STYLES}) == len({each.shape for each in STYLES}) == len(STYLES)
    many = [style(place) for place in range(36)]
    assert len({(each.colour, each.shape) for each in many}) == 36


def test_a_column_is_85_millimetres_with_letters_of_seven_points() -> None:
    """Pixels are 1/96 inch, points 1/72."""
    assert COLUMN.width / 96 * 25.4 == pytest.approx(85, abs=0.1)
    assert (COLUMN.letters - 1) * 72 / 96 >= 6.5
    assert COLUMN.letters * 72 / 96 >= 7.5


@pytest.mark.parametrize("size", [PAGE, COLUMN])
def test_every_role_has_two_colours_of_its_own(size: Size) -> None:
    """A page replaces colours by their roles, so no two roles may be the same on light paper."""
    assert len({each.light for each in COLOURS.values()}) == len(COLOURS)
    assert config(size)["background"] == COLOURS["paper"].light
