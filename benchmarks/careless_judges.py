"""How often honest judges of a campaign are suspected, and careless ones found: `make bench-campaigns`.

Campaigns are simulated with six judges of different severity; three of them judge each output, and some of
their outputs are spoilt. In half of the campaigns all are honest, in the others one answers at random. Beside
what happens stands what the lead's page says: the rate of false alarms, and the power for the items at hand.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from statistics import fmean

import numpy as np
from tests.campaigns.simulated import PERCENT, Truth, simulated, small_plan

from karat.campaigns.watch.quality import quality

SEVERITY = {f"judge {number}": value for number, value in enumerate((-15, -5, 0, 3, 7, 10), 1)}
HONEST = Truth({"A": 70.0, "B": 60.0, "C": 50.0}, SEVERITY)
CARELESS = "judge 4"


def main() -> None:
    """Play the campaigns and print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=200, help="of each row (default: 200)")
    parser.add_argument("--documents", type=int, nargs="+", default=[12, 24, 48])
    options = parser.parse_args()
    print(
        "| items of a judge | spoilt | false alarms: stated | found | careless judge: stated power |", end=""
    )
    print(" found | by agreement: stated | found | by spoilt outputs: stated | found |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for documents in options.documents:
        plan = small_plan(
            "together", documents=documents, segments=1, per_output=3, spoilt=documents // 2, scale=PERCENT
        )
        careless = replace(HONEST, careless=frozenset({CARELESS}))
        honest = [quality(plan, simulated(plan, HONEST, _rng(seed))) for seed in range(options.campaigns)]
        caught = [
            # Not the seeds of the honest: what is stated and what is found would share their luck.
            quality(plan, simulated(plan, careless, _rng(options.campaigns + seed)))
            for seed in range(options.campaigns)
        ]
        powers = {
            rule: fmean(
                one.power
                for each in honest
                for one in each.powers
                if bool(one.dimension) == (rule == "agreement")
            )
            for rule in ("agreement", "spoilt")
        }
        found = [next(one for one in each.judges if one.judge == CARELESS) for each in caught]
        by_agreement = fmean(any(one.suspicion.careless for _, one in judge.profiles) for judge in found)
        by_spoilt = fmean(judge.misses for judge in found)
        either = 1 - (1 - powers["agreement"]) * (1 - powers["spoilt"])
        figures = (
            *(honest[0].false_alarm, fmean(bool(one.suspected) for one in honest)),
            *(either, fmean(bool(judge.reasons) for judge in found)),
            *(powers["agreement"], by_agreement, powers["spoilt"], by_spoilt),
        )
        print(
            f"| {documents * 3 * 3 // 6} | {documents // 2} | "
            + " | ".join(f"{100 * one:.1f} %" for one in figures)
            + " |",
            flush=True,
        )


def _rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


if __name__ == "__main__":
    main()
