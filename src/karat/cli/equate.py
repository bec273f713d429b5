"""`karat equate`: which order in characters stands for an order in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat.cli import equate_manual
from karat.cli.inputs import check_inputs, read_corpus
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_presentation, chosen_format, render
from karat.cli.progress import Progress
from karat.diagnosis.equate import Criteria, equate
from karat.diagnosis.equated_units import equated
from karat.diagnosis.order_scores import Units
from karat.errors import InvalidOption
from karat.evaluation import without_references
from karat.report.topics import units as equations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.diagnosis.equated_units import EquatedUnits


class EquateOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    characters: int | None = None
    grades: int | None = None
    threshold: float | None = None
    at: int | None = None
    lengths: tuple[float, ...] | None = None
    samples: int | None = None
    level: float | None = None
    seed: int | None = None
    show: str | None = None


def run(arguments: Sequence[str]) -> int:
    """Equate what the arguments name, and print it."""
    options = read_options_of("equate", equate_manual, arguments, EquateOptions)
    check_presentation(options, ())
    kind = check_inputs(options, command="equate")

    if options.show is not None and options.show not in equations.SHOWN:
        raise InvalidOption.choice("--show", options.show, equations.SHOWN)
    with Progress() as progress:
        corpus, _ = without_references(read_corpus(options, kind), asked_for=options.systems or ())
        progress.stage("equating units")
        found = _equated(options, corpus)
    form = chosen_format(options)
    if form == "json":
        write(equations.as_json(found))
    elif options.show is None and form == "table":
        write(render(form, equations.tables(found), equations.notes(found), digits=options.width))
    else:
        table = equations.table_of(found, options.show or "equivalents")
        # A column for programs says nothing by repeating what the table is about.
        table = replace(table, title="") if form == "tsv" else table
        write(render(form, [table], equations.notes(found), digits=options.width))
    return 0


def _equated(options: EquateOptions, corpus: Corpus) -> EquatedUnits:
    units = Units(
        family=_family(options),
        **_given(options, "order", "characters", "tokenize", "spaces", "lowercase", "normalization"),
    )
    criteria = Criteria(**_given(options, "grades", "threshold", "samples", "seed"), **_confidence(options))
    equation = equate(corpus, units, criteria, threads=options.threads)
    return equated(equation, characters=options.at, edges=options.lengths)


def _given(options: EquateOptions, *names: str) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(options, name)) is not None}


def _confidence(options: EquateOptions) -> dict[str, Any]:
    return {} if options.level is None else {"confidence": options.level}


def _family(options: EquateOptions) -> Any:
    names = options.metrics or ["bleu"]
    if len(names) != 1 or names[0] not in ("bleu", "chrf"):
        raise InvalidOption(f"-m is {' '.join(names)}; units of bleu or of chrf can be equated.")
    return names[0]
