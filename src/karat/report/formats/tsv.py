"""Tables as tab-separated values with one header, and as bare numbers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.report.tables import Table


# A name that holds a separator must not make a new field or line.
_ESCAPES = str.maketrans({"\t": "\\t", "\n": "\\n", "\r": "\\r"})


def render(tables: Sequence[Table], *, digits: int) -> str:
    """Tables with the same columns, below each other; titles become a first column `metric`."""
    return "".join("\t".join(fields) + "\n" for fields in _lines(tables, digits))


def render_numbers(tables: Sequence[Table], *, digits: int) -> str:
    """The values alone."""
    rows = (table.written(row, digits) for table in tables for row in table.rows)
    return "".join("\t".join(values) + "\n" for values in rows)


def _lines(tables: Sequence[Table], digits: int) -> Iterator[list[str]]:
    titled = any(table.title for table in tables)
    first = tables[0]
    names = (*first.labels, *(column.name for column in first.columns))
    yield [*(["metric"] if titled else []), *map(_escaped, names)]
    for table in tables:
        title = [_escaped(table.title)] if titled else []
        for row in table.rows:
            yield [*title, *map(_escaped, row.labels), *table.written(row, digits)]


def _escaped(name: str) -> str:
    return name.translate(_ESCAPES)
