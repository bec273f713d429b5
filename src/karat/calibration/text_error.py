"""How far a calibration is off on another text than the one that people judged.

Systems keep their distances from the line as long as the text is the same. Another text is easier or
harder, and not for people and the metric alike: that moves all systems together, and each by itself besides.
Texts drawn from the judged one, whole documents at a time where they are known, show how far.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.equality import Equal
from karat.resampling.draws import row_weights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.agreement import Rater
    from karat.arrays import Floats
    from karat.calibration.calibration import Calibration
    from karat.calibration.maps import Map

_SAMPLES = 400
_SEED = 12345
# Fewer segments that people judged of every system say too little of texts.
_LEAST_SEGMENTS = 10


@dataclass(frozen=True, slots=True, eq=False)
class TextError(Equal):
    """Variances of human scores around the line over texts of one segment, in human points squared.

    `common` moves all systems alike, `own` each by itself; a text of n segments has an n-th of both.
    `segments` is how many were judged of each system, `freedom` one less than the documents, or segments,
    that were drawn. `document_size` is how many segments the document of a segment has on average, 1 where
    there are no documents; segments of one document vary together, so the longer documents of a text are, the
    less its segments say.

    >>> other = TextError(common=0.3, own=0.6, segments=100, freedom=9)
    >>> round(other.of_one(100), 4), round(other.of_one(20), 4)
    (0.006, 0.042)
    """

    common: float
    own: float
    segments: float
    freedom: float
    document_size: float = 1.0

    def of_one(self, segments: float, documents: Sequence[str] | None = None) -> float:
        """What a new text of so many segments adds to the variance of one system around the line.

        `documents` has the document of each segment; without it, documents are as long as in the judged text.
        """
        # The line has the judged text's share in it, and the scatter of systems around it theirs.
        of_text = self.common * (1 / self._worth(segments, documents) + 1 / self.segments)
        return of_text + self.of_each(segments, documents)

    def of_each(self, segments: float, documents: Sequence[str] | None = None) -> float:
        """The part of it that two systems on the same new text do not share."""
        return self.own * max(1 / self._worth(segments, documents) - 1 / self.segments, 0.0)

    def of_scores(self, segments: float, documents: Sequence[str] | None = None) -> tuple[float, float]:
        """How far scores move from the judged text to a new one: variances of all alike, and of each."""
        both = 1 / self._worth(segments, documents) + 1 / self.segments
        return self.common * both, self.own * both

    def _worth(self, segments: float, documents: Sequence[str] | None) -> float:
        """How many segments of the judged text's documents say as much."""
        if not documents or self.document_size <= 1:
            return segments
        return segments * self.document_size / document_size(documents)

    def times(self, factor: float) -> TextError:
        """The same on a scale whose points are so much smaller."""
        return replace(self, common=factor**2 * self.common, own=factor**2 * self.own)

    def to_dict(self) -> dict[str, Any]:
        """The variances as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TextError:
        """The variances that `to_dict` wrote."""
        # Files of earlier versions know no documents.
        known = {"document_size": 1.0, **values}
        read = cls(*(float(known[name]) for name in cls.__match_args__))
        if not (read.common >= 0 and read.own >= 0 and read.segments > 0 and read.freedom > 0):
            raise ValueError(f"an error of texts cannot be {read}")
        return read


def with_text_error(
    calibration: Calibration,
    metrics: Sequence[Rater],
    human: Rater,
    *,
    documents: Sequence[str] | None = None,
) -> Calibration:
    """The calibration with its error on other texts; as it is, where no segments are known to tell it.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit_points, points_of
    >>> rng = np.random.default_rng(9)
    >>> ours = rng.normal(30, 5, (6, 40)) + np.arange(6)[:, None]
    >>> theirs = ours / 10 + rng.normal(0, 0.2, ours.shape)
    >>> metric = Rater("BLEU", "made up", tuple("ABCDEF"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", tuple("ABCDEF"), theirs.mean(axis=1), theirs)
    >>> plain = fit_points(points_of([metric], human), [metric], human)
    >>> plain.text_error, with_text_error(plain, [metric], human).text_error.segments
    (None, 40.0)
    """
    raters = (*metrics, human)
    if calibration.level != "system" or any(rater.segments is None for rater in raters):
        return calibration
    found = _measured(
        calibration.map_of("least-squares"), [rater.only(calibration.systems) for rater in raters], documents
    )
    if found is None:
        return calibration
    return replace(calibration, text_error=found[0], score_errors=found[1])


def _measured(
    line: Map, raters: Sequence[Rater], documents: Sequence[str] | None
) -> tuple[TextError, tuple[TextError, ...]] | None:
    """The error of a line of all raters but the last, from texts drawn of what the last, people, judged.

    And how far the scores of the others move themselves. None where too little was judged of every system.
    """
    judged = ~np.isnan(np.asarray(raters[-1].segments))
    # What is hard for all systems shows only where all were judged.
    rows = np.flatnonzero(judged.all(axis=0)).tolist()
    places = _places(rows, documents)
    clusters = len(set(places))
    if len(rows) < _LEAST_SEGMENTS or clusters < 2:
        return None
    drawn = row_weights(clusters, samples=_SAMPLES, seed=_SEED)[:, places]
    *scores, people = (np.asarray(rater.within(rows).drawn(drawn)) for rater in raters)
    off = people - sum(slope * each for slope, each in zip(line.coefficients[1:], scores, strict=True))
    if not np.isfinite(off).all():
        return None
    # A drawn text is nearer to the one it was drawn from than another text would be.
    of_one = len(rows) * clusters / (clusters - 1)
    judged_segments = float(judged.sum(axis=1).mean())
    found = []
    for each in (off, *scores):
        common, own = _variances(each)
        found.append(
            TextError(
                of_one * common, of_one * own, judged_segments, float(clusters - 1), document_size(places)
            )
        )
    return found[0], tuple(found[1:])


def document_size(documents: Sequence[object]) -> float:
    """How many segments the document of a segment has on average.

    >>> document_size(["a", "a", "a", "b"])
    2.5
    """
    return sum(count**2 for count in Counter(documents).values()) / len(documents)


def _places(rows: Sequence[int], documents: Sequence[str] | None) -> list[int]:
    """The number of the document of each row; of the row itself where there are not several documents."""
    labels = [documents[row] for row in rows] if documents is not None else []
    names = list(dict.fromkeys(labels))
    return [names.index(label) for label in labels] if len(names) > 1 else list(range(len(rows)))


def _variances(off: Floats) -> tuple[float, float]:
    """Of draws × systems: the variance that all systems share, and that of each by itself."""
    shared = off.mean(axis=1)
    systems = off.shape[1]
    own = float((off - shared[:, None]).var(axis=0).sum()) / (systems - 1)
    return max(float(shared.var()) - own / systems, 0.0), own
