"""How metrics respond to damage: tables, notes, chart and section."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.report.charts.curves import Curve, CurvePlace, Titles, curve_layers, room_for_names
from karat.report.charts.layers import Grid, made, panels
from karat.report.charts.theme import PAGE
from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Section, Table, View, number, printable
from karat.report.words import listed, signed, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.damages import DamagedText
    from karat.diagnosis.sensitivity import Dose, Response, Sensitivity
    from karat.dossier import DamageAnswer, Dossier
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size
    from karat.report.tables import Part


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
        Row((name, response.dose.damage, one.unit, str(one.units)), _values(response))
        for one, name in zip(found, names, strict=True)
        for response in one.responses
    ]
    columns = (
        *(Column(name, digits=4) for name in ("strength", "words", "segments")),
        *(Column(name) for name in ("score", "change", "low", "high")),
        *(Column(name, digits=0) for name in ("noticed", "noticed in pairs")),
    )
    return Table(("metric", "damage", "unit", "units"), columns, rows)


def notes(
    found: Sequence[Sensitivity], names: Sequence[str], *, system: str, unstruck: Sequence[str]
) -> list[Note]:
    """What the figures are."""
    confidence = found[0].interval.confidence
    lines = [
        Note("system", printable(system)),
        Note("strength %", "share of the possible places that are damaged; words %: share of all words"),
        Note("change", "of the corpus score; negative means worse"),
        Note("noticed", f"the score leaves the {100 * confidence:g} % interval of the undamaged score"),
        Note("in pairs", "the interval of the difference between the two texts excludes 0"),
        Note("intervals", f"by resampling {found[0].units:,} {found[0].unit}s, the same ones of both texts"),
    ]
    if unstruck:
        lines.append(Note("no sites", f"{', '.join(unstruck)}: the text has no place for this damage"))
    for one, name in zip(found, names, strict=True):
        value, low, high = (number(x, 2, "–") for x in (one.value, one.interval.low, one.interval.high))
        lines.append(Note(name, f"{value} [{low}, {high}]"))
        lines.append(Note("", printable(one.recipe)))
    return lines


def examples(texts: Sequence[str], damaged: Sequence[tuple[str, DamagedText]]) -> str:
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
            "confidence": one.interval.confidence,
            "unit": one.unit,
            "units": one.units,
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


def chart(found: Sequence[Sensitivity], *, system: str = "") -> Chart | None:
    """A field for each damage: how much of its score each metric loses; None where nothing was damaged."""
    damages = list(dict.fromkeys(one.dose.damage for each in found for one in each.responses))
    if not damages:
        return None
    whose = f" to {printable(system)}" if system else ""
    return made(
        stem("sensitivity", system),
        f"What damage{whose} does to scores",
        _finding(found, damages),
        lambda size: _draw(size, found, damages),
        "Changes are in percent of the undamaged score, with intervals; hollow points are not significant. "
        "The strength axis is logarithmic.",
    )


def _draw(size: Size, found: Sequence[Sensitivity], damages: Sequence[str]) -> Spec:
    columns = min(3 if size is PAGE else 2, len(damages))
    height = size.width / columns * 0.5
    labels = size.letters * 3.2
    room = room_for_names(_curves(found, damages[0]), size)
    grid = Grid(
        columns,
        height,
        left=labels + size.letters * 1.6,
        between=room + labels,
        below=size.letters * 4.4,
        right=room,
    )
    fields = []
    for place, damage in enumerate(damages):
        is_last = place + columns >= len(damages)
        titles = Titles(
            "places damaged, %" if is_last else None,
            "change of the score, %" if place % columns == 0 else None,
            logarithmic=True,
        )
        fields.append((damage, curve_layers(size, _curves(found, damage), titles, height)))
    return panels(size, grid, fields)


def _curves(found: Sequence[Sensitivity], damage: str) -> list[Curve]:
    return [
        Curve(
            printable(each.metric),
            tuple(_place(each, one) for one in each.responses if one.dose.damage == damage),
            _words(each, damage),
        )
        for each in found
    ]


def _place(each: Sensitivity, one: Response) -> CurvePlace:
    """A change in percent of the undamaged score: metrics with different scales stand side by side."""
    share = 100 / abs(each.value) if each.value else float("nan")
    return CurvePlace(
        100 * one.dose.strength,
        one.change * share,
        one.interval.low * share,
        one.interval.high * share,
        "",
        open=not one.noticed,
    )


def _words(each: Sensitivity, damage: str) -> str:
    last = [one for one in each.responses if one.dose.damage == damage][-1]
    share = 100 / abs(each.value) if each.value else float("nan")
    smallest = each.smallest(damage)
    noticed = "never noticed" if smallest is None else f"noticed from {100 * smallest.strength:g} %"
    return (
        f"{printable(each.metric)}, {damage}: {signed(last.change * share, 1)} % of the score at "
        f"{100 * last.dose.strength:g} %, {noticed}"
    )


def _finding(found: Sequence[Sensitivity], damages: Sequence[str]) -> str:
    blind = {
        printable(each.metric): [damage for damage in damages if each.smallest(damage) is None]
        for each in found
    }
    said = [
        f"{metric} never notices {listed([_spoken(one) for one in missed])}"
        for metric, missed in blind.items()
        if missed
    ]
    text = "; ".join(said) if said else "Every metric notices every damage at some strength"
    return f"{text}."


def section(dossier: Dossier) -> Section | None:
    """Response curves, and the smallest damage that each metric notices."""
    found = dossier.damage
    if found is None:
        return None
    responses = list(found.responses)
    drawn = chart(responses, system=found.system)
    parts: list[Part] = [
        *([drawn] if drawn is not None else []),
        *(smallest_table(responses, found.names, in_pairs=pairs) for pairs in (False, True)),
        *notes(responses, found.names, system=found.system, unstruck=found.unstruck),
    ]
    if found.segments < len(dossier.corpus):
        looked = f"an evenly spaced sample of {found.segments:,} of {len(dossier.corpus):,} segments"
        parts.append(Note("sample", looked))
    return Section("damage", "How much damage goes unnoticed?", _lead(found), tuple(parts))


def _lead(found: DamageAnswer) -> str:
    """What the first metric notices soonest, and what stays within its noise."""
    first, name = found.responses[0], printable(found.names[0])
    damages = list(dict.fromkeys(one.dose.damage for one in first.responses))
    smallest = {damage: first.smallest(damage) for damage in damages}
    seen = {damage: dose for damage, dose in smallest.items() if dose is not None}
    unseen = [damage for damage, dose in smallest.items() if dose is None]
    said = []
    if seen:
        soonest, dose = min(seen.items(), key=lambda pair: pair[1].words)
        said.append(
            f"{name} notices {_spoken(soonest)} once {100 * dose.words:.1f} % of the words of "
            f"{printable(found.system)} are damaged."
        )
    if unseen:
        in_pairs = all(first.smallest(damage, in_pairs=True) is not None for damage in unseen)
        said.append(
            f"Even at full strength, {name} does not notice {listed([_spoken(one) for one in unseen], 5)}"
            f"{'; only a paired comparison does' if in_pairs else ''}."
        )
    return " ".join(said)


_SPOKEN = {
    "shuffle": "words out of order",
    "drop-content": "missing content words",
    "drop-function": "missing function words",
    "names": "wrong names",
    "numbers": "wrong numbers",
    "negate": "reversed negations",
    "truncate": "cut-off sentences",
    "repeat": "repeated words",
    "synonyms": "synonyms",
}


def _spoken(damage: str) -> str:
    return _SPOKEN.get(damage, damage)


def view(found: Sequence[Sensitivity]) -> View:
    """What `karat diagnose sensitivity` prints, without examples."""
    names = [one.metric for one in found]
    smallest = [smallest_table(found, names, in_pairs=in_pairs) for in_pairs in (False, True)]
    said = [note for note in notes(found, names, system="", unstruck=()) if note.label != "system"]
    return View((curve_table(found, names), *smallest), tuple(said))
