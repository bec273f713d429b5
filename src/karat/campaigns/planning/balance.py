"""How even a plan is: counted from its items, whatever made it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from karat.campaigns.plan import CampaignPlan, Item

# What is counted of two systems side by side.
MEETINGS = "documents in which two systems meet"
ITEMS = "items of a judge"


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as one judge reads it, in the translation of one system, or of some side by side.

    `place` counts the judge's readings of the plan from 0; `visit` those of one document after another.
    """

    judge: str
    document: str
    text_type: str
    systems: tuple[str, ...]
    segments: tuple[int, ...]
    place: int
    visit: int


@dataclass(frozen=True, slots=True)
class Evenness:
    """How evenly something is shared out: the least, the most, and the largest difference where all should be
    equal.

    `promised` is the difference that the design keeps to; None where it is as small as was found.
    """

    what: str
    least: int
    most: int
    difference: int
    promised: int | None

    @property
    def kept(self) -> bool:
        """Whether the promise is kept."""
        return self.promised is None or self.difference <= self.promised

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Balance:
    """What is even in a plan, and how many outputs of each system and text type are judged."""

    evenness: tuple[Evenness, ...]
    text_types: tuple[str, ...]
    outputs: Mapping[str, tuple[int, ...]]


def readings_of(plan: CampaignPlan) -> list[Reading]:
    """The readings of the plan itself, without anchors, repeats and spoilt outputs."""
    known = {segment.number: segment for segment in plan.segments}
    found: list[Reading] = []

    def key(item: Item) -> tuple[str, tuple[str, ...]]:
        return known[item.segment].document, tuple(one.system for one in item.candidates)

    for judge in dict.fromkeys(pack.judge for pack in plan.packs):
        own = [item for pack in plan.packs if pack.judge == judge for item in pack.items]
        place, visit, before = 0, -1, ""
        for (document, systems), items in groupby((one for one in own if one.purpose == "plan"), key):
            segments = tuple(item.segment for item in items)
            visit += document != before
            kind = known[segments[0]].text_type
            found.append(Reading(judge or "", document, kind, systems, segments, place, visit))
            place, before = place + 1, document
    return found


def balance_of(plan: CampaignPlan) -> Balance:
    """How even the plan is in everything that its design promises, and beyond."""
    readings = readings_of(plan)
    per_output = Counter(
        (segment, system) for one in readings for segment in one.segments for system in one.systems
    )
    kinds = tuple(dict.fromkeys(one.text_type for one in readings))
    by_kind = Counter(
        (system, one.text_type) for one in readings for system in one.systems for _ in one.segments
    )
    made = [
        _all("judges of an output", per_output.values(), 0),
        _all("judgements of a system", _sums(by_kind, plan.systems), 0),
    ]
    if len(kinds) > 1:
        made.append(
            _within("judgements of a system, by text type", by_kind, kinds, plan.systems, swapped=True)
        )
    made += _of_judges(plan, readings, kinds)
    made += {"square": _square, "together": _together, "contrast": _contrast}[plan.design](plan, readings)
    outputs = {name: tuple(by_kind[name, kind] for kind in kinds) for name in plan.systems}
    return Balance(tuple(made), kinds, outputs)


def _of_judges(plan: CampaignPlan, readings: Sequence[Reading], kinds: Sequence[str]) -> Iterator[Evenness]:
    visits = {(one.judge, one.visit): one.text_type for one in readings}
    per_judge = Counter(judge for judge, _ in visits)
    yield _all("documents of a judge", [per_judge[judge] for judge in plan.judges], 1)
    if len(kinds) > 1:
        by_kind = Counter((judge, kind) for (judge, _), kind in visits.items())
        yield _within(
            "documents of a judge, by text type", by_kind, kinds, plan.judges, swapped=True, promised=1
        )
    items = Counter(dict.fromkeys(plan.judges, 0))
    for pack in plan.packs:
        if pack.judge is not None:
            items[pack.judge] += len(pack.items)
    # Documents of one segment come out even. Longer ones, or all outputs of one, cannot be divided.
    sizes = Counter((one.judge, one.visit) for one in readings for _ in one.segments)
    yield _all(ITEMS, items.values(), 1 if set(sizes.values()) <= {1} else None)
    systems = Counter((one.judge, system) for one in readings for system in one.systems)
    # Side by side, groups are exchanged between judges as long as that helps, which need not end in a draw.
    promised = None if plan.design == "contrast" else 1
    yield _within("documents of a system, by judge", systems, plan.judges, plan.systems, promised=promised)


def _square(plan: CampaignPlan, readings: Sequence[Reading]) -> Iterator[Evenness]:
    both = Counter(((one.judge, one.text_type), one.systems[0]) for one in readings)
    groups = list(dict.fromkeys((one.judge, one.text_type) for one in readings))
    if len({one.text_type for one in readings}) > 1:
        yield _within("documents of a system, by judge and text type", both, groups, plan.systems, promised=1)
    # Where a judge has less than a round of documents left, systems can no longer come in turn.
    count = len(plan.systems)
    rounds = min(Counter(one.judge for one in readings).values(), default=0) // count
    places = Counter((one.place, one.systems[0]) for one in readings)
    if rounds:
        yield _within(
            "judges of a system, by position", places, range(rounds * count), plan.systems, promised=1
        )
    longest = max((one.place for one in readings), default=-1) + 1
    if longest > rounds * count:
        what = "judges of a system, by position after the last full round"
        yield _within(what, places, range(rounds * count, longest), plan.systems, promised=None)
    yield _all("times that a judge reads a source", _sources(readings).values(), 0)


def _together(plan: CampaignPlan, readings: Sequence[Reading]) -> Iterator[Evenness]:
    first: dict[tuple[str, int], int] = {}
    for one in readings:
        first.setdefault((one.judge, one.visit), one.place)
    placed = [(one, one.place - first[one.judge, one.visit]) for one in readings]
    places = range(len(plan.systems))
    over_all = Counter((one.systems[0], place) for one, place in placed)
    yield _within("documents of a system, by place", over_all, plan.systems, places, promised=1)
    by_judge = Counter(((one.judge, one.systems[0]), place) for one, place in placed)
    groups = list(dict.fromkeys((one.judge, one.systems[0]) for one in readings))
    yield _within("documents of a system, by place and judge", by_judge, groups, places, promised=1)


def _contrast(plan: CampaignPlan, readings: Sequence[Reading]) -> Iterator[Evenness]:
    for size in sorted({len(one.systems) for one in readings}):
        columns = Counter(
            (system, column)
            for one in readings
            if len(one.systems) == size
            for column, system in enumerate(one.systems)
        )
        what = f"documents of a system, by column of {size}"
        yield _within(what, columns, plan.systems, range(size), promised=1)
    pairs = Counter(frozenset(pair) for one in readings for pair in combinations(one.systems, 2))
    numbers = [pairs[frozenset(pair)] for pair in combinations(plan.systems, 2)]
    # Pairs are those of a tournament; designs of larger groups need not exist.
    exact = {len(one.systems) for one in readings} in ({2}, {len(plan.systems)})
    yield _all(MEETINGS, numbers, 1 if exact else None)


def _sources(readings: Sequence[Reading]) -> Counter[tuple[str, int]]:
    return Counter((one.judge, segment) for one in readings for segment in one.segments)


def _sums(counts: Mapping[tuple[str, str], int], names: Sequence[str]) -> list[int]:
    return [sum(count for (name, _), count in counts.items() if name == one) for one in names]


def _all(what: str, counts: Iterable[int], promised: int | None) -> Evenness:
    numbers = list(counts) or [0]
    return Evenness(what, min(numbers), max(numbers), max(numbers) - min(numbers), promised)


def _within(
    what: str,
    counts: Mapping[tuple[Any, Any], int],
    groups: Sequence[Hashable],
    members: Sequence[Hashable],
    *,
    swapped: bool = False,
    promised: int | None = 0,
) -> Evenness:
    """The largest difference between the members of a group; keys are (member, group) if swapped."""
    rows = [
        [counts.get((member, group) if swapped else (group, member), 0) for member in members]
        for group in groups
    ] or [[0]]
    return Evenness(
        what,
        min(map(min, rows)),
        max(map(max, rows)),
        max(max(row) - min(row) for row in rows),
        promised,
    )
