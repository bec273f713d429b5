"""Each reference by itself: the same evaluation, once for each."""

from statistics import mean, stdev
from typing import Any

import pytest

from karat import Bleu, Chrf, Corpus, External, References, each_reference, evaluate
from karat.entities.entity import Entity
from karat.errors import InvalidOption, MissingReference
from karat.metrics import Nee, Nist
from karat.reference_spread import corpora_by_reference

SYSTEMS = {"A": ["the cat sat on the mat", "two dogs ran away"], "B": ["a cat sat here", "dogs ran off"]}
EXPERT = ["the cat sat on a mat", "two dogs ran off"]
OTHER = ["a cat was on the mat", "both dogs ran away"]
CORPUS = Corpus(SYSTEMS, References((EXPERT, OTHER), ("expert", "reference")))


@pytest.mark.parametrize("metric", [Bleu(order=2), Chrf(), Nist(order=2)], ids=lambda metric: metric.name)
def test_each_is_what_that_reference_alone_gives(metric: Any) -> None:
    """Also for metrics that learn from the references: NIST's information is of that reference alone."""
    spreads = each_reference(evaluate(CORPUS, metric)).spreads
    assert [spread.system for spread in spreads] == ["A", "B"]
    for spread in spreads:
        for name, stream in (("expert", EXPERT), ("reference", OTHER)):
            alone = evaluate(Corpus.of({spread.system: SYSTEMS[spread.system]}, stream), metric)
            assert spread.alone[name] == pytest.approx(alone.scores[0].value)
        values = list(spread.alone.values())
        assert (spread.mean, spread.sd) == pytest.approx((mean(values), stdev(values)))
        assert spread.together == evaluate(CORPUS, metric)[spread.system][0].value


def test_names() -> None:
    """The corpus' names, those that are given, or numbers."""
    assert list(corpora_by_reference(CORPUS)) == ["expert", "reference"]
    assert list(corpora_by_reference(CORPUS, names=["x", "y"])) == ["x", "y"]
    alike = Corpus(SYSTEMS, References((EXPERT, OTHER), ("one", "one")))
    assert list(corpora_by_reference(alike)) == ["reference 1", "reference 2"]
    with pytest.raises(InvalidOption, match="There are 2 references, and 1 different names"):
        corpora_by_reference(CORPUS, names=["x", "x"])
    with pytest.raises(InvalidOption, match="A list of names was expected"):
        corpora_by_reference(CORPUS, names="xy")


def test_one_reference_has_no_spread() -> None:
    """It takes two."""
    with pytest.raises(MissingReference, match="There is one reference"):
        each_reference(evaluate(Corpus.of(SYSTEMS, EXPERT), Chrf()))


def test_a_reference_that_lacks_segments_is_refused() -> None:
    """Scores of different segments would not be comparable."""
    corpus = Corpus(SYSTEMS, References((EXPERT, [OTHER[0], None]), ("expert", "reference")))
    with pytest.raises(MissingReference, match="reference is missing for 1 of 2 segments"):
        each_reference(evaluate(corpus, Chrf()))


def test_scores_from_elsewhere_are_left_out() -> None:
    """They were not made from these references; alone they are refused."""
    comet = External.of("COMET", {"A": [0.5, 0.6], "B": [0.1, 0.2]})
    spreads = each_reference(evaluate(CORPUS, comet, Chrf())).spreads
    assert {spread.metric for spread in spreads} == {"chrF2"}
    with pytest.raises(InvalidOption, match="scores from elsewhere"):
        each_reference(evaluate(CORPUS, comet))


def test_entities_go_with_their_reference() -> None:
    """A reference whose entities nobody marked has no NEE: its value, the mean and the SD are undefined."""
    marked = ((Entity.of("Ann is here", 0, 3, "PERSON"),), ())
    corpus = Corpus(
        {"A": ["Ann is here", "yes"]}, References((["Ann is here", "yes"],) * 2), entities=(marked, None)
    )
    (spread,) = each_reference(evaluate(corpus, Nee())).spreads
    assert spread.alone["reference 1"] == 100
    assert spread.alone["reference 2"] != spread.alone["reference 2"]
    assert spread.mean != spread.mean
    assert spread.sd != spread.sd


def test_as_a_table() -> None:
    """A row for each system, metric and reference."""
    table = each_reference(evaluate(CORPUS, Chrf())).to_dict()
    assert table["reference"] == ["expert", "reference"] * 2
    assert table["system"] == ["A", "A", "B", "B"]


def test_shown() -> None:
    """The text has what the command prints."""
    found = each_reference(evaluate(CORPUS, Chrf()))
    heading = str(found).splitlines()[1]
    assert heading.split() == ["system", "together", "expert", "reference", "mean", "SD"]
    assert "expert" in found.spreads[0]._repr_html_()


def test_a_slip_is_refused() -> None:
    """A corpus is not yet scored."""
    with pytest.raises(InvalidOption, match="not yet scored"):
        each_reference(CORPUS)  # type: ignore[arg-type]
