"""`karat campaign revoke`: somebody takes part no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.campaign_inputs import CampaignOptions, campaign_and_words, opened_desk
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command, option
from karat.cli.output import write
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence


class RevokeOptions(CampaignOptions, DebugOptions):
    """What `karat campaign revoke` was asked for."""

    inputs: list[str] = option("inputs", "CAMPAIGN…", "the file of a campaign, then names")


COMMAND = Command(
    "campaign revoke",
    RevokeOptions,
    usage="karat campaign revoke CAMPAIGN NAME… [options]",
    description="""\
End the links and sessions of people, at once and for good.

What they have answered stays. Packs that they had taken by themselves are free again; those that the plan
gave them wait for karat campaign reassign.""",
    examples="""\
examples:
  karat campaign revoke news.campaign anna
""",
)


def run(arguments: Sequence[str]) -> int:
    """Revoke whom the arguments name."""
    options: RevokeOptions = COMMAND.read(arguments)
    address, names = campaign_and_words(options, COMMAND)
    if not names:
        raise InvalidOption("Who takes part no longer? Name them after the campaign.")
    lines = []
    with opened_desk(address) as desk:
        for name in names:
            desk.revoke(name)
            left = [
                str(pack.number) for pack in desk.packs() if pack.judge == name and pack.done < pack.total
            ]
            waiting = f" Packs that wait for another judge: {', '.join(left)}." if left else ""
            lines.append(f"{name} takes part no longer.{waiting}\n")
    write("".join(lines))
    return 0
