"""Training items: outputs whose right values are known, with the feedback that a judge gets.

A file has one JSON object per line:

    {"source": "…", "reference": "…", "outputs": ["…"],
     "expected": [{"dimension": "fluency", "low": 1, "high": 2, "feedback": "…"}]}

With several outputs, each has a list of expectations of its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.campaigns.plan import Expectation
from karat.errors import InvalidFile
from karat.small_files import read_small_file

if TYPE_CHECKING:
    from pathlib import Path

    from karat.campaigns.questionnaire import Questionnaire

_KEYS = ("source", "reference", "outputs", "expected")


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """A segment with outputs, and what is right for each of them."""

    source: str | None
    reference: str | None
    outputs: tuple[str, ...]
    expected: tuple[tuple[Expectation, ...], ...]


def read_training(path: str | Path, questionnaire: Questionnaire) -> tuple[TrainingExample, ...]:
    """The training items of a file, checked against the questionnaire; errors name the line."""
    lines = read_small_file(path).splitlines()
    found = [
        _Line(path, number, questionnaire).example(line)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not found:
        raise InvalidFile.at(path, "it is empty. A training item is a line of JSON.")
    return tuple(found)


class _Line:
    """Reads one line, and names it in errors."""

    def __init__(self, path: str | Path, number: int, questionnaire: Questionnaire) -> None:
        self._path = path
        self._number = number
        self._questionnaire = questionnaire

    def example(self, line: str) -> TrainingExample:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._wrong(f"it is not JSON: {getattr(error, 'msg', error)}.") from None
        if not isinstance(data, dict):
            raise self._wrong("a JSON object was expected: {…}.")
        for key in data:
            if key not in _KEYS:
                raise self._wrong(f"there is no key {key!r}. Known: {', '.join(_KEYS)}.")
        outputs = data.get("outputs")
        if not isinstance(outputs, list) or not all(isinstance(one, str) and one for one in outputs):
            raise self._wrong('outputs must be a list of texts: ["…"].')
        low, high = self._questionnaire.side_by_side
        if not low <= len(outputs) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise self._wrong(
                f"there are {len(outputs)} outputs; the protocol {self._questionnaire.name} shows {wanted} "
                "at a time."
            )
        for beside in sorted({one for step in self._questionnaire.steps for one in step.shows}):
            if not isinstance(data.get(beside), str):
                raise self._wrong(
                    f"{beside} is missing, and the protocol {self._questionnaire.name} shows it."
                )
        expected = data.get("expected")
        if not isinstance(expected, list) or not expected:
            raise self._wrong("expected must be a list of what is right, and of the feedback.")
        lists = [expected] if len(outputs) == 1 and isinstance(expected[0], dict) else expected
        if len(lists) != len(outputs) or not all(isinstance(one, list) for one in lists):
            raise self._wrong("with several outputs, expected must have a list for each of them.")
        return TrainingExample(
            data.get("source"),
            data.get("reference"),
            tuple(outputs),
            tuple(tuple(map(self._expectation, one)) for one in lists),
        )

    def _expectation(self, data: Any) -> Expectation:
        if not isinstance(data, dict) or not {"dimension", "low", "high", "feedback"} >= set(data):
            raise self._wrong("an expectation has the keys dimension, low, high and feedback.")
        scales = {question.dimension: question.scale for question in self._questionnaire.questions}
        dimension, feedback = data.get("dimension"), data.get("feedback")
        if not isinstance(dimension, str) or dimension not in scales:
            raise self._wrong(f"there is no dimension {dimension!r}. Known: {', '.join(scales)}.")
        scale = scales[dimension]
        low, high = data.get("low", scale.low), data.get("high", scale.high)
        numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (low, high))
        if not numbers or not scale.low <= low <= high <= scale.high:
            raise self._wrong(
                f"{dimension} is expected from {low!r} to {high!r}; both must be on its scale, from "
                f"{scale.low:g} to {scale.high:g}."
            )
        if not isinstance(feedback, str) or not feedback:
            raise self._wrong(f"the expectation of {dimension} has no feedback. Say why this is right.")
        return Expectation(dimension, float(low), float(high), feedback)

    def _wrong(self, problem: str) -> InvalidFile:
        return InvalidFile.at(self._path, problem, line=self._number)
