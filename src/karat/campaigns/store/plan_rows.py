"""A plan as rows, and the plan that rows make."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from karat.campaigns.plan import (
    CampaignPlan,
    Candidate,
    Expectation,
    Item,
    NamedReference,
    Pack,
    PlannedSegment,
    SuggestedMark,
)
from karat.campaigns.store import schema
from karat.campaigns.store.questionnaire_document import questionnaire_of, questionnaire_text
from karat.errors import InvalidOption, InvalidText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import Connection

LEAD = "lead"
# What suggests the names that an annotator has marked in documents before.
OWN_NAMES = "own"
# What the table of segments has of one.
_SEGMENT = tuple(column.name for column in schema.segments.columns if column.name != "place")


def save_plan(connection: Connection, plan: CampaignPlan, now: float) -> None:
    """A new campaign: nobody has judged, and nobody has a link yet."""
    _check(plan)
    connection.execute(insert(schema.campaign), _campaign(plan, now))
    _insert(connection, schema.questions, _questions(plan))
    _insert(
        connection,
        schema.segments,
        (
            {"place": place} | {name: getattr(segment, name) for name in _SEGMENT}
            for place, segment in enumerate(plan.segments)
        ),
    )
    _insert(
        connection,
        schema.segment_references,
        (
            {"segment": segment.number, "place": place, "name": one.name, "text": one.text}
            for segment in plan.segments
            for place, one in enumerate(segment.references)
        ),
    )
    worker = "judge" if plan.questionnaire.entities is None else "annotator"
    people = [
        (LEAD, "lead"),
        *((name, worker) for name in plan.judges),
        *((name, "adjudicator") for name in plan.adjudicators),
    ]
    _insert(
        connection,
        schema.people,
        ({"name": name, "role": role, "code": new_code(), "added": now} for name, role in people),
    )
    save_packs(connection, plan.packs, first=0)
    _save_items(connection, plan.training, pack=None)


def save_packs(connection: Connection, packs: Iterable[Pack], *, first: int) -> None:
    """Packs with their items; the first of them has this place."""
    for place, pack in enumerate(packs, start=first):
        row = {"id": pack.id, "place": place, "planned": pack.judge, "judge": pack.judge}
        connection.execute(insert(schema.packs), row)
        _save_items(connection, pack.items, pack=pack.id)


def new_code() -> str:
    """What a judge shows at the end: easy to copy, hard to guess."""
    return secrets.token_hex(5).upper()


def load_plan(connection: Connection) -> CampaignPlan:
    """The plan as it was made, with packs as the plan gave them."""
    row = connection.execute(select(schema.campaign)).mappings().one()
    items = _items(connection)
    rows = connection.execute(select(schema.packs).order_by(schema.packs.c.place)).mappings()
    packs = tuple(Pack(pack["id"], tuple(items.get(pack["id"], ())), pack["planned"]) for pack in rows)
    deciding = [pack for pack in packs if any(item.purpose == "adjudication" for item in pack.items)]
    segments = connection.execute(
        select(*(schema.segments.c[name] for name in _SEGMENT)).order_by(schema.segments.c.place)
    ).mappings()
    references = _references(connection)
    return CampaignPlan(
        name=row["name"],
        questionnaire=questionnaire_of(row["questionnaire"]),
        design=row["design"],
        segments=tuple(
            PlannedSegment(**segment, references=tuple(references.get(segment["number"], ())))
            for segment in segments
        ),
        systems=tuple(json.loads(row["systems"])),
        packs=packs,
        training=tuple(items.get(None, ())),
        judges=tuple(json.loads(row["judges"])),
        judges_per_output=row["judges_per_output"],
        seed=int(row["seed"]),
        options=tuple((name, value) for name, value in json.loads(row["options"])),
        no_back=row["no_back"],
        masked=row["masked"],
        adjudicators=tuple(dict.fromkeys(pack.judge for pack in deciding if pack.judge is not None)),
        human_systems=frozenset(json.loads(row["human_systems"])),
        corpus_segments=row["corpus_segments"],
    )


def _references(connection: Connection) -> dict[int, list[NamedReference]]:
    """All references of each segment, where there are several."""
    table = schema.segment_references
    found: dict[int, list[NamedReference]] = {}
    for row in connection.execute(select(table).order_by(table.c.segment, table.c.place)):
        found.setdefault(row.segment, []).append(NamedReference(row.name, row.text))
    return found


def expectations(text: str) -> tuple[Expectation, ...]:
    """What a training item expects."""
    return tuple(Expectation(**expected) for expected in json.loads(text))


def _check(plan: CampaignPlan) -> None:
    everybody = {*plan.judges, *plan.adjudicators}
    if LEAD in everybody:
        raise InvalidOption(f"A judge cannot be called {LEAD!r}: that is the lead of the campaign.")
    unknown = {pack.judge for pack in plan.packs if pack.judge is not None} - everybody
    if unknown:
        raise InvalidOption(f"A pack is given to {min(unknown)!r}, who is no judge of the plan.")
    for segment in plan.segments:
        _check_text(f"Segment {segment.number}", segment.source, segment.reference)
        _check_text(f"A reference of segment {segment.number}", *(one.text for one in segment.references))
    for item in (*plan.training, *(item for pack in plan.packs for item in pack.items)):
        _check_text(
            f"An output of segment {item.segment}", *(candidate.text for candidate in item.candidates)
        )


def _check_text(what: str, *texts: str | None) -> None:
    # PostgreSQL cannot store the character 0, and no database a half of a surrogate pair.
    for text in texts:
        if text and ("\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text)):
            raise InvalidText(f"{what} has a character that is no text. Remove it from the corpus.")


def _campaign(plan: CampaignPlan, now: float) -> dict[str, Any]:
    return {
        "number": 1,
        "name": plan.name,
        "questionnaire": questionnaire_text(plan.questionnaire),
        "design": plan.design,
        "systems": json.dumps(plan.systems),
        "judges": json.dumps(plan.judges),
        "judges_per_output": plan.judges_per_output,
        "seed": str(plan.seed),
        "options": json.dumps(plan.options),
        "no_back": plan.no_back,
        "masked": plan.masked,
        "state": "open",
        "created": now,
        "human_systems": json.dumps(sorted(plan.human_systems)),
        "corpus_segments": plan.corpus_segments,
    }


def _questions(plan: CampaignPlan) -> Iterator[dict[str, Any]]:
    for number, step in enumerate(plan.questionnaire.steps):
        for place, question in enumerate(step.questions):
            yield {
                "step": number,
                "place": place,
                "dimension": question.dimension,
                "low": question.scale.low,
                "high": question.scale.high,
                "whole_steps": question.scale.kind == "ordinal",
            }


def _save_items(connection: Connection, items: Iterable[Item], *, pack: str | None) -> None:
    items = list(items)
    threads: dict[str, str] = {}
    _insert(
        connection,
        schema.items,
        (
            {
                "id": item.id,
                "pack": pack,
                "position": position,
                "segment": item.segment,
                "purpose": item.purpose,
                "expected": json.dumps([asdict(expected) for expected in item.expected]),
            }
            for position, item in enumerate(items)
        ),
    )
    placed = [(item.id, place, shown) for item in items for place, shown in enumerate(item.candidates)]
    _insert(
        connection,
        schema.candidates,
        (
            {
                "id": shown.id,
                "item": item,
                "position": place,
                "text": shown.text,
                "thread": threads.setdefault(shown.system, secrets.token_hex(16)),
            }
            for item, place, shown in placed
        ),
    )
    _insert(
        connection,
        schema.origins,
        ({"candidate": shown.id, "system": shown.system, "damage": shown.damage} for _, _, shown in placed),
    )
    for item in items:
        add_suggestions(connection, item.id, item.suggestions, first=0)


def add_suggestions(
    connection: Connection, item: str, suggestions: Iterable[SuggestedMark], *, first: int
) -> None:
    """Suggestions of an item; the first of them has this place."""
    rows = (
        {
            "item": item,
            "place": place,
            "candidate": one.candidate,
            "first": one.start,
            "last": one.end,
            "kind": one.kind,
            "source": one.source,
            "alternatives": json.dumps(one.alternatives, ensure_ascii=False),
            "optional": one.optional,
        }
        for place, one in enumerate(suggestions, first)
    )
    _insert(connection, schema.suggestions, rows)


def load_suggestions(connection: Connection, item: str | None = None) -> dict[str, list[SuggestedMark]]:
    """The suggestions of an item, or of all, by item and in their order."""
    table = schema.suggestions
    query = select(table).order_by(table.c.item, table.c.place)
    found: dict[str, list[SuggestedMark]] = {}
    for row in connection.execute(query if item is None else query.where(table.c.item == item)):
        one = SuggestedMark(
            row.candidate,
            row.first,
            row.last,
            row.kind,
            row.source,
            tuple(json.loads(row.alternatives)),
            row.optional,
        )
        found.setdefault(row.item, []).append(one)
    return found


def _items(connection: Connection) -> dict[str | None, list[Item]]:
    query = (
        select(
            *schema.columns(schema.candidates, "id item text"),
            *schema.columns(schema.origins, "system damage"),
        )
        .join(schema.origins, schema.origins.c.candidate == schema.candidates.c.id)
        .order_by(schema.candidates.c.item, schema.candidates.c.position)
    )
    candidates: dict[str, list[Candidate]] = {}
    for row in connection.execute(query):
        candidates.setdefault(row.item, []).append(Candidate(row.id, row.system, row.text, row.damage))
    found: dict[str | None, list[Item]] = {}
    suggested = load_suggestions(connection)
    for row in connection.execute(
        select(schema.items).order_by(schema.items.c.pack, schema.items.c.position)
    ):
        shown = tuple(candidates.get(row.id, ()))
        item = Item(
            row.id,
            row.segment,
            shown,
            row.purpose,
            expectations(row.expected),
            # What an annotator's own names suggested came after the plan.
            tuple(one for one in suggested.get(row.id, ()) if one.source != OWN_NAMES),
        )
        found.setdefault(row.pack, []).append(item)
    return found


def _insert(connection: Connection, table: Any, rows: Iterable[dict[str, Any]]) -> None:
    if listed := list(rows):
        connection.execute(insert(table), listed)
