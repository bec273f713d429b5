"""Items that check a judge: outputs that come again, and outputs that were spoilt.

Both are of outputs that the judge judges anyway, and come long before or after: at least half of the judge's
documents lie between the two times that an output comes, and a third between an output and its spoilt form,
the document in which the check stands included. They are the only items in which a source may come to a
judge again.

Where judges see no context, or documents have one segment, a check is a single page at a random place, inside
other documents. Where pages show their document, a single page of another one would be told by it. There the
whole document comes again, one of the shortest, between two others: in it one output is spoilt, or none, and
its other items are repeats as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING, TypeAlias

from karat.errors import InvalidOption
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from random import Random

    from karat.campaigns.plan import Item
    from karat.corpus import Corpus

    # Damaged texts by damage and system, one per segment of the corpus.
    SpoiltTexts: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]


# The share of a judge's items that check the judge, at most: more than that is work for nothing.
MOST_CHECKS = 0.5
# With fewer items of their own, some judges have no place for a check but before or after all of them.
_FEW_ITEMS = 4


@dataclass(frozen=True, slots=True)
class _Place:
    """An item of a judge's own work: in which stint it stands, and how many items come before it."""

    stint: int
    index: int
    item: Item


class _Gaps:
    """Where a check may stand: before which item of a judge's work, counted from 0.

    A check inside a document looks like the pages around it. So it is put there if it can be, never beside
    another check unless nothing else is left, and never on a judge's first or last page. A `whole` document
    stands between two others.
    """

    def __init__(self, stints: Sequence[Sequence[Item]], random: Random, *, whole: bool) -> None:
        self._starts = [0, *accumulate(map(len, stints))]
        self._random = random
        self._stints = len(stints)
        self._used: set[int] = set()
        count = self._starts[-1]
        self._all: Sequence[int] = range(1, count) if count >= _FEW_ITEMS else range(count + 1)
        if whole:
            self._all = self._starts[1:-1] if len(stints) > 2 else self._starts

    def possible(self, place: _Place, *, later: bool) -> list[int]:
        """Gaps with a third of the documents between them and an item; with `later`, half, and after it.

        With half for all of them, hardly any check would stand in the middle of a judge's work.
        """
        least = max(self._stints // (2 if later else 3), 1)
        return [
            gap
            for gap in self._all
            if self._between(place, gap) >= least and (gap > place.index or not later)
        ]

    def take(self, place: _Place, *, later: bool) -> int:
        """One of them at random."""
        found = self.possible(place, later=later)
        free = [gap for gap in found if gap not in self._used] or found
        gap = self._random.choice([gap for gap in free if gap not in self._starts] or free)
        self._used.add(gap)
        return gap

    def _between(self, place: _Place, gap: int) -> int:
        """How many other documents, or parts of them, lie between."""
        if gap > place.index:
            return sum(start < gap for start in self._starts[place.stint + 1 : -1])
        return sum(end > gap for end in self._starts[1 : place.stint + 1])


def with_check_items(
    stints: Sequence[list[Item]],
    corpus: Corpus,
    *,
    repeats: int,
    spoilt: int,
    texts: SpoiltTexts,
    first_damage: int,
    random: Random,
    identity: Callable[[], str],
    context: bool = True,
) -> list[list[Item]]:
    """The stints of a judge with repeats and spoilt outputs; with `context` pages show their document.

    Damages take turns, from `first_damage` on, so that all come equally often over the judges.
    """
    if not repeats and not spoilt:
        return list(stints)
    readings = _readings(stints)
    whole = context and any(len(of_item) > 1 for of_item in readings.values())
    work = [(number, item) for number, stint in enumerate(stints) for item in stint]
    own = [_Place(stint, index, item) for index, (stint, item) in enumerate(work) if item.purpose == "plan"]
    random.shuffle(own)

    def longest_first(places: list[_Place]) -> None:
        # The last of them are taken first: a short document that comes again costs little.
        if whole:
            places.sort(key=lambda place: -len(readings[place.item.id]))

    longest_first(own)
    gaps = _Gaps(stints, random, whole=whole)
    used: set[str] = set()
    added: list[tuple[int, list[Item]]] = []

    def visit(check: Item, of: Item) -> list[Item]:
        """The check with the other items of its document, if it needs them."""
        others = readings[of.id] if whole else (of,)
        used.update(item.id for item in others)
        return [check if item is of else _again(item, random, identity) for item in others]

    early = [place for place in _in_turn(own) if gaps.possible(place, later=True)]
    for place in early:
        done = sum(len(items) for _, items in added)
        if done >= repeats:
            break
        if place.item.id not in used:
            items = visit(_again(place.item, random, identity), place.item)
            added.append((gaps.take(place, later=True), items))
    if (done := sum(len(items) for _, items in added)) < repeats:
        raise _too_many("repeats", repeats, done)
    free = [place for place in own if place.item.id not in used and gaps.possible(place, later=False)]
    # What is left in the old order begins with what was too late for a repeat.
    random.shuffle(free)
    longest_first(free)
    same = {item.id: readings[item.id] if whole else (item,) for _, item in work}
    for place, item in _spoilt(free, same, corpus, spoilt, texts, first_damage, random, identity):
        added.append((gaps.take(place, later=False), visit(item, place.item)))
    random.shuffle(added)
    found, index = [], 0
    for stint in stints:
        # A gap between two stints belongs to the later one; that after all of them, to the last.
        filled: list[Item] = []
        for item in stint:
            filled += [check for gap, checks in added if gap == index for check in checks]
            filled.append(item)
            index += 1
        found.append(filled)
    found[-1] += [check for gap, checks in added if gap == index for check in checks]
    return found


def check_share(
    work: Sequence[Sequence[Sequence[Item]]], judges: Sequence[str], most: float = MOST_CHECKS
) -> None:
    """Refuse a plan in which too many of a judge's items are checks, which is easily asked for unawares."""
    for judge, stints in zip(judges, work, strict=True):
        items = [item for stint in stints for item in stint]
        checks = sum(item.purpose in ("repeat", "spoilt") for item in items)
        if checks > most * len(items):
            share = checks / len(items)
            raise InvalidOption(
                f"{checks} of {len(items)} items of {judge} would be checks, which is {100 * share:.0f} %; "
                f"{100 * most:.0f} % are allowed. Where pages show their document, a check is a whole "
                "document that comes again. Ask for fewer repeats or spoilt outputs, give each judge more "
                f"documents, or allow it: {option('most_checks', ceil(100 * share) / 100)}."
            )


def _readings(stints: Sequence[Sequence[Item]]) -> dict[str, tuple[Item, ...]]:
    """For each item those of its document that are read with it: in the same translation, or side by side."""
    found: dict[str, tuple[Item, ...]] = {}
    for stint in stints:
        together: dict[frozenset[str], list[Item]] = {}
        for item in stint:
            together.setdefault(frozenset(one.system for one in item.candidates), []).append(item)
        found |= {item.id: tuple(items) for items in together.values() for item in items}
    return found


def _again(item: Item, random: Random, identity: Callable[[], str]) -> Item:
    """An item that comes a second time, its outputs in any order."""
    shown = random.sample(item.candidates, len(item.candidates))
    candidates = tuple(replace(one, id=identity()) for one in shown)
    return replace(item, id=identity(), purpose="repeat", candidates=candidates)


def _in_turn(places: Sequence[_Place]) -> Iterator[_Place]:
    """The same with the systems in turn, as long as there are any of each."""
    waiting: dict[frozenset[str], list[_Place]] = {}
    for place in places:
        systems = frozenset(candidate.system for candidate in place.item.candidates)
        waiting.setdefault(systems, []).append(place)
    while waiting:
        for systems in list(waiting):
            yield waiting[systems].pop()
            if not waiting[systems]:
                del waiting[systems]


def _spoilt(
    places: list[_Place],
    readings: Mapping[str, Sequence[Item]],
    corpus: Corpus,
    wanted: int,
    texts: SpoiltTexts,
    first: int,
    random: Random,
    identity: Callable[[], str],
) -> Iterator[tuple[_Place, Item]]:
    """So many items in each of which one output is spoilt, one of each document that is read again."""
    damages = list(texts)
    if wanted and not damages:
        raise InvalidOption("Outputs are to be spoilt, and there are no spoilt texts.")
    free = list(_in_turn(places))
    for number in range(wanted):
        # If a damage strikes nothing that is left, such as numbers where there are none, the next one does.
        turns = [damages[(first + number + more) % len(damages)] for more in range(len(damages))]
        found = next((one for damage in turns if (one := _struck(free, corpus, damage, texts))), None)
        if found is None:
            raise _too_many("spoilt", wanted, number)
        place, spots, damage = found
        taken = {item.id for item in readings[place.item.id]}
        free = [one for one in free if one.item.id not in taken]
        candidates = list(place.item.candidates)
        spot = random.choice(spots)
        name = candidates[spot].system
        text = texts[damage][name][place.item.segment - 1]
        candidates[spot] = replace(candidates[spot], text=text, damage=damage)
        yield (
            place,
            replace(
                place.item,
                id=identity(),
                purpose="spoilt",
                candidates=tuple(replace(one, id=identity()) for one in candidates),
            ),
        )


def _struck(
    places: Sequence[_Place], corpus: Corpus, damage: str, texts: SpoiltTexts
) -> tuple[_Place, list[int], str] | None:
    """The first item in which the damage leaves a trace, and at which outputs."""
    for place in places:
        index = place.item.segment - 1
        spots = [
            spot
            for spot, candidate in enumerate(place.item.candidates)
            if texts[damage][candidate.system][index] != corpus.systems[candidate.system][index]
        ]
        if spots:
            return place, spots, damage
    return None


def _too_many(what: str, wanted: int, possible: int) -> InvalidOption:
    kind, verb = ("item", "come again") if what == "repeats" else ("output", "be spoilt")
    asked = f"{wanted} {kind} is" if wanted == 1 else f"{wanted} {kind}s are"
    share = "half" if what == "repeats" else "a third"
    fewer = f"Ask for fewer: {option(what, possible)}" if possible else f"Ask for none: {option(what, 0)}"
    return InvalidOption(
        f"{asked} to {verb} for each judge, and {possible or 'none'} can for one of them: between the two, "
        f"{share} of a judge's documents must lie. {fewer}; or give each judge more documents."
    )
