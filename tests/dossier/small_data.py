"""Small data of which dossiers are quickly made: systems of falling quality, and people who see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from tests.diagnosis.cases import sentences, varied

from karat.dossier import Scope
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from karat import Corpus

TEXTS = sentences(24, length=9)
FAST = Scope(samples=20, damaged=8, arranged=8, equated=12)


def systems(count: int) -> dict[str, list[str]]:
    """Systems that are each worse than the one before."""
    return {f"s{place}": varied(TEXTS, share=0.1 + 0.15 * place, seed=place) for place in range(count)}


def people(corpus: Corpus, name: str = "adequacy", *, judged: int = 99, level: str = "segment") -> ScoreTable:
    """Human scores that fall from system to system; NaN of systems that nobody judged."""
    rng = np.random.default_rng(1)
    columns = len(corpus) if level == "segment" else 1
    values = np.array(
        [
            5 - place / 2 + rng.normal(0, 0.2, columns) if place < judged else np.full(columns, np.nan)
            for place in range(len(corpus.systems))
        ]
    )
    labels = tuple(str(row + 1) for row in range(columns))
    return ScoreTable(name, "human", level, tuple(corpus.systems), labels, values)
