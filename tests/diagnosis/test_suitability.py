"""Findings, verdicts, and what a check may look at."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diagnosis.cases import case_of, sentences, varied

from karat import Bleu, Corpus, References, evaluate
from karat.diagnosis.suitability import (
    CHECKS,
    QUICK,
    SLOW,
    VERDICTS,
    Case,
    Finding,
    Verdict,
    beginning,
    check,
    graded,
    worst,
)

TEXTS = sentences(30)
OUTPUT = varied(TEXTS, share=0.3, seed=1)
NUMBERS = st.floats(-100, 100)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_a_higher_value_is_never_judged_better(one: float, other: float, a: float, b: float) -> None:
    """The verdict rises with the value, whatever the limits."""
    low, high = sorted((one, other))
    warning, unfit = sorted((a, b))
    verdicts = [VERDICTS.index(graded(value, warning=warning, unfit=unfit)) for value in (low, high)]
    assert verdicts == sorted(verdicts)


@given(st.lists(st.sampled_from(VERDICTS)))
def test_the_worst_verdict_is_one_of_them(verdicts: list[Verdict]) -> None:
    """None is worse than it; of none, it is fine."""
    found = worst(verdicts)
    assert found in (verdicts or ["fine"])
    assert all(VERDICTS.index(one) <= VERDICTS.index(found) for one in verdicts)


@given(st.sampled_from(VERDICTS), st.lists(st.integers(1, 99)))
def test_a_finding_advises_where_something_is_wrong(verdict: Verdict, segments: list[int]) -> None:
    """What is fine needs no advice; of many segments the first ten are named."""
    found = Finding.of("name", verdict, "It is so.", {"count": 1}, "Do this.", segments)
    assert found.advice == ("" if verdict == "fine" else "Do this.")
    assert found.segments == tuple(segments[:10])


def test_a_finding_as_plain_values() -> None:
    """In a stable order, and ready for JSON."""
    found = Finding("name", "unfit", "It is so.", {"count": 1}, "Do this.", (3, 4)).to_dict()
    assert list(found) == ["check", "verdict", "summary", "advice", "evidence", "segments"]
    assert (found["segments"], found["evidence"]) == ([3, 4], {"count": 1})


def test_every_check_has_one_place() -> None:
    """A check is quick or slow, not both, and all of them are known by name."""
    assert QUICK.keys().isdisjoint(SLOW)
    assert CHECKS.keys() == QUICK.keys() | SLOW.keys()


def test_checks_run_in_the_order_of_their_names() -> None:
    """Those that are asked for, in this order; progress is told each of them."""
    told: list[str] = []
    case = case_of({"a": OUTPUT, "b": TEXTS}, TEXTS)
    found = check(case, ["leak", "references"], progress=told.append)
    assert [finding.check for finding in found] == ["leaked references", "one reference"]
    assert told == ["leak", "references"]


def test_progress_is_told_checks_that_do_not_apply() -> None:
    """What was asked has been done, also where there is nothing to say."""
    told: list[str] = []
    assert check(case_of({"a": OUTPUT}, TEXTS), ["outputs"], progress=told.append) == []
    assert told == ["outputs"]


def test_a_case_knows_what_is_claimed() -> None:
    """The difference and the phenomena come with it; texts and scores are those of the evaluation."""
    evaluation = evaluate(Corpus.of({"a": OUTPUT}, TEXTS), Bleu())
    case = Case.of(evaluation, difference=2.5, phenomena=["river", "stone"])
    assert (case.difference, case.phenomena) == (2.5, ("river", "stone"))
    assert case.evaluation is evaluation
    assert case.systems == {"a": OUTPUT}
    assert case.references == [(text,) for text in TEXTS]


def test_people_are_no_machines() -> None:
    """Systems that are known to be people are left out of the machines."""
    other = varied(TEXTS, share=0.5, seed=2)
    assert case_of({"a": OUTPUT, "b": other}, TEXTS, people=["b"]).machines == ["a"]


def test_missing_references_are_not_looked_at() -> None:
    """Each segment has the references that it has."""
    corpus = Corpus({"a": ["x", "y"]}, References((("x", "y"), (None, "z"))))
    assert Case.of(evaluate(corpus, Bleu())).references == [("x",), ("y", "z")]


@pytest.mark.parametrize("segments", [1, 7, 30, 99])
def test_the_beginning_is_the_first_segments(segments: int) -> None:
    """With their sources, references and people; a shorter text is taken as it is."""
    corpus = Corpus.of({"a": OUTPUT, "b": TEXTS}, TEXTS, sources=[text.upper() for text in TEXTS])
    corpus = replace(corpus, human_systems=frozenset({"b"}))
    part = beginning(corpus, segments)
    size = min(segments, len(TEXTS))
    assert len(part) == size
    assert list(part.systems["a"]) == OUTPUT[:size]
    assert list(part.references.streams[0]) == TEXTS[:size]
    assert part.sources is not None
    assert list(part.sources) == [text.upper() for text in TEXTS[:size]]
    assert part.human_systems == {"b"}


def test_a_beginning_without_sources_has_none() -> None:
    """What is not there is not made up."""
    assert beginning(Corpus.of(OUTPUT, TEXTS), 3).sources is None
