"""BLEU with sacreBLEU's options, over Karat's."""

# Deliberate: sacreBLEU's parameters may be given by position.

from __future__ import annotations

from functools import cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption, UnknownName
from karat.metrics import Bleu
from karat.sacrebleu.metrics.base import Metric, Score, Signature, sacrelogger

if TYPE_CHECKING:
    from collections.abc import KeysView, Mapping, Sequence

    from karat.sacrebleu.tokenizers import BaseTokenizer

MAX_NGRAM_ORDER = 4
# From this many segments on that end like tokenized text, somebody forgot something.
SUSPICIOUS = 100

_TOKENIZERS = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}


@lru_cache
def _get_tokenizer(name: str) -> type[BaseTokenizer]:
    """The class of that name; its module is imported only now, as some need extras."""
    if name not in _TOKENIZERS:
        raise UnknownName.among("tokenizer", name, _TOKENIZERS)
    module, _, class_name = _TOKENIZERS[name].partition(".")
    found: type[BaseTokenizer] = getattr(import_module(f"karat.sacrebleu.tokenizers.{module}"), class_name)
    return found


class BLEUSignature(Signature):
    """The options of BLEU."""

    _ABBREVIATIONS = Signature._ABBREVIATIONS | {"case": "c", "eff": "e", "tok": "tok", "smooth": "s"}

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        method = args["smooth_method"]
        value = _smooth_value(method, args["smooth_value"])
        self.info |= {
            "case": "lc" if args["lowercase"] else "mixed",
            "eff": "yes" if args["effective_order"] else "no",
            "tok": args["tokenizer_signature"],
            "smooth": method if value is None else f"{method}[{value:.2f}]",
        }


class BLEUScore(Score):
    """A value of BLEU, with the counts, precisions and lengths behind it."""

    _row: list[Any]
    _metric: Bleu

    def __init__(
        self,
        score: float,
        counts: list[float],
        totals: list[float],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.counts = counts
        self.totals = totals
        self.precisions = precisions
        self.bp = bp
        self.sys_len = sys_len
        self.ref_len = ref_len

    @classmethod
    def _of(cls, score: float, row: list[Any], metric: Bleu) -> BLEUScore:
        """The score of one row; most callers want the value only, so the rest waits until it is read."""
        self = cls.__new__(cls)
        self.name, self.score, self.sys_len, self.ref_len = "BLEU", score, row[0], row[1]
        self._row, self._metric = row, metric
        return self

    @cached_property
    def counts(self) -> list[float]:
        """Matches of each order; `add-k` has added to them."""
        return self._with_k(self._row[2 : self._metric.order + 2])

    @cached_property
    def totals(self) -> list[float]:
        """N-grams of each order; `add-k` has added to them."""
        return self._with_k(self._row[self._metric.order + 2 :])

    def _with_k(self, counts: list[Any]) -> list[float]:
        matched = any(self._row[2 : self._metric.order + 2])
        if self._metric.smoothing != "add-k" or not matched:
            return counts
        return [counts[0], *(count + self._metric.smoothing_value for count in counts[1:])]

    @cached_property
    def precisions(self) -> list[float]:
        """Smoothed precision of each order, in percent."""
        return self._metric.precisions(self._row)

    @cached_property
    def bp(self) -> float:
        """The brevity penalty."""
        lengths = [self.sys_len, self.ref_len, 0, 0]
        penalty: float = _LENGTHS_ONLY.details(lengths)["brevity_penalty"]
        return penalty

    @cached_property
    def prec_str(self) -> str:
        """The precisions as they are printed."""
        return "/".join(f"{precision:.1f}" for precision in self.precisions)

    @cached_property
    def ratio(self) -> float:
        """Length of the output over length of the references."""
        return self.sys_len / self.ref_len if self.ref_len else 0

    @cached_property
    def _verbose(self) -> str:
        lengths = f"hyp_len = {self.sys_len:d} ref_len = {self.ref_len:d}"
        return f"{self.prec_str} (BP = {self.bp:.3f} ratio = {self.ratio:.3f} {lengths})"


class BLEU(Metric[BLEUScore]):
    """BLEU; the tokenizer follows the target language where none is named.

    >>> BLEU(tokenize="char").corpus_score(["the cat"], [["the cats"]])
    BLEU = 84.65 100.0/100.0/100.0/100.0 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)
    """

    SMOOTH_DEFAULTS: Mapping[str, float | None] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS: KeysView[str] = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT = "13a"

    _TOKENIZER_MAP: Mapping[str, str] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
    _SIGNATURE_TYPE = BLEUSignature

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Sequence[Sequence[str | None]] | None = None,
    ) -> None:
        super().__init__(references)
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self._tokenize = _chosen_tokenizer(tokenize, trg_lang)
        self._tokenizer = _get_tokenizer(self._tokenize)()
        self.tokenizer_signature = self._tokenizer.signature()
        self._counter()  # options that do not go together are refused here, not when there is text

    @property
    def tokenizer(self) -> BaseTokenizer:
        """What makes its words; it cannot be exchanged."""
        return self._tokenizer

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """BLEU from counts; the caller's lists stay as they are."""
        if min(len(correct), len(total)) < max_ngram_order:
            raise InvalidOption(
                f"There are {len(correct)} counts of matches and {len(total)} of n-grams; "
                f"max_ngram_order={max_ngram_order} needs one of each for every order."
            )
        metric, columns = _counter(
            max_ngram_order, "none", False, smooth_method, smooth_value, effective_order
        )
        row = [sys_len, ref_len, *correct[:max_ngram_order], *total[:max_ngram_order]]
        return BLEUScore._of(metric.value(row, columns), row, metric)

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> BLEUScore:
        """The score of one segment."""
        if not self.effective_order:
            sacrelogger.warning("Single segments lack long n-grams: effective_order=True is recommended.")
        return super().sentence_score(hypothesis, references)

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]] | None,
        n_bootstrap: int = 1,
    ) -> BLEUScore:
        """The score of a corpus; without references, against those given to the constructor."""
        score = super().corpus_score(hypotheses, references, n_bootstrap)
        if not self._force:
            _warn_of_tokenized(hypotheses)
        return score

    def _counter(self) -> tuple[Bleu, tuple[str, ...]]:
        return _counter(
            self.max_ngram_order,
            self._tokenize,
            self.lowercase,
            self.smooth_method,
            self.smooth_value,
            self.effective_order,
        )

    def _score(self, value: float, row: list[int]) -> BLEUScore:
        return BLEUScore._of(value, row, self._counter()[0])


_LENGTHS_ONLY = Bleu(order=1)


@lru_cache
def _counter(
    order: int, tokenize: str, lowercase: bool, method: str, value: float | None, effective_order: bool
) -> tuple[Bleu, tuple[str, ...]]:
    metric = Bleu(
        order=order,
        tokenize=tokenize,
        lowercase=lowercase,
        smoothing=method,  # type: ignore[arg-type]
        smoothing_value=_smooth_value(method, value),
        effective_order=effective_order,
    )
    return metric, metric.columns


def _smooth_value(method: str, value: float | None) -> float | None:
    """The value that smoothing uses; sacreBLEU passes over one that the method has no use for."""
    if method not in BLEU.SMOOTH_DEFAULTS:
        raise InvalidOption.choice("smooth_method", method, BLEU.SMOOTH_DEFAULTS)
    default = BLEU.SMOOTH_DEFAULTS[method]
    return default if default is None or value is None else value


def _chosen_tokenizer(tokenize: str | None, language: str) -> str:
    best = BLEU._TOKENIZER_MAP.get(language)
    if tokenize is None:
        return best or BLEU.TOKENIZER_DEFAULT
    if best not in (None, tokenize):
        sacrelogger.warning(
            "For %s, the tokenizer '%s' or 'spm' suits better than '%s'.", language, best, tokenize
        )
    return tokenize


def _warn_of_tokenized(hypotheses: Sequence[str]) -> None:
    if sum(hypothesis.endswith(" .") for hypothesis in hypotheses) < SUSPICIOUS:
        return
    sacrelogger.warning("%d segments or more end in a full stop after a space.", SUSPICIOUS)
    sacrelogger.warning(
        "The hypotheses seem to be tokenized; they should be detokenized, or the score suffers."
    )
    sacrelogger.warning("If they are as they should be, force=True silences this.")
