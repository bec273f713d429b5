"""Where figures come from: files with their checksums, programs, recipes, the command."""

from __future__ import annotations

import json
import platform
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dossier.dossiers import FEW, entity_dossier

from karat import Bleu, __version__, parse
from karat.dossier import Dossier, Input, Provenance
from karat.dossier.provenance import recipes_of

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
