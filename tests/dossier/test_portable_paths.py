"""Files have names that hold elsewhere, and are found again."""

import os
import shlex
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

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


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1), max_size=4
    )
)
def test_a_shell_reads_the_words_again(words: list[str]) -> None:
    """Whatever the words are, the line that is shown gives them back."""
    assume(not any(word.startswith(DEMO) for word in words))
    assert shlex.split(shell_line(words)) == ["karat", "report", *words]


@pytest.mark.parametrize("name", ["a.txt", "data/a.txt", "data/set/deep/a.txt"])
def test_a_command_finds_its_files_after_a_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Named portably in one folder, restored in another, the words lead to the same files."""
    for folder in ("here", "there"):
        (tmp_path / folder / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / name).write_text(folder)
    monkeypatch.chdir(tmp_path / "here")
    words = portable_arguments([str(tmp_path / "here" / name), f"--scores={tmp_path / 'here' / name}", "-q"])
    assert words == [name, f"--scores={name}", "-q"]
    place = located(name, [tmp_path / "there"])
    assert place == tmp_path / "there" / name
    assert restored_arguments(words, {name: place}) == [str(place), f"--scores={place}", "-q"]


def test_a_folder_of_the_command_is_found_after_a_move(tmp_path: Path) -> None:
    """The folder is where its files are, however deep they lie in it."""
    places = {"set/a/b.txt": tmp_path / "new/a/b.txt", "set/c.txt": tmp_path / "new/c.txt"}
    assert restored_arguments(["set", "set/a"], places) == [str(tmp_path / "new"), str(tmp_path / "new/a")]


def test_a_word_that_only_begins_like_a_file_stays(tmp_path: Path) -> None:
    """`se` is no folder because `set/a.txt` was read, and neither is `set/a`."""
    assert restored_arguments(["se", "set/a", ""], {"set/a.txt": tmp_path / "a.txt"}) == ["se", "set/a", ""]


def test_demo_data_that_are_not_there(tmp_path: Path) -> None:
    """A file that the demo data do not have is not found, wherever one looks."""
    (tmp_path / "no.txt").write_text("")
    assert located(f"{DEMO}/no.txt", [tmp_path]) is None
    assert located(DEMO, [tmp_path]) is None


def test_the_first_folder_is_looked_at_first(tmp_path: Path) -> None:
    """A shorter name in the first folder comes before the whole name in the second."""
    for name in ("one/a.txt", "two/set/a.txt"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("")
    assert located("set/a.txt", [tmp_path / "one", tmp_path / "two"]) == tmp_path / "one/a.txt"


def test_folders_are_no_files(tmp_path: Path) -> None:
    """A folder of that name is not what was read."""
    (tmp_path / "a").mkdir()
    assert located("a", [tmp_path]) is None


def test_another_drive_leaves_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no path leads from here to the file, only its name is kept."""

    def elsewhere(_: str) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    (tmp_path / "a.txt").write_text("")
    monkeypatch.setattr("os.path.relpath", elsewhere)
    assert portable(str(tmp_path / "a.txt")) == "a.txt"
