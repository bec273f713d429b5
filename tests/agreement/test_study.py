"""Raters, plans and studies: what is measured over what."""

from math import isnan
from typing import Any

import numpy as np
import pytest

from karat import Bleu, Corpus, Ter, evaluate
from karat.agreement import (
    Layout,
    Plan,
    Rater,
    equal_segments,
    equal_systems,
    human_translations,
    judged,
    order_sweep,
    pair,
    partial_correlations,
    rank_metrics,
    shift_of,
    study,
    tracks,
    translators,
    verdict,
)
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.metrics import Metric
from karat.scores import ScoreTable

REFERENCE = ["a b c d e f g h", "i j k l m n o p", "q r s t u v w x", "a c e g i k m o"]


def spoiled(level: int) -> list[str]:
    """The reference with some words of each segment wrong, in the middle and at the end."""
    texts = []
    for segment in REFERENCE:
        words = segment.split()
        for place in (7, 3, 5, 1, 6)[:level]:
            words[place] = "_"
        texts.append(" ".join(words))
    return texts


CORPUS = Corpus.of(
    {f"S{level}": spoiled(level) for level in range(1, 6)},
    REFERENCE,
    documents=["one", "one", "two", "two"],
    text_types=["news", "chat", "news", "chat"],
)
HUMAN = np.array([[5.0, 5, 4, 4], [4, 4, 4, 3], [3, 3, 4, 3], [2, 3, 2, 2], [1, 1, 2, 1]])


def of(metric: Metric) -> Rater:
    """A metric of the corpus."""
    result = evaluate(CORPUS, metric)
    return Rater.of_metric(
        metric, {name: tables[metric.recipe] for name, tables in result.statistics.items()}
    )


def people(values: np.ndarray = HUMAN, name: str = "adequacy") -> Rater:
    """People's scores."""
    return Rater(name, "made up", tuple(CORPUS.systems), np.nanmean(values, axis=1), values)


def test_every_level_and_part() -> None:
    """Systems, segments and documents, over all and in each part."""
    plan = Plan(("system", "segment", "document"), samples=20)
    found = study([of(Bleu())], [people()], plan, Layout(["one", "one", "two", "two"], ["news", "chat"] * 2))
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
    assert found[0].to_dict()["interval"]["level"] == 0.95


def test_direction() -> None:
    """TER counts errors: where it agrees, agreement is positive all the same."""
    plan = Plan(("system", "segment"), ("pearson", "accuracy/item", "kendall"), samples=20)

    assert all(one.value > 0 or isnan(one.value) for one in study([of(Ter())], [people()], plan))
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
    found = study([of(Bleu())], [rater], Plan(samples=20))

    assert {one.systems for one in found} == {("S1", "S3", "S4", "S5")}


@pytest.mark.parametrize("systems", [1, 2])
def test_few_systems(systems: int) -> None:
    """One system has no correlation, two always have a perfect one; nothing breaks."""
    names = tuple(CORPUS.systems)[:systems]
    plan = Plan(("system", "segment", "document"), samples=10)
    found = study(
        [of(Bleu()).only(names)], [people().only(names)], plan, Layout(["one", "one", "two", "two"])
    )
    r = next(one for one in found if (one.statistic, one.level) == ("pearson", "system"))

    assert isnan(r.value) if systems == 1 else abs(r.value) == 1


def test_ties_everywhere() -> None:
    """Scores that are all the same correlate with nothing; as ties they may be right."""
    same = people(np.ones_like(HUMAN))
    constant = Rater("constant", "", same.systems, np.ones(5), np.ones((5, 4)))
    found = {
        (one.level, one.statistic): one.value
        for one in study([constant], [same], Plan(("system", "segment"), samples=10))
    }

    assert isnan(found["system", "pearson"])
    assert isnan(found["segment", "kendall"])
    assert found["system", "accuracy"] == 1.0
    assert found["segment", "calibrated-accuracy"] == 1.0
    assert verdict(constant, same).worst is None


def test_one_segment() -> None:
    """A text of one segment can be measured."""
    found = study([of(Bleu()).within([0])], [people().within([0])], Plan(("system", "segment"), samples=10))

    assert all(one.observations == 5 for one in found)


def test_whole_systems_only() -> None:
    """A metric without segments has nothing below the level of systems."""
    alone = Rater("external", "", tuple(CORPUS.systems), np.arange(5.0))
    found = study([alone], [people()], Plan(("system", "segment", "document"), samples=10))

    assert {one.level for one in found} == {"system"}
    assert "soft-accuracy" not in {one.statistic for one in found}
    for wrong in (lambda: alone.within([0]), lambda: alone.table("segment")):
        with pytest.raises(InvalidOption, match="whole systems only"):
            wrong()


def test_misaligned() -> None:
    """Other systems or rows are refused, and named."""
    values = np.zeros((2, 2))
    first = ScoreTable("BLEU", "", "segment", ("A", "B"), ("1", "2"), values)
    cases = {
        "BLEU has 1 of its 2 systems that mqm does not have: B": ScoreTable(
            "mqm", "", "segment", ("A", "C"), ("1", "2"), values
        ),
        "BLEU has 1 of its 2 segments that mqm does not have: 2": ScoreTable(
            "mqm", "", "segment", ("A", "B"), ("1", "3"), values
        ),
        "mqm has 1 of its 2 systems that BLEU": ScoreTable(
            "mqm", "", "segment", ("A", "B"), ("1", "2"), values
        ),
        "BLEU has scores of the level segment, mqm of the level system": ScoreTable(
            "mqm", "", "system", ("A", "B"), ("1", "2"), values
        ),
    }
    for words, second in cases.items():
        one = (
            ScoreTable("BLEU", "", "segment", ("A",), ("1", "2"), values[:1])
            if "that BLEU" in words
            else first
        )
        with pytest.raises(MisalignedCorpus, match=words):
            pair(one, second)
    turned = ScoreTable("mqm", "", "segment", ("B", "A"), ("2", "1"), np.array([[4.0, 3], [2, 1]]))
    assert pair(first, turned).human.tolist() == [[1, 2], [3, 4]]


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


def test_refused_raters() -> None:
    """Scores that do not fit together are refused."""
    table = ScoreTable("mqm", "", "segment", ("A", "B"), ("1",), np.zeros((2, 1)))
    other = ScoreTable("mqm", "", "system", ("B", "A"), ("all",), np.zeros((2, 1)))
    with pytest.raises(MisalignedCorpus, match="1 scores of systems for 2 systems"):
        Rater("mqm", "", ("A", "B"), np.zeros(1))
    with pytest.raises(MisalignedCorpus, match="other systems"):
        Rater.of_tables(table, other)
    with pytest.raises(InvalidOption, match="got: segment, segment"):
        Rater.of_tables(table, table)
    with pytest.raises(UnknownName, match="mqm score of the system 'C'"):
        Rater.of_tables(table).only(["C"])
    with pytest.raises(MisalignedCorpus, match="document of each of 1"):
        Rater.of_tables(table).table("document")


def test_human_translations() -> None:
    """People are found by what the data say, or because they are a reference."""
    corpus = Corpus(
        {**CORPUS.systems, "copy": REFERENCE, "other": spoiled(2)},
        CORPUS.references,
        human_systems=frozenset({"other"}),
    )
    found = human_translations(corpus)
    assert found == {"copy": True, "other": False}

    bleu = Bleu()
    result = evaluate(corpus, bleu)
    ours = Rater.of_metric(bleu, {name: tables[bleu.recipe] for name, tables in result.statistics.items()})
    human = Rater("adequacy", "", tuple(corpus.systems), np.array([5.0, 4, 3, 2.2, 1.1, 5, 5]))
    copy, other = translators(ours, human, found)
    assert isnan(copy.metric)
    assert isnan(copy.deviations)
    assert other.deviations > 1
    assert other.to_dict()["is_reference"] is False


def test_verdict() -> None:
    """The pair that people see furthest apart of those that the metric turns round."""
    human = people()
    metric = Rater("metric", "", human.systems, np.array([3.0, 5, 4, 2, 1]))
    found = verdict(metric, human)

    assert (found.right_pairs, found.pairs) == (8, 10)
    assert found.worst is not None
    assert (found.worst.better, found.worst.worse) == ("S1", "S3")
    assert found.to_dict()["pearson"] == found.influence.pearson


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.6, 0.9, "yes"),
        (0.1, 0.9, "weakly"),
        (-0.1, 0.9, "not shown"),
        (-0.9, -0.1, "no, the other way round"),
        (float("nan"), 1, "not known"),
    ],
)
def test_tracks(low: float, high: float, answer: str) -> None:
    """An interval answers the question."""
    assert tracks(low, high) == answer


def test_order_sweep() -> None:
    """Every order from one count gives what a count of that order gives."""
    highest = Bleu(order=6)
    counts = {name: highest.count(text, REFERENCE) for name, text in CORPUS.systems.items()}
    fluency = people(HUMAN[:, ::-1] ** 2, "fluency")
    sweep = order_sweep(highest, counts, [people(), fluency], samples=50)

    adequacy = sweep.dimensions[0]
    for one in adequacy.orders:
        values = [score.value for score in evaluate(CORPUS, Bleu(order=one.order)).scores]
        r = np.corrcoef(values, HUMAN.mean(axis=1))[0, 1]
        assert one.pearson == pytest.approx(r)
        assert one.prediction_error == pytest.approx(100 * (1 - r**2))
    assert adequacy.best == 1 + int(np.argmin([one.prediction_error for one in adequacy.orders]))
    (reading,) = sweep.readings
    assert reading.difference == pytest.approx(sweep.dimensions[1].tilt - adequacy.tilt)
    assert 0 < reading.p_value <= 1
    assert sweep.to_dict()["dimensions"][0]["best_order"] == adequacy.best
    with pytest.raises(InvalidOption, match="fewer than 3"):
        order_sweep(highest, dict(list(counts.items())[:2]), [people()])


def test_order_sweep_finds_the_length() -> None:
    """Where people judge by single words, order 1 predicts best; where by long runs, a high order does."""
    rng = np.random.default_rng(1)
    vocabulary = [f"w{number}" for number in range(50)]
    reference = [" ".join(rng.choice(vocabulary, 20)) for _ in range(60)]
    systems, words, runs = {}, [], []
    for number in range(10):
        wrong, moved = rng.uniform(0, 0.5), rng.uniform(0, 0.8)
        texts = []
        for segment in reference:
            tokens = [token if rng.random() > wrong else "x" for token in segment.split()]
            if rng.random() < moved:
                tokens = list(rng.permutation(tokens))
            texts.append(" ".join(tokens))
        systems[f"S{number}"] = texts
        words.append(1 - wrong)
        runs.append((1 - wrong) ** 4 * (1 - moved))
    bleu = Bleu(order=6)
    counts = {name: bleu.count(text, reference) for name, text in systems.items()}
    names = tuple(systems)
    adequacy = Rater("adequacy", "", names, np.array(words))
    fluency = Rater("fluency", "", names, np.array(runs))
    sweep = order_sweep(bleu, counts, [adequacy, fluency], samples=200)

    assert sweep.dimensions[0].best < sweep.dimensions[1].best
    assert sweep.readings[0].difference < 0
    assert sweep.readings[0].p_value < 0.05
    assert sweep.drawn == "systems"


def test_partial_correlations() -> None:
    """With one other dimension it is the textbook formula; with more, what residuals give."""
    rng = np.random.default_rng(2)
    adequacy, fluency, third = rng.normal(size=(3, 40))
    fluency += adequacy
    metric = adequacy + 0.3 * rng.normal(size=40)
    metric[0] = np.nan
    one, other = partial_correlations(metric, {"adequacy": adequacy, "fluency": fluency})
    r = np.corrcoef([metric[1:], adequacy[1:], fluency[1:]])
    expected = (r[0, 1] - r[0, 2] * r[1, 2]) / np.sqrt((1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2))

    assert one.partial == pytest.approx(expected)
    assert one.observations == 39
    assert one.p_value < 0.001 < other.p_value
    assert len(partial_correlations(metric, {"a": adequacy, "f": fluency, "t": third})) == 3
    assert isnan(partial_correlations(metric, {"a": adequacy, "b": 2 * adequacy})[0].partial)
    assert isnan(partial_correlations(metric[:2], {"a": adequacy[:2], "b": fluency[:2]})[0].partial)
    with pytest.raises(InvalidOption, match="at least two"):
        partial_correlations(metric, {"adequacy": adequacy})


def test_equal_segments() -> None:
    """Two translations with the same score, of which people prefer one, with their texts."""
    texts = {"A": ["a b c d x"] + ["a b c d e"] * 9, "B": ["a b c d y"] + ["a b c d e"] * 9}
    corpus = Corpus.of(texts, ["a b c d e"] * 10)
    bleu = Bleu()
    result = evaluate(corpus, bleu)
    ours = Rater.of_metric(bleu, {name: tables[bleu.recipe] for name, tables in result.statistics.items()})
    human = 80.0 + np.arange(20.0).reshape(2, 10) % 3
    human[:, 0] = 90, 20
    found = equal_segments(ours, Rater("da", "", ("A", "B"), human.mean(axis=1), human), corpus)

    assert [(one.segment, one.better, one.worse) for one in found] == [(1, "A", "B")]
    assert (found[0].better_text, found[0].worse_text, found[0].reference) == (
        "a b c d x",
        "a b c d y",
        "a b c d e",
    )
    same = Rater("da", "", ("A", "B"), np.ones(2), np.ones((2, 10)))
    assert equal_segments(ours, same, corpus) == []


def test_equal_systems() -> None:
    """Systems that people tell apart and a metric does not; with it, they are gone."""
    rng = np.random.default_rng(3)
    human = rng.normal(size=(2, 200)) + np.array([[1.0], [0]])
    theirs = Rater("da", "", ("A", "B"), human.mean(axis=1), human)
    noise = rng.normal(size=(2, 200))
    blind = Rater("blind", "", ("A", "B"), noise.mean(axis=1), noise)

    (found,) = equal_systems(blind, theirs)
    assert (found.better, found.worse) == ("A", "B")
    assert found.human_p < 0.01 < found.metric_p
    assert equal_systems(theirs, theirs) == []
    assert equal_systems(of(Bleu()), people()) == []


def test_shift() -> None:
    """Scores that are off by one segment are noticed, those that are not are not."""
    rng = np.random.default_rng(4)
    human = rng.normal(size=(5, 80))
    names = tuple("ABCDE")

    def moved(shift: int, scores: np.ndarray = human, **more: Any) -> Rater:
        return Rater("", "", names, scores.mean(axis=1), np.roll(scores, shift, axis=1), **more)

    good, noisy = (moved(0, 9 + human + noise * rng.normal(size=human.shape)) for noise in (1, 3))
    errors = moved(0, -9 * human, higher_is_better=False)
    whole = Rater("", "", names, human.mean(axis=1))
    for metrics in ([good], [whole, noisy, errors]):
        assert [shift_of(moved(shift), metrics) for shift in (-1, 0, 1)] == [1, 0, -1]
        assert shift_of(moved(1, -human, higher_is_better=False), metrics) == -1
    assert shift_of(moved(1).within(range(5)), [good.within(range(5))]) == 0
    assert shift_of(moved(1), []) == shift_of(moved(1), [whole]) == shift_of(whole, [good]) == 0
    assert shift_of(moved(1, np.full((5, 80), np.nan)), [good]) == 0


def test_judged_only() -> None:
    """Metrics may be taken of the judged segments alone."""
    human = HUMAN.copy()
    human[:, 1] = np.nan
    bleu, alone = of(Bleu()), Rater("external", "", tuple(CORPUS.systems), np.arange(5.0))
    metrics, within, layout = judged([bleu, alone], people(human), Layout(["one", "one", "two", "two"]))

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
    layout = Layout(["one", "one", "two", "two"])
    for metric in (of(Bleu()), of(Ter())):
        plain, turned = (study([metric], [one], plan, layout) for one in (human, errors))
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
