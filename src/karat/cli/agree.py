"""`karat agree`: metrics measured against people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.agreement import Plan, measure
from karat.cli import agree_manual
from karat.cli.agree_data import each_data, read_material
from karat.cli.agree_sections import Sections, sections
from karat.cli.inputs import check_inputs
from karat.cli.metrics import chosen_metrics
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import FORMATS, chosen_format, render
from karat.cli.progress import Progress
from karat.cli.scores import check_scores
from karat.errors import InvalidOption
from karat.report.tables import Note
from karat.report.topics import agreement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Material, Measurements
    from karat.metrics import Metric

PARTS = {"text-type": "text_type", "document": "document", "paragraph": "paragraph"}
_SECTIONS = ("ranking", "outliers", "order_sweep", "partial", "equal_scores")


class AgreeOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    human_scores: list[str] | None = None
    human: list[str] | None = None
    first_segment: int | None = None
    fewer_is_better: list[str] | None = None
    judged_only: bool | None = None
    keep_people: bool | None = None
    level: list[str] | None = None
    statistics: list[str] | None = None
    draw: str | None = None
    samples: int | None = None
    seed: int | None = None
    confidence: float | None = None
    ranking: bool | None = None
    rank_by: list[str] | None = None
    design: str | None = None
    correction: str | None = None
    outliers: bool | None = None
    order_sweep: bool | None = None
    up_to: int | None = None
    partial: bool | None = None
    equal_scores: int | None = None


def run(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print it."""
    options = read_options_of("agree", agree_manual, arguments, AgreeOptions)
    metrics = asked_metrics(options)
    _check(options)
    plan = _plan(options)

    data = each_data(options)
    if options.by == "language-pair" and len(data) < 2:
        raise InvalidOption("--by language-pair is for several DATA, one for each pair, and one is named.")
    with Progress() as progress:
        materials = [
            read_material(one, metrics, check_inputs(one, command="agree"), progress) for one in data
        ]
        pairs = sum(len(material.metrics) * len(material.humans) for material in materials)
        progress.stage("measuring against people", pairs)
        found = [_found(material, plan, options, progress) for material in materials]
        text = _present(materials, found, plan, options, progress)
    write(text)
    return 0


def asked_metrics(options: AgreeOptions) -> tuple[Metric, ...]:
    """The metrics that were asked for: BLEU and chrF, unless some are named or come with their scores."""
    if not options.metrics and not options.recipe:
        if options.scores:
            return ()
        options.metrics = ["bleu", "chrf"]
    return chosen_metrics(options)


def _check(options: AgreeOptions) -> None:
    """Refuse what does not go together, before anything is read."""
    check_scores(options)
    if options.format is not None and options.format not in FORMATS:
        raise InvalidOption.choice("--format", options.format, FORMATS)
    if options.by is not None and options.by not in (*PARTS, "language-pair"):
        raise InvalidOption.choice("--by", options.by, (*PARTS, "language-pair"))
    if options.up_to is not None and (not options.order_sweep or options.up_to < 1):
        raise InvalidOption("--up-to is the highest order of --order-sweep, at least 1. Give both.")
    if options.equal_scores is not None and options.equal_scores < 1:
        raise InvalidOption(f"--equal-scores is {options.equal_scores}; it must be 1 or more.")
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
    given = {
        "levels": options.level and tuple(options.level),
        "statistics": options.statistics and tuple(options.statistics),
        "draw": options.draw,
        "samples": options.samples,
        "seed": options.seed,
        "confidence": options.confidence,
    }
    return Plan(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]


def _found(material: Material, plan: Plan, options: AgreeOptions, progress: Progress) -> Measurements:
    parts = material.corpus.labels(PARTS[options.by]) if options.by in PARTS else None
    return measure(
        material, plan, parts=parts, judged_only=bool(options.judged_only), progress=progress.advance
    )


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
    plan: Plan,
    options: AgreeOptions,
    progress: Progress,
) -> str:
    form = chosen_format(options, several=any(getattr(options, name) for name in _SECTIONS))
    if form == "tsv":
        return render(form, [agreement.long_table(found)], [], digits=options.width)
    more = [sections(material, plan, options, progress) for material in materials]
    if form == "json":
        return Sections.as_json(found, more, plan)
    tables = agreement.summary_tables(found, plan.levels)
    if (apart := agreement.apart_table(found)) is not None:
        tables.append(apart)
    notes = agreement.verdict_notes(found)
    for one in more:
        tables += one.tables
        notes += one.notes
    notes += [Note(*coverage) for material in materials for coverage in _coverage(material)]
    notes += [Note(name, recipe) for name, recipe in _recipes(materials)]
    notes.append(Note("intervals", plan.recipe))
    return render(form, tables, notes, digits=options.width)
