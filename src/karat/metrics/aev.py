"""AEv: n-gram precision and recall in one figure, each with its penalty for length."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidFile, InvalidOption, InvalidRecipe
from karat.kernel import count_aev
from karat.metrics import bleu, recipe
from karat.metrics.arithmetic import Scalars
from karat.metrics.choices import Normalization
from karat.metrics.explain.explanation import Explanation, Step
from karat.metrics.explain.ngrams import listings, marked_texts
from karat.metrics.formula import Formula, preprocessed
from karat.metrics.kernel_texts import for_kernel
from karat.option_checks import check_choice, plain_number, settle_order
from karat.small_files import read_small_bytes
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.tokens import Tokenizer
    from karat.tokens.custom import Function


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a file, in lower case, and the start of the file's checksum."""

    words: frozenset[str]
    checksum: str


def read_word_list(path: str) -> WordList:
    """The words of a file."""
    data = read_small_bytes(path)
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InvalidFile.at(path, f"the list of words must be UTF-8 ({error.reason}).") from None
    words = frozenset(word.lower() for line in lines if (word := line.partition("#")[0].strip()))
    if not words:
        raise InvalidFile.at(path, "there are no words. One word per line was expected.")
    return WordList(words, sha256(data).hexdigest()[:12])


@dataclass(frozen=True, slots=True)
class Aev(Formula):
    """Weighted harmonic mean of n-gram precision and n-gram recall, with penalties for brevity and wordiness.

    AEv(α, N) = RS · PS / (α · RS + (1 − α) · PS). PS = BP · exp(Σ ln Pₙ / N) with BP = exp(1 − B·r/c) if
    c < B·r else 1; RS = WP · exp(Σ ln Rₙ / N) with WP = exp(1 − c/(W·r)) if c > W·r else 1; c is the length
    of the output, r that of the reference. α = 0 is RS, α = 1 is PS. Soricut & Brill (2004).

    >>> aev = Aev(alpha=0.5, order=1)
    >>> statistics = aev.count(["the cat sat"], ["the cat sat on the mat"])
    >>> round(aev.value(statistics.total()), 2)
    42.39
    """

    alpha: float = 0.5
    order: int = 4
    brevity_factor: float = 1
    wordiness_factor: float = 2
    tokenize: str | Function = "13a"
    lowercase: bool = False
    normalization: Normalization = "none"
    stop_list: str | None = None

    def __post_init__(self) -> None:
        settle_order(self, "order", least=1)
        check_choice("normalization", self.normalization, Normalization)
        _settle_within(self, "alpha", 0, 1)
        # Beyond these, the reference itself would pay a penalty.
        _settle_within(self, "brevity_factor", 0, 1)
        _settle_within(self, "wordiness_factor", 1, float("inf"))
        tokenizer(self.tokenize)  # an unknown name is refused here, not when the text has been read
        if self.stop_list is not None:
            if "|" in self.stop_list:
                raise InvalidOption(
                    f"The path {self.stop_list!r} holds '|', which a recipe cannot. Rename it."
                )
            read_word_list(self.stop_list)

    @property
    def name(self) -> str:
        """AEv with its two parameters, as the paper calls it."""
        return f"AEv({recipe.plain(self.alpha)},{self.order})"

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "AEv", ENTRIES)

    @property
    def columns(self) -> tuple[str, ...]:
        """Lengths, then matches and n-grams of the hypothesis and of the reference, of each order."""
        return _columns(self.order)

    @property
    def tokenizer(self) -> Tokenizer:
        """What makes its tokens, before words of the stop list are left out."""
        return tokenizer(self.tokenize)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        chosen = self._chosen()
        systems, streams = for_kernel(self, systems, chosen), for_kernel(self, streams, chosen)
        return count_aev(systems, streams, chosen.native or "separated", self.order, threads)

    def _chosen(self) -> Tokenizer:
        """The tokenizer, or one that leaves out the words of the stop list."""
        chosen = self.tokenizer
        if self.stop_list is None:
            return chosen
        words = read_word_list(self.stop_list).words
        return tokenizer(lambda text: [token for token in chosen(text) if token.lower() not in words])

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """AEv in percent."""
        if self.alpha == 1:  # at either end the other side counts for nothing, even where it is 0
            return xp.minimum(100 * self._precision(xp, row), 100.0)
        if self.alpha == 0:
            return xp.minimum(100 * self._recall(xp, row), 100.0)
        precision, recall = self._precision(xp, row), self._recall(xp, row)
        mixed = xp.ratio(recall * precision, self.alpha * recall + (1 - self.alpha) * precision)
        # exp and log leave a perfect match a hair above 100.
        return xp.minimum(100 * mixed, 100.0)

    def _precision(self, xp: Arithmetic, row: Any) -> Any:
        """PS(N)."""
        matches, totals = self._counts(row)[:2]
        return self._brevity(xp, row) * xp.geometric_mean(matches, totals, self._weights, present=False)

    def _recall(self, xp: Arithmetic, row: Any) -> Any:
        """RS(N)."""
        recalled, wanted = self._counts(row)[2:]
        return self._wordiness(xp, row) * xp.geometric_mean(recalled, wanted, self._weights, present=False)

    @property
    def _weights(self) -> tuple[float, ...]:
        return (1.0,) * self.order

    def _counts(self, row: Any) -> list[Any]:
        starts = range(2, 2 + 4 * self.order, self.order)
        return [row[start : start + self.order] for start in starts]

    def _brevity(self, xp: Arithmetic, row: Any) -> Any:
        length, least = row[0], self.brevity_factor * row[1]
        penalty = xp.where(length > 0, xp.exp(xp.minimum(1 - xp.ratio(least, length), 0.0)), 0.0)
        return xp.where(length < least, penalty, 1.0)

    def _wordiness(self, xp: Arithmetic, row: Any) -> Any:
        if self.wordiness_factor == float("inf"):
            return 1.0
        length, most = row[0], self.wordiness_factor * row[1]
        penalty = xp.where(most > 0, xp.exp(xp.minimum(1 - xp.ratio(length, most), 0.0)), 0.0)
        return xp.where(length > most, penalty, 1.0)

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Precision and recall with and without their penalties, of each order too, and lengths."""
        matches, totals, recalled, wanted = self._counts(row)
        return {
            "precision": 100 * self._precision(Scalars, row),
            "recall": 100 * self._recall(Scalars, row),
            "precisions": _percents(matches, totals),
            "recalls": _percents(recalled, wanted),
            "brevity_factor_penalty": self._brevity(Scalars, row),
            "wordiness_penalty": self._wordiness(Scalars, row),
            "hypothesis_length": row[0],
            "reference_length": row[1],
        }

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The n-grams of every order, precision, recall, penalties and their mean."""
        row = self.count([hypothesis], [list(references)]).total()
        texts = [self._tokens(text) for text in (hypothesis, *references)]
        facts = self.details(row)
        matches, totals, recalled, wanted = self._counts(row)
        length, reference = row[:2]
        steps = [
            Step(f"P({n})", precision, f"{matched} of {total} n-grams of the hypothesis match")
            for n, precision, matched, total in _ordered(facts["precisions"], matches, totals)
        ]
        steps += [
            Step(f"R({n})", recall, f"{matched} of {total} n-grams of the reference are there")
            for n, recall, matched, total in _ordered(facts["recalls"], recalled, wanted)
        ]
        steps += [
            Step(
                "BP",
                facts["brevity_factor_penalty"],
                f"c = {length}, B·r = {self.brevity_factor * reference:g}",
            ),
            Step("PS", facts["precision"], "BP times the geometric mean of the precisions"),
            Step(
                "WP", facts["wordiness_penalty"], f"c = {length}, W·r = {self.wordiness_factor * reference:g}"
            ),
            Step("RS", facts["recall"], "WP times the geometric mean of the recalls"),
            Step("AEv", self.value(row), "RS · PS / (α · RS + (1 − α) · PS)"),
        ]
        return Explanation(
            self.name,
            self.value(row),
            self.recipe,
            marked_texts(texts[0], texts[1:]),
            listings(texts[0], texts[1:], self.order),
            tuple(steps),
        )

    def _tokens(self, text: str) -> list[str]:
        changed = preprocessed([text], lowercase=self.lowercase, normalization=self.normalization)[0]
        return self._chosen()(changed or "")


def _percents(parts: Sequence[float], wholes: Sequence[float]) -> list[float]:
    return [100 * part / whole if whole else 0.0 for part, whole in zip(parts, wholes, strict=True)]


def _ordered(*columns: Sequence[Any]) -> list[tuple[Any, ...]]:
    return [(n, *values) for n, values in enumerate(zip(*columns, strict=True), 1)]


def _settle_within(aev: Aev, option: str, least: float, most: float) -> None:
    got = plain_number(getattr(aev, option))
    number = float(got) if isinstance(got, int | float) and not isinstance(got, bool) else -1.0
    if not least <= number <= most:
        raise InvalidOption(f"{option} is {got!r}; it must be a number from {least:g} to {most:g}.")
    object.__setattr__(aev, option, got)


@cache
def _columns(order: int) -> tuple[str, ...]:
    orders = range(1, order + 1)
    kinds = ("matches", "totals", "recalled", "reference_totals")
    return ("hypothesis_length", "reference_length", *[f"{kind}_{n}" for kind in kinds for n in orders])


def _write_stop_list(path: str | None) -> str:
    return "none" if path is None else f"{path}[sha256-{read_word_list(path).checksum}]"


def _read_stop_list(text: str) -> str | None:
    """The path; where the recipe has a checksum, it must be that of the file that is here."""
    if text == "none":
        return None
    path, bracket, _ = text.rpartition("[sha256-")
    if bracket and (here := _write_stop_list(path)) != text:
        raise InvalidRecipe(
            f"The recipe's stop list is {text}, the one here is {here}: its words may differ."
        )
    return path if bracket else text


_OF_BLEU = {entry.key: entry for entry in bleu.ENTRIES}

ENTRIES = (
    recipe.Entry("alpha", "alpha", recipe.plain, float),
    recipe.number("order", "order"),
    recipe.Entry("B", "brevity_factor", recipe.plain, float),
    recipe.Entry("W", "wordiness_factor", recipe.plain, float),
    _OF_BLEU["tok"],
    recipe.case(),
    recipe.Entry("unicode", "normalization"),
    recipe.Entry("stop", "stop_list", _write_stop_list, _read_stop_list),
)
