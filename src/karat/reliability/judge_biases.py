"""Whether a judge leans to what stands first, or to what is longer, and whether two versions judge alike.

For language models as judges, though people can be asked the same. Every figure is a formula of sums over
documents, which are left out one by one for its interval and test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arrays import quotient
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.reliability.bootstrap import Bootstrap, Estimate
from karat.reliability.unit_sums import UnitSums

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.judgements.pair_verdicts import PairVerdict

_USUAL = Bootstrap()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OrderBias(Equal, Shown):
    """What a judge does when two outputs change places.

    Of `pairs` judged in both orders, `consistent` is the share with the same verdict both times. `lean` is
    how much more often the first output wins than the second, from −1 to 1: 0 without a bias; p is of 0.

    >>> from karat.judgements.pair_verdicts import PairVerdict
    >>> shown = [(n, *pair) for n in "123" for pair in (("A", "B", 1), ("B", "A", 1 if n == "1" else -1))]
    >>> (found,) = order_biases([PairVerdict("llm", n, *pair, n) for n, *pair in shown])
    >>> found.pairs, round(found.consistent.value, 2), round(found.lean.value, 2)
    (3, 0.67, 0.33)
    """

    judge: str
    pairs: int
    alone: int
    consistent: Estimate
    lean: Estimate
    p: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "judge": self.judge,
            "pairs_in_both_orders": self.pairs,
            "pairs_in_one_order": self.alone,
            "consistent": self.consistent.to_dict(),
            "lean_to_the_first": self.lean.to_dict(),
            "p": self.p,
        }


def order_biases(verdicts: Sequence[PairVerdict], *, bootstrap: Bootstrap = _USUAL) -> tuple[OrderBias, ...]:
    """The order bias of each judge, from pairs that were judged in both orders; several verdicts average.

    Documents are the units of chance where several are known, else segments. Pairs in one order only tell
    nothing of it: the first may be the better one.

    >>> from karat.judgements import PairVerdict
    >>> both = [PairVerdict("llm", "1", "A", "B", 1), PairVerdict("llm", "1", "B", "A", 1)]
    >>> [(one.judge, one.lean.value, one.consistent.value) for one in order_biases(both)]
    [('llm', 1.0, 0.0)]
    """
    found = []
    for judge in dict.fromkeys(one.judge for one in verdicts):
        mine = [one for one in verdicts if one.judge == judge]
        by_shown: dict[tuple[str, ...], list[int]] = {}
        for one in mine:
            by_shown.setdefault(one.shown, []).append(one.preference)
        both = [one for one in dict.fromkeys(by_shown) if one < _swapped(one) and _swapped(one) in by_shown]
        alone = sum(_swapped(one) not in by_shown for one in by_shown)
        units, unit = _units(
            [one[1] for one in both], {one.segment: one.document for one in mine}, bootstrap.draw
        )
        rows = np.array(
            [
                (
                    _same(by_shown[one], by_shown[_swapped(one)]),
                    _lean(by_shown[one], by_shown[_swapped(one)]),
                    1.0,
                )
                for one in both
            ]
        ).reshape(-1, 3)
        sums = UnitSums.of(rows, units, unit)
        sizes = sums.values[:, 2]

        def lean(of: Floats) -> Floats:
            return quotient(of[..., 1], of[..., 2])

        reason = "no pair was judged in both orders"
        found.append(
            OrderBias(
                judge,
                len(both),
                alone,
                sums.estimate(
                    "consistent",
                    lambda of: quotient(of[..., 0], of[..., 2]),
                    sizes,
                    bootstrap,
                    link="share",
                    reason=reason,
                ),
                sums.estimate("lean", lean, sizes, bootstrap, ends=(-1.0, 1.0), reason=reason),
                sums.p_of_zero(lean, sizes),
            )
        )
    return tuple(found)


def _swapped(shown: tuple[str, ...]) -> tuple[str, ...]:
    judge, segment, first, second = shown
    return judge, segment, second, first


def _same(once: Sequence[int], swapped: Sequence[int]) -> float:
    """The share of pairs of verdicts, one in each order, that prefer the same output."""
    return float(np.mean([one == -other for one in once for other in swapped]))


def _lean(once: Sequence[int], swapped: Sequence[int]) -> float:
    return float(np.mean(once) + np.mean(swapped)) / 2


def _units(
    segments: Sequence[str], documents: Mapping[str, str], draw: str | None
) -> tuple[NDArray[np.int64], str]:
    """The unit of each row, and what it is."""
    known = {documents.get(one, "") for one in segments} - {""}
    by_document = len(known) > 1 and draw != "segment"
    if draw == "document" and not by_document:
        raise InvalidOption("Documents cannot be drawn: fewer than two are known. Draw segments instead.")
    keys = [("", documents[one]) if by_document and documents.get(one) else (one, "") for one in segments]
    order = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return np.array([order[key] for key in keys], dtype=np.int64), "document" if by_document else "segment"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LengthBias(Equal, Shown):
    """How many points more than people a judge gives an output twice as long as another of its segment.

    `slope` is of (verdict − people's score) on log₂ of the length, within segments, so that neither the
    difficulty of segments nor what people like about long outputs counts; p is of 0.

    >>> import numpy as np
    >>> people, lengths = np.array([[70.0, 60], [80, 90]]), np.array([[40.0, 30], [20, 60]])
    >>> found = length_bias("llm", people + 2 * np.log2(lengths), people, lengths)
    >>> found.items, round(found.slope.value, 2)
    (4, 2.0)
    """

    judge: str
    items: int
    slope: Estimate
    p: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "judge": self.judge,
            "items": self.items,
            "points_per_doubling": self.slope.to_dict(),
            "p": self.p,
        }


def length_bias(
    judge: str,
    verdicts: Floats,
    people: Floats,
    lengths: Floats,
    *,
    documents: Sequence[str] | None = None,
    bootstrap: Bootstrap = _USUAL,
) -> LengthBias:
    """The length bias of a judge, from arrays of systems × segments; NaN where nothing was said.

    >>> rng = np.random.default_rng(1)
    >>> people, lengths = rng.normal(70, 10, (4, 30)), rng.integers(20, 90, (4, 30)).astype(float)
    >>> verdicts = people + 3 * np.log2(lengths) + rng.normal(0, 1, (4, 30))
    >>> found = length_bias("llm", verdicts, people, lengths)
    >>> round(found.slope.value), found.p < 0.001
    (3, True)
    """
    there = ~np.isnan(verdicts + people) & (lengths > 0)
    apart = _within_columns(np.where(there, verdicts - people, np.nan))
    longer = _within_columns(np.where(there, np.log2(np.where(there, lengths, 1.0)), np.nan))
    names = [str(number) for number in range(verdicts.shape[1])]
    units, unit = _units(names, dict(zip(names, documents or [""] * len(names), strict=True)), bootstrap.draw)
    several = there.sum(axis=0) > 1
    rows = np.stack(
        [
            np.nansum(longer * apart, axis=0) * several,
            np.nansum(longer**2, axis=0) * several,
            there.sum(axis=0) * several,
        ],
        axis=1,
    )
    sums = UnitSums.of(rows, units, unit)

    def slope(of: Floats) -> Floats:
        return quotient(of[..., 0], of[..., 1])

    sizes = sums.values[:, 2]
    reason = "no segment has two outputs of other lengths that both judged"
    found = sums.estimate("points per doubling", slope, sizes, bootstrap, reason=reason)
    return LengthBias(judge, int(sizes.sum()), found, sums.p_of_zero(slope, sizes))


def _within_columns(values: Floats) -> Floats:
    """Values minus the mean of their column."""
    there = ~np.isnan(values)
    means = quotient(np.where(there, values, 0.0).sum(axis=0), there.sum(axis=0))
    return np.asarray(values - means)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Drift(Equal, Shown):
    """Two versions of a judge on the same items: how often alike, and by how much the new one gives more.

    `agreement` is Pearson's r of the new one with people minus that of the old one, where people judged.

    >>> import numpy as np
    >>> found = drift(("v1", "v2"), np.array([[70.0, 80, 60]]), np.array([[75.0, 80, 60]]))
    >>> found.old, found.new, round(found.same.value, 2)
    ('v1', 'v2', 0.67)
    """

    old: str
    new: str
    items: int
    same: Estimate
    difference: Estimate
    p: float
    agreement: Estimate | None = None
    agreement_p: float = float("nan")

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "old": self.old,
            "new": self.new,
            "items": self.items,
            "same": self.same.to_dict(),
            "difference": self.difference.to_dict(),
            "p": self.p,
            "change_of_agreement": self.agreement and self.agreement.to_dict(),
            "change_of_agreement_p": self.agreement_p,
        }


def drift(
    names: tuple[str, str],
    old: Floats,
    new: Floats,
    *,
    people: Floats | None = None,
    documents: Sequence[str] | None = None,
    bootstrap: Bootstrap = _USUAL,
) -> Drift:
    """What a new version of a judge changes, item by item; arrays of systems × segments, NaN for gaps.

    >>> old = np.array([[70.0, 80, 60], [50, 90, 40]])
    >>> found = drift(("v1", "v2"), old, old + np.array([5.0, 0, 5]))
    >>> found.items, round(found.same.value, 2), round(found.difference.value, 2)
    (6, 0.33, 3.33)
    """
    there = ~np.isnan(old + new)
    labels = [str(number) for number in range(old.shape[1])]
    units, unit = _units(
        labels, dict(zip(labels, documents or [""] * len(labels), strict=True)), bootstrap.draw
    )
    apart = np.where(there, new - old, 0.0)
    rows = np.stack([apart.sum(axis=0), ((apart == 0) & there).sum(axis=0), there.sum(axis=0)], axis=1)
    sums = UnitSums.of(rows.astype(np.float64), units, unit)
    sizes = sums.values[:, 2]

    def difference(of: Floats) -> Floats:
        return quotient(of[..., 0], of[..., 2])

    reason = "no item was judged by both"
    change, p = None, float("nan")
    if people is not None and not np.isnan(old + new + people).all():
        change, p = _change(old, new, people, units, unit, bootstrap)
    return Drift(
        *names,
        int(sizes.sum()),
        sums.estimate(
            "same", lambda of: quotient(of[..., 1], of[..., 2]), sizes, bootstrap, link="share", reason=reason
        ),
        sums.estimate("difference", difference, sizes, bootstrap, reason=reason),
        sums.p_of_zero(difference, sizes),
        change,
        p,
    )


def _change(
    old: Floats, new: Floats, people: Floats, units: NDArray[np.int64], unit: str, bootstrap: Bootstrap
) -> tuple[Estimate, float]:
    """The change of Pearson's r with people, and its p-value."""
    there = ~np.isnan(old + new + people)
    old, new, people = (np.where(there, one - one[there].mean(), 0.0) for one in (old, new, people))
    parts = (there, people, people**2, old, old**2, old * people, new, new**2, new * people)
    sums = UnitSums.of(np.stack([one.sum(axis=0).astype(np.float64) for one in parts], axis=1), units, unit)

    def change(of: Floats) -> Floats:
        return _pearson(of, 6) - _pearson(of, 3)

    sizes = sums.values[:, 0]
    found = sums.estimate("change of r with people", change, sizes, bootstrap, ends=(-2.0, 2.0))
    return found, sums.p_of_zero(change, sizes)


def _pearson(of: Floats, place: int) -> Floats:
    """r of people with the judge whose sums stand from this place on."""
    count, y, yy = (of[..., one] for one in range(3))
    x, xx, xy = (of[..., place + one] for one in range(3))
    return quotient(count * xy - x * y, np.sqrt(np.maximum((count * xx - x**2) * (count * yy - y**2), 0.0)))
