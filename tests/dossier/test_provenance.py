"""Where figures come from: files with their checksums, programs, recipes, the command."""

from __future__ import annotations

import json
import os
import platform
import shlex
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dossier.dossiers import FEW, entity_dossier

from karat import Bleu, __version__, demo, parse
from karat.dossier import Dossier, Input, Provenance
from karat.dossier.provenance import (
    DEMO,
    located,
    portable,
    portable_arguments,
    recipes_of,
    restored_arguments,
    shell_line,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for files."""
    return tmp_path_factory.mktemp("files")


@given(st.binary(max_size=200))
def test_a_file_is_known_by_its_bytes(folder: Path, content: bytes) -> None:
    """Its size and its SHA-256 are those of what is in it."""
    path = folder / "file"
    path.write_bytes(content)
    found = Input.of(str(path))
    assert (found.bytes, found.sha256) == (len(content), sha256(content).hexdigest())


@pytest.mark.parametrize("size", [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])
def test_a_long_file_is_read_in_blocks(tmp_path: Path, size: int) -> None:
    """Ends of blocks change nothing."""
    content = bytes(size // 2) + b"x" * (size - size // 2)
    (tmp_path / "long").write_bytes(content)
    found = Input.of(str(tmp_path / "long"), "long")
    assert found == Input("long", size, sha256(content).hexdigest())


def test_a_file_has_the_name_that_the_command_gives_it(tmp_path: Path) -> None:
    """Where none is given, its own."""
    (tmp_path / "a").write_bytes(b"")
    assert Input.of(str(tmp_path / "a"), "data/a").file == "data/a"
    assert Input.of(str(tmp_path / "a")).file == str(tmp_path / "a")


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    """There is no checksum of nothing."""
    with pytest.raises(FileNotFoundError):
        Input.of(str(tmp_path / "gone"))


def test_programs_are_those_that_run(texts: Dossier) -> None:
    """Karat, Python and numpy with their versions."""
    found = Provenance.of(texts)
    assert (found.karat, found.python, found.numpy) == (
        __version__,
        platform.python_version(),
        np.__version__,
    )


def test_what_was_made_from_python_has_no_command(texts: Dossier) -> None:
    """Arguments make a line to type; without any there is none."""
    assert Provenance.of(texts).to_dict()["command"] is None
    found = Provenance.of(texts, arguments=["a b.txt", "-o", "x.html"]).to_dict()
    assert found["command"] == "karat report 'a b.txt' -o x.html"
    assert found["arguments"] == ["a b.txt", "-o", "x.html"]


def test_a_provenance_as_plain_values(texts: Dossier) -> None:
    """In a stable order, and the same after JSON."""
    files = [Input("a.txt", 3, "0" * 64), Input("b.txt", 4, "1" * 64)]
    found = Provenance.of(texts, inputs=files).to_dict()
    assert list(found) == ["karat", "python", "numpy", "command", "arguments", "inputs", "recipes"]
    assert [one["file"] for one in found["inputs"]] == ["a.txt", "b.txt"]
    assert json.loads(json.dumps(found)) == found


def test_recipes_rebuild_the_metrics(texts: Dossier) -> None:
    """The recipe of every metric is there under its name, and gives the metric again."""
    found = recipes_of(texts)
    assert parse(found["BLEU"]) == Bleu()
    assert list(found) == ["BLEU", "chrF2", "comparison", "dossier"]
    assert found["dossier"] == FEW.recipe


def test_recipes_of_everything(whole: Dossier) -> None:
    """People's scores have one for each dimension, as the agreement used them."""
    assert whole.agreement is not None
    found = recipes_of(whole)
    for human in whole.agreement.material.humans:
        assert found[f"people: {human.name}"] == human.recipe
    assert whole.comparison is not None
    assert found["comparison"] == whole.comparison.procedure.recipe


def test_one_system_has_no_recipe_of_a_comparison(alone: Dossier) -> None:
    """What was not done decided nothing."""
    assert "comparison" not in recipes_of(alone)
    assert not any(name.startswith("people") for name in recipes_of(alone))


def test_entities_have_a_recipe() -> None:
    """Where names were looked for, the recipe says how."""
    found = entity_dossier()
    assert found.entities is not None
    assert recipes_of(found)["entities"] == found.entities.recipe


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
    assert portable(str(demo.segments_path())) == f"{DEMO}segments.jsonl"


def test_only_words_that_are_files_are_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options and names stay as they were typed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("a\n")
    given = [str(tmp_path / "a.txt"), "-m", "bleu", f"--source={tmp_path / 'a.txt'}", "--title=x", "-"]
    assert portable_arguments(given) == ["a.txt", "-m", "bleu", "--source=a.txt", "--title=x", "-"]


def test_the_command_can_be_typed() -> None:
    """Words with spaces are quoted; the demo data are where Karat is."""
    assert shell_line([DEMO, "-o", "my page.html"]) == "karat report demo: -o 'my page.html'"


def test_an_older_page_names_the_demo_data_otherwise() -> None:
    """Its files are found, and its command can be typed today."""
    former = "$(karat demo --path)"
    assert located(f"{former}/segments.jsonl", []) == demo.segments_path()
    assert restored_arguments([former], {}) == [str(demo.path())]
    assert shell_line([former, "-o", "page.html"]) == "karat report demo: -o page.html"


def test_files_are_found_by_as_much_of_their_name_as_possible(tmp_path: Path) -> None:
    """A folder that was moved as a whole, or the files in one folder."""
    (tmp_path / "set").mkdir()
    for name in ("set/a.txt", "b.txt"):
        (tmp_path / name).write_text("\n")
    assert located("set/a.txt", [tmp_path]) == tmp_path / "set/a.txt"
    assert located("../other/set/a.txt", [tmp_path]) == tmp_path / "set/a.txt"
    assert located("far/away/b.txt", [tmp_path]) == tmp_path / "b.txt"
    assert located("c.txt", [tmp_path]) is None
    assert located(f"{DEMO}segments.jsonl", []) == demo.segments_path()


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
