"""Items that check a judge: outputs that come again, and outputs that were spoilt.

Both are of outputs that the judge judges anyway, and come long before or after: at least half of the judge's
documents lie between. They are the only items in which a source may come to a judge again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class _Place:
    """An item of a judge's own work, and in which stint it stands."""

    stint: int
    item: Item


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
) -> list[list[Item]]:
    """The stints of a judge with repeats and spoilt outputs between them.

    Damages take turns, from `first_damage` on, so that all come equally often over the judges.
    """
    if not repeats and not spoilt:
        return list(stints)
    half = len(stints) // 2
    own = [
        _Place(number, item)
        for number, stint in enumerate(stints)
        for item in stint
        if item.purpose == "plan"
    ]
    random.shuffle(own)
    early = [place for place in _in_turn(own) if place.stint + half < len(stints)]
    if half == 0 or repeats > len(early):
        raise _too_many("repeats", repeats, len(early) if half else 0)
    # After which stint an item comes; -1 is before all of them.
    added: list[tuple[int, Item]] = []
    used = set()
    for place in early[:repeats]:
        used.add(place.item.id)
        again = random.sample(place.item.candidates, len(place.item.candidates))
        item = replace(
            place.item,
            id=identity(),
            purpose="repeat",
            candidates=tuple(replace(one, id=identity()) for one in again),
        )
        added.append((place.stint + half, item))
    free = [place for place in own if place.item.id not in used]
    for place, item in _spoilt(free, corpus, spoilt, texts, first_damage, random, identity):
        after = place.stint + half < len(stints)
        before = place.stint >= half
        late = after and (not before or random.random() < 0.5)
        added.append((place.stint + half if late else place.stint - half - 1, item))
    found = [[item] for slot, item in added if slot < 0]
    for number, stint in enumerate(stints):
        found.append(stint)
        found += [[item] for slot, item in added if slot == number]
    return found


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
    corpus: Corpus,
    wanted: int,
    texts: SpoiltTexts,
    first: int,
    random: Random,
    identity: Callable[[], str],
) -> Iterator[tuple[_Place, Item]]:
    """So many items in each of which one output is spoilt."""
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
        free.remove(place)
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
    kind = "items are to come again" if what == "repeats" else "outputs are to be spoilt"
    return InvalidOption(
        f"{wanted} {kind} for each judge, and {possible} can, with half of the judge's documents between. "
        f"Ask for fewer: {option(what, possible)}; or give each judge more documents."
    )
