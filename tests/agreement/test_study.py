"""Plans and studies: what is measured over what."""

from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from tests.agreement.five_systems import CORPUS, HUMAN, REFERENCE, of, people

from karat import Bleu, Corpus, Ter, evaluate
from karat.agreement import Plan, Rater, StudyLayout, judged, rank_metrics, study, verdict
from karat.errors import InvalidOption


def test_every_level_and_part() -> None:
    """Systems, segments and documents, over all and in each part."""
    plan = Plan(("system", "segment", "document"), samples=20)
    found = study(
        [of(Bleu())],
        [people()],
        plan=plan,
        layout=StudyLayout(["one", "one", "two", "two"], ["news", "chat"] * 2),
    )
    sizes = {(one.level, one.part): one.observations for one in found if one.statistic == "pearson"}

    assert sizes == {
        **{("system", part): 5 for part in ("", "news", "chat")},
        ("segment", ""): 20,
        **{("segment", part): 10 for part in ("news", "chat")},
        ("document", ""): 10,
        # A part of this text has one segment of each document.
        **{("document", part): 10 for part in ("news", "chat")},
    }
    assert all(one.value > 0.5 for one in found if one.level == "system" and one.statistic == "pearson")
    assert found[0].to_dict()["interval"]["confidence"] == 0.95


def test_direction() -> None:
    """TER counts errors: where it agrees, agreement is positive all the same."""
    plan = Plan(("system", "segment"), ("pearson", "accuracy/item", "kendall"), samples=20)

    assert all(one.value > 0 or isnan(one.value) for one in study([of(Ter())], [people()], plan=plan))
    assert verdict(of(Ter()), people()).influence.pearson > 0.9


def test_documents_are_scored_as_such() -> None:
    """A document's BLEU is that of its counts, not a mean of its segments."""
    bleu = of(Bleu())
    table = bleu.table("document", ["one", "one", "two", "two"])
    expected = evaluate(CORPUS, Bleu()).table(Bleu(), "document")

    np.testing.assert_allclose(table.values, expected.values)
    assert table.rows == ("one", "two")


def test_a_part_is_scored_as_such() -> None:
    """The same of parts and of resampled texts."""
    bleu = of(Bleu())
    part = bleu.within([0, 2])
    alone = Corpus.of(
        {name: [text[0], text[2]] for name, text in CORPUS.systems.items()}, [REFERENCE[0], REFERENCE[2]]
    )

    np.testing.assert_allclose(part.whole, [score.value for score in evaluate(alone, Bleu()).scores])
    drawn = bleu.drawn(np.array([[1.0, 0, 1, 0]]))
    assert drawn is not None
    np.testing.assert_allclose(drawn[0], part.whole)


def test_systems_without_scores_are_not_counted() -> None:
    """A system that nobody judged is in no figure; the rest is."""
    human = HUMAN.copy()
    human[1] = np.nan
    values = people(np.where(np.isnan(human), 0, human))
    rater = Rater(
        "adequacy", "", values.systems, np.where(np.isnan(human).all(axis=1), np.nan, values.whole), human
    )
    found = study([of(Bleu())], [rater], plan=Plan(samples=20))

    assert {one.systems for one in found} == {("S1", "S3", "S4", "S5")}


@pytest.mark.parametrize("systems", [1, 2])
def test_few_systems(systems: int) -> None:
    """One system has no correlation, two always have a perfect one; nothing breaks."""
    names = tuple(CORPUS.systems)[:systems]
    plan = Plan(("system", "segment", "document"), samples=10)
    found = study(
        [of(Bleu()).only(names)],
        [people().only(names)],
        plan=plan,
        layout=StudyLayout(["one", "one", "two", "two"]),
    )
    r = next(one for one in found if (one.statistic, one.level) == ("pearson", "system"))

    assert isnan(r.value) if systems == 1 else abs(r.value) == 1


@pytest.mark.parametrize(("systems", "drawn"), [(3, False), (4, True)])
def test_three_systems_have_no_interval(systems: int, drawn: bool) -> None:
    """Two of three points have a correlation of ±1, so resamples of three systems say nothing; four are drawn."""
    names = tuple(CORPUS.systems)[:systems]
    r, *_ = study(
        [of(Bleu()).only(names)], [people().only(names)], plan=Plan(statistics=("pearson",), samples=50)
    )

    assert (r.interval is not None, bool(r.drawn)) == (drawn, drawn)


def test_ties_everywhere() -> None:
    """Scores that are all the same correlate with nothing; as ties they may be right."""
    same = people(np.ones_like(HUMAN))
    constant = Rater("constant", "", same.systems, np.ones(5), np.ones((5, 4)))
    found = {
        (one.level, one.statistic): one.value
        for one in study([constant], [same], plan=Plan(("system", "segment"), samples=10))
    }

    assert isnan(found["system", "pearson"])
    assert isnan(found["segment", "kendall"])
    assert found["system", "accuracy"] == 1.0
    assert found["segment", "calibrated-accuracy"] == 1.0
    assert verdict(constant, same).worst is None


def test_one_segment() -> None:
    """A text of one segment can be measured."""
    found = study(
        [of(Bleu()).within([0])], [people().within([0])], plan=Plan(("system", "segment"), samples=10)
    )

    assert all(one.observations == 5 for one in found)


def test_whole_systems_only() -> None:
    """A metric without segments has nothing below the level of systems."""
    alone = Rater("external", "", tuple(CORPUS.systems), np.arange(5.0))
    found = study([alone], [people()], plan=Plan(("system", "segment", "document"), samples=10))

    assert {one.level for one in found} == {"system"}
    assert "soft-accuracy" not in {one.statistic for one in found}
    for wrong in (lambda: alone.within([0]), lambda: alone.table("segment")):
        with pytest.raises(InvalidOption, match="whole systems only"):
            wrong()


def test_refused_plans() -> None:
    """What does not exist is refused."""
    wrong = (
        {"levels": ("word",)},
        {"statistics": ("correlation",)},
        {"statistics": ("pearson/word",)},
        {"statistics": ("soft-accuracy/item",)},
        {"statistics": ("soft-accuracy",), "levels": ("segment",)},
        {"draw": "words"},
        {"samples": 0},
        {"seed": -1},
        {"confidence": 1.0},
    )
    for options in wrong:
        with pytest.raises(InvalidOption):
            Plan(**options)


def test_judged_only() -> None:
    """Metrics may be taken of the judged segments alone."""
    human = HUMAN.copy()
    human[:, 1] = np.nan
    bleu, alone = of(Bleu()), Rater("external", "", tuple(CORPUS.systems), np.arange(5.0))
    metrics, within, layout = judged([bleu, alone], people(human), StudyLayout(["one", "one", "two", "two"]))

    np.testing.assert_allclose(metrics[0].whole, bleu.within([0, 2, 3]).whole)
    assert metrics[1] is alone
    assert within.covered == 3
    assert layout.documents == ["one", "two", "two"]
    whole = Rater("official", "", tuple(CORPUS.systems), np.arange(5.0))
    assert judged([bleu], whole, layout) == ((bleu,), whole, layout)


def test_errors_of_people() -> None:
    """Where people count errors, everything that agreement tells is the same."""
    human = people()
    errors = Rater("errors", "made up", human.systems, -human.whole, -HUMAN, higher_is_better=False)
    plan = Plan(("system", "segment", "document"), samples=20)
    layout = StudyLayout(["one", "one", "two", "two"])
    for metric in (of(Bleu()), of(Ter())):
        plain, turned = (study([metric], [one], plan=plan, layout=layout) for one in (human, errors))
        for first, second in zip(plain, turned, strict=True):
            if first.statistic != "soft-accuracy":  # its p-values count ties on one side
                np.testing.assert_allclose(second.value, first.value)
                assert str(second.interval) == str(first.interval) or first.statistic == "pearson"
        good, bad = verdict(metric, human), verdict(metric, errors)
        assert (good.right_pairs, good.worst) == (bad.right_pairs, bad.worst)
        assert bad.influence.pearson == pytest.approx(good.influence.pearson)
        values = [
            rank_metrics(
                [of(Bleu()), of(Ter())], one, level="segment", statistic="accuracy", samples=50
            ).places
            for one in (human, errors)
        ]
        assert [place.metric for place in values[0]] == [place.metric for place in values[1]]


def test_documents_that_nobody_judged_are_no_units() -> None:
    """They are not counted, nor drawn: the interval is that of the judged documents alone."""
    values = np.random.default_rng(3).normal(size=(2, 4, 40)) + np.arange(4)[:, None]
    theirs = values[1].copy()
    theirs[:, 30:] = np.nan
    documents = [f"document {place // 5}" for place in range(40)]
    systems = tuple("ABCD")
    metric = Rater("BLEU", "made up", systems, values[0].mean(axis=1), values[0])
    human = Rater("adequacy", "made up", systems, np.nanmean(theirs, axis=1), theirs)
    plan = Plan(("segment", "document"), samples=100)
    found = study([metric], [human], plan=plan, layout=StudyLayout(documents))
    assert {each.units for each in found} == {"6 documents"}
    rows = list(range(30))
    alone = study([metric.within(rows)], [human.within(rows)], plan=plan, layout=StudyLayout(documents[:30]))
    assert [(each.value, each.interval) for each in found] == [(each.value, each.interval) for each in alone]


def test_the_recipe_says_what_is_drawn_at_each_level() -> None:
    """Systems where they are compared, else the text."""
    assert Plan().recipe.startswith("draw:system|")
    assert Plan(("segment", "document")).recipe.startswith("draw:document|")
    assert Plan(("system", "segment")).recipe.startswith("draw:system=system,segment=document|")
    assert Plan(("system", "segment"), draw="segment").recipe.startswith("draw:segment|")
    assert Plan(("system", "segment"), draw="both").recipe.startswith("draw:system=both,segment=document|")


def test_an_interval_is_that_of_the_printed_value() -> None:
    """A stored metric may have scores of systems that are not the means of its segments."""
    values = np.random.default_rng(5).normal(size=(2, 6, 40)) + np.arange(6)[:, None]
    systems = tuple("ABCDEF")
    stored = Rater("stored", "made up", systems, np.array([3.0, 1.0, 2.0, 5.0, 4.0, 4.5]), values[0])
    human = Rater("adequacy", "made up", systems, values[1].mean(axis=1), values[1])
    (of_text,) = study([stored], [human], plan=Plan(statistics=("pearson",), draw="segment", samples=100))
    assert of_text.interval is None
    (of_systems,) = study([stored], [human], plan=Plan(statistics=("pearson",), samples=100))
    alone = replace(stored, segments=None)
    (of_whole,) = study([alone], [human], plan=Plan(statistics=("pearson",), samples=100))
    assert of_systems.interval == of_whole.interval is not None
    means = replace(stored, whole=values[0].mean(axis=1))
    (of_means,) = study([means], [human], plan=Plan(statistics=("pearson",), draw="segment", samples=100))
    assert of_means.interval is not None
    assert of_means.interval.low <= of_means.value <= of_means.interval.high
