"""The judges of a running campaign: agreement, pace, spoilt outputs, and who may be careless."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING

from karat.reliability.careless import FEWEST_ITEMS
from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made, rule_at
from karat.report.tables import Column, Note, Row, Section, Table, ends, printable
from karat.report.words import digits_for, listed, number, plural, signed, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.watch.quality import JudgeQuality
    from karat.campaigns.watch.spoilt_outputs import Noticed
    from karat.campaigns.watch.status import Status
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part


_DIGITS = 2


def agreement_table(status: Status) -> Table:
    """How far judges agree on each dimension, and each judge with himself."""
    rows = [
        Row(
            (dimension, estimate.name, str(estimate.items), str(estimate.units)),
            (estimate.value, *ends(estimate.interval)),
        )
        for dimension, estimate in status.quality.agreement
        if not isnan(estimate.value)
    ]
    rows += [
        Row(
            (dimension, "repeats: α", str(repeat.repeats), str(repeat.alpha.units)),
            (repeat.alpha.value, *ends(repeat.alpha.interval)),
        )
        for dimension, repeat in status.quality.repeats
    ]
    columns = tuple(Column(name, digits=3) for name in ("value", "low", "high"))
    return Table(("dimension", "statistic", "items", "documents"), columns, rows, title="Agreement of judges")


def judge_table(status: Status) -> Table:
    """Each judge: pace, leaning, agreement with the others and with himself, spoilt outputs noticed."""
    dimensions = list(dict.fromkeys(name for one in status.quality.judges for name, _ in one.profiles))
    several = len(dimensions) > 1
    columns = [
        Column("pages", digits=0),
        Column("hours", digits=1),
        Column("s / word", digits=2),
        Column("% hurried", digits=0),
    ]
    for name in dimensions:
        suffix = f" {name}" if several else ""
        columns += [
            Column(f"bias{suffix}", digits=_DIGITS),
            Column(f"r{suffix}", digits=_DIGITS),
            Column(f"% same again{suffix}", digits=0),
        ]
    columns += [Column("spoilt", digits=0), Column("% noticed", digits=0)]
    rows = [_judge_row(one, dimensions) for one in status.quality.judges]
    return Table(("judge", "alarm"), tuple(columns), rows, title="Judges")


def _judge_row(one: JudgeQuality, dimensions: Sequence[str]) -> Row:
    profiles, repeats = dict(one.profiles), dict(one.repeats)
    values: list[float] = [
        one.pace.pages,
        one.pace.hours,
        one.pace.seconds_per_word,
        100 * one.pace.hurried,
    ]
    for name in dimensions:
        profile, repeat = profiles.get(name), repeats.get(name)
        values += [nan, nan] if profile is None else [profile.bias, profile.agreement]
        values.append(nan if repeat is None else 100 * repeat.same)
    seen = one.noticed[0] if one.noticed else None
    values += [0, nan] if seen is None else [seen.spoilt, 100 * seen.sensitivity]
    return Row((one.judge, "careless?" if one.reasons else ""), tuple(values))


def damage_table(found: Sequence[Noticed]) -> Table:
    """Spoilt outputs by kind of damage."""
    rows = [
        Row(
            (one.damage or "all kinds",),
            (one.spoilt, one.noticed, 100 * one.sensitivity, *(100 * end for end in one.interval)),
        )
        for one in found
    ]
    columns = (
        Column("spoilt", digits=0),
        Column("noticed", digits=0),
        *(Column(name, digits=0) for name in ("%", "low", "high")),
    )
    return Table(("damage",), columns, rows, title="Spoilt outputs by kind of damage")


def careless(status: Status) -> list[str]:
    """Who may be careless and why, and how often that is a false alarm."""
    quality = status.quality
    found = [
        f"{printable(one.judge)} may be careless: {'; '.join(one.reasons)}"
        for one in quality.judges
        if one.reasons
    ]
    for power in quality.powers:
        rule = (
            f"agreement on {printable(power.dimension)}, with {power.items:g} shared items of a judge"
            if power.dimension
            else f"spoilt outputs, with {power.items:g} of them for a judge"
        )
        found.append(
            f"{rule}: a judge who answers at random is found with a probability of {100 * power.power:.0f} %"
        )
    if quality.judges and not quality.powers:
        found.append(
            "Karat cannot look for careless judges: this takes three judges who share "
            f"{FEWEST_ITEMS} items or more with others, or spoilt outputs"
        )
    if quality.false_alarm > 0:
        found.append(
            f"in {100 * quality.false_alarm:g} % of campaigns of honest judges somebody is suspected; nobody "
            "is left out for it"
        )
    return found


def care(status: Status) -> str:
    """Whether some judge may be careless, in a sentence; nobody is cleared who cannot have read the texts."""
    quality = status.quality
    if quality.suspected:
        return f"{listed(quality.suspected)} may be careless."
    if quality.hurried:
        look = "Their answers raise no alarm, but look" if quality.can_tell else "Look"
        return f"{too_fast(status)} {look} at some of their pages."
    if not quality.can_tell:
        return (
            "Whether a judge is careless is not known yet: a judge who answers at random would be found with "
            f"{100 * quality.power:.0f} % power."
        )
    return "No judge looks careless."


def too_fast(status: Status) -> str:
    """Who answered faster than anybody can read."""
    hurried = status.quality.hurried
    return f"{listed(hurried)} answered half of their pages or more faster than these can be read."


def judge_chart(status: Status, dimension: str) -> Chart | None:
    """How far each judge is above or below the others, on one dimension."""
    found = [
        (one, profile)
        for one in status.quality.judges
        for name, profile in one.profiles
        if name == dimension and not isnan(profile.bias)
    ]
    if not found:
        return None
    digits = digits_for([profile.bias for _, profile in found])
    estimates = [
        PlottedInterval(
            one.judge,
            profile.bias,
            *ends(profile.bias_interval),
            f"{signed(profile.bias, digits)}",
            f"{printable(one.judge)}: {signed(profile.bias, digits)} over {profile.shared} shared items",
            open=bool(one.reasons),
        )
        for one, profile in sorted(found, key=lambda each: -each[1].bias)
    ]
    suspected = [one.judge for one, _ in found if one.reasons]
    lead = f"{listed(suspected)} may be careless (hollow)." if suspected else care(status)
    return made(
        stem("campaign-judges", dimension),
        f"{printable(dimension)}: strict and lenient judges",
        f"{lead} Values are mean differences from the other judges of the same outputs.",
        lambda size: forest(
            size, estimates, "above the other judges (lenient →)", behind=rule_at(0, "as the others", size)
        ),
    )


def damage_chart(status: Status) -> Chart | None:
    """What share of spoilt outputs was noticed, by kind of damage."""
    found = [one for one in status.quality.damages if one.spoilt]
    if len(found) < 2:
        return None
    estimates = [
        PlottedInterval(
            one.damage or "all kinds",
            100 * one.sensitivity,
            100 * one.interval[0],
            100 * one.interval[1],
            f"{one.noticed} of {one.spoilt}",
            f"{one.damage or 'all kinds'}: {one.noticed} of {one.spoilt} noticed",
        )
        for one in found
    ]
    chance = status.quality.chance
    by_chance = (
        "" if isnan(chance) else f" Unchanged outputs got a lower value {100 * chance:.0f} % of the time."
    )
    return made(
        "campaign-damages",
        "Spoilt outputs noticed, by kind of damage",
        f"Judges noticed {100 * found[0].sensitivity:.0f} % of {plural(found[0].spoilt, 'spoilt output')}."
        + by_chance,
        lambda size: forest(size, estimates, "% noticed", scale={"domain": [0, 100]}),
    )


def judges_section(status: Status) -> Section:
    """Agreement, each judge, and spoilt outputs."""
    # What stands before the first chart stands open.
    parts: list[Part] = [judge_table(status)]
    for name in dict.fromkeys(name for one in status.quality.judges for name, _ in one.profiles):
        drawn = judge_chart(status, name)
        parts += [drawn] if drawn is not None else []
    if any(not isnan(estimate.value) for _, estimate in status.quality.agreement):
        parts.append(agreement_table(status))
    if status.quality.damages:
        drawn = damage_chart(status)
        parts += [drawn] if drawn is not None else []
        parts.append(damage_table(status.quality.damages))
    parts += [
        Note("careless judges" if not place else "", text) for place, text in enumerate(careless(status))
    ]
    alphas = [
        f"Krippendorff's α on {printable(dimension)} is {number(estimate.value, 2)} "
        f"({number(estimate.interval.low, 2)} to {number(estimate.interval.high, 2)})"
        for dimension, estimate in status.quality.agreement
        if estimate.name.startswith("Krippendorff") and not isnan(estimate.value)
    ]
    lead = (
        f"{'; '.join(alphas)}."
        if alphas
        else "Too few outputs have two judges to measure how far judges agree."
    )
    lead += f" {care(status)}"
    return Section("judges", "How well do judges judge?", lead, tuple(parts))
