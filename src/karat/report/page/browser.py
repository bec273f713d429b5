"""The texts of an evaluation, packed for the segment browser of the page, with what is highlighted in them.

The browser shows; what is to be shown is found here. Texts of one segment stand together, since that is where
they repeat each other: ten outputs take little more room than two.

A highlighted stretch is written `gap,length,what;`: how far it is from the end of the one before, how long it
is, and what it is, in the units in which a browser counts text (UTF-16).
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.entities.highlights import entities_of_output, marked_entities, suggested_entities
from karat.errors import MisalignedCorpus
from karat.metrics.catalogue import distinct_names
from karat.metrics.explain.ngrams import MatchedText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from karat.corpus import Corpus, Text
    from karat.entities.entity import Entity
    from karat.entities.highlights import Stretch
    from karat.metrics import Metric
    from karat.score_table import ScoreTable

FORMAT = 1
_MOST_DIGITS = ((3.0, 2), (0.0, 4))  # the range of the values from which on so many digits will do
# Every text shares most of its characters with every other; what is worth a look begins here.
LEAST_CHARACTERS = 3


@dataclass(frozen=True, slots=True)
class PackedTexts:
    """Everything the browser shows, compressed: `data` is base64 of deflated JSON."""

    data: str
    segments: int
    systems: int


def pack(
    corpus: Corpus,
    tables: Sequence[ScoreTable],
    humans: Sequence[ScoreTable] = (),
    *,
    metric: Metric | None = None,
) -> PackedTexts:
    """The texts, scores of metrics and people by segment, and which n-grams and entities to highlight.

    The n-grams are those of `metric`, in its own tokens; BLEU's where none is given. A metric without n-grams
    is refused.
    """
    return compressed(contents(corpus, tables, humans, metric=metric), corpus)


def contents(
    corpus: Corpus,
    tables: Sequence[ScoreTable],
    humans: Sequence[ScoreTable] = (),
    *,
    metric: Metric | None = None,
) -> dict[str, Any]:
    """What is packed, as plain values; lists go segment by segment, within one as the texts stand in it."""
    highlighting = Highlighting(corpus, metric)
    marks = [highlighting.of_segment(index) for index in range(len(corpus))]
    return {
        "format": FORMAT,
        "segments": len(corpus),
        "systems": list(corpus.systems),
        "people": [place for place, name in enumerate(corpus.systems) if name in corpus.human_systems],
        "references": [f"reference {name}" for name in corpus.references.names] or _numbered(corpus),
        "languages": [corpus.source_language, corpus.target_language],
        "source": corpus.sources is not None,
        "documents": _grouped(corpus.documents),
        "text_types": _grouped(corpus.text_types),
        "scores": _scores(corpus, tables, humans),
        "marking": highlighting.described,
        "matches": [text for segment in marks for text in segment.matches],
        "entities": [text for segment in marks for text in segment.entities],
        "texts": list(_texts(corpus)),
    }


def compressed(packed: dict[str, Any], corpus: Corpus) -> PackedTexts:
    """Plain values as deflated JSON in base64."""
    text = json.dumps(packed, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # A lone surrogate has no UTF-8; as an escape it has the form that JSON gives it.
    data = zlib.compress(text.encode("utf-8", "backslashreplace"), 9)
    return PackedTexts(base64.b64encode(data).decode("ascii"), len(corpus), len(corpus.systems))


def _numbered(corpus: Corpus) -> list[str]:
    count = corpus.references.count
    return ["reference"] if count == 1 else [f"reference {number}" for number in range(1, count + 1)]


def _texts(corpus: Corpus) -> Iterator[str | None]:
    columns = [*corpus.references.streams, *corpus.systems.values()]
    if corpus.sources is not None:
        columns.insert(0, corpus.sources)
    for texts in zip(*columns, strict=True):
        yield from texts


def _grouped(labels: Text | None) -> dict[str, Any] | None:
    """The different labels in order of appearance, and which of them each segment has."""
    if labels is None:
        return None
    places: dict[str, int] = {}
    of = [places.setdefault(label, len(places)) for label in labels]
    return {"names": list(places), "of": of}


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    recipe: str


def _scores(
    corpus: Corpus, tables: Sequence[ScoreTable], humans: Sequence[ScoreTable]
) -> list[dict[str, Any]]:
    kinds = [*(("metric", table) for table in tables), *(("human", table) for table in humans)]
    named: Any = [_Named(table.metric, table.recipe) for _, table in kinds]
    return [
        {
            "name": name,
            "recipe": table.recipe,
            "kind": kind,
            "higher": table.higher_is_better,
            **_written(_aligned(corpus, table)),
        }
        for name, (kind, table) in zip(distinct_names(named), kinds, strict=True)
    ]


def _aligned(corpus: Corpus, table: ScoreTable) -> NDArray[np.float64]:
    """Segments by systems of the corpus; NaN where the table has nothing."""
    if table.level != "segment" or table.values.shape[1] != len(corpus):
        raise MisalignedCorpus(
            f"The table of {table.metric} has {table.values.shape[1]} rows at the level {table.level!r}; the "
            f"browser shows {len(corpus)} segments. Give a table of segments, with a row for each."
        )
    missing = np.full(len(corpus), np.nan)
    return np.array([table[name] if name in table.systems else missing for name in corpus.systems]).T


def _written(values: NDArray[np.float64]) -> dict[str, Any]:
    """Values as whole numbers of the least digit that is kept, null where there is none."""
    finite = values[np.isfinite(values)]
    digits = _digits(finite)
    whole = np.where(np.isfinite(values), np.round(np.nan_to_num(values) * 10**digits), 0).astype(np.int64)
    there = np.isfinite(values).ravel().tolist()
    return {
        "digits": digits,
        "values": [
            one if is_there else None for one, is_there in zip(whole.ravel().tolist(), there, strict=True)
        ],
    }


def _digits(finite: NDArray[np.float64]) -> int:
    """As few as tell everything, and no more than can be meant: two for a score in percent."""
    if not finite.size:
        return 0
    extent = float(np.ptp(finite)) or float(np.abs(finite).max())
    most = next(digits for least, digits in _MOST_DIGITS if extent >= least)
    exact = (
        digits for digits in range(most) if np.allclose(np.round(finite, digits), finite, rtol=0, atol=1e-9)
    )
    return next(exact, most)


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
