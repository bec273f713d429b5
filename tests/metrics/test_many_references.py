"""Mean lengths of references: exact for up to 16, rounded to 1/720720 beyond; every page says so."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from karat.kernel import LENGTH_PARTS
from karat.metrics import metric

DOCS = Path(__file__).resolve().parents[2] / "docs"
# Metrics that divide by a mean, and the place of the mean in their rows.
MEANS: dict[str, tuple[dict[str, Any], int]] = {
    "bleu": ({"brevity": "average", "tokenize": "none"}, 1),
    "tag-bleu": ({"brevity": "average"}, 1),
    "nist": ({"tokenize": "none"}, 1),
    "ter": ({}, 1),
    "wer": ({}, 1),
    "per": ({}, 1),
    "cder": ({}, 1),
    "gtm": ({"tokenize": "none"}, 2),
}


def mean_length(name: str, lengths: list[int]) -> Fraction:
    """The mean that a metric keeps of references of these lengths."""
    options, place = MEANS[name]
    of = metric(name, **options)
    references = [" ".join(["a|X"] * length) for length in lengths]
    return Fraction(of.count(["a|X b|Y"], [references]).total()[place], LENGTH_PARTS)


@pytest.mark.parametrize("name", MEANS)
def test_up_to_16_references_are_exact(name: str) -> None:
    """Every mean is a whole number of parts."""
    for count in range(1, 17):
        lengths = [*range(2, count + 1), 7]
        assert mean_length(name, lengths) == Fraction(sum(lengths), count)


@pytest.mark.parametrize("name", MEANS)
def test_more_references_are_rounded_to_the_nearest_part(name: str) -> None:
    """Any number of references is taken, and nobody sees the difference."""
    for count in (17, 19, 23, 40):
        lengths = [*range(2, count + 1), 8]
        exact = Fraction(sum(lengths), count)
        assert abs(mean_length(name, lengths) - exact) <= Fraction(1, 2 * LENGTH_PARTS)
    assert mean_length(name, [1] * 16 + [2]) != Fraction(18, 17)


@pytest.mark.parametrize("name", MEANS)
def test_the_page_of_the_metric_says_so(name: str) -> None:
    """A limit that is not written down is a bug."""
    page = (DOCS / "metrics" / f"{name}.md").read_text(encoding="utf-8")
    assert "1/720720" in page
    assert "up to 16 references" in " ".join(page.split())
