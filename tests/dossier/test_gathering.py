"""What a dossier holds, and what it says of what it does not hold."""

from dataclasses import replace
from typing import Any

import pytest
from tests.dossier.dossiers import FEW, PLACE, entity_dossier

from karat import Bleu, Chrf, Corpus, compare, evaluate, read, read_judgements
from karat import demo as demo_data
from karat.comparison import Procedure
from karat.dossier import Dossier, Scope, gather, usual_metrics
from karat.errors import InvalidOption
from karat.readers.people.human_scores import read_human_scores
from karat.report.page.figures import figures


def reasons(dossier: Dossier) -> dict[str, str]:
    """Why parts are not there."""
    return {one.part: one.reason for one in dossier.omissions}


def test_the_demo_data_have_everything_but_entities(whole: Dossier) -> None:
    """Every part is there, and the one that is not says why."""
    assert whole.comparison is not None
    assert whole.agreement is not None
    assert whole.prospects is not None
    for part in (whole.slices, whole.judges, whole.transfers, whole.findings):
        assert part
    assert None not in (whole.variation, whole.units, whole.damage)
    assert whole.entities is None
    assert list(reasons(whole)) == ["entities"]


def test_figures_are_those_of_the_functions(whole: Dossier, corpus: Corpus) -> None:
    """The dossier asks; it computes nothing of its own."""
    evaluation = evaluate(corpus, Bleu(), Chrf())
    assert [score.value for score in whole.evaluation.scores] == [one.value for one in evaluation.scores]
    compared = compare(evaluation, Procedure(samples=100))
    assert whole.comparison is not None
    ours, theirs = whole.comparison.metrics[0].contrasts, compared.metrics[0].contrasts
    assert [pair.p for pair in ours] == [pair.p for pair in theirs]


def test_texts_alone_have_no_people(texts: Dossier) -> None:
    """Without human scores there is nothing that needs them, and the reasons say so."""
    assert (texts.agreement, texts.prospects, texts.entities) == (None, None, None)
    assert (texts.judges, texts.transfers) == ((), ())
    assert "no human scores" in reasons(texts)["people"]
    assert texts.comparison is not None
    assert {cut.partition for cut in texts.slices} == {"reference-length", "numbers"}


def test_one_system_is_not_compared(alone: Dossier) -> None:
    """One system has scores, checks and diagnosis."""
    assert alone.comparison is None
    assert alone.slices == ()
    assert "at least two" in reasons(alone)["comparison"]
    assert alone.findings
    assert alone.damage is not None


def test_two_judged_systems_are_too_few_to_measure_metrics(corpus: Corpus) -> None:
    """A line goes through any two points."""
    two = replace(corpus, systems={name: corpus.systems[name] for name in ("aurora", "birch")})
    human = read_human_scores(demo_data.path(), two, unknown_systems="ignore")
    found = gather(two, human=human, scope=FEW)
    assert found.agreement is not None
    assert found.agreement.found is None
    assert "judged 2 of the systems" in reasons(found)["people"]


def test_judgements_alone_are_human_scores(corpus: Corpus, whole: Dossier) -> None:
    """Who has single judgements need not give their means."""
    found = gather(corpus, judgements=read_judgements(demo_data.judgements_path(), corpus), scope=FEW)
    assert found.agreement is not None
    assert whole.agreement is not None
    ours, theirs = found.agreement.material.humans[0], whole.agreement.material.humans[0]
    assert ours.name == theirs.name
    assert ours.whole.tolist() == theirs.whole.tolist()


def test_references_among_the_systems_are_left_out(corpus: Corpus) -> None:
    """A human translation that is a reference is perfect against itself."""
    reference = [text or "" for text in corpus.references.streams[0]]
    with_it = replace(
        corpus, systems={**corpus.systems, "refA": reference}, human_systems=corpus.human_systems | {"refA"}
    )
    found = gather(with_it, scope=FEW)
    assert found.left_out == ("refA",)
    assert "refA" not in found.corpus.systems


def test_a_system_nobody_judged_is_predicted(corpus: Corpus) -> None:
    """Its human scores come from the lines of the others, with an interval around."""
    human = [
        replace(table, values=_without(table.values, table.systems.index("birch")))
        for table in read_human_scores(demo_data.path(), corpus)
    ]
    found = gather(corpus, human=human, scope=FEW)
    assert found.prospects is not None
    predicted = [one for one in found.prospects.predictions if not one.refusals]
    assert {one.system for one in found.prospects.predictions} == {"birch"}
    assert predicted
    assert all(one.low <= one.value <= one.high for one in predicted)


def _without(values: Any, row: int) -> Any:
    changed = values.copy()
    changed[row] = float("nan")
    return changed


def test_a_given_calibration_predicts_all_machines(whole: Dossier, corpus: Corpus) -> None:
    """Lines that were fitted elsewhere say what people would give, without any judgement here."""
    assert whole.prospects is not None
    given = [one for one in whole.prospects.own if (one.metrics, one.human) == (("BLEU",), "adequacy")]
    found = gather(corpus, calibrations=given, scope=FEW)
    assert found.agreement is None
    assert found.prospects is not None
    assert found.prospects.own == ()
    assert len(found.prospects.predictions) == 5 * 3  # machines in text types
    assert not any(one.refusals for one in found.prospects.predictions)


def test_a_threshold_takes_the_place_of_weighted_judgements(corpus: Corpus) -> None:
    """The score that is asked for is the one from which on output passes."""
    human = read_human_scores(demo_data.path(), corpus)
    found = gather(corpus, human=human, scope=Scope(samples=100, threshold=4.0))
    assert found.prospects is not None
    assert {one.threshold.value for one in found.prospects.accepted} == {4.0}


def test_marked_entities_are_looked_for() -> None:
    """Where names are marked, each system's share of them and its misses are there."""
    found = entity_dossier().entities
    assert found is not None
    assert {score.system: score.value for score in found.scores} == {"right": 100.0, "wrong": 0.0}
    assert [bucket.label for bucket in found.by_type.buckets] == ["location"]
    assert found.misses["right"] == ()
    assert found.misses["wrong"][0].entity == PLACE


def test_writing_without_spaces_is_counted_in_characters() -> None:
    """BLEU's words are characters where nothing else is known of words."""
    chinese = replace(Corpus.of(["你好"], ["你好"]), target_language="zh")
    japanese = replace(chinese, target_language="ja")
    assert [metric.name for metric in usual_metrics(chinese)] == ["BLEU", "chrF2"]
    assert "tok:zh" in usual_metrics(chinese)[0].recipe
    assert "tok:char" in usual_metrics(japanese)[0].recipe
    assert "tok:13a" in usual_metrics(replace(chinese, target_language="de"))[0].recipe


def test_the_same_seed_gives_the_same_figures(corpus: Corpus, texts: Dossier) -> None:
    """Nothing in a dossier depends on when or how often it is made."""
    systems = {name: corpus.systems[name] for name in ("aurora", "birch")}
    again = gather(Corpus(systems, corpus.references), name="texts", scope=FEW, threads=2)
    assert figures(again) == figures(texts)


def test_progress_goes_from_nothing_to_nearly_everything() -> None:
    """Every step is told before it begins, with the share that is done."""
    told: list[tuple[str, float]] = []
    corpus = read(demo_data.segments_path(), systems=["aurora", "birch"])
    gather(corpus, scope=FEW, progress=lambda step, share: told.append((step, share)))
    shares = [share for _, share in told]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] < 1
    assert len({step for step, _ in told}) == len(told)


@pytest.mark.parametrize("wrong", [{"samples": 0}, {"confidence": 1.0}, {"dimensions": 0}, {"damaged": 0}])
def test_a_scope_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    """Counts are above 0, and a confidence is between 0 and 1."""
    with pytest.raises(InvalidOption):
        Scope(**wrong)
