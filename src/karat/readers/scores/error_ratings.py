"""Ratings as mt-metrics-eval has them: the errors that a person or a metric marked in a segment, as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from karat.errors import InvalidFile
from karat.judgements.error_weights import ErrorWeights
from karat.option_checks import finite

if TYPE_CHECKING:
    from collections.abc import Mapping

_WEIGHTS = ErrorWeights()


def rating_score(text: str, name: str, line: int) -> float:
    """Minus the weight of the errors of `{"errors": […]}`, as MQM counts.

    An error's own `score` is its weight, whatever its sign; without one, its severity and category tell.
    """
    try:
        errors = json.loads(text)["errors"]
    except (ValueError, TypeError, KeyError, RecursionError):
        errors = None
    if not isinstance(errors, list) or not all(isinstance(one, dict) for one in errors):
        raise InvalidFile.at(
            name, f'{{"errors": […]}} was expected, or None where nobody rated, not {text!r}.', line=line
        )
    return 0.0 - sum(_weight(one, name, line) for one in errors)


def _weight(error: Mapping[str, object], name: str, line: int) -> float:
    score = finite(error.get("score"))
    if score is not None:
        return abs(score)
    severity, category = str(error.get("severity") or ""), str(error.get("category") or "")
    found = _WEIGHTS.of(severity, category)
    if found is None:
        raise InvalidFile.at(
            name,
            f"an error has neither a score nor a severity that MQM knows: it is {severity!r}.",
            line=line,
        )
    return found
