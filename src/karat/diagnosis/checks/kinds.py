"""Whether the systems are of one kind, by what their outputs have in common.

Between kinds n-gram scores misjudge (Callison-Burch, Osborne & Koehn 2006).
"""

from __future__ import annotations

from statistics import mean, median

from karat.diagnosis.findings import Finding, graded
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.diagnosis.case import Case

# Of fewer systems nobody can say which of them is unusual.
_FEWEST_SYSTEMS = 4
_APART, _FAR_APART = 1.12, 1.4
_FAMILIES_APART = 0.75


def kinds_of_systems(case: Case) -> Finding | None:
    """A system, or a family of them, that stands apart from the others."""
    if len(case.systems) < _FEWEST_SYSTEMS:
        return None
    kin = case.kinship
    company = {name: max(mean(of_others.values()), 1e-9) for name, of_others in kin.among.items()}
    usual, usual_score = median(company.values()), max(median(kin.to_reference.values()), 1e-9)
    apart = {
        # A bad system is far from everything; one of another kind is far from the other systems only.
        name: usual / company[name] * kin.to_reference[name] / usual_score
        for name in company
    }
    odd = max(apart, key=lambda name: apart[name])
    verdict = graded(apart[odd], doubtful=_APART, unfit=_FAR_APART)
    families = sorted(kin.families(), key=len)
    split = kin.between(*families) / max(kin.within(families), 1e-9) if len(families[0]) > 1 else 1.0
    if verdict == "fine" and split < _FAMILIES_APART:
        verdict = "doubtful"
        summary = f"{', '.join(sorted(families[0]))} are a family apart from the others."
    elif verdict == "fine":
        summary = f"{odd} stands farthest from the others, given how close it is to the references."
    else:
        names = [name for name in sorted(apart, key=lambda name: -apart[name]) if apart[name] >= _APART]
        summary = f"{', '.join(names)}: apart from the others, given how close to the references."
    return Finding(
        "kinds of systems",
        verdict,
        summary,
        {
            "likeness_to_others": company,
            "likeness_to_references": dict(kin.to_reference),
            "apart": apart,
            "families": [sorted(family) for family in families],
            "likeness_between_to_within": split,
        },
        ""
        if verdict == "fine"
        else "Overlap with references ranks systems of one kind; between kinds ask people.",
    )


def origin_of_the_references(case: Case) -> Finding | None:
    """A system that is closer to the references than to any other system may be where these are from."""
    if len(case.systems) < _FEWEST_SYSTEMS:
        return None
    kin = case.kinship
    margins = {name: kin.to_reference[name] - max(kin.among[name].values()) for name in kin.among}
    closest = max(margins, key=lambda name: margins[name])
    verdict = graded(margins[closest], doubtful=10.0, unfit=25.0)
    than = "closer to the references than" if margins[closest] > 0 else "less close to the references than"
    return Finding(
        "origin of the references",
        verdict,
        f"{closest} is {than} to the system most like it, by {abs(margins[closest]):.1f} points of chrF.",
        {"margins": margins},
        ""
        if verdict == "fine"
        else "Find out whether the references were edited from this system's output: they favour it if so.",
    )
