"""Who reads which document in whose translation, and in which order: the designs of a campaign.

| design | what a judge reads | balanced, up to one |
|---|---|---|
| square | each document once, in one translation | systems, for each judge, text type and position |
| together | a document in all translations, one after the other | places of a system within a document |
| contrast | a document in two to four translations side by side | columns of a system; pairs of systems |

Documents are always whole.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, TypeAlias

from karat.campaigns.planning.dealing import arrangements, dealt, labelled, orders
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from karat.campaigns.plan import Design


@dataclass(frozen=True, slots=True)
class PlannedDocument:
    """A document that is to be judged: its segments, by number, and how long they are."""

    name: str
    text_type: str
    words: int
    segments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DocumentReading:
    """One judge with one document: translations in the order in which they are read.

    Each of `readings` is of the whole document; where it has several systems, they stand side by side.
    """

    document: int
    readings: tuple[tuple[int, ...], ...]


# For each judge the documents in the order in which they come.
Layout: TypeAlias = "list[list[DocumentReading]]"


@dataclass(frozen=True, slots=True)
class Grouping:
    """How the outputs of a document are divided into groups that stand side by side.

    `sizes` are those of all groups of a document. If `apart`, every group has a judge of its own; otherwise a
    judge reads all systems, one group after the other. `rounds` is how many times `sizes` go through all
    systems.
    """

    sizes: tuple[int, ...]
    rounds: int
    apart: bool


def square(
    documents: Sequence[PlannedDocument], systems: int, *, judges: int, each: int, random: Random
) -> Layout:
    """Nobody reads a document twice; of each document every translation has `each` judges.

    Each judge reads as many documents of one system as of another, in all and of each text type. Documents
    come in rounds, in which each system comes once; at each place of a round, every system is read by as many
    judges as the others.
    """
    edges = _edges(documents, judges=judges, each=each * systems, random=random)
    read = labelled(_of_judges(edges, documents), [[document] for _, document in edges], systems, random)
    rows, first = orders(systems, random), _places(judges, random)
    layout: Layout = []
    for judge in range(judges):
        of_system: list[list[int]] = [[] for _ in range(systems)]
        for (reader, document), system in zip(edges, read, strict=True):
            if reader == judge:
                of_system[system].append(document)
        for waiting in of_system:
            random.shuffle(waiting)
        visits: list[DocumentReading] = []
        round_number = 0
        while any(of_system):
            order = rows[(first[judge] + round_number) % systems]
            visits += [DocumentReading(of_system[one].pop(), ((one,),)) for one in order if of_system[one]]
            round_number += 1
        layout.append(visits)
    return layout


def together(
    documents: Sequence[PlannedDocument], systems: int, *, judges: int, each: int, random: Random
) -> Layout:
    """Each of `each` judges of a document reads all its translations, one after the other.

    For each judge, and over all judges, every system comes as often at one place as at another.
    """
    edges = _edges(documents, judges=judges, each=each, random=random)
    # The third level, of all judges together, makes the places even over the whole campaign.
    groups = [[*levels, "all"] for levels in _of_judges(edges, documents)]
    rows = orders(systems, random)
    taken = labelled(groups, [[document] for _, document in edges], systems, random)
    layout: Layout = [[] for _ in range(judges)]
    for (judge, document), row in zip(edges, taken, strict=True):
        layout[judge].append(DocumentReading(document, tuple((one,) for one in rows[row])))
    return _in_any_order(layout, random)


def contrast(
    documents: Sequence[PlannedDocument],
    systems: int,
    grouping: Grouping,
    *,
    judges: int,
    each: int,
    random: Random,
) -> Layout:
    """Translations of a document stand side by side, in groups as `grouping` says.

    Every system stands as often in one column as in another, among groups of the same size; for each judge
    and over all. Every two systems stand side by side about as often.
    """
    times = each // grouping.rounds
    # Documents of a text type follow each other, so that pairs are even within text types, too.
    order = sorted(range(len(documents)), key=lambda document: documents[document].text_type)
    made = arrangements(systems, grouping.sizes, count=times * len(documents), random=random)
    groups = {document: made[times * place : times * (place + 1)] for place, document in enumerate(order)}
    share = times * len(grouping.sizes) if grouping.apart else each
    edges = _edges(documents, judges=judges, each=share, random=random)
    readers: dict[int, list[int]] = {document: [] for document in order}
    for judge, document in edges:
        readers[document].append(judge)
    taken: list[tuple[int, int, list[tuple[int, ...]]]] = []
    if grouping.apart:
        mixed = _matched(
            readers, {one: [g for times in groups[one] for g in times] for one in order}, systems
        )
        taken = [(judge, document, [group]) for judge, document, group in mixed]
    else:
        taken = [
            (judge, document, list(of_judge))
            for document in order
            for judge, of_judge in zip(readers[document], groups[document], strict=True)
        ]
    layout: Layout = [[] for _ in range(judges)]
    for judge, document, readings in _in_columns(taken, random):
        layout[judge].append(DocumentReading(document, tuple(random.sample(readings, len(readings)))))
    return _in_any_order(layout, random)


def grouping_of(
    systems: int, wanted: int, allowed: tuple[int, int], *, judges: int, each: int
) -> Grouping | None:
    """Groups of the wanted size, or as near to it as is possible; None where nothing is.

    Each output must come in exactly `each` groups, every time with another judge.
    """
    low, high = allowed
    size = min(wanted, systems)
    if systems % size == 0:
        sizes = (size,) * (systems // size)
        return Grouping(sizes, 1, apart=judges >= each * len(sizes))
    # Going round several times, groups of this size may come out even; an output then is in several of them.
    rounds = size // gcd(systems, size)
    if each % rounds == 0 and judges >= systems * each // size:
        return Grouping((size,) * (systems * rounds // size), rounds, apart=True)
    for count in (-(-systems // size), systems // size):
        sizes = tuple(systems // count + (place < systems % count) for place in range(count))
        if low <= min(sizes) and max(sizes) <= high:
            return Grouping(sizes, 1, apart=judges >= each * len(sizes))
    return None


def _edges(
    documents: Sequence[PlannedDocument], *, judges: int, each: int, random: Random
) -> list[tuple[int, int]]:
    """Judge and document, for everybody who reads it."""
    readers = dealt(
        [document.text_type for document in documents],
        [len(document.segments) for document in documents],
        [document.words for document in documents],
        judges=judges,
        each=each,
        random=random,
    )
    return [(judge, document) for document, of_document in enumerate(readers) for judge in of_document]


def _of_judges(
    edges: Sequence[tuple[int, int]], documents: Sequence[PlannedDocument]
) -> list[list[tuple[int, str] | int | str]]:
    return [[(judge, documents[document].text_type), judge] for judge, document in edges]


def _places(count: int, random: Random) -> list[int]:
    return random.sample(range(count), count)


def _in_any_order(layout: Layout, random: Random) -> Layout:
    return [random.sample(visits, len(visits)) for visits in layout]


def _matched(
    readers: dict[int, list[int]], groups: dict[int, list[tuple[int, ...]]], systems: int
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Each judge of a document with one of its groups; judges exchange groups until all see systems alike."""
    seen: list[Counter[int]] = [Counter() for _ in range(1 + max(map(max, readers.values()), default=0))]
    for document, of_document in readers.items():
        for judge, group in zip(of_document, groups[document], strict=True):
            seen[judge].update(group)
    improved = systems > 0
    while improved:
        improved = False
        for document, of_document in readers.items():
            own = groups[document]
            for first in range(len(own)):
                for second in range(first):
                    one, other = seen[of_document[first]], seen[of_document[second]]
                    gives, takes = set(own[first]) - set(own[second]), set(own[second]) - set(own[first])
                    # What the sum of squares of all numbers would change by, halved.
                    change = sum(1 + one[new] - other[new] for new in takes)
                    change += sum(1 + other[old] - one[old] for old in gives)
                    if change < 0:
                        one.subtract(gives)
                        one.update(takes)
                        other.subtract(takes)
                        other.update(gives)
                        own[first], own[second] = own[second], own[first]
                        improved = True
    return [
        (judge, document, group)
        for document, of_document in readers.items()
        for judge, group in zip(of_document, groups[document], strict=True)
    ]


def _in_columns(
    taken: Sequence[tuple[int, int, list[tuple[int, ...]]]], random: Random
) -> list[tuple[int, int, list[tuple[int, ...]]]]:
    """The same groups, each with its systems in columns that are even for each judge, and in all."""
    placed = [(judge, document, list(groups)) for judge, document, groups in taken]
    spots = [(row, place) for row, (_, _, groups) in enumerate(placed) for place in range(len(groups))]
    for size in sorted({len(placed[row][2][place]) for row, place in spots}):
        edges = [
            (row, place, system)
            for row, place in spots
            if len(placed[row][2][place]) == size
            for system in placed[row][2][place]
        ]
        columns = labelled(
            [[(system, placed[row][0]), system] for row, _, system in edges],
            [[(row, place)] for row, place, _ in edges],
            size,
            random,
        )
        ordered: dict[tuple[int, int], list[int]] = {}
        for (row, place, system), column in zip(edges, columns, strict=True):
            ordered.setdefault((row, place), [0] * size)[column] = system
        for (row, place), group in ordered.items():
            placed[row][2][place] = tuple(group)
    return placed


def laid_out(
    documents: Sequence[PlannedDocument],
    systems: int,
    design: Design,
    grouping: Grouping | None,
    *,
    judges: int,
    each: int,
    random: Random,
) -> Layout:
    """The layout of a design, each output with `each` judges."""
    if design == "contrast":
        if grouping is None:
            raise InvalidOption("A contrast needs to know how many outputs stand side by side.")
        return contrast(documents, systems, grouping, judges=judges, each=each, random=random)
    make = square if design == "square" else together
    return make(documents, systems, judges=judges, each=each, random=random)


def anchored(
    documents: Sequence[PlannedDocument],
    systems: int,
    design: Design,
    grouping: Grouping | None,
    *,
    judges: int,
    random: Random,
) -> Layout:
    """Documents that everybody judges: in a square each in one translation, systems taking turns.

    In a contrast of fewer outputs than there are, each in one group of them.
    """
    if design == "together" and documents:
        return together(documents, systems, judges=judges, each=judges, random=random)
    sizes = (1,) if grouping is None else (max(grouping.sizes),)
    names = random.sample(range(systems), systems)
    groups = [
        tuple(names[(number * sizes[0] + place) % systems] for place in range(sizes[0]))
        for number in range(len(documents))
    ]
    taken = [(judge, number, [group]) for judge in range(judges) for number, group in enumerate(groups)]
    layout: Layout = [[] for _ in range(judges)]
    for judge, number, readings in _in_columns(taken, random):
        layout[judge].append(DocumentReading(number, tuple(readings)))
    return _in_any_order(layout, random)
