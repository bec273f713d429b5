"""Direct assessments as WMT gives them out: Appraise's CSV, and the tables of the crowd before it.

Appraise's has no header, and a row for each score: judge, system, item, type, source language, target
language, score, [document, whole document?, [spans],] start, end. The header that WMT keeps in a file of its
own may stand above. Tables of the crowd, such as `ad-csen-good-stnd.csv`, have one, and white space between
the columns: HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time.
"""

from __future__ import annotations

import csv
import re
import warnings
from collections import Counter
from math import inf
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, UnknownName
from karat.judgements import Judgements, Scale
from karat.judgements.scale import SCALES, usual_scale
from karat.readers.files.columns import GROUP
from karat.readers.files.encoding import BYTE_ORDER_MARK
from karat.readers.files.input_table import InputTable
from karat.readers.files.lines import read_unmarked
from karat.readers.files.opening import STANDARD_INPUT, display_name, open_stream
from karat.readers.people.judgement_rows import (
    Unknown,
    judge_groups,
    judged_segments,
    judged_systems,
    number,
    of_known_systems,
    seconds,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath

_HEADER_OF_CROWD = "HITId WorkerId"
# What a judge saw: a system's output, the same again, a reference, or one that was spoilt on purpose.
_JUDGED_BY_CROWD = ("SYSTEM", "REPEAT")
_STANDARDISED = Scale("z", -inf, inf)

_ROLES = {"WorkerId": "judge", "sys_id": "system", "sid": "segment", "type": "type", "score": "value"}
# Names of systems are numbered in the order of the campaign.
_NUMBER = re.compile(r"\.[0-9]+$")
# TGT and CHK are a system's own output, the second shown to go with a spoilt one; BAD is spoilt on purpose.
JUDGED = ("TGT", "CHK")
_TYPES = (*JUDGED, "BAD", "REF")
_HEADER = ("username", "system", "itemId", "itemType")
_OF_SEGMENTS = ("judge", "system", "segment", "type", "source", "target", "value", "start", "time")
_OF_DOCUMENTS = (*_OF_SEGMENTS[:7], "document", "whole", "start", "time")
_WITH_SPANS = (*_OF_DOCUMENTS[:9], "spans", "start", "time")
_LAYOUTS = {len(layout): layout for layout in (_OF_SEGMENTS, _OF_DOCUMENTS, _WITH_SPANS)}


def crowd_table(name: str, lines: Sequence[str]) -> InputTable:
    """The table of a file's lines, with the columns judge, system, segment, type and value."""
    header = lines[0].split()
    for column in _ROLES:
        if column not in header:
            raise InvalidFile.at(name, f"there is no column {column} in WMT's table of assessments.", line=1)
    rows, numbers = [], []
    for place, line in enumerate(lines[1:], 2):
        fields = line.split()
        if fields and len(fields) != len(header):
            raise InvalidFile.at(
                name, f"the row has {len(fields)} fields, the header {len(header)}.", line=place
            )
        if fields:
            rows.append(fields)
            numbers.append(place)
    # What a campaign adds to WMT's own columns.
    roles = {**_ROLES, **{name: name for name in GROUP.names if name in header}}
    columns = {role: [row[header.index(column)] for row in rows] for column, role in roles.items()}
    columns["system"] = _plain(columns["system"])
    return InputTable(name, tuple(columns), columns.__getitem__, len(rows), numbers, empty_is_missing=True)


def warn_of_order(file: str, corpus: Corpus) -> None:
    """Warn where the numbers of segments may follow another order than the corpus."""
    documents = list(dict.fromkeys(corpus.documents or ()))
    if documents != sorted(documents):
        warnings.warn(
            f"{file}: some of WMT's tables count segments after sorting documents by their names, and the "
            "corpus has another order. Check that scores stand beside their texts.",
            UserWarning,
            stacklevel=3,
        )


def _plain(names: Sequence[str]) -> list[str]:
    """The names of systems without their numbers, unless these tell two apart."""
    plain = {name: _NUMBER.sub("", name) for name in names}
    return [plain[name] for name in names] if len(set(plain.values())) == len(plain) else list(names)


class RowsLeftOut(UserWarning):
    """A file has rows that are no judgements of a system's output."""


def is_appraise(path: FilePath) -> bool:
    """Whether a file is Appraise's: its header, or a type of item in the fourth field of its first row."""
    name = display_name(path)
    if path == STANDARD_INPUT or not name.removesuffix(".gz").removesuffix(".zst").lower().endswith(".csv"):
        return False
    with open_stream(path) as stream:
        first = stream.readline().decode("utf-8", "replace").removeprefix(BYTE_ORDER_MARK)
    fields = first.strip().split(",")
    if first.startswith(_HEADER_OF_CROWD) or tuple(fields[:4]) == _HEADER:
        return True
    return len(fields) > 6 and fields[3].partition("-")[0] in _TYPES


def read_appraise(
    path: FilePath,
    corpus: Corpus | None = None,
    *,
    dimension: str = "DA",
    scales: Mapping[str, Scale] | None = None,
    first_segment: int | None = None,
    unknown_systems: Unknown = "refuse",
    language_pair: str | None = None,
    aliases: Mapping[str, str] | None = None,
) -> Judgements:
    """The direct assessments of Appraise's CSV, or of WMT's tables of the crowd.

    Items that were spoilt on purpose, references, tutorials, scores of whole documents and rows that are
    there twice, letter by letter, are left out, with a warning that says how many there were.
    `unknown_systems="ignore"` passes over systems that the corpus does not have, "tell" lists them too.
    `language_pair`, such as eng-deu, takes the rows of one pair, and `aliases` has the corpus's name for
    systems that are called otherwise here.
    """
    judged = _judged(_table(path), language_pair)
    table = of_known_systems(judged, corpus, unknown_systems, aliases)
    systems = judged_systems(table, corpus)
    segments, documents = judged_segments(table, corpus, systems, first=first_segment)
    values = [number(table, "the score", row, value) for row, value in enumerate(table.values("value"))]
    if None in values:
        raise table.invalid(values.index(None), "the score is empty; a number was expected.")
    of_crowd = "time" not in table.columns
    usual = usual_scale(dimension) or SCALES["DA"]
    if of_crowd and min((value for value in values if value is not None), default=0) < 0:
        usual = _STANDARDISED
    judges = [str(judge) for judge in table.values("judge")]
    if of_crowd and corpus is not None:
        warn_of_order(table.file, corpus)
    return Judgements.of_columns(
        judges=judges,
        systems=systems,
        segments=segments,
        dimensions=[dimension] * len(table),
        values=[value for value in values if value is not None],
        times=None if of_crowd else _times(table),
        occasions=_occasions(zip(judges, systems, segments, strict=True)) if of_crowd else None,
        scales={dimension: (scales or {}).get(dimension) or usual},
        documents=documents,
        groups=judge_groups(table, judges),
        place=lambda row: f"{table.file}, {table.place(row)}",
    )


def _times(table: InputTable) -> list[float]:
    return [seconds(table, "the time", row, value) for row, value in enumerate(table.values("time"))]


def _occasions(items: Iterable[tuple[str, str, str]]) -> list[int]:
    """Which time it is that a judge sees an item, where no clock tells it."""
    seen, found = Counter[tuple[str, str, str]](), []
    for item in items:
        found.append(seen[item])
        seen[item] += 1
    return found


def _table(path: FilePath) -> InputTable:
    name = display_name(path)
    text = read_unmarked(path)
    if text.startswith(_HEADER_OF_CROWD):
        return crowd_table(name, text.splitlines())
    reader = csv.reader(text.splitlines(keepends=True))
    rows, lines = [], []
    for fields in reader:
        if not fields or tuple(fields[:4]) == _HEADER:
            continue
        rows.append(fields)
        lines.append(reader.line_num)
    if not rows:
        raise InvalidFile.at(name, "there is no row below the header, so nothing was judged.")
    layout = _LAYOUTS.get(len(rows[0]))
    if layout is None:
        raise InvalidFile.at(
            name,
            f"Appraise's rows have {', '.join(map(str, _LAYOUTS))} fields, this has {len(rows[0])}.",
            line=lines[0],
        )
    for fields, line in zip(rows, lines, strict=True):
        if len(fields) != len(layout):
            raise InvalidFile.at(
                name, f"the row has {len(fields)} fields, the first has {len(layout)}.", line=line
            )
    columns = dict(zip(layout, zip(*rows, strict=True), strict=True))
    return InputTable(name, layout, columns.__getitem__, len(rows), lines, empty_is_missing=True)


def _pairs(table: InputTable) -> list[str] | None:
    """The language pair of each row."""
    if not {"source", "target"} <= set(table.columns):
        return None
    return [f"{a}-{b}" for a, b in zip(table.values("source"), table.values("target"), strict=True)]


def _twice(table: InputTable) -> list[bool]:
    """Whether a row is the same as one before, with its times; exports of Appraise repeat some.

    A table without times cannot tell a repetition from a second judgement.
    """
    if "start" not in table.columns:
        return [False] * len(table)
    rows = list(zip(*(table.values(name) for name in table.columns), strict=True))
    first: dict[tuple[object, ...], int] = {}
    return [first.setdefault(row, place) != place for place, row in enumerate(rows)]


def _judged(table: InputTable, language_pair: str | None) -> InputTable:
    """The rows that judge a segment of a system's own output, of one language pair if one was named."""
    pairs = _pairs(table)
    if language_pair is not None and language_pair not in (pairs or ()):
        if pairs is None:
            raise InvalidFile.at(table.file, "its rows say no languages, so no language pair can be chosen.")
        raise UnknownName.among("language pair", language_pair, dict.fromkeys(pairs))
    names = [table.values(name) for name in ("system", "document", "segment") if name in table.columns]
    is_tutorial = ["tutorial" in " ".join(map(str, cells)).lower() for cells in zip(*names, strict=True)]
    twice = _twice(table)
    types = [str(kind) for kind in table.values("type")]
    whole = [str(flag).lower() for flag in table.values("whole")] if "whole" in table.columns else None
    kept, left_out = [], Counter[str]()
    for row, kind in enumerate(types):
        if twice[row]:
            left_out["that are there twice"] += 1
        elif is_tutorial[row]:
            left_out["of a tutorial"] += 1
        elif language_pair is not None and pairs is not None and pairs[row] != language_pair:
            left_out[f"of {pairs[row]}"] += 1
        elif whole is not None and whole[row] == "true":
            left_out["scores of whole documents"] += 1
        elif kind.partition("-")[0] not in (*JUDGED, *_JUDGED_BY_CROWD):
            left_out[f"of type {kind}"] += 1
        else:
            kept.append(row)
    if not kept:
        raise InvalidFile.at(table.file, f"no row is of type {' or '.join(JUDGED)}, so nothing was judged.")
    if left_out:
        listed = ", ".join(f"{count} {what}" for what, count in left_out.items())
        warnings.warn(f"{table.file}: rows were left out: {listed}.", RowsLeftOut, stacklevel=2)
    return table.rows(kept)
