"""`karat campaign resume`: the work goes on after a pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.campaign_inputs import CampaignOptions, campaign_alone, opened_desk
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command
from karat.cli.output import write

if TYPE_CHECKING:
    from collections.abc import Sequence


class ResumeCampaignOptions(CampaignOptions, DebugOptions):
    """What `karat campaign resume` was asked for."""


COMMAND = Command(
    "campaign resume",
    ResumeCampaignOptions,
    usage="karat campaign resume CAMPAIGN [options]",
    description="""\
Go on with a campaign that was paused.""",
    examples="""\
examples:
  karat campaign resume news.campaign
""",
)


def run(arguments: Sequence[str]) -> int:
    """Do it, and say so."""
    options: ResumeCampaignOptions = COMMAND.read(arguments)
    with opened_desk(campaign_alone(options, COMMAND)) as desk:
        desk.resume()
    write("The campaign goes on.\n")
    return 0
