"""The lead's page as its template has it: figures of the status in the words of a language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from math import isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from karat.report.words import digits_for, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.campaigns.watch.campaign_progress import PagesDone
    from karat.campaigns.watch.quality import JudgeQuality
    from karat.campaigns.watch.status import Status
    from karat.campaigns.watch.verdict import Advice
    from karat.resampling import Interval
    from karat.web.catalogues import Catalogue

Tone = Literal["good", "doubtful", "bad", "plain"]
NOTHING = "–"
_ADVICE: Mapping[Advice, str] = MappingProxyType(
    {
        "go on": "lead_advice_on",
        "stop: every pair is decided": "lead_advice_stop",
        "stop: no more claims to expect": "lead_advice_futile",
        "complete": "lead_advice_complete",
    }
)
# The parts of the page that the report writes, each with its heading in the list of contents.
PARTS = {
    "stopping": "lead_part_stopping",
    "standings": "lead_part_standings",
    "judges": "lead_part_judges",
    "next": "lead_part_next",
    "said": "lead_part_said",
}


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure that the lead looks at first, what it means, and where on the page the rest of it is."""

    label: str
    value: str
    details: tuple[str, ...]
    tone: Tone
    section: str
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """Pages answered of those planned, and in words how many were skipped."""

    name: str
    holder: str
    done: int
    planned: int
    percent: str
    left: str
    skipped: str


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """One judge in a row: progress, pace, checks passed, and why to look closer."""

    bar: Bar
    last: str
    pace: str
    hurried: str
    same_again: str
    noticed: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeadView:
    """The parts of the page that are in the lead's own language."""

    tiles: tuple[Tile, ...]
    judges: tuple[JudgeRow, ...]
    packs: tuple[Bar, ...]
    systems: tuple[Bar, ...]
    alarms: tuple[str, ...]


def lead_view(status: Status, words: Catalogue) -> LeadView:
    """The status in words."""
    tiles = (
        _pages(status, words),
        _stop(status, words),
        *_standings(status, words),
        *_agreement(status, words),
        *_power(status, words),
        _suspicion(status, words),
    )
    quality = {one.judge: one for one in status.quality.judges}
    return LeadView(
        tiles,
        tuple(_judge(one, quality.get(one.name), words) for one in status.judges),
        _bars(status.packs, words),
        _bars(status.systems, words),
        _alarms(status, words),
    )


def _pages(status: Status, words: Catalogue) -> Tile:
    pages = status.pages
    details = []
    if not isnan(pages.left) and pages.left:
        details.append(words.say("lead_hours_left", hours=f"{pages.left:.1f}"))
    if pages.skipped:
        details.append(words.say("lead_skips", skipped=pages.skipped))
    return Tile(
        words.say("lead_pages"),
        words.say("lead_of", done=pages.done, total=pages.planned),
        tuple(details),
        "good" if pages.done + pages.skipped == pages.planned else "plain",
        "progress",
        pages.share if pages.planned else None,
    )


def _stop(status: Status, words: Catalogue) -> Tile:
    verdict = status.verdict
    decided, pairs = len(verdict.claims), len(verdict.claims) + len(verdict.undecided)
    advice = words.say("lead_advice_closed" if status.closed else _ADVICE[verdict.advice])
    details = [words.say("lead_decided", decided=decided, pairs=pairs)]
    if verdict.next_look is not None and not status.closed:
        details.append(words.say("lead_next_look", judgements=verdict.next_look))
    if verdict.saving > 0:
        details.append(words.say("lead_saving", percent=f"{100 * verdict.saving:.0f}"))
    return Tile(
        words.say("lead_enough"),
        advice,
        tuple(details),
        "good" if verdict.stops else "doubtful",
        "stopping",
    )


def _standings(status: Status, words: Catalogue) -> list[Tile]:
    known = [one for one in status.standings if len(one.systems) > 1]
    if not known:
        return []
    details = []
    for one in known:
        best = one.systems[0]
        digits = digits_for([each.mean for each in one.systems])
        names = ", ".join(one.leaders)
        details.append(
            f"{one.dimension}: {names} {number(best.mean, digits)} {_between(best.interval, digits)}"
        )
    names = ", ".join(dict.fromkeys(name for one in known for name in one.leaders))
    return [Tile(words.say("lead_first"), names, tuple(details), "plain", "standings")]


def _agreement(status: Status, words: Catalogue) -> list[Tile]:
    known = [
        (dimension, estimate)
        for dimension, estimate in status.quality.agreement
        if estimate.name.startswith("Krippendorff") and not isnan(estimate.value)
    ]
    if not known:
        return []
    lowest = min(estimate.value for _, estimate in known)
    details = tuple(
        f"{dimension}: {number(estimate.value, 2)} {_between(estimate.interval, 2)}"
        for dimension, estimate in known
    )
    return [Tile(words.say("lead_agreement"), f"α {number(lowest, 2)}", details, "plain", "judges")]


def _power(status: Status, words: Catalogue) -> list[Tile]:
    known = [one for one in status.power if not isnan(one.detectable)]
    if not known:
        return []
    reached = [one for one in known if one.detectable <= one.largest]
    digits = digits_for([one.detectable for one in reached or known])
    details = tuple(
        words.say(
            "lead_detectable",
            dimension=one.dimension,
            now=_possible(one.detectable, one.largest, digits),
            end=_possible(one.detectable_at_end, one.largest, digits),
        )
        for one in known
    )
    value = words.say("lead_power_none")
    if len(reached) == len(known):
        largest = max(one.detectable for one in known)
        value = words.say("lead_power_value", difference=number(largest, digits))
    return [Tile(words.say("lead_power"), value, details, "plain", "stopping")]


def _possible(difference: float, largest: float, digits: int) -> str:
    """A difference; a dash where the scale has none so large."""
    return number(difference, digits) if difference <= largest else "–"


def _suspicion(status: Status, words: Catalogue) -> Tile:
    suspected, hurried = status.quality.suspected, status.quality.hurried
    flags = sum(one.kind == "flag" for one in status.said)
    details = [*suspected]
    if hurried:
        details.append(words.say("lead_hurry", judges=", ".join(hurried)))
    if flags:
        details.append(words.say("lead_flags", flags=flags))
    known = status.quality.can_tell
    tone: Tone
    if suspected:
        value, tone = words.say("lead_suspected", judges=len(suspected)), "bad"
    elif hurried:
        # Agreement may look well all the same, but who cannot have read has not judged.
        value, tone = words.say("lead_too_fast", judges=len(hurried)), "doubtful"
    else:
        value = words.say("lead_no_suspicion" if known else "lead_suspicion_unknown")
        tone = "good" if known else "plain"
    return Tile(words.say("lead_care"), value, tuple(details), tone, "progress")


def _alarms(status: Status, words: Catalogue) -> tuple[str, ...]:
    quality = status.quality
    found = []
    if quality.false_alarm > 0:
        found.append(words.say("lead_false_alarm", percent=f"{100 * quality.false_alarm:g}"))
    if quality.powers:
        best = max(one.power for one in quality.powers)
        found.append(words.say("lead_alarm_power", percent=f"{100 * best:.0f}"))
    return tuple(found)


def _judge(pages: PagesDone, quality: JudgeQuality | None, words: Catalogue) -> JudgeRow:
    if quality is None:
        return JudgeRow(_bar(pages, words), "", NOTHING, NOTHING, NOTHING, NOTHING, ())
    repeats = [f"{100 * repeat.same:.0f} %" for _, repeat in quality.repeats if not isnan(repeat.same)]
    noticed = quality.noticed[0] if quality.noticed else None
    return JudgeRow(
        _bar(pages, words),
        "" if isnan(pages.last) else datetime.fromtimestamp(pages.last, UTC).isoformat(timespec="seconds"),
        _number(quality.pace.seconds_per_word, 2),
        NOTHING if isnan(quality.pace.hurried) else f"{100 * quality.pace.hurried:.0f} %",
        ", ".join(repeats) or NOTHING,
        NOTHING if noticed is None else words.say("lead_of", done=noticed.noticed, total=noticed.spoilt),
        quality.reasons,
    )


def _bars(parts: Sequence[PagesDone], words: Catalogue) -> tuple[Bar, ...]:
    return tuple(_bar(part, words) for part in parts)


def _bar(part: PagesDone, words: Catalogue) -> Bar:
    percent = NOTHING if isnan(part.share) else f"{100 * part.share:.0f} %"
    left = "" if isnan(part.left) or not part.left else words.say("lead_hours", hours=f"{part.left:.1f}")
    skipped = words.say("lead_skipped", pages=part.skipped) if part.skipped else ""
    return Bar(part.name, part.judge or "", part.done, part.planned, percent, left, skipped)


def _between(interval: Interval, digits: int) -> str:
    return f"[{number(interval.low, digits)}, {number(interval.high, digits)}]"


def _number(value: float, digits: int) -> str:
    return NOTHING if isnan(value) else number(value, digits)
