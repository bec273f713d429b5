"""Frames in memory, as the tables that files give: pandas, polars, Arrow, DuckDB, Hugging Face datasets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption, MissingColumn, MissingExtra, UnknownName
from karat.readers.corpora.layouts import read_table
from karat.readers.files import columns
from karat.readers.files.input_table import InputTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.corpus import Corpus
    from karat.readers.files.columns import Role

FRAME = "the frame"

# What a keyword of `Corpus.of` names.
_ROLES = {
    "hypothesis": columns.HYPOTHESIS,
    "system": columns.SYSTEM,
    "segment": columns.SEGMENT,
    "sources": columns.SOURCE,
    "documents": columns.DOCUMENT,
    "paragraphs": columns.PARAGRAPH,
    "text_types": columns.TEXT_TYPE,
}


def read_frame(
    frame: Any, *, references: Any = None, systems: Sequence[str] | None = None, **named: Any
) -> Corpus:
    """The corpus of a frame; `named` has the columns that are not called as usual, by keyword."""
    table = frame_table(frame)
    chosen = {_role(keyword, name): name for keyword, name in named.items() if name is not None}
    try:
        return read_table(_renamed(table, chosen, _names(references)), systems)
    except MissingColumn as error:
        raise MissingColumn(
            f"{error} Or say which it is: Corpus.of(frame, hypothesis='…', references='…'); with a column "
            "for each system: Corpus.of(frame, systems=['…', '…'], references='…')."
        ) from None


def _role(keyword: str, name: object) -> Role:
    if keyword not in _ROLES:
        raise InvalidOption(f"A frame has no column of {keyword}; they come with a file or with lists.")
    if not isinstance(name, str):
        raise InvalidOption(f"{keyword} must be the name of a column of the frame.")
    return _ROLES[keyword]


def _names(references: object) -> list[str]:
    """The columns of references, none where they have the usual names."""
    names = [references] if isinstance(references, str) else [] if references is None else references
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise InvalidOption("references must be the name of a column of the frame, or a list of names.")
    return list(names)


def frame_table(frame: Any) -> InputTable:
    """The table of a frame, whose values are looked at by column."""
    if isinstance(getattr(frame, "column_names", None), dict):
        splits = list(frame.column_names)
        raise InvalidOption(
            f"This data set has the splits {', '.join(splits)}. Take one: data[{splits[0]!r}]."
        )
    if hasattr(frame, "features") and not hasattr(frame, "__len__"):
        raise InvalidOption(
            "This data set is a stream, and a corpus has a length. Load it without streaming."
        )
    if hasattr(frame, "collect"):
        frame = frame.collect()
    names, column, length = _access(frame)
    return InputTable(FRAME, names, column, length)


def _access(frame: Any) -> tuple[list[str], Callable[[str], Sequence[object]], int]:
    """Names, values by name, and the number of rows, by whatever library made the frame."""
    if hasattr(frame, "iloc"):
        original = {str(name): name for name in frame.columns}
        # Deliberate: by the frame's own list, in which a name that is there twice is seen.
        return (
            [str(name) for name in frame.columns],
            lambda name: _of_pandas(frame[original[name]]),
            len(frame),
        )
    if hasattr(frame, "get_column"):
        return list(frame.columns), lambda name: frame.get_column(name).to_list(), len(frame)
    if hasattr(frame, "features"):
        plain = frame.with_format(None)
        return list(frame.column_names), lambda name: list(plain[name]), len(frame)
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtra.of("A frame that is neither pandas' nor polars'", "parquet") from None
    table = pa.table(frame)
    return table.column_names, lambda name: table.column(name).to_pylist(), table.num_rows


def _of_pandas(series: Any) -> list[object]:
    """The values of pandas, None where it has one of its several signs that there is nothing."""
    present = series.notna().tolist()
    values = series.astype(object).tolist()
    return [
        None if not there else value.tolist() if hasattr(value, "dtype") else value
        for value, there in zip(values, present, strict=True)
    ]


def _renamed(table: InputTable, chosen: Mapping[Role, str], references: Sequence[str]) -> InputTable:
    """The table with the named columns under the names by which readers know them, and no rivals of them."""
    aliases = {role.names[0]: name for role, name in chosen.items()}
    rivals = {name for role in chosen for name in role.names}
    if references:
        aliases |= _reference_aliases(table, references)
        rivals |= {*columns.REFERENCES.names, *columns.references(table.columns)}
    for name in aliases.values():
        if name not in table.columns:
            raise UnknownName.among("column", name, table.columns)
    kept = [name for name in table.columns if name not in rivals and name not in aliases.values()]
    origin = {**{name: name for name in kept}, **aliases}
    return InputTable(table.file, list(origin), lambda name: table.values(origin[name]), len(table))


def _reference_aliases(table: InputTable, names: Sequence[str]) -> dict[str, str]:
    """One column that holds lists, or a column for each reference."""
    if len(names) == 1 and names[0] in table.columns:
        first = next((value for value in table.values(names[0]) if value is not None), None)
        if isinstance(first, list | tuple):
            return {columns.REFERENCES.names[0]: names[0]}
    return {f"reference_{number}": name for number, name in enumerate(names, 1)}
