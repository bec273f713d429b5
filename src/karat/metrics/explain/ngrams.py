"""N-grams of one segment one by one: which match, which are clipped, and the stretches of text they cover."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

from karat.errors import InvalidOption
from karat.metrics.explain.explanation import Listing, MarkedText
from karat.metrics.kernel_texts import tokens_of
from karat.tokens.places import places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.metrics import Metric

    Counted: TypeAlias = Counter[tuple[str, ...]]
    Units: TypeAlias = tuple[str, ...] | str
    Stretch: TypeAlias = tuple[int, int, int]


def ngrams(tokens: Sequence[str], n: int) -> Counted:
    """How often each n-gram occurs, in order of first appearance."""
    return Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def most_of(references: Sequence[Sequence[str]], n: int) -> Counted:
    """How often each n-gram occurs in the reference that has it most often."""
    most = ngrams((), n)
    for reference in references:
        most |= ngrams(reference, n)
    return most


def listings(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], order: int, *, between: str = " "
) -> tuple[Listing, ...]:
    """For each order every n-gram of either side, how often it is there and matches; differences first."""
    found = []
    for n in range(1, order + 1):
        here, there = ngrams(hypothesis, n), most_of(references, n)
        grams = sorted(dict.fromkeys((*here, *there)), key=lambda gram: here[gram] == there[gram])
        rows = [(between.join(gram), here[gram], there[gram], min(here[gram], there[gram])) for gram in grams]
        if rows:
            found.append(Listing(f"{n}-grams", ("n-gram", "hypothesis", "reference", "matched"), rows))
    return tuple(found)


def marked_texts(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[MarkedText, ...]:
    """Every text with the units that the other side has too, as often as it has them."""
    texts = [marked("hypothesis", hypothesis, most_of(references, 1))]
    for number, reference in enumerate(references, 1):
        title = "reference" if len(references) == 1 else f"reference {number}"
        texts.append(marked(title, reference, ngrams(hypothesis, 1)))
    return tuple(texts)


def marked(title: str, units: Sequence[str], other: Counted) -> MarkedText:
    """The k-th occurrence of a unit is matched if the other side has at least k of it."""
    left = dict(other)
    marks = []
    for unit in units:
        left[(unit,)] = left.get((unit,), 0) - 1
        marks.append((unit, "matched" if left[(unit,)] >= 0 else "missed"))
    return MarkedText(title, tuple(marks))  # type: ignore[arg-type]


class MatchedText:
    """Finds in outputs the n-grams of a metric, in the metric's own tokens.

    Statistics say how many n-grams match; here is where they stand, for whoever looks at the text.

    >>> from karat.metrics import Bleu
    >>> MatchedText(Bleu()).against(["the cat sat on the mat"])("The cat sat on a mat.")
    [(4, 14, 3), (17, 20, 1)]
    """

    def __init__(self, metric: Metric) -> None:
        self._metric: Any = metric
        self.order = longest_order(metric)
        self.in_characters = getattr(metric, "unit", None) == "char" or hasattr(metric, "character_order")

    def against(self, references: Sequence[str]) -> Callable[[str], list[Stretch]]:
        """What finds the matches in any system's output of one segment."""
        most = most_by_order([self._units(text) for text in references], self.order)

        def matches(text: str) -> list[Stretch]:
            units = self._units(text)
            orders, together = longest_matches(units, most)
            if not any(orders):
                return []
            return list(_stretches(places(_as_read(self._metric, text), units), orders, together))

        return matches

    def _units(self, text: str) -> Units:
        """Tokens, or one string of characters: slices of both can be counted, and those of text faster."""
        metric = self._metric
        units = metric.units_of(text) if hasattr(metric, "units_of") else tokens_of(metric, text)
        return "".join(units) if self.in_characters else tuple(units)


def longest_order(metric: Any) -> int:
    """The longest n-gram that a metric counts; one that counts none, or tags, is refused."""
    order = getattr(metric, "order", None) or getattr(metric, "character_order", None)
    if order is None or metric.annotated:
        raise InvalidOption(
            f"{metric.name} does not count n-grams of plain text, so there are none to show. "
            "Give a metric that does, such as BLEU, chrF or ROUGE-N."
        )
    return int(order)


def most_by_order(references: Sequence[Units], order: int) -> list[dict[Units, int]]:
    """For each order how often each n-gram occurs in the reference that has it most often."""
    found: list[dict[Units, int]] = []
    for n in range(1, order + 1):
        most: dict[Units, int] = {}
        for units in references:
            counted = Counter([units[start : start + n] for start in range(len(units) - n + 1)])
            if not most:
                most = dict(counted)
                continue
            for gram, times in counted.items():
                if times > most.get(gram, 0):
                    most[gram] = times
        found.append(most)
    return found


def longest_matches(units: Units, most: Sequence[dict[Units, int]]) -> tuple[list[int], list[bool]]:
    """For each unit the order of the longest matching n-gram that it is part of; 0 where none matches.

    Beside it, whether some matching n-gram holds the unit and the next one together. As in counting, the k-th
    occurrence of an n-gram matches if a reference has at least k of it.
    """
    orders, together = [0] * len(units), [False] * len(units)
    starts: Sequence[int] = range(len(units))
    for n, wanted in enumerate(most, 1):
        seen: dict[Units, int] = {}
        going_on = []
        of_order, joined = [n] * n, [True] * (n - 1)
        for start in starts:
            gram = units[start : start + n]
            most_times = wanted.get(gram)
            if most_times is not None:
                going_on.append(start)
                times = seen[gram] = seen.get(gram, 0) + 1
                if times <= most_times:
                    orders[start : start + n] = of_order
                    together[start : start + n - 1] = joined
        starts = going_on  # what no reference has does not begin anything longer that one has
    return orders, together


def _stretches(
    at: Sequence[tuple[int, int]], orders: Sequence[int], together: Sequence[bool]
) -> Iterator[Stretch]:
    """Neighbours of one order are one stretch, if an n-gram holds them together."""
    start = end = order = 0
    goes_on = False
    for (first, last), longest, holds_next in zip(at, orders, together, strict=True):
        if goes_on and longest == order:
            end = max(end, last)
        else:
            if order and start < end:
                yield start, end, order
            start, end, order = max(first, end), max(last, end), longest
        goes_on = holds_next
    if order and start < end:
        yield start, end, order


def _as_read(metric: Any, text: str) -> str:
    """The text as the metric's tokens are spelled, with every character in its place."""
    if not metric.lowercase:
        return text
    lower = text.lower()
    # The lower case of İ is two characters, which would move everything after it.
    return lower if len(lower) == len(text) else "".join(map(_lower_alone, text))


def _lower_alone(character: str) -> str:
    lower = character.lower()
    return lower if len(lower) == 1 else character
