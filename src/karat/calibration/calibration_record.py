"""The form of a calibration in a file, checked before it is used: the file may come from a stranger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

# Python reads whole numbers of any size, and loops over them would not end. Other programs write 10 as 10.0.
_Count = Annotated[float, msgspec.Meta(ge=0, le=2**53, multiple_of=1)]
_Number = float | None  # null stands for what is not defined
_Pair = tuple[_Number, _Number]


class _MapRecord(msgspec.Struct):
    kind: str
    coefficients: list[float]
    deviation: _Number
    freedom: _Number
    spread: list[list[float]]
    knots: list[tuple[float, float]]


class _SignsRecord(msgspec.Struct):
    empty: _Number
    untranslated: _Number
    order: _Number
    order_error: _Number


class _ProfileRecord(msgspec.Struct):
    text: str
    distances: dict[str, float]
    parts: list[_Count]
    usual: _SignsRecord | None = None
    source: list[_Count] = []
    neighbours: list[_Count] = []


class _TextErrorRecord(msgspec.Struct):
    common: float
    own: float
    segments: float
    freedom: float
    document_size: float = 1.0


class _LeftOutRecord(msgspec.Struct):
    system: str
    reason: str
    in_line: bool


class _CalibrationRecord(msgspec.Struct):
    metrics: Annotated[list[str], msgspec.Meta(min_length=1)]
    recipes: list[str]
    higher_is_better: list[bool]
    human: str
    human_recipe: str
    human_higher_is_better: bool
    scale: str | None
    language_pair: str | None
    text_type: str | None
    text_types: list[str]
    references: _Count
    level: Literal["system", "document", "segment"]
    systems: list[str]
    segments: _Count
    observations: _Count
    ranges: list[_Pair]
    human_range: _Pair
    correlation: _Number
    correlation_interval: _Pair
    maps: list[_MapRecord]
    errors: dict[str, _Number]
    chosen: str
    pooled: _MapRecord | None
    singles: dict[str, _Number]
    profile: _ProfileRecord | None
    text_error: _TextErrorRecord | None
    points: list[list[str | float]]
    confidence: Annotated[float, msgspec.Meta(gt=0, lt=1)]
    data: str
    fingerprint: str
    date: str
    version: str
    # Files of earlier versions know no labels, and left nothing out.
    system_label: str | None = None
    left_out: list[_LeftOutRecord] = []
    score_errors: list[_TextErrorRecord] = []


def check_types(values: Mapping[str, Any]) -> None:
    """A ValueError that names the place, where a value of a calibration has another type than it should.

    >>> check_types({"metrics": ["BLEU", 1]})
    Traceback (most recent call last):
    ...
    ValueError: Expected `str`, got `int` - at `$.metrics[1]`
    """
    try:
        record = msgspec.convert(values, _CalibrationRecord)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None
    for name in ("recipes", "higher_is_better", "ranges"):
        if len(getattr(record, name)) != len(record.metrics):
            raise ValueError(f"Expected one value for each of `$.metrics` - at `$.{name}`")
    wide = len(record.metrics) + 1
    for place, one in enumerate([*record.maps, *([] if record.pooled is None else [record.pooled])]):
        if one.spread and [len(row) for row in one.spread] != [wide] * wide:
            raise ValueError(f"Expected {wide} rows of {wide} values - at `$.maps[{place}].spread`")
    for place, point in enumerate(record.points):
        if len(point) != wide + 1:
            raise ValueError(f"Expected {wide + 1} values - at `$.points[{place}]`")
