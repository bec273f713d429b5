"""Agreement of (metric, human) as one would write it down: loops over pairs, nothing shared, nothing fast."""

from __future__ import annotations

from itertools import combinations, product
from math import isnan, sqrt

Scores = list[float]


def sign(value: float) -> int:
    """1, 0 or −1."""
    return (value > 0) - (value < 0)


def pair_kinds(metric: Scores, human: Scores, epsilon: float = 0.0) -> dict[str, int]:
    """How many pairs are of each kind."""
    kinds = dict.fromkeys(("concordant", "discordant", "metric_ties", "human_ties", "both_ties"), 0)
    for (m1, h1), (m2, h2) in combinations(zip(metric, human, strict=True), 2):
        if isnan(m1 + m2 + h1 + h2):
            continue
        of_metric = 0 if abs(m2 - m1) <= epsilon else sign(m2 - m1)
        of_people = sign(h2 - h1)
        if of_metric == of_people == 0:
            kinds["both_ties"] += 1
        elif of_metric == 0:
            kinds["metric_ties"] += 1
        elif of_people == 0:
            kinds["human_ties"] += 1
        else:
            kinds["concordant" if of_metric == of_people else "discordant"] += 1
    return kinds


def accuracy(metric: Scores, human: Scores, epsilon: float = 0.0) -> float:
    """The share of right pairs."""
    kinds = pair_kinds(metric, human, epsilon)
    pairs = sum(kinds.values())
    return (kinds["concordant"] + kinds["both_ties"]) / pairs if pairs else float("nan")


def best_epsilon(metric: list[Scores], human: list[Scores]) -> tuple[float, float]:
    """The least ε with the highest mean accuracy over groups, and that accuracy: every difference is tried."""
    candidates = {0.0} | {
        abs(a - b) for group in metric for a, b in combinations(group, 2) if not isnan(a + b)
    }
    best = (0.0, -1.0)
    for epsilon in sorted(candidates):
        values = [accuracy(m, h, epsilon) for m, h in zip(metric, human, strict=True)]
        values = [value for value in values if not isnan(value)]
        mean = sum(values) / len(values)
        if mean > best[1] + 1e-12:
            best = (epsilon, mean)
    return best


def permutation_p(first: Scores, second: Scores) -> float:
    """The share of all exchanges that give the first at least its lead over the second."""
    differences = [a - b for a, b in zip(first, second, strict=True) if not isnan(a + b)]
    observed = sum(differences)
    sums = [
        sum(s * d for s, d in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(value >= observed - 1e-9 for value in sums) / len(sums)


def soft_accuracy(metric: list[Scores], human: list[Scores]) -> float:
    """Mean of 1 − |p(metric) − p(human)| over pairs of systems, every exchange made."""
    values = [
        1 - abs(permutation_p(metric[i], metric[j]) - permutation_p(human[i], human[j]))
        for i, j in combinations(range(len(metric)), 2)
    ]
    return sum(values) / len(values)


def pearson(x: Scores, y: Scores) -> float:
    """Pearson's r."""
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    top = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return top / sqrt(sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y))
