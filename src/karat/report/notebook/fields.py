"""Results that have no table of their own: their fields, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.report.tables import Column, Row, Table, View

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_NAMED = 6


def fields(results: Sequence[Any]) -> View:
    """One result as a list of its fields, several as a row each."""
    names = results[0].__match_args__
    if len(results) == 1:
        rows = [Row((_spoken(name), _written(getattr(results[0], name))), ()) for name in names]
        return View((Table((_title(results[0]), "value"), (), rows),))
    numbers = [name for name in names if all(_is_number(getattr(one, name)) for one in results)]
    words = [name for name in names if name not in numbers]
    rows = [
        Row(
            tuple(_written(getattr(one, name)) for name in words),
            tuple(float(getattr(one, name)) for name in numbers),
        )
        for one in results
    ]
    columns = tuple(Column(_spoken(name), digits=_digits(results, name)) for name in numbers)
    return View((Table(tuple(map(_spoken, words)), columns, rows),))


def _title(result: Any) -> str:
    return _spoken(type(result).__name__.lower())


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _digits(results: Sequence[Any], name: str) -> int | None:
    return 0 if all(isinstance(getattr(one, name), int) for one in results) else None


def _written(value: Any) -> str:
    """A value on one line; what is large is told by its size."""
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"array of {' × '.join(map(str, value.shape))}" if value.shape else f"{value.item():.4g}"
    match value:
        case None:
            written = ""
        case bool():
            written = "yes" if value else "no"
        case int():
            written = f"{value:,}"
        case float():
            written = f"{value:.4g}"
        case tuple() | list() | frozenset():
            written = _listed(list(map(_written, value)))
        case _ if hasattr(value, "items"):
            written = _listed([f"{key}: {_written(one)}" for key, one in value.items()])
        case _ if hasattr(value, "__match_args__"):
            named = [(name, getattr(value, name)) for name in value.__match_args__]
            written = _listed([f"{_spoken(name)} {_written(one)}" for name, one in named])
        case _:
            written = str(value)
    return written


def _listed(written: list[str]) -> str:
    shown = ", ".join(written[:_MOST_NAMED])
    rest = len(written) - _MOST_NAMED
    return f"{shown} and {rest:,} more" if rest > 0 else shown
