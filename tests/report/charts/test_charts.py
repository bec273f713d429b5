"""Every kind of chart: as specified, drawn without a warning, small enough, and in words."""

from __future__ import annotations

import json
import os
import re
from contextlib import contextmanager
from functools import cache
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any
from unittest import mock

import pytest
from tests.golden import files as golden
from tests.report.charts import results
from tests.report.charts.results import NAMES

from karat.report.charts import drawing
from karat.report.charts.drawing import inline
from karat.report.charts.theme import COLUMN, PAGE

if TYPE_CHECKING:
    from collections.abc import Iterator

# Their points are every output of the demo, too many to read.
CLOUDS = ("units-scatter-bleu", "units-behaviour-bleu", "variation-bleu", "units-bleu")


@cache
def picture(name: str, *, narrow: bool = False) -> str:
    """The SVG, drawn once."""
    return drawn(name, narrow=narrow)[0]


@cache
def drawn(name: str, *, narrow: bool) -> tuple[str, str]:
    """The SVG, and what the library said while it drew it."""
    chart = results.charts()[name]
    library = drawing._library().drawn_by(Outspoken())
    with (
        TemporaryFile() as said,
        mock.patch.object(drawing, "_library", return_value=library),
        redirected(said),
    ):
        text = drawing.svg(chart, narrow=narrow)
        said.seek(0)
        return text, said.read().decode()


class Outspoken:
    """The library that draws, with its warnings."""

    def vegalite_to_svg(self, specification: Any, **options: Any) -> str:
        """The picture of a specification."""
        import vl_convert

        picture: str = vl_convert.vegalite_to_svg(specification, show_warnings=True, **options)
        return picture


@contextmanager
def redirected(file: IO[bytes]) -> Iterator[None]:
    """Whatever a library writes to standard output or standard error goes to a file."""
    kept = [(stream, os.dup(stream)) for stream in (1, 2)]
    for stream, _ in kept:
        os.dup2(file.fileno(), stream)
    try:
        yield
    finally:
        for stream, before in kept:
            os.dup2(before, stream)
            os.close(before)


@cache
def on_page(name: str) -> str:
    """The SVG for a page, made once."""
    return inline(results.charts()[name])


def drawn_width(name: str, *, narrow: bool) -> float:
    """In pixels."""
    found = re.search(r'width="(\d+)', picture(name, narrow=narrow))
    assert found
    return float(found[1])


def test_every_kind_is_here() -> None:
    """So that a new kind of chart is tested too."""
    assert tuple(sorted(results.charts())) == NAMES


@pytest.mark.parametrize("name", [name for name in NAMES if name not in CLOUDS])
def test_specifications_stay_the_same(name: str) -> None:
    """Everything but what all charts share."""
    chart = results.charts()[name]
    specification = {key: value for key, value in chart.specification.items() if key != "config"}
    content = {"title": chart.title, "description": chart.description, "specification": specification}
    golden.check(f"charts/{name}.json", json.dumps(content, ensure_ascii=False, indent=1) + "\n")


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_drawn_without_a_warning(name: str, narrow: bool) -> None:
    """Vega-Lite has nothing to say about any of them."""
    chart = results.charts()[name]
    assert (chart.narrow if narrow else chart.specification) is not None
    assert drawn(name, narrow=narrow)[1].strip() == ""


def test_a_warning_is_heard() -> None:
    """What the library says while it draws is not lost."""
    with TemporaryFile() as said, redirected(said):
        Outspoken().vegalite_to_svg(
            {"mark": "bar", "nonsense": 1, "encoding": {"x": {"scale": 1}, "nowhere": {}}}
        )
        said.seek(0)
        assert said.read().strip()


@pytest.mark.parametrize("name", NAMES)
def test_no_wider_than_asked(name: str) -> None:
    """Within a letter: what is written beside fields can only be estimated."""
    assert drawn_width(name, narrow=False) <= PAGE.width + PAGE.letters
    assert drawn_width(name, narrow=True) <= COLUMN.width + COLUMN.letters


@pytest.mark.parametrize("name", NAMES)
def test_small_enough_for_a_page(name: str) -> None:
    """Sixty kilobytes at most."""
    assert len(on_page(name).encode()) < 60_000


@pytest.mark.parametrize("name", NAMES)
def test_says_what_it_shows(name: str) -> None:
    """A title, a finding of whole sentences, and words on the marks."""
    chart = results.charts()[name]
    assert chart.title
    assert chart.description.endswith(".")
    assert "nan" not in chart.description.lower()
    if name not in CLOUDS:
        assert re.search(r'aria-label="(?![XY]-axis)', on_page(name))


@pytest.mark.parametrize("name", NAMES)
def test_letters_are_no_smaller_than_seven_and_a_half_pixels(name: str) -> None:
    """Of a column; that is six points, as small as labels in papers get."""
    sizes = re.findall(r'font-size="([\d.]+)px"', picture(name, narrow=True))
    assert min(map(float, sizes)) >= 8


@pytest.mark.parametrize("name", NAMES)
def test_plain_values_only(name: str) -> None:
    """A specification is JSON, without NaN and infinities."""
    chart = results.charts()[name]
    for specification in (chart.specification, chart.narrow):
        json.dumps(specification, allow_nan=False)


def test_the_same_picture_every_time() -> None:
    """Whatever was drawn before."""
    chart = results.charts()["agreement-bleu-adequacy"]
    with mock.patch.object(drawing, "_library", Outspoken):  # which draws each time
        first = drawing.svg(chart)
        drawing.svg(results.charts()["scores-bleu"])
        assert drawing.svg(chart) == first
    assert 'id="clip1"' in first


def values_of(specification: Any) -> list[Any]:
    """All rows of all layers."""
    if isinstance(specification, dict):
        rows = specification.get("data", {}).get("values", []) if "data" in specification else []
        return [*rows, *(row for value in specification.values() for row in values_of(value))]
    if isinstance(specification, list):
        return [row for value in specification for row in values_of(value)]
    return []


def test_the_forest_shows_the_scores() -> None:
    """Value and interval of each system, the best first."""
    from karat.comparison import Procedure, compare

    _, evaluation, _, _ = results.material()
    standings = compare(evaluation, Procedure(samples=100)).metrics[0].standings
    rows = [row for row in values_of(results.charts()["scores-bleu"].specification) if "low" in row]
    shown = {row["name"]: (row["value"], row["low"], row["high"]) for row in rows}
    assert list(shown) == [one.system for one in standings]
    for one in standings:
        assert shown[one.system] == pytest.approx((one.value, one.interval.low, one.interval.high), rel=1e-5)
