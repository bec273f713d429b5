"""Scores as a JSON document with a stable shape, in full precision."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from karat._version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.scores import Score


# What is said of a run beside its results, such as the settings of a project.
beside: dict[str, Any] = {}


def render(
    scores: Sequence[Score], *, left_out: Sequence[str] = (), parts: Mapping[str, Sequence[Any]] | None = None
) -> str:
    """The document: version, scores, systems that were left out, and the parts that were asked for."""
    return document(
        {"scores": [score.to_dict() for score in scores], "left_out": list(left_out), **(parts or {})}
    )


def document(values: Mapping[str, Any]) -> str:
    """Named values as a document that begins with Karat's version."""
    named = {"karat": __version__, **values, **beside}
    entries = ",\n".join(f"  {_text(key)}: {_value(plain(value))}" for key, value in named.items())
    return f"{{\n{entries}\n}}\n"


def _value(value: Any) -> str:
    """A list has one line for each of its items, so that it can be looked through and compared."""
    if not isinstance(value, list) or not value:
        return _text(value)
    items = ",\n".join(f"    {_text(item)}" for item in value)
    return f"[\n{items}\n  ]"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """The value with null for what is missing: JSON has no NaN and no infinity."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value
