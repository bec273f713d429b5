"""What metrics say of themselves."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from karat.cli.option_groups import BleuOptions
from karat.errors import UnknownName
from karat.metrics import METRICS, metric
from karat.metrics.catalogue import HOMES, named_options
from karat.metrics.description import describe


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_describes_itself(name: str) -> None:
    """Purpose, formula and paper, direction, every option and the recipe are there."""
    told = describe(name)
    made = metric(name)
    assert told.summary.endswith(".")
    assert "(" in " ".join(told.about), "the year of its paper"
    assert ">>>" not in " ".join((told.summary, *told.about))
    assert told.recipe == made.recipe
    assert told.higher_is_better == made.higher_is_better
    assert {option.name for option in told.options} == set(type(made).__match_args__)  # type: ignore[attr-defined]
    later = {
        entry.key
        for entry in import_module(f"karat.metrics.{HOMES[name][0]}").ENTRIES
        if entry.unless is not None
    }
    assert all((f"|{option.key}:" in told.recipe) != (option.key in later) for option in told.options)


@pytest.mark.parametrize("name", METRICS)
def test_defaults_and_choices_can_be_typed(name: str) -> None:
    """What is shown as default or choice can be given on the command line."""
    made = metric(name)
    for option in describe(name).options:
        _, read = named_options(f"{name}:{option.name}={option.default}")
        assert metric(name, **read) == made
        if option.choices:
            assert option.default in option.choices
        for choice in option.choices:
            named_options(f"{name}:{option.name}={choice}")


def test_choices() -> None:
    """Fixed words are choices, also those of switches."""
    options = {option.name: option for option in describe("bleu").options}
    assert options["smoothing"].choices == ("none", "floor", "add-k", "exp")
    assert options["effective_order"].choices == ("segments", "yes", "no")
    assert {option.name: option.choices for option in describe("chrf").options}["epsilon_smoothing"] == (
        "no",
        "yes",
    )
    assert options["order"].choices == ()
    assert {option.name: option.default for option in describe("chrf++").options}["word_order"] == "2"


@pytest.mark.parametrize("name", METRICS)
def test_shared_options_have_choices(name: str) -> None:
    """Options that several metrics share show their words everywhere."""
    shared = {"score", "spaces", "normalization", "brevity", "smoothing"}
    for option in describe(name).options:
        if option.name in shared or (option.name == "unit" and not name.startswith("nee")):
            assert len(option.choices) > 1, option.name


def test_each_name_has_words_of_its_own() -> None:
    """No two lines of the list are the same."""
    summaries = [describe(name).summary for name in METRICS]
    assert len(set(summaries)) == len(summaries)


def test_the_help_knows_the_default_orders() -> None:
    """Every default of --order is in its help."""
    text = BleuOptions.declared["BLEU"]["order"].text
    made: dict[str, Any] = {name: metric(name) for name in METRICS}
    defaults = {name: one.order for name, one in made.items() if hasattr(one, "order")}
    assert defaults.pop("nist") == 5
    assert "NIST: 5" in text
    assert defaults.pop("rouge-n") == defaults.pop("rouge-2") == 2
    assert "ROUGE-N its order (default: 2)" in text
    assert defaults.pop("rouge-1") == 1  # its name says so
    assert set(defaults.values()) == {4}
    assert "(default: 4;" in text


def test_unknown() -> None:
    """A metric that is not there is refused."""
    with pytest.raises(UnknownName, match="Did you mean 'bleu'"):
        describe("blue")
