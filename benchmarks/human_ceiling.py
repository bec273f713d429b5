"""What the intervals and tests of the human ceiling hold: simulated judges, whose agreement is known.

    python -m benchmarks.human_ceiling [REPETITIONS]

Documents of two to eight segments are drawn; systems, documents and segments differ in quality, and judges
err by segment and by document. The truth is the same statistic over thousands of documents, with as many
further judges as the panel has. A metric that errs as a judge does is as good as another judge, exactly.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.agreement import Panel, Plan, Rater, agree, pair
from karat.agreement.ceiling import ceilings_of
from karat.agreement.study import parted

if TYPE_CHECKING:
    from karat.arrays import Floats

SYSTEMS = 8
SCALES = ("points", "five grades", "errors")


@dataclass(frozen=True)
class World:
    """What is judged: a scale, so many judges an item, so many documents, and a level."""

    scale: str = "points"
    judges: int = 3
    documents: int = 60
    statistics: tuple[str, ...] = ("pearson", "kendall/item", "calibrated-accuracy/item")

    def drawn(self, rng: np.random.Generator, judges: int, documents: int) -> tuple[Floats, list[str]]:
        """Scores of so many judges, judges × systems × segments, and the document of each segment."""
        document = np.repeat(np.arange(documents), rng.integers(2, 9, documents))
        shape = (SYSTEMS, len(document))
        truth = np.linspace(-0.6, 0.6, SYSTEMS)[:, None] + rng.normal(0, 0.5, documents)[document]
        truth = truth + rng.normal(0, 0.4, (SYSTEMS, documents))[:, document] + rng.normal(0, 0.6, shape)
        errors = 0.8 * rng.normal(size=(judges, *shape))
        errors += 0.3 * rng.normal(size=(judges, SYSTEMS, documents))[:, :, document]
        scores = truth + errors
        if self.scale == "five grades":
            scores = np.clip(np.rint(3 + 1.1 * scores), 1, 5)
        if self.scale == "errors":
            scores = -np.maximum(0.0, np.rint(-3 * (scores + 0.3)))
        return scores, [str(number) for number in document]


def rater(scores: Floats) -> Rater:
    """Scores of systems by segments as a rater."""
    return Rater("m", "", names(), scores.mean(axis=1), scores)


def names() -> tuple[str, ...]:
    """The systems."""
    return tuple(f"s{number}" for number in range(SYSTEMS))


def truths(world: World, *, documents: int = 2500, seed: int = 1) -> dict[str, dict[str, float]]:
    """What the figures are over very many documents."""
    count = world.judges
    scores, _ = world.drawn(np.random.default_rng(seed), 2 * count + 1, documents)
    found = {}
    for asked in world.statistics:
        statistic, grouping = parted(asked)

        def of(one: Floats, other: Floats, name: str = statistic, by: str = grouping) -> float:
            both = (rater(one).table("segment"), rater(other).table("segment"))
            return agree(pair(*both), name, grouping=by).value  # type: ignore[arg-type]

        human = scores[:count].mean(axis=0)
        panel = of(human, scores[count : 2 * count].mean(axis=0))
        judge = float(np.mean([of(scores[j], np.delete(scores[:count], j, 0).mean(0)) for j in range(count)]))
        share = of(scores[-1], human) / panel
        found[asked] = {"panel": panel, "judge": judge, "share": share, "difference": 0.0}
    return found


def held(world: World, repetitions: int, *, seed: int = 100) -> dict[str, dict[str, float]]:
    """How often each interval holds the truth, and how often a metric at the margin is called as good."""
    truth = truths(world)
    counts = {asked: dict.fromkeys((*truth[asked], "as good"), 0.0) for asked in world.statistics}
    for repetition in range(repetitions):
        rng = np.random.default_rng(seed + repetition)
        scores, documents = world.drawn(rng, world.judges + 1, world.documents)
        panel = Panel("q", tuple(map(str, range(world.judges))), names(), scores[:-1])
        plan = Plan(("segment",), world.statistics)
        found = ceilings_of([panel], [rater(scores[-1])], plan, documents=documents, margin=0)
        for asked, one in zip(world.statistics, found, strict=True):
            beside = one.metrics[0]
            for name, interval in (
                ("panel", one.panel_interval),
                ("judge", one.judge_interval),
                ("share", beside.share_interval),
                ("difference", beside.difference_interval),
            ):
                counts[asked][name] += (
                    interval is not None and interval.low <= truth[asked][name] <= interval.high
                )
            counts[asked]["as good"] += beside.p < 0.05
    return {
        asked: {name: 100 * count / repetitions for name, count in of.items()} for asked, of in counts.items()
    }


def main() -> None:
    """Print a table of every world."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(
        "scale, judges, documents, statistic: panel, judge, share, difference (95); as good at the margin (5)"
    )
    for scale in SCALES:
        for judges in (2, 3, 5):
            world = World(scale, judges)
            for asked, of in held(world, repetitions).items():
                figures = ", ".join(f"{value:.1f}" for value in of.values())
                print(f"{scale}, {judges}, {world.documents}, {asked}: {figures}", flush=True)


if __name__ == "__main__":
    main()
