"""The lead's page of a campaign of annotators: who has done what, what became of suggestions, agreement."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from karat.campaigns.annotation.annotated_documents import final_entities, lacks_adjudicator
from karat.campaigns.annotation.annotation_status import annotation_status
from karat.campaigns.annotation.mark_records import mark_records
from karat.campaigns.campaign_errors import Invalid
from karat.campaigns.exchange.entity_export import written_entities, written_records
from karat.errors import InvalidText
from karat.report.tables import ends
from karat.report.words import number
from karat.web.catalogues import type_label
from karat.web.lead_view import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.annotation.annotation_status import AnnotationStatus, AnnotatorProgress
    from karat.campaigns.desk import Desk
    from karat.campaigns.store.store import State
    from karat.reliability.entity_agreement import EntityAgreement, TypeAgreement
    from karat.web.catalogues import Catalogue

# Everything that was recorded, and the entities of the reference as they are in the end.
_RECORDS = "marks.csv"
_FINAL = {"entities.jsonl": "entities", "reference.muc": "muc"}
FILES = (*_FINAL, _RECORDS)
# What a mark can come from, and what the page calls it.
_ANNOTATORS = {
    "accepted": "lead_accepted",
    "corrected": "lead_corrected",
    "rejected": "lead_rejected",
    "repeated": "lead_repeated",
    "hand": "lead_by_hand",
}
_ADJUDICATORS = {
    "agreed": "lead_agreed",
    "chosen": "lead_chosen",
    "own": "lead_own",
    "refused": "lead_refused",
}


@dataclass(frozen=True, slots=True)
class AnnotationLead:
    """What the template has of the campaign."""

    name: str
    state: State
    protocol: str
    design: str
    masked: bool = False


@dataclass(frozen=True, slots=True)
class PeopleTable:
    """A table with a row for each person or type: the first cell of a row names it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def annotation_view(desk: Desk, words: Catalogue) -> dict[str, Any]:
    """The values of the template."""
    found = annotation_status(desk.store)
    return {
        "campaign": AnnotationLead(found.name, found.state, desk.questionnaire.name, "documents"),
        "finished": words.say("lead_finished", done=found.finished, total=found.documents),
        "progress_tables": _progress(found, words),
        "agreement_tables": [_agreement(one, words) for one in found.agreement],
        **_files(desk, words),
    }


def _files(desk: Desk, words: Catalogue) -> dict[str, Any]:
    """Which files there are, and what is not in them."""
    if lacks_adjudicator(desk.store.plan()):
        return {"downloads": [_RECORDS], "file_notes": [words.say("lead_files_undecided")]}
    found = final_entities(desk.store)
    if found.is_empty:
        return {"downloads": [_RECORDS], "file_notes": [words.say("lead_files_unfinished")]}
    notes = []
    if found.open_documents:
        notes.append(words.say("lead_files_open", count=len(found.open_documents)))
    if found.left_out:
        listed = ", ".join(f"{type_label(kind, words)} {count}" for kind, count in found.left_out.items())
        notes.append(words.say("lead_files_left_out", marks=listed))
    return {"downloads": list(FILES), "file_notes": notes}


def annotation_file(desk: Desk, name: str) -> str:
    """The entities as a file; of several annotators, the adjudicated ones. Or all that was recorded."""
    if name == _RECORDS:
        return written_records(mark_records(desk.store))
    if lacks_adjudicator(desk.store.plan()):
        raise Invalid("Several annotators marked each document, and nobody decides between them.")
    found = final_entities(desk.store)
    if found.is_empty:
        raise Invalid("No document is finished yet, so there are no entities to write.")
    try:
        return written_entities(found, _FINAL[name])  # type: ignore[arg-type]
    except InvalidText as error:
        raise Invalid(f"{error}") from None


def _progress(found: AnnotationStatus, words: Catalogue) -> list[PeopleTable]:
    """A table of the annotators, and one of the adjudicators, where there are any."""
    annotators = [one for one in found.people if one.role != "adjudicator"]
    adjudicators = [one for one in found.people if one.role == "adjudicator"]
    tables = [_people("lead_annotators", "lead_annotator", annotators, _ANNOTATORS, words)]
    if adjudicators:
        tables.append(_people("lead_adjudicators", "lead_adjudicator", adjudicators, _ADJUDICATORS, words))
    return tables


def _people(
    title: str, one: str, people: Sequence[AnnotatorProgress], origins: dict[str, str], words: Catalogue
) -> PeopleTable:
    suggested = ["lead_suggested"] if origins is _ANNOTATORS else []
    columns = [one, "lead_documents", *suggested, *origins.values(), "lead_seconds"]
    rows = [
        (
            person.person,
            words.say("lead_of", done=person.done, total=person.total),
            *([str(person.suggested)] if suggested else []),
            *(str(person.counts.get(origin, 0)) for origin in origins),  # type: ignore[call-overload]
            _figure(person.seconds_per_document, 1),
        )
        for person in people
    ]
    return PeopleTable(words.say(title), tuple(words.say(name) for name in columns), tuple(rows))


def _agreement(found: EntityAgreement, words: Catalogue) -> PeopleTable:
    """F1 of two annotators by type, each with its interval."""
    criteria = [words.say(name) for name in ("lead_exact", "lead_extent", "lead_overlap")]
    columns = (words.say("entity_type"), found.first, found.second, *criteria)
    rows = [_type_row(one, words) for one in (found.whole, *found.by_type)]
    title = words.say("lead_agreement_of", first=found.first, second=found.second)
    return PeopleTable(title, columns, tuple(rows))


def _type_row(one: TypeAgreement, words: Catalogue) -> tuple[str, ...]:
    name = type_label(one.kind, words) if one.kind else words.say("lead_all_types")
    figures = []
    for found in one.f1.values():
        low, high = ends(found.interval)
        where = "" if isnan(low) else f" [{number(low, 2)}, {number(high, 2)}]"
        figures.append(f"{_figure(found.value, 2)}{where}")
    return (name, str(one.marks[0]), str(one.marks[1]), *figures)


def _figure(value: float, digits: int) -> str:
    return NOTHING if isnan(value) else number(value, digits)
