"""What a request carries, read with suspicion: limits first, then shape. What it means, the desk decides."""

from __future__ import annotations

import json
from math import isfinite, nan
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import parse_qsl

from karat.campaigns.answers import AdjudicatorChange, AdjudicatorDecision, Answer, EntityMark, Span, Value
from karat.campaigns.campaign_errors import Invalid
from karat.web.guard import LONGEST_BODY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
LONGEST_COMMENT = 10_000
LONGEST_REASON = 2_000
_MOST_ENTRIES = 2_000
_MOST_FIELDS = 200


class TooLong(Invalid):
    """A body or a text in it is longer than it may be."""


class UnknownMediaType(Invalid):
    """A body that is neither JSON nor a form."""


async def read_body(request: Request, longest: int = LONGEST_BODY) -> bytes:
    """The whole body, unless it is too long: no more than that is ever kept."""
    parts, length = [], 0
    async for part in request.stream():
        length += len(part)
        if length > longest:
            raise TooLong(f"The body is longer than {longest} bytes.")
        parts.append(part)
    return b"".join(parts)


def media_type(request: Request) -> str:
    """What the body says it is, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_object(request: Request, longest: int = LONGEST_BODY) -> dict[str, Any]:
    """The body as an object: of JSON, or of the fields of a form."""
    body = await read_body(request, longest)
    kind = media_type(request)
    if kind == JSON:
        return json_object(body)
    if kind == FORM:
        return _form_fields(body)
    raise UnknownMediaType(f"The body is {kind or 'of no type'}; {JSON} was expected.")


def json_object(body: bytes) -> dict[str, Any]:
    """JSON that is an object, every name in it once and every number finite."""
    try:
        found = json.loads(
            body.decode("utf-8"), object_pairs_hook=_without_doubles, parse_constant=_no_number
        )
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        reason = error if isinstance(error, _Double) else "it cannot be read"
        raise Invalid(f"The body is not JSON as it should be: {reason}.") from None
    if not isinstance(found, dict):
        raise Invalid("The body is not a JSON object.")
    return found


class _Double(ValueError):
    """A name that occurs twice."""


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Double("a name occurs twice in an object")
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _form_fields(body: bytes) -> dict[str, Any]:
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError:
        raise Invalid("The form cannot be read.") from None
    return dict(pairs)


def text_of(found: Mapping[str, Any], name: str, *, longest: int, default: str | None = None) -> str:
    """A text by its name."""
    value = found.get(name, default)
    if not isinstance(value, str):
        raise Invalid(f"{name} is not a text." if name in found else f"{name} is missing.")
    if len(value) > longest:
        raise TooLong(f"{name} has {len(value)} characters; {longest} are the most.")
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise Invalid(f"{name} holds half a character.")
    return value.replace("\0", "\ufffd")


def _entries(found: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    entries = found.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise Invalid(f"{name} is not a list of objects.")
    if len(entries) > _MOST_ENTRIES:
        raise TooLong(f"{name} has {len(entries)} entries; {_MOST_ENTRIES} are the most.")
    return entries


def _number(found: Mapping[str, Any], name: str) -> float:
    value = found.get(name)
    # In Python True is a number; to a judge it is none.
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Invalid(f"{name} is not a number." if name in found else f"{name} is missing.")
    try:
        number = float(value)
    except OverflowError:
        number = nan
    if not isfinite(number):
        raise Invalid(f"{name} is not a finite number.")
    return number


def _place(found: Mapping[str, Any], name: str) -> int:
    value = found.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Invalid(f"{name} is not a whole number." if name in found else f"{name} is missing.")
    return value


def _id(found: Mapping[str, Any], name: str) -> str:
    return text_of(found, name, longest=200)


def answer_of(found: Mapping[str, Any]) -> Answer:
    """The answer that a JSON object describes."""
    values = _all(
        found,
        "answers",
        lambda one: Value(_id(one, "candidate"), _id(one, "dimension"), _number(one, "value")),
    )
    spans = _all(
        found,
        "spans",
        lambda one: Span(
            _id(one, "candidate"),
            _place(one, "start"),
            _place(one, "end"),
            _id(one, "severity"),
            text_of(one, "category", longest=200, default="") if one.get("category") is not None else "",
        ),
    )
    comment = text_of(found, "comment", longest=LONGEST_COMMENT) if found.get("comment") is not None else ""
    rejected = found.get("rejected", [])
    if not isinstance(rejected, list) or len(rejected) > _MOST_ENTRIES:
        raise Invalid("rejected is not a list of the numbers of suggestions.")
    places = tuple(_place({"rejected": one}, "rejected") for one in rejected)
    return Answer(
        values,
        spans,
        comment,
        _all(found, "marks", _mark),
        places,
        _all(found, "decisions", _decision),
        _all(found, "changes", _change),
    )


def _mark(found: dict[str, Any]) -> EntityMark:
    alternatives = found.get("alternatives") or []
    if not isinstance(alternatives, list) or len(alternatives) > _MOST_FIELDS:
        raise Invalid("alternatives is not a list of texts.")
    for name in ("optional", "repeated", "within_word"):
        if not isinstance(found.get(name, False), bool):
            raise Invalid(f"{name} is neither true nor false.")
    return EntityMark(
        _id(found, "candidate"),
        _place(found, "start"),
        _place(found, "end"),
        text_of(found, "type", longest=500),
        tuple(text_of({"alternatives": one}, "alternatives", longest=LONGEST_REASON) for one in alternatives),
        found.get("optional", False),
        "repeated" if found.get("repeated", False) else "hand",
        None if found.get("suggestion") is None else _place(found, "suggestion"),
        within_word=found.get("within_word", False),
    )


def _decision(found: dict[str, Any]) -> AdjudicatorDecision:
    return AdjudicatorDecision(
        _place(found, "difference"),
        text_of(found, "reason", longest=LONGEST_REASON, default=""),
        None if found.get("version") is None else _place(found, "version"),
        _all(found, "marks", _mark),
    )


def _change(found: dict[str, Any]) -> AdjudicatorChange:
    mark = found.get("mark")
    if mark is not None and not isinstance(mark, dict):
        raise Invalid("mark is not an object.")
    return AdjudicatorChange(
        text_of(found, "reason", longest=LONGEST_REASON, default=""),
        None if found.get("agreed") is None else _place(found, "agreed"),
        None if mark is None else _mark(mark),
    )


def _all(found: Mapping[str, Any], name: str, make: Callable[[dict[str, Any]], Any]) -> tuple[Any, ...]:
    made = []
    for place, one in enumerate(_entries(found, name), 1):
        try:
            made.append(make(one))
        except Invalid as error:
            raise type(error)(f"Entry {place} of {name}: {error}") from None
    return tuple(made)


def answer_of_form(found: Mapping[str, Any]) -> Answer:
    """The answer of a page whose scripts did not run: fields called `value:candidate:dimension`."""
    values = []
    for name, text in found.items():
        kind, _, rest = name.partition(":")
        if kind != "value" or text == "":
            continue
        candidate, _, dimension = rest.partition(":")
        try:
            number = float(text)
        except ValueError:
            raise Invalid(f"{text!r} is not a number.") from None
        if not isfinite(number):
            raise Invalid(f"{text!r} is not a finite number.")
        values.append(Value(candidate, dimension, number))
    return Answer(tuple(values), (), text_of(found, "comment", longest=LONGEST_COMMENT, default=""))


def active_seconds(found: Mapping[str, Any]) -> float:
    """How long the judge worked on the page, by the page's own clock; NaN if it does not say so."""
    value = found.get("active")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e6:
        return nan
    return float(value)
