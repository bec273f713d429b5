"""The systems of a running campaign: where they stand, what may be claimed, and whether there is enough."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING

from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made, rule_at
from karat.report.tables import Column, Note, Row, Section, Table, ends, printable
from karat.report.words import digits_for, listed, number, plural, signed, stem

if TYPE_CHECKING:
    from karat.campaigns.watch.standings import DimensionStandings
    from karat.campaigns.watch.status import Status
    from karat.campaigns.watch.verdict import Claim
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part
    from karat.resampling import Interval


_DIGITS = 2


def standings_table(found: DimensionStandings) -> Table:
    """The systems on one dimension, the best first."""
    rows = [
        Row((str(one.rank), one.system), (one.judgements, one.mean, *ends(one.interval)))
        for one in found.systems
    ]
    columns = (
        Column("judgements", digits=0),
        *(Column(name, digits=_DIGITS) for name in (found.measure, "low", "high")),
    )
    return Table(
        ("rank", "system"),
        columns,
        rows,
        title=f"{found.dimension}: systems, intervals about {_judges(found)}",
    )


def difference_table(found: DimensionStandings, status: Status) -> Table:
    """Every two systems: the difference so far, and whether it may be claimed."""
    claimed = {
        frozenset((claim.better, claim.worse)): claim
        for claim in status.verdict.claims
        if claim.dimension == found.dimension
    }
    open_ = {
        frozenset((pair.first, pair.second)): pair
        for pair in status.verdict.undecided
        if pair.dimension == found.dimension
    }
    rows = []
    for one in found.differences:
        names = frozenset((one.first, one.second))
        claim, pair = claimed.get(names), open_.get(names)
        said = "undecided" if claim is None else f"{claim.better} is better, since look {claim.look}"
        chance = nan if pair is None else 100 * pair.chance
        rows.append(Row((one.first, one.second, said), (one.value, *ends(one.interval), one.error, chance)))
    columns = (
        *(Column(name, digits=_DIGITS) for name in ("difference", "low", "high", "error over documents")),
        Column("% chance of a claim, at the last look", digits=0),
    )
    return Table(
        ("system", "and", "claim"),
        columns,
        rows,
        title=f"{found.dimension}: differences, intervals about {_judges(found)}",
    )


def look_table(status: Status) -> Table:
    """The looks so far."""
    rows = [
        Row(
            (str(look.number), _level(look.level), look.advice),
            (look.judgements, look.documents, 100 * look.fraction, look.claims),
        )
        for look in status.verdict.looks
    ]
    columns = (
        Column("judgements", digits=0),
        Column("documents", digits=0),
        Column("% of information", digits=0),
        Column("claims", digits=0),
    )
    return Table(("look", "level of a claim", "advice"), columns, rows, title="Looks")


def _level(level: float) -> str:
    """What a p-value must fall below; what is tiny is only said to be so."""
    if isnan(level):
        return "–"
    return f"{level:.2g}" if level >= 0.0001 else "< 0.0001"


def advice(status: Status) -> str:
    """Whether to go on, in words."""
    verdict = status.verdict
    decided, open_ = len(verdict.claims), len(verdict.undecided)
    so_far = (
        f"{decided} of {plural(decided + open_, 'pair')} of systems {'is' if decided == 1 else 'are'} decided"
    )
    if status.closed:
        return f"The campaign is closed. {so_far}."
    if verdict.advice == "stop: every pair is decided":
        return f"You can stop: {so_far}."
    if verdict.advice == "stop: no more claims to expect":
        little = "Each undecided pair has less than a 10 % chance of a claim in this plan."
        return f"You can stop: {so_far}. {little}"
    if verdict.advice == "complete":
        but = f", but for {plural(verdict.skipped, 'skipped page')}" if verdict.skipped else ""
        return f"The plan is complete{but}. {so_far}."
    ahead = (
        "" if verdict.next_look is None else f" The next look comes after {verdict.next_look:,} judgements."
    )
    if not verdict.looks:
        return f"Go on: it is too early to say anything.{ahead}"
    return f"Go on: {so_far}.{ahead}"


def claim_text(claim: Claim) -> str:
    """A claim in words."""
    digits = digits_for([claim.difference])
    low, high = number(claim.interval.low, digits), number(claim.interval.high, digits)
    return (
        f"{printable(claim.better)} is better than {printable(claim.worse)} on {printable(claim.dimension)}, "
        f"by {number(claim.difference, digits)} ({low} to {high}), since look {claim.look}"
    )


def error_rate(status: Status) -> str:
    """What the claims together may get wrong."""
    verdict = status.verdict
    pairs = len(verdict.claims) + len(verdict.undecided)
    return (
        f"at most {100 * verdict.alpha:g} % of campaigns make a false claim, over all looks and "
        f"{plural(pairs, 'pair')}; the page may be read at any time, because only looks test"
    )


def claimed_judges(status: Status) -> list[str]:
    """Whom claims are about, and how far judges differ about systems."""
    verdict = status.verdict
    if verdict.about == "these":
        return ["claims are about what these judges would say of more such text; other judges may differ"]
    found = [
        "claims are about judges in general, as far as these are a sample of them: they allow for judges who "
        "like some systems more than others do"
    ]
    for one in verdict.tastes:
        if isnan(one.deviation):
            found.append(f"{printable(one.dimension)}: too few judgements to estimate how judges differ")
            continue
        digits = digits_for([one.deviation, one.error]) if one.deviation else 0
        found.append(
            f"{printable(one.dimension)}: judges differ about systems by a standard deviation of "
            f"{number(one.deviation, digits)}, which adds an error of {number(one.error, digits)} to a "
            "difference; only more judges reduce it"
            if one.deviation
            else f"{printable(one.dimension)}: judges do not differ about systems beyond noise"
        )
    return found


def saving(status: Status) -> str:
    """What looking early is worth."""
    verdict = status.verdict
    return (
        f"a pair that a fixed plan would find with 80 % power is found with {100 * verdict.power:.0f} %, and "
        f"needs {100 * verdict.saving:.0f} % fewer judgements on average"
    )


def power(status: Status) -> list[str]:
    """What can be detected now, and at the end."""
    found = []
    for one in status.power:
        if isnan(one.detectable):
            continue
        values = (one.detectable, one.detectable_at_end)
        digits = digits_for([value for value in values if value <= one.largest] or [one.largest])
        now, end, largest = (number(value, digits) for value in (*values, one.largest))
        if one.detectable <= one.largest:
            what = (
                f"what has been judged has 80 % power to detect a difference of {now}; the whole plan {end}"
            )
        else:
            later = f"has it for {end}" if one.detectable_at_end <= one.largest else "has not, either"
            what = (
                f"the largest difference that there can be is {largest}, and what has been judged has less "
                f"than 80 % power to detect it; the whole plan {later}"
            )
        found.append(f"{printable(one.dimension)}: {what}")
    return found


def adjusted_note(status: Status) -> list[Note]:
    """What systems are compared by, and what became of the severity of judges."""
    wins = [printable(one.dimension) for one in status.standings if one.measure == "win share"]
    found = []
    if wins:
        what = (
            f"{listed(wins)}: the share of the comparisons with other systems side by side that a system "
            "wins, a tie counting half; not the mean place, which depends on who stood beside it"
        )
        found.append(Note("win share", what))
    if any(one.adjusted for one in status.standings):
        return [*found, Note("means", "the severity of judges is estimated and taken out")]
    if len(wins) < len(status.standings) or not wins:
        within = "outputs are compared within one judge's view, so the severity of judges cancels"
        found.append(Note("means", within))
    return found


def repeats_note(status: Status) -> list[Note]:
    """That other commands count repeats, where there are some."""
    if not status.quality.repeats:
        return []
    what = (
        "what a judge says the second time is in no mean here; judges, agree, report and exported segment "
        "scores take the mean of both times, so their means differ a little"
    )
    return [Note("repeats", what)]


def masked_note(status: Status) -> list[Note]:
    """That systems have other names, where they do."""
    return [Note("names", "systems have other names until the campaign is closed")] if status.masked else []


def chart(found: DimensionStandings) -> Chart | None:
    """The systems on one dimension with their intervals; None before there are two."""
    if len(found.systems) < 2:
        return None
    digits = digits_for([one.mean for one in found.systems])
    estimates = [
        PlottedInterval(
            one.system,
            one.mean,
            *ends(one.interval),
            f"{number(one.mean, digits)} {_between(one.interval, digits)}",
            f"{printable(one.system)}: {number(one.mean, digits)} over {plural(one.judgements, 'judgement')}",
            brief=number(one.mean, digits),
        )
        for one in found.systems
    ]
    verb = "has" if len(found.leaders) == 1 else "have"
    return made(
        stem("campaign-standings", found.dimension),
        f"{printable(found.dimension)}: systems so far",
        f"{listed(found.leaders)} {verb} the best {found.measure} so far, "
        f"{number(found.systems[0].mean, digits)}. "
        f"Intervals are 95 % over {plural(found.documents, 'document')}, of a single look, about "
        f"{_judges(found)}: only claims allow for repeated looks.",
        lambda size: forest(size, estimates, found.measure),
    )


def _between(interval: Interval, digits: int) -> str:
    return f"[{number(interval.low, digits)}, {number(interval.high, digits)}]"


def _judges(found: DimensionStandings) -> str:
    return "judges in general" if found.about == "all" else "these judges"


def difference_chart(found: DimensionStandings, status: Status) -> Chart | None:
    """Every two systems; what may be claimed is filled."""
    known = [one for one in found.differences if not isnan(one.interval.low)]
    if not known:
        return None
    claimed = {
        frozenset((claim.better, claim.worse))
        for claim in status.verdict.claims
        if claim.dimension == found.dimension
    }
    digits = digits_for([one.value for one in known])
    estimates = [
        PlottedInterval(
            f"{one.first} − {one.second}",
            one.value,
            *ends(one.interval),
            f"{signed(one.value, digits)} {_between(one.interval, digits)}",
            f"{printable(one.first)} minus {printable(one.second)}: {signed(one.value, digits)}",
            brief=signed(one.value, digits),
            open=frozenset((one.first, one.second)) not in claimed,
        )
        for one in known
    ]
    decided = sum(not one.open for one in estimates)
    return made(
        stem("campaign-differences", found.dimension),
        f"{printable(found.dimension)}: differences so far",
        f"{decided} of {plural(len(known), 'pair')} can be claimed; hollow points are undecided. Intervals "
        f"are 95 %, of a single look, about {_judges(found)}.",
        lambda size: forest(
            size, estimates, f"difference of {found.measure}", behind=rule_at(0, "equal", size)
        ),
    )


def stopping_section(status: Status) -> Section:
    """Whether there is enough: looks, claims, differences."""
    # What stands before the first chart stands open: the looks and what they promise.
    parts: list[Part] = [look_table(status)] if status.verdict.looks else []
    parts += [Note("error rate", error_rate(status))]
    parts += [Note("judges meant", ". ".join(claimed_judges(status))), Note("saving", saving(status))]
    parts += [Note("power", ". ".join(power(status)))] if power(status) else []
    for one in status.standings:
        drawn = difference_chart(one, status)
        parts += [drawn] if drawn is not None else []
        parts += [difference_table(one, status)] if one.differences else []
    return Section("stopping", "Is there enough?", advice(status), tuple(parts))


def standings_section(status: Status) -> Section:
    """The systems, the best first."""
    parts: list[Part] = []
    for one in status.standings:
        drawn = chart(one)
        parts += [drawn] if drawn is not None else []
        parts.append(standings_table(one))
    parts += [*adjusted_note(status), *repeats_note(status), *masked_note(status)]
    first = status.standings[0]
    judgements = sum(one.judgements for one in first.systems)
    lead = f"{plural(judgements, 'judgement')} on {printable(first.dimension)} so far."
    if first.systems:
        mean = first.systems[0].mean
        verb = "stands" if len(first.leaders) == 1 else "stand"
        lead += f" {listed(first.leaders)} {verb} first with {number(mean, digits_for([mean]))}."
    return Section("standings", "Where do the systems stand?", lead, tuple(parts))
