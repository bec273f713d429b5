"""Which metrics see the difference between texts that another metric scores alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.arguments import require_corpus
from karat.corpus import Corpus, References
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.metrics.catalogue import distinct_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.variants import SegmentVariants
    from karat.entities.entity import Entity
    from karat.metrics import Metric

# Values that are equal on paper differ in their last bits.
_SAME = 1e-9


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Blindness(Equal, Shown):
    """How one metric values variants beside their originals, segment by segment.

    Changes are in the metric's own points, positive where the variant is scored better. Where nothing can be
    compared, `variants` is 0.

    >>> Blindness("TER", "TER", 5, 1, 0, 4, 12.5, 20.0).worse
    4
    """

    metric: str
    recipe: str
    variants: int
    same: int
    better: int
    worse: int
    mean_change: float
    largest_change: float


def blindness(
    corpus: Corpus, found: Sequence[SegmentVariants], metrics: Sequence[Metric]
) -> Results[Blindness]:
    """Each metric's view of all variants, of originals spelled in the same way.

    >>> from karat import Bleu, Corpus, Ter
    >>> from karat.diagnosis.variants import variants
    >>> corpus = Corpus.of(["he was taken to him"], ["he was led to him"])
    >>> found = variants(corpus, "hypothesis", [1], metric=Bleu(order=2), count=3, kinds=["order"])
    >>> [(each.metric, each.variants, each.same) for each in blindness(corpus, found, [Bleu(order=2), Ter()])]
    [('BLEU-w2', 3, 3), ('TER', 3, 0)]
    """
    require_corpus(corpus, "blindness(corpus, found, metrics)")
    part = _pairs(corpus, found)
    if part is None:
        return Results()
    return Results(
        _seen(corpus, part, metric, name)
        for metric, name in zip(metrics, distinct_names(metrics), strict=True)
    )


def _pairs(corpus: Corpus, found: Sequence[SegmentVariants]) -> Corpus | None:
    """A corpus with a segment for each variant, and its original beside it."""
    rows = [(one.segment - 1, one.text, variant.text) for one in found for variant in one.variants]
    if not rows:
        return None
    places = [place for place, _, _ in rows]
    streams = [list(stream) for stream in corpus.references.streams]
    return Corpus(
        {"original": [text for _, text, _ in rows], "variant": [text for _, _, text in rows]},
        References(tuple([stream[place] for place in places] for stream in streams)),
        documents=None if corpus.documents is None else [corpus.documents[place] for place in places],
        target_language=corpus.target_language,
        entities=_entities(corpus, places),
    )


def _entities(corpus: Corpus, places: Sequence[int]) -> list[list[Sequence[Entity]] | None] | None:
    if corpus.entities is None:
        return None
    return [None if marked is None else [marked[place] for place in places] for marked in corpus.entities]


def _seen(corpus: Corpus, part: Corpus, metric: Metric, name: str) -> Blindness:
    if metric.annotated:
        raise InvalidOption(f"{metric.name} reads tags, and a variant has none. Leave it out.")
    # Weights are learnt from the whole corpus; entities are those of the segments at hand.
    ready = metric.prepare(part) if metric.needs_entities else metric.prepare(corpus).prepare(part)
    original, variant = (
        metric.for_segments.values(statistics)
        for statistics in ready.count_systems(list(part.systems.values()), part.references)
    )
    changes = (variant - original) * (1 if metric.higher_is_better else -1)
    changes = np.where(abs(changes) <= _SAME, 0.0, changes)[~np.isnan(changes)]
    same, better = int((changes == 0).sum()), int((changes > 0).sum())
    none = float("nan")
    return Blindness(
        name,
        metric.recipe,
        len(changes),
        same,
        better,
        len(changes) - same - better,
        float(changes.mean()) if len(changes) else none,
        float(changes[abs(changes).argmax()]) if len(changes) else none,
    )
