"""Every public name says what it is, with one example that runs."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest
from tools.reference import MODULES

from karat import errors

# What a user imports from; of the modules of diagnosis, the names that the reference lists.
PACKAGES = (
    "karat",
    "karat.agreement",
    "karat.calibration",
    "karat.comparison",
    "karat.demo",
    "karat.dossier",
    "karat.engines",
    "karat.entities",
    "karat.judgements",
    "karat.metrics",
    "karat.readers",
    "karat.reliability",
    "karat.resampling",
    "karat.sacrebleu",
    "karat.tokens",
    "karat.tuning",
)
DIAGNOSIS = tuple(module for module in MODULES if module.startswith("karat.diagnosis."))


def public() -> list[tuple[str, str]]:
    """Every public class and function, by the module that it is imported from."""
    names = [(package, name) for package in PACKAGES for name in import_module(package).__all__]
    names += [(module, name) for module in DIAGNOSIS for name in MODULES[module]]
    names += [("karat.errors", name) for name, value in vars(errors).items() if inspect.isclass(value)]
    found = [(module, name, getattr(import_module(module), name)) for module, name in names]
    return [
        (module, name) for module, name, value in found if inspect.isclass(value) or inspect.isfunction(value)
    ]


@pytest.mark.parametrize(("module", "name"), public())
def test_every_public_name_has_an_example(module: str, name: str) -> None:
    """The example runs with the doctests of its module."""
    text = inspect.getdoc(getattr(import_module(module), name)) or ""
    assert text.splitlines()[0].strip()
    assert ">>> " in text


def test_the_list_is_not_empty() -> None:
    """There is much to look at."""
    assert len(public()) > 250
