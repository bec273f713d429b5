"""`karat campaign copy`: from a file into a database, or back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.exchange.copying import copy_campaign
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence


class CopiedCampaignOptions(Options, title="input"):
    """From where, and to where."""

    inputs: list[str] = option("inputs", "FROM TO…", "files, or databases: postgresql://…")


class CopyCampaignOptions(CopiedCampaignOptions, DebugOptions):
    """What `karat campaign copy` was asked for."""


COMMAND = Command(
    "campaign copy",
    CopyCampaignOptions,
    usage="karat campaign copy FROM TO [options]",
    description="""\
Copy a campaign from a file into a database of PostgreSQL, from a database into a file, or into a second file.
A database is named by its address: postgresql://USER:PASSWORD@HOST/DATABASE.

Every row is copied and compared, also links, sessions and half-done work, so that judges go on where they
were. TO must not hold a campaign yet.

Answers that come to FROM after the copy are not in TO: pause the campaign, copy it, and serve the copy.""",
    examples="""\
examples:
  karat campaign copy news.campaign backup.campaign
""",
)


def run(arguments: Sequence[str]) -> int:
    """Copy, compare, and say how much it was."""
    options: CopyCampaignOptions = COMMAND.read(arguments)
    if len(options.inputs) != 2:
        raise InvalidOption("From where, and to where? Name two files, or a file and a database.")
    copied = copy_campaign(*options.inputs)
    write(f"{copied.target} has the campaign: {copied.answers} answers, {copied.rows} rows, all compared.\n")
    return 0
