"""Who is first: by each metric, and by people in each dimension; what the first screen speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.agreement import Rater
    from karat.comparison import MetricComparison
    from karat.dossier import Dossier

# Scores that differ by less are the same: the last bits of a mean are noise.
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class FirstPlaces:
    """The machine translations with the best score; several where they share it.

    `machines` are all of them, the best by the first metric first, `judged` those that people judged.
    """

    machines: tuple[str, ...]
    judged: tuple[str, ...]
    by_metric: Mapping[str, tuple[str, ...]]
    by_people: Mapping[str, tuple[str, ...]]

    @property
    def of_first_metric(self) -> tuple[str, ...]:
        """Who is first by the main metric."""
        return next(iter(self.by_metric.values()))

    @property
    def of_first_dimension(self) -> tuple[str, ...]:
        """Who is first by people in the dimension that was named first; nobody where none was judged."""
        return next(iter(self.by_people.values()), ())

    @property
    def metrics_agree(self) -> bool:
        """Whether all metrics put the same systems first."""
        return len(set(self.by_metric.values())) == 1

    @property
    def people_agree(self) -> bool:
        """Whether people put the same systems first in every dimension."""
        return len(set(self.by_people.values())) == 1

    @property
    def all_agree(self) -> bool:
        """Whether people put first, in every dimension, whom the main metric puts first."""
        return self.people_agree and self.of_first_dimension == self.of_first_metric


def first_places(dossier: Dossier) -> FirstPlaces:
    """Who is first in a dossier. Human translations take no part: metrics cannot rank them."""
    machines = dossier.machines or dossier.ranking
    metrics = dossier.evaluation.metrics
    by_metric: dict[str, tuple[str, ...]] = {}
    for place, metric in enumerate(metrics):
        scores = {name: dossier.evaluation[name][place].value for name in machines}
        called = metric.name if dossier.comparison is None else dossier.comparison.metrics[place].metric
        by_metric[called] = _best(scores, 1 if metric.higher_is_better else -1)
    humans = () if dossier.agreement is None else dossier.agreement.material.humans
    known = {human.name: known_scores(human) for human in humans}
    signs = {human.name: human.sign for human in humans}
    judged = [name for name in machines if any(name in scores for scores in known.values())]
    by_people = {name: _best(scores, signs[name]) for name, scores in known.items() if scores}
    return FirstPlaces(tuple(machines), tuple(judged), by_metric, by_people)


def known_scores(human: Rater) -> dict[str, float]:
    """The systems that people judged, with their scores."""
    pairs = zip(human.systems, human.whole.tolist(), strict=True)
    return {name: value for name, value in pairs if not isnan(value)}


def of_people(dossier: Dossier, human: str) -> MetricComparison | None:
    """The tests of systems by people's scores in a dimension, where segments were judged."""
    compared = None if dossier.agreement is None else dossier.agreement.comparison
    return next((one for one in compared.metrics if one.metric == human), None) if compared else None


def surely_behind(compared: MetricComparison | None, first: str, other: str) -> bool:
    """Whether one system is significantly better than another."""
    return compared is not None and first != other and compared.contrast(first, other).winner == first


def _best(scores: Mapping[str, float], sign: float) -> tuple[str, ...]:
    """The systems that share the best score, in their order; all of them where none is known."""
    known = {name: round(sign * value, _DIGITS) for name, value in scores.items() if not isnan(value)}
    best = max(known.values(), default=0.0)
    return tuple(name for name, value in known.items() if value == best) or tuple(scores)
