"""How often the stop rule of a campaign claims something false, and what it saves: `make bench-campaigns`.

Judges, documents and systems are simulated with a known truth. Each row of the tables is a truth and a
design. Beside the stop rule stand others on the same answers: its claims about these judges only, testing at
every look as if it were the only one, and an asymptotic confidence sequence (Waudby-Smith et al. 2024), tuned
for the end of the plan. A second table has the differences at the end of the plan: how far they are from the
truth on average, and how often their 95 % intervals hold it.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass, field, replace
from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np
from tests.campaigns.simulated import Truth, simulated, small_plan

from karat.campaigns.watch.standings import standings
from karat.campaigns.watch.stopping import LOOKS, stop_verdict

if TYPE_CHECKING:
    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.watch.standings import DimensionStandings
    from karat.campaigns.watch.verdict import ClaimedJudges, InterimLook, StopVerdict

SEVERITY = {f"judge {number}": value for number, value in enumerate((-15, -5, 0, 3, 7, 10), 1)}


@dataclass
class Tally:
    """What happened in the campaigns of one row."""

    campaigns: int = 0
    false: int = 0
    false_of_these: int = 0
    naive: int = 0
    sequence: int = 0
    found: float = 0.0
    found_of_these: float = 0.0
    at_once: float = 0.0
    by_sequence: float = 0.0
    used: list[float] = field(default_factory=list)
    missed_by: list[float] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)


def radius(error: float, documents: int, planned: int, alpha: float) -> float:
    """Half the width of the confidence sequence after so many documents."""
    rho = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / planned
    grown = documents * rho + 1
    return error * sqrt(2 * grown / (documents * rho) * log(sqrt(grown) / alpha))


def play(plan: CampaignPlan, truth: Truth, rng: np.random.Generator, tally: Tally) -> None:
    """One campaign, and what each rule makes of it."""
    records = simulated(plan, truth, rng)
    verdict = stop_verdict(plan, records)
    of_these = stop_verdict(plan, records, about="these")
    true = {(a, b) for a in plan.systems for b in plan.systems if truth.quality[a] > truth.quality[b]}
    differing = max(len(true), 1)
    tally.campaigns += 1
    tally.false += bool(_claimed(verdict) - true)
    tally.false_of_these += bool(_claimed(of_these) - true)
    tally.found += len(_claimed(verdict, until=_stop(verdict).number) & true) / differing
    tally.found_of_these += len(_claimed(of_these, until=_stop(of_these).number) & true) / differing
    tally.used.append(_stop(verdict).judgements / verdict.planned)
    naive, sequence, once = _others(plan, records, verdict)
    tally.naive += bool(naive - true)
    tally.sequence += bool(sequence - true)
    tally.by_sequence += len(sequence & true) / differing
    tally.at_once += len(once & true) / differing
    for one in _at(plan, records, 0.95).differences:
        difference = truth.quality[one.first] - truth.quality[one.second]
        tally.missed_by.append(one.value - difference)
        tally.held.append(one.interval.low <= difference <= one.interval.high)


def _stop(verdict: StopVerdict) -> InterimLook:
    """The first look after which nobody would go on."""
    return next(look for look in verdict.looks if look.advice != "go on")


def _claimed(verdict: StopVerdict, until: int = LOOKS) -> Pairs:
    return {(claim.better, claim.worse) for claim in verdict.claims if claim.look <= until}


Pairs = set[tuple[str, str]]


def _others(plan: CampaignPlan, records: list[Recorded], verdict: StopVerdict) -> tuple[Pairs, Pairs, Pairs]:
    """Claims of the naive rule, of the confidence sequence, and of a single test at the end.

    All are about these judges, as ordinary tests over documents are.
    """
    naive: Pairs = set()
    sequence: Pairs = set()
    pairs = len(verdict.claims) + len(verdict.undecided)
    level = verdict.alpha / pairs
    documents = len({segment.document for segment in plan.segments})
    for look in verdict.looks:
        until = [one for one in records if one.stored <= look.time]
        found = _at(plan, until, 1 - level, about="these")
        for one in found.differences:
            names = (one.first, one.second) if one.value > 0 else (one.second, one.first)
            if not one.interval.low <= 0 <= one.interval.high:
                naive.add(names)
            if found.documents > 1 and abs(one.value) > radius(one.error, found.documents, documents, level):
                sequence.add(names)
    once = {
        (one.first, one.second) if one.value > 0 else (one.second, one.first)
        for one in found.differences
        if not one.interval.low <= 0 <= one.interval.high
    }
    return naive, sequence, once


def _at(
    plan: CampaignPlan, records: list[Recorded], confidence: float, about: ClaimedJudges = "all"
) -> DimensionStandings:
    return standings(plan, records, plan.questionnaire.questions[0], confidence=confidence, about=about)


def rows(documents: int) -> list[tuple[str, Truth, int]]:
    """Truths: nothing differs, one system is a little or much better, a ladder; and tastes of judges."""
    equal = Truth(dict.fromkeys("ABC", 60.0), SEVERITY)
    return [
        ("all equal", equal, documents),
        ("one is 5 better", replace(equal, quality={"A": 65.0, "B": 60.0, "C": 60.0}), documents),
        ("one is 10 better", replace(equal, quality={"A": 70.0, "B": 60.0, "C": 60.0}), documents),
        ("a ladder of 8", replace(equal, quality={"A": 76.0, "B": 68.0, "C": 60.0}), documents),
        ("all equal, tastes of SD 2", replace(equal, taste=2.0), documents),
        ("all equal, tastes of SD 4", replace(equal, taste=4.0), documents),
    ]


def main() -> None:
    """Play the campaigns and print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=1000, help="campaigns of each row (default: 1000)")
    parser.add_argument("--documents", type=int, default=48)
    parser.add_argument("--designs", nargs="+", default=["square", "together", "contrast"])
    parser.add_argument("--truths", nargs="+", help="rows of these truths only, such as 'all equal'")
    parser.add_argument("--judges", type=int, default=6, help="how many judge (default: 6)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| design | truth | false claims: all judges | these judges | every look tested |", end="")
    print(
        " confidence sequence | found when stopped: all judges | these judges | one test at the end |", end=""
    )
    print(" confidence sequence | judgements used |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    recovered = [
        "| design | truth | mean error of a difference | 95 % intervals that hold the truth |",
        "|---|---|---|---|",
    ]
    for design in options.designs:
        for name, truth, documents in rows(options.documents):
            if options.truths and name not in options.truths:
                continue
            rng = np.random.default_rng(options.seed)
            plan = small_plan(design, documents=documents, judges=options.judges)
            tally = Tally()
            for _ in range(options.campaigns):
                play(plan, truth, rng, tally)
            false = (tally.false, tally.false_of_these, tally.naive, tally.sequence)
            found = (tally.found, tally.found_of_these, tally.at_once, tally.by_sequence)
            shares = [100 * share / tally.campaigns for share in (*false, *found)]
            print(
                f"| {design} | {name} | "
                + " | ".join(f"{share:.1f} %" for share in shares)
                + f" | {100 * np.mean(tally.used):.0f} % |",
                flush=True,
            )
            # Pairs of a campaign are not independent: the error is that of the first pair.
            missed = np.reshape(tally.missed_by, (tally.campaigns, -1))[:, 0]
            recovered.append(
                f"| {design} | {name} | {missed.mean():+.2f} ± {missed.std(ddof=1) / sqrt(len(missed)):.2f} "
                f"| {100 * np.mean(tally.held):.1f} % |"
            )
    print("\n".join(["", *recovered]))


if __name__ == "__main__":
    main()
