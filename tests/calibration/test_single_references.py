"""Each reference by itself: the same lines as of a corpus with that reference alone, their mean and spread."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from karat import Bleu, Corpus, calibrate, demo, evaluate, read, read_judgements
from karat.agreement import Rater
from karat.calibration import fit, reference_lines, with_pooling
from karat.calibration.single_references import of_reference, parameters
from karat.corpus import References
from karat.errors import MissingReference

CORPUS = read(demo.segments_path())
JUDGEMENTS = read_judgements(demo.judgements_path(), CORPUS)


def alone(place: int) -> Corpus:
    """The demo with one of its two references."""
    return replace(CORPUS, references=References((CORPUS.references.streams[place],)))


def test_lines_are_those_of_a_corpus_with_one_reference() -> None:
    """For every text type and dimension; what is fitted says how many references it had."""
    found = calibrate(evaluate(CORPUS, Bleu()), JUDGEMENTS, each_reference=True)
    for place in (0, 1):
        expected = calibrate(evaluate(alone(place), Bleu()), JUDGEMENTS)
        mine = [one for one in found if one.metrics == (f"BLEU [reference {place + 1}]",)]
        assert [parameters(one) for one in mine] == [parameters(one) for one in expected]
        assert [one.profile for one in mine] == [one.profile for one in expected]
        assert {one.references for one in mine} == {1}
    assert {one.references for one in found if one.metrics == ("BLEU",)} == {2}


def test_mean_and_spread() -> None:
    """Over the references alone, with the line of all beside them."""
    found = reference_lines(calibrate(evaluate(CORPUS, Bleu()), JUDGEMENTS, each_reference=True))
    assert len(found) == 6
    for one in found:
        values = np.array([parameters(each) for each in one.alone.values()])
        assert one.means == pytest.approx(values.mean(axis=0))
        assert one.deviations == pytest.approx(values.std(axis=0, ddof=1))
        assert one.together is not None
        assert one.together.metrics == ("BLEU",)
        record = one.to_dict()
        assert list(record["alone"]) == ["reference 1", "reference 2"]
        assert record["means"]["r"] == one.means[0]
        assert one.to_dict()["together"]["slope"] == one.together.map_of("least-squares").slope


def test_one_reference_has_no_spread() -> None:
    """Neither where the corpus has one, nor where one calibration was kept."""
    with pytest.raises(MissingReference, match="There is one reference"):
        calibrate(evaluate(alone(0), Bleu()), JUDGEMENTS, each_reference=True)
    found = calibrate(evaluate(CORPUS, Bleu()), JUDGEMENTS, by="language-pair", each_reference=True)
    assert reference_lines([one for one in found if "[reference 2]" not in one.metrics[0]]) == []


def test_names_with_brackets_are_not_references() -> None:
    """A metric that is called so by itself has no mean over references."""
    systems = tuple("ABCDE")
    rng = np.random.default_rng(3)
    human = Rater("adequacy", "made up", systems, rng.normal(size=5))
    names = ("metric]", "[x]", "metric")
    raters = [Rater(name, "made up", systems, rng.normal(size=5)) for name in names]
    assert reference_lines([fit([one], human) for one in raters]) == []
    assert of_reference(raters[2], "expert").name == "metric [expert]"


def test_references_are_not_pooled_with_each_other() -> None:
    """Lines against one reference lean on those against the same one alone."""
    found = calibrate(evaluate(CORPUS, Bleu()), JUDGEMENTS, each_reference=True)
    together = with_pooling(found)
    single = with_pooling([one for one in found if one.metrics == ("BLEU [reference 1]",)])
    mine = [one for one in together if one.metrics == ("BLEU [reference 1]",)]
    assert [one.pooled for one in mine] == [one.pooled for one in single]
