"""Agreement of annotators on named entities."""

from __future__ import annotations

from dataclasses import replace
from math import exp, isnan, log

import numpy as np
import pytest
from nervaluate.evaluator import Evaluator
from scipy.stats import t
from tests.oracles import entity_agreement as oracle
from tests.reliability.simulated_annotators import two_annotators

from karat.entities import TYPES, Entity
from karat.errors import MisalignedCorpus
from karat.reliability import AnnotatedText, Bootstrap, entity_agreement
from karat.reliability.entity_agreement import CRITERIA, Criterion


def _rows(text: AnnotatedText) -> list[list[dict[str, object]]]:
    return [
        [{"label": one.kind, "start": one.start, "end": one.end} for one in marks] for marks in text.entities
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_f1_is_that_of_an_independent_program(seed: int) -> None:
    """Exact is what nervaluate calls strict, span what it calls exact; in all, and exact by type."""
    first, second = two_annotators(seed=seed)
    (found,) = entity_agreement([first, second], bootstrap=Bootstrap(samples=20))
    theirs = Evaluator(_rows(first), _rows(second), list(TYPES), loader="dict").evaluate()
    names: dict[Criterion, str] = {"exact": "strict", "span": "exact"}
    for ours, name in names.items():
        assert found.whole.f1[ours].value == pytest.approx(theirs["overall"][name].f1, abs=1e-12)
    assert {one.kind for one in found.by_type} == set(TYPES[:4])
    for one in found.by_type:
        figures = theirs["entities"][one.kind]["strict"]
        right, of_first, of_second = figures.correct, one.marks[0], one.marks[1]
        assert one.f1["exact"].value == pytest.approx(2 * right / (of_first + of_second), abs=1e-12)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_f1_is_that_of_every_pairing_tried(criterion: Criterion) -> None:
    """Also where marks lie over each other, so that not every pairing is the largest."""
    first, second = two_annotators(segments=25, error=0.4, seed=9)
    text = first.texts[0]
    nested = [Entity.of(text, 0, 6, "DATE"), Entity.of(text, 0, 13, "DATE"), Entity.of(text, 7, 20, "DATE")]
    first = replace(first, entities=((*nested[:2],), *first.entities[1:]))
    second = replace(second, entities=((nested[1], nested[2]), *second.entities[1:]))
    (found,) = entity_agreement([first, second], bootstrap=Bootstrap(samples=20))
    expected = oracle.f1(
        [list(marks) for marks in first.entities], [list(marks) for marks in second.entities], criterion
    )
    assert found.whole.f1[criterion].value == pytest.approx(expected, abs=1e-12)


def _shares(first: AnnotatedText, second: AnnotatedText) -> list[tuple[int, int]]:
    """Of each document, twice the pairs and the marks of both, by trying every pairing."""
    by_document: dict[str, list[int]] = {}
    for place, name in enumerate(first.documents or ()):
        by_document.setdefault(name, []).append(place)
    return [
        (
            2
            * sum(
                oracle.most_pairs(list(first.entities[one]), list(second.entities[one]), "exact")
                for one in places
            ),
            sum(len(first.entities[one]) + len(second.entities[one]) for one in places),
        )
        for places in by_document.values()
    ]


def test_interval_is_a_jackknife_of_the_logit_over_documents() -> None:
    """A plain loop that leaves out each document, with SciPy's t and the sizes of the documents."""
    first, second = two_annotators()
    (found,) = entity_agreement([first, second])
    rows = _shares(first, second)
    pairs, marks = (sum(column) for column in zip(*rows, strict=True))
    without = [(pairs - one) / (marks - of) for one, of in rows]
    spread = sum((one - sum(without) / len(without)) ** 2 for one in without)
    error = ((len(rows) - 1) / len(rows) * spread) ** 0.5
    worth = marks**2 / sum(of**2 for _, of in rows)
    value = pairs / marks
    reach = t.ppf(0.975, worth - 1) * error / (value * (1 - value))
    ends = [1 / (1 + exp(-(log(value / (1 - value)) + way))) for way in (-reach, reach)]
    exact = found.whole.f1["exact"]
    assert (exact.unit, exact.units) == ("document", len(rows))
    assert exact.value == pytest.approx(value)
    assert [exact.interval.low, exact.interval.high] == pytest.approx(ends)


def test_percentiles_are_those_of_whole_documents() -> None:
    """If asked for: 4,000 draws of a plain loop have nearly the same."""
    first, second = two_annotators()
    (found,) = entity_agreement([first, second], bootstrap=Bootstrap(interval="percentile", samples=2000))
    rows = np.array(_shares(first, second))
    rng = np.random.default_rng(3)
    drawn = [rows[rng.integers(0, len(rows), len(rows))].sum(axis=0) for _ in range(4000)]
    low, high = np.quantile([pairs / marks for pairs, marks in drawn], [0.025, 0.975])
    interval = found.whole.f1["exact"].interval
    assert [interval.low, interval.high] == pytest.approx([low, high], abs=0.02)


def test_perfect_agreement_of_few_documents_is_no_certainty() -> None:
    """Ten alike documents without a difference leave room for some: 0.025 to the power of 1/10."""
    texts = tuple("Ann" for _ in range(10))
    marks = tuple((Entity.of("Ann", 0, 3, "PERSON"),) for _ in texts)
    both = [AnnotatedText(name, texts, marks, tuple("abcdefghij")) for name in ("anna", "ben")]
    interval = entity_agreement(both)[0].whole.f1["exact"].interval
    assert [interval.low, interval.high] == pytest.approx([0.6915, 1.0], abs=1e-4)


def test_segments_are_drawn_if_asked_for_or_without_documents() -> None:
    """The unit of chance is said."""
    first, second = two_annotators(segments=12)
    (asked,) = entity_agreement([first, second], bootstrap=Bootstrap(draw="segment"))
    (unknown,) = entity_agreement([replace(first, documents=None), replace(second, documents=None)])
    assert asked.unit == unknown.unit == "segment"
    assert asked.whole.f1["exact"].interval.low == unknown.whole.f1["exact"].interval.low


def test_three_annotators_are_three_pairs() -> None:
    """Every two of them."""
    first, second = two_annotators(segments=8)
    found = entity_agreement([first, second, replace(first, annotator="cleo")])
    assert [(one.first, one.second) for one in found] == [("anna", "ben"), ("anna", "cleo"), ("ben", "cleo")]
    assert found[1].whole.f1["exact"].value == 1.0
    assert found[1].whole.f1["exact"].interval.high == 1.0


def test_nothing_marked_has_no_f1() -> None:
    """No figure, and a reason."""
    texts = ("one", "two")
    empty = AnnotatedText("a", texts, ((), ())), AnnotatedText("b", texts, ((), ()))
    (found,) = entity_agreement(empty)
    assert isnan(found.whole.f1["exact"].value)
    assert found.whole.f1["exact"].reason == "nobody marked anything"
    assert found.by_type == ()


def test_one_document_has_no_interval() -> None:
    """Drawing it again and again would give the same value, and look certain."""
    first, second = two_annotators(segments=4)
    (found,) = entity_agreement([first, second])
    assert found.whole.f1["exact"].units == 1
    assert isnan(found.whole.f1["exact"].interval.low)
    assert 0 < found.whole.f1["exact"].value < 1


def test_other_texts_are_refused() -> None:
    """Marks of another text cannot be compared."""
    one = AnnotatedText("a", ("x",), ((),))
    with pytest.raises(MisalignedCorpus, match="Segment 1 is another text for a than for b"):
        entity_agreement([one, AnnotatedText("b", ("y",), ((),))])
    with pytest.raises(MisalignedCorpus, match="a has 1 segments, b has 2"):
        entity_agreement([one, AnnotatedText("b", ("x", "y"), ((), ()))])
