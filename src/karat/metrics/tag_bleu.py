"""BLEU of annotated text: over the words, over their tags, and a mixture of both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import InvalidOption, InvalidText
from karat.kernel import Texts, count_bleu
from karat.metrics import bleu, recipe
from karat.metrics.bleu import Bleu
from karat.metrics.choices import Brevity, EffectiveOrder, Normalization, Smoothing
from karat.metrics.explain.explanation import Explanation, Listing, MarkedText, Step
from karat.metrics.explain.ngrams import listings, marked_texts
from karat.metrics.formula import Formula, preprocessed
from karat.option_checks import check_choice, plain_number, settle_order
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic


@dataclass(frozen=True, slots=True)
class TagBleu(Formula):
    """BLEU over words and BLEU over their tags, such as parts of speech, mixed linearly.

    tagBLEU = λ · BLEU of the words + (1 − λ) · BLEU of the tags, λ being `mix`; at 0 the tags alone.
    Tokens are written `word|TAG`. After Hovy & Ravichandran (2003), whose weights are not known here.

    >>> metric = TagBleu(mix=0, order=2)
    >>> statistics = metric.count(["a|DET dog|N barks|V"], ["the|DET cat|N sleeps|V"])
    >>> metric.value(statistics.total())
    100.0
    """

    mix: float = 0.5
    separator: str = "|"
    order: int = 4
    lowercase: bool = False
    normalization: Normalization = "none"
    smoothing: Smoothing = "exp"
    smoothing_value: float | None = None
    effective_order: EffectiveOrder = "segments"
    brevity: Brevity = "closest"

    name = "tagBLEU"
    annotated = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "mix", plain_number(self.mix))
        number = float(self.mix) if isinstance(self.mix, int | float) and self.mix is not True else -1.0
        if not 0 <= number <= 1:
            raise InvalidOption(
                f"mix is {self.mix!r}; it must be a number from 0 (tags only) to 1 (words only)."
            )
        check_choice("normalization", self.normalization, Normalization)
        if (
            not isinstance(self.separator, str)
            or not self.separator
            or self.separator.split() != [self.separator]
        ):
            raise InvalidOption(f"separator is {self.separator!r}; it must be a text without white space.")
        settle_order(self, "order", least=1)
        object.__setattr__(self, "smoothing_value", self.of_one.smoothing_value)

    @property
    def of_one(self) -> Bleu:
        """BLEU of either stream."""
        return Bleu(
            order=self.order,
            tokenize="none",
            smoothing=self.smoothing,
            smoothing_value=self.smoothing_value,
            effective_order=self.effective_order,
            brevity=self.brevity,
        )

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "tagBLEU", ENTRIES)

    @property
    def for_segments(self) -> TagBleu:
        """With the effective order, as BLEU."""
        return replace(self, effective_order=True) if self.effective_order == "segments" else self

    @property
    def columns(self) -> tuple[str, ...]:
        """BLEU's counts of the words, then of the tags."""
        return _columns(self.order)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """What the kernel counts of the words and of the tags, side by side."""
        outputs = [self._split(text, "the hypothesis") for text in systems]
        references = [self._split(text, f"reference {n}") for n, text in enumerate(streams, 1)]
        counted = [
            count_bleu(
                [output[stream] for output in outputs],
                [reference[stream] for reference in references],
                "none",
                self.order,
                self.brevity,
                threads,
            )
            for stream in (0, 1)
        ]
        return [_beside(words, tags) for words, tags in zip(*counted, strict=True)]

    def _split(self, texts: OptionalText, what: str) -> tuple[list[str | None], list[str | None]]:
        """The words and the tags of every segment."""
        Texts(texts)  # names the segment that is not text
        words: list[str | None] = []
        tags: list[str | None] = []
        for segment, text in enumerate(texts, 1):
            of_words, of_tags = self._streams(text or "", segment, what)
            words.append(None if text is None else " ".join(of_words))
            tags.append(None if text is None else " ".join(of_tags))
        return words, tags

    def _streams(self, text: str, segment: int, what: str) -> tuple[list[str], list[str]]:
        """The words and the tags of one segment."""
        separator = self.separator
        parts = [token.rpartition(separator) for token in text.split()]
        words, tags = [part[0] for part in parts], [part[2] for part in parts]
        if "" in words or "" in tags:
            word, found, tag = next(part for part in parts if not (part[0] and part[2]))
            raise InvalidText(
                f"Segment {segment} of {what}: the token {word + found + tag!r} has no "
                f"{'word' if found and tag else 'tag'}; 'word{separator}TAG' was expected. "
                "Tag every token, or name the separator of your tags: "
                + either("separator='…'.", "-m tag-bleu:separator=….")
            )
        return words if self._as_written else [*map(self._word, words)], tags

    @property
    def _as_written(self) -> bool:
        return not self.lowercase and self.normalization == "none"

    def _word(self, word: str) -> str:
        changed = preprocessed([word], lowercase=self.lowercase, normalization=self.normalization)[0] or word
        return "".join(changed.split()) or word  # NFKC writes some marks with a space

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """The mixture in percent."""
        one, half = self.of_one, 2 + 2 * self.order
        return self.mix * one.formula(xp, row[:half]) + (1 - self.mix) * one.formula(xp, row[half:])

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """BLEU of the words and of the tags, and what each is made of."""
        one, half = self.of_one, 2 + 2 * self.order
        parts = {"words": row[:half], "tags": row[half:]}
        values = {f"{name}_bleu": one.value(part) for name, part in parts.items()}
        facts = {
            f"{name}_{fact}": value
            for name, part in parts.items()
            for fact, value in one.details(part).items()
        }
        return {**values, **facts}

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The n-grams of both streams, the two values and their mixture."""
        facts = self.details(row := self.count([hypothesis], [list(references)]).total())
        sides = [
            self._streams(text, 1, "the reference" if number else "the hypothesis")
            for number, text in enumerate((hypothesis, *references))
        ]
        texts: list[MarkedText] = []
        tables: list[Listing] = []
        for stream, name in enumerate(("words", "tags")):
            units = [side[stream] for side in sides]
            of_stream = marked_texts(units[0], units[1:])
            texts += [MarkedText(f"{name} of the {text.title}", text.units) for text in of_stream]
            found = listings(units[0], units[1:], self.order)
            tables += [Listing(f"{one.title} of {name}", one.columns, one.rows) for one in found]
        value = self.value(row)
        steps = (
            Step("BLEU of the words", facts["words_bleu"]),
            Step("BLEU of the tags", facts["tags_bleu"]),
            Step(self.name, value, f"{self.mix:g} of the first, {1 - self.mix:g} of the second"),
        )
        return Explanation(self.name, value, self.recipe, tuple(texts), tuple(tables), steps)


def _beside(words: Counts, tags: Counts) -> Any:
    return np.concatenate((words.array(), tags.array()), axis=1)


@cache
def _columns(order: int) -> tuple[str, ...]:
    counts = Bleu(order=order).columns
    return tuple(f"{stream}_{name}" for stream in ("words", "tags") for name in counts)


def _write_separator(separator: str) -> str:
    """By code points: a separator may be the one that recipes have."""
    return "+".join(f"U{ord(character):04X}" for character in separator)


def _read_separator(text: str) -> str:
    """Code points as recipes have them, or the separator itself."""
    try:
        return "".join(chr(int(point[1:], 16)) for point in text.split("+") if _is_code_point(point))
    except ValueError:
        return text


def _is_code_point(text: str) -> bool:
    if text[:1] != "U" or len(text) < 5:
        raise ValueError(text)
    return True


_OF_BLEU = {entry.key: entry for entry in bleu.ENTRIES}

ENTRIES = (
    recipe.Entry("mix", "mix", recipe.plain, float),
    recipe.Entry("sep", "separator", _write_separator, _read_separator),
    *(_OF_BLEU[key] for key in ("order", "case", "unicode", "smooth", "k", "eff", "brevity")),
)
