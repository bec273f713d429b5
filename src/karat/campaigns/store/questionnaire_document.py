"""A questionnaire as a JSON text, and back.

A field that an older file does not have takes its default, so that questionnaires can grow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any

from karat.campaigns.questionnaire import Question, Questionnaire, QuestionStep, SpanKinds
from karat.judgements.scale import Scale


def questionnaire_text(questionnaire: Questionnaire) -> str:
    """The questionnaire as JSON."""
    return json.dumps(_plain(questionnaire), ensure_ascii=False)


def questionnaire_of(text: str) -> Questionnaire:
    """The questionnaire that was written."""
    data = json.loads(text)
    return Questionnaire(
        **data
        | {
            "steps": tuple(_step(step) for step in data["steps"]),
            "side_by_side": tuple(data["side_by_side"]),
            "guidelines": _mapping(data["guidelines"]),
            "consent": _mapping(data.get("consent", [])),
        }
    )


def _step(data: dict[str, Any]) -> QuestionStep:
    spans = data.get("spans")
    return QuestionStep(
        **data
        | {
            "questions": tuple(_question(question) for question in data["questions"]),
            "shows": frozenset(data["shows"]),
            "spans": None if spans is None else _span_kinds(spans),
        }
    )


def _question(data: dict[str, Any]) -> Question:
    return Question(**data | {"scale": Scale(**data["scale"]), "marks": _mapping(data["marks"])})


def _span_kinds(data: dict[str, Any]) -> SpanKinds:
    return SpanKinds(
        **data
        | {
            "severities": tuple(data["severities"]),
            "categories": tuple(data["categories"]),
            "weights": _mapping(data["weights"]),
        }
    )


def _mapping(pairs: list[list[Any]]) -> Mapping[Any, Any]:
    return MappingProxyType(dict(pairs))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        # JSON's keys are strings, those of marks are numbers.
        return [[key, _plain(inner)] for key, inner in value.items()]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    return value
