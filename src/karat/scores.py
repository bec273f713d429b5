"""A value that a metric gives, with the recipe that reproduces it."""

from __future__ import annotations

from karat.display import Shown
from karat.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Score(Shown, Frozen):
    """One value of one metric for one system.

    `signature` is sacreBLEU's own string for the same figure, where sacreBLEU can give it; `details` are the
    facts behind the value, such as precisions and lengths.

    >>> from karat import Bleu, Corpus, evaluate
    >>> (score,) = evaluate(Corpus.of(["a b c d e"], ["a b c d f"]), Bleu()).scores
    >>> score.system, score.metric, round(score.value, 2), score.segments
    ('hypothesis', 'BLEU', 66.87, 1)
    """

    __slots__ = __match_args__ = (
        *("metric", "value", "recipe", "system", "references", "segments", "signature", "details"),
    )

    def __init__(
        self,
        metric: str,
        value: float,
        recipe: str,
        system: str,
        references: int,
        segments: int,
        signature: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        self.metric = metric
        self.value = value
        self.recipe = recipe
        self.system = system
        self.references = references
        self.segments = segments
        self.signature = signature
        self.details: Mapping[str, Any] = {} if details is None else details

    def __str__(self) -> str:
        return f"{self.metric} {self.value:.2f} ({self.recipe})"

    def to_dict(self) -> dict[str, Any]:
        """The score as plain values, in a stable order."""
        return {
            "system": self.system,
            "metric": self.metric,
            "value": self.value,
            "recipe": self.recipe,
            "sacrebleu_signature": self.signature,
            "references": self.references,
            "segments": self.segments,
            "details": dict(self.details),
        }

    def _row(self) -> dict[str, Any]:
        plain = self.to_dict()
        del plain["details"]
        return plain
