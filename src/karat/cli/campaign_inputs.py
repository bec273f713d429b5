"""Which campaign a command is about: a file or a database, and the desk that serves it."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from karat.campaigns.store import open_store
from karat.cli.options import Options, option
from karat.errors import InvalidFile, InvalidOption
from karat.small_files import read_small_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.campaigns.desk import Desk
    from karat.cli.options import Command


class CampaignOptions(Options, title="input"):
    """Which campaign."""

    inputs: list[str] = option("inputs", "CAMPAIGN…", "the file of a campaign")
    database: str | None = option(
        "--database", "URL", "a campaign in PostgreSQL in place of the file: postgresql://…"
    )


def campaign_and_words(options: CampaignOptions, command: Command) -> tuple[str, list[str]]:
    """Where the campaign is, and what else was named."""
    named = list(options.inputs)
    if options.database is not None:
        return options.database, named
    if not named:
        raise InvalidOption(f"There is no campaign. Name its file: karat {command.name} news.campaign.")
    return named[0], named[1:]


def campaign_alone(options: CampaignOptions, command: Command) -> str:
    """Where the campaign is, if nothing else was named."""
    address, words = campaign_and_words(options, command)
    if words:
        raise InvalidOption(f"karat {command.name} takes one campaign; {words[0]!r} is too much.")
    return address


def text_and_language(path: str, language: str | None = None) -> tuple[str, str]:
    """The text of a file in Markdown, and its language: as given, as in `name.de.md`, else English."""
    text = read_small_file(path)
    suffixes = [suffix[1:] for suffix in Path(path).suffixes[:-1]]
    named = next((suffix for suffix in suffixes if re.fullmatch("[a-z]{2,3}(-[A-Za-z0-9]+)*", suffix)), "en")
    return text.strip(), language or named


def read_segment_list(path: str) -> list[int]:
    """The segments of a plan for further judgements, or one number on each line; all plans together."""
    text = read_small_file(path)
    if text.lstrip().startswith("{"):
        try:
            plans = json.loads(text)["plans"]
            return sorted({int(number) for plan in plans for number in plan["segments"]})
        except (ValueError, KeyError, TypeError):
            raise InvalidFile.at(
                path, "it has no plan of segments. Write one: karat people DATA --plan X --plan-output FILE."
            ) from None
    found = []
    for row, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.strip().isdecimal():
            raise InvalidFile.at(
                path, f"line {row} is {line.strip()!r}; the number of a segment was expected."
            )
        found += [int(line)] if line.strip() else []
    return found


@contextmanager
def opened_desk(address: str) -> Iterator[Desk]:
    """The desk of a campaign, until the block ends; or which extra it takes."""
    store = open_store(address)
    from karat.campaigns.desk import Desk

    try:
        yield Desk(store)
    finally:
        store.close()
