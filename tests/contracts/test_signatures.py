"""How verbs are called: first what they are about, then options by name."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

import karat

if TYPE_CHECKING:
    from collections.abc import Iterator

# sacreBLEU's interface has sacreBLEU's order.
HOMES = ["karat", *(f"karat.{name}" for name in karat.PACKAGES if name != "sacrebleu")]


def verbs() -> Iterator[Any]:
    """Every public function, once."""
    for home in HOMES:
        module = import_module(home)
        for name in getattr(module, "__all__", ()):
            verb = getattr(module, name)
            if inspect.isfunction(verb):
                yield pytest.param(verb, id=f"{home}.{name}")


@pytest.mark.parametrize("verb", list(verbs()))
def test_options_are_given_by_name(verb: Any) -> None:
    """From the third on: nobody knows what a bare third value means."""
    positional = [
        one
        for one in inspect.signature(verb).parameters.values()
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    optional = [one.name for one in positional[2:] if one.default is not one.empty]
    assert not optional


@pytest.mark.parametrize("verb", list(verbs()))
def test_what_it_is_about_comes_first(verb: Any) -> None:
    """A corpus, an evaluation, judgements or a calibration, where a verb is about one."""
    names = list(inspect.signature(verb).parameters)
    about = [name for name in ("evaluation", "corpus", "calibration") if name in names]
    if about and names[0] not in {"judgements", "human", "metric", "path", "entities", "verdicts"}:
        assert names[0] in about or verb.__module__.startswith("karat.readers")


def test_a_third_value_is_refused() -> None:
    """Python says how many it takes."""
    with pytest.raises(TypeError, match="takes 2 positional arguments but 3 were given"):
        karat.agree(None, None, None)  # type: ignore[call-arg, arg-type]
