"""A campaign that is running: progress, judges, standings, and whether there is enough; tables and charts."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.report.page.statements import Statement
from karat.report.tables import Column, Note, Row, Section, Table, printable
from karat.report.topics.campaign_judges import (
    agreement_table,
    care,
    careless,
    damage_table,
    judge_table,
    judges_section,
    too_fast,
)
from karat.report.topics.campaign_standings import (
    adjusted_note,
    advice,
    claim_text,
    claimed_judges,
    difference_table,
    error_rate,
    look_table,
    masked_note,
    power,
    repeats_note,
    saving,
    standings_section,
    standings_table,
    stopping_section,
)
from karat.report.words import listed, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.watch.campaign_progress import PagesDone
    from karat.campaigns.watch.status import Status

# What is longer than this is looked up in the export.
_MOST_SAID = 20


def tables(status: Status) -> list[Table]:
    """Everything, in the order of the page."""
    found = [
        progress_table("judge", status.judges),
        progress_table("system", status.systems),
        *(standings_table(one) for one in status.standings),
        *(difference_table(one, status) for one in status.standings if one.differences),
    ]
    if status.verdict.looks:
        found.append(look_table(status))
    if status.next_documents:
        found.append(next_table(status))
    if status.quality.judges:
        found += [agreement_table(status), judge_table(status)]
    if status.quality.damages:
        found.append(damage_table(status.quality.damages))
    if status.said:
        found.append(said_table(status))
    return found


def progress_table(what: str, parts: Sequence[PagesDone]) -> Table:
    """Pages answered and planned of each judge, pack or system, and skipped, if any were."""
    has_judges = any(part.judge is not None for part in parts)
    skips = any(part.skipped for part in parts)
    rows = [
        Row(
            (part.name, part.judge or "–") if has_judges else (part.name,),
            (
                part.done,
                *((part.skipped,) if skips else ()),
                part.planned,
                100 * part.share,
                part.left,
            ),
        )
        for part in parts
    ]
    labels = (what, "judge") if has_judges else (what,)
    columns = (
        Column("done", digits=0),
        *((Column("skipped", digits=0),) if skips else ()),
        Column("pages", digits=0),
        Column("%", digits=0),
        Column("hours left", digits=1),
    )
    return Table(labels, columns, rows, title=f"Progress by {what}")


def next_table(status: Status) -> Table:
    """Documents to have judged next."""
    rows = [
        Row((one.document, ", ".join(one.systems), one.reason), (one.words,)) for one in status.next_documents
    ]
    return Table(
        ("document", "outputs of", "because"),
        (Column("words", digits=0),),
        rows,
        title="Which documents next",
    )


def said_table(status: Status) -> Table:
    """What judges told the lead, the newest first."""
    rows = [
        Row((one.kind, one.judge, one.document, str(one.segment), one.text), ())
        for one in status.said[:_MOST_SAID]
    ]
    more = "" if len(status.said) <= _MOST_SAID else f", the newest {_MOST_SAID} of {len(status.said)}"
    return Table(("what", "judge", "document", "segment", "in words"), (), rows, title=f"Judges say{more}")


def notes(status: Status) -> list[Note]:
    """The verdict, what it rests on, and what readers must know of the figures."""
    return [
        Note("stop?", advice(status)),
        *(Note("claims", claim_text(claim)) for claim in status.verdict.claims),
        Note("error rate", error_rate(status)),
        *(Note("judges meant", text) for text in claimed_judges(status)),
        Note("saving", saving(status)),
        *(Note("power", text) for text in power(status)),
        *(Note("careless", text) for text in careless(status)),
        *adjusted_note(status),
        *repeats_note(status),
        *masked_note(status),
    ]


def record(status: Status) -> dict[str, Any]:
    """Everything in full precision."""
    return status.to_dict()


def statements(status: Status) -> list[Statement]:
    """What the lead wants to know first."""
    verdict = status.verdict
    pages = status.pages
    found = [
        Statement(advice(status), "good" if verdict.stops else "doubtful", "stopping"),
        Statement(
            f"{pages.done:,} of {plural(pages.planned, 'page')} are answered"
            + (
                ""
                if isnan(pages.left) or not pages.left
                else f"; about {pages.left:.1f} hours of work are left"
            )
            + ".",
            "good",
            "progress",
        ),
    ]
    suspected = status.quality.suspected
    if suspected:
        found.append(Statement(f"{listed(suspected)} may be careless.", "bad", "judges"))
    elif status.quality.judges and not status.quality.hurried:
        found.append(Statement(care(status), "good" if status.quality.can_tell else "doubtful", "judges"))
    if status.quality.hurried:
        found.append(Statement(too_fast(status), "doubtful", "judges"))
    flags = [one for one in status.said if one.kind == "flag"]
    if flags:
        found.append(Statement(f"{plural(len(flags), 'page')} flagged by judges.", "doubtful", "said"))
    return found


def sections(status: Status) -> list[Section]:
    """The whole page, what matters most first."""
    found = [stopping_section(status)]
    if status.standings:
        found.append(standings_section(status))
    found.append(_progress(status))
    if status.quality.judges:
        found.append(judges_section(status))
    if status.next_documents:
        first = printable(status.next_documents[0].document)
        lead = f"If more judgements are bought, {first} comes first. Documents are chosen by what is missing."
        found.append(Section("next", "Which documents next?", lead, (next_table(status),)))
    if status.said:
        lead = f"Judges have left {plural(len(status.said), 'remark')}."
        found.append(Section("said", "What do judges say?", lead, (said_table(status),)))
    return found


def _progress(status: Status) -> Section:
    pages = status.pages
    lead = f"{pages.done:,} of {plural(pages.planned, 'page')} are answered."
    if pages.left > 0:
        lead += f" At this pace about {pages.left:.1f} hours of work are left, over all judges."
    if pages.skipped:
        lead += (
            f" {plural(pages.skipped, 'page')} skipped: nobody answers them unless you hand over their packs."
        )
    parts = (
        progress_table("judge", status.judges),
        progress_table("pack", status.packs),
        progress_table("system", status.systems),
    )
    return Section("progress", "How far are the judges?", lead, parts)
