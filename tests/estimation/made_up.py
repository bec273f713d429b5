"""Texts of documents with skewed human scores, as MQM gives them, and metrics that know part of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat import Corpus
from karat.agreement import Material, Rater

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

KINDS = ("news", "speech")


@dataclass(frozen=True)
class Text:
    """The true human scores of every segment, systems × segments, and the scores of metrics."""

    human: NDArray[np.float64]
    metrics: dict[str, NDArray[np.float64]]
    documents: list[str]
    text_types: list[str]

    @property
    def systems(self) -> list[str]:
        """Their names."""
        return [f"system{number}" for number in range(len(self.human))]

    @property
    def truth(self) -> NDArray[np.float64]:
        """What people say of each system, if they judge everything."""
        return np.asarray(self.human.mean(axis=1))

    def drawn(self, number: int, seed: int) -> NDArray[np.bool_]:
        """The segments of so many random documents."""
        names = sorted(set(self.documents))
        chosen = set(np.random.default_rng(seed).choice(names, number, replace=False).tolist())
        return np.array([name in chosen for name in self.documents])

    def material(self, judged: NDArray[np.bool_], metrics: Sequence[str] | None = None) -> Material:
        """What is known where `judged`, segments or systems × segments, was judged."""
        human = np.where(judged, self.human, np.nan)
        names = tuple(self.systems)
        size = len(self.documents)
        corpus = Corpus.of(
            {name: [f"{name} says {place}" for place in range(size)] for name in names},
            [f"reference {place}" for place in range(size)],
            documents=self.documents,
            text_types=self.text_types,
        )
        return Material.of(
            "made up",
            corpus,
            [
                Rater(name, name, names, self.metrics[name].mean(axis=1), self.metrics[name])
                for name in (self.metrics if metrics is None else metrics)
            ],
            [Rater("mqm", "made up", names, np.nanmean(human, axis=1), human)],
        )


def text(*, systems: int = 3, documents: int = 60, length: int = 5, seed: int = 1) -> Text:
    """Half of the documents are news; speech has twice the errors. `good` follows people, `noise` does not."""
    rng = np.random.default_rng(seed)
    size = documents * length
    document = np.repeat(np.arange(documents), length)
    kind = document % 2
    hard = np.exp(rng.normal(0, 0.5, documents))[document] * (1 + kind) * np.exp(rng.normal(0, 0.6, size))
    own = 1 + 0.3 * np.arange(systems)[:, None]
    errors = rng.poisson(own * hard).astype(np.float64)
    human = -np.where(rng.random(errors.shape) < 0.3, 5.0, 1.0) * errors
    good = human + rng.normal(0, 0.8 * human.std(), human.shape)
    return Text(
        human,
        {"good": good, "noise": rng.normal(0, 1, human.shape)},
        [f"document {number:03}" for number in document],
        [KINDS[number] for number in kind],
    )
