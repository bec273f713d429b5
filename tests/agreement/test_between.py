"""Raters of one kind beside each other: against NumPy and SciPy, at two units, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import scipy.stats

from karat import Bleu, Chrf, Corpus, Nee, Ter, demo, evaluate, read
from karat.agreement import Plan, Rater, StudyLayout, between, counted_raters
from karat.errors import InvalidOption
from karat.readers.corpora.annotation import lifted

FEW = Plan(("system", "segment"), samples=100)


@cache
def raters() -> tuple[Rater, ...]:
    """Metrics of the demo data."""
    return tuple(counted_raters(evaluate(read(demo.segments_path()), Bleu(), Chrf(), Ter())))


def test_every_pair_at_every_level() -> None:
    """r, ρ and τ of systems, r of segments."""
    found = between(raters(), plan=FEW)
    assert len(found) == 3 * (3 + 1)
    assert [(one.metric, one.human) for one in found[::4]] == [
        ("BLEU", "chrF2"),
        ("BLEU", "TER"),
        ("chrF2", "TER"),
    ]


@pytest.mark.parametrize(
    ("statistic", "function"),
    [
        ("pearson", scipy.stats.pearsonr),
        ("spearman", scipy.stats.spearmanr),
        ("kendall", scipy.stats.kendalltau),
    ],
)
def test_as_scipy_has_it(statistic: str, function: object) -> None:
    """The sign of TER is turned, so that agreement is positive."""
    for one in between(raters(), plan=Plan(("system",), (statistic,), samples=50)):
        first, second = (
            next(rater for rater in raters() if rater.name == name) for name in (one.metric, one.human)
        )
        expected = function(first.whole, second.whole)[0]  # type: ignore[operator]
        assert one.value == pytest.approx(first.sign * second.sign * expected)


def test_segments_as_numpy_has_it() -> None:
    """Over all systems and segments."""
    first, second = raters()[:2]
    (found,) = between([first, second], plan=Plan(("segment",), samples=100))
    assert first.segments is not None
    assert second.segments is not None
    assert found.value == pytest.approx(np.corrcoef(first.segments.ravel(), second.segments.ravel())[0, 1])
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high


def test_which_comes_first_does_not_matter() -> None:
    """Correlation is symmetric, and so is its interval."""
    first, second = raters()[0], raters()[2]
    forth, back = (between(pair, plan=FEW) for pair in ([first, second], [second, first]))
    for one, other in zip(forth, back, strict=True):
        assert one.value == pytest.approx(other.value)
        if one.interval is not None and other.interval is not None:
            assert (one.interval.low, one.interval.high) == pytest.approx(
                (other.interval.low, other.interval.high)
            )


def test_a_metric_with_itself() -> None:
    """1, without any uncertainty."""
    bleu = raters()[0]
    for one in between([bleu, bleu], plan=Plan(("system", "segment"), ("pearson",), samples=50)):
        assert one.value == pytest.approx(1)
        assert one.interval is not None
        assert one.interval.low == pytest.approx(1)


def tagged(name: str) -> str:
    """A reference with one named entity."""
    return f'<ENAMEX TYPE="PERSON">{name}</ENAMEX> came'


def test_nee_by_paragraph_and_by_document() -> None:
    """Footnote 1 of the paper: one metric at two units, document by document.

    A name that is in two paragraphs of a document counts twice by paragraph and once by document.
    """
    names = ["Ada", "Ada", "Bob", "Eve", "Kim", "Lea", "Max", "Max", "Ann", "Ann", "Ian", "Joe"]
    documents = [f"d{place // 4}" for place in range(12)]
    paragraphs = [f"p{place // 2 if place < 8 else place}" for place in range(12)]
    keep = {"A": 12, "B": 9, "C": 6, "D": 3}
    systems = {
        system: [f"{name} came" if place < most else "nobody" for place, name in enumerate(names)]
        for system, most in keep.items()
    }
    plain = Corpus.of(systems, [tagged(name) for name in names], documents=documents)
    corpus = lifted(replace(plain, paragraphs=paragraphs))
    two = counted_raters(evaluate(corpus, Nee(unit="paragraph"), Nee(unit="document")))
    assert len({rater.name for rater in two}) == 2
    plan = Plan(("system", "document"), ("pearson",), samples=100)
    found = between(two, plan=plan, layout=StudyLayout(documents=documents))
    assert [one.level for one in found] == ["system", "document"]
    tables = [rater.table("document", documents).values.ravel() for rater in two]
    assert found[1].value == pytest.approx(np.corrcoef(tables[0], tables[1])[0, 1])
    assert 0.9 < found[0].value < 1


def test_scores_of_whole_systems_only() -> None:
    """They have nothing to say of segments."""
    whole = Rater("COMET", "made up", raters()[0].systems, np.arange(6.0))
    assert {one.level for one in between([raters()[0], whole], plan=FEW)} == {"system"}


def test_other_systems() -> None:
    """Those that both have are compared."""
    fewer = raters()[1].only(raters()[1].systems[:4])
    found = between([raters()[0], fewer], plan=Plan(("system",), ("pearson",), samples=50))
    assert len(found[0].systems) == 4


def test_what_is_refused() -> None:
    """One rater, and statistics that ask which of two is right."""
    with pytest.raises(InvalidOption, match="there is 1"):
        between(raters()[:1])
    with pytest.raises(InvalidOption, match="'accuracy' asks which of two is right"):
        between(raters(), plan=Plan(statistics=("accuracy",)))
