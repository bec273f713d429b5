"""`karat campaign guidelines`: what judges read first, and a new version of it while they judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.campaign_inputs import CampaignOptions, campaign_and_words, opened_desk, text_and_language
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence


class LanguageOptions(Options, title="guidelines"):
    """In which language."""

    language: str | None = option(
        "--language", "CODE", "language of the text (default: as in guidelines.de.md, else en)"
    )


class GuidelinesOptions(CampaignOptions, LanguageOptions, DebugOptions):
    """What `karat campaign guidelines` was asked for."""

    inputs: list[str] = option(
        "inputs", "CAMPAIGN…", "the file of a campaign, then the new guidelines: a text in Markdown"
    )


COMMAND = Command(
    "campaign guidelines",
    GuidelinesOptions,
    usage="""\
karat campaign guidelines CAMPAIGN NEW.md [--language CODE]
       karat campaign guidelines CAMPAIGN""",
    description="""\
Publish new guidelines in a campaign, also while it runs. Without a text, list the present ones.

Judges read the new text, and agree, before they get another page. A page that is open can still be answered.
Every answer keeps the version that its judge had agreed to, so that answers under the old and the new text
can be separated. Other languages keep their text until a new one is published for them, too.""",
    examples="""\
examples:
  karat campaign guidelines news.campaign
  karat campaign guidelines news.campaign guidelines.md
  karat campaign guidelines news.campaign leitfaden.md --language de
""",
)


def run(arguments: Sequence[str]) -> int:
    """Publish the text that the arguments name, or list what there is."""
    options: GuidelinesOptions = COMMAND.read(arguments)
    address, words = campaign_and_words(options, COMMAND)
    if len(words) > 1:
        raise InvalidOption(f"Name one text; {words[1]!r} is too much.")
    with opened_desk(address) as desk:
        if words:
            text, language = text_and_language(words[0], options.language)
            made = desk.publish_guidelines(language, text)
            write(
                f"Published in {language}: version {made.version}. Judges read it before their next page.\n"
            )
            return 0
        found = desk.guidelines()
    if not found:
        write("This campaign has no guidelines.\n")
    for one in found:
        first = next((line for line in one.text.splitlines() if line.strip()), "")
        write(f"{one.language:<6} {one.version}  {first[:80]}\n")
    return 0
