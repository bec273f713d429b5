"""Tables with a row for each judgement."""

from pathlib import Path

import numpy as np
import pytest

from karat import Corpus, demo, read
from karat.errors import InvalidFile
from karat.readers.human_scores import read_human_scores
from karat.readers.judge_values import read_judge_values

CORPUS = Corpus.of({"A": ["a", "b"], "B": ["c", "d"]}, ["a", "b"])
ROWS = "judge\tsystem\tseg_id\tdimension\tscale\tvalue\n"


def written(folder: Path, rows: str) -> Path:
    """A table of judgements."""
    path = folder / "judged.tsv"
    path.write_text(ROWS + rows)
    return path


def test_values_have_their_place(tmp_path: Path) -> None:
    """Judges × systems × segments; the mean over judges is the human score."""
    rows = "x\tA\t1\tadequacy\t1-5\t4\ny\tA\t1\tadequacy\t1-5\t5\nx\tB\t2\tadequacy\t1-5\t1\n"
    path = written(tmp_path, rows)
    (found,) = read_judge_values(path, CORPUS)
    assert (found.judges, found.scale) == (("x", "y"), "1-5")
    assert found.values[:, 0, 0].tolist() == [4, 5]
    assert np.isnan(found.values).sum() == 5
    table = next(each for each in read_human_scores(path, CORPUS) if each.level == "segment")
    assert table.values[0, 0] == 4.5
    assert np.isnan(table.values[0, 1])


def test_demo_judgements_come_with_their_folder() -> None:
    """The folder of the demo data has adequacy and fluency."""
    corpus = read(demo.path())
    tables = read_human_scores(demo.path(), corpus)
    assert list(dict.fromkeys(table.metric for table in tables)) == ["adequacy", "fluency"]
    assert "|scale:1-5[" in tables[0].recipe
    assert not np.isnan(tables[0].values).any()


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("x\tA\t1\tadequacy\t1-5\t4\nx\tA\t1\tadequacy\t1-5\t4\n", "already"),
        ("x\tA\t1\tadequacy\t1-5\t4\nx\tA\t2\tadequacy\t0-100\t4\n", "two|scales"),
        ("x\tA\t1\tadequacy\t1-5\tgood\n", "number was expected"),
    ],
)
def test_what_is_refused(tmp_path: Path, rows: str, words: str) -> None:
    """Twice the same, two scales, no number."""
    with pytest.raises(InvalidFile, match=words):
        read_judge_values(written(tmp_path, rows), CORPUS)
