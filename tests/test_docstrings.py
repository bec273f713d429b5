"""Every public name says what it is, and shows it in an example that runs."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

# Packages whose `__all__` is held to it. The examples themselves are run as doctests.
PACKAGES = (
    "karat.agreement",
    "karat.calibration",
    "karat.judgements",
    "karat.reliability",
    "karat.resampling",
)


def public_names() -> list[tuple[str, str]]:
    """The classes and functions of the packages; constants have no docstring of their own."""
    return [
        (package, name)
        for package in PACKAGES
        for name in import_module(package).__all__
        if inspect.isclass(found := getattr(import_module(package), name)) or inspect.isfunction(found)
    ]


@pytest.mark.parametrize(("package", "name"), public_names())
def test_a_public_name_has_an_example(package: str, name: str) -> None:
    """A docstring of its own, not one that was inherited, with a prompt and what comes out."""
    text = getattr(import_module(package), name).__doc__ or ""
    assert text.strip(), f"{package}.{name} has no docstring"
    lines = [line.strip() for line in text.splitlines()]
    prompts = [place for place, line in enumerate(lines) if line.startswith(">>> ")]
    assert prompts, f"{package}.{name} has no example"
    shown = [line for line in lines[prompts[0] :] if line and not line.startswith((">>> ", "..."))]
    assert shown, f"the example of {package}.{name} shows nothing"
