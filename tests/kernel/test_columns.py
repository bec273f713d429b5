"""Every kind of column gives the same rows."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tests.strategies import random_segment

from karat.errors import InvalidText
from karat.kernel import Texts, count_bleu, count_chrf, count_ter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

pyarrow = pytest.importorskip("pyarrow", reason="Arrow columns need pyarrow")

KINDS: dict[str, Callable[[list[str | None]], Any]] = {
    "tuple": tuple,
    "Texts": Texts,
    "Texts of Texts": lambda column: Texts(Texts(column)),
    "slice": lambda column: Texts(["before", *column, "after"])[1:-1],
    "stepping slice": lambda column: Texts([text for text in column for _ in range(2)])[::2],
    "backward slice": lambda column: Texts(column[::-1])[::-1],
    "array": lambda column: pyarrow.array(column, pyarrow.string()),
    "sliced plain array": lambda column: pyarrow.array([None, *column], pyarrow.large_string()).slice(1),
    "utf8": lambda column: pyarrow.chunked_array([pyarrow.array(column, pyarrow.string())]),
    "large_utf8": lambda column: pyarrow.chunked_array([pyarrow.array(column, pyarrow.large_string())]),
    "string_view": lambda column: pyarrow.chunked_array([pyarrow.array(column, pyarrow.string_view())]),
    "chunks": lambda column: pyarrow.chunked_array(
        [column[:3], [], column[3:10], column[10:]], pyarrow.string()
    ),
    "sliced array": lambda column: pyarrow.chunked_array(
        [pyarrow.array(["x", None, *column, "y"], pyarrow.string()).slice(2, len(column))]
    ),
    "sliced view": lambda column: pyarrow.chunked_array(
        [pyarrow.array([None, *column, None], pyarrow.string_view()).slice(1, len(column))]
    ),
    "Texts of Arrow": lambda column: Texts(pyarrow.chunked_array([column], pyarrow.string())),
    "slice of Arrow": lambda column: Texts(pyarrow.chunked_array([["x", *column], ["y"]], pyarrow.string()))[
        1:-1
    ],
}


@pytest.fixture(scope="module")
def columns() -> list[list[str | None]]:
    """Hypotheses, references, and references of which some are missing, in text that UTF-8 can hold."""
    rng = Random(11)

    def column() -> list[str | None]:
        return [random_segment(rng, rng.randrange(20)).encode(errors="ignore").decode() for _ in range(200)]

    sparse = [text if rng.random() < 0.6 else None for text in column()]
    return [column(), column(), sparse]


def counted(hypotheses: Any, references: Sequence[Any]) -> list[Any]:
    """The rows of all metrics."""
    systems, streams = [hypotheses], list(references)
    counts = (
        count_bleu(systems, streams, "13a", 4, "closest", 1),
        count_bleu(systems, streams, "char", 6, "average", 2),
        count_chrf(systems, streams, 6, 2, 2.0, False, False, 1),
        count_ter(systems, streams, "tercom", False, False, False, 1),
    )
    return [of_metric[0].array().tolist() for of_metric in counts]


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind: str, columns: list[list[str | None]]) -> None:
    """Wherever the text lies, the rows are those of lists of str."""
    as_kind = [KINDS[kind](column) for column in columns]
    assert counted(as_kind[0], as_kind[1:]) == counted(columns[0], columns[1:])


def test_mixed_kinds(columns: list[list[str | None]]) -> None:
    """Columns of different kinds work together."""
    references = [Texts(columns[1]), KINDS["string_view"](columns[2])]
    assert counted(tuple(columns[0]), references) == counted(columns[0], columns[1:])


@pytest.mark.parametrize("kind", KINDS)
def test_text_outlives_its_source(kind: str) -> None:
    """Texts keep what they read from alive."""
    column: list[str | None] = [
        f"segment {number} " + "long enough to lie on the heap" for number in range(50)
    ]
    texts = Texts(KINDS[kind](list(column)))
    assert [KINDS[kind]([str(number)] * 50) for number in range(20)]
    assert list(texts) == column


def test_list_emptied_while_it_is_held() -> None:
    """Texts made from a list do not change with it."""
    column = [f"segment {number}" for number in range(50)]
    texts = Texts(column)
    column.clear()
    assert texts[49] == "segment 49"


@pytest.mark.parametrize("values", [[1, 2], [b"a"], [["a"]]])
def test_plain_arrow_of_other_types(values: list[object]) -> None:
    """A plain array that is not of strings is refused, with its format."""
    with pytest.raises(InvalidText, match=r"format .*an array of strings was expected"):
        Texts(pyarrow.array(values))


@pytest.mark.parametrize("values", [[1, 2], [b"a"], [["a"]], [1.5]])
def test_arrow_of_other_types(values: list[object]) -> None:
    """An Arrow column that is not of strings is refused, with its format."""
    with pytest.raises(InvalidText, match=r"format .*an array of strings was expected"):
        Texts(pyarrow.chunked_array([values]))


def test_arrow_that_is_not_utf8() -> None:
    """Bytes in an Arrow column that are not UTF-8 are refused, with the segment."""
    buffers = [None, pyarrow.py_buffer(b"\0\0\0\0\1\0\0\0\3\0\0\0"), pyarrow.py_buffer(b"a\xff\xfe")]
    column = pyarrow.Array.from_buffers(pyarrow.string(), 2, buffers)
    with pytest.raises(InvalidText, match="Segment 2 of the Arrow array is not UTF-8"):
        Texts(pyarrow.chunked_array([column]))


@pytest.mark.parametrize(
    ("texts", "bad"),
    [
        ([b"a", b"\xc3", b"\xa9", b"b"], 2),  # one character, cut in two
        ([b"\xc3\xa9", b"", b"\xe4\xb8\xad", b"\xff"], 4),
        ([b"x" * 40, b"y" * 7 + b"\xc3", b"z"], 2),
        ([b"x" * 40, b"y" * 7 + b"\xc3\xa9", b"z"], None),
    ],
)
def test_every_arrow_text_is_utf8_by_itself(texts: list[bytes], bad: int | None) -> None:
    """Texts lie one behind another, and what is cut in two is not a character of either."""
    column = pyarrow.array(texts, pyarrow.binary()).view(pyarrow.string())
    if bad is None:
        assert list(Texts(column)) == [text.decode() for text in texts]
    else:
        with pytest.raises(InvalidText, match=f"Segment {bad} of the Arrow array is not UTF-8"):
            Texts(column)


def test_empty_arrow() -> None:
    """A column without chunks has no segments."""
    assert len(Texts(pyarrow.chunked_array([], pyarrow.string()))) == 0
