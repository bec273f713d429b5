"""The answer says no more than the evidence."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.dossier.dossiers import FEW, demo_corpus, lone_dossier, text_dossier, whole_dossier

from karat import Corpus, demo
from karat.calibration import Prediction
from karat.diagnosis.suitability import Finding
from karat.dossier import Dossier, Prospects, Scope, gather
from karat.readers.people.human_scores import read_human_scores
from karat.report.page.figures import figures
from karat.report.page.sections import sections_of
from karat.report.page.statements import Statement, headline_of, statements_of


def about(dossier: Dossier, section: str) -> Statement:
    """The statement whose evidence is in a section."""
    return next(one for one in statements_of(dossier) if one.section == section)


@pytest.mark.parametrize("made", [whole_dossier, text_dossier, lone_dossier])
def test_every_statement_leads_to_its_evidence(made: Any) -> None:
    """The section that it names is on the page."""
    dossier = made()
    names = {section.name for section in sections_of(dossier)}
    assert {one.section for one in statements_of(dossier)} <= names


def test_a_difference_that_may_be_chance_is_not_called_real() -> None:
    """What decides is the test, corrected for the number of pairs."""
    dossier = whole_dossier()
    assert dossier.comparison is not None
    of_bleu = dossier.comparison.metrics[0]
    assert of_bleu.contrast("aurora", "birch").winner is None
    found = about(dossier, "scores")
    assert found.tone == "doubtful"
    assert "is not significant" in found.text
    assert "15 pairs" in found.text


def test_a_difference_beyond_chance_is_said_with_its_size() -> None:
    """As a lead of the better, whichever end of the scale is good."""
    corpus = demo_corpus()
    from karat import Bleu, Ter

    systems = {name: corpus.systems[name] for name in ("elm", "aurora")}
    for metric in (Bleu(), Ter()):
        found = about(gather(Corpus(systems, corpus.references), metric, scope=FEW), "scores")
        assert found.tone == "good"
        assert re.search(rf"Its lead over elm, \d+\.\d {metric.name}, is significant \(p [<=] ", found.text)
        assert "−" not in found.text


def test_the_best_machine_is_named_not_the_best_human() -> None:
    """Overlap with a reference does not rank people."""
    corpus = demo_corpus()
    systems = {name: corpus.systems[name] for name in ("human", "birch", "elm")}
    dossier = gather(Corpus(systems, corpus.references, human_systems=frozenset({"human"})), scope=FEW)
    assert (
        headline_of(dossier)
        == "By the metrics, birch is best of 2 systems. Nobody judged these translations."
    )
    assert about(dossier, "scores").text.startswith("BLEU puts birch first: ")


def test_a_tie_has_no_winner() -> None:
    """Systems with the very same score share the place; the lead is that over the next one."""
    corpus = demo_corpus()
    aurora, elm = corpus.systems["aurora"], corpus.systems["elm"]
    systems = {"aurora": aurora, "twin": list(aurora), "elm": elm}
    dossier = gather(Corpus(systems, corpus.references), scope=FEW)
    assert headline_of(dossier).startswith(
        "By the metrics, aurora and twin share the first place of 3 systems."
    )
    found = about(dossier, "scores")
    assert found.tone == "doubtful"
    assert found.text.startswith("BLEU gives the first place to aurora and twin alike: ")
    assert ". The lead over elm, " in found.text
    both = gather(Corpus({"aurora": aurora, "twin": list(aurora)}, corpus.references), scope=FEW)
    assert "share the first place of 2 systems" in headline_of(both)
    assert not any("lead" in one.text for one in statements_of(both))


def test_one_system_has_nothing_to_be_better_than() -> None:
    """Its score is said, and that there is no other."""
    found = about(lone_dossier(), "scores")
    assert "no second machine translation" in found.text
    assert found.tone == "doubtful"
    assert headline_of(lone_dossier()) == "aurora is the only machine translation here. Nobody judged it."


def test_without_people_nothing_is_said_to_be_good() -> None:
    """Neither that it is better for readers nor that it is enough for them."""
    said = [one.text for one in statements_of(text_dossier()) if one.section == "absent"]
    assert any("Nobody judged" in text for text in said)
    assert any(text.startswith("Good enough? Scores alone cannot say.") for text in said)


def test_people_who_prefer_another_system_are_heard() -> None:
    """Fluency of birch is better beyond chance; by adequacy, aurora is first."""
    headline = headline_of(whole_dossier())
    assert headline == (
        "Of 5 systems, people put aurora first by adequacy and birch by fluency. The metrics put aurora first."
    )
    found = about(whole_dossier(), "human")
    assert found.tone == "doubtful"
    assert found.text.startswith(
        "People put aurora first by adequacy (4.81) and birch first by fluency (4.89). "
    )
    assert "Each lead is significant" in found.text


def test_leads_by_people_that_are_not_significant_are_said_so() -> None:
    """Each dimension has another first, by one segment of 48."""
    corpus = demo_corpus()
    leading = {"adequacy": "aurora", "fluency": "birch"}
    human = []
    for one in read_human_scores(demo.path(), corpus):
        values = np.tile(2.0 + np.arange(one.values.shape[1]) % 2, (len(one.systems), 1))
        values[one.systems.index(leading[one.metric]), 0] = 5.0
        human.append(replace(one, values=values))
    headline = headline_of(gather(corpus, human=human, scope=FEW))
    assert "aurora first by adequacy and birch by fluency" in headline
    assert headline.endswith("But no lead by people's scores is significant.")


def test_judged_outputs_are_acceptable_where_their_sums_say_so() -> None:
    """By each dimension, in each text type."""
    dossier = whole_dossier()
    assert dossier.prospects is not None
    found = about(dossier, "calibration")
    for one in dossier.prospects.accepted:
        passing = {
            each.cell.rpartition(", ")[2]
            for each in one.outputs
            if (each.system, each.verdict) == ("aurora", "pass")
        }
        assert all(cell in found.text for cell in passing)


@pytest.mark.parametrize(("threshold", "tone"), [(2.0, "good"), (4.81, "doubtful"), (4.99, "bad")])
def test_people_s_mean_stands_beside_the_score_asked_for(threshold: float, tone: str) -> None:
    """A threshold that was given is compared with what people gave."""
    corpus = demo_corpus()
    human = [one for one in read_human_scores(demo.path(), corpus) if one.metric == "adequacy"]
    found = about(gather(corpus, human=human, scope=Scope(samples=100, threshold=threshold)), "calibration")
    assert found.tone == tone
    assert "People give aurora 4.81 (" in found.text


def prediction(**changes: Any) -> Prediction:
    """A prediction for aurora."""
    plain: dict[str, Any] = {
        "system": "aurora",
        "calibration": "BLEU → adequacy",
        "scores": (50.0,),
        "value": 4.0,
        "low": 3.0,
        "high": 5.0,
        "confidence": 0.95,
        "threshold": 3.5,
        "probability": 0.8,
        "verdict": "can't tell",
        "refusals": (),
        "forced": False,
        "unchecked": (),
        "distance": 0.1,
        "text_error": 0.0,
    }
    return Prediction(**{**plain, **changes})


@pytest.mark.parametrize(
    ("changes", "tone", "words"),
    [
        ({}, "doubtful", "probability of 80 %"),
        ({"verdict": "acceptable", "probability": 0.97}, "good", "97 %"),
        ({"verdict": "not acceptable", "probability": 0.01}, "bad", "1 %"),
        (
            {"threshold": None, "probability": float("nan")},
            "doubtful",
            "set the score your readers need",
        ),
    ],
)
def test_what_is_predicted_is_said_with_its_interval(changes: dict[str, Any], tone: str, words: str) -> None:
    """A prediction is sure, unsure, or without a threshold to pass."""
    found = about(
        replace(text_dossier(), prospects=Prospects((), (), (), (prediction(**changes),))), "calibration"
    )
    assert found.tone == tone
    assert "4.00 (3.00 to 5.00)" in found.text
    assert words in found.text


def test_what_is_unfit_comes_before_a_warning() -> None:
    """The worst is said in words, the rest is counted."""
    findings = (
        Finding("one", "warning", "One is doubtful.", {}),
        Finding("two", "unfit", "Half of the segments are copies.", {}),
    )
    found = about(replace(text_dossier(), findings=findings), "checks")
    assert found.tone == "bad"
    assert (
        found.text
        == "Do not rely on these scores: Half of the segments are copies. One more check raised a warning."
    )
    fine = Finding("one", "fine", "It is.", {})
    assert about(replace(text_dossier(), findings=(fine,)), "checks").tone == "good"


@pytest.mark.parametrize("systems", [("aurora",), ("aurora", "birch")])
def test_few_judged_systems_are_judged_nevertheless(systems: tuple[str, ...]) -> None:
    """A line takes more systems; who was judged, and whether that is enough, needs none."""
    corpus = demo_corpus()
    few = replace(corpus, systems={name: corpus.systems[name] for name in systems})
    human = [one for one in read_human_scores(demo.path(), corpus) if one.metric == "adequacy"]
    dossier = gather(few, human=human, scope=Scope(samples=100, threshold=3.0))
    said = [one.text for one in statements_of(dossier)]
    assert not any("Nobody judged" in text for text in said)
    assert any("People give aurora 4.81 (" in text and "above the 3.00 that you set" in text for text in said)
    missing = {one.part for one in dossier.omissions}
    assert "people" in missing
    assert "prospects" not in missing
    assert figures(dossier)["people"]["agreements"] == []


def test_a_judged_copy_of_the_reference_is_not_the_best_machine() -> None:
    """People's scores of it are measured apart, so nothing is compared with it."""
    corpus = demo_corpus()
    copied = replace(
        corpus,
        systems={**corpus.systems, "human": [text or "" for text in corpus.references.streams[0]]},
        human_systems=frozenset(),
    )
    human = [one for one in read_human_scores(demo.path(), corpus) if one.metric == "adequacy"]
    dossier = gather(copied, human=human, scope=FEW)
    assert dossier.ranking[0] == "human"
    assert dossier.machines[0] == "aurora"
    assert headline_of(dossier) == "People and metrics agree: aurora is best of 5 systems."
