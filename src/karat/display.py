"""What every result can do: show itself in a notebook, as text, and in short in a traceback or debugger."""

from __future__ import annotations

from karat.frames import Tabular, stacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, TypeAlias, TypeVar

    from karat.frames import Columns

    _Item_co = TypeVar("_Item_co", covariant=True)
    _Several: TypeAlias = Sequence[_Item_co]
else:
    _Item_co = None

    class _Several:
        __slots__ = ()

        def __class_getitem__(cls, item):
            return cls


__all__ = [
    "Results",
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


class Results(_Several[_Item_co], Tabular):
    """Results of one kind, in order: a list that cannot be changed, and a table of them.

    Deliberate: it is no `Sequence` to Python. Polars reads those row by row, and asks none for its table.

    >>> from karat import Bleu, Corpus, check, evaluate
    >>> findings = check(evaluate(Corpus.of(["a b c d"], ["a b c e"]), Bleu()), ["references", "size"])
    >>> len(findings), findings[0].check, findings.to_dict()["verdict"]
    (2, 'one reference', ['warning', 'unfit'])
    """

    __slots__ = ("_items",)

    def __init__(self, items: Iterable[_Item_co] = ()) -> None:
        self._items = list(items)

    def _columns(self) -> Columns:
        items: list[Any] = self._items
        return stacked(one._columns() for one in items)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[_Item_co]:
        return iter(self._items)

    def __reversed__(self) -> Iterator[_Item_co]:
        return reversed(self._items)

    def __contains__(self, item: object) -> bool:
        return item in self._items

    def __getitem__(self, place: Any) -> Any:
        found = self._items[place]
        return Results(found) if isinstance(place, slice) else found

    def index(self, item: Any, *between: Any) -> int:
        """The place of the first result that is equal to this one."""
        return self._items.index(item, *between)

    def count(self, item: Any) -> int:
        """How many results are equal to this one."""
        return self._items.count(item)

    def __add__(self, others: Iterable[Any]) -> Results[Any]:
        return Results([*self._items, *others])

    def __radd__(self, others: Iterable[Any]) -> Results[Any]:
        return Results([*others, *self._items])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Results):
            return self._items == other._items
        return self._items == other if isinstance(other, list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def _repr_html_(self) -> str:
        html: str = _notebook().html(self._items) if self._items else "[]"
        return html

    def __str__(self) -> str:
        text: str = _notebook().text(self._items) if self._items else "[]"
        return text

    def __repr__(self) -> str:
        return repr(self._items)


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
