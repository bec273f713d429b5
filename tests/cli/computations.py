"""What commands compute, remembered while a test asks one command for the same figures in every format.

Arguments are read, data are loaded and results are written each time; only what takes long between is not done
again. Each command's own tests compute.
"""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.errors import KaratError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import pytest

# The functions that take long, by the command whose module has them.
LONG = {
    "accept": ("_accepted",),
    "agree": ("_found",),
    "buckets": ("_bucketing",),
    "calibrate": ("calibrations_of", "with_pooling"),
    "judges": ("summary",),
    "people": ("_found",),
    "power": ("power_of_pairs",),
    "transfer": ("_of_data", "_carried"),
}

Known = dict["Hashable", Any]


def compute_once(call: Hashable, known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands take from `known` what they computed before for the same call."""
    for command, functions in LONG.items():
        module = import_module(f"karat.cli.commands.{command}")
        for name in functions:
            made = _remembered(getattr(module, name), (call, command, name), known)
            monkeypatch.setattr(module, name, made)


def _remembered(function: Callable[..., Any], place: Hashable, known: Known) -> Callable[..., Any]:
    @wraps(function)
    def remembered(*given: Any, **options: Any) -> Any:
        # Of one call, only texts differ: a dimension, or a way to put words into buckets.
        key = (place, *(each for each in given if isinstance(each, str)))
        if key not in known:
            try:
                known[key] = function(*given, **options)
            except KaratError as refused:
                known[key] = refused
        if isinstance(known[key], KaratError):
            raise known[key]
        return known[key]

    return remembered
