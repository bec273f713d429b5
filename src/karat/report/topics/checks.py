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
    yield from unfit_lines(findings)
    all_fine = all(found.verdict == "fine" for found in findings)
    where = "" if all_fine else f" See {either('check(evaluation)', 'karat check')}."
    yield f"{_summary(findings)}{where}"


def _summary(findings: Sequence[Finding], most: int | None = None) -> str:
    """How many checks found something, and which."""
    checks = plural(len(findings), "check")
    said: list[str] = []
    for verdict, finds in (("unfit", "found the scores unfit"), ("warning", "raised a warning")):
        names = [found.check for found in findings if found.verdict == verdict]
        if names:
            of_all = "" if said else f" of {checks}"
            said.append(f"{len(names)}{of_all} {finds}: {listed(names, most or len(names))}")
    return f"{'; '.join(said)}." if said else f"{checks} raised no warning."


def unfit_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """A line for everything that is unfit, and for outputs lost: whatever the format, nobody may miss it."""
    for found in findings:
        if found.verdict == "unfit" or (found.verdict == "warning" and found.check in _ALWAYS_TOLD):
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
    order = ("unfit", "warning", "fine")
    ranked = sorted(found, key=lambda one: order.index(one.verdict))
    warned = [one for one in ranked if one.verdict != "fine"]
    fine = [one for one in ranked if one.verdict == "fine"]
    parts: list[Part] = [_advice_table(warned)] if warned else []
    parts += [table(fine).changed(title=f"{plural(len(fine), 'check')} without a warning")] if fine else []
    return Section("checks", "Can these scores be trusted?", _summary(found, most=6), tuple(parts))


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
