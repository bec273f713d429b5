"""`karat campaign pause`: no new pages for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.campaign_inputs import CampaignOptions, campaign_alone, opened_desk
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command
from karat.cli.output import write

if TYPE_CHECKING:
    from collections.abc import Sequence


class PauseCampaignOptions(CampaignOptions, DebugOptions):
    """What `karat campaign pause` was asked for."""


COMMAND = Command(
    "campaign pause",
    PauseCampaignOptions,
    usage="karat campaign pause CAMPAIGN [options]",
    description="""\
Pause a campaign: judges get no new pages until karat campaign resume.

An answer to a page that a judge has in front of them is still stored, so that no work is lost.""",
    examples="""\
examples:
  karat campaign pause news.campaign
""",
)


def run(arguments: Sequence[str]) -> int:
    """Do it, and say so."""
    options: PauseCampaignOptions = COMMAND.read(arguments)
    with opened_desk(campaign_alone(options, COMMAND)) as desk:
        desk.pause()
    write("The campaign is paused. karat campaign resume goes on.\n")
    return 0
