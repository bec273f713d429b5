"""A marked name is suggested wherever its document has it."""

from karat.entities import Entity
from karat.entities.propagation import propagate

TEXTS = ["Ann Lee met Ann.", "Ann Lee left Annapolis.", "Ann Lee again.", "东京的东京塔"]


def marked(segment: int, start: int, end: int, kind: str = "PERSON") -> list[list[Entity]]:
    """One entity in the texts."""
    entities: list[list[Entity]] = [[] for _ in TEXTS]
    entities[segment] = [Entity.of(TEXTS[segment], start, end, kind)]
    return entities


def spans(found: list[tuple[Entity, ...]]) -> list[list[tuple[int, int, bool]]]:
    """Where entities are, and whether they are suggestions."""
    return [[(entity.start, entity.end, entity.suggested) for entity in of_segment] for of_segment in found]


def test_through_the_document() -> None:
    """Names go through their own document and no other; what is marked stays as it is."""
    found = propagate(TEXTS, marked(0, 0, 7), ["a", "a", "b", "b"])
    assert spans(found) == [[(0, 7, False)], [(0, 7, True)], [], []]


def test_without_documents() -> None:
    """All segments are one document."""
    assert spans(propagate(TEXTS, marked(0, 0, 7)))[2] == [(0, 7, True)]


def test_whole_words() -> None:
    """Ann is not in Annapolis, nor within the marked Ann Lee."""
    found = propagate(
        TEXTS, [[Entity.of(TEXTS[0], 0, 7, "PERSON"), Entity.of(TEXTS[0], 12, 15, "PERSON")], [], [], []]
    )
    assert spans(found)[0] == [(0, 7, False), (12, 15, False)]
    assert spans(found)[1] == [(0, 7, True)]


def test_scripts_without_spaces() -> None:
    """There every occurrence counts."""
    assert spans(propagate(TEXTS, marked(3, 0, 2, "LOCATION")))[3] == [(0, 2, False), (3, 5, True)]


def test_only_names() -> None:
    """A number that is money in one place is not money everywhere."""
    texts = ["175 dollars", "175 people"]
    assert propagate(texts, [[Entity.of(texts[0], 0, 3, "MONEY")], []])[1] == ()
