"""What reports of sensitivity show: curves of response, and the smallest damage that is noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.report import json_document
from karat.report.tables import Column, Note, Row, Table, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.damages import Damaged
    from karat.diagnosis.sensitivity import Dose, Response, Sensitivity

_NAN = float("nan")


def curve_table(found: Sequence[Sensitivity], names: Sequence[str]) -> Table:
    """A row for each dose: how much of the text it touches, and how far each score moves."""
    doses = [response.dose for response in found[0].responses]
    rows = [
        Row(
            (dose.damage, f"{100 * dose.strength:g}"),
            (100 * dose.words, *(one.responses[place].change for one in found)),
        )
        for place, dose in enumerate(doses)
    ]
    columns = (Column("words %"), *(Column(name) for name in names))
    return Table(("damage", "strength %"), columns, rows, title="Change of the score")


def smallest_table(found: Sequence[Sensitivity], names: Sequence[str], *, in_pairs: bool) -> Table:
    """A row for each damage: the weakest that each metric notices, in percent of its sites."""
    damages = dict.fromkeys(response.dose.damage for response in found[0].responses)
    rows = [
        Row((damage,), tuple(_percent(one.smallest(damage, in_pairs=in_pairs)) for one in found))
        for damage in damages
    ]
    title = "Smallest strength noticed in pairs, %" if in_pairs else "Smallest strength noticed, %"
    return Table(("damage",), tuple(Column(name, digits=1) for name in names), rows, title=title)


def response_table(found: Sequence[Sensitivity], names: Sequence[str]) -> Table:
    """Everything in one long table."""
    rows = [
        Row((name, response.dose.damage), _values(response))
        for one, name in zip(found, names, strict=True)
        for response in one.responses
    ]
    columns = (
        *(Column(name, digits=4) for name in ("strength", "words", "segments")),
        *(Column(name) for name in ("score", "change", "low", "high")),
        *(Column(name, digits=0) for name in ("noticed", "noticed in pairs")),
    )
    return Table(("metric", "damage"), columns, rows)


def notes(
    found: Sequence[Sensitivity], names: Sequence[str], *, system: str, unstruck: Sequence[str]
) -> list[Note]:
    """What the figures are."""
    level = found[0].interval.level
    lines = [
        Note("system", printable(system)),
        Note("strength %", "share of the sites of a damage that are struck; words %: of all words"),
        Note("change", "of the corpus score; below 0 it is worse"),
        Note("noticed", f"the score leaves the {100 * level:g} % interval of the undamaged text's"),
        Note("in pairs", "the interval of the difference, segment by segment, leaves 0"),
    ]
    if unstruck:
        lines.append(Note("no sites", f"{', '.join(unstruck)}: nothing in the text that could be struck"))
    for one, name in zip(found, names, strict=True):
        lines.append(Note(name, f"{one.value:.2f} [{one.interval.low:.2f}, {one.interval.high:.2f}]"))
        lines.append(Note("", printable(one.recipe)))
    return lines


def examples(texts: Sequence[str], damaged: Sequence[tuple[str, Damaged]]) -> str:
    """For each damage a segment before and after."""
    width = max(len(name) for name, _ in damaged)
    lines = []
    for name, one in damaged:
        changed = [place for place, text in enumerate(one.texts) if text != texts[place]]
        if changed:
            place = changed[len(changed) // 2]
            lines.append(f"{name:{width}}  {printable(texts[place])}")
            lines.append(f"{'':{width}}  {printable(one.texts[place])}")
    return "".join(f"{line}\n" for line in lines)


def as_json(found: Sequence[Sensitivity], *, system: str, unstruck: Sequence[str]) -> str:
    """Everything in full precision."""
    return json_document.render([], parts=record(found, system=system, unstruck=unstruck))


def record(found: Sequence[Sensitivity], *, system: str, unstruck: Sequence[str]) -> dict[str, Any]:
    """Every metric and every response in full precision."""
    metrics = [
        {
            "metric": one.metric,
            "recipe": one.recipe,
            "system": system,
            "score": one.value,
            "low": one.interval.low,
            "high": one.interval.high,
            "level": one.interval.level,
            "smallest": {
                damage: _strength(one.smallest(damage))
                for damage in dict.fromkeys(response.dose.damage for response in one.responses)
            },
        }
        for one in found
    ]
    responses = [_record(one, response) for one in found for response in one.responses]
    return {"metrics": metrics, "responses": responses, "without_sites": list(unstruck)}


def _record(one: Sensitivity, response: Response) -> dict[str, Any]:
    names = ("strength", "words", "segments", "score", "change", "low", "high")
    return {
        "metric": one.metric,
        "recipe": one.recipe,
        "damage": response.dose.damage,
        **dict(zip(names, _values(response), strict=False)),
        "noticed": response.noticed,
        "noticed_in_pairs": response.noticed_in_pairs,
    }


def _values(response: Response) -> tuple[float, ...]:
    dose, interval = response.dose, response.interval
    return (
        *(dose.strength, dose.words, dose.segments),
        *(response.value, response.change, interval.low, interval.high),
        *(float(response.noticed), float(response.noticed_in_pairs)),
    )


def _percent(dose: Dose | None) -> float:
    return _NAN if dose is None else 100 * dose.strength


def _strength(dose: Dose | None) -> float | None:
    return None if dose is None else dose.strength
