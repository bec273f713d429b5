"""`karat campaign add-judge`: one more person, or a link for a crowd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.campaign_inputs import CampaignOptions, campaign_and_words, opened_desk
from karat.cli.campaign_links import LinkOptions, expiry, links_text
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROLES = ("judge", "lead", "annotator", "adjudicator")


class NewPersonOptions(Options, title="people"):
    """Who they are."""

    role: str = option(
        "--role", "NAME", f"{', '.join(_ROLES)} (default: judge)", default="judge", choices=_ROLES
    )
    packs: int | None = option(
        "--packs", "N", "free packs that each may take (default: any number; with --seats: 1)", least=1
    )
    seats: int | None = option(
        "--seats",
        "N",
        "one link for up to N participants of a crowd platform; each becomes a judge when they come",
        least=1,
    )


class AddJudgeOptions(CampaignOptions, NewPersonOptions, LinkOptions, DebugOptions):
    """What `karat campaign add-judge` was asked for."""

    inputs: list[str] = option(
        "inputs", "CAMPAIGN…", "the file of a campaign, then the names of the new people"
    )


COMMAND = Command(
    "campaign add-judge",
    AddJudgeOptions,
    usage="karat campaign add-judge CAMPAIGN NAME… [options]",
    description="""\
Add judges to a campaign that may be running, and print their links.

A new judge takes packs that nobody has. If all packs were given to judges, hand one over with
karat campaign reassign.

--seats makes one link for a crowd platform. It carries the participant's id, so that a participant who comes
back goes on where they were.""",
    examples="""\
examples:
  karat campaign add-judge news.campaign emil
  karat campaign add-judge news.campaign eve --role lead
  karat campaign add-judge news.campaign crowd --seats 40 --participant {{%PROLIFIC_PID%}}
""",
)


def run(arguments: Sequence[str]) -> int:
    """Add people and print their links."""
    options: AddJudgeOptions = COMMAND.read(arguments)
    address, names = campaign_and_words(options, COMMAND)
    if not names:
        raise InvalidOption(
            "Who is new? Name them after the campaign: karat campaign add-judge news.campaign emil."
        )
    if options.seats is not None and options.role != "judge":
        raise InvalidOption(f"--seats invites judges, and --role is {options.role}.")
    until = expiry(options)
    with opened_desk(address) as desk:
        if options.seats is not None:
            most = options.packs or 1
            links = [desk.invite(name, options.seats, until, most_packs=most) for name in names]
        else:
            role = options.role
            links = [desk.add_judge(name, role, until, most_packs=options.packs) for name in names]  # type: ignore[arg-type]
    write(links_text(links, options))
    return 0
