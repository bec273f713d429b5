"""Files have names that hold elsewhere, and are found again."""

import os
from pathlib import Path

import pytest

from karat import demo
from karat.dossier.portable_paths import (
    DEMO,
    located,
    portable,
    portable_arguments,
    restored_arguments,
    shell_line,
)


def test_paths_are_seen_from_the_folder_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name tells where on a machine the data were."""
    (tmp_path / "data").mkdir()
    (tmp_path / "work").mkdir()
    (tmp_path / "data/a.txt").write_text("a\n")
    monkeypatch.chdir(tmp_path / "work")
    assert portable(str(tmp_path / "data/a.txt")) == "../data/a.txt"
    assert portable(str(demo.path())) == DEMO
    assert portable(str(demo.segments_path())) == f"{DEMO}/segments.jsonl"


def test_only_words_that_are_files_are_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options and names stay as they were typed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("a\n")
    given = [str(tmp_path / "a.txt"), "-m", "bleu", f"--source={tmp_path / 'a.txt'}", "--title=x", "-"]
    assert portable_arguments(given) == ["a.txt", "-m", "bleu", "--source=a.txt", "--title=x", "-"]


def test_the_command_can_be_typed() -> None:
    """Words with spaces are quoted; the demo data are where Karat is."""
    assert shell_line([DEMO, "-o", "my page.html"]) == f"""karat report "{DEMO}" -o 'my page.html'"""


def test_files_are_found_by_as_much_of_their_name_as_possible(tmp_path: Path) -> None:
    """A folder that was moved as a whole, or the files in one folder."""
    (tmp_path / "set").mkdir()
    for name in ("set/a.txt", "b.txt"):
        (tmp_path / name).write_text("\n")
    assert located("set/a.txt", [tmp_path]) == tmp_path / "set/a.txt"
    assert located("../other/set/a.txt", [tmp_path]) == tmp_path / "set/a.txt"
    assert located("far/away/b.txt", [tmp_path]) == tmp_path / "b.txt"
    assert located("c.txt", [tmp_path]) is None
    assert located(f"{DEMO}/segments.jsonl", []) == demo.segments_path()


def test_arguments_lead_to_where_the_files_are_now(tmp_path: Path) -> None:
    """A folder of the command is the one in which its files were found."""
    places = {"data/set/segments.tsv": tmp_path / "set/segments.tsv", "a.txt": tmp_path / "a.txt"}
    given = ["data/set", "a.txt", "--scores=a.txt", "-m", "bleu", "a", DEMO]
    assert restored_arguments(given, places) == [
        str(tmp_path / "set"),
        str(tmp_path / "a.txt"),
        f"--scores={tmp_path / 'a.txt'}",
        "-m",
        "bleu",
        "a",
        str(demo.path()),
    ]


def test_the_folder_of_the_command_itself(tmp_path: Path) -> None:
    """`.` is where the files are that were in it."""
    assert restored_arguments(["."], {"segments.tsv": tmp_path / "segments.tsv"}) == [str(tmp_path)]
    assert os.sep in str(tmp_path)
