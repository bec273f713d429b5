"""What reports of scores show: which facts become which tables and notes."""

from __future__ import annotations

from math import nan

from karat.metrics.catalogue import distinct_labels, distinct_names
from karat.report.tables import MOST_ROWS, Column, Note, RecipeNote, Row, Table, View, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.metrics.explain.missed_words import MissedWord
    from karat.metrics.nee import Miss
    from karat.reference_spread import EachReference, ReferenceSpread
    from karat.score_table import ScoreTable
    from karat.scores import Score
    from karat.statistics import Statistics


def score_table(scores: Sequence[Score], metrics: Sequence[Metric], *, ranked: bool = True) -> Table:
    """A row for each system; when ranked, the best by the first metric is on top."""
    rows = [Row((system,), values) for system, values in values_by_system(scores).items()]
    columns = metric_columns(metrics)
    if ranked:
        rows = best_first(rows, columns[0])
    return Table(("system",), columns, rows, compared="in columns")


def group_tables(
    groups: Sequence[ScoreTable],
    scores: Sequence[Score],
    metrics: Sequence[Metric],
    *,
    sizes: Mapping[str, int],
    ranked: bool = True,
) -> list[Table]:
    """A table for each metric: documents, paragraphs or text types as rows, systems as columns."""
    systems = [row.labels[0] for row in score_table(scores, metrics, ranked=ranked).rows]
    whole = values_by_system(scores)
    all_segments = str(sum(sizes.values()))
    return [
        Table(
            (group.level.replace("_", " "), "segments"),
            tuple(Column(system, column.better) for system in systems),
            _group_rows(group, systems, sizes),
            title=column.name,
            total=Row(("all", all_segments), tuple(whole[system][index] for system in systems)),
            compared="in rows",
        )
        for index, (group, column) in enumerate(zip(groups, metric_columns(metrics), strict=True))
    ]


def _group_rows(group: ScoreTable, systems: Sequence[str], sizes: Mapping[str, int]) -> list[Row]:
    by_system = [group[system].tolist() for system in systems]
    return [
        Row((name, str(sizes[name])), tuple(values))
        for name, *values in zip(group.rows, *by_system, strict=True)
    ]


def segment_table(
    segments: Sequence[ScoreTable], metrics: Sequence[Metric], documents: Sequence[str] | None
) -> Table:
    """A row for each segment of each system."""
    first = segments[0]
    labels = ("system", "segment") if documents is None else ("system", "segment", "document")
    # A text may decode its segments each time they are looked at.
    known = () if documents is None else (list(documents),)
    rows = [
        Row((system, *label), values)
        for system in first.systems
        for label, values in zip(
            zip(first.rows, *known, strict=True),
            zip(*(table[system].tolist() for table in segments), strict=True),
            strict=True,
        )
    ]
    return Table(labels, metric_columns(metrics), rows)


def reference_tables(
    spreads: Sequence[ReferenceSpread], metrics: Sequence[Metric], *, ranked: bool = True
) -> list[Table]:
    """For each metric a row for each system: all references together, each alone, their mean and SD."""
    tables = []
    for metric, column in zip(metrics, metric_columns(metrics), strict=True):
        of_metric = [spread for spread in spreads if spread.recipe == metric.recipe]
        if not of_metric:
            continue
        columns = [Column(name, column.better) for name in ("together", *of_metric[0].alone, "mean")]
        rows = [
            Row((spread.system,), (spread.together, *spread.alone.values(), spread.mean, spread.sd))
            for spread in of_metric
        ]
        rows = best_first(rows, column) if ranked else rows
        tables.append(
            Table(("system",), (*columns, Column("SD")), rows, title=column.name, compared="in columns")
        )
    return tables


def each_reference_view(found: Sequence[EachReference]) -> View:
    """What a terminal shows of scores against each reference."""
    tables = [table for one in found for table in reference_tables(one.spreads, one.together.metrics)]
    said = [note for one in found for note in notes(one.together.scores, one.together.metrics)]
    return View(tuple(tables), tuple(said))


def spread_view(found: Sequence[ReferenceSpread]) -> View:
    """A row for each system and metric; references have their own columns where all have the same."""
    names = list(dict.fromkeys(name for spread in found for name in spread.alone))
    columns = tuple(map(Column, ("together", *names, "mean", "SD")))
    rows = [
        Row(
            (spread.system, spread.metric),
            (spread.together, *(spread.alone.get(name, nan) for name in names), spread.mean, spread.sd),
        )
        for spread in found
    ]
    return View((Table(("system", "metric"), columns, rows),))


def miss_table(misses: Mapping[str, Sequence[Miss]]) -> Table:
    """A row for each entity that a system does not have, and what its output has instead."""
    rows = [
        Row((system, *(printable(_shown(value)) for value in miss.to_dict().values())), ())
        for system, missed in misses.items()
        for miss in missed
    ]
    return Table(("system", "segment", "entity", "type", "nearest", "edits"), (), rows)


def _shown(value: object) -> str:
    return "" if value is None else str(value)


def missed_tables(
    missed: Mapping[str, Mapping[str, Sequence[MissedWord]]], metrics: Sequence[Metric]
) -> list[Table]:
    """For each metric that has them, by its recipe: the salient words that each system missed."""
    return [
        Table(
            ("system", "missed word", "times", "segments"),
            (Column("weight"),),
            [
                Row((system, printable(word.word), str(word.missing), _places(word.segments)), (word.weight,))
                for system, words in missed[metric.recipe].items()
                for word in words
            ],
            title=column.name,
        )
        for metric, column in zip(metrics, metric_columns(metrics), strict=True)
        if metric.recipe in missed
    ]


def missed_records(missed: Mapping[str, Mapping[str, Sequence[MissedWord]]]) -> list[dict[str, Any]]:
    """The same as plain values."""
    return [
        {
            "system": system,
            "recipe": recipe,
            "words": [
                {
                    "word": word.word,
                    "weight": word.weight,
                    "missing": word.missing,
                    "segments": list(word.segments),
                }
                for word in words
            ],
        }
        for recipe, by_system in missed.items()
        for system, words in by_system.items()
    ]


def _places(segments: Sequence[int], *, most: int = 5) -> str:
    shown = ", ".join(map(str, segments[:most]))
    return shown if len(segments) <= most else f"{shown}, …"


def notes(scores: Sequence[Score], metrics: Sequence[Metric]) -> list[Note]:
    """What the figures were computed from and how."""
    first = scores[0]
    entries = first.recipe.split("|")
    varies = "refs:var" in entries
    lines = [
        Note("documents" if "align:document" in entries else "segments", f"{first.segments:,}"),
        Note("references", f"{'up to ' if varies else ''}{first.references}"),
    ]
    for score, column in zip(scores, metric_columns(metrics), strict=False):
        lines.append(RecipeNote(column.name, printable(score.recipe)))
        if score.signature is not None:
            lines.append(Note("", f"sacreBLEU's signature: {score.signature}"))
        if len(scores) == len(metrics) and "brevity_penalty" in score.details:
            lines.append(Note("", bleu_parts(score)))
    return lines


def bleu_parts(score: Score) -> str:
    """What a single system's BLEU is made of."""
    details = score.details
    precisions = "/".join(f"{precision:.1f}" for precision in details["precisions"])
    return (
        f"precisions {precisions}, brevity penalty {details['brevity_penalty']:.3f}, "
        f"length {details['hypothesis_length']:,} of {details['reference_length']:,}"
    )


def values_by_system(scores: Sequence[Score]) -> dict[str, tuple[float, ...]]:
    """The values of each system, one for each metric."""
    values: dict[str, list[float]] = {}
    for score in scores:
        values.setdefault(score.system, []).append(score.value)
    return {system: tuple(of_system) for system, of_system in values.items()}


def metric_columns(metrics: Sequence[Metric]) -> tuple[Column, ...]:
    """A column for each metric; metrics with the same name also show the options in which they differ."""
    return tuple(
        Column(name, "higher" if metric.higher_is_better else "lower")
        for metric, name in zip(metrics, distinct_names(metrics), strict=True)
    )


def best_first(rows: Sequence[Row], column: Column) -> list[Row]:
    """Rows in the order of their first value, missing values last."""
    sign = -1 if column.better == "higher" else 1
    # NaN is not itself; it would leave the rows in no order at all.
    return sorted(rows, key=lambda row: (row.values[0] != row.values[0], sign * row.values[0]))


def view(found: Sequence[Score]) -> View:
    """A row for each system, a column for each metric."""
    recipes = list(dict.fromkeys((score.metric, score.recipe) for score in found))
    names = distinct_labels(recipes)
    by_system: dict[str, dict[str, float]] = {}
    for score in found:
        by_system.setdefault(score.system, {})[score.recipe] = score.value
    rows = [
        Row((system,), tuple(values.get(recipe, nan) for _, recipe in recipes))
        for system, values in by_system.items()
    ]
    table = Table(("system",), tuple(map(Column, names)), rows)
    notes = [Note("segments", f"{found[0].segments:,}")]
    for name, (_, recipe) in zip(names, recipes, strict=True):
        notes.append(Note(name, printable(recipe)))
    if len(found) == 1 and "brevity_penalty" in found[0].details:
        notes.append(Note("", bleu_parts(found[0])))
    return View((table,), tuple(notes))


def score_table_view(found: Sequence[ScoreTable]) -> View:
    """For each metric a row for each segment, document or text type, a column for each system."""
    tables, notes = [], []
    for one in found:
        shown = min(len(one.rows), MOST_ROWS)
        values = one.values[:, :shown].T.tolist()
        rows = [Row((name,), tuple(row)) for name, row in zip(one.rows[:shown], values, strict=True)]
        columns = tuple(
            Column(system, "higher" if one.higher_is_better else "lower") for system in one.systems
        )
        label = one.level.replace("_", " ")
        tables.append(Table((label,), columns, rows, title=one.metric, compared="in rows"))
        if shown < len(one.rows):
            notes.append(Note(f"{label}s", f"the first {shown} of {len(one.rows):,}; values has all"))
        notes.append(Note(one.metric, printable(one.recipe)))
    return View(tuple(tables), tuple(notes))


def statistics_view(found: Sequence[Statistics]) -> View:
    """The first rows of counts, and their total."""
    tables = []
    for one in found:
        first = one.counts[:MOST_ROWS].tolist()
        whole = all(float(value).is_integer() for row in first for value in row)
        columns = tuple(Column(name, digits=0 if whole else None) for name in one.columns)
        rows = [Row((str(number),), tuple(map(float, row))) for number, row in enumerate(first, 1)]
        total = Row((f"all {len(one):,}",), tuple(map(float, one.total())))
        tables.append(Table(("row",), columns, rows, total=total))
    return View(tuple(tables))


def evaluation_view(found: Sequence[Evaluation]) -> View:
    """What `karat score` prints."""
    tables = [score_table(one.scores, one.metrics) for one in found]
    said = [note for one in found for note in notes(one.scores, one.metrics)]
    return View(tuple(tables), tuple(said))
