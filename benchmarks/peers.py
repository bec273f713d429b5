"""The peers, asked for the same statistics."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Any

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

logging.getLogger("sacrebleu").setLevel(logging.ERROR)

_CACHES = ("13a:Tokenizer13a", "re:TokenizerRegexp", "intl:TokenizerV14International", "char:TokenizerChar")
_MORE_CACHES = ("zh:TokenizerZh", "ter:TercomTokenizer", "none:NoneTokenizer")


def forget() -> None:
    """Empty sacreBLEU's caches of tokenized lines: a second run would measure the cache."""
    for entry in _CACHES + _MORE_CACHES:
        module, _, name = entry.partition(":")
        call = getattr(import_module(f"sacrebleu.tokenizers.tokenizer_{module}"), name).__call__
        if hasattr(call, "cache_clear"):
            call.cache_clear()


def statistics(metric: Any, hypotheses: list[str], references: list[str]) -> Any:
    """sacreBLEU's rows."""
    forget()
    return metric._extract_corpus_statistics(hypotheses, [references])


def bleu(tokenize: str) -> Any:
    """sacreBLEU's BLEU."""
    return BLEU(tokenize=tokenize, force=True)


def chrf(word_order: int) -> Any:
    """sacreBLEU's chrF."""
    return CHRF(word_order=word_order)


def ter() -> Any:
    """sacreBLEU's TER."""
    return TER()
