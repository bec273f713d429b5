"""Scores as a JSON document with a stable shape, in full precision."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from karat._version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.scores import Score


def render(
    scores: Sequence[Score], *, left_out: Sequence[str] = (), parts: Mapping[str, Sequence[Any]] | None = None
) -> str:
    """The document: version, scores, systems that were left out, and the parts that were asked for."""
    document = {
        "karat": __version__,
        "scores": [score.to_dict() for score in scores],
        "left_out": list(left_out),
        **(parts or {}),
    }
    return json.dumps(_plain(document), ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _plain(value: Any) -> Any:
    """The value with null for what is missing: JSON has no NaN and no infinity."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
