"""chrF and chrF++ with sacreBLEU's options, over Karat's."""

# Deliberate: sacreBLEU's parameters may be given by position.

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from karat.metrics import Chrf
from karat.sacrebleu.metrics.base import Metric, Score, Signature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.sacrebleu.metrics.base import Counter


class CHRFSignature(Signature):
    """The options of chrF."""

    _ABBREVIATIONS = Signature._ABBREVIATIONS | {
        "case": "c",
        "eff": "e",
        "nc": "nc",
        "nw": "nw",
        "space": "s",
    }

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self.info |= {
            "case": "lc" if args["lowercase"] else "mixed",
            "eff": "no" if args["eps_smoothing"] else "yes",
            "nc": args["char_order"],
            "nw": args["word_order"],
            "space": "yes" if args["whitespace"] else "no",
        }


class CHRFScore(Score):
    """A value of chrF, named after its β and its word order."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: float) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta


class CHRF(Metric[CHRFScore]):
    """chrF; with `word_order=2`, chrF++.

    >>> CHRF(word_order=2).corpus_score(["the cat sat"], [["the cat sat down"]])
    chrF2++ = 68.36
    """

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2

    _SIGNATURE_TYPE = CHRFSignature

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: float = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Sequence[Sequence[str | None]] | None = None,
    ) -> None:
        super().__init__(references)
        self.char_order = char_order
        self.word_order = word_order
        self.order = char_order + word_order
        self.beta = beta
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        self._counter()  # options that do not go together are refused here, not when there is text

    def _counter(self) -> Counter:
        return _counter(
            self.char_order, self.word_order, self.beta, self.lowercase, self.whitespace, self.eps_smoothing
        )

    def _score(self, value: float, row: list[int]) -> CHRFScore:  # noqa: ARG002
        return CHRFScore(value, self.char_order, self.word_order, self.beta)


@lru_cache
def _counter(
    char_order: int, word_order: int, beta: float, lowercase: bool, whitespace: bool, eps_smoothing: bool
) -> Counter:
    metric = Chrf(
        character_order=char_order,
        word_order=word_order,
        beta=beta,
        spaces="keep" if whitespace else "drop",
        lowercase=lowercase,
        epsilon_smoothing=eps_smoothing,
    )
    return metric, metric.columns
