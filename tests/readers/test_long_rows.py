"""Readers look at each character a few times: a long row of anything takes no time that grows with its square.

What is read here in less than a second took minutes or hours before; the test ends after 20 seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.pumped import patience

from karat.diagnosis.parallel_versions import check_versions
from karat.engines.expressions import condition
from karat.entities.quantities import signs_in_characters
from karat.entities.rules import suggest
from karat.errors import InvalidFile, InvalidOption
from karat.readers import read, read_mqm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

LONG = 100_000


@pytest.fixture(autouse=True)
def _at_most_seconds() -> Iterator[None]:
    """No test of this file takes long."""
    with patience(20):
        yield


@pytest.mark.parametrize("attribute", ["a" * 10 * LONG, "a " * LONG, "a\n=" * LONG, "'a' " * LONG])
def test_tags_of_megabytes(write: Callable[[str, str], Path], attribute: str) -> None:
    """A tag of SGML may have any number of attributes, and words that are none."""
    text = f"<refset {attribute} trglang='de'><doc docid='d'><seg id='1'>r</seg></doc></refset>"
    system = "<tstset><doc docid='d' sysid='A'><seg id='1'>h</seg></doc></tstset>"
    assert read(write("a.sgm", text + system)).systems == {"A": ["h"]}


def test_spans_that_never_end(write: Callable[[str, str], Path]) -> None:
    """Of MQM's marks, an unclosed one marks nothing."""
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    path = write("mqm.tsv", f"{head}A\td\t1\t1\tr\ts\t{'<v>' * LONG}\tAccuracy\tMajor\n")
    assert [error.span for error in read_mqm(path).errors] == [""]


def test_the_span_is_the_first_that_ends(write: Callable[[str, str], Path]) -> None:
    """What is marked is between <v> and the next </v>."""
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    path = write("mqm.tsv", f"{head}A\td\t1\t1\tr\ts\t</v>a<v>b<v>c</v></v>\tAccuracy\tMajor\n")
    assert [error.span for error in read_mqm(path).errors] == ["b<v>c"]


def test_keys_of_one_object(write: Callable[[str, str], Path]) -> None:
    """The one that is there twice is found among many."""
    keys = ",".join(f'"{place}":1' for place in range(LONG))
    with pytest.raises(InvalidFile, match=f"the key '{LONG - 1}' is there twice"):
        read(write("a.jsonl", f'{{{keys},"{LONG - 1}":1}}\n'))


@pytest.mark.parametrize("row", ["1" * LONG, "1." * LONG, "一" * LONG, "1万" * LONG, "万" * LONG])
def test_numbers_without_end(row: str) -> None:
    """Numbers are looked for in entities and texts."""
    assert signs_in_characters(row, "zh") == row
    assert signs_in_characters(f"{row} 5美元", "zh") == f"{row} 5$"
    assert suggest(row, "zh") == ()


def test_scales_one_after_another() -> None:
    """Hundred hundred hundred … is no sum of money."""
    assert suggest("hundred " * 20_000, "en") == ()


def test_words_beside_no_address() -> None:
    """Addresses of e-mail are links; a long word is none."""
    long = ["a" * LONG, "a@" * LONG, "a@b.c " + "a." * LONG]
    check_versions({"en": long, "de": long}, longest=10 * LONG)


def test_conditions() -> None:
    """A number that goes on, and many spaces."""
    for text in ("a = " + "1" * LONG + "x", "a = 1" + " " * LONG + "?"):
        with pytest.raises(InvalidOption):
            condition(text)
