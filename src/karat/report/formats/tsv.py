"""Tables as tab-separated values with one header, and as bare numbers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.report.tables import Table


_METRIC = "metric"
# A name that holds a separator must not make a new field or line.
_ESCAPES = str.maketrans({"\t": "\\t", "\n": "\\n", "\r": "\\r"})


def render(tables: Sequence[Table], *, digits: int, recipes: Mapping[str, str] | None = None) -> str:
    """Tables with the same columns, below each other; titles become a first column `metric`.

    The last column has the recipe of a row's metric; metrics that are columns have one each.
    """
    return "".join("\t".join(fields) + "\n" for fields in _lines(tables, digits, recipes or {}))


def render_numbers(tables: Sequence[Table], *, digits: int) -> str:
    """The values alone."""
    rows = (table.written(row, digits) for table in tables for row in table.rows)
    return "".join("\t".join(values) + "\n" for values in rows)


def _lines(tables: Sequence[Table], digits: int, recipes: Mapping[str, str]) -> Iterator[list[str]]:
    titled = any(table.title for table in tables)
    first = tables[0]
    columns = [column.name for column in first.columns]
    of_columns = [name for name in columns if name in recipes]
    by_row = bool(recipes) and not of_columns and (titled or _METRIC in first.labels)
    headings = ["recipe"] if by_row else [f"{name} recipe" for name in of_columns]
    yield [*([_METRIC] if titled else []), *map(_escaped, (*first.labels, *columns, *headings))]
    for table in tables:
        title = [_escaped(table.title)] if titled else []
        for row in table.rows:
            said = [recipes[name] for name in of_columns]
            if by_row:
                whose = table.title if titled else row.labels[table.labels.index(_METRIC)]
                said = [recipes.get(whose, "")]
            yield [*title, *map(_escaped, row.labels), *table.written(row, digits), *map(_escaped, said)]


def _escaped(name: str) -> str:
    return name.translate(_ESCAPES)
