"""Whether the systems are of one kind, by what their outputs have in common.

Between kinds n-gram scores misjudge (Callison-Burch, Osborne & Koehn 2006).
"""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from karat.diagnosis.findings import Finding, graded

if TYPE_CHECKING:
    from karat.diagnosis.case import Case
    from karat.resampling import Interval

# Of two systems nobody can say which is unusual; whose output references are from shows among a few more.
_FEWEST_SYSTEMS, _FEWEST_FOR_ORIGIN = 3, 4
_APART, _FAR_APART = 1.12, 1.4
_FAMILIES_APART = 0.75


def kinds_of_systems(case: Case) -> Finding | None:
    """A system, or a family of them, that stands apart from the others, beyond what chance explains."""
    if len(case.systems) < _FEWEST_SYSTEMS:
        return None
    kin = case.kinship
    apart, intervals = kin.apart(), kin.apart_intervals()
    # Chance might have made it farther: what counts is how far it is at least.
    least = {name: interval.low for name, interval in intervals.items()}
    odd = max(least, key=lambda name: least[name])
    verdict = graded(least[odd], doubtful=_APART, unfit=_FAR_APART)
    families = sorted(kin.families(), key=len)
    split = kin.between(*families) / max(kin.within(families), 1e-9) if len(families[0]) > 1 else 1.0
    if verdict == "fine" and split < _FAMILIES_APART:
        verdict = "doubtful"
        summary = f"{', '.join(sorted(families[0]))} are a family apart from the others."
    else:
        names = [name for name in sorted(least, key=lambda name: -least[name]) if least[name] >= _APART]
        told = ", ".join(_told(name, apart[name], intervals[name]) for name in names or [odd])
        what = "apart from the others" if names else "farthest from the others"
        summary = f"{told}: {what}, given how close to the references."
    return Finding.of(
        "kinds of systems",
        verdict,
        summary,
        {
            "likeness_to_others": {name: mean(others.values()) for name, others in kin.among.items()},
            "likeness_to_references": dict(kin.to_reference),
            "apart": apart,
            "apart_intervals": {name: [one.low, one.high] for name, one in intervals.items()},
            "families": [sorted(family) for family in families],
            "likeness_between_to_within": split,
        },
        "Overlap with references ranks systems of one kind; between kinds ask people.",
    )


def _told(name: str, apart: float, interval: Interval) -> str:
    return f"{name} {apart:.2f} times ({interval.low:.2f} to {interval.high:.2f})"


def origin_of_the_references(case: Case) -> Finding | None:
    """A system that is closer to the references than to any other system may be where these are from."""
    if len(case.systems) < _FEWEST_FOR_ORIGIN:
        return None
    kin = case.kinship
    margins = {name: kin.to_reference[name] - max(kin.among[name].values()) for name in kin.among}
    closest = max(margins, key=lambda name: margins[name])
    verdict = graded(margins[closest], doubtful=10.0, unfit=25.0)
    than = "closer to the references than" if margins[closest] > 0 else "less close to the references than"
    return Finding.of(
        "origin of the references",
        verdict,
        f"{closest} is {than} to the system most like it, by {abs(margins[closest]):.1f} points of chrF.",
        {"margins": margins},
        "Find out whether the references were edited from this system's output: they favour it if so.",
    )
