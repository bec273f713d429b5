"""How things are shared out evenly: documents to judges, labels to pairs, places to systems.

Everything here is exact. What cannot be split into equal parts is split into parts that differ by one.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from random import Random

    # For each edge the groups that it belongs to, the smallest first; each group lies within the next.
    Nested: TypeAlias = Sequence[Sequence[Hashable]]

# How often judges exchange documents, for each document that is dealt: to mix, and then for equal work.
_EXCHANGES, _EVEN_EXCHANGES = 3, 12
_MOST_EXCHANGES = 20_000
# How often systems are exchanged between groups, for each document, until all pairs come as often.
_TRIES, _MOST_TRIES = 80, 2000


def dealt(
    kinds: Sequence[str],
    pages: Sequence[int],
    words: Sequence[float],
    *,
    judges: int,
    each: int,
    random: Random,
) -> list[list[int]]:
    """The judges of each document: `each` different ones, every judge with as many documents as the others.

    The numbers of documents differ by one at most, of all documents and of each kind. Then judges exchange
    documents of a kind as long as their pages and words, taken together, become more equal.
    """
    order = sorted(_shuffled(range(len(kinds)), random), key=lambda document: kinds[document])
    seats = _shuffled(range(judges), random)
    readers: list[set[int]] = [set() for _ in kinds]
    turn = 0
    for document in order:
        # Neighbours in a circle: as documents of a kind follow each other, each kind goes round evenly, too.
        readers[document] = {seats[(turn + seat) % judges] for seat in range(each)}
        turn += each
    if each < judges:
        _exchange(readers, kinds, list(zip(pages, words, strict=True)), judges, random)
    return [_shuffled(sorted(of_document), random) for of_document in readers]


def _exchange(
    readers: list[set[int]],
    kinds: Sequence[str],
    work: Sequence[tuple[int, float]],
    judges: int,
    random: Random,
) -> None:
    """Let judges exchange documents of the same kind, which leaves every number of documents as it is.

    `work` has the pages and words of each document.
    """
    of_kind: dict[str, list[int]] = {}
    for document, kind in enumerate(kinds):
        of_kind.setdefault(kind, []).append(document)
    groups = [documents for documents in of_kind.values() if len(documents) > 1]
    if not groups:
        return
    sizes = [len(documents) for documents in groups]
    loads = [[0.0, 0.0] for _ in range(judges)]
    for document, of_document in enumerate(readers):
        for judge in of_document:
            loads[judge] = [load + more for load, more in zip(loads[judge], work[document], strict=True)]
    wholes = [max(sum(column), 1.0) for column in zip(*work, strict=True)]
    tries = min(_EXCHANGES * sum(map(len, readers)), _MOST_EXCHANGES)
    for attempt in range(tries * (_EXCHANGES + _EVEN_EXCHANGES) // _EXCHANGES):
        first, second = random.sample(random.choices(groups, sizes)[0], 2)
        # Sets have no order that a seed could repeat.
        gives, takes = sorted(readers[first] - readers[second]), sorted(readers[second] - readers[first])
        if not gives or not takes:
            continue
        giver, taker = random.choice(gives), random.choice(takes)
        more = [new - old for new, old in zip(work[second], work[first], strict=True)]
        # Half of what sums of squares change by: they fall if the judge with less work gets the longer one.
        # Pages and words count as shares of all, so that judges are even in both, and so in hours.
        change = sum(
            extra * (had - got + extra) / whole**2
            for extra, had, got, whole in zip(more, loads[giver], loads[taker], wholes, strict=True)
        )
        if attempt < tries or change < 0:
            readers[first] = (readers[first] - {giver}) | {taker}
            readers[second] = (readers[second] - {taker}) | {giver}
            for place, extra in enumerate(more):
                loads[giver][place] += extra
                loads[taker][place] -= extra


def labelled(left: Nested, right: Nested, labels: int, random: Random) -> list[int]:
    """One of so many labels for each edge of a two-sided graph, so that every group has as many of each.

    An edge joins something on the left, such as a judge, with something on the right, such as a document. In
    every group of edges, on either side and at each level, the numbers of two labels differ by at most one.

    That such a labelling exists is known (de Werra 1971: equitable edge colourings of bipartite graphs). It
    is found by dividing the edges of two labels anew, until no two labels are uneven: see `_halved`.

    >>> from random import Random
    >>> edges = [(judge, text) for judge in "ab" for text in (1, 2)]
    >>> found = labelled([[judge] for judge, _ in edges], [[text] for _, text in edges], 2, Random(1))
    >>> found[0] != found[1], found[0] != found[2], found[0] == found[3]
    (True, True, True)
    """
    found = _first_labels(left, right, labels, random)
    levels = [*zip(*left, strict=True), *zip(*right, strict=True)]
    pairs = list(combinations(range(labels), 2))
    while uneven := _uneven(found, levels, pairs):
        for one, other in uneven:
            edges = [edge for edge, label in enumerate(found) if label in (one, other)]
            for edge, first in _halved(edges, left, right, random):
                found[edge] = one if first else other
    return found


def _first_labels(left: Nested, right: Nested, labels: int, random: Random) -> list[int]:
    """Labels that are even in the smallest groups on the right, and nearly so on the left."""
    groups: dict[Hashable, list[int]] = {}
    for edge, keys in enumerate(right):
        groups.setdefault(keys[0], []).append(edge)
    had: dict[Hashable, list[int]] = {keys[0]: [0] * labels for keys in left}
    found = [0] * len(right)
    for edges in groups.values():
        names = _shuffled(range(labels), random)
        for start in range(0, len(edges), labels):
            free = list(names)
            for edge in _shuffled(edges[start : start + labels], random):
                before = had[left[edge][0]]
                label = min(free, key=before.__getitem__)
                free.remove(label)
                before[label] += 1
                found[edge] = label
    return found


def _uneven(
    found: Sequence[int], levels: Sequence[Sequence[Hashable]], pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Pairs of labels whose numbers differ by more than one in some group."""
    labels = 1 + max((other for _, other in pairs), default=0)
    wrong: set[tuple[int, int]] = set()
    for level in levels:
        counts: dict[Hashable, list[int]] = {}
        for label, group in zip(found, level, strict=True):
            counts.setdefault(group, [0] * labels)[label] += 1
        for of_group in counts.values():
            if max(of_group) - min(of_group) > 1:
                wrong.update((one, other) for one, other in pairs if abs(of_group[one] - of_group[other]) > 1)
    return [pair for pair in pairs if pair in wrong]


def _halved(edges: Sequence[int], left: Nested, right: Nested, random: Random) -> Iterator[tuple[int, bool]]:
    """Divide edges in two, so that every group is halved, up to one edge.

    On each side edges of a group are paired, and those of a pair go to different halves. An edge has at most
    one partner on either side, so partners form paths and rings. Rings have even length, as partners on the
    left and on the right alternate: going along, every second edge is of the first half.
    """
    partners = (_paired(edges, left), _paired(edges, right))
    seen: set[int] = set()
    # Paths are entered at an end; what is then left are rings.
    ends = [edge for edge in edges if any(edge not in of_side for of_side in partners)]
    for start in (*ends, *edges):
        if start in seen:
            continue
        side = 0 if start in partners[0] else 1
        edge: int | None = start
        first = random.random() < 0.5
        while edge is not None and edge not in seen:
            seen.add(edge)
            yield edge, first
            edge, side, first = partners[side].get(edge), 1 - side, not first


def _paired(edges: Sequence[int], groups: Nested) -> dict[int, int]:
    """Partners within the smallest groups; what remains there finds a partner in the next larger."""
    partners: dict[int, int] = {}
    single = list(edges)
    for level in range(len(groups[edges[0]]) if edges else 0):
        waiting: dict[Hashable, int] = {}
        for edge in single:
            group = groups[edge][level]
            if group in waiting:
                partner = waiting.pop(group)
                partners[edge], partners[partner] = partner, edge
            else:
                waiting[group] = edge
        single = list(waiting.values())
    return partners


def orders(size: int, random: Random) -> list[list[int]]:
    """As many orders of things as there are things; each comes once at each place.

    For an even number, each also comes once right after each other (Williams 1949).

    >>> from random import Random
    >>> square = orders(4, Random(0))
    >>> sorted(row[0] for row in square)
    [0, 1, 2, 3]
    """
    names = _shuffled(range(size), random)
    first = [(place + 1) // 2 if place % 2 else -(place // 2) for place in range(size)]
    return [[names[(step + row) % size] for step in first] for row in range(size)]


def arrangements(
    systems: int, sizes: Sequence[int], *, count: int, random: Random
) -> list[list[tuple[int, ...]]]:
    """So many ways to form groups of these sizes; all pairs of systems come together about as often.

    Systems stand in a circle, which is cut into groups one after the other and may be gone round several
    times. For groups of two the numbers of pairs differ by one at most: the circles are those of a
    round-robin tournament. For larger groups such designs need not exist: systems are exchanged between
    groups until the numbers are equal up to one, or so many times that it is given up.
    """
    names = _shuffled(range(systems), random)
    if set(sizes) == {2}:
        return [_cut([names[one] for one in _pairing(systems, number)], sizes) for number in range(count)]
    pairs: Counter[frozenset[int]] = Counter()
    circles = []
    for _ in range(count):
        circle = _most_even(_shuffled(names, random), sizes, pairs)
        pairs.update(_pairs(_cut(circle, sizes)))
        circles.append(circle)
    _even_out(circles, sizes, pairs, random)
    return [_cut(circle, sizes) for circle in circles]


def _pairing(systems: int, number: int) -> list[int]:
    """A circle in which neighbours meet: those of one number have never met those of another."""
    if systems % 2 == 0:
        # One stays, the others move round by one; then the first meets the last, the second the last but one.
        others = systems - 1
        round_table = [others, *((place + number) % others for place in range(others))]
        return [round_table[end] for place in range(systems // 2) for end in (place, systems - 1 - place)]
    # Walecki: one stays; the others are gone through in a zigzag, which moves on by one.
    others = systems - 1
    zigzag = [(place + 1) // 2 if place % 2 else -(place // 2) for place in range(others)]
    return [others, *((step + number % (others // 2)) % others for step in zigzag)]


def _cut(circle: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    groups, start = [], 0
    for size in sizes:
        groups.append(tuple(circle[(start + place) % len(circle)] for place in range(size)))
        start += size
    return groups


def _pairs(groups: Sequence[tuple[int, ...]]) -> list[frozenset[int]]:
    return [frozenset(pair) for group in groups for pair in combinations(group, 2)]


def _most_even(circle: list[int], sizes: Sequence[int], pairs: Mapping[frozenset[int], int]) -> list[int]:
    """Exchange two systems of the circle as long as pairs that met often are then together less."""

    def met(one: Sequence[int]) -> int:
        return sum(pairs.get(pair, 0) for pair in _pairs(_cut(one, sizes)))

    best, improved = met(circle), True
    while improved:
        improved = False
        for one, other in combinations(range(len(circle)), 2):
            changed = list(circle)
            changed[one], changed[other] = changed[other], changed[one]
            if (now := met(changed)) < best:
                circle, best, improved = changed, now, True
    return circle


def _even_out(
    circles: list[list[int]], sizes: Sequence[int], pairs: Counter[frozenset[int]], random: Random
) -> None:
    """Exchange two systems of any circle at random, as long as pairs do not become less even.

    The sum of squares never grows, and of equal ones the smallest difference is kept. It ends when all pairs
    come together as often, up to one if they must.
    """
    systems = len(circles[0]) if circles else 0
    every = [frozenset(pair) for pair in combinations(range(systems), 2)]
    if not every or max(sizes) >= systems:
        return
    least = int(sum(pairs.values()) % len(every) > 0)
    best, kept = _difference(pairs, every), [list(circle) for circle in circles]
    for _ in range(min(_TRIES * len(circles), _MOST_TRIES)):
        if best <= least:
            break
        circle = random.choice(circles)
        one, other = random.sample(range(systems), 2)
        changed = list(circle)
        changed[one], changed[other] = changed[other], changed[one]
        gained = Counter(_pairs(_cut(changed, sizes)))
        gained.subtract(_pairs(_cut(circle, sizes)))
        moved = [(pair, change) for pair, change in gained.items() if change]
        # What the sum of squares grows by.
        if moved and sum(change * (2 * pairs[pair] + change) for pair, change in moved) <= 0:
            for pair, change in moved:
                pairs[pair] += change
            circle[:] = changed
            if (now := _difference(pairs, every)) < best:
                best, kept = now, [list(each) for each in circles]
    circles[:] = kept


def _difference(pairs: Mapping[frozenset[int], int], every: Sequence[frozenset[int]]) -> int:
    counts = [pairs.get(pair, 0) for pair in every]
    return max(counts) - min(counts)


def _shuffled(things: Sequence[int], random: Random) -> list[int]:
    shuffled = list(things)
    random.shuffle(shuffled)
    return shuffled
