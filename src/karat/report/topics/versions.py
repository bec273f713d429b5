"""Language versions of one text: what to look at before anything is compared; tables and notes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from karat.diagnosis.parallel_versions import KINDS
from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Table, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.parallel_versions import VersionCheck, VersionFinding

_MEANING = {
    "empty": "a segment without text beside one that has text",
    "missing": "a segment that has no counterpart",
    "merged": "two segments of one version are one of the other",
    "shifted": "segments that go together have other numbers",
    "length": "much longer or shorter than expected from its counterpart",
    "numbers": "figures of two digits or more that its counterpart has",
    "links": "addresses that its counterpart has",
    "overlong": "so many words that it should be split",
}


def finding_table(found: VersionCheck) -> Table:
    """A row for each finding, in the order of the text."""
    rows = [
        Row((one.kind, one.version, ", ".join(map(str, one.segments)), one.summary), ())
        for one in found.findings
    ]
    return Table(("finding", "version", "segment", "what"), (), rows)


def version_table(found: VersionCheck) -> Table:
    """A row for each version: its segments, and its length beside the first."""
    rows = []
    for name, size in found.sizes.items():
        model = found.models.get(name)
        ratio, spread = (1.0, float("nan")) if model is None else (model.ratio, model.spread)
        rows.append(Row((name,), (float(size), ratio, spread, float(_count(found, name)))))
    columns = (
        Column("segments", digits=0),
        Column("length ratio"),
        Column("spread"),
        Column("findings", digits=0),
    )
    return Table(("version",), columns, rows)


def _count(found: VersionCheck, name: str) -> int:
    return sum(one.version == name for one in found.findings)


def tables(found: VersionCheck) -> list[Table]:
    """The versions, and what was found in them."""
    return [version_table(found), finding_table(found)] if found.findings else [version_table(found)]


def notes(found: VersionCheck) -> list[Note]:
    """How much was found of each kind, and what the kinds mean."""
    counts = Counter(one.kind for one in found.findings)
    made = [Note(f"{kind} {counts[kind]}", _MEANING[kind]) for kind in KINDS if counts[kind]]
    if not made:
        made = [Note("", "No segment is missing, merged, overlong or unlike its counterparts.")]
    return [
        *made,
        Note(
            "length ratio", f"characters for each of {found.first}, the median over segments that go together"
        ),
    ]


def as_json(found: VersionCheck, findings: Sequence[VersionFinding]) -> str:
    """Everything in full precision."""
    versions = [
        {
            "version": name,
            "segments": size,
            **(
                {}
                if (model := found.models.get(name)) is None
                else {"length_ratio": model.ratio, "spread": model.spread}
            ),
        }
        for name, size in found.sizes.items()
    ]
    return json_document.document({"versions": versions, "findings": [one.to_dict() for one in findings]})


def view(results: Sequence[VersionCheck]) -> View:
    """What `karat versions` prints."""
    return View(
        tuple(table for found in results for table in tables(found)),
        tuple(note for found in results for note in notes(found)),
    )
