"""What judges answered, as Karat's judgements and as rows for files."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from dataclasses import fields
from io import StringIO
from math import isnan
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.campaigns.answers import Recorded, latest
from karat.campaigns.collected_judgements import judged, occasions
from karat.errors import InvalidJudgement, InvalidOption, UnknownName
from karat.judgements.scale import SCALES
from karat.option_checks import check_choice
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.answers import Span
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.questionnaire import QuestionStep
    from karat.judgements import Scale

Form: TypeAlias = Literal["judgements", "csv", "appraise", "mqm", "seg-score"]


def export(
    plan: CampaignPlan, records: Sequence[Recorded], form: Form, *, dimension: str | None = None
) -> str:
    """The campaign as the text of a file.

    `judgements` are Karat's JSON lines, `csv` is every answer that was recorded, all versions; `appraise` is
    Appraise's CSV, `mqm` Google's table of errors, `seg-score` mt-metrics-eval's: the mean of each segment.
    Those that hold one dimension take `dimension`, which may be left out where there is one only.
    """
    check_choice("form", form, Form)
    if form == "csv":
        return _everything(records)
    if not judged(records):
        raise InvalidJudgement(f"Nobody has judged anything yet in the campaign {plan.name!r}.")
    if form == "judgements":
        return _json_lines(plan, records)
    if form == "mqm":
        return _errors(plan, records)
    chosen = _dimension(plan, dimension)
    return _appraise(plan, records, chosen) if form == "appraise" else _segment_scores(plan, records, chosen)


def _dimension(plan: CampaignPlan, wanted: str | None) -> str:
    known = [question.dimension for question in plan.questionnaire.questions]
    if wanted is None and len(known) > 1:
        raise InvalidOption(
            f"The campaign has several dimensions ({', '.join(known)}), and this format holds one. "
            f"Choose it: {option('dimension', known[0])}."
        )
    if wanted is not None and wanted not in known:
        raise UnknownName.among("dimension", wanted, known)
    return wanted or known[0]


def _json_lines(plan: CampaignPlan, records: Sequence[Recorded]) -> str:
    """A line for each value, in the order of the times; `page` says which outputs stood side by side."""
    scales = {question.dimension: question.scale for question in plan.questionnaire.questions}
    rows = judged(records)
    lines = [
        json.dumps(
            {
                "judge": row.judge,
                "system": row.system,
                "seg_id": row.segment,
                # A part of a corpus need not have its first or last segment, by which readers would tell.
                "first_segment": 1,
                **({"doc_id": row.document} if row.document else {}),
                "dimension": row.dimension,
                "scale": scale_text(scales[row.dimension]),
                "value": row.value,
                "occasion": occasion,
                "page": row.item,
                **({} if isnan(row.time) else {"time": row.time}),
            },
            ensure_ascii=False,
        )
        for row, occasion in sorted(
            zip(rows, occasions(rows), strict=True), key=lambda judged: judged[0].stored
        )
    ]
    return "\n".join(lines) + "\n"


def scale_text(scale: Scale) -> str:
    """A scale as a file of judgements names it: by a name that Karat knows, or by its ends."""
    return scale.name if SCALES.get(scale.name) == scale else scale.recipe


_COLUMNS = tuple(field.name for field in fields(Recorded))
# A spreadsheet runs what begins so.
_RUNS = ("=", "+", "-", "@", "\t", "\r")


def _everything(records: Sequence[Recorded]) -> str:
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for record in records:
        cells = [getattr(record, name) for name in _COLUMNS]
        writer.writerow([_cell(cell) for cell in cells])
    return lines.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, tuple):
        marks = [[span.start, span.end, span.severity, span.category] for span in value]
        return json.dumps(marks, ensure_ascii=False) if marks else ""
    if isinstance(value, float):
        return "" if isnan(value) else value
    return safe_text(value) if isinstance(value, str) else value


def safe_text(text: str) -> str:
    """A text that no spreadsheet runs.

    >>> safe_text("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.startswith(_RUNS) else text


def _appraise(plan: CampaignPlan, records: Sequence[Recorded], dimension: str) -> str:
    """Appraise's columns: what is spoilt is of the type BAD, so that others can use it as a check."""
    languages = {
        text.number: (text.source_language or "und", text.target_language or "und") for text in plan.segments
    }
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for row in latest(records):
        if row.dimension != dimension or row.purpose == "training":
            continue
        kind = "BAD" if row.damage else "TGT"
        writer.writerow(
            [
                row.judge,
                row.system,
                row.segment,
                kind,
                *languages[row.segment],
                f"{row.value:g}",
                row.document or "document",
                "False",
                row.shown,
                row.stored,
            ]
        )
    return lines.getvalue()


def _segment_scores(plan: CampaignPlan, records: Sequence[Recorded], dimension: str) -> str:
    """A line for each system and segment of the corpus, `None` where nobody judged: readers count lines.

    Each is the mean over judges of each judge's mean, as `aggregate` has it: repeats give nobody more weight.
    """
    given: dict[tuple[str, int], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in judged(records):
        if row.dimension == dimension:
            given[row.system, row.segment][row.judge].append(row.value)
    # An older campaign does not know how long its corpus is; at least to the last segment of its plan.
    planned = (item.segment for pack in plan.packs for item in pack.items)
    count = plan.corpus_segments or max(planned, default=0)
    lines = []
    for system in plan.systems:
        for number in range(1, count + 1):
            values = [fmean(of_judge) for of_judge in given[system, number].values()]
            lines.append(f"{system}\t{fmean(values) if values else None}")
    return "\n".join(lines) + "\n"


_MQM = ["system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity"]


def _errors(plan: CampaignPlan, records: Sequence[Recorded]) -> str:
    """A row for each error, with the marked text between tags; one that says No-error where none is."""
    outputs = {
        (item.segment, candidate.system): candidate.text
        for pack in plan.packs
        for item in pack.items
        for candidate in item.candidates
        if not candidate.damage
    }
    sources = {text.number: text.source or "" for text in plan.segments}
    first = {step: found.questions[0].dimension for step, found in _marking(plan).items()}
    if not first:
        raise InvalidOption(
            f"The protocol {plan.questionnaire.name!r} marks no errors, so there is no table of them. "
            f"Use {option('format', 'judgements')}."
        )
    rows = ["\t".join(_MQM)]
    for row in judged(records):
        if first.get(row.step) != row.dimension:
            continue
        text = outputs.get((row.segment, row.system), "")
        marks = [(span.category or "other", span.severity, _tagged(text, span)) for span in row.spans]
        for category, severity, target in marks or [("No-error", "No-error", text)]:
            cells = (
                row.system,
                row.document,
                row.segment,
                row.segment,
                row.judge,
                sources[row.segment],
                target,
            )
            rows.append("\t".join(" ".join(str(cell).split()) for cell in (*cells, category, severity)))
    return "\n".join(rows) + "\n"


def _marking(plan: CampaignPlan) -> dict[int, QuestionStep]:
    steps = plan.questionnaire.steps
    return {number: step for number, step in enumerate(steps) if step.spans is not None}


def _tagged(text: str, span: Span) -> str:
    """The output with the error between tags, as Google's tables have it; an omission has nothing between."""
    return f"{text[: span.start]}<v>{text[span.start : span.end]}</v>{text[span.end :]}"
