"""`karat judges`: how far judges agree."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from karat.cli import judges_manual
from karat.cli.options import number, whole_number
from karat.cli.output import write
from karat.cli.parser import Parser
from karat.cli.presentation import check_form, form_for, render
from karat.cli.progress import Progress
from karat.errors import InvalidOption, UnknownName
from karat.readers import read, read_judgements
from karat.reliability import Bootstrap, reliability
from karat.report.topics import judges
from karat.report.topics.judges import SHOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.judgements import Judgements


class JudgeOptions(Namespace):
    """What the user asked for; None where an option was not given."""

    inputs: list[str]
    data: str | None = None
    dimension: list[str] | None = None
    scale: list[str] | None = None
    first_segment: int | None = None
    weights: list[str] | None = None
    samples: int | None = None
    seed: int | None = None
    level: float | None = None
    interval: str | None = None
    show: list[str] | None = None
    format: str | None = None
    width: int = 2


def run(arguments: Sequence[str]) -> int:
    """Judge the judges of the files that are named, and print it."""
    options = _options(arguments)

    bootstrap = _bootstrap(options)
    with Progress() as progress:
        corpus = _corpus(options)
        judgements = _judgements(options, corpus)
        names = _dimensions(options, judgements)
        progress.stage("resampling", len(names))
        found = []
        for name in names:
            found.append(reliability(judgements, name, corpus=corpus, bootstrap=bootstrap))
            progress.advance()
    form = form_for(options.format)
    if form == "json":
        write(judges.as_json(found))
        return 0
    shown = options.show or (["agreement"] if form == "tsv" else list(judges.USUAL))
    tables = judges.tables(found, shown)
    if not tables:
        raise InvalidOption("Nobody judged an item twice, so there are no repeats to show.")
    write(render(form, tables, judges.notes(found, shown), digits=options.width))
    return 0


def _options(arguments: Sequence[str]) -> JudgeOptions:
    manual = judges_manual
    parser = Parser("judges", usage=manual.USAGE, description=manual.DESCRIPTION, examples=manual.EXAMPLES)
    for title, group in manual.GROUPS.items():
        parser.add_group(title, group, types={"N": whole_number, "X": number})
    options = parser.read(arguments, JudgeOptions())
    if not options.inputs:
        raise InvalidOption("There are no judgements. Name a file of them: karat judges FILE.")
    check_form(options.format, options.width)
    for word in options.show or ():
        if word not in SHOWN:
            raise InvalidOption.choice("--show", word, SHOWN)
    if form_for(options.format) == "tsv" and len(options.show or ()) > 1:
        raise InvalidOption("--show names several tables, and tsv holds one. Ask for one of them.")
    return options


def _bootstrap(options: JudgeOptions) -> Bootstrap:
    given = {name: getattr(options, name) for name in ("samples", "seed", "interval")}
    given["confidence"] = options.level
    return Bootstrap(**{name: value for name, value in given.items() if value is not None})


def _corpus(options: JudgeOptions) -> Corpus | None:
    if options.data is None:
        return None

    return read(options.data)


def _judgements(options: JudgeOptions, corpus: Corpus | None) -> Judgements:
    scales = _named("--scale", options.scale)
    weights = {name: _weight(name, text) for name, text in _named("--weights", options.weights).items()}
    asked = options.dimension or []
    read = [
        read_judgements(
            path,
            corpus,
            dimension=asked[0] if len(asked) == 1 else None,
            scales=scales,
            first_segment=options.first_segment,
            weights=weights or None,
        )
        for path in options.inputs
    ]
    whole = read[0]
    for path, more in zip(options.inputs[1:], read[1:], strict=True):
        whole = whole.append(more, name=path)
    for name in scales:
        if name not in whole.dimensions:
            raise UnknownName.among("dimension", name, whole.dimensions)
    return whole


def _dimensions(options: JudgeOptions, judgements: Judgements) -> Sequence[str]:
    for name in options.dimension or ():
        if name not in judgements.dimensions:
            raise UnknownName.among("dimension", name, judgements.dimensions)
    return options.dimension or judgements.dimensions


def _named(option: str, given: Sequence[str] | None) -> dict[str, str]:
    """NAME=VALUE pairs by name."""
    found: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise InvalidOption(f"{option} is {text!r}; NAME=VALUE was expected.")
        found[name] = value
    return found


def _weight(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidOption(f"--weights gives {name} the weight {text!r}; a number was expected.") from None
