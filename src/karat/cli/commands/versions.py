"""`karat versions`: language versions of one text, before anything is compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.cli.inputs import named
from karat.cli.option_groups import DebugOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.diagnosis.parallel_versions import KINDS, LONGEST, UNLIKE, check_versions
from karat.errors import InvalidOption, UnknownName
from karat.readers.files.lines import read_lines
from karat.report.topics import versions as report

if TYPE_CHECKING:
    from collections.abc import Sequence


class VersionOptions(Options, title="input"):
    """Which versions, and what is looked for."""

    inputs: list[str] = option(
        "inputs", "VERSION…", "plain text, one segment per line; the others are checked against the first"
    )
    names: list[str] | None = option("--names", "NAME…", "names of the versions (default: their file names)")
    longest: int = option(
        "--longest",
        "N",
        f"longest segment in words (default: {LONGEST}); in scripts without spaces, two characters count as "
        "a word",
        default=LONGEST,
        least=1,
    )
    unlike: float | None = option(
        "--unlike",
        "X",
        f"report lengths X standard deviations or more from the expected length (default: {UNLIKE:g})",
    )
    only: list[str] | None = option("--only", "NAME…", f"{', '.join(KINDS)} (default: all)")


class VersionsOptions(VersionOptions, OutputOptions, DebugOptions):
    """What `karat versions` was asked for."""


COMMAND = Command(
    "versions",
    VersionsOptions,
    usage="karat versions VERSION… [options]",
    description="""\
Check language versions of one text before anything is compared: source and references, or translations into
several languages.

Each version is aligned with the first by the lengths of the segments, so the numbers of segments may differ.
Karat reports segments that are empty, missing, merged or shifted; unexpected lengths; numbers and links that
one version lacks; and overlong segments, with a place to split them.""",
    examples="""\
examples:
  karat versions source.txt reference.txt
  karat versions en.txt de.txt fr.txt --longest 40
  karat versions source.txt ref-A.txt ref-B.txt --only missing merged empty --format json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Check the versions that the arguments name, and print what was found."""
    options: VersionsOptions = COMMAND.read(arguments)
    if len(options.inputs) < 2:
        raise InvalidOption("There is one version; name at least two: karat versions en.txt de.txt.")
    for name in options.only or ():
        if name not in KINDS:
            raise UnknownName.among("finding", name, KINDS)
    if options.names is not None and len(set(options.names)) != len(options.inputs):
        raise InvalidOption(
            f"--names must give each of the {len(options.inputs)} versions a name of its own."
        )
    paths = named(options.inputs, options.names, what="version")
    texts = {name: read_lines(path) for name, path in paths.items()}
    found = check_versions(
        texts, longest=options.longest, unlike=UNLIKE if options.unlike is None else options.unlike
    )
    wanted = [one for one in found.findings if options.only is None or one.kind in options.only]
    found = replace(found, findings=tuple(wanted))
    form = form_for(options.format)
    if form == "json":
        write(report.as_json(found, wanted))
    elif form == "tsv":
        write(render(form, [report.finding_table(found)], [], digits=options.width))
    else:
        write(render(form, report.tables(found), report.notes(found), digits=options.width))
    return 0
