"""The tables of a campaign, the same in SQLite and in PostgreSQL.

`answers`, `answer_values`, `answer_spans`, `answer_marks`, `suggestions`, `consents`, `guidelines`, `remarks`
and `events` only grow: see `append_only`.
The names of systems are in `origins` alone, which no query for a judge reads.
Times are seconds since 1970. The order of what happened is `number`, not time: clocks can be set back.
"""

from __future__ import annotations

from typing import Any, get_args

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from karat.campaigns.answers import NOT_KEPT, MarkOrigin

metadata = MetaData()

ROLES = ("judge", "lead", "annotator", "adjudicator")
STATES = ("open", "paused", "closed")
PURPOSES = ("plan", "anchor", "repeat", "spoilt", "training", "adjudication")
ORIGINS = get_args(MarkOrigin)
REMARKS = ("skip", "flag")


def columns(table: Table, names: str) -> list[Column[Any]]:
    """Some columns of a table, by their names in one text."""
    return [table.c[name] for name in names.split()]


def _one_of(column: str, words: tuple[str, ...]) -> CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_is_known")


schema_version = Table("schema_version", metadata, Column("version", Integer, primary_key=True))

campaign = Table(
    "campaign",
    metadata,
    Column("number", Integer, CheckConstraint("number = 1", name="one_campaign"), primary_key=True),
    Column("name", Text, nullable=False),
    Column("questionnaire", Text, nullable=False),
    Column("design", Text, nullable=False),
    Column("systems", Text, nullable=False),
    Column("judges", Text, nullable=False),
    Column("judges_per_output", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("no_back", Boolean, nullable=False),
    Column("masked", Boolean, nullable=False),
    Column("state", Text, _one_of("state", STATES), nullable=False),
    Column("created", Double, nullable=False),
    Column("completion_code", Text),
    Column("human_systems", Text, nullable=False, server_default="[]"),
    Column("corpus_segments", Integer),
)

questions = Table(
    "questions",
    metadata,
    Column("step", Integer, primary_key=True),
    Column("dimension", Text, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    Column("whole_steps", Boolean, nullable=False),
)

segments = Table(
    "segments",
    metadata,
    Column("place", Integer, primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("document", Text, nullable=False, index=True),
    Column("text_type", Text, nullable=False),
    Column("source", Text),
    Column("reference", Text),
    Column("words", Integer, nullable=False),
    Column("source_language", Text, nullable=False),
    Column("target_language", Text, nullable=False),
)

# All references of a segment, where the corpus has several; `segments` has the one that judges see.
segment_references = Table(
    "segment_references",
    metadata,
    Column("segment", Integer, ForeignKey("segments.number"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("name", Text, primary_key=True),
    Column("role", Text, _one_of("role", ROLES), nullable=False),
    Column("code", Text, nullable=False, unique=True),
    Column("most_packs", Integer),
    Column("external", Text),
    Column("added", Double, nullable=False),
    Column("revoked", Double),
    # Of an invitation: how many judges may come in by it.
    Column("seats", Integer),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("selector", Text, nullable=False, index=True),
    Column("person", Text, ForeignKey("people.name"), nullable=False),
    Column("made", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Column("revoked", Double),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("selector", Text, nullable=False, index=True),
    Column("person", Text, ForeignKey("people.name"), nullable=False),
    Column("token", Text, ForeignKey("tokens.digest"), nullable=False),
    Column("made", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Column("ended", Double),
)

packs = Table(
    "packs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("place", Integer, nullable=False, unique=True),
    # Whom the plan gave it to, and who has it now; `lease` is until when an open pack is held.
    Column("planned", Text),
    Column("judge", Text, ForeignKey("people.name"), index=True),
    Column("lease", Double),
)

items = Table(
    "items",
    metadata,
    Column("id", Text, primary_key=True),
    Column("pack", Text, ForeignKey("packs.id")),
    Column("position", Integer, nullable=False),
    Column("segment", Integer, ForeignKey("segments.number"), nullable=False, index=True),
    Column("purpose", Text, _one_of("purpose", PURPOSES), nullable=False),
    Column("expected", Text, nullable=False),
    UniqueConstraint("pack", "position"),
    CheckConstraint("(pack IS NULL) = (purpose = 'training')", name="training_has_no_pack"),
)

candidates = Table(
    "candidates",
    metadata,
    Column("id", Text, primary_key=True),
    Column("item", Text, ForeignKey("items.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", Text, nullable=False),
    # The same for all outputs of one system in a pack, and random: context without the system's name.
    Column("thread", Text, nullable=False),
    UniqueConstraint("item", "position"),
)

origins = Table(
    "origins",
    metadata,
    Column("candidate", Text, ForeignKey("candidates.id"), primary_key=True),
    Column("system", Text, nullable=False),
    Column("damage", Text, nullable=False),
)

# Named entities that are suggested in an item: by the plan, and by the annotator's own names.
suggestions = Table(
    "suggestions",
    metadata,
    Column("item", Text, ForeignKey("items.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("candidate", Text, ForeignKey("candidates.id"), nullable=False),
    Column("first", Integer, nullable=False),
    Column(
        "last", Integer, CheckConstraint("last > first AND first >= 0", name="suggests_text"), nullable=False
    ),
    Column("kind", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("alternatives", Text, nullable=False, server_default="[]"),
    Column("optional", Boolean, nullable=False, server_default=false()),
)

# A page as it was shown: where the key of its answer was made, and when.
showings = Table(
    "showings",
    metadata,
    Column("key", Text, primary_key=True),
    Column("judge", Text, ForeignKey("people.name"), nullable=False),
    Column("item", Text, ForeignKey("items.id"), nullable=False, index=True),
    Column("step", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("shown", Double, nullable=False),
    UniqueConstraint("judge", "item", "step", "version"),
)

answers = Table(
    "answers",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("key", Text, ForeignKey("showings.key"), nullable=False, unique=True),
    Column("judge", Text, ForeignKey("people.name"), nullable=False),
    Column("item", Text, ForeignKey("items.id"), nullable=False, index=True),
    Column("step", Integer, nullable=False),
    Column("version", Integer, CheckConstraint("version >= 0", name="version_counts"), nullable=False),
    Column("training", Boolean, nullable=False),
    Column("comment", Text, nullable=False),
    Column("shown", Double, nullable=False),
    Column("stored", Double, nullable=False),
    Column("active", Double, CheckConstraint("active >= 0", name="active_is_positive")),
    Column("guidelines", Text, nullable=False),
    Column("reference", Text, nullable=False),
    CheckConstraint("stored >= shown", name="shown_before_stored"),
    UniqueConstraint("judge", "item", "step", "version"),
)
# Every judge does the training; everything else is judged by one judge.
Index(
    "answered_once",
    answers.c.item,
    answers.c.step,
    answers.c.version,
    unique=True,
    sqlite_where=answers.c.training == false(),
    postgresql_where=answers.c.training == false(),
)

# The trigger `value_is_on_scale` compares each value with `questions`.
answer_values = Table(
    "answer_values",
    metadata,
    Column("answer", Integer, ForeignKey("answers.number"), primary_key=True),
    Column("candidate", Text, ForeignKey("candidates.id"), primary_key=True),
    Column("dimension", Text, primary_key=True),
    Column("value", Double, nullable=False),
)

answer_spans = Table(
    "answer_spans",
    metadata,
    Column("answer", Integer, ForeignKey("answers.number"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("candidate", Text, ForeignKey("candidates.id"), nullable=False),
    Column("first", Integer, CheckConstraint("first >= 0", name="first_counts"), nullable=False),
    Column("last", Integer, CheckConstraint("last >= first", name="last_after_first"), nullable=False),
    Column("severity", Text, nullable=False),
    Column("category", Text, nullable=False),
)

answer_marks = Table(
    "answer_marks",
    metadata,
    Column("answer", Integer, ForeignKey("answers.number"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("candidate", Text, ForeignKey("candidates.id"), nullable=False),
    Column("first", Integer, nullable=False),
    Column(
        "last", Integer, CheckConstraint("last > first AND first >= 0", name="marks_text"), nullable=False
    ),
    Column("kind", Text, nullable=False),
    Column("alternatives", Text, nullable=False),
    Column("optional", Boolean, nullable=False),
    Column("origin", Text, _one_of("origin", ORIGINS), nullable=False),
    Column("suggestion", Integer),
    Column("reason", Text, nullable=False),
)
# No text is marked twice in the same way by one answer.
Index(
    "marked_once",
    answer_marks.c.answer,
    answer_marks.c.candidate,
    answer_marks.c.first,
    unique=True,
    sqlite_where=answer_marks.c.origin.not_in(sorted(NOT_KEPT)),
    postgresql_where=answer_marks.c.origin.not_in(sorted(NOT_KEPT)),
)

drafts = Table(
    "drafts",
    metadata,
    Column("judge", Text, ForeignKey("people.name"), primary_key=True),
    Column("item", Text, ForeignKey("items.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("saved", Double, nullable=False),
)

consents = Table(
    "consents",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("judge", Text, ForeignKey("people.name"), nullable=False, index=True),
    Column("guidelines", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("given", Double, nullable=False),
)

# What the lead has published since the plan was made; the newest of a language counts.
guidelines = Table(
    "guidelines",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("language", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("published", Double, nullable=False),
)

remarks = Table(
    "remarks",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("judge", Text, ForeignKey("people.name"), nullable=False, index=True),
    Column("item", Text, ForeignKey("items.id"), nullable=False),
    Column("kind", Text, _one_of("kind", REMARKS), nullable=False),
    Column("reason", Text, nullable=False),
    Column("made", Double, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("happened", Double, nullable=False),
)
