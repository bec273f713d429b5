"""Files of judgements: tables with named columns, Appraise's CSV, and MQM's errors.

Long: a column for the value and one for the dimension, a row for each judgement. Wide: a column for each
dimension. Which format a file has is told by its columns.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidFile, InvalidOption, KaratError, caller_level
from karat.judgements import Judgements, Scale
from karat.judgements.scale import usual_scale
from karat.readers.corpora.campaign import is_campaign
from karat.readers.files import columns
from karat.readers.files.input_table import table_of
from karat.readers.people.appraise import is_appraise, read_appraise
from karat.readers.people.campaign_answers import read_campaign_judgements
from karat.readers.people.grids import in_rows, named_after
from karat.readers.people.judgement_rows import (
    judge_groups,
    judged_segments,
    judged_systems,
    number,
    occasion,
    of_known_systems,
    page,
    seconds,
)
from karat.readers.people.mqm import is_mqm, read_mqm
from karat.readers.people.pearmut import is_pearmut, pearmut_judgements
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import Corpus
    from karat.readers.files.input_table import InputTable
    from karat.readers.files.opening import FilePath
    from karat.readers.people.judgement_rows import Unknown

# Scales of so few points are told apart by their ends alone.
_MOST_OF_SMALL_SCALES = 10


class SupposedScale(UserWarning):
    """Nothing says which scale was judged on, and only one in use has such values."""


def read_judgements(
    path: FilePath,
    corpus: Corpus | None = None,
    *,
    dimension: str | None = None,
    scales: Mapping[str, Scale | str] | None = None,
    first_segment: int | None = None,
    weights: Mapping[str, float] | None = None,
    unknown_systems: Unknown = "refuse",
    language_pair: str | None = None,
    aliases: Mapping[str, str] | None = None,
) -> Judgements:
    """The judgements of a file, whose columns tell its format.

    With a corpus, systems and segments must be those of the corpus, and segments are called by their number
    in it. `dimension` names what was judged where the file does not, `scales` gives dimensions their scales
    (`{"clarity": "1..7"}`), `first_segment` is the number of the first segment (0 or 1), and `weights` are
    those of MQM's errors. `unknown_systems="ignore"` passes over systems that the corpus does not have,
    "tell" lists them in a warning. `aliases` has the corpus's names of systems that are called otherwise in
    the file; `language_pair` takes the rows of one pair, where Appraise's rows say theirs.
    Whether the judgements belong to the segments that they name is for `karat.agreement.check_shift` to say.

    >>> from karat import demo
    >>> judgements = read_judgements(demo.judgements_path())
    >>> len(judgements), judgements.dimensions
    (1728, ('adequacy', 'fluency'))
    """
    if scales is not None and not isinstance(scales, Mapping):
        raise InvalidOption(
            f"`scales` is a {type(scales).__name__}; the scale of each dimension was expected. Write: "
            "read_judgements(path, corpus, scales={'adequacy': '1-5'})"
        )
    given = {
        name: Scale.parse(scale) if isinstance(scale, str) else scale
        for name, scale in (scales or {}).items()
    }
    if is_campaign(path):
        found = read_campaign_judgements(path, corpus, scales=given, unknown_systems=unknown_systems)
    elif is_pearmut(path):
        found = pearmut_judgements(path, corpus)
    elif is_appraise(path):
        found = read_appraise(
            path,
            corpus,
            dimension=dimension or "DA",
            scales=given,
            first_segment=first_segment,
            unknown_systems=unknown_systems,
            language_pair=language_pair,
            aliases=aliases,
        )
    else:
        table = table_of(path, what="judgements")
        if is_mqm(table):
            found = read_mqm(
                path,
                corpus,
                weights=weights,
                first_segment=first_segment,
                unknown_systems=unknown_systems,
                aliases=aliases,
            ).judgements
        else:
            table = in_rows(table, corpus, unknown_systems, aliases)
            table = of_known_systems(table, corpus, unknown_systems, aliases)
            if corpus is not None:
                dimension = dimension or named_after(table.file)
            found = _of_table(table, corpus, dimension, given, first_segment)
    return found


def _of_table(
    table: InputTable,
    corpus: Corpus | None,
    dimension: str | None,
    scales: Mapping[str, Scale],
    first: int | None,
) -> Judgements:
    judges = _judges(table)
    systems = judged_systems(table, corpus)
    segments, documents = judged_segments(table, corpus, systems, first=first)
    times = _column(table, columns.TIME, seconds)
    occasions = _column(table, columns.OCCASION, occasion)
    pages = _column(table, columns.PAGE, page)
    parts = _parts(table, dimension, scales)
    rows = [row for name, column, values in parts for row in _judged_rows(name, column, values, table)]
    taken = [row for _, row, _ in rows]
    dimensions = [name for name, _, _ in rows]
    return Judgements.of_columns(
        judges=[judges[row] for row in taken],
        systems=[systems[row] for row in taken],
        segments=[segments[row] for row in taken],
        dimensions=dimensions,
        values=[value for _, _, value in rows],
        times=None if times is None else [times[row] for row in taken],
        occasions=None if occasions is None else [occasions[row] for row in taken],
        pages=None if pages is None else [pages[row] for row in taken],
        scales=_scales(table, dimensions, taken, scales, [value for _, _, value in rows]),
        documents=documents,
        groups=judge_groups(table, judges),
        place=lambda place: f"{table.file}, {table.place(taken[place])}",
    )


def _judges(table: InputTable) -> list[str]:
    column = table.find(columns.JUDGE)
    if column is None:
        missing = columns.missing(table.columns, columns.JUDGE, table.file)
        raise InvalidFile(f"{missing} Scores without judges are no judgements.")
    judges = [table.label(column, row, value) for row, value in enumerate(table.values(column))]
    if "" in judges:
        raise table.invalid(judges.index(""), f"{column} is empty; the name of the judge was expected.")
    return judges


def _parts(
    table: InputTable, dimension: str | None, scales: Mapping[str, Scale]
) -> list[tuple[Sequence[str], str, Sequence[object]]]:
    """Columns of values, each with the dimension of its rows."""
    column = table.find(columns.VALUE)
    if column is None:
        wide = [name for name in table.columns if name in scales or usual_scale(name) is not None]
        if not wide:
            raise columns.missing(table.columns, columns.VALUE, table.file)
        return [([name] * len(table), name, table.values(name)) for name in wide]
    of_dimension = table.find(columns.DIMENSION)
    if of_dimension is not None:
        names = [table.text(of_dimension, row, name) for row, name in enumerate(table.values(of_dimension))]
        if "" in names:
            raise table.invalid(names.index(""), f"{of_dimension} is empty; what was judged was expected.")
        return [(names, column, table.values(column))]
    if dimension is None:
        raise InvalidFile.at(
            table.file,
            "there is no column 'dimension', so it is not known what was judged. Add one, or name it: "
            f"{option('dimension', 'adequacy')}.",
        )
    return [([dimension] * len(table), column, table.values(column))]


def _judged_rows(
    names: Sequence[str], column: str, values: Sequence[object], table: InputTable
) -> list[tuple[str, int, float]]:
    """Dimension, row and value of every cell that is not empty."""
    found = []
    for row, (name, value) in enumerate(zip(names, values, strict=True)):
        if (read := number(table, column, row, value)) is not None:
            found.append((name, row, read))
    return found


def _scales(
    table: InputTable,
    dimensions: Sequence[str],
    rows: Sequence[int],
    given: Mapping[str, Scale],
    values: Sequence[float],
) -> dict[str, Scale]:
    """The scale of each dimension: as given, as the file says, or the usual one."""
    column = table.find(columns.SCALE)
    found: dict[str, Scale] = {}
    first: dict[str, tuple[int, object]] = {}
    texts = table.values(column) if column is not None else [None] * len(table)
    for name, row in zip(dimensions, rows, strict=True):
        text = texts[row]
        before = first.setdefault(name, (row, text))
        if before[1] != text:
            raise table.invalid(
                row,
                f"{name} is judged on the scale {text!r} here, and on {before[1]!r} in "
                f"{table.place(before[0])}. Give one of them another name.",
            )
    for name, (row, text) in first.items():
        scale = given.get(name) or (_parsed(table, row, text) if text else usual_scale(name))
        if scale is None:
            of_name = (value for other, value in zip(dimensions, values, strict=True) if other == name)
            scale = _supposed(table, name, list(of_name))
        if scale is not None:
            found[name] = scale
    return found


def _supposed(table: InputTable, name: str, values: Sequence[float]) -> Scale | None:
    """The scale from 0 to 100, where no smaller one that is in use would do; the caller is told."""
    low, high = min(values), max(values)
    if low < 0 or not _MOST_OF_SMALL_SCALES < high <= 100:
        return None
    warnings.warn(
        f"{table.file}: the scale of {name!r} is not known. Its values are from {low:g} to {high:g}, so "
        "0..100 is assumed. If it is another one, add a column 'scale'.",
        SupposedScale,
        stacklevel=caller_level(),
    )
    return Scale.parse("0..100")


def _parsed(table: InputTable, row: int, text: object) -> Scale:
    try:
        return Scale.parse(str(text))
    except KaratError as error:
        raise table.invalid(row, f"{error}") from None


def _column(
    table: InputTable, role: columns.Role, read: Callable[[InputTable, str, int, Any], Any]
) -> list[Any] | None:
    column = table.find(role)
    if column is None:
        return None
    return [read(table, column, row, value) for row, value in enumerate(table.values(column))]
