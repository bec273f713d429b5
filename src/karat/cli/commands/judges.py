"""`karat judges`: how far judges agree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.agreement import StudyLayout, check_shift, compare_groups
from karat.agreement.judge_groups import GROUP_PLAN
from karat.cli.annotators import compare_campaign, compare_entity_files, has_entity_files
from karat.cli.option_groups import DebugOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption, UnknownName
from karat.judgements import PROTOCOLS
from karat.readers import read, read_judgements
from karat.reliability import Bootstrap, map_scale
from karat.reliability.summary import summary
from karat.report.formats import json_document
from karat.report.topics import judge_groups, judge_notes, judges, scale_maps
from karat.report.topics.judges import SHOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import GroupComparison
    from karat.corpus import Corpus
    from karat.judgements import Judgements
    from karat.reliability import Reliability, ScaleMap
    from karat.report.tables import Table


class JudgementOptions(Options, title="input"):
    """Which judgements."""

    inputs: list[str] = option("inputs", "FILE…", "judgements")
    data: str | None = option(
        "--data", "CORPUS", "the texts that were judged; systems and segments are checked against them"
    )
    documents: str | None = option(
        "--documents", "FILE", "entities: the document of each line, where the files do not say it"
    )
    dimension: list[str] | None = option(
        "--dimension",
        "NAME…",
        "use only these dimensions; or, if the files do not say, the dimension that was judged",
    )
    scale: list[str] | None = option(
        "--scale",
        "NAME=SCALE…",
        "scale of a dimension: 1-5, 0..100, -25..0:errors, 1..9:ordinal:lower, DA, ldc-adequacy",
    )
    first_segment: int | None = option(
        "--first-segment", "N", "number of the first segment in the files, 0 or 1, if Karat cannot tell"
    )
    weights: list[str] | None = option(
        "--weights", "NAME=X…", "weights of MQM errors, by severity or severity/category (default: Google's)"
    )


class IntervalOptions(Options, title="intervals"):
    """How intervals are made."""

    draw: str | None = option(
        "--draw",
        "UNIT",
        "unit of resampling: document, segment (default: document where documents are known, "
        "otherwise segment)",
    )
    samples: int | None = option(
        "--samples", "N", "bootstrap samples, for --map-scale, percentile and bca (default: 1000)"
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)", former="--level"
    )
    interval: str | None = option(
        "--interval", "HOW", "type of interval: jackknife-t, percentile, bca (default: jackknife-t)"
    )


class ShownJudgeOptions(Options, title="output"):
    """What is shown."""

    show: list[str] | None = option(
        "--show",
        "WHAT…",
        "summary, agreement, judges, repeats, systems (default: all but agreement; tsv: agreement)",
        choices=SHOWN,
    )
    map_scale: list[str] | None = option(
        "--map-scale",
        "FROM=TO…",
        "map the scale of one dimension on that of another, from items judged on both",
    )
    list_protocols: bool | None = option(
        "--list-protocols",
        "",
        "list the scales of the papers: what judges were asked, and their marks",
    )
    by_group: bool | None = option(
        "--by-group", "", "agreement within and between groups of judges (column group of the judgements)"
    )


class JudgeOptions(JudgementOptions, IntervalOptions, ShownJudgeOptions, OutputOptions, DebugOptions):
    """What `karat judges` was asked for."""


COMMAND = Command(
    "judges",
    JudgeOptions,
    usage="karat judges FILE… [options]",
    description="""\
Measure inter-annotator agreement, describe each judge, and rank the systems by their judgements.

FILE holds judgements: a table (.tsv, .csv, .jsonl, .parquet) with columns judge, system, segment, dimension,
scale and value, or with one column per dimension; a CSV from Appraise; or a table of MQM errors. Several
files are combined.

With files of annotated named entities (MUC tags, or stand-off JSON lines), one for each annotator of the same
text, Karat measures F1 between every two of them: exact, by span alone and by overlap, in all and by type.

Every figure has a confidence interval: a jackknife with Student's t, unless --interval names another.
Whole documents are resampled where they are known, because segments of a document are not independent. Karat
flags a judge who gave every item the same score, or whose agreement with the others is significantly lower
than expected; a note has the power of that test.""",
    examples="""\
examples:
  karat judges judgements.tsv
  karat judges judgements.jsonl --data segments.jsonl --dimension adequacy
  karat judges wmt.appraise.csv --scale DA=0-100 --show systems
  karat judges mqm.tsv --weights Major=10 Minor=1 Neutral=0 No-error=0
  karat judges judgements.tsv --scale adequacy=ldc-adequacy fluency=ldc-fluency
  karat judges two-scales.tsv --scale clarity=1..7 --map-scale adequacy=clarity --format table
  karat judges --list-protocols --format table
  karat judges groups.tsv --by-group --format table
  karat judges ratings.csv --scale clarity=1..7 --format json > ratings.json
  karat judges anna.muc ben.muc --documents documents.txt --format table
""",
)


def run(arguments: Sequence[str]) -> int:
    """Judge the judges of the files that are named, and print it."""
    options: JudgeOptions = COMMAND.read(arguments)
    if options.list_protocols:
        if options.inputs:
            raise InvalidOption(
                f"--list-protocols reads no judgements. Leave out {options.inputs[0]}, or the option."
            )
        write(_protocols(options))
        return 0
    _check(options)
    if compare_campaign(options):
        return 0
    if has_entity_files(options.inputs):
        compare_entity_files(options)
        return 0
    if options.documents is not None:
        raise InvalidOption("--documents is for files of annotated entities. For judgements, take --data.")

    bootstrap = Bootstrap(**options.given("draw", "samples", "seed", "confidence", "interval"))
    with Progress() as progress:
        corpus = None if options.data is None else read(options.data)
        judgements = _judgements(options, corpus)
        if corpus is not None:
            check_shift(judgements, corpus)
        names = _dimensions(options, judgements)
        progress.stage("resampling", len(names))
        found = []
        for name in names:
            found.append(summary(judgements, name, corpus=corpus, bootstrap=bootstrap))
            progress.advance()
        groups = _groups(judgements, names, corpus, bootstrap) if options.by_group else None
        maps = _maps(judgements, options, corpus, bootstrap)
    form = form_for(options.format, several=groups is not None or bool(maps))
    if form == "json":
        more = {} if groups is None else groups.as_json
        mapped = {"scale_maps": [scale_maps.record(one) for one in maps]} if maps else {}
        write(judges.as_json(found, **more, **mapped))
        return 0
    shown = options.show or (["agreement"] if form == "tsv" else list(judges.USUAL))
    tables, notes = judges.tables(found, shown), judge_notes.notes(found, shown)
    if not tables:
        raise InvalidOption("Nobody judged an item twice, so there are no repeats to show.")
    if groups is not None:
        tables += groups.tables
        notes += judge_groups.notes(groups.compared)
    for one in maps:
        tables.append(scale_maps.table(one))
        notes += scale_maps.notes(one)
    write(render(form, tables, notes, digits=options.width))
    return 0


def _maps(
    judgements: Judgements, options: JudgeOptions, corpus: Corpus | None, bootstrap: Bootstrap
) -> list[ScaleMap]:
    """The maps that were asked for."""
    pairs = [text.partition("=") for text in options.map_scale or ()]
    return [
        map_scale(judgements, source, target=target, corpus=corpus, bootstrap=bootstrap)
        for source, _, target in pairs
    ]


@dataclass(frozen=True, slots=True)
class _JudgeGroups:
    """Groups of judges: beside each other, and how far the judges of each agree."""

    compared: tuple[GroupComparison, ...]
    within: tuple[tuple[str, Reliability], ...]

    @property
    def tables(self) -> list[Table]:
        return [*judge_groups.tables(self.compared), judges.within_groups(self.within)]

    @property
    def as_json(self) -> dict[str, Any]:
        within = [{"group": name, **judges.record(one)} for name, one in self.within]
        return {"judge_groups": [judge_groups.record(one) for one in self.compared], "within_groups": within}


def _groups(
    judgements: Judgements, names: Sequence[str], corpus: Corpus | None, bootstrap: Bootstrap
) -> _JudgeGroups:
    plan = replace(
        GROUP_PLAN, samples=bootstrap.samples, seed=bootstrap.seed, confidence=bootstrap.confidence
    )
    layout = StudyLayout() if bootstrap.draw == "segment" else None
    compared = [
        one
        for one in compare_groups(judgements, corpus=corpus, plan=plan, layout=layout)
        if one.dimension in names
    ]
    within = [
        (
            group.name,
            summary(judgements.of_group(group.name), group.dimension, corpus=corpus, bootstrap=bootstrap),
        )
        for one in compared
        for group in one.groups
    ]
    return _JudgeGroups(tuple(compared), tuple(within))


def _protocols(options: JudgeOptions) -> str:
    """Every protocol, whatever else was named."""
    known, form = list(PROTOCOLS.values()), form_for(options.format)
    if form == "json":
        return json_document.render([], parts={"protocols": [one.to_dict() for one in known]})
    return render(form, [judges.protocol_table(known)], [], digits=options.width)


def _check(options: JudgeOptions) -> None:
    if not options.inputs:
        raise InvalidOption("There are no judgements. Name a file of them: karat judges FILE.")
    for text in options.map_scale or ():
        if text.count("=") != 1 or not all(text.split("=")):
            raise InvalidOption(f"--map-scale is {text!r}; two dimensions were expected: FROM=TO.")
    several = [name for name in ("by_group", "map_scale") if getattr(options, name)]
    if several and options.format == "tsv":
        flag = several[0].replace("_", "-")
        raise InvalidOption(f"--{flag} has tables of its own, and tsv holds one. Use json or table.")
    if form_for(options.format) == "tsv" and len(options.show or ()) > 1 and not several:
        raise InvalidOption("--show names several tables, and tsv holds one. Ask for one of them.")


def _judgements(options: JudgeOptions, corpus: Corpus | None) -> Judgements:
    scales = _named("--scale", options.scale)
    weights = {name: _weight(name, text) for name, text in _named("--weights", options.weights).items()}
    asked = options.dimension or []
    read = [
        read_judgements(
            path,
            corpus,
            dimension=asked[0] if len(asked) == 1 else None,
            scales=scales,
            first_segment=options.first_segment,
            weights=weights or None,
        )
        for path in options.inputs
    ]
    whole = read[0]
    for path, more in zip(options.inputs[1:], read[1:], strict=True):
        whole = whole.append(more, name=path)
    for name in scales:
        if name not in whole.dimensions:
            raise UnknownName.among("dimension", name, whole.dimensions)
    return whole


def _dimensions(options: JudgeOptions, judgements: Judgements) -> Sequence[str]:
    for name in options.dimension or ():
        if name not in judgements.dimensions:
            raise UnknownName.among("dimension", name, judgements.dimensions)
    return options.dimension or judgements.dimensions


def _named(option: str, given: Sequence[str] | None) -> dict[str, str]:
    """NAME=VALUE pairs by name."""
    found: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise InvalidOption(f"{option} is {text!r}; NAME=VALUE was expected.")
        found[name] = value
    return found


def _weight(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidOption(f"--weights gives {name} the weight {text!r}; a number was expected.") from None
