"""`karat demo`: the whole story, on the data that come with Karat."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from karat import demo
from karat.cli.commands import report
from karat.cli.notes import note
from karat.cli.option_groups import OtherOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import KaratError, MissingExtra
from karat.readers import read
from karat.report.page.writing import check_drawing, check_page_path

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGE = "karat-demo.html"
DATA = demo.NAME
CALIBRATION = "calibration.json"
_END = """\
With your own files:

    karat score output.txt -r reference.txt
    karat report output.txt other.txt -r reference.txt -o report.html
"""


@dataclass(frozen=True, slots=True)
class DemoStep:
    """One step of the story: what it shows, the command, and how much of what the command prints is shown.

    `tables` counts the tables from the first; what follows them is left to the command itself.
    """

    heading: str
    command: str
    tables: int = 1


STEPS = (
    DemoStep(
        "Scores: every system by three metrics, against both references; the best is marked.",
        f"score {DATA} -m bleu chrf ter",
    ),
    DemoStep(
        "Comparison: which differences are significant? Within a cluster they are not.",
        f"compare {DATA} --show standings",
    ),
    DemoStep(
        "People: do the metrics agree with the judgements? With five systems the intervals are wide.",
        f"agree {DATA} -m bleu chrf",
    ),
    DemoStep(
        "Calibration: the regression from BLEU to fluency for each text type, without the system birch.",
        f"calibrate {DATA} -m bleu --human fluency --systems aurora cobalt dune elm -o {CALIBRATION}",
    ),
    DemoStep(
        "Prediction: the fluency that people would give birch, and whether it reaches 3.7.",
        f"predict {CALIBRATION} {DATA} --systems birch --threshold 3.7",
    ),
    DemoStep("Diagnosis: can these scores be trusted?", f"check {DATA}"),
)


class DemoOptions(Options, title="options"):
    """What `karat demo` was asked for."""

    output: str | None = option("-o --output", "FILE", f"the page (default: {PAGE})")
    path: bool | None = option("--path", "", "")  # the former way to name the demo data
    debug: bool | None = OtherOptions.debug
    help: bool | None = OtherOptions.help


COMMAND = Command(
    "demo",
    DemoOptions,
    usage="karat demo [--output FILE]",
    description="""\
Walk through Karat on its demo data: scores, comparison, people, calibration, prediction, diagnosis, and the
page that has all of it. Every step prints the command behind it, which works on your data too. In any
command, demo: stands for the demo data.

The data were made up for demonstration: nothing in them was measured.""",
)


def run(arguments: Sequence[str]) -> int:
    """Tell the story on the demo data."""
    options: DemoOptions = COMMAND.read(arguments)

    if options.path:
        note("karat demo --path will go. In any command, demo: stands for the demo data: karat score demo:")
        write(f"{demo.path()}\n")
        return 0
    page = options.output or PAGE
    missing = _check(page)
    write(_introduction(), for_people=True)

    with TemporaryDirectory() as folder:
        for number, step in enumerate(STEPS, 1):
            write(_told(number, step, folder), for_people=True)
    write(_report(len(STEPS) + 1, page, missing), for_people=True)
    return 0


def _check(page: str) -> MissingExtra | None:
    """Refuse a place for the page before the story begins; without what draws charts, it goes on alone."""
    try:
        check_drawing()
    except MissingExtra as missing:
        return missing
    check_page_path(page)
    return None


def _introduction() -> str:
    corpus = read(demo.segments_path())
    documents, text_types = set(corpus.documents or ()), set(corpus.text_types or ())
    return f"""\
The demo data: {len(corpus)} German segments in {len(documents)} documents of {len(text_types)} text types,
{corpus.references.count} English references, {len(corpus.systems)} systems, and judgements of every output.

All of it was made up for demonstration. Nothing was measured and nobody judged anything,
so no figure below is evidence.
"""


def _told(number: int, step: DemoStep, folder: str) -> str:
    """The step as people read it: heading, tables, command."""
    printed = _printed(_words(step.command, folder))
    tables = "\n\n".join(printed.split("\n\n")[: step.tables])
    return f"\n{number}. {step.heading}\n\n{tables.rstrip()}\n\n    karat {step.command}\n"


def _words(command: str, folder: str) -> list[str]:
    return [f"{folder}/{word}" if word == CALIBRATION else word for word in command.split()]


def _printed(words: list[str]) -> str:
    """What a command prints as a table; its notes are for those who run it themselves."""
    with redirect_stdout(StringIO()) as printed, redirect_stderr(StringIO()):
        import_module(f"karat.cli.commands.{words[0]}").run([*words[1:], "--format", "table"])
    return printed.getvalue()


def _report(number: int, page: str, missing: KaratError | None) -> str:
    """The last step: the page, or what it would take."""
    heading = f"\n{number}. Report: all of this, and more, on one page."
    command = f"    karat report {DATA} -o {page}"
    if missing is not None:
        return f"{heading}\n\n{missing}\n\n{command}\n\n{_END}"

    arguments = [DATA, "-o", page, "--title", "The demo data of Karat"]
    options = report.COMMAND.read(arguments)
    dossier, provenance = report.reported(options, arguments)
    report.write_report(dossier, provenance, options, page)
    return f"{heading}\n\n{report.told(dossier, page)}\n{command}\n    karat reproduce {page}\n\n{_END}"
