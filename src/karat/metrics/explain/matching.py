"""Explanations of the metrics that align words."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING

from karat.metrics.explain.explanation import Explanation, Listing, MarkedText, Step

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from karat.metrics.gtm import Gtm
    from karat.metrics.meteor import Meteor


def crossings(pairs: Sequence[tuple[int, int, int]]) -> int:
    """How many pairs of mappings are in another order in one text than in the other."""
    return sum((i - k) * (j - m) < 0 for (i, j, _), (k, m, _) in combinations(pairs, 2))


def chunk_numbers(pairs: Sequence[tuple[int, int, int]]) -> list[int]:
    """To each mapping, in the order of the hypothesis, the number of its chunk, from 1."""
    numbers: list[int] = []
    for at, (i, j, _) in enumerate(pairs):
        continues = at > 0 and pairs[at - 1][:2] == (i - 1, j - 1)
        numbers.append((numbers[-1] if numbers else 0) + (not continues))
    return numbers


def marked(title: str, words: Sequence[str], matched: Collection[int]) -> MarkedText:
    """A text in which words are matched or missed."""
    return MarkedText(
        title, tuple((word, "matched" if n in matched else "missed") for n, word in enumerate(words))
    )


def explain_meteor(
    metric: Meteor,
    spoken: Sequence[str],
    wanted: Sequence[str],
    *,
    pairs: Sequence[tuple[int, int, int]],
    row: Sequence[int],
    values: Sequence[float],
) -> Explanation:
    """The alignment with one reference; `values` are those of all references."""
    ordered = sorted(pairs)
    facts = metric.details(row)
    mapped, chunks = len(ordered), facts["chunks"]
    by_stage = [sum(stage == n for *_, stage in ordered) for n in range(len(metric.stages))]
    stages = ", ".join(f"{count} {stage}" for count, stage in zip(by_stage, metric.stages, strict=True))
    alpha = f"{metric.alpha:g}"
    steps = [
        Step("mapped words", mapped, stages),
        Step("crossings", crossings(ordered), "pairs of mappings in another order than in the reference"),
        Step("chunks", chunks, "groups of mapped words that stand together in both texts"),
        Step("precision", facts["precision"], f"{mapped} of {len(spoken)} words of the hypothesis"),
        Step("recall", facts["recall"], f"{mapped} of {len(wanted)} words of the reference"),
        Step("mean", facts["mean"], f"PR / ({alpha} P + {1 - metric.alpha:g} R)"),
        Step("penalty", facts["penalty"], f"{metric.gamma:g} · ({chunks} / {mapped})^{metric.beta:g}"),
        Step("METEOR", metric.value(row), "mean · (1 − penalty)"),
    ]
    if row[4]:
        steps.append(Step("search", "cut short", "too many equal ways to try them all"))
    listings = [
        Listing(
            "Mappings",
            ("hypothesis", "word", "reference", "word there", "stage", "chunk"),
            [
                (i + 1, spoken[i], j + 1, wanted[j], metric.stages[stage], chunk)
                for (i, j, stage), chunk in zip(ordered, chunk_numbers(ordered), strict=True)
            ],
        )
    ]
    chosen = values.index(max(values))
    if len(values) > 1:
        listings.append(
            Listing(
                "References",
                ("reference", "METEOR", "counts"),
                [(n + 1, value, "yes" if n == chosen else "no") for n, value in enumerate(values)],
            )
        )
    texts = (
        marked("hypothesis", spoken, {i for i, *_ in ordered}),
        marked(
            "reference" if len(values) == 1 else f"reference {chosen + 1}", wanted, {j for _, j, _ in ordered}
        ),
    )
    return Explanation(metric.name, metric.value(row), metric.recipe, texts, tuple(listings), tuple(steps))


def explain_gtm(
    metric: Gtm,
    spoken: Sequence[str],
    wanted: Sequence[Sequence[str]],
    *,
    runs: Sequence[tuple[int, int, int, int]],
    row: Sequence[int],
) -> Explanation:
    """The matching with all references."""
    ordered = sorted(runs)
    facts = metric.details(row)
    exponent = f"{metric.exponent:g}"
    hits = sum(length for *_, length in ordered)
    mean = fmean(map(len, wanted))
    lengths = " + ".join(f"{length}^{exponent}" for *_, length in ordered)
    steps = [
        Step("hits", hits, f"matched words; runs: {len(ordered)}"),
        Step("size", facts["matching_size"], f"({lengths or 0})^(1/{exponent})"),
        Step("precision", facts["precision"], f"size / {len(spoken)} words of the hypothesis"),
        Step("recall", facts["recall"], f"size / {mean:g} words of the {_references(wanted)}"),
        Step("F", facts["f"], "2PR / (P + R)"),
    ]
    if len(wanted) > 1:
        steps.insert(1, Step("most hits", int(mean), "no more than a reference has words on average"))
    if row[3]:
        steps.append(Step("search", "cut short", "too many matchings to try them all"))
    listing = Listing(
        "Runs",
        ("words", "hypothesis", "reference", "place there", "length", "weight"),
        [
            (" ".join(spoken[i : i + length]), i + 1, number + 1, j + 1, length, length**metric.exponent)
            for i, number, j, length in ordered
        ],
    )
    texts = [marked("hypothesis", spoken, {i + k for i, *_, length in ordered for k in range(length)})]
    for n, words in enumerate(wanted):
        places = {j + k for _, number, j, length in ordered if number == n for k in range(length)}
        texts.append(marked("reference" if len(wanted) == 1 else f"reference {n + 1}", words, places))
    return Explanation(metric.name, metric.value(row), metric.recipe, tuple(texts), (listing,), tuple(steps))


def _references(wanted: Sequence[Sequence[str]]) -> str:
    return "reference" if len(wanted) == 1 else "references on average"
