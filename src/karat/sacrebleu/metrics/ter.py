"""TER with sacreBLEU's options, over Karat's."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from karat.metrics import Ter
from karat.sacrebleu.metrics.base import Metric, Score, Signature
from karat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.sacrebleu.metrics.base import Counter


class TERSignature(Signature):
    """The options of TER."""

    _ABBREVIATIONS = Signature._ABBREVIATIONS | {
        "case": "c",
        "tok": "t",
        "norm": "nr",
        "punct": "pn",
        "asian": "as",
    }

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self.info |= {
            "case": "mixed" if args["case_sensitive"] else "lc",
            "tok": args["tokenizer_signature"],
            "norm": args["normalized"],
            "punct": not args["no_punct"],
            "asian": args["asian_support"],
        }


class TERScore(Score):
    """A value of TER, with the edits and the words of the references behind it."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TER(Metric[TERScore]):
    """TER, the edits that a translation needs.

    >>> TER().corpus_score(["sat the cat"], [["the cat sat"]])
    TER = 33.33
    """

    _SIGNATURE_TYPE = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Sequence[Sequence[str | None]] | None = None,
    ) -> None:
        super().__init__(references)
        self.normalized = normalized
        self.no_punct = no_punct
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer_signature = "tercom"

    @property
    def tokenizer(self) -> TercomTokenizer:
        """What makes its words; it cannot be exchanged."""
        return TercomTokenizer(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)

    def _counter(self) -> Counter:
        return _counter(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)

    def _score(self, value: float, row: list[int]) -> TERScore:
        facts = self._counter()[0].details(row)
        return TERScore(value, facts["edits"], facts["reference_length"])


@lru_cache
def _counter(normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool) -> Counter:
    metric = Ter(normalized, no_punct, asian_support, case_sensitive)
    return metric, metric.columns
