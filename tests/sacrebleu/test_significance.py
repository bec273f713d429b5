"""The paired tests of the drop-in beside sacreBLEU's own."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import sacrebleu.metrics as theirs
from sacrebleu.significance import PairedTest as TheirTest

import karat.sacrebleu.metrics as ours
from karat import Bleu, Corpus, Procedure, compare, evaluate
from karat.errors import InvalidOption
from karat.sacrebleu.significance import PairedTest, Result

if TYPE_CHECKING:
    from karat.comparison import MetricComparison

RNG = Random(5)
REFERENCE = [" ".join(RNG.choice("abcdefgh") for _ in range(RNG.randrange(5, 20))) for _ in range(70)]


def noisy(rate: float) -> list[str]:
    """The reference with some words exchanged."""
    return [
        " ".join(word if RNG.random() > rate else RNG.choice("xyz") for word in line.split())
        for line in REFERENCE
    ]


SYSTEMS = [("base", noisy(0.3)), ("same", noisy(0.3)), ("better", noisy(0.2)), ("worse", noisy(0.5))]


def metrics(module: Any) -> dict[str, Any]:
    """The same metrics of either package."""
    return {"BLEU": module.BLEU(tokenize="none"), "chrF2": module.CHRF(), "TER": module.TER()}


def outcome(test: Any, module: Any, **options: Any) -> tuple[dict[str, str], dict[str, list[Any]]]:
    """Signatures and results as plain values."""
    signatures, results = test(SYSTEMS, metrics(module), [REFERENCE], **options)()
    plain = {
        name: [
            result if isinstance(result, str) else (result.score, result.p_value, result.mean, result.ci)
            for result in of_metric
        ]
        for name, of_metric in results.items()
    }
    return {name: str(signature) for name, signature in signatures.items()}, plain


@pytest.mark.parametrize(
    "options",
    [
        {"test_type": "ar", "n_samples": 700},
        {"test_type": "ar", "n_samples": 333, "n_ar_confidence": 100},
        {"test_type": "bs", "n_samples": 200},
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", ["12345", "7"])
def test_same_results(options: dict[str, Any], seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores, p-values, means, intervals and signatures are sacreBLEU's: the draws are the same."""
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    signatures, results = outcome(PairedTest, ours, **options)
    their_signatures, their_results = outcome(TheirTest, theirs, **options)
    assert signatures == their_signatures
    assert list(results) == list(their_results)
    assert results.pop("System") == their_results.pop("System")
    for name, of_metric in results.items():
        for mine, other in zip(of_metric, their_results[name], strict=True):
            assert mine == pytest.approx(other, abs=2e-4, nan_ok=True), name
            assert mine[1] == other[1], name


def test_zero_is_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """sacreBLEU draws anew each time with seed 0; here it gives the same result twice."""
    monkeypatch.setenv("SACREBLEU_SEED", "0")
    runs = [outcome(PairedTest, ours, test_type="bs", n_samples=50) for _ in range(2)]
    assert runs[0] == runs[1]


def test_references_of_the_metric() -> None:
    """References may have been given to the metric."""
    metric = ours.BLEU(tokenize="none", references=[REFERENCE])
    _, results = PairedTest(SYSTEMS, {"BLEU": metric}, None, n_samples=20)()
    _, expected = PairedTest(SYSTEMS, {"BLEU": ours.BLEU(tokenize="none")}, [REFERENCE], n_samples=20)()
    assert repr(results) == repr(expected)


def test_what_is_wrong() -> None:
    """An unknown test, no systems."""
    with pytest.raises(InvalidOption, match="test_type"):
        PairedTest(SYSTEMS, metrics(ours), [REFERENCE], test_type="t")
    with pytest.raises(InvalidOption, match="no system"):
        PairedTest([], metrics(ours), [REFERENCE])


def test_a_result_is_shown_as_sacrebleu_shows_it() -> None:
    """Four names and values."""
    assert repr(Result(1.5, 0.25)) == "score=1.5,p_value=0.25,mean=None,ci=None"


def their_p_values(systems: Any, **options: Any) -> dict[str, float]:
    """The p-value of each system but the first under BLEU, by sacreBLEU itself."""
    test: Any = TheirTest(systems, {"BLEU": metrics(theirs)["BLEU"]}, [REFERENCE], **options)
    _, results = test()
    found = zip(results["System"], results["BLEU"], strict=True)
    return {name: result.p_value for name, result in list(found)[1:]}


def as_moses(texts: dict[str, list[str]], **options: Any) -> MetricComparison:
    """The same systems compared by Karat."""
    evaluation = evaluate(Corpus.of(texts, REFERENCE), Bleu(tokenize="none"))
    return compare(evaluation, Procedure(**options)).metrics[0]


@pytest.mark.parametrize("test_type", ["ar", "bs"])
def test_comparisons_as_moses_did_them(test_type: str) -> None:
    """`compare` with `compatible="moses"` has other draws, and p-values as near as chance lets them be."""
    samples = 4000
    found = as_moses(dict(SYSTEMS), samples=samples, shuffles=samples, correction="none", compatible="moses")
    for name, expected in their_p_values(SYSTEMS, test_type=test_type, n_samples=samples).items():
        pair = found.contrast("base", name)
        mine = pair.p if test_type == "ar" else pair.bootstrap_p
        assert mine == pytest.approx(expected, abs=4 * (2 * max(expected, 0.002) / samples) ** 0.5), name


def test_equal_outputs_as_moses_did_them() -> None:
    """Deliberate: where two outputs are the same, sacreBLEU's p is the smallest; that of Karat's test is 1."""
    texts = {"base": SYSTEMS[0][1], "copy": list(SYSTEMS[0][1])}
    assert their_p_values(list(texts.items()), n_samples=99) == {"copy": 0.01}
    for compatible, expected in (("moses", 0.01), ("karat", 1.0)):
        (pair,) = as_moses(texts, samples=50, shuffles=99, compatible=compatible).contrasts
        assert (pair.p, pair.winner) == (expected, None)
