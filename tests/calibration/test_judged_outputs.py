"""Judged outputs beside a threshold: the mean, the interval by documents, and the verdict."""

from dataclasses import replace

import numpy as np
import pytest

from karat import Bleu, accept, compare, demo, evaluate, read, read_judgements
from karat.agreement import Rater, people_in
from karat.calibration import judged_outputs
from karat.comparison import Procedure
from karat.corpus import Corpus
from karat.errors import InvalidOption
from karat.metrics import External


def rater(values: list[list[float]], **given: object) -> Rater:
    """People who judged segments."""
    table = np.array(values)
    names = tuple("ABCDEF"[: len(table)])
    return Rater("da", "made up", names, np.nanmean(table, axis=1), table, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("threshold", "verdict"), [(60.0, "pass"), (80.0, "can't tell"), (95.0, "fail")])
def test_verdict(threshold: float, verdict: str) -> None:
    """The whole interval on one side decides."""
    values = [[75.0, 85.0, 78.0, 82.0, 81.0, 79.0]]
    (found,) = judged_outputs(rater(values), threshold)
    assert (found.mean, found.verdict, found.units) == (80.0, verdict, "6 segments")
    (turned,) = judged_outputs(rater([[-value for value in values[0]]], higher_is_better=False), -threshold)
    assert turned.verdict == verdict


def test_documents_widen_the_interval() -> None:
    """Segments of one document that are alike tell less than as many independent ones."""
    values = [[70.0] * 5 + [80.0] * 5 + [90.0] * 5 + [60.0] * 5]
    documents = [name for name in "abcd" for _ in range(5)]
    (alone,) = judged_outputs(rater(values), 50.0)
    (whole,) = judged_outputs(rater(values), 50.0, documents=documents)
    assert whole.units == "4 documents"
    assert whole.high - whole.low > 2 * (alone.high - alone.low)


def test_segments_that_nobody_judged() -> None:
    """They are in neither the mean nor the number of units."""
    nan = float("nan")
    (found,) = judged_outputs(rater([[80.0, nan, 84.0, nan]]), 50.0, documents=["a", "b", "c", "c"])
    assert (found.segments, found.units, found.mean) == (2, "2 documents", 82.0)


def test_one_unit_has_no_interval() -> None:
    """Nor has the score of a whole system: neither passes or fails."""
    for people in (rater([[80.0]]), Rater("da", "made up", ("A",), np.array([80.0]))):
        (found,) = judged_outputs(people, 10.0)
        assert np.isnan(found.low)
        assert found.verdict == "can't tell"


def test_the_interval_is_that_of_the_mean() -> None:
    """Scores of whole systems may come from elsewhere; a system may have no others."""
    table = np.array([[80.0, 84.0, 82.0], [float("nan")] * 3])
    people = Rater("da", "made up", ("A", "B"), np.array([60.0, 70.0]), table)
    first, second = judged_outputs(people, 75.0)
    assert (first.mean, first.verdict) == (82.0, "pass")
    assert first.low < first.mean < first.high
    assert (second.mean, second.segments, second.units, second.verdict) == (70.0, 0, "", "can't tell")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The demonstration."""
    return read(demo.segments_path())


def test_the_interval_is_that_of_a_comparison(corpus: Corpus) -> None:
    """The page shows both; they must not differ."""
    adequacy = people_in(read_judgements(demo.judgements_path(), corpus), corpus)[0]
    adequacy = adequacy.only(list(corpus.systems))
    metric = External.of_table(adequacy.table("segment"))
    compared = compare(evaluate(corpus, metric, keep_references=True), Procedure(samples=300, seed=7))
    wanted = {one.system: one.interval for one in compared.metrics[0].standings}
    documents = corpus.documents and list(corpus.documents)
    for one in judged_outputs(adequacy, 3.0, documents=documents, samples=300, seed=7):
        assert (one.low, one.high) == pytest.approx((wanted[one.system].low, wanted[one.system].high))


def test_one_system_is_enough(corpus: Corpus) -> None:
    """`accept` with a threshold takes any number of systems; a line still takes more."""
    one = replace(corpus, systems={"aurora": corpus.systems["aurora"]})
    judgements = read_judgements(demo.judgements_path(), one, unknown_systems="ignore")
    adequacy, fluency = accept(evaluate(one, Bleu()), judgements, threshold=3.0)
    assert {(each.system, each.verdict) for each in adequacy.judged} == {("aurora", "pass")}
    assert [each.cell.rpartition(", ")[2] for each in adequacy.judged] == ["de-en", "news", "email", "manual"]
    assert (adequacy.cells, fluency.human) == ((), "fluency")
    with pytest.raises(InvalidOption, match="a calibration takes at least 3"):
        accept(evaluate(one, Bleu()), judgements)


def test_a_threshold_off_the_scale(corpus: Corpus) -> None:
    """It is refused, as it is for a line."""
    judgements = read_judgements(demo.judgements_path(), corpus)
    with pytest.raises(InvalidOption, match="The threshold is 80, and adequacy goes from 1 to 5"):
        accept(evaluate(corpus, Bleu()), judgements, threshold=80)
