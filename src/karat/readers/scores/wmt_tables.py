"""Scores of whole systems as WMT's packages have them: cells apart by blanks, tabs or both, hardly a header.

Of metrics (WMT16 to WMT20): METRIC, LANGUAGE PAIR, TEST SET, maybe REFERENCE, SYSTEM, SCORE, maybe more.
Of people: LP, HUMAN and SYSTEM below a header; a system and its score; or averages, numbers and a system.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, InvalidOption
from karat.readers.files.columns import as_number
from karat.readers.files.input_table import InputTable, base_name, ending_of
from karat.readers.files.lines import lines_of, read_unmarked
from karat.readers.files.opening import display_name
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.readers.files.opening import FilePath

_PAIR = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?-[a-z]{2,3}(_[A-Z]{2})?")
# What WMT's headers call the columns, in small letters.
_HEADER = {"lp": "lp", "system": "system", "sys": "system"}
# Files that are no text, or text of another form: their first line says nothing.
_OTHER_ENDINGS = ("json", "jsonl", "ndjson", "parquet", "campaign")
_SCORE_AFTER = 4  # a metric, a pair, a test set and a system stand before a metric's score


def is_wmt_table(path: FilePath) -> bool:
    """Whether a file has scores of systems as WMT's packages have them, by its first line.

    A header with tabs or commas is that of a table as others have it.
    """
    name = display_name(path)
    if name == "standard input" or ending_of(name) in _OTHER_ENDINGS:
        return False
    if not Path(name).is_file() or not (lines := _lines(path)):
        return False
    first = lines[0][1]
    # mt-metrics-eval has a system and a score on each line of such files, for segments as for systems.
    if name.removesuffix(".gz").removesuffix(".zst").endswith((".score", ".rating")):
        return _is_of_metric(_cells(first))
    return _is_of_metric(_cells(first)) or _is_header(first) or _is_of_system(first.split())


def wmt_table(path: FilePath, *, language_pair: str | None = None) -> InputTable:
    """The scores as a table of the columns `metric`, `system` and `score`.

    A file of several language pairs needs the name of one. Averages are called as the file, with the number
    of the column where it has several.
    """
    name, lines = display_name(path), _lines(path)
    title = base_name(path).partition(".")[0]
    if _is_of_metric(_cells(lines[0][1])):
        rows = [_of_metric(name, line, text) for line, text in lines]
    elif _is_header(lines[0][1]):
        rows = _below_header(name, lines)
    else:
        rows = [row for line, text in lines for row in _averages(name, line, text, title)]
    rows = _of_pair(name, rows, language_pair)
    values: Mapping[str, Sequence[object]] = {
        key: [row[key] for row in rows] for key in ("metric", "system", "score")
    }
    return InputTable(name, tuple(values), values.__getitem__, len(rows), [int(row["line"]) for row in rows])


def _lines(path: FilePath) -> list[tuple[int, str]]:
    name = display_name(path)
    found = enumerate(lines_of(read_unmarked(path), name), 1)
    return [(line, text) for line, text in found if text.strip()]


def _cells(text: str) -> list[str]:
    """The cells of a line. A name with a blank in it needs tabs around all cells."""
    with_tabs = [cell.strip() for cell in text.split("\t")]
    return with_tabs if len(with_tabs) > _SCORE_AFTER else text.split()


def _is_of_metric(cells: Sequence[str]) -> bool:
    return len(cells) > _SCORE_AFTER and bool(_PAIR.fullmatch(cells[1])) and any(map(_is_number, cells[4:6]))


def _is_header(text: str) -> bool:
    cells = [cell.lower() for cell in text.split()]
    return "\t" not in text and "lp" in cells and len({"system", "sys"} & set(cells)) == 1 and len(cells) > 2


def _is_of_system(cells: Sequence[str]) -> bool:
    return len(cells) > 1 and sum(map(_is_number, cells)) == len(cells) - 1


def _is_number(text: str) -> bool:
    try:
        return abs(as_number(text)) < float("inf")
    except ValueError:
        return False


def _of_metric(name: str, line: int, text: str) -> dict[str, str]:
    cells = _cells(text)
    place = next((place for place in range(4, min(len(cells), 6)) if _is_number(cells[place])), None)
    if place is None:
        raise InvalidFile.at(
            name,
            f"a metric, a language pair, a test set, a system and its score were expected, not {text!r}.",
            line=line,
        )
    return {
        "metric": cells[0],
        "lp": cells[1],
        "system": cells[place - 1],
        "score": cells[place],
        "line": str(line),
    }


def _below_header(name: str, lines: Sequence[tuple[int, str]]) -> list[dict[str, str]]:
    header = lines[0][1].split()
    keys = [_HEADER.get(cell.lower(), cell) for cell in header]
    rows = []
    for line, text in lines[1:]:
        cells = text.split()
        if len(cells) != len(keys):
            raise InvalidFile.at(name, f"{len(keys)} cells were expected, not {text!r}.", line=line)
        given = dict(zip(keys, cells, strict=True))
        rows += [
            {
                "metric": key.lower(),
                "lp": given["lp"],
                "system": given["system"],
                "score": given[key],
                "line": str(line),
            }
            for key in keys
            if key not in ("lp", "system")
        ]
    return rows


def _averages(name: str, line: int, text: str, title: str) -> list[dict[str, str]]:
    cells = text.split()
    if not _is_of_system(cells):
        raise InvalidFile.at(
            name,
            f"a system and its score were expected, not {text!r}. Names with blanks "
            "need a table with a header.",
            line=line,
        )
    system = next(cell for cell in cells if not _is_number(cell))
    numbers = [cell for cell in cells if cell != system]
    names = [title] if len(numbers) == 1 else [f"{title}_{place}" for place in range(1, len(numbers) + 1)]
    return [
        {"metric": measured, "lp": "", "system": system, "score": number, "line": str(line)}
        for measured, number in zip(names, numbers, strict=True)
    ]


def _of_pair(name: str, rows: list[dict[str, str]], pair: str | None) -> list[dict[str, str]]:
    pairs = list(dict.fromkeys(row["lp"] for row in rows if row["lp"]))
    if not pairs or (len(pairs) == 1 and pair is None):
        return rows
    if pair is None:
        raise InvalidOption(
            f"{name} has scores of {len(pairs)} language pairs: {', '.join(pairs)}. Name one: "
            f"{option('only_language_pair', pairs[0])}."
        )
    if pair not in pairs:
        raise InvalidOption(f"{name} has no scores of {pair}; its language pairs are: {', '.join(pairs)}.")
    return [row for row in rows if row["lp"] == pair]
