"""`karat campaign demo`: a campaign on the demo data, planned and served at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from karat import demo
from karat.campaigns.annotation import plan_annotation
from karat.campaigns.planning import plan_campaign
from karat.campaigns.planning.questionnaire_files import BUILT_IN, read_questionnaire
from karat.campaigns.store import create_store
from karat.cli.commands.campaign.serve import AddressOptions, serve_desk
from karat.cli.option_groups import OtherOptions
from karat.cli.options import Command, option
from karat.cli.output import write
from karat.entities.recognisers import recogniser
from karat.readers import read
from karat.web.addresses import link_address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.desk import Desk
    from karat.campaigns.plan import CampaignPlan

SYSTEMS = ("aurora", "birch", "dune")
JUDGES = ("ada", "ben", "cleo")
# Long enough to see how it feels, short enough to reach the end.
_HOURS = 0.15


class CampaignDemoOptions(AddressOptions, title="options"):
    """What `karat campaign demo` was asked for."""

    protocol: str | None = option(
        "--protocol",
        "NAME",
        f"what judges are asked: {', '.join(BUILT_IN)} (default: adequacy-fluency)",
        choices=BUILT_IN,
    )
    debug: bool | None = OtherOptions.debug
    help: bool | None = OtherOptions.help


COMMAND = Command(
    "campaign demo",
    CampaignDemoOptions,
    usage="karat campaign demo [--protocol NAME] [--port N]",
    description="""\
Plan a small campaign on the demo data and serve it on this machine. It prints a link for the lead and one for
each of three judges: open them in different browsers, or one after the other, and judge. With --protocol
entities, two annotators mark the same documents, and a third decides where they differ.

The campaign is a file in a temporary folder, whose name is printed. The texts were made up.""",
    examples="""\
examples:
  karat campaign demo
  karat campaign demo --protocol esa
  karat campaign demo --protocol entities
""",
)


def run(arguments: Sequence[str]) -> int:
    """Plan, print links, and serve."""
    options: CampaignDemoOptions = COMMAND.read(arguments)
    plan = demo_plan(options.protocol or "adequacy-fluency")
    path = Path(mkdtemp(prefix="karat-")) / "demo.campaign"
    store = create_store(path, plan)
    from karat.campaigns.desk import Desk

    desk = Desk(store)
    serve_desk(desk, options, lambda base: links_words(desk, base, path))
    write(f"Stopped. The campaign is in {path}; serve it again with: karat campaign serve {path}\n")
    return 0


def demo_plan(protocol: str) -> CampaignPlan:
    """Three judges for three systems, so that nobody sees a source twice; a few documents."""
    corpus = read(demo.segments_path())
    questionnaire = read_questionnaire(protocol)
    if questionnaire.entities is not None:
        return plan_annotation(
            corpus,
            questionnaire,
            annotators=JUDGES[:2],
            per_document=2,
            adjudicators=JUDGES[2:],
            recognise=recogniser("rules", "en"),
            name="demo",
        )
    corpus = replace(corpus, systems={name: corpus.systems[name] for name in SYSTEMS})
    return plan_campaign(corpus, protocol, judges=JUDGES, hours=_HOURS, name="demo")


def links_words(desk: Desk, base: str, path: Path) -> str:
    """Who opens which link, and as what."""
    links = sorted(desk.links(), key=lambda link: link.role != "lead")
    width = max(len(link.judge) for link in links)
    role = max(len(link.role) for link in links)
    lines = "".join(
        f"  {link.judge:<{width}}  {link.role:<{role}}  {link_address(base, link.token)}\n" for link in links
    )
    annotators = [link.judge for link in links if link.role == "annotator"]
    waits = (
        f"\nThe adjudicator gets a document when {' and '.join(annotators)} have both sent it.\n"
        if annotators
        else ""
    )
    return f"""\
A campaign on the demo data is served at {base}

{lines}{waits}
Each link signs one person in. For two people at once, use two browsers or a private window.
It is stored in {path}
Ctrl-C stops the server.
"""
