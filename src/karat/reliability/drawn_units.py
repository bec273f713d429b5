"""What chance draws: documents where they are known, because their segments are not independent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.judgements import Judgements

Unit: TypeAlias = Literal["document", "segment"]
Documents: TypeAlias = Literal["known", "unknown", "one", "single segments"]


@dataclass(frozen=True, slots=True)
class DrawnUnits:
    """The unit that is drawn, what is known of documents, and the document of each segment.

    >>> units = DrawnUnits("document", "known", {"1": "news", "2": "news", "3": "sports"})
    >>> units.numbers(["1", "2", "3", "4"]).tolist()
    [0, 0, 1, 2]
    """

    unit: Unit
    documents: Documents
    of_segment: Mapping[str, str]

    def numbers(self, segments: Sequence[str]) -> NDArray[np.int64]:
        """The number of each segment's unit; a segment without a document is a unit of its own."""
        if self.unit == "segment":
            return np.arange(len(segments))
        labels = [(self.of_segment.get(name, ""), name) for name in segments]
        # Documents and segments may have the same names, so the names of segments go second.
        keys = [(document, "") if document else ("", name) for document, name in labels]
        order = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        return np.array([order[key] for key in keys], dtype=np.int64)

    def of_items(
        self, names: Sequence[str], segment: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64] | None]:
        """Units of items, by the places of their segments among `names`; and segments, if these are less."""
        _, clusters = np.unique(self.numbers(names)[segment], return_inverse=True)
        if self.unit == "segment":
            return clusters, None
        return clusters, np.unique(segment, return_inverse=True)[1]


def drawn_units(
    judgements: Judgements, *, corpus: Corpus | None = None, draw: Unit | None = None
) -> DrawnUnits:
    """Documents where several are known, segments otherwise or if `draw` says so.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> rows = [Judgement("anna", "A", segment, "adequacy", 4) for segment in ("1", "2", "3")]
    >>> documents = {"1": "news", "2": "news", "3": "sports"}
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")}, documents=documents)
    >>> drawn_units(judgements).unit, drawn_units(judgements, draw="segment").unit
    ('document', 'segment')
    """
    known = dict(judgements.documents)
    if corpus is not None and corpus.documents is not None:
        known = {str(number): label for number, label in enumerate(corpus.documents, 1)}
    found = [known.get(name, "") for name in judgements.segments]
    different = len(set(found)) if all(found) else len(set(found) - {""}) + found.count("")
    documents: Documents
    if not any(found):
        documents = "unknown"
    elif different == 1:
        documents = "one"
    else:
        documents = "single segments" if different == len(found) else "known"
    if draw == "document" and documents in ("unknown", "one"):
        why = (
            "the documents of the segments are not known"
            if documents == "unknown"
            else "all segments are of one document"
        )
        raise InvalidOption(f"Documents cannot be drawn: {why}. Draw segments instead.")
    unit: Unit = "document" if documents == "known" and draw != "segment" else "segment"
    return DrawnUnits(unit, documents, known)


def judges_by_document(judgements: Judgements, dimension: str, units: DrawnUnits) -> bool:
    """Whether every judge judged whole documents of a system, and not every judge the same ones.

    Judge and document cannot be told apart then: documents differ also because their judges do.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "1"), ("anna", "2"), ("ben", "3"), ("ben", "4")]
    >>> rows = [Judgement(judge, "A", segment, "adequacy", 4) for judge, segment in given]
    >>> documents = {"1": "news", "2": "news", "3": "sports", "4": "sports"}
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")}, documents=documents)
    >>> judges_by_document(judgements, "adequacy", drawn_units(judgements))
    True
    """
    if units.documents != "known":
        return False
    rows = judgements.rows_of(dimension)
    documents = DrawnUnits("document", "known", units.of_segment).numbers(judgements.segments)
    system, segment = judgements.system[rows].astype(np.int64), judgements.segment[rows]
    block = system * (int(documents.max()) + 1) + documents[segment]
    judged = np.unique(np.stack([block, judgements.judge[rows], segment], axis=1), axis=0)
    shares, by_judge = np.unique(judged[:, :2], axis=0, return_counts=True)
    of_block = dict(
        zip(*np.unique(np.unique(judged[:, [0, 2]], axis=0)[:, 0], return_counts=True), strict=True)
    )
    whole = all(count == of_block[place] for (place, _), count in zip(shares, by_judge, strict=True))
    judges = len(np.unique(shares[:, 1]))
    return whole and len(shares) < judges * len(of_block)
