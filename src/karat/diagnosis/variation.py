"""Variation that BLEU permits: how many other texts get the same n-gram counts as a hypothesis.

Callison-Burch, Osborne & Koehn (2006) cut a hypothesis where two neighbours stand together in no reference.
The blocks in between can be permuted, and no count falls. Three numbers come from this:

- `paper` is their (k − b)!. It takes b, the clipped matches of pairs, for the pairs inside blocks. It
  overstates the number of blocks where matches are clipped.
- `safe` counts the different permutations of the blocks themselves. Like `paper`, it counts texts that score
  no lower.
- `kept` counts the permutations that keep every count. It is exact, or, in segments with very many joints, a
  Monte Carlo estimate with its standard error.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from itertools import pairwise
from math import factorial, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arguments import is_metric, no_metric, require_corpus
from karat.diagnosis.arrangements import keeping
from karat.diagnosis.blocks import (
    cut,
    log10_arrangements,
    log10_factorial,
    pair_counts,
    repetitions,
    split,
)
from karat.diagnosis.order_scores import refuse_unsegmented
from karat.diagnosis.reordering import check_units, every_order, shuffled_value
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.metrics.bleu import Bleu
from karat.metrics.explain.ngrams import marked, most_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.diagnosis.arrangements import KeptArrangements
    from karat.diagnosis.blocks import Block
    from karat.diagnosis.reordering import Orders
    from karat.frames import Columns
    from karat.metrics import Metric
    from karat.metrics.explain.explanation import MarkedText

    Column = NDArray[np.float64]

_NAN = float("nan")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SegmentVariation(Equal, Shown):
    """One segment, cut into blocks, and how many texts are scored like it.

    `keeping` and `orders` are None where trying would take too long.

    >>> from karat import Corpus
    >>> found = segment_variation(Corpus.of(["to him he was"], ["he was led to him"]), "hypothesis", 1)
    >>> found.length, found.safe, found.kept
    (4, 2, 2)
    """

    system: str
    segment: int
    text: MarkedText
    blocks: tuple[Block, ...]
    length: int
    pairs: int
    keeping: KeptArrangements | None
    orders: Orders | None

    @property
    def paper(self) -> int:
        """The paper's (k − b)!."""
        return factorial(self.length - self.pairs)

    @property
    def safe(self) -> int:
        """Different arrangements of the blocks, none of which is scored lower."""
        return factorial(len(self.blocks)) // repetitions(self.blocks)

    @property
    def kept(self) -> int | None:
        """Arrangements that keep every count, where their number is exact."""
        return None if self.keeping is None else self.keeping.number

    @property
    def gained(self) -> int | None:
        """Arrangements that gain a match at a joint."""
        return None if self.kept is None else self.safe - self.kept

    def _row(self) -> dict[str, Any]:
        row = Shown._row(self)
        # The numbers of arrangements are too large for any column, their logarithms are not.
        counts = {"paper": self.paper, "safe": self.safe, "kept": self.kept}
        logs = {f"{name}_log10": log10(count) if count else None for name, count in counts.items()}
        return {**row, "blocks": len(self.blocks), **logs}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Variation(Shown):
    """A system's segments, one value each, and what they come to.

    `paper`, `safe` and `kept` are log10 of numbers of arrangements; `kept_errors` has the standard error of
    the share that is kept, 0 where it is exact; `same` and `gaining` are numbers of orders of all units. NaN
    where trying would take too long.

    >>> from karat import Corpus
    >>> (found,) = variation(Corpus.of(["he was taken to him"], ["he was led to him"]))
    >>> found.system, found.lengths.tolist()
    ('hypothesis', [5.0])
    """

    system: str
    score: float
    shuffled: float
    lengths: Column
    pairs: Column
    blocks: Column
    paper: Column
    safe: Column
    kept: Column
    kept_errors: Column
    same: Column
    gaining: Column

    @property
    def share_of_order(self) -> float:
        """The share of the score that is lost when the units of each segment stand in a random order."""
        return 1 - self.shuffled / self.score if self.score else _NAN

    @property
    def share_kept(self) -> float:
        """How many of the safe arrangements keep every count, in the mean of the segments that were tried."""
        tried = ~np.isnan(self.kept)
        return float(np.mean(10 ** (self.kept - self.safe)[tried])) if tried.any() else _NAN

    @property
    def share_kept_error(self) -> float:
        """The standard error of that mean, which comes from the segments whose share was estimated."""
        errors = self.kept_errors[~np.isnan(self.kept_errors)]
        return float(np.sqrt((errors**2).sum()) / len(errors)) if len(errors) else _NAN

    @property
    def estimated(self) -> int:
        """In how many segments the share that is kept was estimated from drawn arrangements."""
        return int((self.kept_errors > 0).sum())

    def _columns(self) -> Columns:
        """A row for each segment."""
        names = [field.name for field in fields(self) if field.name not in ("system", "score", "shuffled")]
        count = len(self.lengths)
        columns = {name: getattr(self, name) for name in names}
        return {"system": [self.system] * count, "segment": range(1, count + 1), **columns}


def variation(
    corpus: Corpus,
    metric: Metric | None = None,
    *,
    enumerate_up_to: int = 6,
    shuffles: int | None = None,
    seed: int = 12345,
    progress: Callable[[str], object] | None = None,
) -> Results[Variation]:
    """The variation of every system; orders of all units are tried in segments of up to `enumerate_up_to`.

    >>> from karat import Corpus
    >>> (found,) = variation(Corpus.of(["he was taken to him"], ["he was led to him"]))
    >>> found.blocks.tolist(), round(10 ** found.safe[0])
    ([3.0], 6)
    """
    require_corpus(corpus, "variation(corpus, Bleu())")
    bleu = ngram_metric(metric)
    check_words(corpus, bleu)
    check_units(enumerate_up_to)
    references = _references(corpus, bleu)
    made = []
    for name, text in corpus.systems.items():
        units = [bleu.units_of(segment) for segment in text]
        counts = bleu.count(text, corpus.references)
        score = bleu.value(counts.total())
        shuffled = shuffled_value(bleu, units, references, shuffles=shuffles, seed=seed)
        pairs = counts["matches_2"] if bleu.order > 1 else [0] * len(units)
        rows = [
            _row(segment, of_segment, bleu.order, int(matched), enumerate_up_to, seed)
            for segment, of_segment, matched in zip(units, references, pairs, strict=True)
        ]
        made.append(Variation(name, score, shuffled, *_columns(rows)))
        if progress is not None:
            progress(name)
    return Results(made)


def segment_variation(
    corpus: Corpus,
    system: str,
    segment: int,
    *,
    metric: Metric | None = None,
    enumerate_up_to: int = 9,
    seed: int = 12345,
) -> SegmentVariation:
    """One segment of a system, counted from 1, with its blocks and exact numbers.

    >>> from karat import Corpus
    >>> corpus = Corpus.of(["he was taken to him"], ["he was led to him"])
    >>> found = segment_variation(corpus, "hypothesis", 1)
    >>> len(found.blocks), found.safe
    (3, 6)
    """
    require_corpus(corpus, "segment_variation(corpus, system, 1, Bleu())")
    bleu = ngram_metric(metric)
    check_words(corpus, bleu)
    check_units(enumerate_up_to)
    text = corpus.system(system)
    check_segment(segment, len(text))
    units = bleu.units_of(text[segment - 1])
    references = [bleu.units_of(reference) for reference in corpus.references.of_segment(segment - 1)]
    blocks = split(units, references, order=bleu.order)
    short = len(units) <= enumerate_up_to
    return SegmentVariation(
        system,
        segment,
        marked(system, units, most_of(references, 1)),
        tuple(blocks),
        len(units),
        _clipped_pairs(blocks, references) if bleu.order > 1 else 0,
        keeping(blocks, references, order=bleu.order, seed=seed),
        every_order(units, references, order=bleu.order) if short else None,
    )


def ngram_metric(metric: Metric | None) -> Bleu:
    """The BLEU whose counts are meant; others count other things."""
    if metric is None:
        return Bleu()
    if not is_metric(metric):
        raise no_metric(metric)
    if not isinstance(metric, Bleu):
        raise InvalidOption(
            f"{metric.name} does not count clipped n-grams. Give a BLEU of any order, in words or characters."
        )
    return metric


def check_words(corpus: Corpus, bleu: Bleu) -> None:
    """Whole clauses, in writing without spaces, are no units."""
    if bleu.unit == "word":
        refuse_unsegmented(corpus, bleu.tokenize)


def check_segment(segment: int, segments: int) -> None:
    """Segments are counted from 1."""
    if not isinstance(segment, int) or not 1 <= segment <= segments:
        raise InvalidOption(f"The segment is {segment!r}; the text has segments 1 to {segments}.")


def _references(corpus: Corpus, bleu: Bleu) -> list[list[list[str]]]:
    """The units of every reference that a segment has."""
    streams = [list(stream) for stream in corpus.references.streams]
    return [
        [bleu.units_of(reference) for reference in of_segment if reference is not None]
        for of_segment in zip(*streams, strict=True)
    ]


def _row(
    units: Sequence[str],
    references: Sequence[Sequence[str]],
    order: int,
    pairs: int,
    enumerate_up_to: int,
    seed: int,
) -> tuple[float, ...]:
    known = pair_counts(references) if order > 1 else Counter()
    blocks = cut(units, known)
    kept = keeping(blocks, references, order=order, most=known, seed=seed)
    safe = log10_arrangements(blocks)
    same = gaining = _NAN
    if len(units) <= enumerate_up_to:
        found = every_order(units, references, order=order)
        same, gaining = found.same, found.gaining
    return (
        len(units),
        pairs,
        len(blocks),
        log10_factorial(len(units) - pairs),
        safe,
        # The hypothesis itself is always kept, also where no arrangement was drawn that is.
        _NAN if kept is None else safe + log10(kept.share) if kept.share else 0.0,
        _NAN if kept is None else kept.error,
        same,
        gaining,
    )


def _columns(rows: Sequence[tuple[float, ...]]) -> Any:
    return np.array(rows, dtype=np.float64).reshape(len(rows), 9).T


def _clipped_pairs(blocks: Sequence[Block], references: Sequence[Sequence[str]]) -> int:
    here = Counter(pair for block in blocks for pair in pairwise(block))
    return (here & pair_counts(references)).total()
