"""`karat agree`: metrics measured against people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.agreement import Plan, measure
from karat.cli.agreement_sections import Sections, sections
from karat.cli.external_scores import check_scores
from karat.cli.figure_folder import FigureOptions, check_figures, write_folder
from karat.cli.inputs import check_inputs
from karat.cli.judged_data import asked_metrics, each_data, read_material
from karat.cli.option_groups import DataOptions, OtherOptions, ScoreOutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.cli.system_tables import is_without_texts, read_system_tables
from karat.errors import InvalidOption
from karat.report.tables import Note, RecipeNote, Section
from karat.report.topics import agreement, agreement_notes, human_ceiling, prediction_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Material, Measurements
    from karat.report.tables import Part

PARTS = {"text-type": "text_type", "document": "document", "paragraph": "paragraph"}
_SECTIONS = ("by_group", "between_metrics", "ranking", "outliers", "order_sweep", "partial", "equal_scores")


class AgreementOptions(Options, title="agreement"):
    """How metrics are measured against people."""

    level: list[str] | None = option(
        "--level", "NAME…", "level of the correlations: system, segment, document (default: system)"
    )
    by: str | None = option(
        "--by",
        "WHAT",
        "also measure within each text-type, document or paragraph; language-pair needs several DATA",
        choices=(*PARTS, "language-pair"),
    )
    statistics: list[str] | None = option(
        "--statistics",
        "NAME…",
        "pearson, spearman, kendall, kendall-c, r-squared, prediction-error, accuracy, tau-10, tau-13, "
        "tau-14, tau-23, kendall-like, calibrated-accuracy, soft-accuracy; with /item or /system the "
        "mean over items or systems",
    )
    draw: str | None = option(
        "--draw",
        "WHAT",
        "what is resampled for intervals: system (others like these), document (the text; systems are "
        "fixed), both, segment (the text, as if segments were independent); below system level documents are "
        "resampled where they are known (default: system)",
    )
    samples: int | None = option(
        "--samples", "N", "bootstrap samples for intervals, permutations for tests (default: 1000)"
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    confidence: float | None = option(
        "--confidence", "X", "confidence level; tests use the significance level 1 - X (default: 0.95)"
    )


class CeilingOptions(Options, title="human ceiling"):
    """What metrics are measured against where single judges are known."""

    margin: float | None = option(
        "--margin",
        "X",
        "what a metric may lack and still be as good as another judge, in the unit of the statistic "
        "(default: 0.05)",
    )


class SectionOptions(Options, title="more"):
    """What is made on request."""

    by_group: bool | None = option(
        "--by-group",
        "",
        "groups of judges (column group of the judgements): each with the metrics, and with each other",
    )
    between_metrics: bool | None = option(
        "--between-metrics",
        "",
        "correlation of every two metrics, or of one metric at two units; needs no human scores",
    )
    ranking: bool | None = option(
        "--ranking", "", "rank the metrics, test every pair by permutation, and form clusters"
    )
    rank_by: list[str] | None = option(
        "--rank-by", "NAME…", "statistics for --ranking (default: those of the WMT Metrics task)"
    )
    design: str | None = option(
        "--design",
        "NAME",
        "what --ranking permutes: documents, inputs (segments), systems, both (single scores, as WMT does) "
        "(default: documents where they are known, else inputs; systems where nothing else is known)",
    )
    correction: str | None = option(
        "--correction",
        "HOW",
        "correction of --ranking for multiple comparisons: bh, holm, none (default: bh)",
    )
    outliers: bool | None = option(
        "--outliers", "", "correlation and regression line with each system left out"
    )
    order_sweep: bool | None = option(
        "--order-sweep", "", "prediction error of BLEU at every order, in words and in characters"
    )
    up_to: int | None = option("--up-to", "N", "highest order of --order-sweep (default: 16)")
    partial: bool | None = option(
        "--partial",
        "",
        "partial correlations: which human dimension a metric tracks, with the others held constant",
    )
    equal_scores: int | None = option(
        "--equal-scores",
        "N",
        "systems, and up to N pairs of segments, whose metric scores tie but whose human scores differ",
        least=1,
    )


class AgreeOptions(
    DataOptions,
    AgreementOptions,
    CeilingOptions,
    SectionOptions,
    ScoreOutputOptions,
    FigureOptions,
    OtherOptions,
):
    """What `karat agree` was asked for."""


COMMAND = Command(
    "agree",
    AgreeOptions,
    usage="""\
karat agree DATA… [options]
       karat agree HYPOTHESIS… -r REFERENCE… --human-scores FILE [options]
       karat agree --scores FILE… --human-scores FILE… [options]""",
    description="""\
Check metrics against human scores: does a metric track people here, how well, and where does it fail?

DATA is a corpus as for karat score that also has human scores: columns human_NAME for each system and
segment, or a systems.tsv in its folder for whole systems. Several DATA, such as one per language pair, are
measured separately. Without DATA, tables of whole systems' scores are compared. Signs are adjusted so that a
positive correlation always means agreement. Human translations are listed apart and enter no figure.

Where several judges judged the same outputs, and a file has what each of them said, judges are measured
against judges by the same statistics: the human ceiling. Each metric gets the share of it that it reaches,
and a test of whether it agrees with people as well as another judge does.""",
    examples="""\
examples:
  karat agree wmt23.en-de -m bleu chrf ter
  karat agree wmt23.en-de --human mqm --level system segment --by text-type
  karat agree wmt23.en-de --human mqm --scores metric_scores_seg.parquet --ranking
  karat agree wmt23.en-de wmt23.zh-en --outliers --order-sweep
  karat agree segments.jsonl --human-scores groups.tsv --by-group
  karat agree segments.jsonl -m bleu bleu:unit=char,order=18 --between-metrics --level system segment
  karat agree wmt23.en-de wmt23.zh-en -m bleu --figures errors
  karat agree old.txt new.txt other.txt -r reference.txt --human-scores judged.tsv
""",
)


def run(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print it."""
    options: AgreeOptions = COMMAND.read(arguments)
    metrics = asked_metrics(options)
    _check(options)
    plan = _plan(options)

    without_texts = is_without_texts(options)
    data = [] if without_texts else each_data(options)
    if options.by == "language-pair" and len(data) < 2:
        raise InvalidOption("--by language-pair is for several DATA, one for each pair, and one is named.")
    with Progress() as progress:
        materials = [
            read_material(
                one,
                metrics,
                check_inputs(one, command="agree"),
                progress,
                levels=options.level or (),
                needs_people=not options.between_metrics,
                by_judge=True,
            )
            for one in data
        ]
        if without_texts:
            materials = [read_system_tables(options, progress)]
        pairs = sum(len(material.metrics) * len(material.humans) for material in materials)
        progress.stage("measuring against people", pairs)
        found = [_found(material, plan, options, progress) for material in materials]
        form = form_for(options.format, several=any(getattr(options, name) for name in _SECTIONS))
        more = [] if form == "tsv" else [sections(one, plan, options, progress) for one in materials]
        text = _present(materials, found, more, plan, options, form)
        write_folder(options, [_figures(found, more, plan)])
    write(text)
    return 0


def _check(options: AgreeOptions) -> None:
    """Refuse what does not go together, before anything is read."""
    check_scores(options)
    check_figures(options)
    if options.up_to is not None and (not options.order_sweep or options.up_to < 1):
        raise InvalidOption("--up-to is the highest order of --order-sweep, at least 1. Give both.")
    for name in ("rank_by", "design", "correction"):
        if getattr(options, name) is not None and not options.ranking:
            raise InvalidOption(f"--{name.replace('_', '-')} is for --ranking. Give both, or neither.")
    sections = [name for name in _SECTIONS if getattr(options, name)]
    if sections and options.judged_only:
        raise InvalidOption(
            f"--judged-only is for the summary, not for --{sections[0].replace('_', '-')}. Ask one by one."
        )
    if sections and options.format == "tsv":
        raise InvalidOption(
            f"--{sections[0].replace('_', '-')} is a table of its own, and tsv holds one. "
            "Use --format json, table or latex."
        )


def _plan(options: AgreeOptions) -> Plan:
    lists = {"levels": options.level, "statistics": options.statistics}
    return Plan(
        **{name: tuple(words) for name, words in lists.items() if words is not None},  # type: ignore[arg-type]
        **options.given("draw", "samples", "seed", "confidence"),
    )


def _found(material: Material, plan: Plan, options: AgreeOptions, progress: Progress) -> Measurements:
    parts = material.corpus.labels(PARTS[options.by]) if options.by in PARTS else None
    return measure(
        material,
        plan,
        parts=parts,
        judged_only=bool(options.judged_only),
        progress=progress.advance,
        **options.given("margin"),
    )


def _figures(found: Sequence[Measurements], more: Sequence[Sections], plan: Plan) -> Section:
    """Bars of prediction error, the tables of agreement, and what was asked for beside them."""
    charts = [*prediction_errors.figures(found), *human_ceiling.charts(found)]
    lead = charts[0].description if charts else ""
    parts: tuple[Part, ...] = (
        *charts,
        *(chart for one in more for chart in one.charts),
        *agreement.summary_tables(found, plan.levels),
        *human_ceiling.tables(found),
        *(table for one in more for table in one.tables),
    )
    return Section("agreement", "How much of people's scores do metrics explain?", lead, parts)


def _coverage(material: Material) -> list[tuple[str, str]]:
    """Of how many segments people's scores are, where these are not all."""
    total = len(material.corpus)
    return [
        (human.name, f"judged in {human.covered} of {total} segments; metrics are of all, or --judged-only")
        for human in material.humans
        if human.segments is not None and human.covered < total
    ]


def _recipes(materials: Sequence[Material]) -> list[tuple[str, str]]:
    """What the figures were made with; metrics from one file are told together."""
    raters = [rater for material in materials for rater in (*material.metrics, *material.humans)]
    by_recipe: dict[str, list[str]] = {}
    for rater in raters:
        together = rater.recipe.replace(f"|name:{rater.name}|", "|")
        names = by_recipe.setdefault(together, [])
        if rater.name not in names:
            names.append(rater.name)
    return [
        (", ".join(names) if len(names) <= 4 else f"{names[0]} and {len(names) - 1} more", recipe)
        for recipe, names in by_recipe.items()
    ]


def _present(
    materials: Sequence[Material],
    found: Sequence[Measurements],
    more: Sequence[Sections],
    plan: Plan,
    options: AgreeOptions,
    form: str,
) -> str:
    if form == "tsv":
        recipes = [RecipeNote(one.name, one.recipe) for material in materials for one in material.metrics]
        return render(form, [agreement.long_table(found)], recipes, digits=options.width)
    if form == "json":
        return Sections.as_json(found, more, plan)
    tables = [*agreement.summary_tables(found, plan.levels), *human_ceiling.tables(found)]
    if (apart := agreement.apart_table(found)) is not None:
        tables.append(apart)
    notes = [*agreement_notes.verdict_notes(found), *human_ceiling.notes(found)]
    notes += human_ceiling.unknown_notes(materials, found)
    finer = [each for one in found for each in one.agreements if each.level != "system"]
    notes += agreement_notes.undefined_notes(finer)  # of systems, the verdicts say it
    for one in more:
        tables += one.tables
        notes += one.notes
    notes += [Note(*coverage) for material in materials for coverage in _coverage(material)]
    notes += [Note(name, recipe) for name, recipe in _recipes(materials)]
    notes += agreement_notes.units_notes(found)
    notes += agreement_notes.interval_notes(materials, plan)
    notes.append(Note("intervals", plan.recipe))
    return render(form, tables, notes, digits=options.width)
