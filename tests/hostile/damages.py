"""Damage to the bytes of a file that leaves most of its structure: keys, cells, lines and numbers are changed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

DIGITS = "7" * 5_000
NESTED = "[" * 20_000 + "]" * 20_000
# What stands where a number, a text or a name stood.
CELLS = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "2",
        "1.5",
        "-0.0",
        "1e309",
        "-1e309",
        "1e-400",
        "nan",
        "inf",
        "-Infinity",
        "NaN",
    ),
    *("None", "null", "true", "1_000", "٣", "²", "1,5", "0x10", "9223372036854775808", DIGITS, f"1e{DIGITS}"),
    *(
        "a\u0000b",
        "\ud800",
        "\u2028",
        "\ufeff",
        "\x1b[31m",
        "é" * 3,
        "😀",
        "a" * 5_000,
        "../../etc/passwd",
        "%s",
    ),
    *(
        "system",
        "hypothesis",
        "reference",
        "seg_id",
        "score",
        "value",
        "judge",
        "document",
        "<v>",
        "</seg>",
        "&#x110000;",
    ),
)
PIECES = tuple(
    cell.encode("utf-8", "surrogatepass")
    for cell in (*CELLS, "\n", "\r", "\r\n", "\t", ",", ";", '"', "{", "}", "<", ">")
)
BYTES = (*PIECES, b"\xff", b"\x00", b"\xc3", b"\x1f\x8b", b"\xef\xbb\xbf", NESTED.encode())
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")


def damaged(data: bytes, rng: Random) -> bytes:
    """The bytes after one to three damages."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = rng.choice(_DAMAGES)(data, rng)
    return data


def _piece(data: bytes, rng: Random) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(BYTES) + data[at + rng.choice((0, 0, 1, 5)) :]


def _cut(data: bytes, rng: Random) -> bytes:
    at, end = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
    return data[:at] + data[end if rng.random() < 0.7 else len(data) :]


def _byte(data: bytes, rng: Random) -> bytes:
    at = rng.randint(0, max(len(data) - 1, 0))
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _lines(data: bytes, rng: Random) -> bytes:
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines[at] = b""
    return b"\n".join(lines)


def _number(data: bytes, rng: Random) -> bytes:
    places = [found.span() for found in _NUMBER.finditer(data)]
    if not places:
        return _piece(data, rng)
    start, end = rng.choice(places)
    return data[:start] + rng.choice(CELLS[:26]).encode("utf-8", "surrogatepass") + data[end:]


def _cell(data: bytes, rng: Random) -> bytes:
    """One cell of a table, in one line or, as a column is renamed or removed, in all."""
    separator = b"\t" if data.count(b"\t") >= data.count(b",") else b","
    lines = [line.split(separator) for line in data.split(b"\n")]
    at = rng.randrange(len(lines))
    column = rng.randrange(len(lines[at]))
    new = rng.choice(BYTES)
    if rng.random() < 0.2:
        for line in lines:
            del line[column : column + 1]
    elif rng.random() < 0.3:
        lines[0][min(column, len(lines[0]) - 1)] = rng.choice(lines[0]) if rng.random() < 0.4 else new
    else:
        lines[at][column] = new
    return b"\n".join(separator.join(line) for line in lines)


def _json(data: bytes, rng: Random) -> bytes:
    """A value somewhere in a line of JSON, or in a whole document of it."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    for part, put in (
        (lines[at], lambda new: b"\n".join((*lines[:at], new, *lines[at + 1 :]))),
        (data, lambda new: new),
    ):
        try:
            value = json.loads(part)
        except (ValueError, RecursionError):
            continue
        return put(_written(changed(value, rng), rng))
    return _cell(data, rng)


def _written(value: Any, rng: Random) -> bytes:
    """JSON in which now and then a key is there twice, or a number is no number of Python's."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.05:
        text = text.replace('"', rng.choice(("'", '""', "")), 1)
    if '"NESTED"' in text:
        text = text.replace('"NESTED"', NESTED)
    return text.replace('"DIGITS"', DIGITS).encode("utf-8", "surrogatepass")


def hostile_value(rng: Random) -> Any:
    """A value that is of another type than was expected, or beyond its bounds."""
    return rng.choice(
        (
            *(None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**300, 1.5, -0.5, 1e308),
            *(float("nan"), float("inf"), "", "x", "\ud800", "a\0b", "A" * 5_000, "NESTED", "DIGITS", [], {}),
            *(
                [1],
                ["a"],
                [None],
                [[]],
                [{}],
                {"a": 1},
                {"": {}},
                [1, "a", None],
                [0.5] * 300,
                "demo:",
                "BLEU",
            ),
        )
    )


def changed(value: Any, rng: Random) -> Any:
    """The value with one value in it replaced, removed, doubled or renamed."""
    holder, key = None, None
    at = value
    while isinstance(at, dict | list) and at and (holder is None or rng.random() < 0.75):
        holder, key = at, rng.choice(list(at) if isinstance(at, dict) else range(len(at)))
        at = at[key]
    if holder is None or key is None:
        return hostile_value(rng)
    kind = rng.random()
    if kind < 0.15:
        del holder[key]
    elif kind < 0.25 and isinstance(holder, list):
        holder.insert(rng.randint(0, len(holder)), rng.choice(holder))
    elif kind < 0.3 and isinstance(holder, dict):
        holder[rng.choice(("", "x", "system", "score", "entities", "text"))] = holder.pop(key)
    elif kind < 0.4 and isinstance(at, int | float) and not isinstance(at, bool):
        holder[key] = rng.choice((-at, at * 1e6, at + 0.5, str(at), [at]))
    else:
        holder[key] = hostile_value(rng)
    return value


_DAMAGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_json, _json, _json, _cell, _cell, _number, _lines, _piece, _cut, _byte),
)
