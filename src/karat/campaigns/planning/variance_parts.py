"""What judgements vary by: assumed, or estimated from the judgements of a pilot.

A judgement is the mean of its system, plus how hard document and segment are, how severe the judge is (in
general, on this document, on this segment), how well the system does on this document and segment, how the
judge likes the system, and the rest. Each of these is a random effect with a variance.

The estimate is by the method of moments: for each effect, the squares of its groups' sums have an expectation
that is linear in the variances, once the systems' means are taken out. These equations hold exactly, whether
the pilot is balanced or not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.campaigns.planning.judged_rows import JudgedRows
from karat.errors import InvalidOption
from karat.judgements.side_by_side import judged_pages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.arrays import Floats
    from karat.judgements import Judgements
    from karat.judgements.scale import Scale

# What the rows of one group have in common, by the name of the effect. In this order effects are separated:
# if a pilot cannot tell two apart, the first has all of both. So nothing is taken for chance that more judges
# would lessen, unless the pilot shows that it is.
EFFECTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "system × segment": ("system", "segment"),
        "judge": ("judge",),
        "segment": ("segment",),
        "rest": (),
        "judge × segment": ("judge", "segment"),
        "system × document": ("system", "document"),
        "judge × system": ("judge", "system"),
        "document": ("document",),
        "judge × document": ("judge", "document"),
    }
)
# Standard deviations as shares of the scale, for scales with ends. Measured by the method above where ESA was
# done twice in WMT 2023, English to German (Kocmi et al. 2024): 207 segments, 12 systems. Those data do not
# name judges: severity and judge × segment are conventions, other effects of judges are those of two pools.
# On a scale from 1 to 5, the difference between two systems on a segment then has a standard deviation of
# 1.05 if one judge gives both values, and of 1.26 if two do. Usually 1.2 is planned with.
ASSUMED: Mapping[str, float] = MappingProxyType(
    {
        "system × segment": 0.07,
        "judge": 0.10,
        "segment": 0.05,
        "rest": 0.15,
        "judge × segment": 0.07,
        "system × document": 0.08,
        "judge × system": 0.02,
        "document": 0.04,
        "judge × document": 0.02,
    }
)
ASSUMED_SYSTEMS = 0.07
# Errors are counted without an end, and most segments have few: MQM of the same texts by two campaigns,
# as shares of the 25 that Google's weights give to a segment at most.
ASSUMED_ERRORS: Mapping[str, float] = MappingProxyType(
    {
        "system × segment": 0.0,
        "judge": 0.17,
        "segment": 0.13,
        "rest": 0.23,
        "judge × segment": 0.24,
        "system × document": 0.08,
        "judge × system": 0.05,
        "document": 0.05,
        "judge × document": 0.0,
    }
)
# Who wins on a page is nearly all chance, and nothing of it is the judge's severity: the difference between
# two systems has a standard deviation of .9 on a page, where 1 is the most. A convention, not measured.
ASSUMED_WINS: Mapping[str, float] = MappingProxyType(
    {**dict.fromkeys(EFFECTS, 0.0), "system × segment": 0.3, "rest": 0.55, "system × document": 0.05}
)
_TWICE = "done twice in WMT 2023 English–German (Kocmi et al. 2024)"
_SOURCES = {
    "scale": f"assumed: shares of the scale's length as measured of ESA, {_TWICE}; the severity of judges "
    "and judge × segment are conventions",
    "errors": "assumed: shares of 25 points as measured of MQM, by two campaigns on WMT 2023 English–German",
    "wins": "assumed: by convention; no measurement is known",
}
# The span of a scale that has no end: most errors that Google's weights give to one segment.
_ENDLESS = 25.0
# Effects whose equations are so nearly the same cannot be separated.
_APART = 1e-3


@dataclass(frozen=True, slots=True)
class VarianceParts:
    """The variance of each effect on one dimension, and of the systems' true means.

    `merged` are effects that a pilot could not separate from those before them. With `wins`, what varies is
    the share of comparisons that an output wins.
    """

    dimension: str
    parts: Mapping[str, float]
    systems: float
    origin: str
    merged: tuple[str, ...] = ()
    wins: bool = False

    @property
    def is_assumed(self) -> bool:
        """Whether no pilot told it."""
        return self.origin.startswith("assumed")

    def scaled(self, factor: float) -> VarianceParts:
        """The same on a scale whose points lie so much further apart."""
        parts = {name: variance * factor**2 for name, variance in self.parts.items()}
        return replace(self, parts=MappingProxyType(parts), systems=self.systems * factor**2)

    def to_dict(self) -> dict[str, Any]:
        """Standard deviations, as plain values."""
        return {
            "dimension": self.dimension,
            "origin": self.origin,
            "standard_deviations": {name: variance**0.5 for name, variance in self.parts.items()},
            "standard_deviation_of_systems": self.systems**0.5,
            "not_separated": list(self.merged),
            "of_wins": self.wins,
        }


def span(scale: Scale) -> float:
    """How far the ends of a scale lie apart."""
    return scale.high - scale.low if scale.is_bounded else _ENDLESS


def assumed_parts(dimension: str, scale: Scale, *, wins: bool = False) -> VarianceParts:
    """What to plan with where there is no pilot; with `wins`, for shares of comparisons that are won.

    >>> from karat.judgements import Scale
    >>> parts = assumed_parts("da", Scale.parse("0-100"))
    >>> round(parts.parts["judge"] ** 0.5, 6)
    10.0
    """
    kind = "wins" if wins else "scale" if scale.is_bounded else "errors"
    shares = {"wins": ASSUMED_WINS, "scale": ASSUMED, "errors": ASSUMED_ERRORS}[kind]
    length = 1.0 if wins else span(scale)
    parts = {name: (share * length) ** 2 for name, share in shares.items()}
    systems = (ASSUMED_SYSTEMS * length) ** 2
    return VarianceParts(dimension, MappingProxyType(parts), systems, _SOURCES[kind], wins=wins)


def pilot_parts(
    judgements: Judgements,
    dimension: str,
    *,
    documents: Mapping[str, str] | None = None,
    wins: bool = False,
) -> VarianceParts:
    """The variance parts of a pilot, by the method of moments; negative estimates are set to 0.

    `documents` has the document of each segment, where the judgements do not say. Of an output that a judge
    judged twice, the first judgement counts. With `wins`, values are places, the lowest the best, and what
    varies is the share of the others on its page that an output is better than; all that a judge said of a
    segment is one page, where the pilot does not say what stood side by side.
    """
    of_dimension = judgements.rows_of(dimension)
    page = np.full(len(judgements), -1)
    for number, one in enumerate(judged_pages(judgements, together=wins)):
        if not one.repeats:
            page[list(one.rows)] = number
    chosen = of_dimension[page[of_dimension] >= 0]
    homes = {**(documents or {}), **judgements.documents}
    known: dict[str, int] = {}
    home = [known.setdefault(homes.get(name, f"segment {name}"), len(known)) for name in judgements.segments]
    columns = (judgements.judge, judgements.segment, judgements.system, page)
    rows = JudgedRows.of(
        (int(judge), home[segment], int(segment), int(system), int(page))
        for judge, segment, system, page in zip(*(column[chosen] for column in columns), strict=True)
    )
    for what, column in (("judge", rows.judge), ("system", rows.system), ("segment", rows.segment)):
        if len(rows) == 0 or column.max() < 1:
            raise InvalidOption(
                f"The pilot has fewer than two {what}s on {dimension}, so the variation cannot be estimated."
            )
    values = judgements.value[chosen]
    found = estimated_parts(rows, _win_shares(rows, values) if wins else values, dimension)
    return replace(found, wins=wins)


def estimated_parts(rows: JudgedRows, values: Floats, dimension: str) -> VarianceParts:
    """The variance parts of judgements; see the module."""
    moments = _VarianceMoments(rows, values)
    kept, merged = moments.separable()
    found = dict.fromkeys(EFFECTS, 0.0)
    equations, squares = moments.equations(kept)
    # Rows of the equations have the size of their groups; without weights, large groups would decide alone.
    weights = 1 / np.sqrt(np.diag(equations))
    # Here, since only a pilot needs it, and importing it takes as long as everything else.
    from scipy.optimize import nnls

    solution, _ = nnls(equations * weights[:, None] * weights, squares * weights)
    found.update(zip(kept, (solution * weights).tolist(), strict=True))
    means = np.bincount(rows.system, values) / np.bincount(rows.system)
    error = covariance(rows, found)
    count = len(means)
    noise = (np.trace(error) - error.sum() / count) / (count - 1)
    systems = max(float(means.var(ddof=1) - noise), 0.0)
    origin = f"pilot of {len(rows):,} judgements by {rows.judge.max() + 1} judges"
    return VarianceParts(dimension, MappingProxyType(found), systems, origin, merged)


def covariance(rows: JudgedRows, parts: Mapping[str, float], weights: Floats | None = None) -> Floats:
    """The covariance of the systems' estimates over these rows, from the effects that are named.

    `weights` has a row for each judgement and a column for each system: an estimate is the weighted sum of
    all judgements. Without them estimates are plain means. Rows in one group of an effect share its value.
    """
    if weights is None:
        counts = np.bincount(rows.system)
        weights = np.zeros((len(rows), len(counts)))
        weights[np.arange(len(rows)), rows.system] = 1 / counts[rows.system]
    total = np.zeros((weights.shape[1], weights.shape[1]))
    for name, variance in parts.items():
        sums = _indicator(rows.groups(EFFECTS[name])).T @ weights
        total += variance * (sums.T @ sums)
    return total


def _win_shares(rows: JudgedRows, places: Floats) -> Floats:
    """For each value the share of the others on its page that it beats; a tie is half a win."""
    shares = np.full(len(places), 0.5)
    groups = rows.page
    order = np.argsort(groups, kind="stable")
    for own in np.split(order, np.cumsum(np.bincount(groups))[:-1]):
        if len(own) > 1:
            wins = np.sign(places[own] - places[own][:, None])
            shares[own] = 0.5 + wins.sum(axis=1) / (2 * (len(own) - 1))
    return shares


class _VarianceMoments:
    """The equations of one pilot."""

    def __init__(self, rows: JudgedRows, values: Floats) -> None:
        self._systems = _indicator(rows.system)
        self._counts = np.bincount(rows.system).astype(float)
        means = np.bincount(rows.system, values) / self._counts
        residuals = values - means[rows.system]
        self._groups = {name: _indicator(rows.groups(columns)) for name, columns in EFFECTS.items()}
        self._by_system = {
            name: (groups.T @ self._systems).toarray() for name, groups in self._groups.items()
        }
        self._squares = {
            name: float(np.square(groups.T @ residuals).sum()) for name, groups in self._groups.items()
        }
        self._known: dict[tuple[str, str], float] = {}

    def equations(self, names: Sequence[str]) -> tuple[Floats, Floats]:
        """What the squares of each effect's groups expect of each variance, and the squares."""
        matrix = np.array([[self._coefficient(one, other) for other in names] for one in names])
        return matrix, np.array([self._squares[name] for name in names])

    def separable(self) -> tuple[list[str], tuple[str, ...]]:
        """Effects that have variances of their own, and those that are merged with them."""
        kept: list[str] = []
        for name in EFFECTS:
            matrix, _ = self.equations([*kept, name])
            size = np.sqrt(np.diag(matrix))
            if size.min() > 0 and np.linalg.eigvalsh(matrix / np.outer(size, size)).min() > _APART:
                kept.append(name)
        return kept, tuple(name for name in EFFECTS if name not in kept)

    def _coefficient(self, one: str, other: str) -> float:
        """The squared norm of Z₁ᵀ P Z₂, where Z are the groups and P takes the systems' means out."""
        key = (one, other) if one < other else (other, one)
        if key not in self._known:
            first, second = self._by_system[key[0]], self._by_system[key[1]]
            common = self._groups[key[0]].T @ self._groups[key[1]]
            whole = float(common.multiply(common).sum())
            mixed = float(((common @ (second / self._counts)) * first).sum())
            inner = (first.T @ first) / np.outer(self._counts, self._counts) * (second.T @ second)
            self._known[key] = whole - 2 * mixed + float(inner.sum())
        return self._known[key]


def _indicator(groups: Any) -> Any:
    """A row for each judgement, a column for each group, 1 where it belongs."""
    from scipy import sparse

    count = len(groups)
    return sparse.csr_array(
        (np.ones(count), (np.arange(count), groups)), shape=(count, int(groups.max()) + 1 if count else 0)
    )
