"""The references of a corpus in a plan: one is shown, all are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.plan import NamedReference
from karat.corpus import References
from karat.errors import InvalidOption, UnknownName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.plan import PlannedSegment


def reference_names(references: References) -> tuple[str, ...]:
    """The name of each; where the corpus gives none, its place, from 1.

    >>> reference_names(References.of([["a cat", "one cat"], ["a dog"]]))
    ('1', '2')
    """
    return references.names or tuple(str(place) for place in range(1, references.count + 1))


class ShownReferences:
    """Which reference of a segment judges see, and all that there are.

    `wanted` is the name of the one that is shown, or else the first that a segment has.

    >>> references = References((("a cat", "a dog"), ("one cat", "dog")), ("refA", "refB"))
    >>> ShownReferences(references, "refB").shown(0)
    'one cat'
    >>> [one.name for one in ShownReferences(references).kept(1)]
    ['refA', 'refB']
    """

    def __init__(self, references: References, wanted: str | None = None) -> None:
        self._references = references
        self._names = reference_names(references)
        if wanted is not None and wanted not in self._names:
            raise UnknownName.among("reference", wanted, self._names)
        self._wanted = wanted
        for place in range(len(references)) if wanted is not None else ():
            if self.shown(place) is None:
                raise InvalidOption(
                    f"The reference {wanted} is to be shown, and segment {place + 1} has none of that name. "
                    "Choose another, or none: then the first that a segment has is shown."
                )

    def shown(self, place: int) -> str | None:
        """The reference that judges of a segment see; None if there is none. Places count from 0."""
        if self._wanted is None:
            return next(iter(self._references.of_segment(place)), None)
        return self._references.streams[self._names.index(self._wanted)][place]

    def kept(self, place: int) -> tuple[NamedReference, ...]:
        """All references of a segment; none where the corpus has one only, which is the one that is shown."""
        if self._references.count == 1:
            return ()
        texts = (stream[place] for stream in self._references.streams)
        return tuple(
            NamedReference(name, text)
            for name, text in zip(self._names, texts, strict=True)
            if text is not None
        )


def references_of(segments: Sequence[PlannedSegment]) -> References:
    """The references of the segments of a plan, as the corpus had them."""
    names = tuple(dict.fromkeys(one.name for text in segments for one in text.references))
    if not names:
        return References((tuple(text.reference for text in segments),))
    known = [{one.name: one.text for one in text.references} for text in segments]
    streams = tuple(tuple(texts.get(name) for texts in known) for name in names)
    by_place = sorted(names) == sorted(str(place) for place in range(1, len(names) + 1))
    if by_place:
        order = sorted(range(len(names)), key=lambda place: int(names[place]))
        return References(tuple(streams[place] for place in order))
    return References(streams, names)
