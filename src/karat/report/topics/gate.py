"""What a gate shows: each check with its verdict, why it failed, and what it would take."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.comparison import NonInferiority
from karat.report.formats import json_document, junit, markdown
from karat.report.formats.junit import JunitCase
from karat.report.tables import Column, Note, RecipeNote, Row, Table, View, printable
from karat.report.topics import points_beside
from karat.report.topics.drawn_units import FEW_UNITS, units_note
from karat.report.topics.points import difference_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from karat.comparison import Gate, ScoreLimit
    from karat.diagnosis.suitability import Finding
    from karat.report.topics.points_beside import FittedDifference

    Check = NonInferiority | ScoreLimit

NAME = "karat gate"


def title(found: Gate) -> str:
    """The answer."""
    return f"{NAME}: {'passed' if found.passed else 'failed'}"


def tables(found: Gate) -> list[Table]:
    """The differences from the baseline, and the scores that had to be reached."""
    return [table for table in (_beside_table(found), _limit_table(found.limits)) if table.rows]


def _beside_table(found: Gate) -> Table:
    confidence = 100 * (1 - found.error_rate)
    columns = (
        Column("score"),
        Column("baseline"),
        Column("difference"),
        Column(f"at worst, {confidence:g} %"),
        Column("margin"),
    )
    rows = [
        Row(
            (one.metric, one.system, one.baseline, one.verdict),
            (one.value, one.baseline_value, one.difference, one.at_worst, one.margin),
        )
        for one in found.beside_baseline
    ]
    return Table(("metric", "system", "beside", "verdict"), columns, rows, title="Beside the baseline")


def _limit_table(limits: Sequence[ScoreLimit]) -> Table:
    rows = [
        Row(
            (one.metric, one.system, _limit_verdict(one), "at least" if one.higher_is_better else "at most"),
            (one.limit, one.value),
        )
        for one in limits
    ]
    columns = (Column("limit"), Column("score"))
    return Table(("metric", "system", "verdict", "must be"), columns, rows, title="Scores to reach")


def _limit_verdict(one: ScoreLimit) -> str:
    if one.passed:
        return "pass"
    return "no value" if isnan(one.value) else "below" if one.higher_is_better else "above"


def notes(found: Gate, *, digits: int = 2, points: Sequence[FittedDifference] = ()) -> list[Note]:
    """The answer, a sentence for each check, and what decides the figures."""
    lines = [Note(NAME, "passed" if found.passed else _failed(found))]
    lines += [Note("", sentence(one, found.error_rate, digits)) for one in found.checks]
    lines += [
        Note(
            "people",
            f"{one.fit.metric} of {one.first} and {one.second}: {difference_words(one.fit, one.difference)}",
        )
        for one in points
    ]
    beside = found.beside_baseline
    if beside:
        lines.append(
            Note(
                "error rate",
                f"a system that is worse by the margin passes in {100 * found.error_rate:g} % of cases; a "
                "check that can't tell does not pass",
            )
        )
    lines += {one.unit: units_note(one, found.documents) for one in beside}.values()
    lines += [Note("warning", text) for text in dict.fromkeys(_warnings(beside))]
    recipes = {one.metric: one for one in reversed(found.checks)}
    for name in dict.fromkeys(one.metric for one in found.checks):
        lines.append(RecipeNote(name, printable(recipes[name].recipe)))
        if (signature := recipes[name].signature) is not None:
            lines.append(Note("", f"sacreBLEU's signature: {signature}"))
    return lines


def _failed(found: Gate) -> str:
    failed = sum(not one.passed for one in found.checks)
    return f"failed, {failed} of {len(found.checks)} {'check' if len(found.checks) == 1 else 'checks'}"


def sentence(one: Check, error_rate: float, digits: int) -> str:
    """What a check found, for people."""
    if isinstance(one, NonInferiority):
        return _beside_sentence(one, error_rate, digits)
    way = "at least" if one.higher_is_better else "at most"
    return f"{one.metric} of {one.system} is {one.value:.{digits}f}; {way} {one.limit:.{digits}f} passes."


def _beside_sentence(one: NonInferiority, error_rate: float, digits: int) -> str:
    pair = f"{one.system} is"
    if one.verdict == "no value":
        return f"{one.metric} has no value for {one.system} and {one.baseline} together."
    least, _, most = one.losses
    confidence = f"{100 * (1 - error_rate):g} % confidence"
    allowed = f"{one.margin:.{digits}f} is allowed"
    beside = f"than {one.baseline}"
    if one.verdict == "worse":
        return f"{pair} worse {beside} by at least {least:.{digits}f} {one.metric} ({confidence}); {allowed}."
    if isnan(most):
        return f"One {one.unit} is too little for an interval; {allowed}."
    if one.verdict == "pass" and most < 0:
        return f"{pair} better {beside} by at least {-most:.{digits}f} {one.metric} ({confidence})."
    text = f"at most {most:.{digits}f} {one.metric} worse {beside} ({confidence}); {allowed}."
    if one.verdict == "pass":
        return f"{pair} {text}"
    return f"{one.system} may be {text.replace('at most', 'up to')} {_needed(one, digits)}"


def _needed(one: NonInferiority, digits: int) -> str:
    """What it would take to let a system pass that is just as good."""
    wide = f"{one.power.detectable:.{digits}f}"
    text = f"A system as good as {one.baseline} passes in 80 % of cases with a margin of {wide}"
    units = one.power.units_for(one.margin) if one.margin > 0 else None
    return f"{text}." if units is None else f"{text}, or with {units:,} {one.unit}s."


def _warnings(beside: Sequence[NonInferiority]) -> Iterator[str]:
    """Why the error rate may not hold."""
    for one in beside:
        if one.effective_units < FEW_UNITS:
            yield (
                f"{one.units:,} {one.unit}s carry the information of {one.effective_units:.1f} of equal "
                "size: do not rely on this gate."
            )
        elif one.neighbours is not None and one.neighbours > 1:
            yield (
                f"{one.metric}: neighbouring segments resemble each other. If they come from documents, the "
                f"interval is about {one.neighbours**0.5:.1f} times too narrow, and more passes than should."
            )


def as_json(
    found: Gate,
    *,
    left_out: Sequence[str] = (),
    findings: Sequence[Finding] | None = None,
    points: Sequence[FittedDifference] = (),
) -> str:
    """Everything in full precision."""
    parts: dict[str, Any] = {
        "passed": found.passed,
        "error_rate": found.error_rate,
        "documents": found.documents,
        "beside_baseline": [_beside_record(one) for one in found.beside_baseline],
        "limits": [_limit_record(one) for one in found.limits],
        "left_out": list(left_out),
    }
    if points:
        parts["points"] = points_beside.records(points)
    if findings is not None:
        parts["findings"] = [one.to_dict() for one in findings]
    return json_document.document(parts)


def _beside_record(one: NonInferiority) -> dict[str, Any]:
    return {
        "metric": one.metric,
        "recipe": one.recipe,
        "sacrebleu_signature": one.signature,
        "higher_is_better": one.higher_is_better,
        "system": one.system,
        "baseline": one.baseline,
        "passed": one.passed,
        "verdict": one.verdict,
        "value": one.value,
        "baseline_value": one.baseline_value,
        "difference": one.difference,
        "at_worst": one.at_worst,
        "at_best": one.at_best,
        "margin": one.margin,
        "unit": one.unit,
        "units": one.units,
        "effective_units": one.effective_units,
        **({} if one.neighbours is None else {"neighbour_effect": one.neighbours}),
        "standard_error": one.power.error,
        "margin_for_80_percent_power": one.power.detectable,
    }


def _limit_record(one: ScoreLimit) -> dict[str, Any]:
    return {
        "metric": one.metric,
        "recipe": one.recipe,
        "sacrebleu_signature": one.signature,
        "higher_is_better": one.higher_is_better,
        "system": one.system,
        "passed": one.passed,
        "value": one.value,
        "limit": one.limit,
    }


def as_markdown(found: Gate, *, digits: int, points: Sequence[FittedDifference] = ()) -> str:
    """For the summary of a run of CI."""
    said = notes(found, digits=digits, points=points)[1:]
    return markdown.render(tables(found), said, digits=digits, title=title(found))


def as_junit(found: Gate, *, digits: int, moment: datetime, points: Sequence[FittedDifference] = ()) -> str:
    """A test case for each check."""
    cases = []
    for one in found.checks:
        said = sentence(one, found.error_rate, digits)
        if isinstance(one, NonInferiority):
            name = f"{one.system} is not worse than {one.baseline} by more than {one.margin:g}"
            kind: str = one.verdict
        else:
            name = f"{one.system} has {'at least' if one.higher_is_better else 'at most'} {one.limit:g}"
            kind = _limit_verdict(one)
        cases.append(JunitCase(f"karat.gate.{one.metric}", name, "" if one.passed else said, kind))
    said = "".join(
        f"{note.label}  {note.with_hint}".strip() + "\n"
        for note in notes(found, digits=digits, points=points)
    )
    recipes = {f"recipe {one.metric}": one.recipe for one in reversed(found.checks)}
    return junit.render(NAME, cases, properties=recipes, said=said, moment=moment)


def view(found: Sequence[Gate]) -> View:
    """What `karat gate` prints."""
    shown = [table for one in found for table in tables(one)]
    return View(tuple(shown), tuple(note for one in found for note in notes(one)))
