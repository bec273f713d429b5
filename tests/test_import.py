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
    """Nor does naming everything that it has load more than arrays, statistics and pages take."""
    code = "import karat\nfor name in karat.__all__: getattr(karat, name)"
    assert third_party(code) <= {"numpy", "scipy", "jinja2", "markupsafe"}


def test_corpus_score_loads_nothing() -> None:
    """A corpus score needs no numpy."""
    code = "import karat\nm = karat.Bleu()\nm.value(m.count(['a b'], ['a b']).total())"
    assert third_party(code) == set()


@pytest.mark.parametrize("metric", ["Bleu()", "Chrf()", "Ter()", "Bleu(tokenize='intl')"])
def test_rows_load_numpy_only(metric: str) -> None:
    """Rows are arrays, and need numpy and nothing else."""
    code = f"import karat\nm = karat.{metric}\nm.values(m.count(['a b'], ['a b']))"
    assert third_party(code) <= {"numpy"}


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
