"""Agreement on error spans, beside plain loops and known truth."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from benchmarks.span_simulation import held, simulated
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InvalidJudgement, InvalidOption, MisalignedCorpus
from karat.judgements import ErrorSpan, MarkedErrors, MarkedOutput
from karat.reliability import Bootstrap, span_agreement
from karat.reliability.span_matching import SPAN_CRITERIA, matched_spans, span_credits

SPAN = st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda ends: ErrorSpan(ends[0], sum(ends)))
SPANS = st.lists(SPAN, max_size=4)


def common(one: ErrorSpan, other: ErrorSpan) -> int:
    """Characters of both."""
    return len(set(range(one.start, one.end)) & set(range(other.start, other.end)))


@given(SPANS, SPANS)
def test_no_matching_has_more_characters_in_common(ours: list[ErrorSpan], theirs: list[ErrorSpan]) -> None:
    """Of all ways to pair spans one to one, that which was taken has the most."""
    if not ours or not theirs:
        return
    found = sum(shared for *_, shared in matched_spans(ours, theirs))
    few, many = sorted((ours, theirs), key=len)
    best = max(
        sum(common(one, other) for one, other in zip(few, order, strict=True))
        for order in permutations(many, len(few))
    )
    assert found == best


@given(SPANS, SPANS)
def test_credits_by_loops(ours: list[ErrorSpan], theirs: list[ErrorSpan]) -> None:
    """What is marked, and what both marked, counted character by character and end by end."""
    found = dict(zip(SPAN_CRITERIA, span_credits(ours, theirs).tolist(), strict=True))
    mine, others = ({place for one in side for place in range(one.start, one.end)} for side in (ours, theirs))
    assert found["character"] == [len(mine & others), len(mine), len(mine & others), len(others)]
    ends = [Counter((one.start, one.end) for one in side) for side in (ours, theirs)]
    same = sum((ends[0] & ends[1]).values())
    assert found["exact"] == [same, len(ours), same, len(theirs)]
    assert found["output"] == [bool(ours and theirs), bool(ours), bool(ours and theirs), bool(theirs)]
    assert found["exact"][0] <= found["overlap"][0] + 1e-9
    assert found["partial"][0] <= found["overlap"][0] + 1e-9


@given(SPANS, SPANS)
def test_each_side_is_the_others_mirror(ours: list[ErrorSpan], theirs: list[ErrorSpan]) -> None:
    """Precision of one is recall of the other, except where matchings tie."""
    one, other = span_credits(ours, theirs), span_credits(theirs, ours)
    assert np.allclose(one[[0, 3, 4]], other[[0, 3, 4]][:, [2, 3, 0, 1]])


def marked(name: str, *outputs: tuple[ErrorSpan, ...], length: int = 20) -> MarkedErrors:
    """One system; each output is a document of its own."""
    made = [MarkedOutput("A", str(n), f"d{n}", length, spans) for n, spans in enumerate(outputs)]
    return MarkedErrors.of(name, made)


def test_one_long_span_does_not_find_everything() -> None:
    """Marking the whole output finds one of its errors, not all."""
    errors = (ErrorSpan(0, 3), ErrorSpan(5, 8), ErrorSpan(10, 13))
    *_, found = span_agreement([marked("anna", errors)], [marked("all", (ErrorSpan(0, 20),))])
    overlap = found.whole.by("overlap")
    assert overlap.precision.value == 1
    assert overlap.recall.value == pytest.approx(1 / 3)
    assert found.whole.by("partial").precision.value == pytest.approx(3 / 20)


def test_kappa_by_a_table() -> None:
    """κ of characters is Cohen's, of all characters of all outputs."""
    first = marked("a", (ErrorSpan(0, 6),), ())
    second = marked("b", (ErrorSpan(3, 8),), (ErrorSpan(0, 2),))
    (found,) = span_agreement([first, second])
    a, b = np.zeros(40), np.zeros(40)
    a[:6] = 1
    b[3:8] = b[20:22] = 1
    observed = (a == b).mean()
    chance = a.mean() * b.mean() + (1 - a.mean()) * (1 - b.mean())
    assert found.kappa.value == pytest.approx((observed - chance) / (1 - chance))


def test_labels_must_be_the_same() -> None:
    """By severity, only spans count that both call major; in all, both count."""
    first = marked("a", (ErrorSpan(0, 5, "major"), ErrorSpan(6, 9, "minor")))
    second = marked("b", (ErrorSpan(0, 5, "major"), ErrorSpan(6, 9, "major")))
    (found,) = span_agreement([first, second])
    major, minor = found.by_severity
    assert found.whole.by("exact").f1.value == 1
    assert major.by("exact").f1.value == pytest.approx(2 / 3)
    assert (minor.marks, minor.by("exact").f1.value) == ((1, 0), 0)


def test_omissions_count_nowhere() -> None:
    """A mark without characters is in no figure, and its number is told."""
    (found,) = span_agreement([marked("a", (ErrorSpan(0, 0),)), marked("b", (ErrorSpan(2, 4),))])
    assert found.omissions == 1
    assert found.whole.marks == (0, 1)


def test_what_cannot_be_compared() -> None:
    """One rater, other texts, nothing in common and an output twice are refused."""
    anna = marked("anna", (ErrorSpan(0, 2),))
    with pytest.raises(InvalidOption, match="two judges"):
        span_agreement([anna])
    with pytest.raises(MisalignedCorpus, match="20 characters"):
        span_agreement([anna, marked("ben", (), length=30)])
    other = MarkedErrors.of("x", [MarkedOutput("B", "9", "", 20, ())])
    with pytest.raises(MisalignedCorpus, match="no output in common"):
        span_agreement([anna], [other])
    with pytest.raises(InvalidJudgement, match="twice"):
        MarkedErrors.of("a", [MarkedOutput("A", "1", "", 3, ()), MarkedOutput("A", "1", "", 3, ())])


def test_all_judges_are_each_pair_both_ways() -> None:
    """Judges among each other: the counts of all pairs together, so precision is recall."""
    raters = simulated(np.random.default_rng(3), 6)[:3]
    *pairs, among = span_agreement(raters)
    assert (among.first, among.second, len(pairs)) == ("judges", "judges", 3)
    scores = among.whole.by("partial")
    assert scores.precision.value == pytest.approx(scores.recall.value)
    low, high = (f([one.whole.by("partial").f1.value for one in pairs]) for f in (min, max))
    assert low <= scores.f1.value <= high


def test_segments_instead_of_documents_are_told() -> None:
    """The unit of chance is the document, or the segment if it is asked for."""
    raters = simulated(np.random.default_rng(3), 6)[:2]
    by_document, by_segment = (
        span_agreement(raters, bootstrap=Bootstrap(draw=draw))[0] for draw in (None, "segment")
    )
    assert (by_document.unit, by_document.units) == ("document", 6)
    assert by_segment.unit == "segment"
    assert by_segment.units > 6


def test_intervals_hold() -> None:
    """Over simulated documents; `benchmarks.span_simulation` has many more."""
    found = held(25, 16, endless=120)
    assert np.mean(list(found.values())) >= 80
