"""chrF and chrF++."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption
from karat.kernel import count_chrf, tokenize
from karat.metrics import recipe
from karat.metrics.choices import Normalization, Spaces
from karat.metrics.formula import Formula, preprocessed
from karat.option_checks import HIGHEST_BETA, check_choice, check_flag, settle_number, settle_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation

EPSILON = 1e-16


@dataclass(frozen=True, slots=True)
class Chrf(Formula):
    """F-score of character n-grams, and of word n-grams where `word_order` is above 0 (chrF++ has 2).

    Precision and recall are averaged over the orders that both sides have, then Fβ = (1+β²)PR / (β²P+R).
    With `epsilon_smoothing` F is taken per order and averaged, as in chrF++.py, NLTK and Moses.
    Of several references the one with the best F counts. Popović (2015, 2017).

    >>> chrf = Chrf()
    >>> round(chrf.value(chrf.count(["the cat sat"], ["the cat sits"]).total()), 2)
    61.03
    """

    character_order: int = 6
    word_order: int = 0
    beta: float = 2
    spaces: Spaces = "drop"
    lowercase: bool = False
    normalization: Normalization = "none"
    epsilon_smoothing: bool = False

    def __post_init__(self) -> None:
        settle_order(self, "character_order", least=0)
        settle_order(self, "word_order", least=0)
        check_choice("spaces", self.spaces, Spaces)
        check_choice("normalization", self.normalization, Normalization)
        if self.character_order + self.word_order == 0:
            raise InvalidOption("character_order and word_order are both 0; at least one order must count.")
        settle_number(self, "beta", most=HIGHEST_BETA)
        check_flag("lowercase", self.lowercase)
        check_flag("epsilon_smoothing", self.epsilon_smoothing)

    @property
    def name(self) -> str:
        """ChrF with its β, and a plus for each word order."""
        return f"chrF{recipe.plain(self.beta)}" + "+" * self.word_order

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "chrF", ENTRIES)

    def sacrebleu_options(self) -> dict[str, object] | None:
        """The options as sacreBLEU's signature has them, or None where sacreBLEU cannot give the figure."""
        if self.normalization != "none":
            return None
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": not self.epsilon_smoothing,
            "nc": self.character_order,
            "nw": self.word_order,
            "space": self.spaces == "keep",
        }

    @property
    def columns(self) -> tuple[str, ...]:
        """For each order: n-grams of the hypothesis, of the chosen reference, and shared."""
        return _columns(self.character_order, self.word_order)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""

        def preprocess(text: Any) -> Any:
            return preprocessed(text, lowercase=self.lowercase, normalization=self.normalization)

        return count_chrf(
            [preprocess(text) for text in systems],
            [preprocess(stream) for stream in streams],
            self.character_order,
            self.word_order,
            self.beta,
            self.spaces == "keep",
            self.epsilon_smoothing,
            threads,
        )

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """ChrF in percent."""
        score, precisions, recalls, effective = 0.0, 0.0, 0.0, 0.0
        for spoken, wanted, shared in zip(row[0::3], row[1::3], row[2::3], strict=True):
            present = (spoken > 0) & (wanted > 0)
            precision, recall = xp.ratio(shared, spoken), xp.ratio(shared, wanted)
            if self.epsilon_smoothing:
                # Deliberate: what has no n-grams has a precision or recall of epsilon (chrF++.py).
                precision = xp.where(spoken > 0, precision, EPSILON)
                recall = xp.where(wanted > 0, recall, EPSILON)
                score = score + xp.where(
                    self._weighted(precision, recall) > 0, self._f(xp, precision, recall), EPSILON
                )
                continue
            precisions = precisions + xp.where(present, precision, 0.0)
            recalls = recalls + xp.where(present, recall, 0.0)
            effective = effective + xp.where(present, 1.0, 0.0)
        if self.epsilon_smoothing:
            return 100 * score / (len(row) // 3)
        return 100 * self._f(xp, xp.ratio(precisions, effective), xp.ratio(recalls, effective))

    def _f(self, xp: Arithmetic, precision: Any, recall: Any) -> Any:
        return xp.ratio((1 + self.beta**2) * precision * recall, self._weighted(precision, recall))

    def _weighted(self, precision: Any, recall: Any) -> Any:
        return self.beta**2 * precision + recall

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Precision and recall of each order."""
        sides = list(zip(row[0::3], row[1::3], row[2::3], strict=True))
        return {
            "precisions": [100 * shared / max(spoken, 1) for spoken, _, shared in sides],
            "recalls": [100 * shared / max(wanted, 1) for _, wanted, shared in sides],
        }

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The n-grams of every order against the reference that counts, precisions, recalls and F."""
        from karat.metrics.explain.explanation import Explanation, Listing, Step
        from karat.metrics.explain.ngrams import listings, marked_texts

        row = self.count([hypothesis], [list(references)]).total()
        alone = [self.count([hypothesis], [reference]).total() for reference in references]
        chosen = alone.index(row)
        sides = hypothesis, references[chosen]
        characters, words = [*map(self.units_of, sides)], [*map(self._words, sides)]
        tables = list(listings(characters[0], characters[1:], self.character_order, between=""))
        tables = [Listing(f"character {table.title}", table.columns, table.rows) for table in tables]
        of_words = listings(words[0], words[1:], self.word_order)
        tables += [Listing(f"word {table.title}", table.columns, table.rows) for table in of_words]
        value = self.value(row)
        steps = (
            [Step("reference", str(chosen + 1), f"the best of {len(references)}")]
            if len(references) > 1
            else []
        )
        orders = _orders(self.character_order, self.word_order)
        for order, spoken, wanted, shared in zip(orders, row[0::3], row[1::3], row[2::3], strict=True):
            kind, _, n = order.partition("_")
            label = f"{'character' if kind == 'char' else 'word'} {n}-grams"
            steps.append(
                Step(f"precision of {label}", 100 * shared / max(spoken, 1), f"{shared} of {spoken}")
            )
            steps.append(Step(f"recall of {label}", 100 * shared / max(wanted, 1), f"{shared} of {wanted}"))
        means = "mean F of all orders" if self.epsilon_smoothing else "F of the mean precision and recall"
        steps.append(Step(self.name, value, f"{means}, β = {recipe.plain(self.beta)}"))
        return Explanation(
            self.name,
            value,
            self.recipe,
            marked_texts(characters[0], characters[1:]),
            tuple(tables),
            tuple(steps),
        )

    def units_of(self, text: str) -> list[str]:
        """The characters that are counted of one text."""
        changed = self._ready(text)
        return list("".join(changed.split()) if self.spaces == "drop" else changed)

    def _words(self, text: str) -> list[str]:
        return tokenize(self._ready(text), "words")

    def _ready(self, text: str) -> str:
        return preprocessed([text], lowercase=self.lowercase, normalization=self.normalization)[0] or ""


@cache
def _orders(characters: int, words: int) -> tuple[str, ...]:
    return (*[f"char_{n}" for n in range(1, characters + 1)], *[f"word_{n}" for n in range(1, words + 1)])


@cache
def _columns(characters: int, words: int) -> tuple[str, ...]:
    sides = ("hypothesis", "reference", "matches")
    return tuple(f"{side}_{order}" for order in _orders(characters, words) for side in sides)


ENTRIES = (
    recipe.number("nc", "character_order"),
    recipe.number("nw", "word_order"),
    recipe.number("beta", "beta"),
    recipe.Entry("spaces", "spaces"),
    recipe.case(),
    recipe.Entry("unicode", "normalization"),
    recipe.yes_no("eps", "epsilon_smoothing"),
)
