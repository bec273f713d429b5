"""What is suggested to annotators: names of the project, what a recogniser finds, what comes again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.entities.propagation import propagate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from karat.entities.entity import Entity
    from karat.entities.names_file import ConfirmedNames
    from karat.entities.recognisers import Recogniser


def with_suggestions(
    texts: Sequence[str],
    marked: Sequence[Sequence[Entity]],
    recognise: Recogniser,
    *,
    names: ConfirmedNames | None = None,
    documents: Sequence[str] | None = None,
    heard: Callable[[], None] = lambda: None,
) -> list[tuple[Entity, ...]]:
    """The entities of each segment, and suggestions where nothing is marked, in the order of the text.

    Names that people confirmed elsewhere come before what the recogniser finds. `heard` is called after each
    segment.

    >>> from karat.entities.names_file import ConfirmedNames
    >>> names = ConfirmedNames({("Ann Lee", "PERSON"): 1})
    >>> (found,) = with_suggestions(["Ann Lee."], [()], lambda _: (), names=names)
    >>> [one.text for one in found]
    ['Ann Lee']
    """
    found = []
    for text, of_text in zip(texts, marked, strict=True):
        taken = list(of_text)
        if names is not None:
            taken += beside(names.suggest(text), taken)
        found.append((*taken, *beside(recognise(text), taken)))
        heard()
    return [in_order(each) for each in propagate(texts, found, documents)]


def beside(suggested: Iterable[Entity], marked: Sequence[Entity]) -> list[Entity]:
    """The suggestions that lie over nothing that is marked."""
    return [
        one for one in suggested if all(one.end <= other.start or one.start >= other.end for other in marked)
    ]


def in_order(found: Iterable[Entity]) -> tuple[Entity, ...]:
    """Entities in the order of the text; of two that begin together, the longer first."""
    return tuple(sorted(found, key=lambda one: (one.start, -one.end)))
