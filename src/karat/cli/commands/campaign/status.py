"""`karat campaign status`: progress, judges, standings, and whether there is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from karat.campaigns.annotation.annotation_status import annotation_status
from karat.campaigns.store import open_store
from karat.campaigns.watch.verdict import ClaimedJudges
from karat.campaigns.watch.watching import campaign_status
from karat.cli.campaign_inputs import CampaignOptions, campaign_alone
from karat.cli.option_groups import FORMATS, DebugOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption, UnknownName
from karat.report.formats import json_document
from karat.report.topics import campaign_annotation
from karat.report.topics import campaign_status as topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.store.store import Store


class StatusInputOptions(CampaignOptions, title="input"):
    """Which campaign, and whose answers."""

    without: list[str] | None = option(
        "--without", "JUDGE…", "leave the answers of these judges out of standings, quality and claims"
    )


class LookOptions(Options, title="when to stop"):
    """How often it is looked."""

    looks: int = option(
        "--looks",
        "N",
        "looks that were planned over the whole campaign (default: 5)",
        default=5,
        least=1,
        most=50,
    )
    alpha: float = option(
        "--alpha", "X", "probability of a false claim, over all looks and pairs (default: 0.05)", default=0.05
    )
    about: str = option(
        "--about",
        "JUDGES",
        "whom claims are about: all (judges in general) or these (no others; needs fewer judgements) "
        "(default: all)",
        default="all",
        choices=get_args(ClaimedJudges),
    )


class StatusOutputOptions(OutputOptions, title="output"):
    """How it is shown."""

    format: str | None = option(
        "--format", "NAME", "table, json, latex (default: table on a terminal, else json)", choices=FORMATS
    )
    json: bool | None = option(
        "--json", "", "short for --format json: what the lead's page has, for programs"
    )


class StatusOptions(StatusInputOptions, LookOptions, StatusOutputOptions, DebugOptions):
    """What `karat campaign status` was asked for."""


COMMAND = Command(
    "campaign status",
    StatusOptions,
    usage="karat campaign status CAMPAIGN [options]",
    description="""\
Show where a campaign is: progress by judge and system, agreement, speed and care of the judges, the systems
with confidence intervals, and whether there is enough.

The advice to stop comes from a group-sequential procedure. Looks come after fixed shares of the judgements,
and a claim needs the level that is left for its look, so that at most 5 % of campaigns make a false claim,
however often you ask. Claims allow for judges who like some systems more than others do, so that they hold
for judges in general; with --about these they are about these judges only. Choose --looks, --alpha and
--about before the first answer, and keep them.""",
    examples="""\
examples:
  karat campaign status news.campaign --format table
  karat campaign status news.campaign --json > status.json
  karat campaign status news.campaign --without judge-3 --format table
""",
)


def _of_annotators(store: Store, form: str, options: StatusOptions) -> str:
    found = annotation_status(store)
    if form == "json":
        return json_document.document(campaign_annotation.record(found))
    tables, notes = campaign_annotation.tables(found), campaign_annotation.notes(found)
    return render(form, tables, notes, digits=options.width)


def run(arguments: Sequence[str]) -> int:
    """Weigh what was answered, and print it."""
    options: StatusOptions = COMMAND.read(arguments)
    address = campaign_alone(options, COMMAND)
    if options.json and options.format not in (None, "json"):
        raise InvalidOption(f"--json and --format {options.format} are two formats. Choose one.")
    form = "json" if options.json else form_for(options.format, several=True)
    if form == "tsv":
        raise InvalidOption("A status has several tables, and tsv holds one. Use json or table.")
    store = open_store(address)
    try:
        if store.plan().questionnaire.entities is not None:
            write(_of_annotators(store, form, options))
            return 0
        with store.reading() as transaction:
            known = [person.name for person in transaction.people.all() if person.role == "judge"]
        for name in options.without or ():
            if name not in known:
                raise UnknownName.among("judge", name, known)
        with Progress() as progress:
            progress.stage("weighing judgements")
            found = campaign_status(
                store,
                looks=options.looks,
                alpha=options.alpha,
                about=options.about,
                without=options.without or (),
            )
    finally:
        store.close()
    if form == "json":
        write(json_document.document(topic.record(found)))
    else:
        write(render(form, topic.tables(found), topic.notes(found), digits=options.width))
    return 0
