"""Objects of JSON lines become columns of strings, or are left to a full parser."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.kernel import json_columns

NAMES = ["mt", "ref", "score"]
TEXTS = st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
ROWS = st.lists(
    st.fixed_dictionaries(
        {"mt": TEXTS},
        optional={"ref": TEXTS, "score": st.none() | st.booleans() | st.integers() | st.floats(-1e9, 1e9)},
    ),
    min_size=1,
    max_size=20,
)


def columns_of(lines: bytes, wanted: list[str]) -> dict[str, list[str | None]] | None:
    """What the kernel makes of lines."""
    found = json_columns(lines, NAMES, wanted)
    if found is None:
        return None
    return {
        name: pa.Array.from_buffers(
            pa.string(), rows, [pa.py_buffer(valid), pa.py_buffer(offsets), pa.py_buffer(data)], nulls
        ).to_pylist()
        for name, (rows, nulls, valid, offsets, data) in found.items()
    }


@given(ROWS, st.booleans(), st.sampled_from([(",", ":"), (" , ", " :\t")]), st.booleans())
def test_strings_are_what_python_reads(
    rows: list[dict[str, Any]], ascii_only: bool, separators: tuple[str, str], backwards: bool
) -> None:
    """Whatever the escapes, the spaces and the order of fields; a field that is not there is null."""
    complete = [*rows, dict.fromkeys(NAMES)]
    written = [dict(reversed(row.items())) if backwards else row for row in complete]
    lines = "\n".join(json.dumps(row, ensure_ascii=ascii_only, separators=separators) for row in written)
    assert columns_of(lines.encode(), ["mt", "ref"]) == {
        name: [row.get(name) for row in complete] for name in ("mt", "ref")
    }


@pytest.mark.parametrize(
    "line",
    [
        '{"mt": "a", "ref": 3, "score": 1}',  # a wanted field that is no string
        '{"mt": "a", "ref": ["b"], "score": 1}',
        '{"mt": "a", "ref": "b", "score": [1]}',
        '{"mt": "a", "ref": "b", "score": 1, "other": 2}',
        '{"mt": "a", "ref": "b", "score": 01}',
        '{"mt": "a", "ref": "b", "score": 1.}',
        '{"mt": "a", "ref": "b", "score": nul}',
        '{"mt": "a", "ref": "b"}',  # no object has a score
        '{"mt": "a", "mt": "b", "ref": "c", "score": 1}',
        '{"mt": "a", "ref": "b", "score": 1',
        '{"mt": "a", "ref": "b", "score": 1,}',
        '{"mt": "a", "ref": "b" "score": 1}',
        '{"mt": "a\tb", "ref": "b", "score": 1}',
        '{"mt": "\\x", "ref": "b", "score": 1}',
        '{"mt": "\\ud83d", "ref": "b", "score": 1}',  # half a character
        '{"mt": "\\u12", "ref": "b", "score": 1}',
        '{"\\u006dt": "a", "ref": "b", "score": 1}',
        '["mt", "ref", "score"]',
        '{"mt": "a", "ref": "b", "score": 1} x',
        "",
    ],
)
def test_anything_else_is_left_to_a_full_parser(line: str) -> None:
    """Also what is an error: the parser says which."""
    assert columns_of(line.encode(), ["mt", "ref"]) is None


def test_a_string_may_end_anywhere_in_a_vector() -> None:
    """The kernel looks at sixteen bytes at a time."""
    for length in range(70):
        row = {"mt": "x" * length, "ref": "é" * length + '"\\', "score": None}
        found = columns_of(json.dumps(row, ensure_ascii=False).encode(), ["mt", "ref"])
        assert found == {"mt": [row["mt"]], "ref": [row["ref"]]}
