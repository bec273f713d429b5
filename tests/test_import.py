"""What importing loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import karat

REPORT = """
import sys
known = set(sys.modules)
{code}
new = {{name.partition(".")[0] for name in set(sys.modules) - known}}
from importlib.metadata import packages_distributions
print(*sorted(new & set(packages_distributions()) - {{"karat"}}))
"""


def third_party(code: str) -> set[str]:
    """The third-party modules that some code loads, in a Python of its own."""
    found = subprocess.run(
        [sys.executable, "-c", REPORT.format(code=code)], capture_output=True, text=True, check=True
    )
    return set(found.stdout.split())


def test_types_are_for_users_too() -> None:
    """Type checkers read the annotations of a package only where this file stands beside it."""
    assert Path(karat.__file__).with_name("py.typed").is_file()


def test_import_loads_nothing() -> None:
    """Importing Karat loads no third-party module."""
    assert third_party("import karat") == set()


def test_names_load_nothing() -> None:
    """Naming everything that it has loads what is always installed, and nothing that is optional."""
    code = "import karat\nfor name in karat.__all__: getattr(karat, name)"
    assert not third_party(code) & {"pandas", "polars", "pyarrow", "sentencepiece", "spacy", "vl_convert"}


def test_corpus_score_loads_nothing() -> None:
    """A corpus score needs no numpy."""
    code = "import karat\nm = karat.Bleu()\nm.value(m.count(['a b'], ['a b']).total())"
    assert third_party(code) == set()


@pytest.mark.parametrize("metric", ["Bleu()", "Chrf()", "Ter()", "Bleu(tokenize='intl')"])
def test_rows_load_numpy_only(metric: str) -> None:
    """Rows are arrays, and need numpy and nothing else."""
    code = f"import karat\nm = karat.{metric}\nm.values(m.count(['a b'], ['a b']))"
    assert third_party(code) <= {"numpy"}


def test_dir_shows_verbs_and_packages() -> None:
    """What a user sees who types `karat.` and the tab key: few names, and the way to all others."""
    shown = dir(karat)
    verbs = "evaluate compare agree people judge_agreement calibrate predict transfer check explain power"
    assert set(verbs.split()) <= set(shown)
    assert {"metrics", "readers", "agreement", "calibration", "reliability", "diagnosis"} <= set(shown)
    assert "Gtm" not in shown
    assert all(getattr(karat, package).__name__ == f"karat.{package}" for package in karat.PACKAGES)


def test_every_metric_can_be_imported() -> None:
    """Those that are not listed too: from `karat` and from `karat.metrics`."""
    import karat.metrics

    assert all(getattr(karat, name) is getattr(karat.metrics, name) for name in karat.metrics.__all__)


def test_every_verb_takes_options_by_name() -> None:
    """The corpus or evaluation comes first, and at most three arguments go by place."""
    import inspect

    for verb in (name for name in karat.__all__ if name.islower() and callable(getattr(karat, name))):
        parameters = inspect.signature(getattr(karat, verb)).parameters.values()
        by_place = [one for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
        assert len(by_place) <= 3, verb


@pytest.mark.parametrize("name", karat.__all__)
def test_every_name_resolves(name: str) -> None:
    """Every public name is there, and is there the second time as well."""
    assert getattr(karat, name) is getattr(karat, name)
    assert name in dir(karat)


def test_unknown_name() -> None:
    """A name that is not there is an AttributeError."""
    with pytest.raises(AttributeError, match="module 'karat' has no attribute 'Blue'"):
        _ = karat.Blue


def test_all_is_sorted() -> None:
    """The list of public names is in order, so that it can be read."""
    assert sorted(karat.__all__) == karat.__all__


@pytest.mark.parametrize("package", ["karat.metrics", "karat.tokens", "karat.kernel"])
def test_packages(package: str) -> None:
    """Every name that a package promises is there."""
    from importlib import import_module

    module = import_module(package)
    assert all(hasattr(module, name) for name in module.__all__)
    with pytest.raises(AttributeError):
        _ = module.unheard_of
