"""Scores that people gave: of each system and segment, or of each system.

In a table of segments or systems, a column `human_NAME` holds the scores of the dimension NAME. Test sets,
files of scores, and judgements of single judges have no such column.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus, UnknownName
from karat.judgements import aggregate
from karat.readers.corpora.campaign import is_campaign
from karat.readers.corpora.evaluation_set import is_evaluation_set, read_evaluation_set
from karat.readers.corpora.folder import TABLES, preferred
from karat.readers.corpora.foreign_json_lines import is_wmt25, wmt25_scores
from karat.readers.corpora.segments import by_row, take_segments
from karat.readers.files import columns
from karat.readers.files.columns import JUDGE
from karat.readers.files.input_table import base_name, checksum, is_table, table_of
from karat.readers.files.opening import display_name
from karat.readers.people.appraise import is_appraise
from karat.readers.people.grids import in_rows, with_human_name
from karat.readers.people.judgement_rows import of_known_systems
from karat.readers.people.judgements import read_judgements
from karat.readers.people.pearmut import is_pearmut
from karat.readers.scores.metric_scores import score_tables
from karat.readers.scores.numbering import document_positions, positions
from karat.readers.scores.score_files import is_score_file, read_score_file
from karat.readers.scores.wmt_tables import is_wmt_table, wmt_table
from karat.remedies import either, option
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.judgements import Judgements
    from karat.judgements.aggregation import Method
    from karat.readers.files.input_table import InputTable
    from karat.readers.files.opening import FilePath
    from karat.readers.people.judgement_rows import Unknown

PREFIX = "human_"
ERROR_PREFIX = "error_"
SYSTEMS = "systems.tsv"
JUDGEMENTS = "judgements.jsonl"


def read_human_scores(
    path: FilePath,
    corpus: Corpus,
    *,
    dimensions: Sequence[str] | None = None,
    unknown_systems: Unknown = "refuse",
    first_segment: int | None = None,
    language_pair: str | None = None,
    aliases: Mapping[str, str] | None = None,
    told: Callable[[Judgements], object] | None = None,
) -> tuple[ScoreTable, ...]:
    """The human scores of a table or a data folder, in the order of the corpus; NaN where nobody judged.

    A table with segments gives tables of the level `segment`, one with a row for each system (`systems.tsv`
    of a folder) tables of the level `system`, and judgements tables of both. `dimensions` names those to
    take; default: all.
    `unknown_systems="ignore"` passes over systems that the corpus does not have, "tell" lists them;
    `first_segment` is the number of the first segment in tables of judgements, 0 or 1, where it is unclear.
    `aliases` has the corpus's names of systems that are called otherwise here; `language_pair` takes the rows
    of one pair, where Appraise's rows say theirs. `told` is called with the judgements that scores were made
    of, for what single judges said.
    """
    if unknown_systems not in ("refuse", "ignore", "tell"):
        raise InvalidOption.choice("unknown_systems", unknown_systems, ("refuse", "ignore", "tell"))
    files = human_score_files(path)
    if not files:
        raise InvalidFile.at(
            path,
            f"there is no table of segments, no {SYSTEMS} and no {JUDGEMENTS}, so there are no human scores.",
        )
    found = [
        table
        for file in files
        for table in _read(
            file,
            corpus,
            dimensions=dimensions,
            unknown=unknown_systems,
            first_segment=first_segment,
            language_pair=language_pair,
            aliases=aliases,
            told=told,
        )
    ]
    for name in dimensions or ():
        if name not in {table.metric for table in found}:
            raise UnknownName.among("human score", name, dict.fromkeys(table.metric for table in found))
    return tuple(found)


def human_columns(table: InputTable) -> dict[str, str]:
    """The columns of human scores, by the name of what was judged."""
    named = {name.removeprefix(PREFIX): name for name in table.columns if name.startswith(PREFIX)}
    if "" in named:
        raise InvalidFile.at(table.file, f"a column is called {PREFIX!r}; what was judged must follow.")
    return named


def human_score_files(path: FilePath) -> list[Path]:
    """The tables of a folder that may have human scores, or the file itself."""
    if not Path(path).is_dir():
        return [Path(path)]

    folder = Path(path)
    if is_evaluation_set(folder):
        return [folder]
    segments = {name: folder / name for name in TABLES if (folder / name).is_file()}
    files = [preferred(segments)] if segments else []
    return files + [folder / name for name in (SYSTEMS, JUDGEMENTS) if (folder / name).is_file()]


def _read(
    path: Path,
    corpus: Corpus,
    *,
    dimensions: Sequence[str] | None,
    unknown: Unknown,
    first_segment: int | None,
    language_pair: str | None,
    aliases: Mapping[str, str] | None,
    told: Callable[[Judgements], object] | None,
) -> list[ScoreTable]:
    if is_wmt_table(path):
        of_systems = of_known_systems(wmt_table(path, language_pair=language_pair), corpus, unknown, aliases)
        system_of_rows(of_systems, corpus, unknown)
        tables = score_tables(path, of_systems, tuple(corpus.systems), kind="human")
        return [scores for scores in tables if dimensions is None or scores.metric in dimensions]
    judged = read_judged_scores(
        path,
        corpus,
        unknown_systems=unknown,
        first_segment=first_segment,
        language_pair=language_pair,
        aliases=aliases,
        told=told,
    )
    if judged is not None:
        return [scores for scores in judged if dimensions is None or scores.metric in dimensions]
    table = table_of(path, what="human scores")
    if is_wmt25(table.columns):
        return _of_wmt25(path, table, corpus)
    table = with_human_name(in_rows(table, corpus, unknown, aliases))
    named = human_columns(table)
    taken = [name for name in named if dimensions is None or name in dimensions]
    if not taken:
        return []
    if table.find(columns.SYSTEM) and (aliases or unknown == "tell"):
        table = of_known_systems(table, corpus, unknown, aliases)
    systems = system_of_rows(table, corpus, unknown)
    segments = _segment_of_rows(table, corpus, systems)
    level = "system" if segments is None else "segment"
    rows = ("all",) if segments is None else tuple(str(place) for place in range(1, len(corpus) + 1))
    places = [0] * len(table) if segments is None else segments
    origin = f"file:{base_name(path)}[sha256-{checksum(path)}]"
    return [
        ScoreTable(
            name,
            f"human|name:{name}|{origin}",
            level,
            tuple(corpus.systems),
            rows,
            _placed(table, named[name], corpus, systems, places, len(rows)),
            errors=_errors(table, name, corpus, systems) if segments is None else None,
        )
        for name in taken
    ]


def _errors(
    table: InputTable, name: str, corpus: Corpus, systems: Sequence[int | None]
) -> NDArray[np.float64] | None:
    """The standard errors of estimated scores, as `karat people -o` writes them, or None."""
    column = f"{ERROR_PREFIX}{name}"
    if column not in table.columns:
        return None
    found = _placed(table, column, corpus, systems, [0] * len(table), 1)
    for row, (system, value) in enumerate(zip(systems, table.values(column), strict=True)):
        if system is not None and found[system, 0] < 0:
            raise table.invalid(row, f"{column} is {value!r}; a standard error is 0 or more.")
    return found


def _of_wmt25(path: Path, table: InputTable, corpus: Corpus) -> list[ScoreTable]:
    """What people gave in WMT25's JSON lines."""
    if "scores" not in table.columns:
        return []
    given = wmt25_scores(table)
    _as_many(table, corpus, (), len(table))
    missing = [float("nan")] * len(table)
    values = np.array([given.get(name, missing) for name in corpus.systems])
    rows = tuple(str(place) for place in range(1, len(corpus) + 1))
    recipe = f"human|name:human|file:{base_name(path)}[sha256-{checksum(path)}]"
    return [ScoreTable("human", recipe, "segment", tuple(corpus.systems), rows, values)]


def system_of_rows(table: InputTable, corpus: Corpus, unknown: Unknown) -> list[int | None]:
    """The position of each row's system in the corpus, None for one to pass over."""
    if not table.find(columns.SYSTEM):
        if len(corpus.systems) == 1:
            return [0] * len(table)
        raise columns.missing(table.columns, columns.SYSTEM, table.file)
    order = {name: position for position, name in enumerate(corpus.systems)}
    found: list[int | None] = []
    for row, value in enumerate(table.values("system")):
        # A table aligned by document has rows of the references alone.
        if not value and corpus.align == "document":
            found.append(None)
            continue
        name = table.text("system", row, value)
        if name not in order and unknown == "refuse":
            raise UnknownName(
                f"{table.file}, {table.place(row)}: {name!r} is no system of the corpus; these are: "
                f"{', '.join(order)}. Correct the name, or "
                + either("ignore it: unknown_systems='ignore'.", "name the systems to score: --systems.")
            )
        found.append(order.get(name))
    return found


def _segment_of_rows(
    table: InputTable, corpus: Corpus, systems: Sequence[int | None]
) -> Sequence[int | None] | None:
    """The position of each row's segment in the corpus; None where the rows are of whole systems."""
    if corpus.align == "document":
        return None if table.find(columns.DOCUMENT) is None else document_positions(table, corpus)
    if table.find(columns.SEGMENT) is None:
        if not table.find(columns.SYSTEM):
            return _as_many(table, corpus, by_row(table).of_row, len(table))
        if len({system for system in systems if system is not None}) == sum(
            system is not None for system in systems
        ):
            return None
    if table.find(columns.HYPOTHESIS) and (column := table.find(columns.SEGMENT)):
        # The table of the corpus itself: its segments are in the order in which the corpus took them.
        segments = take_segments(table, column)
        _check_outputs(table, corpus, systems, segments.of_row)
        return _as_many(table, corpus, segments.of_row, len(segments.names))
    groups: dict[int, list[int]] = {}
    for row, system in enumerate(systems):
        if system is not None:
            groups.setdefault(system, []).append(row)
    return positions(table, corpus, list(groups.values()))


def _as_many(table: InputTable, corpus: Corpus, segments: Sequence[int], count: int) -> Sequence[int]:
    if count != len(corpus):
        raise MisalignedCorpus(
            f"{table.file}: there are {count} segments, the corpus has {len(corpus)}. "
            "Human scores must be of the segments of the corpus."
        )
    return segments


def _check_outputs(
    table: InputTable, corpus: Corpus, systems: Sequence[int | None], segments: Sequence[int]
) -> None:
    """What people judged must be what the corpus has."""
    column = table.require(columns.HYPOTHESIS)
    texts, names = list(corpus.systems.values()), list(corpus.systems)
    for row, (value, system, segment) in enumerate(zip(table.values(column), systems, segments, strict=True)):
        if system is not None and (segment >= len(corpus) or texts[system][segment] != value):
            raise table.invalid(
                row,
                f"{column} is not what system {names[system]!r} has in segment {segment + 1} of the corpus, "
                "so the score is of another text. Take the scores from the table of the corpus.",
            )


def _placed(
    table: InputTable,
    column: str,
    corpus: Corpus,
    systems: Sequence[int | None],
    segments: Sequence[int | None],
    width: int,
) -> NDArray[np.float64]:
    values = np.full((len(corpus.systems), width), np.nan)
    seen: set[tuple[int, int]] = set()
    for row, (system, segment, value) in enumerate(zip(systems, segments, table.values(column), strict=True)):
        if system is None or segment is None:
            continue
        score = number(table, column, row, value)
        # A document may have many rows, and its score stands in one of them.
        if corpus.align == "document" and score != score:  # noqa: PLR0124
            continue
        if (system, segment) in seen:
            raise table.invalid(row, _twice(corpus, system, segment, width))
        seen.add((system, segment))
        values[system, segment] = score
    return values


def _twice(corpus: Corpus, system: int, segment: int, width: int) -> str:
    """A system, or a part of its text, has two scores."""
    name = list(corpus.systems)[system]
    if width > 1 and corpus.align == "document" and corpus.documents is not None:
        return (
            f"system {name!r} has a second score of document {corpus.documents[segment]!r}, and each "
            f"document has one. Where people judged segments, leave out {option('align', 'document')}."
        )
    where = "" if width == 1 else f", segment {segment + 1},"
    return f"system {name!r}{where} is there a second time. Keep one row."


def number(table: InputTable, column: str, row: int, value: object) -> float:
    """A cell as a number; NaN where it is empty."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return float("nan")
    try:
        found = None if isinstance(value, bool) else columns.as_number(value)
    except (TypeError, ValueError, OverflowError):
        found = None
    if found is None:
        hint = " Write decimals with a point." if isinstance(value, str) and "," in value else ""
        raise table.invalid(row, f"{column} is {value!r}; a number was expected.{hint}")
    # A table in binary has no other way to say that nothing is there; a text has the empty cell.
    missing = found != found and not isinstance(value, str)  # noqa: PLR0124
    if not missing and not abs(found) < float("inf"):
        raise table.invalid(
            row,
            f"{column} is {value!r}; a finite number was expected. Leave the cell empty if there is none.",
        )
    return found


def read_judged_scores(
    path: FilePath,
    corpus: Corpus,
    *,
    method: Method = "mean",
    unknown_systems: Unknown = "refuse",
    first_segment: int | None = None,
    language_pair: str | None = None,
    aliases: Mapping[str, str] | None = None,
    told: Callable[[Judgements], object] | None = None,
) -> tuple[ScoreTable, ...] | None:
    """Human scores by segment and by system, in the order of the corpus; None where a file has none of these.

    A folder in mt-metrics-eval's layout has its human scores, a file `NAME.LEVEL.score` or `NAME.seg.rating`
    its own, and
    judgements are made scores by `method`; `first_segment` is the number of their first segment, 0 or 1,
    where it is unclear, and `told` is called with them. A table without judges is something else.
    """
    if is_evaluation_set(path):
        return read_evaluation_set(path, metrics=False).human
    if is_score_file(path) or display_name(path).endswith(".score"):
        known = read_score_file(path, corpus, kind="human", unknown_systems=unknown_systems, aliases=aliases)
        return (known,)
    if not is_judgements(path):
        return None
    judgements = read_judgements(
        path,
        corpus,
        unknown_systems=unknown_systems,
        first_segment=first_segment,
        language_pair=language_pair,
        aliases=aliases,
    )
    if told is not None:
        told(judgements)
    return tuple(
        aggregate(judgements, dimension, level=level, method=method, corpus=corpus).scores
        for dimension in judgements.dimensions
        for level in ("segment", "system")
    )


def is_judgements(path: FilePath) -> bool:
    """Whether a file has single judgements and says who judged: a campaign, or a table with judges."""
    name = display_name(path)
    if is_campaign(path):
        return True
    if not is_table(name):
        return False
    if is_appraise(path) or is_pearmut(path):
        return True
    return any(column in JUDGE.names for column in table_of(path, what="scores").columns)
