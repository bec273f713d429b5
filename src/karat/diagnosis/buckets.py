"""Accuracy by kinds of words, with examples behind every number.

A word of the first reference is found if the output has it, as often as there; a word of the output is right
if some reference has it, as often as there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import pairwise

from karat.diagnosis.units import refuse_unsegmented
from karat.errors import InvalidOption, MisalignedCorpus
from karat.records import Shown, dataclass
from karat.tokens import tokenizer
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.corpus import Corpus
    from karat.tokens.custom import Function

NAN = float("nan")
# Where frequencies are cut: never, once, 2 to 4, 5 to 9, 10 to 99, 100 to 999, 1000 or more.
EDGES = (1, 2, 5, 10, 100, 1000)


@dataclass(frozen=True, slots=True)
class Example(Shown):
    """One thing that a number rests on; `segment` counts from 1."""

    segment: int
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What one system has in one bucket: a value, the counts behind it, and examples of what went wrong."""

    value: float
    counts: Mapping[str, float]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Bucket(Shown):
    """Words, entities or segments of one kind, and how each system does on them."""

    label: str
    size: int
    systems: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Bucketing(Shown):
    """One way to sort, what is measured, and the buckets in order."""

    by: str
    measure: str
    buckets: tuple[Bucket, ...]
    higher_is_better: bool = True


@dataclass(frozen=True, slots=True)
class Limit:
    """The segment that is looked at, and how many examples are kept."""

    segment: int
    examples: int


class _Tally:
    """Counts and first examples of one system in one bucket."""

    def __init__(self) -> None:
        self.wanted = self.found = self.offered = self.right = 0
        self.examples: list[Example] = []

    def remember(self, what: str, text: str, limit: Limit) -> None:
        if len(self.examples) < limit.examples:
            self.examples.append(Example(limit.segment, what, text))

    def cell(self) -> Cell:
        recall = self.found / self.wanted if self.wanted else NAN
        precision = self.right / self.offered if self.offered else NAN
        # F in Dice's form; of words that no reference has, it is not defined.
        f = (self.found + self.right) / (self.wanted + self.offered) if self.wanted else NAN
        counts = {"wanted": self.wanted, "found": self.found, "offered": self.offered, "right": self.right}
        return Cell(
            100 * f, {**counts, "recall": 100 * recall, "precision": 100 * precision}, tuple(self.examples)
        )


def by_frequency(
    corpus: Corpus,
    *,
    tokenize: str | Function = "13a",
    lowercase: bool = False,
    frequencies: Mapping[str, int] | None = None,
    edges: Sequence[int] = EDGES,
    examples: int = 5,
) -> Bucketing:
    """F of words by how often they occur: in the first references, unless `frequencies` are given.

    >>> from karat import Corpus
    >>> found = by_frequency(Corpus.of(["the cat sat"], ["the dog sat down the road"]), edges=[1, 2])
    >>> [(bucket.label, round(bucket.systems["hypothesis"].value)) for bucket in found.buckets[1:]]
    [('1', 40), ('2 or more', 67)]
    """
    refuse_unsegmented(corpus, tokenize)
    cut = tokenizer(tokenize)

    def words(text: str) -> list[str]:
        return cut(text.lower() if lowercase else text)

    references = [[words(text) for text in corpus.references.of_segment(row)] for row in range(len(corpus))]
    known = frequencies
    if known is None:
        known = Counter(word for many in references for word in many[0])
    labels = _frequency_labels(edges)
    ordered = sorted(set(edges))
    bucket_of = _Memory(lambda word: labels[bisect_right(ordered, known.get(word, 0))])
    tallies: dict[str, dict[str, _Tally]] = {name: defaultdict(_Tally) for name in corpus.systems}
    texts = {name: list(text) for name, text in corpus.systems.items()}
    for row, many in enumerate(references):
        wanted, allowed = Counter(many[0]), _most_often(many)
        for name, text in texts.items():
            here = Counter(words(text[row]))
            _count(tallies[name], here, wanted, allowed, bucket_of, Limit(row + 1, examples))
    whose = "references" if frequencies is None else "file"
    return Bucketing("frequency", f"F of words by frequency in the {whose}", _buckets(labels, tallies))


class _Memory(dict[str, str]):
    """What a function said of a word, asked once for each."""

    def __init__(self, function: Callable[[str], str]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, word: str) -> str:
        self[word] = self.function(word)
        return self[word]


def _most_often(references: Sequence[Sequence[str]]) -> Counter[str]:
    most = Counter(references[0])
    for reference in references[1:]:
        most |= Counter(reference)
    return most


def _count(
    tallies: Mapping[str, _Tally],
    here: Counter[str],
    wanted: Counter[str],
    allowed: Counter[str],
    bucket_of: Mapping[str, str],
    limit: Limit,
) -> None:
    for word, count in wanted.items():
        tally, there = tallies[bucket_of[word]], here[word]
        tally.wanted += count
        tally.found += min(count, there)
        if there < count:
            tally.remember("missed", word, limit)
    for word, count in here.items():
        tally, right = tallies[bucket_of[word]], allowed[word]
        tally.offered += count
        tally.right += min(count, right)
        if not right:
            tally.remember("wrong", word, limit)


def _buckets(labels: Sequence[str], tallies: Mapping[str, Mapping[str, _Tally]]) -> tuple[Bucket, ...]:
    """Buckets that have something in them, as large as the reference has it."""
    made = []
    for label in labels:
        of_systems = {name: of_label.get(label) or _Tally() for name, of_label in tallies.items()}
        if any(tally.wanted or tally.offered for tally in of_systems.values()):
            size = max(tally.wanted for tally in of_systems.values())
            made.append(Bucket(label, size, {name: tally.cell() for name, tally in of_systems.items()}))
    return tuple(made)


def _frequency_labels(edges: Sequence[int]) -> list[str]:
    ordered = sorted(set(edges))
    if not ordered or ordered[0] < 1:
        raise InvalidOption("Frequencies are cut at whole numbers of 1 or more.")
    first = "never" if ordered[0] == 1 else f"below {ordered[0]}"
    between = [f"{a}" if b == a + 1 else f"{a}–{b - 1}" for a, b in pairwise(ordered)]
    return [first, *between, f"{ordered[-1]} or more"]


def by_tag(corpus: Corpus, tags: Sequence[str], *, examples: int = 5) -> Bucketing:
    """Recall of the first reference's words by their tags: one tag for each word between spaces.

    >>> from karat import Corpus
    >>> found = by_tag(Corpus.of(["dogs bark"], ["a dog bark"]), ["DET NOUN VERB"])
    >>> [(bucket.label, bucket.systems["hypothesis"].value) for bucket in found.buckets]
    [('DET', 0.0), ('NOUN', 0.0), ('VERB', 100.0)]
    """
    if len(tags) != len(corpus):
        raise MisalignedCorpus(
            f"There are tags of {len(tags)} segments, and {len(corpus)} segments. Give a line of tags for "
            "each."
        )
    tallies: dict[str, dict[str, _Tally]] = {name: defaultdict(_Tally) for name in corpus.systems}
    for row, of_segment in enumerate(tags):
        words, of_words = corpus.references.of_segment(row)[0].split(), of_segment.split()
        if len(words) != len(of_words):
            raise MisalignedCorpus(
                f"Segment {row + 1} has {len(words)} words and {len(of_words)} tags. Give one tag for each "
                "word between spaces of the first reference."
            )
        for name, texts in corpus.systems.items():
            left = Counter(texts[row].split())
            for word, tag in zip(words, of_words, strict=True):
                tally = tallies[name][tag]
                tally.wanted += 1
                tally.found += left[word] > 0
                if not left[word]:
                    tally.remember("missed", word, Limit(row + 1, examples))
                left[word] -= left[word] > 0
    labels = sorted({tag for of_segment in tags for tag in of_segment.split()})
    return Bucketing("tag", "recall of words by tag", tuple(map(_of_recall, _buckets(labels, tallies))))


def _of_recall(bucket: Bucket) -> Bucket:
    cells = {
        name: Cell(
            cell.counts["recall"],
            {"wanted": cell.counts["wanted"], "found": cell.counts["found"]},
            cell.examples,
        )
        for name, cell in bucket.systems.items()
    }
    return Bucket(bucket.label, bucket.size, cells)


def by_entity_type(corpus: Corpus, *, language: str = "en", examples: int = 5) -> Bucketing:
    """The share of marked entities that are found, by type, as NEE counts them."""
    from karat.entities.wanted import GROUPS
    from karat.metrics.nee import Nee

    nee = Nee(language=language, suggestions="count")
    counted = nee.prepare(corpus).count_systems(list(corpus.systems.values()), corpus.references)
    cells: dict[str, dict[str, Cell]] = {group: {} for group in GROUPS}
    for name, statistics in zip(corpus.systems, counted, strict=True):
        totals = dict(zip(statistics.columns, statistics.total(), strict=True))
        missed = nee.misses(corpus, name)
        for group in GROUPS:
            wanted, found = totals[f"total_{group}"], totals[f"found_{group}"]
            shown = [
                Example(miss.segment + 1, "missed", miss.entity)
                for miss in missed
                if _group(miss.kind) == group
            ]
            cells[group][name] = Cell(
                100 * found / wanted if wanted else NAN,
                {"wanted": wanted, "found": found},
                tuple(shown[:examples]),
            )
    made = [
        Bucket(group, int(max(cell.counts["wanted"] for cell in of_group.values())), of_group)
        for group, of_group in cells.items()
        if any(cell.counts["wanted"] for cell in of_group.values())
    ]
    return Bucketing("entity", "found entities by type", tuple(made))


def _group(kind: str) -> str:
    """The group in which NEE counts an entity: one whose type is not sure is apart."""
    from karat.entities.wanted import GROUPS

    return kind.lower() if kind.lower() in GROUPS else GROUPS[-1]
