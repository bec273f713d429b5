"""The texts of an evaluation, packed for the segment browser of the page."""

from __future__ import annotations

from karat.records import dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.metrics import Metric
    from karat.scores import ScoreTable


@dataclass(frozen=True, slots=True)
class Packed:
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
) -> Packed:
    """The texts, scores of metrics and people by segment, and which n-grams and entities to highlight.

    The n-grams are those of `metric`, in its own tokens; BLEU's where none is given. A metric without n-grams
    is refused.
    """
    raise NotImplementedError
