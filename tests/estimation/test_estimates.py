"""Human scores of systems and differences, from few judgements and many metric scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.estimation.made_up import KINDS, text

from karat.errors import InvalidOption
from karat.estimation import Choices, Estimation, SampleDesign, estimates
from karat.estimation.studentized import measured, student_measured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.display import Results
    from karat.estimation import PeopleEstimates

WHOLE = text()


def parts_found(
    judged: NDArray[np.bool_],
    metrics: Sequence[str] | None = None,
    *,
    by: str | None = None,
    samples: int = 200,
    **choices: Any,
) -> Results[PeopleEstimates]:
    """Estimates from what was judged."""
    return estimates(WHOLE.material(judged, metrics), Choices(samples=samples, **choices), by=by)


def found(judged: NDArray[np.bool_], metrics: Sequence[str] | None = None, **choices: Any) -> PeopleEstimates:
    """Those of the whole text."""
    (made,) = parts_found(judged, metrics, **choices)
    return made


def out_of_proportion() -> NDArray[np.bool_]:
    """Sixteen documents of news and five of speech."""
    names = sorted(set(WHOLE.documents))
    taken = {*names[0:32:2], *names[1:11:2]}
    return np.array([name in taken for name in WHOLE.documents])


def test_judgements_alone_are_the_mean_over_strata() -> None:
    """Without a metric the score is the mean of each text type's documents, weighted by its segments."""
    judged, kinds = out_of_proportion(), np.array(WHOLE.text_types)
    for place, one in enumerate(found(judged).systems):
        parts = [WHOLE.human[place, judged & (kinds == kind)].mean() for kind in KINDS]
        shares = [(kinds == kind).mean() for kind in KINDS]
        assert one.alone.value == pytest.approx(np.dot(parts, shares))


def test_standard_error_of_documents_is_the_survey_formula() -> None:
    """Linearized residuals of whole documents, stratum by stratum, less what was drawn: by a slow loop."""
    judged = out_of_proportion()
    one = found(judged).systems[0]
    variance = 0.0
    for kind in KINDS:
        names = sorted(
            {name for name, own in zip(WHOLE.documents, WHOLE.text_types, strict=True) if own == kind}
        )
        rows = {name: [n for n, each in enumerate(WHOLE.documents) if each == name] for name in names}
        drawn = [name for name in names if judged[rows[name]].all()]
        values = [WHOLE.human[0, rows[name]] for name in drawn]
        mean = sum(map(sum, values)) / sum(map(len, values))
        off = [sum(own) - mean * len(own) for own in values]
        size = sum(map(len, values)) / len(values)
        spread = sum(each**2 for each in off) / (len(off) - 1)
        share = WHOLE.text_types.count(kind) / len(WHOLE.text_types)
        variance += share**2 * (1 - len(drawn) / len(names)) * spread / len(drawn) / size**2
    assert one.alone.error == pytest.approx(variance**0.5)
    assert (one.units, one.population, one.unit) == (21, 60, "document")


def test_corrected_mean_is_the_formula() -> None:
    """Each judgement minus its fold's weight times how far its score is from the text's: by a slow loop."""
    judged = WHOLE.drawn(20, seed=3)
    material = WHOLE.material(judged, ["good"])
    estimation = Estimation.of(material, material.humans[0], Choices(samples=20))
    weights, scores = estimation.weights, estimation.judged.scores[0]
    left = 1 - 20 / 60
    for place, one in enumerate(estimation.found().systems):
        corrected = []
        for row in np.flatnonzero(judged):
            slopes = weights.slopes[:, place, 0]
            weight = left * slopes[weights.fold[row]] + (1 - left) * slopes.mean()
            further = scores[place, row] - scores[place].mean()
            corrected.append(WHOLE.human[place, row] - weight * further)
        assert one.with_metric.value == pytest.approx(np.mean(corrected))


def test_good_metric_narrows_intervals_and_noise_does_not() -> None:
    """A metric that follows people saves judgements; one that does not saves none and costs nothing."""
    judged = WHOLE.drawn(25, seed=5)
    good, noise = found(judged, ["good"]), found(judged, ["noise"])
    assert good.saving.is_some
    assert good.saving.share > 0.1
    assert not noise.saving.is_some
    assert noise.saving.saved == 0
    assert noise.saving.variance < 1.03


def test_metric_is_chosen_among_several() -> None:
    """Of a metric that follows people and one that does not, the first is chosen or both are weighed."""
    assert "good" in found(WHOLE.drawn(25, seed=5), ["noise", "good"]).chosen


def test_metric_brings_estimates_nearer_to_the_truth() -> None:
    """Over many samples, the error with the metric is clearly smaller, and the mean error is none."""
    alone, corrected = [], []
    for seed in range(30):
        made = found(WHOLE.drawn(15, seed), ["good", "noise"], seed=seed, samples=20, sample="random")
        alone.append([one.alone.value for one in made.systems] - WHOLE.truth)
        corrected.append([one.with_metric.value for one in made.systems] - WHOLE.truth)
    rms = np.sqrt(np.mean(np.square(corrected)) / np.mean(np.square(alone)))
    assert rms < 0.92
    assert abs(np.mean(corrected)) < 3 * np.std(np.mean(corrected, axis=1)) / 30**0.5


def test_intervals_cover_the_truth() -> None:
    """Nominal 95 % intervals of skewed scores, by documents, cover 91 to 99 % of 60 samples of 3 systems."""
    hits: dict[str, list[bool]] = {"alone": [], "with_metric": [], "differences": []}
    for seed in range(60):
        made = found(WHOLE.drawn(25, seed), ["good"], seed=seed, sample="random")
        for name in ("alone", "with_metric"):
            hits[name] += [
                getattr(one, name).low <= true <= getattr(one, name).high
                for one, true in zip(made.systems, WHOLE.truth, strict=True)
            ]
        for one, (first, second) in zip(made.differences, ((0, 1), (0, 2), (1, 2)), strict=True):
            true = WHOLE.truth[first] - WHOLE.truth[second]
            hits["differences"].append(one.with_metric.low <= true <= one.with_metric.high)
    for name, own in hits.items():
        assert 0.91 <= np.mean(own) <= 0.99, name


def test_everything_judged_is_known() -> None:
    """A text that is judged as a whole has its mean as score, without error; of texts like it, it has one."""
    judged = np.ones(len(WHOLE.documents), dtype=bool)
    here, elsewhere = found(judged), found(judged, target="texts-like-it")
    assert [one.with_metric.value for one in here.systems] == pytest.approx(WHOLE.truth.tolist())
    assert all(one.with_metric.error == 0 == one.with_metric.width for one in here.systems)
    # Of texts like it, a metric can add nothing to what is judged.
    for one in elsewhere.systems:
        assert one.with_metric.to_dict() == pytest.approx(one.alone.to_dict())
        assert one.alone.error > 0
    assert not elsewhere.saving.is_some


def test_texts_like_it_are_less_sure_than_this_text() -> None:
    """The variance is that of this text, and that of a text of so many documents: here half are judged."""
    judged = WHOLE.drawn(30, seed=2)
    here, elsewhere = (found(judged, ["good"], target=target) for target in ("this-text", "texts-like-it"))
    for one, other in zip(here.systems, elsewhere.systems, strict=True):
        assert one.with_metric.value == pytest.approx(other.with_metric.value)
        wanted = np.hypot(one.with_metric.error, 0.5**0.5 * other.alone.error)
        assert other.with_metric.error == pytest.approx(wanted, rel=0.15)


def test_differences_are_paired_where_both_were_judged() -> None:
    """Systems judged on the same documents are compared on them, which is surer than two scores."""
    judged = np.array([WHOLE.drawn(20, 1), WHOLE.drawn(20, 1), WHOLE.drawn(20, 2)])
    made = found(judged, ["good"])
    first, *others = made.differences
    assert (first.paired, [one.paired for one in others]) == (True, [False, False])
    apart = np.hypot(made.systems[0].alone.error, made.systems[1].alone.error)
    assert first.alone.error < apart


def test_unpaired_difference_of_the_same_documents_is_the_paired_one() -> None:
    """Taking both systems apart on shared documents gives the error of their differences: by hand."""
    judged = WHOLE.drawn(20, seed=1)
    design = SampleDesign.of(judged, WHOLE.documents, WHOLE.text_types)
    strata = design.strata(judged)
    parts = [(strata, WHOLE.human[[place]].T) for place in (0, 1)]
    apart = student_measured(parts, design.units, confidence=0.95)
    together = measured(strata, (WHOLE.human[[0]] - WHOLE.human[[1]]).T, confidence=0.95, samples=100, seed=1)
    assert (apart.value, apart.error) == pytest.approx((together.values[0], together.errors[0]))


def test_parts_of_the_text_have_scores_of_their_own() -> None:
    """By text type there is a result for each, of its segments alone."""
    whole, *parts = parts_found(WHOLE.drawn(24, seed=2), by="text-type")
    assert [one.part for one in (whole, *parts)] == ["", *KINDS]
    assert parts[0].systems[0].segments == WHOLE.text_types.count("news")


def test_text_types_that_nobody_judged_are_told() -> None:
    """The score is then of the others, and says so."""
    news = np.array(WHOLE.text_types) == "news"
    made = found(WHOLE.drawn(30, seed=2) & news, sample="random")
    assert made.uncovered == ("speech",)
    assert made.systems[0].segments == news.sum()


def test_same_seed_same_figures() -> None:
    """Nothing else decides a figure."""
    judged = WHOLE.drawn(20, seed=2)
    assert found(judged).to_dict() == found(judged).to_dict()


def test_sample_chosen_for_ranking_is_refused() -> None:
    """The segments on which systems differ most by the metric have no mean of the text."""
    spread = WHOLE.metrics["good"].std(axis=0)
    chosen = spread >= np.quantile(spread, 0.7)
    with pytest.raises(InvalidOption, match=r"do not look like a random sample.*sample='random'"):
        found(chosen)
    assert found(chosen, sample="random").systems
    with pytest.raises(InvalidOption, match="were chosen for ranking"):
        found(WHOLE.drawn(20, seed=2), sample="ranking")


def test_too_few_judgements_are_refused() -> None:
    """One judged document has no error."""
    with pytest.raises(InvalidOption, match="No system has two judged documents"):
        found(WHOLE.drawn(1, seed=2), sample="random")
