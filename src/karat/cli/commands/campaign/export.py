"""`karat campaign export`: the answers as files for Karat and for other tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from karat.campaigns.annotation.annotated_documents import final_entities
from karat.campaigns.annotation.mark_records import mark_records
from karat.campaigns.exchange.entity_export import EntityForm, written_entities, written_records
from karat.campaigns.exchange.exporting import Form, export
from karat.campaigns.masking import is_masked
from karat.campaigns.store import open_store
from karat.cli.campaign_inputs import CampaignOptions, campaign_alone
from karat.cli.names_of_project import learn_names
from karat.cli.notes import note
from karat.cli.option_groups import OVERWRITE, DebugOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption
from karat.output_files import check_output, write_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.annotation.annotated_documents import FinalEntities
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.store.store import Store

ENTITY_FORMS: tuple[str, ...] = get_args(EntityForm)
FORMS: tuple[str, ...] = tuple(dict.fromkeys((*get_args(Form), *ENTITY_FORMS)))


class ExportFormOptions(Options, title="export"):
    """What is written, and where."""

    format: str | None = option(
        "--format",
        "NAME",
        "judgements, csv, appraise, mqm, seg-score, entities, muc (default: judgements, or entities where "
        "these were marked)",
        choices=FORMS,
    )
    dimension: str | None = option(
        "--dimension", "NAME", "which dimension, where a format holds one and the campaign has several"
    )
    annotator: str | None = option(
        "--annotator", "NAME", "entities: the marks of this one (default: adjudicated, or of the only one)"
    )
    names: str | None = option(
        "--names",
        "FILE",
        "entities: add the confirmed names to this file, for the suggestions of the next text",
    )
    unmask: bool | None = option(
        "--unmask", "", "write the systems' names although they are masked until the campaign is closed"
    )
    output: str | None = option("-o --output", "FILE", "write to a file (default: standard output)")
    overwrite: bool | None = OVERWRITE


class ExportOptions(CampaignOptions, ExportFormOptions, DebugOptions):
    """What `karat campaign export` was asked for."""


COMMAND = Command(
    "campaign export",
    ExportOptions,
    usage="karat campaign export CAMPAIGN [options]",
    description="""\
Write the answers of a campaign as a file.

judgements  Karat's own JSON lines with scales, as agree, calibrate, judges and accept read them
csv         every answer that was recorded, all versions, with times, comments and spans; of entities also
            where each mark comes from, the adjudicators' reasons, and what was skipped or flagged. Of other
            campaigns, karat campaign status has what was skipped or flagged, and why
appraise    the CSV of Appraise; spoilt outputs have the type BAD
mqm         Google's table of errors, of protocols that mark spans
seg-score   mt-metrics-eval's: the mean of each segment of the corpus, in its order; None where nobody judged
entities    named entities as stand-off JSON lines, a line for each segment of the reference
muc         named entities as MUC tags in the reference

karat score -m nee --entities FILE reads the last two as they are. Before a document is finished, they have no
entities of it; --annotator takes the marks of one annotator as they are.

Only csv has spoilt outputs, training and earlier versions, beside what appraise has. Where names are
masked, nothing is written before the campaign is closed, except with --unmask. No command needs the
export: karat judges, agree, calibrate, accept and report also take the campaign itself.""",
    examples="""\
examples:
  karat campaign export news.campaign -o news.jsonl
  karat campaign export news.campaign --format csv -o answers.csv
  karat campaign export news.campaign --format seg-score --dimension adequacy > adequacy.seg.score
  karat campaign export names.campaign --format muc --names names.tsv -o annotated.muc
""",
)


def _has_entities(store: Store, options: ExportOptions) -> bool:
    marked = store.plan().questionnaire.entities is not None
    known = ENTITY_FORMS if marked else get_args(Form)
    if options.format is not None and options.format not in known:
        what = "entities were marked" if marked else "no entities were marked"
        raise InvalidOption(f"In this campaign {what}, so --format is one of {', '.join(known)}.")
    if not marked and (options.annotator or options.names):
        raise InvalidOption(
            "In this campaign no entities were marked: --annotator and --names have no place."
        )
    return marked


def _check_masked(store: Store, options: ExportOptions) -> None:
    """Names that the lead chose not to see are in no file either, until the campaign is closed."""
    if not options.unmask and is_masked(store):
        raise InvalidOption(
            "The systems' names are masked until the campaign is closed, and the export has them. Close it: "
            "karat campaign close; or add --unmask to see them now."
        )


def _answers(store: Store, options: ExportOptions) -> str:
    _check_masked(store, options)
    form = options.format or "judgements"
    return export(store.plan(), store.records(), form, dimension=options.dimension)  # type: ignore[arg-type]


def _entities(store: Store, options: ExportOptions) -> str:
    if options.format == "csv":
        if options.annotator or options.names:
            raise InvalidOption("csv has everybody's marks: --annotator and --names have no place.")
        return written_records(mark_records(store))
    found = final_entities(store, annotator=options.annotator)
    _say_what_is_open(store.plan(), found, options)
    if found.left_out:
        listed = ", ".join(f"{kind} {count}" for kind, count in found.left_out.items())
        note(
            f"Marks that are not in the file: {sum(found.left_out.values())} ({listed}). Their types count as"
            " none of MUC's in the protocol (counts_as). --format csv has these marks."
        )
    if options.names is not None:
        # Nobody has passed over a name in a document that nobody has finished.
        done = [place for place, name in enumerate(found.documents) if name not in found.open_documents]
        texts, entities = [found.texts[place] for place in done], [found.entities[place] for place in done]
        learn_names(options.names, texts, entities)
    return written_entities(found, options.format or "entities")  # type: ignore[arg-type]


def _say_what_is_open(plan: CampaignPlan, found: FinalEntities, options: ExportOptions) -> None:
    """Documents without entities, and what can be done; an empty file is refused."""
    if not found.open_documents:
        return
    waiting = "adjudicated" if plan.adjudicators and options.annotator is None else "done"
    remedy = (
        f" To take the marks of one annotator as they are: --annotator {plan.judges[0]}."
        if waiting == "adjudicated"
        else ""
    )
    count = len(found.open_documents)
    if found.is_empty:
        raise InvalidOption(f"No document is {waiting} yet, so there are no entities to write.{remedy}")
    note(
        f"{count} of the documents are not {waiting} yet, and have no entities in the file: "
        f"{', '.join(found.open_documents[:3])}{' …' if count > 3 else ''}.{remedy}"
    )


def run(arguments: Sequence[str]) -> int:
    """Write the file."""
    options: ExportOptions = COMMAND.read(arguments)
    address = campaign_alone(options, COMMAND)
    if options.output is not None:
        check_output(options.output, overwrite=bool(options.overwrite))
    store = open_store(address)
    try:
        text = _entities(store, options) if _has_entities(store, options) else _answers(store, options)
    finally:
        store.close()
    if options.output is None:
        write(text)
    else:
        write_file(options.output, text)
    return 0
