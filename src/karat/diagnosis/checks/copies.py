"""Text that is where it should not be: the source in the output, one system's output in another's."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from karat.diagnosis.findings import Finding, graded, worst

if TYPE_CHECKING:
    from karat.diagnosis.case import Case

# Shorter texts come out the same by themselves: names, numbers, greetings.
_LONG = 25


def copied_source(case: Case) -> Finding | None:
    """An output that is the source was not translated, and shared names and numbers still score."""
    if case.corpus.sources is None:
        return None
    sources = list(case.corpus.sources)
    copied = {
        name: [
            place
            for place, (source, output, references) in enumerate(
                zip(sources, text, case.references, strict=True), 1
            )
            if output.strip() == source.strip() and output.strip() and source not in references
        ]
        for name, text in case.systems.items()
    }
    most = max(copied, key=lambda name: len(copied[name]))
    share = len(copied[most]) / len(sources)
    # One alone may be a name or a greeting.
    verdict = graded(share, doubtful=0.01, unfit=0.1) if len(copied[most]) > 1 else "fine"
    return Finding.of(
        "copied source",
        verdict,
        f"{most} leaves {len(copied[most])} of {len(sources)} segments in the source language."
        if copied[most]
        else "No output is its source.",
        {"copied": {name: len(places) for name, places in copied.items()}},
        "Count these as failures; n-gram scores reward the names in them.",
        copied[most],
    )


def same_outputs(case: Case) -> Finding | None:
    """Systems that give the same text are one system, or one has seen the other's output."""
    if len(case.systems) < 2:
        return None
    alike = {}
    for first, second in combinations(case.systems, 2):
        pairs = list(zip(case.systems[first], case.systems[second], strict=True))
        long = [place for place, (one, _) in enumerate(pairs, 1) if len(one) >= _LONG]
        same = [place for place in long if pairs[place - 1][0] == pairs[place - 1][1]]
        alike[first, second] = (len(same) / max(len(long), 1), same)
    (first, second), (share, places) = max(alike.items(), key=lambda item: item[1][0])
    verdict = graded(share, doubtful=0.5, unfit=0.9)
    return Finding.of(
        "same outputs",
        verdict,
        f"{first} and {second} have the same output in {share:.0%} of the longer segments.",
        {
            "share": {
                f"{a} = {b}": part
                for (a, b), (part, _) in alike.items()
                if part >= 0.2 or (a, b) == (first, second)
            }
        },
        "Treat them as one system: a test of their difference rests on few segments.",
        places if verdict != "fine" else (),
    )


def leaked_references(case: Case) -> Finding:
    """Outputs that are the reference, word for word: the test set was seen, or made from this output."""
    found = {}
    for name, text in case.systems.items():
        pairs = list(zip(text, case.references, strict=True))
        long = [place for place, (output, _) in enumerate(pairs, 1) if len(output) >= _LONG]
        found[name] = [place for place in long if pairs[place - 1][0] in pairs[place - 1][1]], len(long)
    shares = {name: len(same) / max(count, 1) for name, (same, count) in found.items()}
    usual = sorted(shares.values())[(len(shares) - 1) // 2]
    most = max(shares, key=lambda name: shares[name])
    verdict = worst([graded(shares[most], doubtful=0.5, unfit=0.9)])
    if len(shares) > 2 and shares[most] > max(3 * usual, 0.1):
        verdict = worst([verdict, graded(shares[most], doubtful=0.1, unfit=0.5)])
    return Finding.of(
        "leaked references",
        verdict,
        f"{most} has the reference word for word in {shares[most]:.0%} of the longer segments"
        + (f"; half of the systems in {usual:.0%} or less." if len(shares) > 1 else "."),
        {"shares": shares},
        "Find out whether the system saw the references, or whether they were edited from its output.",
        found[most][0] if verdict != "fine" else (),
    )
