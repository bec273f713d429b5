"""Accuracy by kinds of words, with examples behind every number.

A word of the first reference is found if the output has it, as often as there; a word of the output is right
if some reference has it, as often as there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arguments import require_corpus
from karat.diagnosis.buckets import NAN, BucketChance, Bucketing, BucketPart, CountedBucket, Example, valued
from karat.diagnosis.order_scores import refuse_unsegmented
from karat.entities.unique_entities import GROUPS
from karat.errors import InvalidOption, MisalignedCorpus
from karat.metrics.nee import Nee
from karat.statistics import Statistics
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.tokens.custom import Function

    Tallies = Mapping[str, Mapping[str, "Tally"]]

# Where frequencies are cut: never, once, 2 to 4, 5 to 9, 10 to 99, 100 to 999, 1000 or more.
EDGES = (1, 2, 5, 10, 100, 1000)
_COLUMNS = ("wanted", "found", "offered", "right")


class Tally:
    """Words that a reference wants, and those that an output offers, unless only recall is asked for.

    Examples are of what does not fit, or, where all does, of what is found.
    """

    def __init__(self, examples: int, *, of_recall: bool) -> None:
        self.rows: dict[int, list[int]] = {}
        self.wrong = _Sample(examples)
        self.fitting = _Sample(examples)
        self.columns = _COLUMNS[:2] if of_recall else _COLUMNS

    def want(self, row: int, word: str, count: int, found: int) -> None:
        """A word that the reference has so often, and that is found so often."""
        counts = self.rows.setdefault(row, [0, 0, 0, 0])
        counts[0] += count
        counts[1] += found
        if found < count:
            self.wrong.add(row, "missed", word)
        else:
            self.fitting.add(row, "found", word)

    def offer(self, row: int, word: str, count: int, right: int) -> None:
        """A word that the output has so often, and that is right so often."""
        counts = self.rows.setdefault(row, [0, 0, 0, 0])
        counts[2] += count
        counts[3] += right
        if not right:
            self.wrong.add(row, "wrong", word)

    def counted(self, segments: int) -> CountedBucket:
        """A row for each segment of the corpus."""
        rows = np.zeros((segments, 4), dtype=np.int64)
        if self.rows:
            rows[list(self.rows)] = list(self.rows.values())
        statistics = Statistics(_COLUMNS, rows)
        totals = dict(zip(_COLUMNS, statistics.total(), strict=True))
        counts: dict[str, float] = {name: totals[name] for name in self.columns}
        for name, above, below in (("recall", "found", "wanted"), ("precision", "right", "offered")):
            if below in self.columns:
                counts[name] = 100 * totals[above] / totals[below] if totals[below] else NAN
        return CountedBucket(statistics, counts, self.wrong.taken() or self.fitting.taken())


class _Sample:
    """So many examples of all that come by, each as likely as any other (Vitter 1985, algorithm R)."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.seen = 0
        self.examples: list[Example] = []
        self.random = Random(0)

    def add(self, row: int, what: str, word: str) -> None:
        self.seen += 1
        if len(self.examples) < self.most:
            self.examples.append(Example(row + 1, what, word))
        elif (place := self.random.randrange(self.seen)) < self.most:
            self.examples[place] = Example(row + 1, what, word)

    def taken(self) -> tuple[Example, ...]:
        return tuple(sorted(self.examples, key=lambda example: example.segment))


def by_frequency(
    corpus: Corpus,
    *,
    tokenize: str | Function = "13a",
    lowercase: bool = False,
    frequencies: Mapping[str, int] | None = None,
    edges: Sequence[int] = EDGES,
    examples: int = 5,
    chance: BucketChance | None = None,
) -> Bucketing:
    """F of words by how often they occur: in the first references, unless `frequencies` are given.

    >>> from karat import Corpus
    >>> found = by_frequency(Corpus.of(["the cat sat"], ["the dog sat down the road"]), edges=[1, 2])
    >>> [(bucket.label, round(bucket.systems["hypothesis"].value)) for bucket in found.buckets[1:]]
    [('1', 40), ('2 or more', 67)]
    """
    require_corpus(corpus, "by_frequency(corpus)")
    chance = chance or BucketChance()
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
    tallies = _tallies(corpus, examples, of_recall=False)
    texts = {name: list(text) for name, text in corpus.systems.items()}
    for row, many in enumerate(references):
        wanted, allowed = Counter(many[0]), _most_often(many)
        for name, text in texts.items():
            _count(tallies[name], row, Counter(words(text[row])), wanted, allowed, bucket_of)
    whose = "references" if frequencies is None else "file"
    return Bucketing(
        "frequency",
        f"F of words by frequency in the {whose}",
        valued(_parts(labels, tallies, len(corpus)), _f, chance, corpus.documents),
        pair=chance.pair_of(list(corpus.systems)),
    )


class _Memory(dict[str, str]):
    """What a function said of a word, asked once for each."""

    def __init__(self, function: Callable[[str], str]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, word: str) -> str:
        self[word] = self.function(word)
        return self[word]


def _tallies(corpus: Corpus, examples: int, *, of_recall: bool) -> dict[str, dict[str, Tally]]:
    return {name: defaultdict(lambda: Tally(examples, of_recall=of_recall)) for name in corpus.systems}


def _most_often(references: Sequence[Sequence[str]]) -> Counter[str]:
    most = Counter(references[0])
    for reference in references[1:]:
        most |= Counter(reference)
    return most


def _count(
    tallies: Mapping[str, Tally],
    row: int,
    here: Counter[str],
    wanted: Counter[str],
    allowed: Counter[str],
    bucket_of: Mapping[str, str],
) -> None:
    for word, count in wanted.items():
        tallies[bucket_of[word]].want(row, word, count, min(count, here[word]))
    for word, count in here.items():
        tallies[bucket_of[word]].offer(row, word, count, min(count, allowed[word]))


def _parts(labels: Sequence[str], tallies: Tallies, segments: int) -> list[BucketPart]:
    """Those that have something in them, as large as the reference has it."""
    made = []
    for label in labels:
        of_systems = {name: of_label[label] for name, of_label in tallies.items()}
        if any(tally.rows for tally in of_systems.values()):
            systems = {name: tally.counted(segments) for name, tally in of_systems.items()}
            size = max(int(counted.counts["wanted"]) for counted in systems.values())
            made.append(BucketPart(label, size, systems))
    return made


def _f(rows: Statistics) -> Floats:
    """F in Dice's form; of words that no reference has, it is not defined."""
    wanted = rows["wanted"]
    return _percent(rows["found"] + rows["right"], (wanted + rows["offered"]) * (wanted > 0))


def _recall(rows: Statistics) -> Floats:
    return _percent(rows["found"], rows["wanted"])


def _percent(above: Any, below: Any) -> Floats:
    share: Floats = np.divide(above, below, out=np.full(len(below), NAN), where=below > 0)
    return 100 * share


def _frequency_labels(edges: Sequence[int]) -> list[str]:
    ordered = sorted(set(edges))
    if not ordered or ordered[0] < 1:
        raise InvalidOption("Frequencies are cut at whole numbers of 1 or more.")
    first = "never" if ordered[0] == 1 else f"below {ordered[0]}"
    between = [f"{a}" if b == a + 1 else f"{a}–{b - 1}" for a, b in pairwise(ordered)]
    return [first, *between, f"{ordered[-1]} or more"]


def by_tag(
    corpus: Corpus, tags: Sequence[str], *, examples: int = 5, chance: BucketChance | None = None
) -> Bucketing:
    """Recall of the first reference's words by their tags: one tag for each word between spaces.

    >>> from karat import Corpus
    >>> found = by_tag(Corpus.of(["dogs bark"], ["a dog bark"]), ["DET NOUN VERB"])
    >>> [(bucket.label, bucket.systems["hypothesis"].value) for bucket in found.buckets]
    [('DET', 0.0), ('NOUN', 0.0), ('VERB', 100.0)]
    """
    require_corpus(corpus, "by_tag(corpus, tags)")
    chance = chance or BucketChance()
    if len(tags) != len(corpus):
        raise MisalignedCorpus(
            f"There are tags of {len(tags)} segments, and {len(corpus)} segments. Give a line of tags for "
            "each."
        )
    tallies = _tallies(corpus, examples, of_recall=True)
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
                tallies[name][tag].want(row, word, 1, int(left[word] > 0))
                left[word] -= left[word] > 0
    labels = sorted({tag for of_segment in tags for tag in of_segment.split()})
    buckets = valued(_parts(labels, tallies, len(corpus)), _recall, chance, corpus.documents)
    return Bucketing("tag", "recall of words by tag", buckets, pair=chance.pair_of(list(corpus.systems)))


def by_entity_type(
    corpus: Corpus, *, language: str = "en", examples: int = 5, chance: BucketChance | None = None
) -> Bucketing:
    """The share of marked entities that are found, by type, as NEE counts them.

    >>> from karat import Corpus
    >>> from karat.readers.corpora.annotation import lifted
    >>> marked = '<ENAMEX TYPE="PERSON">Anna</ENAMEX> lives in <ENAMEX TYPE="LOCATION">Roma</ENAMEX>.'
    >>> corpus = lifted(Corpus.of(["Anna lives in Rome."], [marked]))
    >>> found = by_entity_type(corpus)
    >>> [(bucket.label, bucket.systems["hypothesis"].value) for bucket in found.buckets]
    [('person', 100.0), ('location', 0.0)]
    """
    require_corpus(corpus, "by_entity_type(corpus)")
    chance = chance or BucketChance()
    nee = Nee(language=language, suggestions="count")
    counted = nee.prepare(corpus).count_systems(list(corpus.systems.values()), corpus.references)
    systems: dict[str, dict[str, CountedBucket]] = {group: {} for group in GROUPS}
    for name, statistics in zip(corpus.systems, counted, strict=True):
        missed = nee.misses(corpus, name)
        for group in GROUPS:
            shown = [
                Example(miss.segment + 1, "missed", miss.entity)
                for miss in missed
                if _group(miss.kind) == group
            ]
            shown = shown or _marked(corpus, group)
            systems[group][name] = _entities(statistics, group, shown[:examples])
    parts = [
        BucketPart(group, int(max(counted.counts["wanted"] for counted in of_group.values())), of_group)
        for group, of_group in systems.items()
        if any(counted.counts["wanted"] for counted in of_group.values())
    ]
    return Bucketing(
        "entity",
        "found entities by type",
        valued(parts, _recall, chance, corpus.documents),
        pair=chance.pair_of(list(corpus.systems)),
    )


def _entities(statistics: Statistics, group: str, examples: Sequence[Example]) -> CountedBucket:
    """The columns of one group, under the names that words have."""
    columns: Any = [statistics[f"total_{group}"], statistics[f"found_{group}"]]
    rows = Statistics(("wanted", "found"), np.stack(columns, axis=1))
    wanted, found = rows.total()
    return CountedBucket(rows, {"wanted": wanted, "found": found}, tuple(examples))


def _marked(corpus: Corpus, group: str) -> list[Example]:
    """All entities of a group: where none is missed, these are found."""
    return [
        Example(row + 1, "found", entity.text)
        for of_reference in corpus.entities or ()
        for row, of_segment in enumerate(of_reference or ())
        for entity in of_segment
        if _group(entity.kind) == group and not entity.optional
    ]


def _group(kind: str) -> str:
    """The group in which NEE counts an entity: one whose type is not sure is apart."""
    return kind.lower() if kind.lower() in GROUPS else GROUPS[-1]
