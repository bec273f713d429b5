"""Names of metrics."""

from __future__ import annotations

from typing import Any

import pytest
import sacrebleu
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from karat.errors import InvalidOption, UnknownName
from karat.metrics import METRICS, Bleu, Chrf, Metric, Nee, RougeN, Ter, Wnm, metric, sacrebleu_signature
from karat.metrics.catalogue import HOMES, SACREBLEU_VERSION

# Names that stand for options of a metric.
WITH_OPTIONS: dict[str, Metric] = {
    "chrf++": Chrf(word_order=2),
    "rouge-1": RougeN(order=1),
    "rouge-2": RougeN(order=2),
    "nee-partial": Nee(partial=True),
    "nee-precision": Nee(recogniser="rules"),
    "wnm-mean": Wnm(average="texts"),
}


@pytest.mark.parametrize("name", sorted(METRICS.keys() - WITH_OPTIONS.keys()))
def test_names(name: str) -> None:
    """Every other name is that of its class, and gives it with the usual options."""
    made = metric(name)
    assert type(made).__name__.lower() == name.replace("-", "")
    assert made == type(made)()


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_names_that_stand_for_options(name: str) -> None:
    """Such a name gives the metric with these options."""
    assert metric(name) == WITH_OPTIONS[name]


def test_every_name_with_options_is_tested() -> None:
    """The catalogue has no other names that stand for options."""
    assert {name for name, (_, _, options) in HOMES.items() if options} == set(WITH_OPTIONS)


def test_options() -> None:
    """Options go to the metric, and override what the name implies."""
    assert metric("bleu", order=2, unit="char") == Bleu(order=2, unit="char")
    assert metric("chrf++", word_order=1) == Chrf(word_order=1)


def test_unknown_name() -> None:
    """An unknown name is refused, with the known ones and the nearest."""
    with pytest.raises(
        UnknownName, match=r"no metric 'blue'\. Known: bleu, chrf, chrf\+\+, ter, .*Did you mean 'bleu'"
    ):
        metric("blue")


def test_unknown_option() -> None:
    """An option that the metric does not have is refused, with the metric's name."""
    with pytest.raises(InvalidOption, match=r"ter: .*'order'"):
        metric("ter", order=4)


def test_bad_option() -> None:
    """An option with a bad value is refused by the metric itself."""
    with pytest.raises(InvalidOption, match="order is 0"):
        metric("bleu", order=0)


def theirs(metric: Any, references: int = 1) -> str:
    """The signature of a metric that has scored something."""
    metric.corpus_score(["a b"], [["a b"]] * references)
    return str(metric.get_signature())


PAIRS = [
    (Bleu(), BLEU()),
    (Bleu(lowercase=True, effective_order=True), BLEU(lowercase=True, effective_order=True)),
    (Bleu(smoothing="floor"), BLEU(smooth_method="floor")),
    (Bleu(smoothing="floor", smoothing_value=0.25), BLEU(smooth_method="floor", smooth_value=0.25)),
    (Bleu(smoothing="add-k"), BLEU(smooth_method="add-k")),
    (Bleu(smoothing="add-k", smoothing_value=2), BLEU(smooth_method="add-k", smooth_value=2)),
    (Bleu(smoothing="none"), BLEU(smooth_method="none")),
    *((Bleu(tokenize=name), BLEU(tokenize=name)) for name in ("none", "13a", "intl", "char", "zh")),
    (Chrf(), CHRF()),
    (Chrf(word_order=2, lowercase=True), CHRF(word_order=2, lowercase=True)),
    (Chrf(spaces="keep", epsilon_smoothing=True), CHRF(whitespace=True, eps_smoothing=True)),
    (Chrf(character_order=4), CHRF(char_order=4)),
    (Ter(), TER()),
    (Ter(normalized=True, no_punctuation=True), TER(normalized=True, no_punct=True)),
    (Ter(asian_support=True, case_sensitive=True), TER(asian_support=True, case_sensitive=True)),
]


@pytest.mark.parametrize(("ours", "other"), PAIRS)
@pytest.mark.parametrize("references", [1, 3])
def test_same_string(ours: Metric, other: Any, references: int) -> None:
    """Where sacreBLEU has the options, the signature is its own."""
    assert sacrebleu_signature(ours, references) == theirs(other, references)


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab"])
def test_mecab(name: str) -> None:
    """So is that of the tokenizers with a dictionary."""
    pytest.importorskip("MeCab" if name == "ja-mecab" else "mecab_ko", reason="no MeCab for this language")
    assert sacrebleu_signature(Bleu(tokenize=name), 1) == theirs(BLEU(tokenize=name))


def test_varying_references() -> None:
    """A number of references that varies is `var`."""
    other = BLEU()
    other.corpus_score(["a", "b"], [["a", "b"], ["a", None]])  # type: ignore[list-item]
    assert sacrebleu_signature(Bleu(), "var") == str(other.get_signature())


@pytest.mark.parametrize(
    "metric",
    [
        Bleu(weights=(1, 0, 0, 0)),
        Bleu(brevity="shortest"),
        Bleu(brevity="none"),
        Bleu(normalization="NFC"),
        Bleu(unit="char", spaces="keep"),
        Bleu(tokenize="given"),
        Bleu(tokenize=str.split),
        Chrf(normalization="NFC"),
        Ter(normalization="NFKC"),
    ],
)
def test_no_signature(metric: Metric) -> None:
    """What sacreBLEU cannot compute has no signature of its."""
    assert sacrebleu_signature(metric, 1) is None


def test_version() -> None:
    """The version is that of the sacreBLEU that the tests compare with."""
    assert sacrebleu.__version__ == SACREBLEU_VERSION
