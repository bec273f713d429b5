"""How one segment got its WNM score."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from karat.kernel import REAL_PARTS
from karat.metrics.explain.explanation import Explanation, Listing, MarkedText, Step
from karat.metrics.kernel_texts import for_kernel, tokens_of_kernel_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from karat.metrics.wnm import SalienceLearnt, Wnm


Gram: TypeAlias = tuple[str, ...]
Element = TypeVar("Element")

# What the weights of an n-gram's words make together.
_OF_WORDS: dict[str, Callable[[Sequence[int]], int]] = {"last": itemgetter(-1), "sum": sum, "max": max}


def explanation(
    wnm: Wnm, knowledge: SalienceLearnt, hypothesis: str, references: Sequence[str]
) -> Explanation:
    """Words with their weights, the n-grams that match and those that are missed, and the sums."""
    (row,) = wnm.rows_with(knowledge, [[hypothesis]], [[text] for text in references], 1)
    total = row.total()
    (kernel_hypothesis,), kernel_references = for_kernel(wnm, [[hypothesis], list(references)])
    tokens = tokens_of_kernel_text(wnm, kernel_hypothesis)
    of_text = {word: rest for word, *rest in knowledge.weights.native.of_segment(kernel_references, -1)}
    weights = {word: weight for word, (_, weight) in of_text.items()}
    found = gathered(wnm, [tokens], weights)
    each = [tokens_of_kernel_text(wnm, text) for text in kernel_references]
    chosen = next(
        index for index, words in enumerate(each) if _sums(wnm, found, words, weights) == (total[0], total[2])
    )
    title = "reference" if len(each) == 1 else f"reference {chosen + 1}, the best by F"
    return Explanation(
        wnm.name,
        wnm.value(total),
        wnm.recipe,
        texts=(_marked("hypothesis", tokens, each[chosen]), _marked(title, each[chosen], tokens)),
        listings=(
            _word_listing(wnm, tokens, each[chosen], of_text),
            _gram_listing(found, gathered(wnm, [each[chosen]], weights)),
        ),
        steps=_steps(wnm, total),
    )


def gathered(wnm: Wnm, lines: Sequence[Sequence[str]], weights: Mapping[str, int]) -> dict[Gram, int]:
    """The weight that each n-gram gathers in all lines, in parts; none reaches over the end of a line."""
    sums: dict[Gram, int] = {}
    for tokens in lines:
        of_words = [REAL_PARTS if wnm.weighting == "none" else weights.get(word, 0) for word in tokens]
        for n in range(1, min(wnm.order, len(tokens)) + 1):
            of_grams = map(_OF_WORDS[wnm.ngram_weight], _windows(of_words, n))
            for gram, weight in zip(_windows(tokens, n), of_grams, strict=True):
                sums[gram] = sums.get(gram, 0) + weight
    return sums


def _windows(items: Sequence[Element], size: int) -> Iterator[tuple[Element, ...]]:
    return zip(*(items[start:] for start in range(size)), strict=False)


def _sums(
    wnm: Wnm, found: Mapping[Gram, int], reference: Sequence[str], weights: Mapping[str, int]
) -> tuple[int, int]:
    """The weight of what matches, and of the whole reference."""
    wanted = gathered(wnm, [reference], weights)
    return sum(min(found[gram], wanted[gram]) for gram in found if gram in wanted), sum(wanted.values())


def _marked(title: str, tokens: Sequence[str], other: Sequence[str]) -> MarkedText:
    left = Counter(other)
    marked: list[tuple[str, str]] = []
    for token in tokens:
        marked.append((token, "matched" if left[token] > 0 else "missed"))
        left[token] -= 1
    return MarkedText(title, tuple(marked))  # type: ignore[arg-type]


def _word_listing(
    wnm: Wnm, tokens: Sequence[str], reference: Sequence[str], of_text: Mapping[str, Sequence[int]]
) -> Listing:
    here, there = Counter(tokens), Counter(reference)
    words = {word: of_text.get(word, (0, 0)) for word in (*there, *here)}
    kind = {"tf.idf": "tf.idf", "none": "weight"}.get(wnm.weighting, "S")
    if wnm.weighting == "none":
        words = {word: (frequency, REAL_PARTS) for word, (frequency, _) in words.items()}
    heaviest_first = sorted(words.items(), key=lambda item: -item[1][1])
    rows: list[tuple[str | float | None, ...]] = [
        (word, weight / REAL_PARTS, frequency, here[word], there[word])
        for word, (frequency, weight) in heaviest_first
    ]
    columns = ("word", kind, "in the text", "in hypothesis", "in reference")
    return Listing("words", columns, rows)


def _gram_listing(found: Mapping[Gram, int], wanted: Mapping[Gram, int]) -> Listing:
    rows: list[tuple[str | float | None, ...]] = [
        (
            len(gram),
            " ".join(gram),
            found.get(gram, 0) / REAL_PARTS,
            wanted.get(gram, 0) / REAL_PARTS,
            min(found[gram], wanted[gram]) / REAL_PARTS if gram in found and gram in wanted else None,
        )
        for gram in sorted({**wanted, **found}, key=len)
    ]
    columns = ("order", "n-gram", "weight in hypothesis", "weight in reference", "match")
    return Listing("n-grams", columns, rows)


def _steps(wnm: Wnm, row: Sequence[int]) -> tuple[Step, ...]:
    facts = wnm.details(row)
    matched, hypothesis, reference = (facts[name] for name in wnm.columns)
    steps = [
        Step("precision", facts["precision"], f"{matched:.4f} of {hypothesis:.4f} in the hypothesis"),
        Step("recall", facts["recall"], f"{matched:.4f} of {reference:.4f} in the reference"),
        Step("F", facts["f"], "harmonic mean of the two"),
    ]
    word = {"f": "F", "precision": "precision", "recall": "recall"}[wnm.score]
    return (*steps, Step(wnm.name, wnm.value(row), f"the {word}"))
