"""Other texts with exactly the statistics of a hypothesis: a walk of small changes, each scored again.

A step exchanges blocks, puts another word in place of one that does not match, or draws a stretch of the same
length from a reference in place of a block. It is taken only if the metric itself gives the new text the same
statistics as the hypothesis, so every variant is verified.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import log10
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.arguments import require_corpus
from karat.diagnosis.blocks import split
from karat.diagnosis.variation import check_segment, check_words, ngram_metric
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.frames import stacked
from karat.metrics.explain.ngrams import marked, most_of
from karat.ordered_sums import added
from karat.resampling.draws import check_count, check_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from karat.corpus import Corpus
    from karat.diagnosis.blocks import Block
    from karat.frames import Columns
    from karat.metrics import Metric
    from karat.metrics.bleu import Bleu

    Context = tuple[str, ...]

Kind: TypeAlias = Literal["order", "words", "references"]
KINDS: tuple[Kind, ...] = ("order", "words", "references")

# Steps between two variants that are kept, and walks that may end where one has been before.
_STEPS = 40
_PATIENCE = 4
# Stand for the ends of a text; a unit is never empty.
_BEFORE, _AFTER = "", "\0"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Variant(Equal, Shown):
    """A text with the same statistics, by which kinds of steps it came about, and how plausible it is.

    >>> Variant("to him he was", ("order",), -0.8).kinds
    ('order',)
    """

    text: str
    kinds: tuple[Kind, ...]
    plausibility: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SegmentVariants(Equal, Shown):
    """A segment of a system, as the metric's units spell it, and its variants, the most plausible first.

    >>> from karat import Corpus
    >>> corpus = Corpus.of(["he was taken to him"], ["he was led to him"])
    >>> (found,) = variants(corpus, "hypothesis", [1], count=1, kinds=["order"])
    >>> found.text, len(found.variants)
    ('he was taken to him', 1)
    """

    system: str
    segment: int
    text: str
    plausibility: float
    variants: tuple[Variant, ...]

    def _columns(self) -> Columns:
        """A row for each variant."""
        rows = stacked(one._columns() for one in self.variants)
        count = len(self.variants)
        return {"system": [self.system] * count, "segment": [self.segment] * count, **rows}


@dataclass(frozen=True, slots=True, eq=False)
class LanguageModel:
    """How often each unit follows each context of up to `order` − 1 units, interpolated (Witten & Bell 1991).

    p(w | h) = (c(h w) + t(h) · p(w | shorter h)) / (c(h) + t(h)), with t(h) the different units after h;
    below the empty context every unit of the vocabulary, and one unknown, is equally likely.

    >>> model = LanguageModel.counted([["a", "cat", "sat"], ["a", "dog", "sat"]], order=2)
    >>> model.plausibility(["a", "cat", "sat"]) > model.plausibility(["sat", "cat", "a"])
    True
    """

    order: int
    followers: Mapping[Context, Mapping[str, int]]

    @classmethod
    def counted(cls, texts: Iterable[Sequence[str]], *, order: int = 3) -> LanguageModel:
        """The model of these texts."""
        followers: dict[Context, dict[str, int]] = {(): {}}
        for text in texts:
            padded = (*[_BEFORE] * (order - 1), *text, _AFTER)
            for place in range(order - 1, len(padded)):
                for size in range(order):
                    after = followers.setdefault(padded[place - size : place], {})
                    after[padded[place]] = after.get(padded[place], 0) + 1
        return cls(order, followers)

    def probability(self, unit: str, context: Context) -> float:
        """How likely the unit is after the context."""
        value = 1 / (len(self.followers[()]) + 1)
        for size in range(min(len(context), self.order - 1) + 1):
            after = self.followers.get(context[len(context) - size :])
            if after is None:  # no longer context is known either
                break
            total = sum(after.values())
            value = (after.get(unit, 0) + len(after) * value) / (total + len(after)) if total else value
        return value

    def plausibility(self, text: Sequence[str]) -> float:
        """log10 of the text's probability per unit, its end included; lower is less plausible."""
        padded = (*[_BEFORE] * (self.order - 1), *text, _AFTER)
        places = range(self.order - 1, len(padded))
        logs = [log10(self.probability(padded[k], padded[k - self.order + 1 : k])) for k in places]
        return added(logs) / len(logs)


def variants(
    corpus: Corpus,
    system: str,
    segments: Iterable[int],
    *,
    metric: Metric | None = None,
    count: int = 5,
    kinds: Sequence[Kind] = KINDS,
    words: Sequence[str] | None = None,
    seed: int = 12345,
    progress: Callable[[str], object] | None = None,
) -> Results[SegmentVariants]:
    """Up to `count` variants of each segment, counted from 1.

    Unmatched words are taken from `words`, or from the references of the corpus by their frequency.
    `progress` is told the name of the system after each segment.

    >>> from karat import Bleu, Corpus
    >>> corpus = Corpus.of(["he was taken to him"], ["he was led to him"])
    >>> (found,) = variants(corpus, "hypothesis", [1], metric=Bleu(order=2), count=100, kinds=["order"])
    >>> len(found.variants)  # 3! arrangements, one of which is the hypothesis
    5
    """
    require_corpus(corpus, "variants(corpus, system, [1], Bleu())")
    bleu = ngram_metric(metric)
    check_words(corpus, bleu)
    check_count("variants", count)
    check_seed(seed)
    check_kinds(kinds)
    text = corpus.system(system)
    wanted = list(segments)
    for segment in wanted:
        check_segment(segment, len(text))
    streams = corpus.references.streams
    texts = [bleu.units_of(reference) for stream in streams for reference in stream if reference is not None]
    model = LanguageModel.counted(texts)
    lexicon = _Lexicon(dict.fromkeys(words, 1) if words is not None else dict(model.followers[()]))
    made = []
    for segment in wanted:
        walk = _Walk(bleu, text[segment - 1], corpus.references.of_segment(segment - 1), lexicon)
        walk.random = Random(f"{seed} {system} {segment}")
        found = [
            Variant(walk.spelled(units), made_by, model.plausibility(units))
            for units, made_by in walk.variants(count, kinds)
        ]
        found.sort(key=lambda variant: -variant.plausibility)
        made.append(
            SegmentVariants(
                system, segment, walk.spelled(walk.units), model.plausibility(walk.units), tuple(found)
            )
        )
        if progress is not None:
            progress(system)
    return Results(made)


def check_kinds(kinds: Sequence[str]) -> None:
    """At least one, all known."""
    if not kinds:
        raise InvalidOption(f"There is no kind of variant; give one or more of {', '.join(KINDS)}.")
    for kind in kinds:
        if kind not in KINDS:
            raise InvalidOption.choice("The kind of variants", kind, KINDS)


class _Lexicon:
    """Words to put in place of others, the frequent ones more often."""

    def __init__(self, frequencies: dict[str, int]) -> None:
        self.words = [word for word in frequencies if word.strip("\0")]
        self.weights = list(accumulate(frequencies[word] for word in self.words))

    def draw(self, random: Random) -> str | None:
        if not self.words:
            return None
        return random.choices(self.words, cum_weights=self.weights)[0]


class _Walk:
    """A walk from one hypothesis through texts with the same statistics."""

    def __init__(self, bleu: Bleu, hypothesis: str, references: Sequence[str], lexicon: _Lexicon) -> None:
        self.bleu = bleu
        self.texts = list(references)
        self.references = [bleu.units_of(reference) for reference in references]
        self.most = most_of(self.references, 1)
        self.units = bleu.units_of(hypothesis)
        self.blocks: list[Block] = split(self.units, self.references, order=bleu.order)
        self.row = bleu.count([hypothesis], [self.texts]).total()
        self.lexicon = lexicon
        self.random = Random(0)

    def spelled(self, units: Sequence[str]) -> str:
        """Units as a text that the metric reads again."""
        return ("" if self.bleu.unit == "char" else " ").join(units)

    def variants(self, count: int, kinds: Sequence[Kind]) -> Iterable[tuple[list[str], tuple[Kind, ...]]]:
        """Different texts, each some steps away from the one before."""
        seen = {tuple(self.units)}
        used: set[Kind] = set()
        for _ in range(_PATIENCE * count):
            for _ in range(min(_STEPS, 2 * len(self.blocks) + 4)):
                used |= self._step(self.random.choice(list(kinds)))
            units = [unit for block in self.blocks for unit in block]
            if tuple(units) not in seen:
                seen.add(tuple(units))
                yield units, tuple(kind for kind in KINDS if kind in used)
            if len(seen) > count:
                return

    def _step(self, kind: Kind) -> set[Kind]:
        """Take a step if the statistics stay, and say so."""
        steps: dict[Kind, Callable[[], list[Block] | None]] = {
            "order": self._rearranged,
            "words": self._reworded,
            "references": self._redrawn,
        }
        proposed = steps[kind]()
        if proposed is None or proposed == self.blocks:
            return set()
        text = self.spelled([unit for block in proposed for unit in block])
        if self.bleu.count([text], [self.texts]).total() != self.row:
            return set()
        self.blocks = proposed
        return {kind}

    def _rearranged(self) -> list[Block] | None:
        """All blocks in another order, or two of them exchanged."""
        if len(self.blocks) < 2:
            return None
        if self.random.random() < 0.5:
            return self.random.sample(self.blocks, len(self.blocks))
        blocks = list(self.blocks)
        first, second = self.random.sample(range(len(blocks)), 2)
        blocks[first], blocks[second] = blocks[second], blocks[first]
        return blocks

    def _reworded(self) -> list[Block] | None:
        """Another word in place of one that does not match."""
        units = [unit for block in self.blocks for unit in block]
        marks = iter(marked("", units, self.most).units)
        missed = [
            (place, inside)
            for place, block in enumerate(self.blocks)
            for inside in range(len(block))
            if next(marks)[1] == "missed"
        ]
        word = self.lexicon.draw(self.random)
        if not missed or word is None:
            return None
        place, inside = self.random.choice(missed)
        block = self.blocks[place]
        return self._replaced(place, (*block[:inside], word, *block[inside + 1 :]))

    def _redrawn(self) -> list[Block] | None:
        """A stretch of a reference in place of a block as long."""
        reference = self.random.choice(self.references) if self.references else []
        fitting = [place for place, block in enumerate(self.blocks) if len(block) <= len(reference)]
        if not fitting:
            return None
        place = self.random.choice(fitting)
        size = len(self.blocks[place])
        start = self.random.randrange(len(reference) - size + 1)
        return self._replaced(place, tuple(reference[start : start + size]))

    def _replaced(self, place: int, block: Block) -> list[Block]:
        return [*self.blocks[:place], block, *self.blocks[place + 1 :]]
