"""BLEU, in words or in characters, of any order."""

from __future__ import annotations

from functools import cache

from karat.errors import InvalidOption
from karat.frozen import Frozen
from karat.kernel import LENGTH_PARTS, count_bleu
from karat.metrics import recipe
from karat.metrics.arithmetic import Scalars
from karat.metrics.tokenized import UNIT_ENTRIES, InUnits
from karat.option_checks import (
    check_choice,
    check_number,
    plain_number,
    settle_number,
    settle_order,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.choices import (
        Brevity,
        EffectiveOrder,
        Mean,
        Normalization,
        Smoothing,
        Spaces,
        Unit,
    )
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation
    from karat.metrics.order_values import OrderValues
    from karat.tokens.custom import Function

_OF_SACREBLEU = ("none", "13a", "intl", "char", "zh", "ja-mecab", "ko-mecab", "flores101", "flores200")
SMOOTHING_VALUES: dict[Smoothing, float | None] = {"none": None, "floor": 0.1, "add-k": 1.0, "exp": None}
BREVITIES: tuple[Brevity, ...] = ("closest", "shortest", "average", "none")
MEANS: tuple[Mean, ...] = ("geometric", "arithmetic")


class Bleu(InUnits, Frozen):
    """Clipped n-gram precision, averaged geometrically over the orders, times a brevity penalty.

    BLEU = BP · exp(Σ wₙ ln pₙ), pₙ = Σ clipped matches / Σ n-grams of the hypothesis over all segments,
    BP = 1 if c ≥ r else exp(1 − r/c), with c the length of the output and r that of the references. With
    mean="arithmetic" BLEU = BP · Σ wₙ pₙ, the wₙ adding up to 1. `effective_order` leaves out the orders that
    a text is too short for: of single segments only ("segments"), of whole texts too (True), or never.
    Papineni, Roukos, Ward & Zhu (2002). In characters: Denoual & Lepage (2005).

    >>> bleu = Bleu(order=2)
    >>> statistics = bleu.count(["the cat sat on the mat"], ["the cat is on the mat"])
    >>> round(bleu.value(statistics.total()), 2)
    70.71
    """

    __slots__ = __match_args__ = (
        *("order", "unit", "tokenize", "spaces", "lowercase", "normalization", "smoothing"),
        *("smoothing_value", "effective_order", "brevity", "weights", "mean"),
    )

    def __init__(
        self,
        order: int = 4,
        unit: Unit = "word",
        tokenize: str | Function = "13a",
        spaces: Spaces = "drop",
        lowercase: bool = False,
        normalization: Normalization = "none",
        smoothing: Smoothing = "exp",
        smoothing_value: float | None = None,
        effective_order: EffectiveOrder = "segments",
        brevity: Brevity = "closest",
        weights: Sequence[float] | str | None = None,
        mean: Mean = "geometric",
    ) -> None:
        self.order = order
        self.unit = unit
        self.tokenize = tokenize
        self.spaces = spaces
        self.lowercase = lowercase
        self.normalization = normalization
        self.smoothing = smoothing
        self.smoothing_value = smoothing_value
        self.effective_order = effective_order
        self.brevity = brevity
        self.weights = weights
        self.mean = mean
        settle_order(self, "order", least=1)
        if self.effective_order != "segments" and not isinstance(self.effective_order, bool):
            raise InvalidOption(
                f"effective_order is {self.effective_order!r}; it must be 'segments', True or False."
            )
        check_choice("smoothing", self.smoothing, SMOOTHING_VALUES)
        check_choice("brevity", self.brevity, BREVITIES)
        check_choice("mean", self.mean, MEANS)
        self.settle_units()
        self._settle_smoothing()
        self._settle_weights()

    def _settle_smoothing(self) -> None:
        default = SMOOTHING_VALUES[self.smoothing]
        if self.smoothing_value is None:
            object.__setattr__(self, "smoothing_value", default)
        elif default is None:
            raise InvalidOption(f"Smoothing {self.smoothing!r} takes no value; 'floor' and 'add-k' do.")
        else:
            settle_number(self, "smoothing_value")

    def _settle_weights(self) -> None:
        """One weight for each order, or None where all are the same."""
        if self.weights is None or (isinstance(self.weights, str) and self.weights == "uniform"):
            object.__setattr__(self, "weights", None)
            return
        if isinstance(self.weights, str) or not hasattr(self.weights, "__iter__"):
            raise InvalidOption(
                f"weights is {self.weights!r}; it must be a number for each order, such as "
                "[0.4, 0.3, 0.2, 0.1], or 'uniform'."
            )
        given = tuple(map(plain_number, self.weights))
        for weight in given:
            check_number("a weight", weight)
        weights = tuple(map(float, given))
        if len(weights) != self.order:
            raise InvalidOption(
                f"There are {len(weights)} weights for order {self.order}; each order needs one weight."
            )
        if sum(weights) == 0:
            raise InvalidOption("All weights are 0; at least one order must count.")
        object.__setattr__(self, "weights", None if len(set(weights)) == 1 else weights)

    @property
    def name(self) -> str:
        """BLEU, with what sets it apart from everybody's BLEU."""
        name = "BLEU" if (self.order, self.unit) == (4, "word") else f"BLEU-{self.unit[0]}{self.order}"
        return name if self.mean == "geometric" else f"{name}-arithmetic"

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "BLEU", ENTRIES)

    @property
    def for_segments(self) -> Bleu:
        """With the effective order, unless it is decided: few segments have n-grams of every order."""
        return self.changed(effective_order=True) if self.effective_order == "segments" else self

    def sacrebleu_options(self) -> dict[str, object] | None:
        """The options as sacreBLEU's signature has them, or None where sacreBLEU cannot give the figure."""
        same_formula = self.weights is None and self.brevity == "closest" and self.mean == "geometric"
        same_text = self.normalization == "none" and self.spaces == "drop"
        if not (same_formula and same_text and self.tokenize in _OF_SACREBLEU):
            return None
        value = "" if self.smoothing_value is None else f"[{self.smoothing_value:.2f}]"
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": self.effective_order is True,
            "tok": self.tokenizer.signature.partition("[")[0],
            "smooth": f"{self.smoothing}{value}",
        }

    @property
    def columns(self) -> tuple[str, ...]:
        """Lengths, then matches and n-grams of each order."""
        return _columns(self.order)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        return self.counted(count_bleu, systems, streams, self.order, self.brevity, threads)

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """BLEU in percent."""
        length, reference = row[0], row[1]
        matches, totals = row[2 : 2 + self.order], row[2 + self.order :]
        weights: Any = self.weights or (1.0,) * self.order
        smoothed, of = self._smoothed(xp, matches, totals)
        average = xp.geometric_mean if self.mean == "geometric" else xp.arithmetic_mean
        mean = average(smoothed, of, weights, self.effective_order is True)
        bleu = 100 * self._penalty(xp, length, reference) * mean
        # Deliberate: nothing matched at all is 0 under every smoothing (sacreBLEU since 1.4.14).
        # exp and log leave a perfect match a hair above 100.
        return xp.where(sum(matches) > 0, xp.minimum(bleu, 100.0), 0.0)

    def _smoothed(self, xp: Arithmetic, matches: Any, totals: Any) -> tuple[Sequence[Any], Sequence[Any]]:
        """Matches and n-grams of each order after smoothing."""
        smoothing, value = self.smoothing, self.smoothing_value
        if smoothing == "add-k":
            return [matches[0], *[n + value for n in matches[1:]]], [
                totals[0],
                *[n + value for n in totals[1:]],
            ]
        if smoothing == "none" or xp.all(matches):
            return matches, totals
        hit: Any = 1.0 if smoothing == "exp" else value
        smoothed = list(matches)
        for n, matched in enumerate(smoothed):
            if xp.any(missed := (matched == 0) & (totals[n] > 0)):
                if smoothing == "exp":  # an order without a match counts for half as much each time
                    hit = xp.where(missed, hit / 2, hit)
                smoothed[n] = xp.where(missed, hit, matched)
        return smoothed, totals

    def _penalty(self, xp: Arithmetic, length: Any, reference: Any) -> Any:
        if self.brevity == "none":
            return 1.0
        if self.brevity == "average":
            reference = reference / LENGTH_PARTS
        if not xp.any(short := length < reference):
            return 1.0
        penalty = xp.where(length > 0, xp.exp(xp.minimum(1 - xp.ratio(reference, length), 0.0)), 0.0)
        return xp.where(short, penalty, 1.0)

    def precisions(self, row: Sequence[float]) -> list[float]:
        """The smoothed precision of each order, in percent; 0 where nothing matched at any order."""
        matches, totals = row[2 : 2 + self.order], row[2 + self.order :]
        if not any(matches):
            return [0.0] * self.order
        smoothed = zip(*self._smoothed(Scalars, matches, totals), strict=True)
        return [100.0 * matched / total if total else 0.0 for matched, total in smoothed]

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Precisions of each order, lengths, ratio and penalty."""
        length, reference = row[:2]
        in_words = reference / LENGTH_PARTS if self.brevity == "average" else reference
        return {
            "precisions": self.precisions(row),
            "brevity_penalty": self._penalty(Scalars, length, reference),
            "hypothesis_length": length,
            "reference_length": in_words,
            "length_ratio": length / in_words if in_words else None,
            "matches": list(row[2 : 2 + self.order]),
            "totals": list(row[2 + self.order :]),
        }

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The n-grams of every order, their precisions, the penalty and the product."""
        from karat.metrics.explain.explanation import Explanation, Step
        from karat.metrics.explain.ngrams import listings, marked_texts

        row = self.count([hypothesis], [list(references)]).total()
        facts = self.details(row)
        texts = [self.units_of(text) for text in (hypothesis, *references)]
        between = "" if self.unit == "char" else " "
        counted = zip(facts["precisions"], facts["matches"], facts["totals"], strict=True)
        steps = [
            Step(f"p{n}", precision, f"{matched} of {total} n-grams match" + self._smoothing_of(n, row))
            for n, (precision, matched, total) in enumerate(counted, 1)
        ]
        value = self.value(row)
        lengths = f"length {facts['hypothesis_length']} against {facts['reference_length']:g}"
        steps.append(Step("BP", facts["brevity_penalty"], f"{lengths}, {self.brevity}"))
        steps.append(Step(self.name, value, f"BP times the {self.mean} mean of the precisions"))
        return Explanation(
            self.name,
            value,
            self.recipe,
            marked_texts(texts[0], texts[1:]),
            listings(texts[0], texts[1:], self.order, between=between),
            tuple(steps),
        )

    def _smoothing_of(self, n: int, row: Sequence[float]) -> str:
        """What smoothing does to an order; where nothing matches at all, it does nothing."""
        matches, totals = row[2 : 2 + self.order], row[2 + self.order :]
        if not any(matches):
            return ""
        if self.smoothing == "add-k" and n > 1:
            return f", both plus {self.smoothing_value:g}"
        missed = matches[n - 1] == 0 < totals[n - 1]
        return f", smoothed ({self.smoothing})" if missed and self.smoothing in ("exp", "floor") else ""

    def orders(self, row: Sequence[float]) -> list[OrderValues]:
        """Every order up to its own from one count: its precision, and BLEU up to it, as mteval prints it.

        BLEU up to an order is NaN where none of these orders has a weight.
        """
        from karat.metrics.order_values import OrderValues

        values = []
        lengths, matches, totals = row[:2], row[2 : 2 + self.order], row[2 + self.order :]
        penalty = float(self._penalty(Scalars, *lengths))
        for n, (matched, ngrams) in enumerate(zip(matches, totals, strict=True), 1):
            weights: Any = None if self.weights is None else self.weights[:n]
            cumulative = NAN
            if weights is None or any(weights):
                lower = [*lengths, *matches[:n], *totals[:n]]
                cumulative = self.changed(order=n, weights=weights).value(lower)
            precision = 100 * matched / ngrams if ngrams else NAN
            values.append(OrderValues(n, int(matched), int(ngrams), precision, penalty, cumulative))
        return values


NAN = float("nan")


@cache
def _columns(order: int) -> tuple[str, ...]:
    orders = range(1, order + 1)
    lengths = ("hypothesis_length", "reference_length")
    return (*lengths, *[f"matches_{n}" for n in orders], *[f"totals_{n}" for n in orders])


def _write_weights(weights: Sequence[float] | None) -> str:
    return "uniform" if weights is None else ",".join(map(recipe.plain, weights))


def _read_weights(text: str) -> tuple[float, ...] | None:
    return None if text == "uniform" else tuple(map(float, text.split(",")))


ENTRIES = (
    recipe.number("order", "order"),
    *UNIT_ENTRIES,
    recipe.Entry("smooth", "smoothing"),
    recipe.Entry(
        "k",
        "smoothing_value",
        lambda value: "none" if value is None else recipe.plain(value),
        lambda text: None if text == "none" else float(text),
    ),
    recipe.Entry(
        "eff",
        "effective_order",
        lambda value: value if isinstance(value, str) else "yes" if value else "no",
        {"segments": "segments", "yes": True, "no": False}.__getitem__,
    ),
    recipe.Entry("brevity", "brevity"),
    recipe.Entry("weights", "weights", _write_weights, _read_weights),
    recipe.Entry("mean", "mean", unless="geometric"),
)
