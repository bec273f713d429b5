"""Which stretches of the texts of a segment are highlighted, in the form in which the page keeps them.

A stretch is written `gap,length,what;`: how far it is from the end of the one before, how long it is, and
what it is, in the units in which a browser counts text (UTF-16).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from karat.entities.highlights import entities_of_output, marked_entities, suggested_entities
from karat.metrics.explain.ngrams import MatchedText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from karat.corpus import Corpus
    from karat.entities.entity import Entity
    from karat.entities.highlights import Stretch
    from karat.metrics import Metric

# Every text shares most of its characters with every other; what is worth a look begins here.
LEAST_CHARACTERS = 3


@dataclass(frozen=True, slots=True)
class Marks:
    """For each output its matches, and for each text of the segment its entities."""

    matches: list[str]
    entities: list[str]


class Highlighting:
    """Finds what to highlight, segment by segment."""

    def __init__(self, corpus: Corpus, metric: Metric | None = None) -> None:
        if metric is None:
            from karat.metrics import Bleu

            metric = Bleu()
        self._corpus = corpus
        self._metric = metric
        self._matched = MatchedText(metric)
        self._least = min(LEAST_CHARACTERS, self._matched.order) if self._matched.in_characters else 1
        self._kinds: dict[str, int] = {}

    @property
    def described(self) -> dict[str, Any]:
        """What the marks mean; complete only when all segments have been looked at."""
        return {
            "metric": self._metric.name,
            "unit": "character" if self._matched.in_characters else "word",
            "order": self._matched.order,
            "least": self._least,
            "kinds": list(self._kinds),
        }

    def of_segment(self, index: int) -> Marks:
        """The marks of one segment."""
        corpus = self._corpus
        matches = self._matched.against(corpus.references.of_segment(index))
        outputs = [text[index] for text in corpus.systems.values()]
        found = [[stretch for stretch in matches(text) if stretch[2] >= self._least] for text in outputs]
        return Marks(
            [written(text, stretches) for text, stretches in zip(outputs, found, strict=True)],
            self._entities(index, outputs),
        )

    def _entities(self, index: int, outputs: list[str]) -> list[str]:
        """Of the source and the references, then of the outputs, in which the references' are looked for."""
        corpus, target = self._corpus, self._corpus.target_language
        shown: list[str] = []
        if corpus.sources is not None:
            source = corpus.sources[index]
            shown.append(self._numbered(source, suggested_entities(source, corpus.source_language)))
        names: dict[str, str] = {}
        for text, marked in self._references(index):
            found = suggested_entities(text, target) if marked is None else marked_entities(marked)
            names |= {other: one.kind for one in marked or () for other in one.alternatives if other}
            names |= {text[start:end]: kind for start, end, kind in found}
            shown.append(self._numbered(text, found))
        shown += [self._numbered(text, entities_of_output(text, target, names)) for text in outputs]
        return shown

    def _references(self, index: int) -> Iterator[tuple[str, Sequence[Entity] | None]]:
        """The references of a segment, each with its entities where somebody marked them."""
        references = self._corpus.references
        marked = self._corpus.entities or [None] * references.count
        for stream, of_stream in zip(references.streams, marked, strict=True):
            yield stream[index] or "", None if of_stream is None else of_stream[index]

    def _numbered(self, text: str, stretches: list[Stretch]) -> str:
        kinds = self._kinds
        return written(
            text, [(start, end, kinds.setdefault(kind, len(kinds))) for start, end, kind in stretches]
        )


def written(text: str, stretches: Iterable[tuple[int, int, int]]) -> str:
    """Stretches of a text, none over another, as the page keeps them.

    >>> written("a \U0001f600 cat", [(0, 1, 2), (4, 7, 1)])
    '0,1,2;4,3,1;'
    """
    place = _counter(text)
    pieces = []
    before = 0
    for start, end, what in stretches:
        first, last = place(start), place(end)
        pieces.append(f"{first - before},{last - first},{what};")
        before = last
    return "".join(pieces)


def _counter(text: str) -> Callable[[int], int]:
    """From characters to the units of UTF-16, in which those beyond the basic plane count twice."""
    if text.isascii() or max(text) <= "\uffff":
        return lambda place: place

    places = [0, *accumulate(2 if character > "\uffff" else 1 for character in text)]
    return places.__getitem__
