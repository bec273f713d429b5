"""Checks: whether these scores can be used as intended; table, notes and section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.remedies import either
from karat.report.tables import Note, Row, Section, Table, View
from karat.report.words import listed, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.diagnosis.suitability import Finding
    from karat.dossier import Dossier
    from karat.report.tables import Part


# A score is what it is with them, but who has them wants to know.
_ALWAYS_TOLD = ("blank outputs", "source as reference")


def table(findings: Sequence[Finding]) -> Table:
    """A row for each check: its verdict and what it found."""
    rows = [Row((found.verdict, found.check, found.summary), ()) for found in findings]
    return Table(("verdict", "check", "finding"), (), rows)


def notes(findings: Sequence[Finding]) -> list[Note]:
    """What to do about everything that is not fine, and the segments to look at."""
    return [
        Note(found.check, found.advice + _pointing(found), hint=str(found.hint or ""))
        for found in findings
        if found.advice
    ]


def _pointing(found: Finding) -> str:
    if not found.segments:
        return ""
    if len(found.segments) == 1:
        return f" Segment {found.segments[0]}."
    return f" Segments {', '.join(map(str, found.segments))}{', …' if len(found.segments) >= 10 else '.'}"


def lines(findings: Sequence[Finding]) -> Iterator[str]:
    """What follows a score on the command line: one line, and one more for everything that is unfit."""
    unfit = [found for found in findings if found.verdict == "unfit"]
    doubtful = [found for found in findings if found.verdict == "doubtful"]
    yield from unfit_lines(findings)
    if not unfit and not doubtful:
        yield f"{len(findings)} checks: all fine."
        return
    names = [
        f"{kind}: {', '.join(each.check for each in of_kind)}"
        for kind, of_kind in (("unfit", unfit), ("doubtful", doubtful))
        if of_kind
    ]
    where = either("check(evaluation)", "karat check")
    yield f"{len(findings)} checks: {'; '.join(names)}. See {where}."


def unfit_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """A line for everything that is unfit, and for outputs lost: whatever the format, nobody may miss it."""
    for found in findings:
        if found.verdict == "unfit" or (found.verdict == "doubtful" and found.check in _ALWAYS_TOLD):
            hint = f" ({found.hint})" if found.hint else ""
            yield f"{found.verdict}: {found.check}. {found.summary} {found.advice}{hint}"


def as_json(findings: Sequence[Finding]) -> str:
    """Everything in full precision."""
    from karat.report.formats import json_document

    return json_document.render([], parts={"findings": [found.to_dict() for found in findings]})


def section(dossier: Dossier) -> Section | None:
    """Every check with its verdict, what is not fine first, and what to do about it."""
    found = dossier.findings
    if not found:
        return None
    order = ("unfit", "doubtful", "fine")
    ranked = sorted(found, key=lambda one: order.index(one.verdict))
    unfit = [one.check for one in found if one.verdict == "unfit"]
    doubtful = [one.check for one in found if one.verdict == "doubtful"]
    lead = f"All {len(found)} checks are fine."
    if unfit or doubtful:
        said = [
            f"{listed(names, 6)} {'is' if len(names) == 1 else 'are'} {verdict}"
            for names, verdict in ((unfit, "unfit"), (doubtful, "doubtful"))
            if names
        ]
        text = "; ".join(said)
        lead = f"Of {len(found)} checks, {text}."
    warned = [one for one in ranked if one.verdict != "fine"]
    fine = [one for one in ranked if one.verdict == "fine"]
    parts: list[Part] = [_advice_table(warned)] if warned else []
    parts += [table(fine).changed(title=f"{plural(len(fine), 'check')} that found nothing")] if fine else []
    return Section("checks", "Can these scores be trusted?", lead, tuple(parts))


def _advice_table(findings: Sequence[Finding]) -> Table:
    """A row for each check that is not fine, with what to do about it."""
    rows = [
        Row((found.verdict, found.check, f"{found.summary} {found.advice}{_pointing(found)}".strip()), ())
        for found in findings
    ]
    return Table(("verdict", "check", "finding, and what to do"), (), rows)


def view(found: Sequence[Finding]) -> View:
    """What `karat check` prints."""
    return View((table(found),), tuple(notes(found)))
