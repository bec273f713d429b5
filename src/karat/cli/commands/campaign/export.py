"""`karat campaign export`: the answers as files for Karat and for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, get_args

from karat.campaigns.exchange.exporting import Form, export
from karat.campaigns.store import open_store
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMS: tuple[str, ...] = get_args(Form)


class ExportOptions(DebugOptions, Options, title="export"):
    """What `karat campaign export` was asked for."""

    inputs: list[str] = option("inputs", "CAMPAIGN…", "the file of a campaign, or postgresql://…")
    format: str = option(
        "--format",
        "NAME",
        "judgements, csv, appraise, mqm, seg-score (default: judgements)",
        default="judgements",
        choices=FORMS,
    )
    dimension: str | None = option(
        "--dimension", "NAME", "which dimension, where a format holds one and the campaign has several"
    )
    output: str | None = option("-o --output", "FILE", "write to a file (default: standard output)")


COMMAND = Command(
    "campaign export",
    ExportOptions,
    usage="karat campaign export CAMPAIGN [options]",
    description="""\
Write the answers of a campaign as a file.

judgements  Karat's own JSON lines with scales, as agree, calibrate, judges and accept read them
csv         everything that was recorded, all versions, with times, comments and spans
appraise    the CSV of Appraise; spoilt outputs have the type BAD
mqm         Google's table of errors, of protocols that mark spans
seg-score   mt-metrics-eval's: the mean of each segment

Only csv has spoilt outputs, training and earlier versions, beside what appraise has. No command needs the
export: karat judges, agree, calibrate, accept and report also take the campaign itself.""",
    examples="""\
examples:
  karat campaign export news.campaign -o news.jsonl
  karat campaign export news.campaign --format csv -o answers.csv
  karat campaign export news.campaign --format seg-score --dimension adequacy > adequacy.seg.score
""",
)


def run(arguments: Sequence[str]) -> int:
    """Write the file."""
    options: ExportOptions = COMMAND.read(arguments)
    if len(options.inputs) != 1:
        raise InvalidOption("Name one campaign: karat campaign export CAMPAIGN.")
    store = open_store(options.inputs[0])
    try:
        text = export(store.plan(), store.records(), options.format, dimension=options.dimension)  # type: ignore[arg-type]
    finally:
        store.close()
    if options.output is None:
        write(text)
    else:
        path = Path(options.output)
        try:
            path.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            raise InvalidOption(f"{path} cannot be written: {error.strerror or error}.") from None
    return 0
