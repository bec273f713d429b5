"""Arrow's C interface by hand: arrays that no honest library would lend."""

# mypy: allow-untyped-decorators

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class CSchema(Structure):
    """What ArrowSchema is in C."""


class CArray(Structure):
    """What ArrowArray is in C."""


class CStream(Structure):
    """What ArrowArrayStream is in C."""


ReleaseSchema = CFUNCTYPE(None, POINTER(CSchema))
ReleaseArray = CFUNCTYPE(None, POINTER(CArray))
GetSchema = CFUNCTYPE(c_int, POINTER(CStream), POINTER(CSchema))
GetNext = CFUNCTYPE(c_int, POINTER(CStream), POINTER(CArray))
GetError = CFUNCTYPE(c_void_p, POINTER(CStream))
ReleaseStream = CFUNCTYPE(None, POINTER(CStream))

CSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(CSchema))),
    ("dictionary", POINTER(CSchema)),
    ("release", ReleaseSchema),
    ("private_data", c_void_p),
]
CArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(CArray))),
    ("dictionary", POINTER(CArray)),
    ("release", ReleaseArray),
    ("private_data", c_void_p),
]
CStream._fields_ = [
    ("get_schema", GetSchema),
    ("get_next", GetNext),
    ("get_last_error", GetError),
    ("release", ReleaseStream),
    ("private_data", c_void_p),
]

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [c_void_p, c_char_p, c_void_p]


@ReleaseSchema
def release_schema(schema: Any) -> None:
    """Say that it was released."""
    schema.contents.release = ReleaseSchema(0)


@ReleaseArray
def release_array(array: Any) -> None:
    """Say that it was released."""
    array.contents.release = ReleaseArray(0)


@ReleaseStream
def release_stream(stream: Any) -> None:
    """Say that it was released."""
    stream.contents.release = ReleaseStream(0)


class Lent:
    """An array with a schema, as C has them; everything they refer to lives as long as this."""

    def __init__(
        self,
        form: bytes | None,
        buffers: list[bytes | None] | None,
        *,
        length: int = 2,
        nulls: int = 0,
        offset: int = 0,
        dictionary: Lent | None = None,
        children: Sequence[Lent | None] | None = None,
        array_dictionary: bool = True,
    ) -> None:
        self.kept: list[object] = [buffers, dictionary, children]
        self.schema, self.array = CSchema(), CArray()
        self.schema.format, self.schema.release = form, release_schema
        self.array.length, self.array.null_count, self.array.offset = length, nulls, offset
        self.array.release = release_array
        if buffers is not None:
            self.array.n_buffers = len(buffers)
            # A byte that nobody may read stands behind each.
            pointers = [None if buffer is None else ctypes.create_string_buffer(buffer) for buffer in buffers]
            table = (c_void_p * len(buffers))(
                *(None if pointer is None else ctypes.addressof(pointer) for pointer in pointers)
            )
            self.array.buffers = ctypes.cast(table, POINTER(c_void_p))
            self.kept += [pointers, table]
        if dictionary is not None:
            self.schema.dictionary = ctypes.pointer(dictionary.schema)
            if array_dictionary:
                self.array.dictionary = ctypes.pointer(dictionary.array)
        if children is not None:
            self.schema.n_children = self.array.n_children = len(children)
            schemas = (POINTER(CSchema) * len(children))()
            arrays = (POINTER(CArray) * len(children))()
            for number, child in enumerate(children):
                if child is not None:
                    schemas[number], arrays[number] = (
                        ctypes.pointer(child.schema),
                        ctypes.pointer(child.array),
                    )
            self.schema.children = ctypes.cast(schemas, POINTER(POINTER(CSchema)))
            self.array.children = ctypes.cast(arrays, POINTER(POINTER(CArray)))
            self.kept += [schemas, arrays]

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The two in capsules."""
        return (
            new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
            new_capsule(ctypes.addressof(self.array), b"arrow_array", None),
        )


class Streamed:
    """A stream of one array, over and over; or one that fails."""

    def __init__(
        self,
        lent: Lent | None = None,
        *,
        schema_status: int = 0,
        status: int = 0,
        times: int = 1,
        message: bytes | None = None,
    ) -> None:
        self.left = times

        @GetSchema
        def get_schema(_: Any, out: Any) -> int:
            if lent is not None:
                ctypes.memmove(out, ctypes.addressof(lent.schema), ctypes.sizeof(CSchema))
            return schema_status

        @GetNext
        def get_next(_: Any, out: Any) -> int:
            self.left -= 1
            if lent is not None and self.left >= 0:
                ctypes.memmove(out, ctypes.addressof(lent.array), ctypes.sizeof(CArray))
            else:
                out.contents.release = ReleaseArray(0)
            return status

        @GetError
        def get_last_error(_: Any) -> int | None:
            return None if words is None else ctypes.addressof(words)

        words = None if message is None else ctypes.create_string_buffer(message)
        self.kept = (words, lent, get_schema, get_next, get_last_error)
        self.stream = CStream(get_schema, get_next, get_last_error, release_stream, None)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The stream in a capsule."""
        return new_capsule(ctypes.addressof(self.stream), b"arrow_array_stream", None)


class Gives:
    """Whatever is asked of it for Arrow's sake, it gives the same answer."""

    def __init__(self, array: object = None, stream: object = None) -> None:
        if array is not None:
            self.__arrow_c_array__ = lambda *_: array
        if stream is not None:
            self.__arrow_c_stream__ = lambda *_: stream


def int32(*numbers: int) -> bytes:
    """As they lie in memory."""
    return b"".join(number.to_bytes(4, "little", signed=True) for number in numbers)


def int64(*numbers: int) -> bytes:
    """As they lie in memory."""
    return b"".join(number.to_bytes(8, "little", signed=True) for number in numbers)


def view(length: int, buffer: int = 0, offset: int = 0, prefix: bytes = b"aaaa") -> bytes:
    """A view of a string that lies elsewhere."""
    return int32(length) + prefix + int32(buffer, offset)


def strings(*, length: int = 2, **options: Any) -> Lent:
    """An array that is in order: a, b."""
    return Lent(b"u", [None, int32(0, 1, 2), b"ab"], length=length, **options)


DATA = b"a long string that lies elsewhere"

# What is wrong, and how it is refused.
BAD: dict[str, tuple[Any, str]] = {
    "no format": (lambda: Lent(None, [None, int32(0, 1, 2), b"ab"]), "has no format"),
    "integers": (lambda: Lent(b"i", [None, int32(0, 1)]), r"has format i \(int32\); an array of strings was expected"),
    "something unknown": (lambda: Lent(b"?", [None]), r"has format \? \(unknown\)"),
    "dates": (lambda: Lent(b"tdD", [None, int32(0, 1)]), r"has format tdD \(date\)"),
    "a negative length": (lambda: strings(length=-1), "impossible length"),
    "an enormous length": (lambda: strings(length=2**63 - 1), "impossible length"),
    "a negative offset": (lambda: strings(offset=-1), "impossible offset"),
    "an enormous offset": (lambda: strings(offset=2**63 - 1), "impossible offset"),
    "too many nulls": (lambda: strings(nulls=3), "impossible number of nulls"),
    "nulls nowhere": (lambda: strings(nulls=1), "has nulls, and does not say where"),
    "no buffers": (lambda: Lent(b"u", None), "too few buffers"),
    "two buffers": (lambda: Lent(b"u", [None, int32(0, 1, 2)]), "too few buffers"),
    "no offsets": (lambda: Lent(b"u", [None, None, b"ab"]), "has no offsets"),
    "no large offsets": (lambda: Lent(b"U", [None, None, b"ab"]), "has no offsets"),
    "falling offsets": (lambda: Lent(b"u", [None, int32(0, 2, 1), b"ab"]), "offsets that fall"),
    "falling large offsets": (lambda: Lent(b"U", [None, int64(0, 2, 1), b"ab"]), "offsets that fall"),
    "negative offsets": (lambda: Lent(b"u", [None, int32(-1, 0, 1), b"ab"]), "offsets that fall"),
    "no data": (lambda: Lent(b"u", [None, int32(0, 1, 2), None]), "has no data"),
    "not UTF-8": (lambda: Lent(b"u", [None, int32(0, 1, 2), b"a\xff"]), "Segment 2 of the Arrow array is not UTF-8"),
    "no views": (lambda: Lent(b"vu", [None, None, int64()]), "has no views"),
    "a view of negative length": (lambda: Lent(b"vu", [None, view(-1) * 2, int64()]), "negative length"),
    "a view into no buffer": (lambda: Lent(b"vu", [None, view(33) * 2, int64()]), "buffer that is not there"),
    "a view into another buffer": (
        lambda: Lent(b"vu", [None, view(33) + view(33, 1), DATA, int64(33)]),
        "buffer that is not there",
    ),
    "a view into a negative buffer": (
        lambda: Lent(b"vu", [None, view(33) + view(33, -1), DATA, int64(33)]),
        "buffer that is not there",
    ),
    "a view into a missing buffer": (
        lambda: Lent(b"vu", [None, view(33) * 2, None, int64(33)]),
        "buffer that is not there",
    ),
    "a view beyond its buffer": (
        lambda: Lent(b"vu", [None, view(33) + view(33, 0, 1), DATA, int64(33)]),
        "beyond the end of its buffer",
    ),
    "a view before its buffer": (
        lambda: Lent(b"vu", [None, view(33) + view(33, 0, -1), DATA, int64(33)]),
        "beyond the end of its buffer",
    ),
    "views without sizes": (lambda: Lent(b"vu", [None, view(33) * 2, DATA, None]), "how long its data are"),
    "an index too large": (lambda: Lent(b"i", [None, int32(0, 2)], dictionary=strings()), "index that is not in its dictionary"),
    "an index below 0": (lambda: Lent(b"i", [None, int32(0, -1)], dictionary=strings()), "index that is not in its dictionary"),
    "no indices": (lambda: Lent(b"i", [None, None], dictionary=strings()), "has no indices"),
    "a dictionary of numbers": (
        lambda: Lent(b"i", [None, int32(0, 1)], dictionary=Lent(b"l", [None, int64(1, 2)])),
        r"has format l \(encoded int64\)",
    ),
    "no dictionary": (
        lambda: Lent(b"i", [None, int32(0, 1)], dictionary=strings(), array_dictionary=False),
        "has no dictionary",
    ),
    "indices that are no numbers": (
        lambda: Lent(b"u", [None, int32(0, 1, 2), b"ab"], dictionary=strings()),
        "without whole numbers for indices",
    ),
    "dictionaries of dictionaries": (
        lambda: Lent(
            b"i",
            [None, int32(0, 1)],
            dictionary=Lent(
                b"i",
                [None, int32(0, 1)],
                dictionary=Lent(
                    b"i",
                    [None, int32(0, 1)],
                    dictionary=Lent(b"i", [None, int32(0, 1)], dictionary=strings()),
                ),
            ),
        ),
        "nested too deeply",
    ),
    "runs without children": (lambda: Lent(b"+r", []), "has no runs"),
    "runs that are not there": (lambda: Lent(b"+r", [], children=[None, None]), "has no runs"),
    "runs that end before they begin": (
        lambda: Lent(b"+r", [], children=[Lent(b"i", [None, int32(2, 1)]), strings()], length=2, offset=1),
        "do not end one after another",
    ),
    "fewer rows than it says": (
        lambda: Lent(b"+r", [], children=[Lent(b"i", [None, int32(1, 2)]), strings()], length=3),
        "more rows than runs",
    ),
    "fewer values than runs": (
        lambda: Lent(b"+r", [], children=[Lent(b"i", [None, int32(1, 2)]), strings(length=1)]),
        "fewer values than runs",
    ),
    "runs that end nowhere": (lambda: Lent(b"+r", [], children=[Lent(b"i", [None, None]), strings()]), "no ends of runs"),
    "runs of words": (lambda: Lent(b"+r", [], children=[strings(), strings()]), "without whole numbers for ends"),
    "a stream that fails": (lambda: Streamed(strings(), status=5, message=b"no more"), r"cannot be read \(error 5: no more\)"),
    "a stream that fails without a word": (lambda: Streamed(strings(), status=5), r"cannot be read \(error 5\)"),
    "a stream without a schema": (lambda: Streamed(strings(), schema_status=22), r"cannot be read \(error 22\)"),
    "a stream of nothing": (Streamed, "read by somebody else"),
}  # fmt: skip


def released_array() -> object:
    """One that was read already."""
    lent = strings()
    lent.array.release = ReleaseArray(0)
    return lent


def released_stream() -> object:
    """One that was read already."""
    streamed = Streamed(strings())
    streamed.stream.release = ReleaseStream(0)
    return streamed


BAD["a released array"] = (released_array, "read by somebody else")
BAD["a released stream"] = (released_stream, "read by somebody else")
