"""A result is equal to its copy, in every version of Python, whatever in it is not known."""

from __future__ import annotations

import copy
import io
import math
import pickle
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import pytest
from tests.report.notebook.results import all_results

from karat.calibration.maps import Map
from karat.calibration.output_signs import OutputSigns
from karat.equality import Equal
from karat.report.notebook.views import VIEWS


def nan() -> float:
    """Another NaN each time, as one that was read from a file is."""
    return float("nan")


class _Pickler(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        return (_proxy, (dict(value),)) if isinstance(value, MappingProxyType) else NotImplemented


def _proxy(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


def copied(value: Any) -> Any:
    """A copy that shares nothing with the value, no NaN either."""
    written = io.BytesIO()
    _Pickler(written).dump(value)
    return pickle.loads(written.getvalue())


@pytest.mark.parametrize("home", VIEWS)
def test_a_result_equals_its_copy(home: str) -> None:
    """Its copy has NaNs of its own."""
    for result in all_results()[home]:
        if isinstance(result, Equal):
            again = copied(result)
            assert again is not result
            assert again == result


def test_what_is_not_known_is_the_same() -> None:
    """In a field, in a tuple of one, and in a value of its own class; and so is what it is hashed by."""

    def line() -> Map:
        return Map("theil-sen", (10.0, nan()), nan(), 5.0, ((nan(), 1.0), (2.0, nan())))

    assert line() == line()
    assert hash(line()) == hash(line())
    assert {line(), line()} == {line()}
    assert copy.deepcopy(line()) == line()


def test_what_differs_is_not_equal() -> None:
    """NaN is no number, a tuple no list; 1 and 1.0 are equal, as numbers are."""
    signs = OutputSigns(0.0, nan(), 0.5, nan())
    assert signs == OutputSigns(0, nan(), 0.5, nan())
    for name in OutputSigns.__match_args__:
        assert signs != replace(signs, **{name: 0.25})
    assert OutputSigns(0.0) != OutputSigns(math.inf)
    assert Map("x", (1.0,), 0.0, 1.0) != Map("x", [1.0], 0.0, 1.0)  # type: ignore[arg-type]
    assert signs != (0.0, nan(), 0.5, nan())


@dataclass(frozen=True, slots=True, eq=False)
class _Held(Equal):
    values: Any


@dataclass(frozen=True, slots=True, eq=False)
class _Alone:
    value: float


def test_values_that_are_compared_by_identity_stay_so() -> None:
    """Within another value as well."""
    one = _Alone(1.0)
    assert _Held(one) == _Held(one)
    assert _Held(one) != _Held(_Alone(1.0))
    assert _Held({"a": [nan(), (nan(),)]}) == _Held({"a": [nan(), (nan(),)]})
    assert _Held({"a": nan()}) != _Held({"b": nan()})
