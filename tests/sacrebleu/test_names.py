"""Every public name of sacreBLEU's scoring is here, and takes the same parameters."""

import subprocess
import sys
from importlib import import_module
from inspect import Parameter, isclass, isfunction, signature
from typing import Any

import pytest
import sacrebleu

import karat.sacrebleu

# What sacreBLEU does beside scoring.
LEFT_OUT = {
    "DATASETS",
    "SACREBLEU_DIR",
    "download_test_set",
    "get_available_testsets",
    "get_langpairs_for_testset",
    "get_reference_files",
    "get_source_file",
}
MODULES = [
    "compat",
    "metrics",
    "metrics.base",
    "metrics.bleu",
    "metrics.chrf",
    "metrics.helpers",
    "metrics.ter",
    "tokenizers",
    "tokenizers.tokenizer_13a",
    "tokenizers.tokenizer_base",
    "tokenizers.tokenizer_char",
    "tokenizers.tokenizer_intl",
    "tokenizers.tokenizer_ja_mecab",
    "tokenizers.tokenizer_ko_mecab",
    "tokenizers.tokenizer_none",
    "tokenizers.tokenizer_re",
    "tokenizers.tokenizer_spm",
    "tokenizers.tokenizer_ter",
    "tokenizers.tokenizer_zh",
]


def defined(module: str) -> dict[str, Any]:
    """Public classes and functions that sacreBLEU defines in a module."""
    things = vars(import_module(f"sacrebleu.{module}")).items()
    return {
        name: thing
        for name, thing in things
        if not name.startswith("_")
        and (isclass(thing) or isfunction(thing))
        and thing.__module__ == f"sacrebleu.{module}"
    }


NAMES = [(module, name) for module in MODULES for name in defined(module)]


def parameters(function: Any) -> list[tuple[str, object, object]]:
    """Name, default and kind of each parameter."""
    every: list[Parameter] = list(signature(function).parameters.values())
    return [(parameter.name, parameter.default, parameter.kind) for parameter in every]


def methods(thing: type) -> list[str]:
    """The public methods of a class, and its constructor where it has one."""
    names = [name for name in dir(thing) if not name.startswith("_") and callable(getattr(thing, name))]
    return [*names, "__call__"] if "__call__" in vars(thing) else names


def test_top_level() -> None:
    """Nothing is missing but the test sets."""
    assert set(karat.sacrebleu.__all__) == set(sacrebleu.__all__) - LEFT_OUT
    assert all(hasattr(karat.sacrebleu, name) for name in karat.sacrebleu.__all__)


def test_version() -> None:
    """The release whose figures these are, so that signatures agree."""
    assert karat.sacrebleu.__version__ == sacrebleu.__version__


@pytest.mark.parametrize(("module", "name"), NAMES, ids=[".".join(pair) for pair in NAMES])
def test_parameters(module: str, name: str) -> None:
    """The same parameters with the same defaults in the same order, of functions and of methods."""
    ours = getattr(import_module(f"karat.sacrebleu.{module}"), name)
    theirs = defined(module)[name]
    if name != "Metric":  # its constructor is no part of the interface; here it takes the references
        assert parameters(ours) == parameters(theirs)
    for method in methods(theirs) if isclass(theirs) else ():
        assert parameters(getattr(ours, method)) == parameters(getattr(theirs, method)), method


def test_smart_open_parameters() -> None:
    """Of the toolbox, the one function that the top level shows."""
    assert parameters(karat.sacrebleu.smart_open) == parameters(sacrebleu.smart_open)


@pytest.mark.parametrize(
    ("name", "constants"),
    [
        ("BLEU", ("SMOOTH_DEFAULTS", "TOKENIZERS", "TOKENIZER_DEFAULT")),
        ("CHRF", ("CHAR_ORDER", "WORD_ORDER", "BETA")),
    ],
)
def test_constants(name: str, constants: tuple[str, ...]) -> None:
    """Classes show their defaults."""
    for constant in constants:
        assert getattr(getattr(karat.sacrebleu, name), constant) == getattr(
            getattr(sacrebleu, name), constant
        )


def test_catalogue() -> None:
    """`METRICS` names the classes."""
    assert list(karat.sacrebleu.metrics.METRICS) == list(sacrebleu.metrics.METRICS)
    assert karat.sacrebleu.metrics.METRICS["BLEU"] is karat.sacrebleu.BLEU


def test_relations() -> None:
    """Metrics, scores and signatures share the base classes that sacreBLEU's share."""
    base = karat.sacrebleu.metrics.base
    metric = karat.sacrebleu.BLEU()

    assert isinstance(metric, base.Metric)
    assert isinstance(metric.corpus_score(["a"], [["a"]]), base.Score)
    assert isinstance(metric.get_signature(), base.Signature)


def test_import_needs_no_numpy() -> None:
    """A score costs no import of numpy, nor of sacreBLEU."""
    code = (
        "import sys, karat.sacrebleu as s; s.corpus_bleu(['a'], [['a']]); s.sentence_ter('a', ['b']);"
        "sys.exit('numpy' in sys.modules or 'sacrebleu' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
