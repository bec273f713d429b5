"""Every number on the way to the score of one segment, before it has a form for the eye."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.arguments import is_metric, no_metric, require_corpus
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.option_checks import whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.frames import Columns
    from karat.metrics import Metric


Mark: TypeAlias = Literal["matched", "missed", "plain"]


@dataclass(frozen=True, slots=True)
class Step:
    """One number: what it is, and how it came about, such as "4 of 8 bigrams matched"."""

    label: str
    value: float | str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A table of particulars: n-grams, edits, pairs of an alignment, entities."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str | float | None, ...]]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text in units, each with what became of it."""

    title: str
    units: tuple[tuple[str, Mark], ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Explanation(Equal, Shown):
    """How one segment got its score."""

    metric: str
    value: float
    recipe: str
    texts: tuple[MarkedText, ...] = ()
    listings: tuple[Listing, ...] = ()
    steps: tuple[Step, ...] = ()

    def _columns(self) -> Columns:
        """A row for each step; a value that is a word is in `text`."""
        return {
            "step": [step.label for step in self.steps],
            "value": [None if isinstance(step.value, str) else step.value for step in self.steps],
            "text": [step.value if isinstance(step.value, str) else None for step in self.steps],
            "reason": [step.reason for step in self.steps],
        }


def explain(corpus: Corpus, metric: Metric, *, segment: int, system: str | None = None) -> Explanation:
    """How a segment, counted from 1, got its score; `system` may be left out where there is one.

    >>> from karat import Bleu, Corpus
    >>> corpus = Corpus.of(["the cat sat on a mat"], ["the cat sat on the mat"])
    >>> explanation = explain(corpus, Bleu(), segment=1)
    >>> round(explanation.value, 2), explanation.steps[0].label
    (53.73, 'p1')
    """
    require_corpus(corpus, "explain(corpus, Bleu(), segment=1)")
    if not is_metric(metric):
        raise no_metric(metric)
    if whole_number(segment) is None:
        raise InvalidOption(f"The segment is {segment!r}; its number was expected, counted from 1.")
    if system is not None and not isinstance(system, str):
        raise InvalidOption(f"The system is a {type(system).__name__}; its name was expected.")
    if not 1 <= segment <= len(corpus):
        raise InvalidOption(f"The segment is {segment}; the text has segments 1 to {len(corpus)}.")
    if system is None and len(corpus.systems) > 1:
        names = ", ".join(corpus.systems)
        raise InvalidOption(f"There are {len(corpus.systems)} systems: {names}. Say which: system='…'.")
    text = corpus.system(next(iter(corpus.systems)) if system is None else system)
    ready: Metric = metric.settled(corpus).prepare(corpus)
    return ready.explain(text[segment - 1], corpus.references.of_segment(segment - 1))
