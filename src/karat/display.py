"""What every result can do: show itself in a notebook, as text, and in short in a traceback or debugger."""

from __future__ import annotations

from karat.frames import Tabular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "Shown",
]


# A longer value is shown by its beginning: nobody wants a whole corpus in a traceback.
_MOST_ITEMS = 6
_MOST_CHARACTERS = 300


class Shown(Tabular):
    """A result: a table in a notebook and when it is printed, its fields where it is only represented.

    For other programs it is a table as well, see `karat.frames`.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = _notebook().html([self])
        return html

    def __str__(self) -> str:
        text: str = _notebook().text([self])
        return text

    def __repr__(self) -> str:
        return _fields(self)


def _notebook() -> Any:
    """The module that draws results.

    Deliberate: it is looked up by name when something is shown. Results lie below their reports, and imports
    point down only; a program that shows nothing should not import a report either.
    """
    from importlib import import_module

    return import_module("karat.report.notebook")


def _fields(record: Any) -> str:
    values = (f"{name}={_short(getattr(record, name))}" for name in type(record).__match_args__)
    return f"{type(record).__qualname__}({', '.join(values)})"


def _short(value: Any) -> str:
    """A value's representation; of a long one the beginning, and how long it is."""
    kind = type(value)
    if hasattr(kind, "__match_args__"):
        return _fields(value)
    if kind in (tuple, list):
        alone = "," if kind is tuple and len(value) == 1 else ""
        inner = f"{', '.join(map(_short, value[:_MOST_ITEMS]))}{_rest(value)}{alone}"
        return f"({inner})" if kind is tuple else f"[{inner}]"
    if kind is dict:
        first = list(value)[:_MOST_ITEMS]
        return f"{{{', '.join(f'{key!r}: {_short(value[key])}' for key in first)}{_rest(value)}}}"
    if hasattr(value, "dtype") and getattr(value, "size", 0) > _MOST_ITEMS:
        return f"<array of {' × '.join(map(str, value.shape))}>"
    text = repr(value)
    if kind is str and len(text) > _MOST_CHARACTERS:
        return f"{text[:_MOST_CHARACTERS]}…{text[0]}"
    return text


def _rest(values: Any) -> str:
    return f", … {len(values):,} in all" if len(values) > _MOST_ITEMS else ""
