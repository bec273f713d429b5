"""A campaign that is running: progress, judges, standings, and whether there is enough; tables and charts."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING, Any

from karat.report.charts.intervals import PlottedInterval, forest
from karat.report.charts.layers import made, rule_at
from karat.report.page.statements import Statement
from karat.report.tables import Column, Note, Row, Section, Table, ends, printable
from karat.report.words import digits_for, listed, number, plural, signed, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.quality import JudgeQuality, Noticed
    from karat.campaigns.standings import DimensionStandings
    from karat.campaigns.status import PagesDone, Status
    from karat.campaigns.stopping import Claim
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part
    from karat.resampling import Interval

_DIGITS = 2
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
    return found


def progress_table(what: str, parts: Sequence[PagesDone]) -> Table:
    """Pages answered and planned of each judge, pack or system."""
    has_judges = any(part.judge is not None for part in parts)
    rows = [
        Row(
            (part.name, part.judge or "–") if has_judges else (part.name,),
            (part.done, part.planned, 100 * part.share, part.left),
        )
        for part in parts
    ]
    labels = (what, "judge") if has_judges else (what,)
    columns = (
        Column("done", digits=0),
        Column("pages", digits=0),
        Column("%", digits=0),
        Column("hours left", digits=1),
    )
    return Table(labels, columns, rows, title=f"Progress by {what}")


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
    return Table(("rank", "system"), columns, rows, title=f"{found.dimension}: systems")


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
        said = "open" if claim is None else f"{claim.better} is better, since look {claim.look}"
        chance = nan if pair is None else 100 * pair.chance
        rows.append(Row((one.first, one.second, said), (one.value, *ends(one.interval), one.error, chance)))
    columns = (
        *(Column(name, digits=_DIGITS) for name in ("difference", "low", "high", "error")),
        Column("% chance of a claim", digits=0),
    )
    return Table(("system", "and", "claim"), columns, rows, title=f"{found.dimension}: differences")


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


def said_table(status: Status) -> Table:
    """What judges told the lead, the newest first."""
    rows = [
        Row((one.kind, one.judge, one.document, str(one.segment), one.text), ())
        for one in status.said[:_MOST_SAID]
    ]
    return Table(("what", "judge", "document", "segment", "in words"), (), rows, title="Judges say")


def notes(status: Status) -> list[Note]:
    """The verdict, what it rests on, and what readers must know of the figures."""
    return [
        Note("stop?", advice(status)),
        *(Note("claims", _claim(claim)) for claim in status.verdict.claims),
        Note("error rate", error_rate(status)),
        Note("saving", saving(status)),
        *(Note("power", text) for text in power(status)),
        *(Note("careless", text) for text in careless(status)),
        *_adjusted(status),
        *(_masked(status)),
    ]


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
        return f"You can stop: {so_far}. Each open pair has less than a 10 % chance of a claim in this plan."
    if verdict.advice == "complete":
        return f"The plan is complete. {so_far}."
    ahead = (
        "" if verdict.next_look is None else f" The next look comes after {verdict.next_look:,} judgements."
    )
    if not verdict.looks:
        return f"Go on: it is too early to say anything.{ahead}"
    return f"Go on: {so_far}.{ahead}"


def _claim(claim: Claim) -> str:
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
        f"{plural(pairs, 'pair')}; claims are about what these judges would say of more such text, and other "
        "judges may differ; the page may be read at any time, because only looks test"
    )


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
        digits = digits_for([one.detectable])
        found.append(
            f"{printable(one.dimension)}: what has been judged has 80 % power to detect a difference of "
            f"{number(one.detectable, digits)}; the whole plan {number(one.detectable_at_end, digits)}"
        )
    return found


def careless(status: Status) -> list[str]:
    """Who may be careless and why, and how often that is a false alarm."""
    quality = status.quality
    found = [
        f"{printable(one.judge)} may be careless: {'; '.join(one.reasons)}"
        for one in quality.judges
        if one.reasons
    ]
    if quality.false_alarm > 0:
        found.append(
            f"in {100 * quality.false_alarm:g} % of campaigns of honest judges somebody is suspected; nobody "
            "is left out for it"
        )
    if not isnan(quality.alarm_power):
        found.append(
            f"a judge who answered at random would be found with {100 * quality.alarm_power:.0f} % power so far"
        )
    return found


def _adjusted(status: Status) -> list[Note]:
    if not any(one.adjusted for one in status.standings):
        return [
            Note("means", "outputs are compared within one judge's view, so the severity of judges cancels")
        ]
    return [Note("means", "the severity of judges is estimated and taken out")]


def _masked(status: Status) -> list[Note]:
    return [Note("names", "systems have other names until the campaign is closed")] if status.masked else []


def record(status: Status) -> dict[str, Any]:
    """Everything in full precision."""
    return status.to_dict()


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
    best = found.systems[0]
    return made(
        stem("campaign-standings", found.dimension),
        f"{printable(found.dimension)}: systems so far",
        f"{printable(best.system)} has the best {found.measure} so far, {number(best.mean, digits)}. "
        f"Intervals are 95 % over {plural(found.documents, 'document')}, and of a single look: only claims "
        "allow for repeated looks.",
        lambda size: forest(size, estimates, found.measure),
    )


def _between(interval: Interval, digits: int) -> str:
    return f"[{number(interval.low, digits)}, {number(interval.high, digits)}]"


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
        f"{decided} of {plural(len(known), 'pair')} can be claimed; hollow points are open. Intervals are "
        "95 %, of a single look.",
        lambda size: forest(
            size, estimates, f"difference of {found.measure}", behind=rule_at(0, "equal", size)
        ),
    )


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
    lead = f"{listed(suspected)} may be careless (hollow). " if suspected else "No judge looks careless. "
    return made(
        stem("campaign-judges", dimension),
        f"{printable(dimension)}: strict and lenient judges",
        f"{lead}Values are mean differences from the other judges of the same outputs.",
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
    elif status.quality.judges:
        found.append(Statement("No judge looks careless.", "good", "judges"))
    flags = [one for one in status.said if one.kind == "flag"]
    if flags:
        found.append(Statement(f"{plural(len(flags), 'page')} flagged by judges.", "doubtful", "said"))
    return found


def sections(status: Status) -> list[Section]:
    """The whole page, what matters most first."""
    found = [_stopping(status)]
    if status.standings:
        found.append(_standings(status))
    found.append(_progress(status))
    if status.quality.judges:
        found.append(_judges(status))
    if status.next_documents:
        first = printable(status.next_documents[0].document)
        lead = f"If more judgements are bought, {first} comes first. Documents are chosen by what is missing."
        found.append(Section("next", "Which documents next?", lead, (next_table(status),)))
    if status.said:
        lead = f"Judges have left {plural(len(status.said), 'remark')}."
        found.append(Section("said", "What do judges say?", lead, (said_table(status),)))
    return found


def _stopping(status: Status) -> Section:
    # What stands before the first chart stands open: the looks and what they promise.
    parts: list[Part] = [look_table(status)] if status.verdict.looks else []
    parts += [Note("error rate", error_rate(status)), Note("saving", saving(status))]
    parts += [Note("power", ". ".join(power(status)))] if power(status) else []
    for one in status.standings:
        drawn = difference_chart(one, status)
        parts += [drawn] if drawn is not None else []
        parts += [difference_table(one, status)] if one.differences else []
    return Section("stopping", "Is there enough?", advice(status), tuple(parts))


def _standings(status: Status) -> Section:
    parts: list[Part] = []
    for one in status.standings:
        drawn = chart(one)
        parts += [drawn] if drawn is not None else []
        parts.append(standings_table(one))
    parts += [*_adjusted(status), *_masked(status)]
    first = status.standings[0]
    judgements = sum(one.judgements for one in first.systems)
    lead = f"{plural(judgements, 'judgement')} on {printable(first.dimension)} so far."
    if first.systems:
        best = first.systems[0]
        lead += f" {printable(best.system)} stands first with {number(best.mean, digits_for([best.mean]))}."
    return Section("standings", "Where do the systems stand?", lead, tuple(parts))


def _progress(status: Status) -> Section:
    pages = status.pages
    lead = f"{pages.done:,} of {plural(pages.planned, 'page')} are answered."
    if pages.left > 0:
        lead += f" At this pace about {pages.left:.1f} hours of work are left, over all judges."
    parts = (
        progress_table("judge", status.judges),
        progress_table("pack", status.packs),
        progress_table("system", status.systems),
    )
    return Section("progress", "How far are the judges?", lead, parts)


def _judges(status: Status) -> Section:
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
        f"{'; '.join(alphas)}." if alphas else "Too few outputs have two judges to tell how far judges agree."
    )
    suspected = status.quality.suspected
    lead += f" {listed(suspected)} may be careless." if suspected else " No judge looks careless."
    return Section("judges", "How well do judges judge?", lead, tuple(parts))
