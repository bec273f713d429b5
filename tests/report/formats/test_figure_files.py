"""Every chart and table as files."""

import csv
import re
from pathlib import Path

import pytest
from tests.report.charts import results

from karat.errors import InvalidOption
from karat.report.formats.figure_files import comma_separated, write_figures
from karat.report.tables import Column, Note, Row, Section, Table

PNG_START = b"\x89PNG"


@pytest.fixture
def sections(systems: Table) -> list[Section]:
    """Two sections, with charts of one name and tables without a title."""
    chart = results.charts()["scores-bleu"]
    return [
        Section("scores", "Scores", "Who is best.", (chart, systems, Note("", "a note"))),
        Section("again", "Again", "The same.", (chart, systems, systems)),
    ]


def test_everything_is_written(sections: list[Section], tmp_path: Path) -> None:
    """Each chart in three formats and two widths, each table in two formats, and an index that names all."""
    folder = tmp_path / "new" / "figures"
    written = write_figures(sections, folder)
    assert sorted(path.name for path in written) == sorted(path.name for path in folder.iterdir())
    names = {path.name for path in written}
    for stem in ("scores-bleu", "scores-bleu-column", "scores-bleu-2", "scores-bleu-2-column"):
        assert {f"{stem}.{ending}" for ending in ("svg", "pdf", "png")} <= names
    tables = {name for name in names if name.startswith("table-")}
    assert tables == {
        f"table-{stem}.{end}" for stem in ("scores", "again", "again-2") for end in ("tex", "csv")
    }
    index = (folder / "index.md").read_text()
    assert all(path.stem in index for path in written if path.name != "index.md")
    assert "Who is best." in index


def test_formats_and_sizes(sections: list[Section], tmp_path: Path) -> None:
    """A column is 85 mm in PDF, and 300 dots per inch in PNG."""
    write_figures(sections, tmp_path)
    pdf = (tmp_path / "scores-bleu-column.pdf").read_bytes()
    box = re.search(rb"MediaBox \[0 0 ([\d.]+)", pdf)
    assert box
    assert float(box[1]) / 72 * 25.4 == pytest.approx(85, abs=0.5)
    png = (tmp_path / "scores-bleu-column.png").read_bytes()
    assert png.startswith(PNG_START)
    assert int.from_bytes(png[16:20], "big") == pytest.approx(85 / 25.4 * 300, abs=3)
    assert r"\toprule" in (tmp_path / "table-scores.tex").read_text()


def test_nothing_is_overwritten(sections: list[Section], tmp_path: Path) -> None:
    """Unless it is said; a refusal writes nothing."""
    kept = tmp_path / "table-again.csv"
    kept.write_text("mine")
    with pytest.raises(InvalidOption, match=r"already has table-again\.csv"):
        write_figures(sections, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["table-again.csv"]
    assert kept.read_text() == "mine"
    write_figures(sections, tmp_path, overwrite=True)
    assert kept.read_text() != "mine"


def test_csv_reads_back() -> None:
    """Commas, quotes and line breaks stay inside their cells; missing values are empty."""
    names = ("a,b", 'say "x"', "two\nlines", "=1+1")
    rows = [Row((name,), (1.5, float("nan"))) for name in names]
    table = Table(
        ("system",), (Column("BLEU"), Column("p, corrected", digits=4)), rows, total=Row(("all",), (2.0, 0.5))
    )
    read = list(csv.reader(comma_separated(table, 2).splitlines(keepends=True)))
    assert read[0] == ["system", "BLEU", "p, corrected"]
    assert [row[0] for row in read[1:]] == [*names, "all"]
    assert read[1][1:] == ["1.50", ""]
    assert read[-1][1:] == ["2.00", "0.5000"]
