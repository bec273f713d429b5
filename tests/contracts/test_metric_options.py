"""Options of every metric: frozen, comparable, and written in a recipe that can be read back."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from inspect import signature
from typing import Any

import numpy as np
import pytest
from tests.contracts.metric_cases import CASES, HYPOTHESES, IDS, OPTIONS, every_metric, part

from karat.metrics import METRICS, Metric, metric, parse


def test_every_metric_has_sets_of_options() -> None:
    """A metric that joins the catalogue gets sets of options here."""
    assert set(OPTIONS) == set(METRICS)


@every_metric
def test_picklable(of: Metric) -> None:
    """A metric that has been pickled is the same metric."""
    again = pickle.loads(pickle.dumps(of))
    assert again == of
    assert again.count(HYPOTHESES[:20], part(of, 0, 20)[1]).total() == of.count(*part(of, 0, 20)).total()


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_hashable_and_equal(name: str, options: dict[str, Any]) -> None:
    """Metrics made alike are equal, hash alike, and differ from all others."""
    first, second = metric(name, **options), metric(name, **options)
    assert first == second
    assert hash(first) == hash(second)
    everyone = [metric(other, **others) for other, others in CASES]
    assert everyone.count(first) == 1


@every_metric
def test_frozen(of: Metric) -> None:
    """A metric does not change, and takes no other attributes."""
    with pytest.raises(FrozenInstanceError):
        of.normalization = "NFC"  # type: ignore[attr-defined]
    with pytest.raises((AttributeError, TypeError)):
        of.unheard_of = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_recipe_round_trip(name: str, options: dict[str, Any]) -> None:
    """The recipe rebuilds the metric, unless a function of the user's is part of it."""
    of = metric(name, **options)
    if any(map(callable, options.values())):
        assert "callable[" in of.recipe
    else:
        assert parse(of.recipe) == of


def test_recipes_differ() -> None:
    """Different metrics have different recipes."""
    recipes = [metric(name, **options).recipe for name, options in CASES]
    assert len(set(recipes)) == len(recipes)


@every_metric
def test_name_and_recipe(of: Metric) -> None:
    """A metric has a name, a recipe that is known before any text is read, and a direction."""
    assert of.name
    assert of.recipe.count("|") >= 2
    assert "|version:" in of.recipe
    assert isinstance(of.higher_is_better, bool)


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_numbers_of_numpy(name: str, options: dict[str, Any]) -> None:
    """An option that is a number may be one of numpy's, and is the same metric then."""
    made = metric(name, **options)
    for option in signature(type(made)).parameters:
        value = getattr(made, option)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        kinds = (np.int32, np.int64) if isinstance(value, int) else (np.float64,)
        for kind in kinds:
            again = metric(name, **{**options, option: kind(value)})
            assert again == made
            assert again.recipe == made.recipe
            assert type(getattr(again, option)) in (int, float, np.float64)
