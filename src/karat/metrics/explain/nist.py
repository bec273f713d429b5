"""How one segment got its NIST score."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from karat.kernel import LENGTH_PARTS, REAL_PARTS
from karat.metrics.explain.explanation import Explanation, Listing, MarkedText, Step
from karat.metrics.kernel_texts import for_kernel, tokens_of_kernel_text
from karat.ordered_sums import added

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics.nist import Nist
    from karat.metrics.prepared import Learnt


Gram: TypeAlias = tuple[str, ...]
Matches: TypeAlias = dict[Gram, tuple[int, int, float]]


def explanation(nist: Nist, knowledge: Learnt, hypothesis: str, references: Sequence[str]) -> Explanation:
    """Marked words, the n-grams that match with their information, and the sums."""
    (row,) = nist.rows_with(knowledge, [[hypothesis]], [[text] for text in references], 1)
    total = row.total()
    (kernel_hypothesis,), kernel_references = for_kernel(nist, [[hypothesis], list(references)])
    tokens = tokens_of_kernel_text(nist, kernel_hypothesis)
    stored = knowledge.native.of_segment(kernel_references)
    matches = _matches(nist, tokens, stored)
    return Explanation(
        nist.name,
        nist.value(total),
        nist.recipe,
        texts=(_marked("hypothesis", tokens, matches), *_marked_references(stored, tokens)),
        listings=(_listing(matches),),
        steps=_steps(nist, total),
    )


def _matches(nist: Nist, tokens: Sequence[str], stored: Sequence[Sequence[tuple[str, list[int]]]]) -> Matches:
    """Of each n-gram that both have: how often it matches, how often it occurs, and its information."""
    information: dict[Gram, float] = {}
    most: Counter[Gram] = Counter()
    for reference in stored:
        words = [word for word, _ in reference]
        counts: Counter[Gram] = Counter()
        for start, (_, weights) in enumerate(reference):
            for n, weight in enumerate(weights, start=1):
                gram = tuple(words[start : start + n])
                counts[gram] += 1
                information[gram] = weight / REAL_PARTS
        most |= counts
    found = Counter(
        tuple(tokens[start : start + n])
        for n in range(1, min(nist.order, len(tokens)) + 1)
        for start in range(len(tokens) - n + 1)
    )
    return {
        gram: (min(count, most[gram]), count, information[gram])
        for gram, count in found.items()
        if gram in information
    }


def _marked(title: str, tokens: Sequence[str], matches: Matches) -> MarkedText:
    left = {gram[0]: matched for gram, (matched, _, _) in matches.items() if len(gram) == 1}
    units_with_marks = []
    for token in tokens:
        matched = left.get(token, 0) > 0
        left[token] = left.get(token, 0) - 1
        units_with_marks.append((token, "matched" if matched else "missed"))
    return MarkedText(title, tuple(units_with_marks))  # type: ignore[arg-type]


def _marked_references(
    stored: Sequence[Sequence[tuple[str, list[int]]]], tokens: Sequence[str]
) -> list[MarkedText]:
    marked = []
    for number, reference in enumerate(stored, start=1):
        here: Matches = {(token,): (count, count, 0.0) for token, count in Counter(tokens).items()}
        title = "reference" if len(stored) == 1 else f"reference {number}"
        marked.append(_marked(title, [word for word, _ in reference], here))
    return marked


def _listing(matches: Matches) -> Listing:
    rows: list[tuple[str | float | None, ...]] = [
        (len(gram), " ".join(gram), matched, count, information, matched * information)
        for gram, (matched, count, information) in sorted(matches.items(), key=lambda item: len(item[0]))
    ]
    return Listing(
        "n-grams that match",
        ("order", "n-gram", "matches", "in hypothesis", "information", "adds"),
        rows,
    )


def _steps(nist: Nist, row: Sequence[int]) -> tuple[Step, ...]:
    facts = nist.details(row)
    orders = zip(facts["information_per_ngram"], facts["information"], facts["totals"], strict=True)
    steps = [
        Step(f"S{n}", value, f"{information:.4f} bits of {total} n-gram{'' if total == 1 else 's'}")
        for n, (value, information, total) in enumerate(orders, start=1)
    ]
    length, reference = facts["hypothesis_length"], row[1] / LENGTH_PARTS
    steps.append(Step("sum", added(facts["information_per_ngram"]), "over all orders"))
    steps.append(Step("penalty", facts["penalty"], f"length {length} of {reference:g} on average"))
    steps.append(Step(nist.name, nist.value(row), "sum times penalty"))
    return tuple(steps)
