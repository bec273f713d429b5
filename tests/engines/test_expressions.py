"""Conditions on rows: a small grammar, of which nothing is run as a program."""

import pyarrow as pa
import pytest

from karat.engines import condition
from karat.errors import InvalidOption

ROWS = pa.table(
    {"lang": ["de", "fr", None, "it's"], "year": [2019, 2020, 2021, 2022], "a b": [True, False, True, False]}
)


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("lang = 'de'", [2019]),
        ("lang == 'it''s'", [2022]),
        ("lang != 'de' and year >= 2021", [2022]),
        ("year > 2019.5 and year <> 2021", [2020, 2022]),
        ("lang is null or lang in ('fr')", [2020, 2021]),
        ("lang is not null AND NOT year < 2020", [2020, 2022]),
        ("lang not in ('de', 'fr') and lang is not null", [2022]),
        ('not not "a b" = true', [2019, 2021]),
        ("(year = 2019 or year = 2022) and lang = 'de'", [2019]),
        ("year=-1 or year<=2019", [2019]),
    ],
)
def test_conditions_hold_for_the_rows_they_say(text: str, years: list[int]) -> None:
    """`and` binds more tightly than `or`, `not` than `and`."""
    assert ROWS.filter(condition(text).expression)["year"].to_pylist() == years


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the name of a column was expected, not the end"),
        ("lang = de", "a text in single quotes, a number, true or false was expected, not de"),
        ("lang", "=, !=, <, <=, >, >=, in or is was expected, not the end"),
        ("lang = 'de' year = 1", "'and', 'or' or the end was expected, not year"),
        ("lang in ('de'", r"'\)' was expected, not the end"),
        ("lang = 'de", "is not understood"),
        ("__import__('os')", "=, !=, <, <=, >, >=, in or is was expected, not \\("),
        ("lang in ('de', 1)", "all texts, all numbers or all true and false, not 'de', 1"),
        ("lang in (true, 1)", "all texts, all numbers or all true and false, not True, 1"),
        ("(" * 200 + "a = 1", "nested more than 100 deep"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    """With what was expected, and what came."""
    with pytest.raises(InvalidOption, match=message):
        condition(text)
