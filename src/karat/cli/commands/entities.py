"""`karat entities`: named entities suggested in a reference, for a person to check."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from karat.cli.names_of_project import learn_names
from karat.cli.notes import note
from karat.cli.option_groups import FORMATS, OVERWRITE, OtherOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import render, write
from karat.cli.progress import Progress
from karat.entities.muc import write_tagged
from karat.entities.names_file import read_names
from karat.entities.recognisers import recogniser
from karat.entities.standoff import write_standoff
from karat.entities.suggestions import with_suggestions
from karat.errors import InvalidFile, InvalidOption, InvalidText
from karat.output_files import check_output, write_file
from karat.readers.corpora.annotation import read_annotated
from karat.readers.files.input_table import ending_of
from karat.readers.files.lines import read_lines
from karat.report.topics import entities as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.entities.entity import Entity


class EntityOptions(Options, title="options"):
    """What `karat entities` was asked for."""

    reference: str = option("reference", "REFERENCE", "the text, with or without entities")
    language: str | None = option(
        "--language", "NAME", "language of the text: ar, de, en, es, fr, it, ja, nl, pt, ru, zh (default: en)"
    )
    recogniser: str | None = option(
        "--recogniser", "NAME", "rules, spacy:MODEL (rules and a model), none (default: rules)"
    )
    documents: str | None = option(
        "--documents",
        "FILE",
        "document of each line; a name marked once is suggested throughout its document "
        "(default: all one document)",
    )
    plain_text: bool | None = option(
        "--plain-text", "", "the text has no MUC tags: what looks like one is text; writes JSON lines"
    )
    names: str | None = option(
        "--names",
        "FILE",
        "names of the project, confirmed in earlier texts, which are suggested here; with --confirmed, the "
        "names of this text are added to it",
    )
    confirmed: bool | None = option(
        "--confirmed",
        "",
        "add nothing, and remove the SUGGESTED marks: a person has checked every entity",
    )
    format: str | None = option(
        "--format",
        "NAME",
        "muc, jsonl (to correct and score with), json, table, tsv, latex (default: by the ending "
        "of FILE, else muc)",
        choices=("muc", "jsonl", *FORMATS),
    )
    output: str | None = option("-o --output", "FILE", "write to this file (default: standard output)")
    overwrite: bool | None = OVERWRITE
    debug: bool | None = OtherOptions.debug
    help: bool | None = OtherOptions.help


COMMAND = Command(
    "entities",
    EntityOptions,
    usage="karat entities REFERENCE [options]",
    description="""\
Suggest the named entities of a reference, for a person to check.

REFERENCE is plain text, one segment per line (- is standard input). It may already have entities, in MUC
tags or as stand-off JSON lines (.jsonl). These are kept, and every name marked there is also suggested
wherever else it occurs in its document. Rules suggest dates, times, money and percentages; a spaCy model
suggests names, and so does a file of names that people confirmed in earlier texts.

Each suggestion carries the mark SUGGESTED. Correct the entities, remove the marks (by hand, or with
--confirmed once all are checked), and score with karat score -m nee --entities FILE.""",
    examples="""\
examples:
  karat entities reference.txt -o suggested.muc
  karat entities reference.txt --language fr --format jsonl > suggested.jsonl
  karat entities reference.txt --recogniser spacy:en_core_web_sm --documents documents.txt
  karat entities names.muc --recogniser none -o everywhere.muc
  karat entities checked.muc --confirmed -o final.muc --names names.tsv
  karat entities next.txt --names names.tsv -o next.muc
  karat entities reference.txt --format table
""",
)


def run(arguments: Sequence[str]) -> int:
    """Suggest entities and write them."""
    options: EntityOptions = COMMAND.read(arguments)
    _check(options)
    texts, entities = _read(options)
    text = _written(texts, entities, _format(options), options.reference)
    suggested = sum(entity.suggested for found in entities for entity in found)
    if options.output is None:
        write(text)
    else:
        write_file(options.output, text)
    if suggested:
        words = "1 entity is a suggestion" if suggested == 1 else f"{suggested} entities are suggestions"
        note(f"{words}. NEE counts them when a person has confirmed them.")
    return 0


def _check(options: EntityOptions) -> None:
    given = [name for name in ("language", "recogniser", "documents") if getattr(options, name) is not None]
    if options.confirmed and given:
        raise InvalidOption(
            f"--confirmed adds no suggestions, so --{given[0]} has no place here. Leave it out."
        )
    if ending_of(options.reference) in ("tsv", "csv", "parquet"):
        raise InvalidFile.at(
            options.reference,
            "this is a table. Text was expected, one segment per line: write its references into a file.",
        )
    output = options.output
    # pathlib would double the time to start.
    there = output is not None and os.path.exists(output) and os.path.exists(options.reference)  # noqa: PTH110
    if there and os.path.samefile(output or "", options.reference):  # noqa: PTH121
        raise InvalidOption(f"{output} is the reference itself, which would be lost. Name another file.")
    if output is not None:
        check_output(output, overwrite=bool(options.overwrite))


def _format(options: EntityOptions) -> str:
    if options.format is not None:
        return options.format
    is_json = (options.output or "").lower().endswith((".jsonl", ".ndjson"))
    return "jsonl" if is_json or options.plain_text else "muc"


def _read(options: EntityOptions) -> tuple[list[str], list[tuple[Entity, ...]]]:
    if options.confirmed:
        texts, confirmed = _confirmed(_annotated(options))
        if options.names is not None:
            learn_names(options.names, texts, confirmed)
        return texts, confirmed

    recognise = recogniser(options.recogniser or "rules", options.language or "en")
    names = None if options.names is None else read_names(options.names)
    annotated = _annotated(options)
    documents = _documents(options, len(annotated))
    texts = [text for text, _ in annotated]
    with Progress() as progress:
        progress.stage("recognising", len(annotated))
        entities = with_suggestions(
            texts,
            [marked for _, marked in annotated],
            recognise,
            names=names,
            documents=documents,
            heard=progress.advance,
        )
    return texts, entities


def _annotated(options: EntityOptions) -> Sequence[tuple[str, tuple[Entity, ...]]]:
    try:
        return read_annotated(options.reference, is_plain=bool(options.plain_text))
    except InvalidFile as error:
        if options.plain_text or "<" not in str(error):
            raise
        raise InvalidFile(f"{error} If it is text and no tag, say so: --plain-text.") from None


def _confirmed(
    annotated: Sequence[tuple[str, tuple[Entity, ...]]],
) -> tuple[list[str], list[tuple[Entity, ...]]]:
    texts = [text for text, _ in annotated]
    return texts, [tuple(replace(entity, suggested=False) for entity in found) for _, found in annotated]


def _documents(options: EntityOptions, segments: int) -> Sequence[str] | None:
    if options.documents is None:
        return None

    documents = read_lines(options.documents)
    if len(documents) != segments:
        raise InvalidFile.at(
            options.documents,
            f"there are {len(documents)} lines, and the reference has {segments}. "
            "Give one line for each segment.",
        )
    return documents


def _written(texts: Sequence[str], entities: Sequence[Sequence[Entity]], form: str, path: str) -> str:
    if form in FORMATS:
        return _listed(texts, entities, form)
    write_line = write_standoff if form == "jsonl" else write_tagged
    lines = []
    for number, (text, found) in enumerate(zip(texts, entities, strict=True), 1):
        try:
            lines.append(f"{write_line(text, found)}\n")
        except InvalidText as error:
            remedy = " Add --format jsonl." if "JSON lines" in str(error) else ""
            raise InvalidFile.at(path, f"{error}{remedy}", line=number) from None
    return "".join(lines)


def _listed(texts: Sequence[str], entities: Sequence[Sequence[Entity]], form: str) -> str:
    """The entities alone, for people and other programs."""
    if form == "json":
        return report.as_json(texts, entities)
    return render(form, [report.table(entities)], [], digits=0)
