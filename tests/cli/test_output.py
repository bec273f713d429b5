"""Standard output: terminals, widths and styles."""

import io
import json
import re
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, figures, rows_of
from tests.golden import files as golden

import karat as package
from karat import demo
from karat.cli import output


class Terminal(io.StringIO):
    """A stream that says that a person reads it."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """It is a terminal."""
        return True


def as_terminal(monkeypatch: pytest.MonkeyPatch, name: str) -> Terminal:
    """Make a standard stream a terminal; a fixture would be undone by pytest's own capture."""
    stream = Terminal()
    monkeypatch.setattr(sys, name, stream)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def test_a_terminal_shows_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colour is for terminals."""
    as_terminal(monkeypatch, "stdout")
    assert output.shows_styles()


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_may_decline_styles(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    """NO_COLOR and dumb terminals are respected."""
    as_terminal(monkeypatch, "stdout")
    monkeypatch.setenv(variable, value)
    assert not output.shows_styles()


def test_styles_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """FORCE_COLOR brings colours into a pipe, and NO_COLOR is stronger."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert output.shows_styles()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not output.shows_styles()


def test_a_pipe_shows_no_styles() -> None:
    """Nobody looks at a pipe."""
    assert not output.shows_styles()


@pytest.mark.parametrize(("columns", "width"), [("120", 120), ("", 80), ("many", 80), ("0", 80)])
def test_the_width_of_lines(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    """COLUMNS decides, then the terminal, then habit."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "__stdout__", None)
    monkeypatch.setattr("os.get_terminal_size", lambda _: (_ for _ in ()).throw(OSError))
    assert output.terminal_width() == width


def test_long_output_is_written_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces add up to the text."""
    terminal = as_terminal(monkeypatch, "stdout")
    text = "a line of text\n" * 20_000
    output.write(text)
    assert terminal.getvalue() == text


METRICS = ("-m", "bleu", "chrf", "chrf++", "ter")
TWO = ("reference-1.txt", "reference-2.txt")


def settled(text: str) -> str:
    """Output without what changes with releases and with a computer's last digits."""
    text = text.replace(package.__version__, "VERSION")
    return re.sub(r"\d+\.\d{7,}", lambda found: f"{float(found[0]):.6f}", text)


def test_tab_separated_by_default_when_nobody_looks(karat: Karat, texts: Path) -> None:
    """Piped output has a header and a row for each system, the best first."""
    code, out, err = karat("score", texts / "elm.txt", texts / "aurora.txt", "-r", texts / TWO[0], *METRICS)
    assert (code, err) == (0, "")
    golden.check("score.tsv", out)


@pytest.mark.parametrize("form", ["table", "latex", "json"])
def test_formats(karat: Karat, texts: Path, form: str) -> None:
    """Every format is what its golden file holds."""
    systems = [texts / f"{name}.txt" for name in ("elm", "aurora", "dune")]
    code, out, err = karat(
        "score", *systems, "-r", *(texts / name for name in TWO), "-m", "bleu", "ter", "--format", form
    )
    assert code == 0
    assert ("of 14 checks raised a warning: size of the test set" in err) == (form == "table")
    golden.check(f"score.{form}.txt", settled(out))


def test_quiet_prints_numbers_in_the_order_given(karat: Karat, texts: Path) -> None:
    """-q gives one line for each system and nothing else, not sorted."""
    out = karat("score", texts / "elm.txt", texts / "aurora.txt", "-r", texts / TWO[0], *METRICS, "-q").out
    rows = [[float(field) for field in line.split("\t")] for line in out.splitlines()]
    assert [len(row) for row in rows] == [4, 4]
    assert rows[0][0] < rows[1][0]


@pytest.mark.parametrize("digits", [0, 1, 7])
def test_width_is_the_number_of_digits(karat: Karat, texts: Path, digits: int) -> None:
    """--width sets the digits after the point."""
    out = karat("score", texts / "elm.txt", "-r", texts / TWO[0], "-q", "--width", digits).out.strip()
    assert len(out.partition(".")[2]) == digits


def test_json_has_full_precision_and_the_order_given(karat: Karat, texts: Path) -> None:
    """JSON holds every figure as it is, systems as they were named, and the version."""
    out = karat(
        "score", texts / "elm.txt", texts / "aurora.txt", "-r", texts / TWO[0], "--format", "json"
    ).out
    document = json.loads(out)
    assert document["karat"] == package.__version__
    assert [score["system"] for score in document["scores"]] == ["elm", "aurora"]
    bleu = package.Bleu()
    aurora, reference = (
        (texts / name).read_text(encoding="utf-8").splitlines() for name in ("aurora.txt", TWO[0])
    )
    assert document["scores"][1]["value"] == bleu.value(bleu.count(aurora, reference).total())
    assert document["left_out"] == []


@pytest.mark.parametrize("form", ["tsv", "table", "json", "latex"])
def test_by_text_type(karat: Karat, form: str) -> None:
    """A table for each metric: text types as rows, systems as columns."""
    options = ("--systems", "aurora", "birch", "--by", "text-type", "-m", "bleu", "ter", "--format", form)
    code, out, _ = karat("score", demo.segments_path(), *options)
    assert code == 0
    golden.check(f"by-text-type.{form}.txt", settled(out))


def test_labels_of_plain_text_come_from_files(karat: Karat, texts: Path) -> None:
    """--documents and --text-types give plain text what a corpus file has."""
    labels = ("--documents", texts / "documents.txt", "--text-types", texts / "text_types.txt")
    references = [texts / name for name in TWO]
    files = (texts / "aurora.txt", texts / "birch.txt", "-r", *references, *labels)
    for level in ("document", "text-type"):
        from_texts = karat("score", *files, "--by", level)
        assert from_texts.code == 0
        assert from_texts == karat(
            "score", demo.segments_path(), "--systems", "aurora", "birch", "--by", level
        )


def test_segments_have_a_row_each(karat: Karat) -> None:
    """--segments has system, number, document, and a column and a recipe for each metric."""
    out = karat("score", demo.segments_path(), "--segments", "-m", "chrf", "ter").out
    header, *rows = [line.split("\t") for line in out.splitlines()]
    assert header == ["system", "segment", "document", "chrF2", "TER", "chrF2 recipe", "TER recipe"]
    assert len(rows) == 6 * 48
    assert rows[0][:3] == ["aurora", "1", "news.1"]
    assert rows[-1][:3] == ["human", "48", "manual.4"]
    (recipes,) = {tuple(row[-2:]) for row in rows}
    assert [recipe.partition("|")[0] for recipe in recipes] == ["chrF", "TER"]


def test_segments_in_json(karat: Karat) -> None:
    """JSON has a table for each metric, with the documents beside it."""
    document = json.loads(
        karat("score", demo.segments_path(), "--segments", "-m", "ter", "--format", "json").out
    )
    (table,) = document["segments"]
    assert len(table["values"]["elm"]) == len(table["documents"]) == 48
    assert len(document["scores"]) == 6


def test_orders_are_mtevals(karat: Karat, texts: Path) -> None:
    """--orders gives every order alone and cumulatively; the last cumulative value is BLEU itself."""
    arguments = ("score", texts / "dune.txt", texts / "elm.txt", "-r", *(texts / name for name in TWO))
    code, out, _ = karat(*arguments, "--orders")
    assert code == 0
    golden.check("orders.tsv", out)
    whole = karat(*arguments, "-q").out.splitlines()
    assert [row["cumulative"] for row in figures(out) if row["order"] == "4"] == whole


@pytest.mark.parametrize("brevity", ["closest", "average", "none"])
def test_orders_survive_blocks(karat: Karat, texts: Path, brevity: str) -> None:
    """Orders of a text that came in blocks equal those of the corpus."""
    options = ("--orders", "--brevity", brevity, "-w", "9", "-q")
    references = [texts / name for name in TWO]
    streamed = karat("score", texts / "dune.txt", "-r", *references, *options)
    assert streamed.out
    assert streamed == karat("score", demo.segments_path(), "--systems", "dune", *options)


def test_orders_in_json(karat: Karat, texts: Path) -> None:
    """JSON has the orders of each system."""
    options = ("--orders", "--order", "2", "-m", "bleu", "ter", "--format", "json")
    document = json.loads(karat("score", texts / "dune.txt", "-r", texts / TWO[0], *options).out)
    (record,) = document["orders"]
    assert [order["order"] for order in record["orders"]] == [1, 2]
    assert record["orders"][1]["cumulative"] == document["scores"][0]["value"]


def test_several_tables_stand_below_each_other(karat: Karat) -> None:
    """A table for people may hold --by and --orders; a format with one header may not."""
    options = ("--systems", "dune", "--by", "text-type", "--orders")
    code, out, _ = karat("score", demo.segments_path(), *options, "--format", "table")
    assert code == 0
    assert "text type" in out
    assert "cumulative" in out
    code, out, err = karat("score", demo.segments_path(), *options, "--format", "tsv")
    assert (code, out) == (2, "")
    assert err.startswith("karat: --by and --orders are several tables")


def test_metrics_of_one_name_are_told_apart(karat: Karat, texts: Path) -> None:
    """Two BLEUs show the options in which they differ."""
    recipes = ("BLEU|tok:13a|case:lc", "BLEU|tok:none")
    out = karat("score", texts / "dune.txt", "-r", texts / TWO[0], "--recipe", *recipes).out
    (row,) = rows_of(out)
    first, second = "BLEU tok:13a case:lc", "BLEU tok:none case:mixed"
    assert list(row) == ["system", first, second, f"{first} recipe", f"{second} recipe"]
    assert "|tok:13a|spaces:drop|case:lc|" in row[f"{first} recipe"]
    assert "|tok:none|spaces:drop|case:mixed|" in row[f"{second} recipe"]
