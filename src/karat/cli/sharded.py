"""Text in shards, from options to totals: what `score`, `compare`, `count` and `add` do alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli.notes import note
from karat.engines import Advance, ColumnNames, GroupedTotals, evaluate_shards, shards_of
from karat.engines.scoring import labels_of
from karat.errors import InvalidFile, InvalidOption, UnknownName
from karat.metrics import ScoreColumn
from karat.report.topics import grouped_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.progress import Progress
    from karat.metrics import Metric

_COLUMNS = ("hypothesis", "reference", "identity", "score")


def column_names(given: Sequence[str] | None) -> ColumnNames:
    """`hypothesis=mt reference=ref1,ref2`, as the columns that they name."""
    named = _named_columns(given)
    hypothesis = named.get("hypothesis", (None,))
    if len(hypothesis) != 1:
        raise InvalidOption("--columns names several hypotheses; one was expected. Use columns system:NAME.")
    return ColumnNames(hypothesis[0], named.get("reference", ()), named.get("identity", ()))


def metrics_of_shards(options: Any, metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """The metrics that were asked for, and the columns of scores; these alone, where no metric was named."""
    columns = _named_columns(options.columns).get("score", ())
    lower = options.lower_is_better or ()
    for name in lower:
        if name not in columns:
            raise UnknownName.among("column of scores", name, columns)
    scores = [ScoreColumn(name, name not in lower) for name in dict.fromkeys(columns)]
    asked = options.metrics is not None or options.recipe is not None
    return (*(metrics if asked or not scores else ()), *scores)


def _named_columns(given: Sequence[str] | None) -> dict[str, tuple[str, ...]]:
    named: dict[str, tuple[str, ...]] = {}
    for text in given or ():
        what, equals, names = text.partition("=")
        if what not in _COLUMNS or not equals or not all(names.split(",")):
            raise InvalidOption(
                f"--columns has {text!r}; one of {', '.join(_COLUMNS)} was expected, '=' and the name of a "
                "column, such as hypothesis=mt."
            )
        named[what] = (*named.get(what, ()), *names.split(","))
    return named


def by_columns(given: str | None) -> tuple[str, ...] | None:
    """`system,language`, as the columns to group by."""
    if given is None:
        return None
    names = tuple(name.strip() for name in given.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise InvalidOption(f"--by is {given!r}; names of columns were expected, with commas between them.")
    return names


def note_mixed_systems(options: Any) -> None:
    """Say so where rows of several systems are scored as one text, which is rarely meant."""
    by = by_columns(options.by)
    if not by or "system" in by or options.references:
        return
    system = labels_of(shards_of(options.inputs[:1]), column_names(options.columns)).get("system")
    if system is not None and system not in by:
        note(
            f"--by {options.by} has no {system}, so the outputs of all systems are scored as one text. To "
            f"score each by itself, use --by {system},{options.by}."
        )


def count_totals(
    options: Any, metrics: Sequence[Metric], progress: Progress, *, cells: int = 0
) -> GroupedTotals:
    """The totals of the shards that the options name."""
    note_mixed_systems(options)
    totals = evaluate_shards(
        options.inputs,
        *metrics_of_shards(options, metrics),
        by=by_columns(options.by),
        columns=column_names(options.columns),
        where=options.where,
        references=options.references or (),
        cells=cells,
        engine=options.engine,
        workers=options.threads,
        keep=options.keep,
        progress=told(progress),
    )
    go_on = "Repair it and go on (--keep FILE keeps what is counted)"
    check_complete(totals, bool(options.incomplete), otherwise=go_on)
    return totals


def told(progress: Progress) -> Any:
    """What tells a progress line how many rows are counted, at which speed, and how long the rest takes."""

    def tell(advance: Advance) -> None:
        progress.rows(advance.rows, advance.of_rows)

    return tell


def check_complete(totals: GroupedTotals, incomplete: bool, *, otherwise: str) -> None:
    """Refuse figures of a part, unless they were asked for; then say so. `otherwise` is what to do."""
    if not totals.segments:
        note("No row was counted: the files are empty, or no row meets the condition.")
    for text in grouped_scores.troubles(totals):
        if not incomplete and (totals.failed or totals.missing):
            raise InvalidFile(f"{text} There is no figure of the whole. {otherwise}, or use --incomplete.")
        note(text)
