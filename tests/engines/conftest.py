"""Rows of a few systems, as a table that can be cut into shards in any way."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

WORDS = ("the", "cat", "sat", "on", "a", "mat", "Größe", "5.2", "—", "且つ")


def made_table(segments: int = 60) -> pa.Table:
    """Two systems, two languages, documents of five segments, some second references missing."""
    rows = []
    for number in range(segments):
        words = [WORDS[(number * 7 + place * place) % len(WORDS)] for place in range(4 + number % 9)]
        for system, step in (("A", 5), ("B", 3)):
            output = [word if (place + number) % step else "other" for place, word in enumerate(words)]
            rows.append(
                {
                    "system": system,
                    "seg_id": number,
                    "doc_id": f"doc-{number // 5}",
                    "lang": "de" if number % 3 else "fr",
                    "hypothesis": " ".join(output),
                    "reference_1": " ".join(words),
                    "reference_2": None if number % 4 == 0 else " ".join(reversed(words)),
                }
            )
    return pa.Table.from_pylist(rows)


@pytest.fixture(scope="session")
def table() -> pa.Table:
    """All rows."""
    return made_table()


@pytest.fixture
def shards(tmp_path: Path, table: pa.Table) -> Path:
    """A folder with the rows in four files of different sizes, of which one has several row groups."""
    folder = tmp_path / "data"
    folder.mkdir()
    for number, (start, end) in enumerate(((0, 50), (50, 51), (51, 51), (51, 120))):
        part = table.slice(start, end - start)
        pq.write_table(part, folder / f"part-{number}.parquet", row_group_size=20)
    return folder
