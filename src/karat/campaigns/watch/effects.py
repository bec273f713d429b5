"""Systems beside each other, free of what does not belong to them: documents, segments, severity of judges.

Least squares of value = system + block, with a judge's severity added where judges see one output of a text
only. A block is what the outputs beside each other share. Under `square` it is the segment, and severity is
estimated, because each output of a segment has another judge. Under `together` it is one judge's view of a
segment, under `contrast` one page: there severity cancels.

Blocks lie within documents. So what the fit needs is a matrix and a vector that add over documents: leaving
out a document, or counting it twice, is arithmetic on those sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from karat.judgements.table import coded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.campaigns.plan import Design

    Codes = NDArray[np.int64]

# Rounding leaves crumbs of what is zero.
_NOTHING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Comparable:
    """Values of systems, each with its judge, block and document by number.

    `judge` is all zeros where severity cancels; `reader` is always who said it.
    """

    system: Codes
    judge: Codes
    reader: Codes
    block: Codes
    document: Codes
    value: Floats
    systems: int
    judges: int
    documents: int

    @classmethod
    def of(
        cls,
        design: Design,
        systems: Sequence[str],
        rows: Sequence[tuple[str, str, str, int, str]],
        values: Sequence[float],
    ) -> Comparable:
        """`rows` have judge, system, item, segment and document, which is empty where none is known."""
        place = {name: number for number, name in enumerate(systems)}
        if design == "square":
            blocks = [str(segment) for _, _, _, segment, _ in rows]
            severe = [judge for judge, _, _, _, _ in rows]
        elif design == "together":
            blocks = [f"{segment}/{judge}" for judge, _, _, segment, _ in rows]
            severe = [""] * len(rows)
        else:
            blocks = [item for _, _, item, _, _ in rows]
            severe = [""] * len(rows)
        # A segment without a document is one of its own.
        labels = [document or f"\0{segment}" for _, _, _, segment, document in rows]
        (judges, judge), (_, block), (documents, document) = (
            coded(column) for column in (severe, blocks, labels)
        )
        return cls(
            np.array([place[system] for _, system, _, _, _ in rows], dtype=np.int64),
            judge.astype(np.int64),
            coded([one for one, _, _, _, _ in rows])[1].astype(np.int64),
            block.astype(np.int64),
            document.astype(np.int64),
            np.asarray(values, dtype=np.float64),
            len(systems),
            len(judges),
            len(documents),
        )


@dataclass(frozen=True, slots=True, eq=False)
class DocumentSums:
    """What each document adds to the normal equations, and to the mean of all outputs."""

    matrix: Floats
    vector: Floats
    total: Floats
    outputs: Floats
    systems: int

    @classmethod
    def of(cls, values: Comparable) -> DocumentSums:
        """The sums of each document; columns are systems, then judges."""
        columns, value = within_blocks(values)
        width = columns.shape[1]
        matrix = np.zeros((values.documents, width, width))
        vector = np.zeros((values.documents, width))
        order = np.argsort(values.document, kind="stable")
        ends = np.cumsum(np.bincount(values.document, minlength=values.documents))
        for document, rows in enumerate(np.split(order, ends[:-1])):
            of_document = columns[rows]
            matrix[document] = of_document.T @ of_document
            vector[document] = of_document.T @ value[rows]
        total = np.bincount(values.document, values.value, minlength=values.documents).astype(np.float64)
        outputs = np.bincount(values.document, minlength=values.documents)
        return cls(matrix, vector, total, outputs.astype(np.float64), values.systems)

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return len(self.outputs)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many values each document has."""
        return self.outputs.astype(np.int64)

    def effects(self) -> tuple[Floats, Floats]:
        """Each system above the mean of systems, and each pair's difference, of all documents."""
        means, differences = self._fitted(
            self.matrix.sum(axis=0)[None], self.vector.sum(axis=0)[None], *self._whole()
        )
        return means[0], differences[0]

    def without_each(self) -> tuple[Floats, Floats]:
        """The same without each document in turn: documents by systems, documents by pairs."""
        total, outputs = self._whole()
        return self._fitted(
            self.matrix.sum(axis=0) - self.matrix,
            self.vector.sum(axis=0) - self.vector,
            total - self.total,
            outputs - self.outputs,
        )

    def severity(self) -> Floats:
        """How far each judge is above the mean of judges; empty where severity cancels."""
        found: Floats = _solved(self.matrix.sum(axis=0)[None], self.vector.sum(axis=0)[None])[0][0]
        return found[self.systems :]

    def pair_information(self) -> Floats:
        """One over the variance of each pair's difference, in values: it depends on the design alone."""
        inverse, known = inverse_of(self.matrix.sum(axis=0)[None])
        contrasts = contrasts_of(self.systems, self.matrix.shape[1])
        variance = np.einsum("pi,ij,pj->p", contrasts, inverse[0], contrasts)
        estimable = abs(contrasts @ known[0] - contrasts).max(axis=1) < 1e-6
        found: Floats = np.where(estimable & (variance > 0), 1 / np.maximum(variance, 1e-300), 0.0)
        return found

    def _whole(self) -> tuple[Floats, Floats]:
        return np.array([self.total.sum()]), np.array([self.outputs.sum()])

    def _fitted(
        self, matrix: Floats, vector: Floats, total: Floats, outputs: Floats
    ) -> tuple[Floats, Floats]:
        solution, known = _solved(matrix, vector)
        contrasts = contrasts_of(self.systems, matrix.shape[1])
        estimable = abs(contrasts @ known - contrasts).max(axis=2) < 1e-6
        differences = np.where(estimable, solution @ contrasts.T, np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            level = total / outputs
        effects = solution[:, : self.systems]
        # A system that meets no other has no place among them.
        met = np.array([[number in pair for pair in pairs(self.systems)] for number in range(self.systems)])
        alone = ~(estimable[:, None, :] & met[None]).any(axis=2) & (self.systems > 1)
        means = effects - effects.mean(axis=1, keepdims=True) + level[:, None]
        return np.where(alone, np.nan, means), differences


def within_blocks(values: Comparable) -> tuple[Floats, Floats]:
    """Columns of systems, then of judges, and the values: each as a distance from the mean of its block."""
    width = values.systems + (values.judges if values.judges > 1 else 0)
    blocks = int(values.block.max()) + 1 if len(values.block) else 0
    count = np.bincount(values.block, minlength=blocks)

    def within(column: Floats) -> Floats:
        mean = np.bincount(values.block, column, minlength=blocks) / np.maximum(count, 1)
        centred: Floats = column - mean[values.block]
        return centred

    columns = np.zeros((len(values.value), width))
    for number in range(values.systems):
        columns[:, number] = within((values.system == number).astype(np.float64))
    for number in range(width - values.systems):
        columns[:, values.systems + number] = within((values.judge == number).astype(np.float64))
    return columns, within(values.value)


def pairs(systems: int) -> list[tuple[int, int]]:
    """Every two systems, by number."""
    return list(combinations(range(systems), 2))


def contrasts_of(systems: int, width: int) -> Floats:
    """A row for each pair of systems: the first less the second."""
    found = np.zeros((systems * (systems - 1) // 2, width))
    for row, (first, second) in enumerate(pairs(systems)):
        found[row, first], found[row, second] = 1.0, -1.0
    return found


def inverse_of(matrix: Floats) -> tuple[Floats, Floats]:
    """Moore and Penrose's inverse of each matrix, and the projection on what it can tell."""
    values, vectors = np.linalg.eigh(matrix)
    largest = np.maximum(values.max(axis=-1, initial=0.0), 1e-300)
    told = values > _NOTHING * largest[:, None]
    inverse = np.where(told, 1 / np.where(told, values, 1.0), 0.0)
    across = vectors.transpose(0, 2, 1)
    found: Floats = (vectors * inverse[:, None, :]) @ across
    known: Floats = (vectors * told[:, None, :]) @ across
    return found, known


def _solved(matrix: Floats, vector: Floats) -> tuple[Floats, Floats]:
    inverse, known = inverse_of(matrix)
    found: Floats = np.einsum("dij,dj->di", inverse, vector)
    return found, known
