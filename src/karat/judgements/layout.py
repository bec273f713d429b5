"""The shape of a table of human scores: its systems, its columns, and where each judgement belongs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidOption
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.judgements.table import Judgements

    Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Systems by columns, which are segments, documents, or one for all.

    `system` and `segment` say where the systems and segments of the judgements stand, `column` which column
    each segment goes into.
    """

    systems: tuple[str, ...]
    segments: tuple[str, ...]
    columns: tuple[str, ...]
    system: Places
    segment: Places
    column: Places


def layout_of(judgements: Judgements, level: str, corpus: Corpus | None) -> Layout:
    """The layout of scores at a level: that of the corpus, or of what was judged."""
    if corpus is None:
        systems, segments = judgements.systems, judgements.segments
    else:
        systems = tuple(corpus.systems)
        segments = tuple(str(number) for number in range(1, len(corpus) + 1))
    labels = _labels(judgements, level, corpus, segments)
    columns = tuple(dict.fromkeys(labels))
    return Layout(
        systems,
        segments,
        columns,
        _places("system", judgements.systems, systems),
        _places("segment", judgements.segments, segments),
        _places("document", labels, columns),
    )


def _places(what: str, names: Sequence[str], known: Sequence[str]) -> Places:
    """Where each name stands among the known ones."""
    order = {name: place for place, name in enumerate(known)}
    for name in names:
        if name not in order:
            raise InvalidOption(
                f"The {what} {name!r} was judged, and the corpus does not have it. "
                + either(
                    "Read the judgements with the corpus: read_judgements(path, corpus).",
                    "Name the corpus with --data.",
                )
            )
    return np.array([order[name] for name in names], dtype=np.int64)


def _labels(
    judgements: Judgements, level: str, corpus: Corpus | None, segments: Sequence[str]
) -> Sequence[str]:
    """The column of each segment, by name."""
    if level == "segment":
        return segments
    if level == "system":
        return ["all"] * len(segments)
    if corpus is not None and corpus.documents is not None:
        return list(corpus.documents)
    if not judgements.documents:
        raise InvalidOption(
            "Nothing says which document a segment is of. Add a column 'document', or give the corpus."
        )
    return [judgements.documents.get(name, "") for name in segments]
