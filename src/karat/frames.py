"""Results as tables for other programs: Arrow, pandas, polars, or plain columns.

Every result inherits from `Tabular`. A single result is one row of its fields; a result that holds many, such
as an evaluation, says in `_columns` which columns it has. Tables are long and tidy: one row for each thing
that has a value, figures in full precision, None where there is nothing to say.
"""

from __future__ import annotations

from karat.errors import InvalidOption, MissingExtra

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from numpy.typing import NDArray

__all__ = ["Columns", "Frame", "Tabular", "stacked", "table"]

Columns: TypeAlias = "dict[str, Sequence[Any] | NDArray[Any]]"

_PLAIN = (str, int, float, bool, type(None))


class Tabular:
    """What can be read as a table: by polars, pyarrow and DuckDB directly, and as pandas' frame."""

    __slots__ = ()

    def _row(self) -> dict[str, Any]:
        """A single result: its fields that are plain values, and both ends of its intervals."""
        return {
            name: value
            for field in type(self).__match_args__  # type: ignore[attr-defined]
            for name, value in _cells(field, getattr(self, field))
        }

    def _columns(self) -> Columns:
        """The columns by name, all of one length; those of a single result have one row."""
        return {name: [value] for name, value in self._row().items()}

    def to_dict(self) -> dict[str, Any]:
        """The columns of a table by name, as lists; the fields of a single result by name."""
        if type(self)._columns is Tabular._columns:
            return self._row()
        return {name: _listed(column) for name, column in self._columns().items()}

    def to_pandas(self) -> Any:
        """A pandas DataFrame."""
        return _library("pandas").DataFrame(self._columns())

    def to_polars(self) -> Any:
        """A polars DataFrame."""
        return _library("polars").DataFrame(self._columns())

    def to_arrow(self) -> Any:
        """A pyarrow Table."""
        return _library("pyarrow").table(self._columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as a stream of Arrow's, for any program that reads one.

        Whoever asks has a library for Arrow, nearly always pyarrow or polars; that library makes the stream.
        """
        for make in (self.to_arrow, self.to_polars):
            try:
                made = make()
            except MissingExtra:
                continue
            return made.__arrow_c_stream__(requested_schema)
        raise MissingExtra(
            "An Arrow stream is made by pyarrow or polars, and neither is installed. Install one with: "
            "pip install 'karat-mt[parquet]'"
        )


class Frame(Tabular):
    """A table of columns by name; `table` makes one from several results.

    >>> Frame({"system": ["A", "B"], "value": [31.5, 28.0]}).to_dict()
    {'system': ['A', 'B'], 'value': [31.5, 28.0]}
    """

    __slots__ = ("_content",)

    def __init__(self, columns: Mapping[str, Sequence[Any] | NDArray[Any]]) -> None:
        self._content = dict(columns)

    def _columns(self) -> Columns:
        return self._content

    def __len__(self) -> int:
        return max(map(len, self._content.values()), default=0)

    def __repr__(self) -> str:
        return f"Frame({len(self):,} rows: {', '.join(self._content)})"


def table(results: Any) -> Frame:
    """One result, or several of one kind, as one table.

    Where only some of the results have a column, the others have None there.

    >>> from karat import Bleu, Chrf, Corpus, evaluate
    >>> evaluation = evaluate(Corpus.of(["a b c d e"], ["a b c d f"]), Bleu(), Chrf())
    >>> scores = table(evaluation.scores).to_dict()
    >>> scores["metric"], [round(value, 2) for value in scores["value"]]
    (['BLEU', 'chrF2'], [66.87, 54.33])
    """
    if isinstance(results, Tabular):
        return Frame(results._columns())
    several = list(results) if hasattr(results, "__iter__") and not isinstance(results, str) else [results]
    kinds = dict.fromkeys(type(result).__name__ for result in several)
    if len(kinds) != 1 or not all(isinstance(result, Tabular) for result in several):
        raise InvalidOption(
            f"There is no table of {' and '.join(kinds) or 'nothing'}. Give a result, or several of one kind."
        )
    return Frame(stacked(result._columns() for result in several))


def stacked(tables: Iterable[Columns], **more: Sequence[Any]) -> Columns:
    """The rows of several tables one after the other; `more` has a value of each table for its own columns.

    >>> stacked([{"a": [1, 2]}, {"a": [3], "b": [True]}], of=["x", "y"])
    {'of': ['x', 'x', 'y'], 'a': [1, 2, 3], 'b': [None, None, True]}
    """
    parts = list(tables)
    lengths = [max(map(len, part.values()), default=0) for part in parts]
    columns: dict[str, list[Any]] = {
        name: [value for value, length in zip(values, lengths, strict=True) for _ in range(length)]
        for name, values in more.items()
    }
    for name in dict.fromkeys(name for part in parts for name in part):
        columns[name] = [
            value
            for part, length in zip(parts, lengths, strict=True)
            for value in (_listed(part[name]) if name in part else [None] * length)
        ]
    return columns  # type: ignore[return-value]


def _cells(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """What a field puts into a row. Draws, mappings and other results have no place in a cell."""
    if isinstance(value, _PLAIN):
        yield name, value
    elif hasattr(value, "low") and hasattr(value, "high"):
        stem = name.removesuffix("interval")
        yield f"{stem}low", value.low
        yield f"{stem}high", value.high
    elif hasattr(value, "dtype"):
        if value.ndim == 0:
            yield name, value.item()
    elif isinstance(value, tuple | list) and all(isinstance(item, _PLAIN) for item in value):
        yield name, list(value)


def _listed(column: Sequence[Any] | NDArray[Any]) -> list[Any]:
    as_list: list[Any] = column.tolist() if hasattr(column, "tolist") else list(column)
    return as_list


def _library(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra(f"This table needs {name}. Install it with: pip install {name}") from None
