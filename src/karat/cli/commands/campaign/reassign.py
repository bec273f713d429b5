"""`karat campaign reassign`: a pack goes to another judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.campaign_inputs import CampaignOptions, campaign_and_words, opened_desk
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.desk.lead_desk import PackState


class HandOverOptions(Options, title="packs"):
    """To whom."""

    force: bool | None = option("--force", "", "also to a judge who has judged the same segments")


class ReassignOptions(CampaignOptions, HandOverOptions, DebugOptions):
    """What `karat campaign reassign` was asked for."""

    inputs: list[str] = option(
        "inputs",
        "CAMPAIGN…",
        "the file of a campaign, then the pack, or who has it, and the judge who gets it",
    )


COMMAND = Command(
    "campaign reassign",
    ReassignOptions,
    usage="""\
karat campaign reassign CAMPAIGN PACK JUDGE
       karat campaign reassign CAMPAIGN FROM JUDGE
       karat campaign reassign CAMPAIGN""",
    description="""\
Hand a pack to another judge, or all unfinished packs of one judge. Without a pack, list the packs.

Items that are answered stay with the judge who answered them; an item that was only begun is judged again.
A judge who has judged the same segments in another pack is refused, because a design promises that nobody
does; --force hands it over all the same.""",
    examples="""\
examples:
  karat campaign reassign news.campaign
  karat campaign reassign news.campaign 3 dora
  karat campaign reassign news.campaign anna dora
""",
)


def run(arguments: Sequence[str]) -> int:
    """Hand over what the arguments name, or list the packs."""
    options: ReassignOptions = COMMAND.read(arguments)
    address, words = campaign_and_words(options, COMMAND)
    with opened_desk(address) as desk:
        packs = desk.packs()
        if not words:
            write(_lines(packs))
            return 0
        if len(words) != 2:
            raise InvalidOption("Name the pack, or who has it, and the judge who gets it: 3 dora.")
        chosen = _chosen(packs, words[0])
        for pack in chosen:
            desk.reassign(pack.id, words[1], force=bool(options.force))
    write(
        "".join(
            f"Pack {pack.number} goes to {words[1]}, with {pack.total - pack.done} items to judge.\n"
            for pack in chosen
        )
    )
    return 0


def _chosen(packs: Sequence[PackState], what: str) -> list[PackState]:
    found = [pack for pack in packs if what in (str(pack.number), pack.id)]
    if not found:
        found = [pack for pack in packs if pack.judge == what and pack.done < pack.total]
    if not found:
        raise InvalidOption(
            f"There is no pack {what!r}, and nobody of that name has an unfinished one. "
            "The command lists the packs if no pack is named."
        )
    return found


def _lines(packs: Sequence[PackState]) -> str:
    width = max((len(str(pack.total)) for pack in packs), default=1)
    return "".join(
        f"{pack.number:>3}  {pack.done:>{width}} of {pack.total:>{width}} items  "
        f"{pack.judge or 'nobody yet'}\n"
        for pack in packs
    )
