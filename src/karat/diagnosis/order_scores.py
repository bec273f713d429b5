"""Sentence scores of every order at once, in words and in characters.

The n-gram counts up to the highest order include those of all lower orders. BLEU of order n is a geometric
mean over the first n precisions, so cumulative sums of logarithms give every order from one count. The text
is read twice, once as words and once as characters, however many orders are wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.corpus import References
from karat.errors import InvalidOption
from karat.metrics.bleu import Bleu
from karat.metrics.choices import Normalization, Spaces
from karat.metrics.chrf import Chrf
from karat.metrics.formula import preprocessed
from karat.option_checks import check_choice, settle_order
from karat.remedies import either
from karat.spacing import lacks_spaces
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.corpus import Corpus, OptionalText
    from karat.statistics import Statistics
    from karat.tokens.custom import Function


Family: TypeAlias = Literal["bleu", "chrf"]
SPOKEN = {"bleu": "BLEU", "chrf": "chrF"}


@dataclass(frozen=True, slots=True, eq=False)
class OrderScores:
    """Scores between 0 and 1 as systems × segments × orders; order 1 is in place 0.

    `lengths` has the words or characters of every output, `corpus_scores` what each system has over the whole
    corpus, as systems × orders.

    >>> from karat import Corpus
    >>> scores = Units(order=2).word_scores(Corpus.of(["a b c"], ["a b d"]))
    >>> scores.values.round(2).tolist()
    [[[0.67, 0.58]]]
    """

    values: Floats
    lengths: NDArray[np.int64]
    corpus_scores: Floats


@dataclass(frozen=True, slots=True)
class Units:
    """What is scored: BLEU without smoothing or chrF, up to `order` words and up to `characters` characters.

    `tokenize` says what a word is. In writing that has no spaces a segmenter plays the word.

    >>> Units(family="chrf", order=2).characters
    40
    """

    family: Family = "bleu"
    order: int = 4
    characters: int = 40
    tokenize: str | Function = "13a"
    spaces: Spaces = "drop"
    lowercase: bool = False
    normalization: Normalization = "none"

    def __post_init__(self) -> None:
        check_choice("family", self.family, Family)
        settle_order(self, "order", least=1)
        settle_order(self, "characters", least=1)
        check_choice("spaces", self.spaces, Spaces)
        tokenizer(self.tokenize)

    @property
    def segmenter(self) -> str:
        """What makes the words, as recipes name it: with its version and dictionary, where it has them."""
        return tokenizer(self.tokenize).signature

    def word_scores(self, corpus: Corpus, *, threads: int | None = None) -> OrderScores:
        """The scores of every output in words of order 1, 2, … `order`."""
        refuse_unsegmented(corpus, self.tokenize)
        if self.family == "bleu":
            return self._bleu(corpus, threads, order=self.order, unit="word", tokenize=self.tokenize)
        metric = Chrf(character_order=0, word_order=self.order, **self._text_options())
        return _chrf_scores(metric, self._segmented(corpus), threads)

    def character_scores(self, corpus: Corpus, *, threads: int | None = None) -> OrderScores:
        """The scores of every output in characters of order 1, 2, … `characters`."""
        if self.family == "bleu":
            return self._bleu(corpus, threads, order=self.characters, unit="char", spaces=self.spaces)
        metric = Chrf(character_order=self.characters, spaces=self.spaces, **self._text_options())
        return _chrf_scores(metric, _texts(corpus), threads)

    def _text_options(self) -> dict[str, Any]:
        return {"lowercase": self.lowercase, "normalization": self.normalization}

    def _bleu(self, corpus: Corpus, threads: int | None, **options: Any) -> OrderScores:
        metric = Bleu(smoothing="none", **options, **self._text_options())
        texts = list(corpus.systems.values())
        counted = metric.count_systems(texts, corpus.references, threads=threads)
        return OrderScores(
            np.stack([bleu_of_orders(each.counts) for each in counted]),
            np.stack([each["hypothesis_length"] for each in counted]).astype(np.int64),
            np.stack([bleu_of_orders(_total(each))[0] for each in counted]),
        )

    def _segmented(self, corpus: Corpus) -> _Texts:
        """Texts with a space between words; chrF's own words need none where there are spaces already."""
        systems, streams = _texts(corpus)
        if self.tokenize == "13a":
            return systems, streams
        words = tokenizer(self.tokenize)

        def spaced(text: OptionalText) -> list[str | None]:
            changed = preprocessed(text, lowercase=self.lowercase, normalization=self.normalization)
            return [None if segment is None else " ".join(words(segment)) for segment in changed]

        return [spaced(text) for text in systems], [spaced(stream) for stream in streams]


_Texts: TypeAlias = "tuple[Sequence[OptionalText], Sequence[OptionalText]]"


def _texts(corpus: Corpus) -> _Texts:
    return list(corpus.systems.values()), corpus.references.streams


def bleu_of_orders(counts: Any) -> Floats:
    """BLEU without smoothing of every order, from counts up to the highest: rows × orders.

    >>> bleu = Bleu(order=2)
    >>> statistics = bleu.count(["the cat sat on the mat"], ["the cat is on the mat"])
    >>> bleu_of_orders(statistics.counts).round(4).tolist()
    [[0.8333, 0.7071]]
    """
    order = (counts.shape[1] - 2) // 2
    length, reference = counts[:, 0].astype(float), counts[:, 1].astype(float)
    matches, totals = counts[:, 2 : 2 + order], counts[:, 2 + order :]
    # At high orders most sentences have no match: what is not there is not computed.
    matched = matches > 0
    logs = np.full(matches.shape, -np.inf)
    np.divide(matches, totals, out=logs, where=matched)
    np.log(logs, out=logs, where=matched)
    with np.errstate(divide="ignore", invalid="ignore"):
        penalty = np.where(length < reference, np.exp(1 - reference / length), 1.0)
    mean: Floats = np.exp(np.cumsum(logs, axis=1) / np.arange(1, order + 1))
    # Where nothing matches the mean is 0, also where the penalty is not defined.
    return np.where(mean > 0, penalty[:, None] * mean, 0.0)


def chrf_of_orders(counts: Any, beta: float = 2) -> Floats:
    """ChrF of every order, from counts up to the highest: rows × orders."""
    spoken, wanted, shared = (counts[:, place::3].astype(float) for place in range(3))
    present = (spoken > 0) & (wanted > 0)
    effective = np.maximum(np.cumsum(present, axis=1), 1)
    zeros = np.zeros_like(shared)
    precision = np.cumsum(np.divide(shared, spoken, out=zeros.copy(), where=present), axis=1) / effective
    recall = np.cumsum(np.divide(shared, wanted, out=zeros.copy(), where=present), axis=1) / effective
    below = beta**2 * precision + recall
    scores: Floats = np.divide((1 + beta**2) * precision * recall, below, out=zeros, where=below > 0)
    return scores


def _chrf_scores(metric: Chrf, texts: _Texts, threads: int | None) -> OrderScores:
    """Of several references the best counts, for every order anew: each is counted for itself."""
    systems, streams = texts
    of_references: list[list[Statistics]] = []
    for stream in streams:
        filled = tuple("" if text is None else text for text in stream)
        of_references.append(metric.count_systems(systems, References((filled,)), threads=threads))  # type: ignore[arg-type]
    values, lengths, corpus_scores = [], [], []
    for of_system in zip(*of_references, strict=True):
        by_reference = np.stack([chrf_of_orders(each.counts) for each in of_system])
        values.append(by_reference.max(axis=0))
        lengths.append(of_system[0].counts[:, 0])
        corpus_scores.append(_corpus_chrf(by_reference, [each.counts for each in of_system]))
    return OrderScores(np.stack(values), np.stack(lengths).astype(np.int64), np.stack(corpus_scores))


def _corpus_chrf(by_reference: Floats, counts: Sequence[Any]) -> Floats:
    """For each order, the counts of every segment against its best reference, summed."""
    stacked = np.stack(counts)
    best = by_reference.argmax(axis=0)
    segments = np.arange(stacked.shape[1])
    return np.array(
        [
            chrf_of_orders(stacked[best[:, place], segments].sum(axis=0, keepdims=True))[0, place]
            for place in range(best.shape[1])
        ]
    )


def _total(statistics: Statistics) -> Any:
    return np.array([statistics.total()])


def refuse_unsegmented(corpus: Corpus, tokenize: str | Function) -> None:
    """Words cannot be counted in writing without spaces, unless something cuts it into words."""
    words = tokenizer(tokenize)
    tokens = [token for text in corpus.references.streams[0][:200] if text for token in words(text)]
    if lacks_spaces(tokens):
        raise InvalidOption(
            f"The words of the references have {sum(map(len, tokens)) / len(tokens):.0f} characters on "
            "average: this is writing without spaces. Name what cuts it into words: "
            + either(
                "tokenize='ja-mecab', 'ko-mecab', 'zh-jieba', 'spm:FILE'; 'zh' takes",
                "--tokenize ja-mecab, ko-mecab, zh-jieba, spm:FILE; zh takes",
            )
            + " each Chinese character for a word."
        )
