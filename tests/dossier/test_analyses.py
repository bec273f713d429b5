"""The answers of a dossier, each beside the analysis that it comes from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dossier.small_data import FAST, TEXTS, people, systems

from karat import Bleu, Chrf, Corpus, External, Ter, evaluate, metric
from karat.agreement import human_raters
from karat.diagnosis.damages import DAMAGES
from karat.diagnosis.sensitivity import sensitivity
from karat.diagnosis.variation import variation
from karat.dossier import Dossier
from karat.dossier.analyses import (
    _spread,
    agreement_answer,
    damage_answer,
    entity_answer,
    equated_units,
    most_judged,
    variation_answer,
)
from karat.dossier.dossier import evenly
from karat.entities.entity import Entity
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from karat.evaluation import Evaluation

CORPUS = Corpus.of(systems(5), TEXTS)


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    """Five systems of falling quality."""
    return evaluate(CORPUS, Bleu(order=3), Chrf())


@given(st.integers(1, 30), st.integers(1, 10))
def test_some_systems_stand_for_all(count: int, most: int) -> None:
    """As many as asked for, in order, each once; the first always, and the last where there are two."""
    names = [f"s{place}" for place in range(count)]
    taken = _spread(names, most)
    assert len(taken) == min(count, most)
    assert taken == sorted(set(taken), key=names.index)
    assert taken[0] == names[0]
    assert len(taken) == 1 or taken[-1] == names[-1]


def test_variation_is_that_of_an_even_sample(evaluation: Evaluation) -> None:
    """The best, the middle and the worst system, under the first BLEU that was asked for."""
    ranking = list(CORPUS.systems)
    found = variation_answer(evaluation, ranking, replace(FAST, arranging=3))
    assert [one.system for one in found.systems] == ["s0", "s2", "s4"]
    assert (found.metric, found.segments) == ("BLEU-w3", 8)
    part = evenly(CORPUS, 8, systems=["s0"])
    (expected,) = variation(part, Bleu(order=3), enumerate_up_to=0)
    assert found.systems[0].safe.tolist() == expected.safe.tolist()
    assert found.recipe == Bleu(order=3).recipe


def test_the_segment_to_see_has_blocks_and_is_short(evaluation: Evaluation) -> None:
    """Of the best system, with as many blocks as can be shown, and one of the sample."""
    found = variation_answer(evaluation, list(CORPUS.systems), FAST)
    assert found.example is not None
    assert found.example.system == "s0"
    assert len(found.example.blocks) in range(4, 10)
    shown = [blocks for blocks in found.systems[0].blocks.tolist() if blocks in range(4, 10)]
    assert len(found.example.blocks) == max(shown)


def test_without_a_segment_to_see_there_is_none() -> None:
    """Perfect outputs are one block each."""
    found = variation_answer(evaluate(Corpus.of(TEXTS, TEXTS), Chrf()), ["hypothesis"], FAST)
    assert found.example is None
    assert found.recipe == Bleu().recipe


def test_weights_of_bleu_play_no_part_in_counts() -> None:
    """What is counted are matches, so the weights of the orders are left out."""
    weighted = Bleu(order=2, weights=(0.9, 0.1))
    found = variation_answer(evaluate(CORPUS, weighted), ["s0"], FAST)
    assert found.recipe == Bleu(order=2).recipe


def test_units_are_equated_on_a_sample(evaluation: Evaluation) -> None:
    """Of all systems, with as many samples as the scope has, and not more than 500."""
    found = equated_units(evaluation, replace(FAST, samples=900))
    assert found.equation.systems == tuple(CORPUS.systems)
    assert found.equation.words.lengths.shape == (5, 12)
    assert found.equation.criteria.samples == 500
    assert equated_units(evaluation, FAST).equation.criteria.samples == 20


def test_damage_is_answered_by_metrics_that_read_text(evaluation: Evaluation) -> None:
    """As the function of its own would, on a sample of the system; damages without a site are named."""
    found = damage_answer(evaluation, "s1", FAST)
    expected = sensitivity(evenly(CORPUS, 8, systems=["s1"]), "s1", [Bleu(order=3), Chrf()], samples=20)
    assert list(found.responses) == expected
    assert (found.system, found.segments, found.names) == ("s1", 8, ("BLEU-w3", "chrF2"))
    struck = {response.dose.damage for response in found.responses[0].responses}
    assert struck.isdisjoint(found.unstruck)
    assert struck | set(found.unstruck) == set(DAMAGES)


def test_metrics_of_names_do_not_answer_to_damage() -> None:
    """Marked entities are of the references, and a damaged text has none of its own."""
    marked = [[Entity.of(text, 0, len(text.split()[0]), "PERSON")] for text in TEXTS]
    corpus = Corpus.of(systems(1), TEXTS, entities=[marked])
    found = damage_answer(evaluate(corpus, metric("nee"), Ter()), "s0", FAST)
    assert found.names == ("TER",)


@pytest.mark.parametrize(
    ("target", "language"), [(None, "en"), ("de", "de"), ("de-AT", "de"), ("pt_BR", "pt"), ("tlh", "none")]
)
def test_entities_are_looked_for_in_the_language_of_the_text(target: str | None, language: str) -> None:
    """A region plays no part; where Karat does not know the language, names are still found."""
    marked = [[Entity.of(text, 0, len(text.split()[0]), "PERSON")] for text in TEXTS]
    corpus = replace(Corpus.of(systems(1), TEXTS, entities=[marked]), target_language=target)
    found = entity_answer(evaluate(corpus, Bleu()))
    assert [score.value for score in found.scores] == [100.0]
    assert found.recipe == metric("nee", language=language).settled(corpus).recipe


def test_entities_are_counted_as_the_metric_that_was_asked_for() -> None:
    """A NEE among the metrics decides how."""
    marked = [[Entity.of(text, 0, len(text.split()[0]), "PERSON")] for text in TEXTS]
    corpus = Corpus.of(systems(2), TEXTS, entities=[marked])
    asked = metric("nee", language="de")
    assert entity_answer(evaluate(corpus, asked)).recipe == asked.settled(corpus).recipe


def test_dimensions_beyond_the_scope_are_named(evaluation: Evaluation) -> None:
    """Only so many kinds of human scores are looked at; the others are said to be unused."""
    raters = human_raters([people(CORPUS, name) for name in ("adequacy", "fluency", "style")])
    found = agreement_answer(evaluation, raters, corpus=CORPUS, name="x", scope=replace(FAST, dimensions=1))
    assert [human.name for human in found.material.humans] == ["adequacy"]
    assert found.unused == ("fluency", "style")


def test_people_compare_systems_where_they_judged_segments(evaluation: Evaluation) -> None:
    """By segments there are tests of systems; scores of whole systems have none."""
    by_segment = human_raters([people(CORPUS)])
    found = agreement_answer(evaluation, by_segment, corpus=CORPUS, name="x", scope=FAST)
    assert found.comparison is not None
    assert [one.system for one in found.comparison.metrics[0].standings] == list(CORPUS.systems)
    by_system = human_raters([people(CORPUS, level="system")])
    found = agreement_answer(evaluation, by_system, corpus=CORPUS, name="x", scope=FAST)
    assert found.comparison is None


def test_text_types_have_an_agreement_of_their_own(evaluation: Evaluation) -> None:
    """Where there are two of them; one type is the whole text."""
    raters = human_raters([people(CORPUS)])
    halves = replace(CORPUS, text_types=["news", "chat"] * 12)
    for corpus, there in (
        (halves, True),
        (replace(CORPUS, text_types=["news"] * 24), False),
        (CORPUS, False),
    ):
        found = agreement_answer(evaluation, raters, corpus=corpus, name="x", scope=FAST)
        assert (found.by_part is not None) is there


@pytest.mark.parametrize("judged", [1, 2])
def test_fewer_than_three_judged_systems_are_not_measured(evaluation: Evaluation, judged: int) -> None:
    """A line goes through any two points; what people gave the systems is kept."""
    raters = human_raters([people(CORPUS, judged=judged)])
    found = agreement_answer(evaluation, raters, corpus=CORPUS, name="x", scope=FAST)
    assert (found.found, found.by_part, found.sweeps) == (None, None, ())
    assert [human.name for human in found.material.humans] == [raters[0].name]


def test_nobody_judged_these_systems(evaluation: Evaluation) -> None:
    """There is nothing to say of people."""
    with pytest.raises(InvalidOption, match="People judged none of the systems"):
        agreement_answer(evaluation, [], corpus=CORPUS, name="x", scope=FAST)


def test_the_dimension_with_most_judged_systems_counts() -> None:
    """Three systems in one dimension are enough, though another has two."""
    raters = human_raters([people(CORPUS, "a", judged=2), people(CORPUS, "b", judged=3)])
    assert most_judged(raters) == 3
    assert most_judged([]) == 0


def test_a_ranking_puts_what_has_no_value_last() -> None:
    """The best first, by the direction of the first metric; NaN ranks behind everything."""
    for one in (Bleu(), Ter()):
        dossier = Dossier("x", evaluate(CORPUS, one), FAST)
        assert dossier.ranking == list(CORPUS.systems)
    table = people(CORPUS, "COMET")
    unscored = replace(table, values=np.where(np.arange(5)[:, None] == 0, np.nan, table.values))
    comet = External.of_table(unscored, higher_is_better=True)
    assert Dossier("x", evaluate(CORPUS, comet), FAST).ranking == ["s1", "s2", "s3", "s4", "s0"]


def test_people_are_ranked_but_are_no_machines() -> None:
    """A human translation has a rank among all, and none among the machines."""
    corpus = replace(CORPUS, human_systems=frozenset({"s0"}))
    dossier = Dossier("x", evaluate(corpus, Bleu()), FAST)
    assert dossier.ranking[0] == "s0"
    assert dossier.machines == ["s1", "s2", "s3", "s4"]
    assert dossier.corpus is corpus
