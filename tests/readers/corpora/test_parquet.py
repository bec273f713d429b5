"""Parquet gives the corpus that the same rows give in JSON lines."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.readers.damage import read_or_refused, texts_of

from karat.errors import InvalidFile, KaratError, MissingExtra, UnreadableFile
from karat.readers import read
from karat.readers.corpora.parquet import read_parquet

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

Write = Callable[[str, bytes | str], Path]

ROWS: list[dict[str, Any]] = [
    {"system": "A", "seg_id": 1, "domain": "news", "references": ["one"], "hypothesis": "1"},
    {"system": "GPT-3.5", "seg_id": 1, "domain": "news", "references": ["one"], "hypothesis": "\ufeff1"},
    {"system": "A", "seg_id": 2, "domain": None, "references": ["two", "2"], "hypothesis": "2\u2028"},
    {"system": "GPT-3.5", "seg_id": 2, "domain": None, "references": ["two", "2"], "hypothesis": ""},
]


@pytest.fixture
def save(tmp_path: Path) -> Callable[[Any], Path]:
    """Write a table and give its path."""

    def save_table(table: Any) -> Path:
        path = tmp_path / "a.parquet"
        pq.write_table(table, path)
        return path

    return save_table


Save = Callable[[Any], Path]


def test_rows_are_those_of_json_lines(save: Save, write: Write) -> None:
    """The same rows give the same corpus."""
    json_lines = write("a.jsonl", "\n".join(json.dumps(row) for row in ROWS))

    assert read(json_lines) == read_parquet(save(pa.Table.from_pylist(ROWS)))


def test_other_types_of_text(save: Save) -> None:
    """Large and dictionary-encoded texts are texts."""
    table = pa.table(
        {
            "reference": pa.array(["a", "b"], pa.large_string()),
            "hypothesis": pa.array(["c", "c"]).dictionary_encode(),
            "doc_id": pa.array([1, 1], pa.int16()),
        }
    )
    corpus = read_parquet(save(table))

    assert corpus.systems == {"hypothesis": ["c", "c"]}
    assert corpus.documents == ["1", "1"]


def test_names_with_dots(save: Save) -> None:
    """A dot in the name of a column is part of the name."""
    table = pa.table({"reference": ["r"], "system:GPT-3": ["a"], "system:GPT-3.5": ["b"]})

    assert read_parquet(save(table)).systems == {"GPT-3": ["a"], "GPT-3.5": ["b"]}


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"reference": ["r", "r"], "hypothesis": ["h", None]}, r"a\.parquet, row 2: hypothesis is missing"),
        ({"references": [["r"], "r"][:1], "hypothesis": [1]}, "row 1: hypothesis is the int 1"),
        ({"reference": [["r"]], "hypothesis": ["h"]}, "row 1: reference is a list"),
        ({"reference": ["r"], "hypothesis": [b"h"]}, "row 1: hypothesis is the bytes"),
        ({"refrence": ["r"], "hypothesis": ["h"]}, "Is 'refrence' the one"),
        (
            {"reference": pa.array([], pa.string()), "hypothesis": pa.array([], pa.string())},
            "there are no rows",
        ),
    ],
)
def test_strange_tables_are_refused(save: Save, columns: dict[str, Any], words: str) -> None:
    """What is wrong is named with the row."""
    with pytest.raises(InvalidFile, match=words):
        read_parquet(save(pa.table(columns)))


def test_broken_text_is_refused(save: Save) -> None:
    """Bytes that claim to be text and are not are an error of the column."""
    broken = pa.array([b"M\xfcnchen"]).cast(pa.binary()).view(pa.string())

    with pytest.raises(InvalidFile, match=r"a\.parquet, column hypothesis: this is not a sound Parquet file"):
        read_parquet(save(pa.table({"reference": ["r"], "hypothesis": broken})))


def test_files_that_are_not_parquet(write: Write, tmp_path: Path) -> None:
    """A file that is something else, cut off or absent is said."""
    with pytest.raises(InvalidFile, match=r"a\.parquet: this is not a sound Parquet file"):
        read_parquet(write("a.parquet", "source\treference\n"))
    with pytest.raises(InvalidFile, match="not a sound Parquet file"):
        read_parquet(write("a.parquet", b""))
    with pytest.raises(UnreadableFile, match="there is no such file"):
        read_parquet(tmp_path / "nowhere.parquet")


@given(st.data())
def test_no_damage_crashes(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """A file with one changed byte gives sound texts, or is refused by name; without its end it is refused."""
    path = tmp_path_factory.mktemp("parquet") / "a.parquet"
    pq.write_table(pa.Table.from_pylist(ROWS), path)
    whole = bytearray(path.read_bytes())
    whole[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(whole)
    for text in texts_of(read_or_refused(read_parquet, path)):
        assert text.encode().decode() == text
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    assert read_or_refused(read_parquet, path) is None


def test_names_of_columns_that_are_no_text(save: Callable[[Any], Path]) -> None:
    """A damaged name of a column is said as any other damage."""
    path = save(pa.table({"reference": ["r"], "hypothesis": ["h"]}))
    path.write_bytes(path.read_bytes().replace(b"hypothesis", b"hypothes\x8cs"))
    with pytest.raises(InvalidFile, match=r"a\.parquet: this is not a sound Parquet file"):
        read_parquet(path)


def test_pyarrow_is_an_extra(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pyarrow, a Parquet file names the extra to install."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(MissingExtra, match=r"karat-mt\[parquet\]"):
        read_parquet(write("a.parquet", b""))


@pytest.mark.shared
@pytest.mark.parametrize("name", ["wmt22.de-en", "wmt23.en-de", "wmt23.en-ja", "wmt23.zh-en", "wmt24.en-ja"])
def test_real_data_are_equal_in_both_formats(shared_data: Path, name: str) -> None:
    """WMT's data give the same corpus in Parquet and in JSON lines."""
    folder = shared_data / name

    assert read(folder / "segments.jsonl.gz") == read(folder / "segments.parquet")


_CELLS = st.one_of(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), st.sampled_from(["", "\0"]))


@given(
    st.lists(st.tuples(_CELLS, st.none() | _CELLS, st.none() | _CELLS), min_size=1, max_size=6),
    st.sampled_from([pa.string(), pa.large_string()]),
    st.integers(1, 4),
)
def test_texts_in_place_are_those_of_strings(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any], kind: Any, group: int
) -> None:
    """Text that stays in Arrow's memory is the same text, and is refused for the same reasons."""
    path = tmp_path_factory.mktemp("parquet") / "a.parquet"
    names = ("hypothesis", "reference_1", "reference_2")
    columns = dict(zip(names, zip(*rows, strict=True), strict=True))
    table = pa.table({name: pa.array(cells, kind) for name, cells in columns.items()})
    pq.write_table(table, path, row_group_size=group)

    def told(*, in_place: bool) -> Any:
        try:
            corpus = read_parquet(path, in_place=in_place)
        except KaratError as error:
            return str(error)
        return [list(corpus.systems["hypothesis"]), *map(list, corpus.references.streams)]

    assert told(in_place=True) == told(in_place=False)


def test_texts_that_are_not_utf8_are_refused_alike(save: Save) -> None:
    """Bytes that only claim to be text are refused in place as they are elsewhere."""
    bad = pa.Array.from_buffers(pa.string(), 1, pa.array([b"a\xff"]).buffers())
    path = save(pa.table({"hypothesis": bad, "reference": ["a"]}))
    for in_place in (True, False):
        with pytest.raises(InvalidFile, match="not a sound Parquet file"):
            read_parquet(path, in_place=in_place)
