"""`karat judges` of annotators: how far they agree on named entities."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.campaigns.annotation.annotated_documents import annotated_documents, annotator_pairs
from karat.campaigns.store import open_store
from karat.cli.output import form_for, render, write
from karat.errors import InvalidOption
from karat.readers import read
from karat.readers.files.lines import read_lines
from karat.readers.people.entity_files import is_entity_file, read_annotator
from karat.reliability import Bootstrap
from karat.reliability.entity_agreement import entity_agreement
from karat.report.topics import entity_agreement as topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.commands.judges import JudgeOptions
    from karat.reliability.entity_agreement import AnnotatedText

# What is about scores of judges, and has no meaning for marks.
_OF_SCORES = ("dimension", "scale", "first_segment", "weights", "show", "map_scale", "by_group")


def has_entity_files(paths: Sequence[str]) -> bool:
    """Whether these are files of annotators, each one's marks; both kinds at once are refused."""
    kinds = [is_entity_file(path) for path in paths]
    if any(kinds) and not all(kinds):
        other = paths[kinds.index(False)]
        raise InvalidOption(f"{other} has no entities, and another file has. Compare files of one kind.")
    return bool(kinds) and all(kinds)


def compare_campaign(options: JudgeOptions) -> bool:
    """Print the agreement within a campaign of annotators; False if what is named is none."""
    (path, *more) = options.inputs
    if more or not path.endswith(".campaign"):
        return False
    if options.documents is not None:
        raise InvalidOption(f"{path} knows its documents. Leave --documents out.")
    store = open_store(path)
    try:
        if store.plan().questionnaire.entities is None:
            return False
        pairs = annotator_pairs(annotated_documents(store))
    finally:
        store.close()
    if not pairs:
        raise InvalidOption(f"In {path}, no two annotators have done the same document yet.")
    show_agreement(pairs, options)
    return True


def compare_entity_files(options: JudgeOptions) -> None:
    """Read one file for each annotator, and print their agreement."""
    if len(options.inputs) < 2:
        raise InvalidOption("One annotator cannot agree with anybody. Name the files of two or more.")
    if options.data is not None and options.documents is not None:
        raise InvalidOption("--data and --documents both say the documents. Leave one of them out.")
    if options.documents is not None:
        documents: Sequence[str] | None = list(read_lines(options.documents))
    else:
        documents = None if options.data is None else read(options.data).documents
    show_agreement(
        [_named([read_annotator(path, documents=documents) for path in options.inputs], options)], options
    )


def _named(annotated: Sequence[AnnotatedText], options: JudgeOptions) -> list[AnnotatedText]:
    """Files in folders of their annotators may be called the same: then the whole path says whose one is."""
    names = [one.annotator for one in annotated]
    return [
        replace(one, annotator=path) if names.count(one.annotator) > 1 else one
        for one, path in zip(annotated, options.inputs, strict=True)
    ]


def show_agreement(annotated: Sequence[Sequence[AnnotatedText]], options: JudgeOptions) -> None:
    """Print the agreement of every two annotators of the same texts."""
    for name in _OF_SCORES:
        if getattr(options, name):
            flag = name.replace("_", "-")
            raise InvalidOption(f"--{flag} is about scores, and these files have entities. Leave it out.")
    bootstrap = Bootstrap(**options.given("draw", "samples", "seed", "confidence", "interval"))
    found = [one for same in annotated for one in entity_agreement(same, bootstrap=bootstrap)]
    form = form_for(options.format, several=len(found) > 1)
    if form == "json":
        write(topic.as_json(found))
    else:
        tables = [topic.table(one) for one in found]
        write(render(form, tables, topic.notes(found), digits=options.width))
