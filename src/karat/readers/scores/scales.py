"""Scores on two scales in one column, as when some were multiplied by 100 and some were not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import InvalidFile
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_LEAST_SHARE = 0.2
_LEAST = 2


def refuse_two_scales(file: str, name: str, by_system: Mapping[str, Sequence[float | None]]) -> None:
    """Refuse scores of which many are at most 1, many at least 10, and none is between."""
    scores = [
        (score, system, segment)
        for system, of_system in by_system.items()
        for segment, score in enumerate(of_system, 1)
        if score
    ]
    low = [found for found in scores if abs(found[0]) <= 1]
    high = [found for found in scores if abs(found[0]) >= 10]
    if len(low) + len(high) < len(scores) or min(len(low), len(high)) < max(
        _LEAST, _LEAST_SHARE * len(scores)
    ):
        return
    (small, one, first), (large, other, second) = low[0], high[0]
    raise InvalidFile.at(
        file,
        f"{name} seems to be on two scales: {small:g} (system {one!r}, segment {first}) and "
        f"{large:g} (system "
        f"{other!r}, segment {second}), and nothing between 1 and 10. Bring all scores to one "
        f"scale, or say that they are: {option('mixed_scales', True)}.",
    )
