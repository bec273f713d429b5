"""Every chart and table of a report as files for a paper."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import InvalidOption
from karat.output_files import write_file
from karat.remedies import option
from karat.report.charts import drawing
from karat.report.charts.chart import Chart
from karat.report.formats import latex
from karat.report.tables import Table
from karat.report.words import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.report.tables import Section


INDEX = "index.md"


def write_figures(
    sections: Sequence[Section], folder: Path | str, *, overwrite: bool = False, digits: int = 2
) -> list[Path]:
    """Write charts as SVG, PDF and PNG, tables as LaTeX and CSV, and an index; the files that were written.

    Charts come twice: as wide as a page, and for a column of a paper. Nothing is written where a file would
    be lost, unless `overwrite` says so.
    """
    target = Path(folder)
    contents = {target / name: content for name, content in _contents(sections, digits)}
    there = [path for path in contents if path.exists()]
    if there and not overwrite:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise InvalidOption(
            f"{target} already has {there[0].name}{more} of the files. Give another folder, or "
            f"allow overwriting: {option('overwrite', True)}."
        )
    target.mkdir(parents=True, exist_ok=True)
    for path, content in contents.items():
        write_file(path, content)
    return list(contents)


def comma_separated(table: Table, digits: int) -> str:
    """A table as CSV, quoted where a value needs it; missing values are empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*table.labels, *(column.name for column in table.columns)])
    for row in table.all_rows:
        writer.writerow([*row.labels, *table.written(row, digits, missing="")])
    return text.getvalue()


def _contents(sections: Sequence[Section], digits: int) -> Iterator[tuple[str, bytes]]:
    """Names of files and what is in them, the index last."""
    taken: set[str] = set()
    lines = ["# Figures and tables", ""]
    for section in sections:
        lines += [f"## {section.title}", "", section.lead, ""]
        for part in section.parts:
            if isinstance(part, Chart):
                name = _free(part.name, taken)
                yield from _pictures(part, name)
                lines += [
                    f"- **{part.title}** (`{name}`, `{name}-column`; svg, pdf, png): {part.description}"
                ]
            elif isinstance(part, Table):
                name = _free(stem("table", section.name, part.title), taken)
                yield f"{name}.tex", latex.render([part], [], digits=digits).encode()
                yield f"{name}.csv", comma_separated(part, digits).encode()
                lines += [f"- Table **{part.title or section.title}** (`{name}`; tex, csv)"]
        lines.append("")
    yield INDEX, "\n".join(lines).encode()


def _pictures(chart: Chart, name: str) -> Iterator[tuple[str, bytes]]:
    for narrow in (False, True):
        file = f"{name}-column" if narrow else name
        for ending, content in drawing.in_all_formats(chart, narrow=narrow).items():
            yield f"{file}.{ending}", content


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number where another has it already."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    taken.add(found)
    return found
