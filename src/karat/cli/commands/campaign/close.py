"""`karat campaign close`: the end of the work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.campaign_inputs import CampaignOptions, campaign_alone, opened_desk
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command
from karat.cli.output import write

if TYPE_CHECKING:
    from collections.abc import Sequence


class CloseCampaignOptions(CampaignOptions, DebugOptions):
    """What `karat campaign close` was asked for."""


COMMAND = Command(
    "campaign close",
    CloseCampaignOptions,
    usage="karat campaign close CAMPAIGN [options]",
    description="""\
Close a campaign, for good: nothing more is stored.

The names of the systems, if they were masked, are shown from now on. What judges answered can be exported
before and after.""",
    examples="""\
examples:
  karat campaign close news.campaign
""",
)


def run(arguments: Sequence[str]) -> int:
    """Do it, and say so."""
    options: CloseCampaignOptions = COMMAND.read(arguments)
    with opened_desk(campaign_alone(options, COMMAND)) as desk:
        desk.close()
    write("The campaign is closed.\n")
    return 0
