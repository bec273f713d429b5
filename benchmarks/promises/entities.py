"""Annotators of named entities: what intervals of F1 hold.

Each document has a share of entities on which both annotators agree, drawn from a beta distribution; one of
them has missed each other entity. Documents have very different numbers of entities.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.promises.promise import Promise, share
from karat.entities import Entity
from karat.reliability import Bootstrap
from karat.reliability.entity_agreement import AnnotatedText, entity_agreement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from benchmarks.promises.promise import Case

DOCUMENTS = (5, 10, 20, 50)
# The two shapes of the beta distribution, and the usual number of entities of a document.
AGREEMENT = {
    "most documents": (6.0, 1.5, 7),
    "half of the names": (3.0, 3.0, 7),
    "nearly all names": (20.0, 1.0, 7),
    "few names": (6.0, 1.5, 3),
}
# With few documents or few disagreements the interval is wider than it need be. The output says the first,
# the documentation both.
LIMITS, CAUTIOUS = (93.0, 97.0), (93.0, 100.0)


def drawn(kind: str, rng: np.random.Generator, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The entities of so many documents, and those that both annotators marked."""
    first, second, usual = AGREEMENT[kind]
    entities = np.maximum(1, rng.lognormal(np.log(usual), 0.7, size).astype(np.int64))
    return entities, rng.binomial(entities, rng.beta(first, second, size))


def truth(kind: str) -> float:
    """F1 of very many documents."""
    entities, both = drawn(kind, np.random.default_rng(0), 400_000)
    return float(2 * both.sum() / (entities + both).sum())


def annotators(kind: str, rng: np.random.Generator, size: int) -> tuple[AnnotatedText, AnnotatedText]:
    """Two annotators of so many documents, each of one segment."""
    texts, ours, theirs = [], [], []
    for entities, both in zip(*drawn(kind, rng, size), strict=True):
        text = "a " * int(entities)
        marks = [Entity(2 * place, 2 * place + 1, ("PERSON",), "a") for place in range(entities)]
        missed = rng.random(int(entities)) < 0.5
        texts.append(text)
        ours.append(tuple(one for place, one in enumerate(marks) if place < both or missed[place]))
        theirs.append(tuple(one for place, one in enumerate(marks) if place < both or not missed[place]))
    names = tuple(str(number) for number in range(size))
    return (
        AnnotatedText("anna", tuple(texts), tuple(ours), names),
        AnnotatedText("ben", tuple(texts), tuple(theirs), names),
    )


def coverage(kind: str, trials: int, size: int, *, how: Bootstrap | None = None) -> tuple[float, int]:
    """In how many percent of samples the interval of F1 holds the truth."""
    true, rng = truth(kind), np.random.default_rng([size, *kind.encode()])
    found = (
        entity_agreement(annotators(kind, rng, size), bootstrap=how or Bootstrap())[0].whole.f1["exact"]
        for _ in range(trials)
    )
    return share(one.interval.low <= true <= one.interval.high for one in found)


def agreement(kind: str, trials: int) -> Iterator[Promise]:
    """Two annotators, of few and of more documents."""
    for size in DOCUMENTS:
        held = coverage(kind, trials, size)
        cautious = size < 10 or kind in ("nearly all names", "few names")
        nominal = "95, stated as cautious" if cautious else "95"
        yield Promise(
            f"interval of F1, agreement on {kind}, {size} documents",
            nominal,
            *held,
            *(CAUTIOUS if cautious else LIMITS),
        )


CASES: dict[str, Case] = {f"F1, {kind}": partial(agreement, kind) for kind in AGREEMENT}
