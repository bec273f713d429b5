"""What figures of judges rest on, where they cannot be relied on, and what to look at."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from karat.judgements import protocol_of
from karat.reliability.careless import FEWEST_ITEMS
from karat.report.tables import Note
from karat.report.words import listed, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.judgements import Scale
    from karat.reliability import Estimate, Reliability


# Above this skewness, as of MQM, samples of few units often lack the values that decide; above that, as of
# ESA, only samples of very few segments do.
VERY_SKEWED, SKEWED = 2.0, 1.0
# Powers that differ by less are the same, as far as a simulation can tell.
_SAME_POWER = 0.1


class MeasuredCoverage(NamedTuple):
    """95 % intervals of α interval and ICC held the truth in so many percent of samples of so many units.

    It is said of samples of fewer than `below` units. The range is over simulated and real judges:
    `make bench-promises` measures it again.
    """

    below: int
    units: int
    least: int
    most: int


_OF_VERY_SKEWED = {
    "segment": (MeasuredCoverage(50, 30, 81, 87), MeasuredCoverage(200, 100, 88, 94)),
    "document": (MeasuredCoverage(20, 10, 83, 97), MeasuredCoverage(50, 20, 86, 96)),
}
_OF_SKEWED = {"segment": (MeasuredCoverage(50, 30, 91, 97),), "document": ()}


def measured_coverage(unit: str, units: int, skewness: float) -> MeasuredCoverage | None:
    """What was measured of so few units of values so skewed; None where 95 % intervals hold.

    >>> measured_coverage("document", 12, -4.0)
    MeasuredCoverage(below=20, units=10, least=83, most=97)
    """
    if abs(skewness) <= SKEWED:
        return None
    known = (_OF_VERY_SKEWED if abs(skewness) > VERY_SKEWED else _OF_SKEWED)[unit]
    return next((one for one in known if units < one.below), None)


def suitable(found: Reliability) -> tuple[str, str, str]:
    """The names of κ, α and ICC that suit a scale best."""
    return "Light’s κ quadratic", f"Krippendorff’s α {found.difference}", "ICC(2,1)"


def notes(found: Sequence[Reliability], shown: Sequence[str]) -> list[Note]:
    """What the figures rest on, and what to look at."""
    names = ", ".join(dict.fromkeys(name for of_dimension in found for name in suitable(of_dimension)))
    lines = [Note("agreement", names), Note("intervals", found[0].recipe)]
    for of_dimension in found:
        lines.append(Note(of_dimension.dimension, _covered(of_dimension)))
        lines += [Note("", text) for text in protocol_text(of_dimension.scale)]
        lines += [Note("", text) for text in (*_about_units(of_dimension), *_remarks(of_dimension))]
        lines += [Note("", text) for text in _about_places(of_dimension) if "systems" in shown]
        seen = [
            estimate
            for estimate in of_dimension.estimates
            if "agreement" in shown or estimate.name in suitable(of_dimension)
        ]
        lines += [Note("", text) for text in _reasons(seen)]
    return lines


def _covered(found: Reliability) -> str:
    covered = found.coverage
    fewest, _, most = covered.judges_per_item
    each = f"{most}" if fewest == most else f"{fewest} to {most}"
    judges = "judge" if each == "1" else "judges"
    return (
        f"scale {found.scale.name} ({found.scale.recipe}); {covered.judged:,} of {covered.items:,} items "
        f"judged ({100 * covered.share:.0f} %) by {each} {judges} each, {covered.judges:,} in all"
    )


def counted(found: Reliability) -> str:
    """How many units of which kind the intervals rest on."""
    return f"{found.units:,} {found.unit}{'' if found.units == 1 else 's'}"


def _about_units(found: Reliability) -> Iterator[str]:
    """What chance draws, what that does to intervals, and where they cannot be relied on."""
    if found.unit == "document":
        effects = [one.design_effect for one in found.estimates if one.name in suitable(found)]
        known = [f"{effect:.1f}" for effect in effects if not isnan(effect)]
        effect = (
            f" Their design effect on agreement is {listed(list(dict.fromkeys(known)))}." if known else ""
        )
        yield f"Intervals rest on {counted(found)}, each taken as a whole.{effect}"
    else:
        why = {
            "known": ". Segments of a document are not independent, so the intervals may be too narrow",
            "unknown": ", treated as independent: their documents are not known",
            "one": ", all of one document",
            "single segments": ", each a document of its own",
        }
        yield f"Intervals rest on {counted(found)}{why[found.documents]}."
    if found.judges_by_document:
        yield (
            "Judges rated whole documents, and not all the same ones, so the effects of judge and document "
            "cannot be separated: the intervals include differences between judges only as far as documents "
            "differ."
        )
    very = abs(found.skewness) > VERY_SKEWED
    held = measured_coverage(found.unit, found.units, found.skewness)
    if held is not None:
        yield (
            f"The values are {'very ' if very else ''}skewed (skewness {signed(found.skewness, 1)}), and "
            f"{counted(found)} may lack the rare ones. Measured with {held.units} {found.unit}s of such "
            f"values, 95 % intervals of α interval and ICC held the true value in {held.least} to "
            f"{held.most} % of samples, those of α ordinal in 94 to 97 %."
        )
    agreed = [one.name for one in found.estimates if one.name in suitable(found) and one.value == 1]
    if agreed:
        yield f"{listed(agreed)}: judges never differ, so there is no interval for how rarely they would."


def _about_power(found: Reliability) -> Iterator[str]:
    """How likely it is that a careless judge is found."""
    powers = [one.suspicion.power for one in found.judges if not isnan(one.suspicion.power)]
    if not powers:
        if found.coverage.judges > 1:
            yield (
                "Karat cannot look for careless judges: this takes three judges who share "
                f"{FEWEST_ITEMS} items or more with others."
            )
        return
    least, most = min(powers), max(powers)
    spread = (
        f" ({100 * least:.0f} to {100 * most:.0f} %, depending on the judge)"
        if most - least > _SAME_POWER
        else ""
    )
    yield f"A judge who answers at random is found with a probability of {100 * found.power:.0f} %{spread}."


def _remarks(found: Reliability) -> Iterator[str]:
    yield from _about_power(found)
    for profile in found.judges:
        if profile.suspicion.careless:
            yield f"{profile.judge} may be careless: {profile.suspicion.reason}."
    if found.coverage.unstandardised:
        names = ", ".join(found.coverage.unstandardised)
        yield f"No z-scores for {names}: a single judgement, or always the same one."
    turned = [standing for standing in found.systems if standing.raw_rank != standing.z_rank]
    if turned:
        yield (
            f"Raw means and z-scores rank {', '.join(standing.system for standing in turned)} differently."
        )


def _reasons(estimates: Sequence[Estimate]) -> Iterator[str]:
    """Why statistics are not defined, those with the same reason together."""
    for reason in dict.fromkeys(estimate.reason for estimate in estimates if estimate.reason):
        which = [estimate.name for estimate in estimates if estimate.reason == reason]
        yield f"{', '.join(which)}: undefined, because {reason}."


def _about_places(found: Reliability) -> Iterator[str]:
    """Places on pages that show some systems only are not those among all."""
    scale = found.scale
    if scale.kind == "ordinal" and scale.better == "lower" and scale.low == 1:
        yield (
            "systems are ranked by their mean value, the lowest first; where values are places among the "
            "outputs of a page, they depend on which outputs are shown there, so karat campaign status ranks "
            "by "
            "the share of other systems that a system beats, and its order may differ"
        )


def protocol_text(scale: Scale) -> list[str]:
    """What judges were asked and what the marks are called, where the scale is of a protocol."""
    found = protocol_of(scale)
    if found is None:
        return []
    marks = f" {found.legend}." if found.legend else ""
    return [f"Judges were asked: {found.question}{marks} ({found.source})"]
