"""What of a result is shown, and in which format."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.cli.options import ScoreOptions
    from karat.diagnosis.findings import Finding
    from karat.evaluation import Level
    from karat.metrics import Metric
    from karat.metrics.explain.missed_words import MissedWord
    from karat.metrics.nee import Miss
    from karat.report.tables import Note, Table
    from karat.scores import Score, ScoreTable

LEVELS: dict[str, Level] = {"document": "document", "text-type": "text_type", "paragraph": "paragraph"}
FORMATS = ("table", "tsv", "json", "latex")
_MOST_DIGITS = 15
# Rich takes a second for a few thousand rows, and nobody looks for colours in so many.
_MOST_STYLED = 1000


class Result:
    """Everything that a command found out."""

    def __init__(
        self, scores: Sequence[Score], metrics: Sequence[Metric], *, left_out: Sequence[str] = ()
    ) -> None:
        self.scores = scores
        self.metrics = metrics
        self.left_out = left_out
        self.groups: Sequence[ScoreTable] = ()
        self.labels: Sequence[str] = ()
        self.segments: Sequence[ScoreTable] = ()
        self.documents: Sequence[str] | None = None
        self.misses: dict[str, Sequence[Miss]] = {}
        self.missed: Mapping[str, Mapping[str, Sequence[MissedWord]]] = {}
        self.findings: Sequence[Finding] = ()


def check_presentation(options: ScoreOptions, metrics: Sequence[Metric]) -> None:
    """Refuse what cannot be shown, before anything is read."""
    check_form(options.format, options.width)
    if options.by is not None and options.by not in LEVELS:
        raise InvalidOption.choice("--by", options.by, LEVELS)
    if options.quiet and options.format is not None:
        raise InvalidOption("-q prints bare numbers, which have no --format. Leave out one of them.")
    if options.orders:
        from karat.cli.orders import is_bleu

        if not any(map(is_bleu, metrics)):
            raise InvalidOption("--orders shows BLEU by order. Add BLEU with -m bleu, or leave it out.")
    if options.misses and not any(metric.needs_entities for metric in metrics):
        raise InvalidOption("--misses lists entities that NEE does not find. Add NEE with -m nee.")
    if options.misses and options.quiet:
        raise InvalidOption("-q prints bare numbers, and --misses lists names. Leave out one of them.")
    if options.explain:
        from karat.cli.missed import is_wnm

        if not any(map(is_wnm, metrics)):
            raise InvalidOption(
                "--explain lists the words that systems missed, by WNM. Add -m wnm, or leave it out."
            )
    asked = [flag for flag in ("by", "orders", "segments", "misses", "explain") if getattr(options, flag)]
    if len(asked) > 1 and chosen_format(options) not in ("table", "json"):
        raise InvalidOption(
            f"--{' and --'.join(asked)} are several tables, and this format holds one. "
            "Ask for one of them, or use --format json or table."
        )


def check_form(form: str | None, digits: int) -> None:
    """Refuse a format that does not exist, and more digits than a number has."""
    if form is not None and form not in FORMATS:
        raise InvalidOption.choice("--format", form, FORMATS)
    if not 0 <= digits <= _MOST_DIGITS:
        raise InvalidOption(f"--width is {digits}; it must be between 0 and {_MOST_DIGITS}.")


def present(result: Result, options: ScoreOptions) -> str:
    """The result as it is printed."""
    match form := chosen_format(options):
        case "json":
            return _json(result, options)
        case "numbers":
            from karat.report.formats.tsv import render_numbers

            return render_numbers(_tables(result, options, ranked=False), digits=options.width)
    from karat.report.topics.scores import notes

    below = notes(result.scores, result.metrics)
    return render(form, _tables(result, options), below, digits=options.width)


def render(form: str, tables: Sequence[Table], notes: Sequence[Note], *, digits: int) -> str:
    """Tables and notes in a format that is made of these."""
    match form:
        case "tsv":
            from karat.report.formats import tsv

            return tsv.render(tables, digits=digits)
        case "latex":
            from karat.report.formats import latex

            return latex.render(tables, notes, digits=digits)
    return draw(tables, notes, digits=digits)


def untitled(table: Table) -> Table:
    """A table alone in its file, which needs no title."""
    return replace(table, title="")


def draw(tables: Sequence[Table], notes: Sequence[Note], *, digits: int) -> str:
    """Tables for people: with styles where the terminal shows them."""
    from karat.cli.output import is_terminal, shows_styles, terminal_width

    width = terminal_width() if is_terminal(sys.stdout) else None
    if shows_styles() and sum(len(table.rows) for table in tables) <= _MOST_STYLED:
        from karat.report.formats import terminal

        return terminal.render(tables, notes, digits=digits, width=width)
    from karat.report.formats import text

    return text.render(tables, notes, digits=digits, width=width)


def chosen_format(options: ScoreOptions, *, several: bool = False) -> str:
    """The format that was asked for, or the one that suits where the output goes."""
    return "numbers" if options.quiet else form_for(options.format, several=several)


def form_for(asked: str | None, *, several: bool = False) -> str:
    """The format that was asked for; else a table for people, TSV for programs, JSON for several tables."""
    from karat.cli.output import is_terminal

    if asked is not None:
        return asked
    return "table" if is_terminal(sys.stdout) else "json" if several else "tsv"


def wants_checks(options: ScoreOptions) -> bool:
    """Whether there is somebody to read what checks say, who did not turn them off."""
    return not options.no_check and chosen_format(options) in ("table", "json")


def _tables(result: Result, options: ScoreOptions, *, ranked: bool = True) -> list[Table]:
    from karat.report.topics import scores as contents

    tables = []
    if options.by is not None:
        from collections import Counter

        tables += contents.group_tables(
            result.groups, result.scores, result.metrics, sizes=Counter(result.labels), ranked=ranked
        )
    if options.orders:
        from karat.cli.orders import by_order, is_bleu

        names = contents.metric_columns(result.metrics)
        tables += [
            contents.order_table(column.name, by_order(result.scores, metric))
            for metric, column in zip(result.metrics, names, strict=True)
            if is_bleu(metric)
        ]
    if options.segments:
        tables.append(contents.segment_table(result.segments, result.metrics, result.documents))
    if options.misses:
        tables.append(contents.miss_table(result.misses))
    if options.explain:
        # People see the listing below the scores; a program asked for one table, and gets it.
        if not tables and chosen_format(options) == "table":
            tables.append(contents.score_table(result.scores, result.metrics, ranked=ranked))
        tables += contents.missed_tables(result.missed, result.metrics)
    return tables or [contents.score_table(result.scores, result.metrics, ranked=ranked)]


def _json(result: Result, options: ScoreOptions) -> str:
    from karat.report.formats import json_document

    parts: dict[str, list[Any]] = {}
    if options.by is not None:
        parts["groups"] = [table.to_dict() for table in result.groups]
    if options.orders:
        from karat.cli.orders import as_records, is_bleu

        parts["orders"] = [
            record for bleu in filter(is_bleu, result.metrics) for record in as_records(result.scores, bleu)
        ]
    if options.segments:
        documents = {} if result.documents is None else {"documents": list(result.documents)}
        parts["segments"] = [{**table.to_dict(), **documents} for table in result.segments]
    if options.misses:
        parts["misses"] = [
            {"system": system, **miss.to_dict()}
            for system, missed in result.misses.items()
            for miss in missed
        ]
    if options.explain:
        from karat.cli.missed import as_records as missed_records

        parts["missed"] = missed_records(result.missed)
    if wants_checks(options):
        parts["findings"] = [found.to_dict() for found in result.findings]
    return json_document.render(result.scores, left_out=result.left_out, parts=parts)
