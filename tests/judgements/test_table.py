"""The table of judgements: what it keeps, and what it refuses."""

import numpy as np
import pytest

from karat.errors import InvalidJudgement, UnknownName
from karat.judgements import Judgement, Judgements, Scale

FIVE = Scale.parse("1-5")
NAN = float("nan")


def table(*rows: Judgement, scale: Scale = FIVE) -> Judgements:
    """Judgements of adequacy."""
    return Judgements.of(rows, scales={"adequacy": scale})


def one(
    judge: str = "a", system: str = "S", segment: str = "1", value: float = 3, **more: float
) -> Judgement:
    """A judgement of adequacy."""
    return Judgement(judge, system, segment, "adequacy", value, **more)  # type: ignore[arg-type]


def test_rows_come_back() -> None:
    """What was put in is there, in order."""
    rows = [one("a"), one("b", value=5, time=12.5), one("a", "T", "2", 1)]
    again = list(table(*rows))
    assert [row.judge for row in again] == ["a", "b", "a"]
    assert [row.value for row in again] == [3, 5, 1]
    assert again[1].time == 12.5
    assert np.isnan(again[0].time)


def test_nothing_changes() -> None:
    """Columns cannot be written to, and appending leaves the first table as it was."""
    first = table(one("a"))
    with pytest.raises(ValueError, match="read-only"):
        first.value[0] = 5
    both = first.append(table(one("b")))
    assert (len(first), len(both)) == (1, 2)
    assert both.judges == ("a", "b")


def test_values_off_their_scale() -> None:
    """The judgement is named, and the scale."""
    with pytest.raises(InvalidJudgement, match=r"Judgement 2: adequacy: value is 999, and the scale '1-5'"):
        table(one("a"), one("b", value=999))
    with pytest.raises(InvalidJudgement, match="whole steps"):
        table(one(value=2.5))
    for value in (NAN, float("inf")):
        with pytest.raises(InvalidJudgement):
            table(one(value=value))


def test_the_same_twice() -> None:
    """Without another time or occasion it is a duplicate; with one, a repeat."""
    with pytest.raises(InvalidJudgement, match=r"Judgement 3: .* before, in Judgement 1"):
        table(one("a"), one("b"), one("a"))
    with pytest.raises(InvalidJudgement, match="before"):
        table(one(time=5.0), one(time=5.0))
    with pytest.raises(InvalidJudgement, match="before"):
        table(one(time=5.0), one())
    with pytest.raises(InvalidJudgement, match="before"):
        table(one(occasion=1), one(occasion=1))
    assert table(one(time=9.0), one(time=5.0)).occasion.tolist() == [1, 0]
    assert table(one(occasion=0), one(occasion=2)).occasion.tolist() == [0, 2]


def test_duplicates_are_found_across_tables() -> None:
    """Appending checks all judgements together; a later time makes a repeat."""
    with pytest.raises(InvalidJudgement, match="before"):
        table(one()).append(table(one()))
    twice = table(one(time=1.0), one(time=2.0))
    assert twice.append(table(one(time=0.5))).occasion.tolist() == [1, 2, 0]


def test_one_scale_for_a_name() -> None:
    """Neither a dimension has two scales, nor two scales one name."""
    with pytest.raises(InvalidJudgement, match="scale"):
        table(one()).append(table(one("b", value=50), scale=Scale("1-100", 1, 100)))
    rows = [one(), Judgement("a", "S", "1", "fluency", 3)]
    scales = {"adequacy": FIVE, "fluency": Scale("1-5", 1, 5, "interval")}
    with pytest.raises(InvalidJudgement, match="Two scales are called '1-5'"):
        Judgements.of(rows, scales=scales)
    with pytest.raises(InvalidJudgement, match="the scale of 'fluency'"):
        Judgements.of(rows, scales={"adequacy": FIVE})


def test_no_judgements() -> None:
    """A table may be empty, and has no dimensions then."""
    empty = Judgements.of([], scales={})
    assert len(empty) == 0
    with pytest.raises(UnknownName, match="dimension"):
        empty.rows_of("adequacy")
    assert len(empty.append(table(one()))) == 1
