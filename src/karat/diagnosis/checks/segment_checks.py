"""Whether segments are fit to be counted: long enough, each another, about as long as their references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.diagnosis.findings import Finding, graded, worst
from karat.remedies import Remedy

if TYPE_CHECKING:
    from karat.diagnosis.case import Case


def short_segments(case: Case) -> Finding | None:
    """A segment that is shorter than the order has no n-gram of it."""
    orders = {
        metric.name: (order, getattr(metric, "unit", "word"))
        for metric in case.metrics
        if isinstance(order := getattr(metric, "order", None), int)
    }
    if not orders:
        return None
    name, (order, unit) = max(orders.items(), key=lambda item: item[1])
    in_characters = unit == "char" or case.without_spaces
    sizes = [len(many[0].replace(" ", "") if in_characters else many[0].split()) for many in case.references]
    short = [place for place, size in enumerate(sizes, 1) if size < order]
    share = len(short) / len(sizes)
    verdict = graded(share, doubtful=0.1, unfit=0.5)
    what = "characters" if in_characters else "words"
    return Finding.of(
        "short segments",
        verdict,
        f"{share:.0%} of the references have fewer than {order} {what}, the order of {name}.",
        {"metric": name, "order": order, "short": len(short), "segments": len(sizes)},
        "Take a lower order, or chrF; of single segments the effective order.",
        short,
        hint=Remedy("order=…, effective_order=True", "--order, --effective-order"),
    )


def duplicate_segments(case: Case) -> Finding:
    """A segment that comes again weighs twice, and makes intervals narrower than they are."""
    sources = case.corpus.sources
    seen: set[tuple[object, ...]] = set()
    again = []
    for place, references in enumerate(case.references, 1):
        key = (references, None if sources is None else sources[place - 1])
        if key in seen:
            again.append(place)
        seen.add(key)
    share = len(again) / len(case.references)
    verdict = graded(share, doubtful=0.05, unfit=0.3)
    return Finding.of(
        "duplicate segments",
        verdict,
        f"{len(again)} of {len(case.references)} segments came before.",
        {"repeated": len(again), "segments": len(case.references), "share": share},
        "Keep each segment once, or compare systems by resampling documents.",
        again,
        hint=Remedy("Procedure(unit='document')", "karat compare --draw document"),
    )


def length_ratio(case: Case) -> Finding:
    """Outputs that are much longer or shorter than the references are scored for their length."""
    wanted = [sum(map(len, many)) / max(len(many), 1) for many in case.references]
    whole = max(sum(wanted), 1)
    ratios = {name: sum(map(len, text)) / whole for name, text in case.systems.items()}
    verdict = worst(
        [graded(max(ratio, 1 / max(ratio, 0.01)), doubtful=1.15, unfit=1.4) for ratio in ratios.values()]
    )
    farthest = max(ratios, key=lambda name: max(ratios[name], 1 / max(ratios[name], 0.01)))
    odd = [
        place
        for place, (size, text) in enumerate(zip(wanted, case.systems[farthest], strict=True), 1)
        if not size / 2 <= len(text) <= 2 * size
    ]
    return Finding.of(
        "length ratio",
        verdict,
        f"Farthest from the references' length is {farthest}, with {ratios[farthest]:.2f} times as many "
        "characters.",
        {"ratios": ratios, "half_or_twice_as_long": len(odd)},
        "Look at the segments: is text missing, left untranslated or repeated?",
        odd,
    )
