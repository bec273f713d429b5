"""`karat campaign plan`: who judges what, how long it takes, and what it will be able to show."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import TYPE_CHECKING

from karat.campaigns.planning import plan_campaign
from karat.campaigns.planning.plan_summary import summarise_plan
from karat.campaigns.planning.questionnaire_files import read_questionnaire
from karat.campaigns.planning.training import read_training
from karat.campaigns.store import create_store
from karat.cli.annotation_plan import EntityPlanOptions, plan_of_annotators, shown_work
from karat.cli.campaign_inputs import read_segment_list, text_and_language
from karat.cli.campaign_plan_options import (
    DAMAGES,
    CheckItemOptions,
    DesignOptions,
    PlanningOptions,
    PlanOutputOptions,
    QuestionOptions,
)
from karat.cli.campaign_references import note_references, read_judged_texts
from karat.cli.figure_folder import FigureOptions, check_figures, write_folder
from karat.cli.notes import note
from karat.cli.option_groups import FORMATS, DebugOptions, InputOptions, OutputOptions
from karat.cli.options import Command, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.diagnosis.damages import check_damage, damaged
from karat.diagnosis.lexicon import Lexicon
from karat.errors import InvalidOption
from karat.readers import read_judgements
from karat.readers.corpora.campaign import is_campaign
from karat.report.topics import campaign_plan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.planning.check_items import SpoiltTexts
    from karat.campaigns.questionnaire import Questionnaire
    from karat.corpus import Corpus
    from karat.judgements import Judgements

_PACK_HOURS = 1.0


class CampaignPlanOptions(
    InputOptions,
    QuestionOptions,
    DesignOptions,
    CheckItemOptions,
    PlanningOptions,
    EntityPlanOptions,
    PlanOutputOptions,
    FigureOptions,
    OutputOptions,
    DebugOptions,
    without=("tags", "reference_tags", "entities", "paragraphs"),
):
    """What `karat campaign plan` was asked for."""

    format: str | None = option(
        "--format",
        "NAME",
        "table, json, latex (default: table on a terminal, else json)",
        choices=FORMATS,
    )


COMMAND = Command(
    "campaign plan",
    CampaignPlanOptions,
    usage="""\
karat campaign plan CORPUS --judges N [-o FILE] [options]
       karat campaign plan HYPOTHESIS… -r REFERENCE… --judges N [-o FILE] [options]
       karat campaign plan HYPOTHESIS… --source SOURCE --protocol da --judges N [-o FILE] [options]""",
    description="""\
Plan a campaign: share the outputs of all systems out among judges, and write it to one file.

Documents stay whole, and every output gets exactly K judges. Systems are balanced by judge, text type and
position. The report shows packs, balance, hours and cost; the standard error of the difference between two
systems, the smallest difference that can be detected, and the chance that a repeated campaign would confirm
what was found, each under all three designs. Without -o nothing is written, so that plans can be compared.

With --protocol entities, annotators mark the named entities of a reference, document by document, and
adjudicators decide where they differ; CORPUS may then be the reference alone: plain text, MUC tags (.muc) or
stand-off JSON lines, whose entities become suggestions.

A plan that is not possible is refused, with what would be. An own protocol is a TOML file; the documentation
describes it.""",
    examples="""\
examples:
  karat campaign plan CORPUS --judges 6 -o news.campaign
  karat campaign plan CORPUS --protocol esa --design together --judges anna,ben,carla --per-item 2 --wage 25
  karat campaign plan CORPUS --protocol cesa --judges 4 --side-by-side 3 --anchors 1 --repeats 2 --spoilt 3
  karat campaign plan CORPUS --judges 6 --hours 0.1 --pilot judgements.jsonl --format json
  karat campaign plan output.txt other.txt -r reference.txt --judges 2 --protocol own.toml
  karat campaign plan CORPUS --judges 6 --training training.jsonl
  karat campaign plan CORPUS --protocol entities --judges 2 --per-item 2 --adjudicators dora
  karat campaign plan reference.txt --documents documents.txt --protocol entities --judges 1 --names names.tsv
  karat campaign plan CORPUS --judges 6 --figures plan
""",
)


def run(arguments: Sequence[str]) -> int:
    """Plan what the arguments ask for, write it if a file is named, and print the report."""
    options: CampaignPlanOptions = COMMAND.read(arguments)
    judges = _judges(options)
    _check(options)
    questionnaire = _questionnaire(options)
    form = form_for(options.format, several=True)
    if questionnaire.entities is not None:
        plan = plan_of_annotators(options, questionnaire, judges)
        _finish(options, plan, shown_work(plan, form, options.width))
        return 0
    _check_of_outputs(options)
    shown = any("reference" in step.shows for step in questionnaire.steps)
    if options.show_reference is not None and not shown:
        raise InvalidOption(
            f"--show-reference chooses one, and the protocol {questionnaire.name} shows no reference."
        )
    training = () if options.training is None else read_training(options.training, questionnaire)
    with Progress() as progress:
        progress.stage("planning", 3)
        corpus = read_judged_texts(options, questionnaire.name, shown=shown)
        progress.advance()
        plan = plan_campaign(
            corpus,
            questionnaire,
            judges=judges,
            per_item=options.per_item,
            design=options.design,  # type: ignore[arg-type]
            side_by_side=options.side_by_side,
            hours=options.hours,
            anchors=options.anchors,
            repeats=options.repeats,
            spoilt=options.spoilt,
            spoilt_texts=_spoilt_texts(options, corpus),
            most_checks=options.most_checks,
            training=training,
            seconds_per_word=options.seconds_per_word,
            seconds_per_page=options.seconds_per_page,
            pack_hours=_pack_hours(options),
            no_back=bool(options.no_back),
            masked=bool(options.masked),
            show_reference=options.show_reference,
            only=None if options.only is None else read_segment_list(options.only),
            seed=options.seed,
            name="campaign" if options.output is None else Path(options.output).stem,
        )
        progress.advance()
        pilot = _pilot(options, questionnaire)
        found = summarise_plan(
            plan,
            pilot=pilot,
            pilot_documents=_documents(pilot, corpus),
            seconds_per_word=options.seconds_per_word,
            seconds_per_page=options.seconds_per_page,
            wage=options.wage,
            alpha=1 - options.confidence,
            power=options.power,
        )
        progress.advance()
    text = (
        campaign_plan.as_json(found)
        if form == "json"
        else render(form, campaign_plan.tables(found), campaign_plan.notes(found), digits=options.width)
    )
    if options.figures is not None:
        write_folder(options, [campaign_plan.figures(found)])
    _finish(options, plan, text, corpus)
    return 0


def _finish(
    options: CampaignPlanOptions, plan: CampaignPlan, text: str, corpus: Corpus | None = None
) -> None:
    if options.output is not None:
        store = create_store(options.output, plan)
        following = f"karat campaign serve {quote(options.output)}"
        if options.open:
            from karat.campaigns.desk import Desk

            Desk(store).open_packs()
            following = f"karat campaign add-judge {quote(options.output)} crowd --seats {len(plan.packs)}"
        store.close()
        note(f"{options.output} is written. Next: {following}")
        if corpus is not None:
            shown = any("reference" in step.shows for step in plan.questionnaire.steps)
            note_references(corpus, shown=shown, chosen=options.show_reference)
    write(text)


def _pack_hours(options: CampaignPlanOptions) -> float:
    """How long packs are. Repeats and anchors belong to one person, so open work is one pack."""
    if options.open and options.pack_hours is not None:
        raise InvalidOption(
            "With --open the whole work of a judge is one pack. Leave --pack-hours out; --hours limits "
            "the work."
        )
    return inf if options.open else _PACK_HOURS if options.pack_hours is None else options.pack_hours


def _check_of_outputs(options: CampaignPlanOptions) -> None:
    for name in ("adjudicators", "language", "names", "plain_text"):
        if getattr(options, name) is not None:
            flag = name.replace("_", "-")
            raise InvalidOption(
                f"--{flag} is for annotators of entities. Add --protocol entities, or leave it out."
            )


def _questionnaire(options: CampaignPlanOptions) -> Questionnaire:
    """The protocol, and the consent that the lead asks for."""
    found = read_questionnaire(options.protocol)
    given = [text_and_language(path) for path in options.consent or ()]
    consent = {**found.consent, **{language: text for text, language in given}}
    return replace(found, consent=MappingProxyType(consent))


def _check(options: CampaignPlanOptions) -> None:
    if form_for(options.format, several=True) == "tsv":
        raise InvalidOption("A plan has several tables, and tsv holds one. Use json or table.")
    if options.output is not None and "://" not in options.output and not is_campaign(options.output):
        raise InvalidOption(
            f"{options.output} is to be a campaign. Give it a name that says so: "
            f"{Path(options.output).with_suffix('.campaign')}."
        )
    if options.overwrite and options.figures is None:
        raise InvalidOption("--overwrite is for --figures FOLDER. A campaign is never overwritten.")
    if options.output is not None and Path(options.output).exists():
        raise InvalidOption(f"{options.output} exists already. Choose another name, or remove the file.")
    check_figures(options)
    if options.damages and not options.spoilt:
        raise InvalidOption("--damages says how outputs are spoilt, and none are. Add --spoilt N.")
    for name in options.damages or ():
        check_damage(name)
    for flag, value in (("--power", options.power), ("--confidence", options.confidence)):
        if not 0 < value < 1:
            raise InvalidOption(f"{flag} is {value:g}; it must be above 0 and below 1.")


def _judges(options: CampaignPlanOptions) -> int | list[str]:
    if options.judges is None:
        raise InvalidOption("How many judges are there? --judges N says it, or names them: anna,ben,carla.")
    text = options.judges.strip()
    if text.lstrip("-").isdecimal():
        return int(text)
    return [name.strip() for name in text.split(",")]


def _spoilt_texts(options: CampaignPlanOptions, corpus: Corpus) -> SpoiltTexts:
    """The damaged output of every system, by damage."""
    if not options.spoilt:
        return {}
    lexicons = {name: Lexicon.of(corpus, name) for name in corpus.systems}
    return {
        damage: {
            name: damaged(list(text), damage, options.strength, lexicons[name], seed=options.seed).texts
            for name, text in corpus.systems.items()
        }
        for damage in options.damages or DAMAGES
    }


def _pilot(options: CampaignPlanOptions, questionnaire: Questionnaire) -> Judgements | None:
    if options.pilot is None:
        return None
    # A file that names one dimension only in its columns is of the first that is asked for.
    asked = {question.dimension: question.scale.recipe for question in questionnaire.questions}
    return read_judgements(options.pilot, dimension=next(iter(asked)) if len(asked) == 1 else None)


def _documents(pilot: Judgements | None, corpus: Corpus) -> Mapping[str, str] | None:
    """The documents of the pilot's segments, if the pilot is of the same systems and so of the same texts."""
    if pilot is None or corpus.documents is None or not set(pilot.systems) <= set(corpus.systems):
        return None
    return {str(number): name for number, name in enumerate(corpus.documents, 1)}
