"""`karat campaign links`: a link for each person who takes part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.campaign_inputs import CampaignOptions, campaign_and_words, opened_desk
from karat.cli.campaign_links import LinkOptions, expiry, links_text
from karat.cli.notes import note
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write

if TYPE_CHECKING:
    from collections.abc import Sequence


class NewLinkOptions(Options, title="links"):
    """What becomes of older links, and what is shown at the end."""

    replace: bool | None = option("--replace", "", "end the older links and sessions of these people")
    completion_code: str | None = option(
        "--completion-code",
        "TEXT",
        "code that a crowd platform expects; shown to every judge at the end (default: one for each)",
    )


class CampaignLinksOptions(CampaignOptions, LinkOptions, NewLinkOptions, DebugOptions):
    """What `karat campaign links` was asked for."""

    inputs: list[str] = option(
        "inputs", "CAMPAIGN…", "the file of a campaign, then names (default: everybody)"
    )


COMMAND = Command(
    "campaign links",
    CampaignLinksOptions,
    usage="karat campaign links CAMPAIGN [NAME…] [options]",
    description="""\
Make a link for the lead and for every judge, or for those that are named. Each link is for one person: it
says who judges, and nothing else has to be entered.

The campaign keeps no link, only its checksum, so that a copy of the file opens no door. Links are therefore
made anew each time; those that were sent before stay valid until they expire, unless --replace ends them.""",
    examples="""\
examples:
  karat campaign links news.campaign
  karat campaign links news.campaign --url https://judge.example.org --format csv > mailing.csv
  karat campaign links news.campaign anna --replace
  karat campaign links news.campaign --participant {{%PROLIFIC_PID%}} --completion-code C1A2B3
""",
)


def run(arguments: Sequence[str]) -> int:
    """Make links and print them."""
    options: CampaignLinksOptions = COMMAND.read(arguments)
    address, names = campaign_and_words(options, COMMAND)
    with opened_desk(address) as desk:
        if options.completion_code is not None:
            desk.set_completion_code(options.completion_code)
        links = desk.links(names or None, expires=expiry(options), replace=bool(options.replace))
    write(links_text(sorted(links, key=lambda link: link.role != "lead"), options))
    if options.url is None:
        note("These links work on this machine. Name the address that judges see: --url https://…")
    return 0
