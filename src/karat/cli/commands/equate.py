"""`karat equate`: which order in characters stands for an order in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli.inputs import check_inputs
from karat.cli.loading import load_corpus
from karat.cli.option_groups import InputOptions, OtherOptions, OutputOptions, TextOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, untitled, write
from karat.cli.progress import Progress
from karat.diagnosis.equate import Criteria, equate
from karat.diagnosis.equated_units import equated
from karat.diagnosis.order_scores import Units
from karat.errors import InvalidOption
from karat.report.topics import units as equations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.diagnosis.equated_units import EquatedUnits


class UnitOptions(Options, title="scores"):
    """Which scores are equated."""

    metrics: list[str] | None = option(
        "-m --metrics", "NAME…", "bleu, without smoothing, or chrf (default: bleu)"
    )
    order: int | None = option(
        "--order", "N", "the highest order in words, and the one that tables are about (default: 4)"
    )
    characters: int | None = option("--characters", "N", "the highest order in characters (default: 40)")
    tokenize: str | None = option("--tokenize", "NAME", "what makes words, as for karat score (default: 13a)")
    spaces: str | None = option("--spaces", "HOW", "drop or keep spaces among characters (default: drop)")
    lowercase: bool | None = option("--lowercase", "", "ignore case")
    normalization: str | None = TextOptions.normalization


class LikenessOptions(Options, title="likeness"):
    """What counts as like."""

    grades: int | None = option("--grades", "N", "grades of the same width, for kappa (default: 10)")
    threshold: float | None = option(
        "--threshold", "X", "share of outputs that must behave alike (default: 0.9)"
    )
    at: int | None = option(
        "--at", "N", "the order in characters of the tables (default: the middle of what the methods find)"
    )
    lengths: tuple[float, ...] | None = option(
        "--lengths", "W,W,…", "where to cut lengths in words (default: into quarters)"
    )
    samples: int | None = option("--samples", "N", "resampled corpora, for the intervals (default: 500)")
    confidence: float | None = option(
        "--confidence", "X", "of the intervals (default: 0.95)", former="--level"
    )
    seed: int | None = option("--seed", "N", "where chance begins (default: 12345)")


class ShownUnitOptions(Options, title="output"):
    """What is shown."""

    show: str | None = option(
        "--show",
        "WHAT",
        "one table: equivalents, lengths, systems, short, curve or scatter (default: the first four; in "
        "tsv and latex, the first)",
        choices=equations.SHOWN,
    )


class EquateOptions(
    InputOptions,
    UnitOptions,
    LikenessOptions,
    ShownUnitOptions,
    OutputOptions,
    OtherOptions,
    without=("documents", "text_types", "tags", "reference_tags", "entities"),
):
    """What `karat equate` was asked for."""

    width: int = option(
        "-w --width",
        "N",
        "digits after the point, where a column has none of its own (default: 2)",
        default=2,
        least=0,
        most=15,
    )


COMMAND = Command(
    "equate",
    EquateOptions,
    usage="""\
karat equate HYPOTHESIS… -r REFERENCE… [options]
       karat equate CORPUS [options]""",
    description="""\
Say which order in characters stands for an order in words on these texts.

Every output is scored in words and in characters of every order. Three methods look for the order in
characters that is most like an order in words: correlation, agreement of grades, and behaviour (Denoual and
Lepage 2005). Where words have no spaces between them, --tokenize names what cuts the text into words.""",
    examples="""\
examples:
  karat equate output.txt -r reference.txt
  karat equate CORPUS --order 4 --characters 60 --spaces keep
  karat equate CORPUS --tokenize ja-mecab --format json > equated.json
  karat equate CORPUS -m chrf --lengths 4,5,6,7,8,9,10,11
""",
)


def run(arguments: Sequence[str]) -> int:
    """Equate what the arguments name, and print it."""
    options = COMMAND.read(arguments)
    kind = check_inputs(options, command="equate")
    with Progress() as progress:
        corpus, _ = load_corpus(options, (), kind)
        progress.stage("equating units")
        found = _equated(options, corpus)
    form = form_for(options.format)
    if form == "json":
        write(equations.as_json(found))
    elif options.show is None and form == "table":
        write(render(form, equations.tables(found), equations.notes(found), digits=options.width))
    else:
        table = equations.table_of(found, options.show or "equivalents")
        # A column for programs says nothing by repeating what the table is about.
        table = untitled(table) if form == "tsv" else table
        write(render(form, [table], equations.notes(found), digits=options.width))
    return 0


def _equated(options: EquateOptions, corpus: Corpus) -> EquatedUnits:
    units = Units(
        family=_family(options),
        **options.given("order", "characters", "tokenize", "spaces", "lowercase", "normalization"),
    )
    criteria = Criteria(**options.given("grades", "threshold", "samples", "confidence", "seed"))
    equation = equate(corpus, units, criteria, threads=options.threads)
    return equated(equation, characters=options.at, edges=options.lengths)


def _family(options: EquateOptions) -> Any:
    names = options.metrics or ["bleu"]
    if len(names) != 1 or names[0] not in ("bleu", "chrf"):
        raise InvalidOption(f"-m is {' '.join(names)}; units of bleu or of chrf can be equated.")
    return names[0]
