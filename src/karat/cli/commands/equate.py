"""`karat equate`: which order in characters stands for an order in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli.figure_folder import FigureOptions, check_figures, write_folder
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
        "-m --metrics", "NAME…", "bleu (without smoothing) or chrf (default: bleu)"
    )
    order: int | None = option(
        "--order", "N", "highest word order, and the one that the tables are about (default: 4)"
    )
    characters: int | None = option("--characters", "N", "highest character order (default: 40)")
    tokenize: str | None = option("--tokenize", "NAME", "word tokenizer, as for karat score (default: 13a)")
    spaces: str | None = option("--spaces", "HOW", "drop or keep spaces in character n-grams (default: drop)")
    lowercase: bool | None = option("--lowercase", "", "ignore case")
    normalization: str | None = TextOptions.normalization


class EquivalenceOptions(Options, title="equivalence"):
    """When two orders are equivalent."""

    grades: int | None = option("--grades", "N", "equal-width grades, for kappa (default: 10)")
    threshold: float | None = option(
        "--threshold", "X", "share of outputs that must behave alike (default: 0.9)"
    )
    at: int | None = option(
        "--at", "N", "character order of the tables (default: the median of the three methods)"
    )
    lengths: tuple[float, ...] | None = option(
        "--lengths", "W,W,…", "where to cut lengths in words (default: at the quartiles)"
    )
    samples: int | None = option("--samples", "N", "bootstrap samples, for the intervals (default: 500)")
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)", former="--level"
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )


class ShownUnitOptions(Options, title="output"):
    """What is shown."""

    show: str | None = option(
        "--show",
        "WHAT",
        "one table: equivalents, lengths, systems, short, curve or scatter (default: the first "
        "four; tsv and latex: the first)",
        choices=equations.SHOWN,
    )


class EquateOptions(
    InputOptions,
    UnitOptions,
    EquivalenceOptions,
    ShownUnitOptions,
    OutputOptions,
    FigureOptions,
    OtherOptions,
    without=("documents", "paragraphs", "text_types", "tags", "reference_tags", "entities"),
):
    """What `karat equate` was asked for."""

    width: int = option(
        "-w --width",
        "N",
        "decimal places, unless a column has its own (default: 2)",
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
Find the character n-gram order that corresponds to a word n-gram order on these texts.

Every output is scored with every word order and every character order. Three methods look for the character
order that is closest to a word order: correlation, agreement of grades, and behaviour (Denoual & Lepage
2005). For languages without spaces between words, choose a word segmenter with --tokenize
(ja-mecab, ko-mecab, zh-jieba).""",
    examples="""\
examples:
  karat equate output.txt -r reference.txt
  karat equate CORPUS --order 4 --characters 60 --spaces keep
  karat equate CORPUS --tokenize ja-mecab --format json > equated.json
  karat equate CORPUS -m chrf --lengths 4,5,6,7,8,9,10,11
  karat equate CORPUS --figures units
""",
)


def run(arguments: Sequence[str]) -> int:
    """Equate what the arguments name, and print it."""
    options: EquateOptions = COMMAND.read(arguments)
    kind = check_inputs(options, command="equate")
    check_figures(options)
    with Progress() as progress:
        corpus, _ = load_corpus(options, (), kind)
        progress.stage("equating units")
        found = _equated(options, corpus)
        write_folder(options, [equations.figures(found)])
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
    equation = equate(corpus, units, criteria=criteria, threads=options.threads)
    return equated(equation, characters=options.at, edges=options.lengths)


def _family(options: EquateOptions) -> Any:
    names = options.metrics or ["bleu"]
    if len(names) != 1 or names[0] not in ("bleu", "chrf"):
        raise InvalidOption(f"-m is {' '.join(names)}; units of bleu or of chrf can be equated.")
    return names[0]
