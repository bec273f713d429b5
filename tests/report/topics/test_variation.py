"""How segments are cut for the eye, and points drawn in characters."""

import pytest

from karat import Bleu, Corpus
from karat.diagnosis.variation import segment_variation
from karat.report.topics.variation import HEIGHT, WIDTH, counted, render_segments, scatter


def test_colours_say_what_matches() -> None:
    """Green for what a reference has, red for what none has; bars between blocks."""
    found = segment_variation(Corpus.of(["a b x"], ["a b c"]), "hypothesis", 1)
    styled = render_segments([found], between=" ", styles=True)
    assert "\x1b[32ma\x1b[0m \x1b[32mb\x1b[0m | \x1b[31;4mx\x1b[0m" in styled
    assert "a b | [x]" in render_segments([found], between=" ", styles=False)


def test_characters_stand_together() -> None:
    """No spaces are put between them; what would move the cursor is escaped."""
    found = segment_variation(Corpus.of(["ab\x07"], ["ab"]), "hypothesis", 1, metric=Bleu(unit="char"))
    assert r"ab | [\x07]" in render_segments([found], between="", styles=False)


@pytest.mark.parametrize(
    ("number", "text"), [(40_320, "40,320"), (10**14, "100,000,000,000,000"), (10**20, "10^20.0")]
)
def test_large_numbers(number: int, text: str) -> None:
    """Exact as long as anybody reads them."""
    assert counted(number) == text


def test_a_number_that_nobody_could_print() -> None:
    """More digits than Python writes."""
    assert counted(10**9000) == "10^9000.0"


@pytest.mark.parametrize("points", [[], [(0.0, 0.0)], [(1.0, 2.0), (5.0, 3.0)], [(4.0, 4.0)] * 9])
def test_points_stay_in_the_field(points: list[tuple[float, float]]) -> None:
    """Whatever there is to draw."""
    lines = scatter(points, across="x", up="y").splitlines()
    assert len(lines) == HEIGHT + 3
    assert all(len(line) <= WIDTH + 5 for line in lines)
    marks = sum(line.partition("│")[2].count(mark) for line in lines for mark in "·o#")
    assert marks == len(set(points))
