"""WNM: matching n-grams, weighted by how salient their words are in the text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.kernel import REAL_PARTS, count_wnm, learn_salience
from karat.metrics import recipe
from karat.metrics.arithmetic import Scalars
from karat.metrics.choices import DrawUnit, Normalization
from karat.metrics.explain.missed_words import missed_words
from karat.metrics.explain.wnm import explanation
from karat.metrics.frequencies import (
    Frequencies,
    check_path,
    frequencies,
    read_corpus_name,
    write_corpus_name,
)
from karat.metrics.kernel_texts import for_kernel, kernel_tokenizer
from karat.metrics.prepared import Learnt, NeedsCorpus, Prepared
from karat.metrics.tokenized import TOKENIZER
from karat.metrics.wnm_texts import COLUMNS, text_rows
from karat.option_checks import check_choice, settle_order
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus, OptionalText, Text
    from karat.display import Results
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation
    from karat.metrics.explain.missed_words import MissedWord
    from karat.statistics import Statistics
    from karat.tokens.custom import Function

Weighting: TypeAlias = Literal["s-clipped", "s-salient", "s-literal", "tf.idf", "none"]
NgramWeight: TypeAlias = Literal["last", "sum", "max"]
Side: TypeAlias = Literal["f", "precision", "recall"]
TextUnit: TypeAlias = Literal["document", "segment"]
Average: TypeAlias = Literal["pooled", "texts"]
_WEIGHTS = ("matched_weight", "hypothesis_weight", "reference_weight")
_SIDES: tuple[Side, ...] = ("precision", "recall", "f")
_ENDINGS = {"f": "", "precision": "-P", "recall": "-R"}


@dataclass(frozen=True, slots=True, eq=False)
class SalienceLearnt:
    """The weights of all texts, and the text that each segment of the corpus, or of a part, stands in."""

    weights: Learnt
    numbers: Mapping[str, int]
    documents: Sequence[int]


@dataclass(frozen=True, slots=True)
class Wnm(NeedsCorpus):
    """Precision and recall of n-grams, weighted by how salient their words are in this text.

    WNM = F = 2PR / (P + R) in percent; an n-gram weighs what its last word does. A word's weight comes from
    the text j (document) that it stands in, among N texts: S = ln((P_doc − P_rest) · (N − df)/N / P_corp) or
    tf.idf = (1 + ln tf) · ln(N / df). Babych (2004), Babych & Hartley (2004). S is clipped at 0 unless
    `weighting` is "s-literal", as in the authors' script: then values may leave the range from 0 to 100. With
    `average="texts"` n-grams match anywhere in a text and the score is the mean over texts, as in the papers.

    >>> wnm = Wnm(order=1)
    >>> references = ["the cat sat", "the dog lay", "the bird flew up"]
    >>> statistics = wnm.count(["the cat slept", "the dog lay", "the bird went up"], references)
    >>> round(wnm.value(statistics.total()), 2)
    83.92
    """

    weighting: Weighting = "s-clipped"
    order: int = 4
    ngram_weight: NgramWeight = "last"
    score: Side = "f"
    texts: TextUnit = "document"
    average: Average = "pooled"
    corpus: str | None = None
    tokenize: str | Function = "wnm"
    lowercase: bool = False
    normalization: Normalization = "none"

    def __post_init__(self) -> None:
        check_choice("weighting", self.weighting, Weighting)
        settle_order(self, "order", least=1)
        check_choice("ngram_weight", self.ngram_weight, NgramWeight)
        check_choice("score", self.score, Side)
        check_choice("texts", self.texts, TextUnit)
        check_choice("average", self.average, Average)
        check_choice("normalization", self.normalization, Normalization)
        tokenizer(self.tokenize)
        if self.weighting == "none":  # every n-gram weighs 1: equal metrics compare equal
            object.__setattr__(self, "ngram_weight", "last")
            if self.average == "pooled":
                object.__setattr__(self, "texts", "document")
            object.__setattr__(self, "corpus", None)
        elif self.corpus is not None:
            check_path(self.corpus)

    @property
    def name(self) -> str:
        """WNM or WNM-mean, with what of it is the value where that is not F."""
        return f"WNM{'' if self.average == 'pooled' else '-mean'}{_ENDINGS[self.score]}"

    @property
    def perfect(self) -> float | None:  # type: ignore[override]
        """Of a text whose words all weigh 0 the value is 0, also against itself."""
        return 100.0 if self.weighting == "none" else None

    @property
    def signed(self) -> bool:  # type: ignore[override]
        """S-scores that are taken as they are may be negative."""
        return self.weighting == "s-literal"

    @property
    def columns(self) -> tuple[str, ...]:
        """The sums of weights; or of texts their scores, and how many they are."""
        return _WEIGHTS if self.average == "pooled" else COLUMNS

    def settled(self, corpus: Corpus) -> Wnm:
        """Where the corpus has no documents, each segment is a text."""
        if self.average == "pooled" or corpus.documents is not None:
            return self
        return replace(self, texts="segment")

    @property
    def draw_unit(self) -> DrawUnit:  # type: ignore[override]
        """Where texts are averaged, texts are drawn."""
        return "document" if self.average == "texts" and self.texts == "document" else "segment"

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "WNM", ENTRIES)

    def learn(self, corpus: Corpus) -> SalienceLearnt:
        """The weights of the words of every text."""
        return self._learnt(corpus.references.streams, self._labels(corpus))

    def _labels(self, corpus: Corpus) -> Sequence[str]:
        """The text of each segment, or nothing where each is a text of its own."""
        return () if self.texts == "segment" or corpus.documents is None else tuple(corpus.documents)

    def _learnt(self, streams: Sequence[OptionalText], labels: Sequence[str]) -> SalienceLearnt:
        numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
        documents = [numbers[label] for label in labels]
        weights = self._weights(streams, documents)
        return SalienceLearnt(weights, numbers, documents)

    def _weights(self, streams: Sequence[OptionalText], documents: Sequence[int]) -> Learnt:
        outside = frequencies(self.corpus) if self.corpus is not None else Frequencies(0, 0, ())
        native = learn_salience(
            for_kernel(self, streams),
            kernel_tokenizer(self),
            self.weighting,
            documents,
            outside.tokens,
            outside.texts,
            outside.words,
        )
        return Learnt(Wnm._weights, (self, streams, documents), native)

    def learn_places(self, knowledge: SalienceLearnt, corpus: Corpus) -> SalienceLearnt:
        """The same weights, with the documents of this part of the corpus."""
        elsewhere = len(knowledge.numbers)  # a document that the corpus does not have
        documents = [knowledge.numbers.get(label, elsewhere) for label in self._labels(corpus)]
        return replace(knowledge, documents=documents)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The bare counts, where the references that are counted against are the whole corpus."""
        return self.rows_with(self._learnt(streams, ()), systems, streams, threads)

    def rows_with(
        self,
        knowledge: SalienceLearnt,
        systems: Sequence[Text],
        streams: Sequence[OptionalText],
        threads: int,
    ) -> list[Counts]:
        """What the kernel counts; whole texts are counted in Python."""
        if self.average == "texts":
            return text_rows(self, knowledge, systems, streams)
        # Places tell documents apart only where these are all segments of the corpus, in its order.
        placed = len(streams[0]) == len(knowledge.documents)
        return count_wnm(
            for_kernel(self, systems),
            for_kernel(self, streams),
            knowledge.weights.native,
            self.order,
            self.ngram_weight,
            knowledge.documents if placed else (),
            threads,
        )

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """Precision, recall or their harmonic mean, in percent; or the mean of that over texts."""
        if self.average == "pooled":
            return self.side(self.score, xp, row)
        texts = row[COLUMNS.index("texts")]
        sums = row[_SIDES.index(self.score)]
        return xp.where(texts > 0, xp.ratio(sums / REAL_PARTS, texts), float("nan"))

    @staticmethod
    def side(side: Side, xp: Arithmetic, row: Any) -> Any:
        """One of the three, from sums of weights."""
        matched, hypothesis, reference = row
        if side == "precision":
            return 100 * xp.ratio(matched, hypothesis)
        if side == "recall":
            return 100 * xp.ratio(matched, reference)
        mean = 100 * xp.ratio(2 * matched, hypothesis + reference)
        return xp.where((hypothesis != 0) & (reference != 0), mean, 0.0)

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Precision, recall and F in percent, and what they are made of."""
        values: dict[str, Any] = {side: replace(self, score=side).formula(Scalars, row) for side in _SIDES}
        if self.average == "texts":
            return {**values, **dict(zip(COLUMNS[3:], row[3:], strict=True))}
        weights = {name: weight / REAL_PARTS for name, weight in zip(self.columns, row, strict=True)}
        return {**values, **weights}

    @property
    def light_weight(self) -> int:
        """What one word of weight 1 gives to n-grams of all orders, in parts; less is little to divide by."""
        return 0 if self.weighting == "none" else self.order * REAL_PARTS

    def light(self, statistics: Statistics) -> dict[str, list[int]]:
        """Segments, or first segments of texts, counted from 1, whose output or reference weighs too little.

        Precision divides by the weight of the hypothesis, recall by that of the reference: of almost nothing,
        a single common word decides the value.

        >>> wnm = Wnm()
        >>> texts = ["a red house stood here", "two birds sang there", "my old car broke down", "yes"]
        >>> wnm.light(wnm.count(texts, texts))
        {'hypothesis': [4], 'reference': [4]}
        """
        if self.average == "texts":
            small = [statistics[name] == 1 for name in COLUMNS[4:]]
        else:
            small = [statistics[name] < self.light_weight for name in _WEIGHTS[1:]]
        return {
            side: (rows.nonzero()[0] + 1).tolist()
            for side, rows in zip(("hypothesis", "reference"), small, strict=True)
        }

    def explain_with(
        self, knowledge: SalienceLearnt, hypothesis: str, references: Sequence[str]
    ) -> Explanation:
        """The weight of each word, and the n-grams that match or are missed with theirs."""
        explained = explanation(replace(self, average="pooled"), knowledge, hypothesis, references)
        if self.average == "pooled":
            return explained
        row: Any
        (row,) = text_rows(self, knowledge, [[hypothesis]], [[text] for text in references])
        return replace(
            explained, metric=self.name, value=self.value(row.sum(axis=0).tolist()), recipe=self.recipe
        )

    def missed(self, corpus: Corpus, system: str, *, limit: int | None = 20) -> Results[MissedWord]:
        """The words of the references that a system's output lacks, the most salient first."""
        prepared: Prepared = self.prepare(corpus)
        return missed_words(self, prepared.knowledge, corpus, system, limit=limit)


ENTRIES = (
    recipe.Entry("weights", "weighting"),
    recipe.number("order", "order"),
    recipe.Entry("ngram", "ngram_weight"),
    recipe.Entry("score", "score"),
    recipe.Entry("texts", "texts"),
    recipe.Entry("average", "average"),
    recipe.Entry("corpus", "corpus", write_corpus_name, read_corpus_name),
    TOKENIZER,
    recipe.case(),
    recipe.Entry("unicode", "normalization"),
)
