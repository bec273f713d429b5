"""Arrow's arrays are taken in every encoding that holds strings; whatever is wrong with one is said, not read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.arrow_structs import BAD, Gives, Lent, Streamed, int32, strings

from karat.errors import InvalidText
from karat.kernel import Texts, count_bleu

if TYPE_CHECKING:
    from collections.abc import Callable

VALUES = ["a", "bb", None, "ccc and more than twelve bytes", "a", "", "é中😀", "a", "a"]


def dictionary(index: str) -> Any:
    """Indices of that type."""
    return pa.array(VALUES).dictionary_encode().cast(pa.dictionary(index, pa.string()))


ENCODINGS: dict[str, Callable[[], Any]] = {
    "string": lambda: pa.array(VALUES, pa.string()),
    "large_string": lambda: pa.array(VALUES, pa.large_string()),
    "string_view": lambda: pa.array(VALUES, pa.string_view()),
    **{
        f"dictionary by {index}": lambda index=index: dictionary(index)  # type: ignore[misc]
        for index in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
    },
    "dictionary with nulls among its values": lambda: pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2, 3, 0, 4, 5, 0, 0]),
        pa.array(["a", "bb", None, "ccc and more than twelve bytes", "", "é中😀"]),
    ),
    "dictionary of views": lambda: pa.DictionaryArray.from_arrays(
        pa.array([0, 1, None, 2, 0, 3, 4, 0, 0]),
        pa.array(["a", "bb", "ccc and more than twelve bytes", "", "é中😀"], pa.string_view()),
    ),
    **{
        f"runs by {ends}": lambda ends=ends: pa.RunEndEncodedArray.from_arrays(  # type: ignore[misc]
            pa.array([1, 2, 3, 4, 5, 6, 7, 9], ends), pa.array(VALUES[:-1])
        )
        for ends in ("int16", "int32", "int64")
    },
    "runs of a dictionary": lambda: pa.RunEndEncodedArray.from_arrays(
        pa.array([1, 2, 3, 4, 5, 6, 7, 9], "int32"), pa.array(VALUES[:-1]).dictionary_encode()
    ),
}


PYARROW = int(pa.__version__.split(".")[0])


@pytest.mark.parametrize("name", ENCODINGS)
def test_encodings(name: str) -> None:
    """Every encoding of strings is read, whole, in slices and in chunks."""
    if name.startswith("runs") and PYARROW < 17:
        pytest.skip("pyarrow 16 makes no runs from arrays")
    array = ENCODINGS[name]()
    assert list(Texts(array)) == VALUES
    for first, last in ((0, 0), (0, 3), (2, 9), (3, 8), (8, 9)):
        assert list(Texts(array[first:last])) == VALUES[first:last]
    chunks = pa.chunked_array([array[:4], array[4:4], array[4:]])
    assert list(Texts(chunks)) == VALUES


@given(
    values=st.lists(st.none() | st.sampled_from(["a", "b", "é" * 20])),
    cuts=st.tuples(st.integers(0, 9), st.integers(0, 9)),
)
def test_encodings_of_anything(values: list[str | None], cuts: tuple[int, int]) -> None:
    """The encodings hold what was encoded."""
    plain = pa.array(values, pa.string())
    part = slice(min(cuts), max(cuts))
    encoded = pa.compute.run_end_encode(plain) if values else plain
    arrays = [plain, plain.dictionary_encode(), encoded]
    if (
        PYARROW >= 22
    ):  # before that, pyarrow does not cast to views, or ends in a crash when it gives them away
        arrays.append(plain.cast(pa.string_view()))
    for array in arrays:
        assert list(Texts(array[part])) == values[part]


def test_nothing_but_nulls() -> None:
    """An array of the type null has no text in any row."""
    assert list(Texts(pa.nulls(3))) == [None] * 3
    assert list(Texts(pa.nulls(0))) == []


def test_dictionaries_that_change() -> None:
    """Each chunk of a column may have a dictionary of its own."""
    chunks = [pa.array(part).dictionary_encode() for part in (["a", "b", "a"], ["c", "c"], ["b"])]
    assert list(Texts(pa.chunked_array(chunks))) == ["a", "b", "a", "c", "c", "b"]


def test_metrics_of_encoded_text() -> None:
    """Rows are those of the plain text."""
    plain = ["the cat sat", "on the mat", "the cat sat"]
    encoded = pa.array(plain).dictionary_encode()
    arguments = ("13a", 4, "closest", 1)
    assert (
        count_bleu([encoded], [encoded], *arguments)[0].total()
        == count_bleu([plain], [plain], *arguments)[0].total()
    )


def test_structs_by_hand() -> None:
    """The structs that the other tests spoil are in order."""
    assert list(Texts(strings())) == ["a", "b"]
    assert list(Texts(Streamed(strings(), times=2))) == ["a", "b"] * 2
    assert list(Texts(Lent(b"i", [b"\x02", int32(0, 1)], nulls=1, dictionary=strings()))) == [None, "b"]
    runs = [Lent(b"i", [None, int32(2, 5)]), strings()]
    assert list(Texts(Lent(b"+r", [], children=runs, length=3, offset=1))) == ["a", "b", "b"]
    assert list(Texts(Lent(b"u", [None, None, None], length=0))) == []


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong(name: str) -> None:
    """Whatever is wrong is refused in words, before it is read."""
    make, message = BAD[name]
    with pytest.raises(InvalidText, match=message):
        Texts(make())


@pytest.mark.skipif(PYARROW < 18, reason="pyarrow makes no views of buffers before version 18")
@pytest.mark.parametrize(
    ("kind", "views"),
    [
        ("index", int32(30) + b"aaaa" + int32(7, 0)),
        ("offset", int32(30) + b"aaaa" + int32(0, 1 << 20)),
        ("length", int32(1 << 20) + b"aaaa" + int32(0, 0)),
    ],
)
def test_views_that_pyarrow_lets_pass(kind: str, views: bytes) -> None:
    """pyarrow's own check of an array does not look at its views."""
    data = pa.py_buffer(b"x" * 64)
    array = pa.Array.from_buffers(pa.string_view(), 1, [None, pa.py_buffer(views), data])
    array.validate()
    with pytest.raises(InvalidText, match="a view"):
        Texts(array)
    with pytest.raises(InvalidText, match="a view"):
        Texts(pa.chunked_array([array]))


def test_stream_read_twice() -> None:
    """A stream can be read once; the second time there is nothing in it."""
    stream = pa.table({"a": ["x"]})["a"].__arrow_c_stream__()
    source: Any = Gives(stream=stream)
    assert list(Texts(source)) == ["x"]
    with pytest.raises(InvalidText, match="read by somebody else"):
        Texts(source)


def test_array_read_twice() -> None:
    """An array can be handed over once."""
    source: Any = Gives(array=pa.array(["x"]).__arrow_c_array__())
    assert list(Texts(source)) == ["x"]
    with pytest.raises(InvalidText, match="read by somebody else"):
        Texts(source)


@pytest.mark.parametrize("given_", [(), (1,), (1, 2), (1, 2, 3), [], 5, "ab"])
def test_no_capsules(given_: object) -> None:
    """What calls itself an Arrow array must give its two capsules."""
    with pytest.raises((InvalidText, ValueError)):
        Texts(Gives(array=given_))
    with pytest.raises((InvalidText, ValueError)):
        Texts(Gives(stream=given_))
