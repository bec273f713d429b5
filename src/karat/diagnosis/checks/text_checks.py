"""Whether the texts are of the kind that the metrics read: raw, cased, with words that can be told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.diagnosis.findings import Finding
from karat.remedies import Remedy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.diagnosis.case import Case


# What tokenizers and subword models leave behind, and raw text hardly ever has.
_MARKS = (" ,", " .", "@@ ", "@-@", " n't ", " 's ", "&apos;", "&quot;", "▁")
_TOKENIZED = 0.2
_CAPITALS, _NO_CAPITALS = 0.2, 0.02
_BY_SPACES = ("none", "13a", "intl", "wnm")


def tokenized_text(case: Case) -> Finding:
    """Text that was cut into tokens is not what a tokenizer expects, and not what others score."""
    references = [many[0] for many in case.references]
    shares = {name: _share(text, _looks_tokenized) for name, text in case.systems.items()}
    of_references = _share(references, _looks_tokenized)
    evidence = {"references": of_references, "systems": shares}
    tokenized = of_references > _TOKENIZED
    odd = [name for name, share in shares.items() if (share > _TOKENIZED) != tokenized]
    if odd:
        look, others = ("do not look", "do") if tokenized else ("look", "do not")
        pairs = enumerate(zip(case.systems[odd[0]], references, strict=True), 1)
        differing = [at for at, (a, b) in pairs if _looks_tokenized(a) != _looks_tokenized(b)]
        return Finding.of(
            "tokenized text",
            "unfit",
            f"The outputs of {', '.join(odd)} {look} tokenized, and the references {others}.",
            evidence,
            "Bring all texts into one form: detokenize them.",
            differing,
        )
    if not tokenized:
        return Finding("tokenized text", "fine", "The texts are not tokenized.", evidence)
    if all(getattr(metric, "tokenize", "none") == "none" for metric in case.metrics):
        return Finding("tokenized text", "fine", "The texts are tokenized, and taken as they are.", evidence)
    return Finding(
        "tokenized text",
        "doubtful",
        "The outputs and the references look tokenized.",
        evidence,
        "Score raw text, as others do, or leave out the tokenizer.",
        hint=Remedy.option("tokenize", "none"),
    )


def letter_case(case: Case) -> Finding | None:
    """Outputs without capital letters lose every word that has one in the reference."""
    if all(getattr(metric, "lowercase", False) for metric in case.metrics):
        return None
    of_references = _share([many[0] for many in case.references], _has_capital)
    shares = {name: _share(text, _has_capital) for name, text in case.systems.items()}
    low = [name for name, share in shares.items() if of_references > _CAPITALS and share < _NO_CAPITALS]
    evidence = {"references": of_references, "systems": shares}
    if not low:
        return Finding("letter case", "fine", "Outputs have capital letters as references do.", evidence)
    return Finding(
        "letter case",
        "unfit",
        f"{', '.join(low)} writes no capital letters, and the references do.",
        evidence,
        "Restore the case, or ignore it for all systems.",
        hint=Remedy.option("lowercase", True),
    )


def writing_without_spaces(case: Case) -> Finding:
    """Words can only be counted where they can be told apart."""
    counting = [metric.name for metric in case.metrics if _by_spaces(metric)]
    evidence = {"without_spaces": case.without_spaces, "metrics_in_words": counting}
    if case.without_spaces and counting:
        return Finding(
            "words without spaces",
            "unfit",
            f"The writing has no spaces between words, by which {', '.join(counting)} counts.",
            evidence,
            "Count characters, by chrF or another metric with a longer order, or name a segmenter.",
            hint=Remedy(
                "Chrf(), unit='char' with an order that equate finds, tokenize='ja-mecab', 'ko-mecab', 'zh' "
                "or 'flores200'",
                "-m chrf, --unit char with an order that karat equate finds, --tokenize ja-mecab, ko-mecab, "
                "zh or flores200",
            ),
        )
    return Finding("words without spaces", "fine", "What is counted can be told apart.", evidence)


def _by_spaces(metric: Any) -> bool:
    if getattr(metric, "unit", "word") == "char" or getattr(metric, "asian_support", False):
        return False
    if hasattr(metric, "word_order"):
        return bool(metric.word_order)
    return getattr(metric, "tokenize", None) in _BY_SPACES or hasattr(metric, "asian_support")


def _looks_tokenized(text: str) -> bool:
    return any(mark in text for mark in _MARKS)


def _has_capital(text: str) -> bool:
    return text != text.lower()


def _share(texts: Sequence[str], condition: Callable[[str], bool]) -> float:
    return sum(map(condition, texts)) / max(len(texts), 1)
