"""Scores of systems as WMT's packages have them: no header, or one of capitals; blanks, tabs or both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from karat.errors import InvalidFile, InvalidOption
from karat.readers.scores.metric_scores import read_metric_scores
from karat.readers.scores.wmt_tables import is_wmt_table, wmt_table

if TYPE_CHECKING:
    from pathlib import Path

OF_METRICS = {
    "wmt19": "BLEU\ten-de\tnewstest2019\tA.1\t0.4\nBLEU\ten-de\tnewstest2019\tB.2\t0.3\n",
    "wmt20": "BLEU  en-de newstest2020 refA A.1\t0.4 no yes\nBLEU en-de newstest2020 refA  B.2  0.3 no yes\n",
}
OF_PEOPLE = {
    "DA-syslevel.csv": "LP HUMAN SYSTEM\nen-de 0.4 A.1\nen-de 0.3 B.2\n",
    "mixed.txt": "A.1 \t 0.4\nB.2    0.3\n",
    "average.txt": "0.4\t  A.1\n0.3   B.2\n",
}


@pytest.mark.parametrize("kind", OF_METRICS)
@pytest.mark.parametrize("name", ["bleu.scores", "BLEU.sys.score", "bleu.txt"])
def test_metrics(kind: str, name: str, tmp_path: Path) -> None:
    """A metric, a language pair, a test set, maybe a reference, a system, its score, maybe more."""
    path = tmp_path / name
    path.write_text(OF_METRICS[kind])
    assert is_wmt_table(path)
    (found,) = read_metric_scores(path, systems=("B.2", "A.1", "C.3"))
    assert (found.metric, found.level) == ("BLEU", "system")
    assert found.values[:2].tolist() == [[0.3], [0.4]]
    assert found.values[2, 0] != found.values[2, 0]  # C.3 has no score here


@pytest.mark.parametrize("name", OF_PEOPLE)
def test_people(name: str, tmp_path: Path) -> None:
    """Below a header of WMT's, or a system beside its score, whatever stands between them."""
    path = tmp_path / name
    path.write_text(OF_PEOPLE[name])
    table = wmt_table(path)
    assert list(table.values("system")) == ["A.1", "B.2"]
    assert [float(str(score)) for score in table.values("score")] == [0.4, 0.3]


def test_several_averages(tmp_path: Path) -> None:
    """Each column of numbers is a score of its own, called as the file."""
    path = tmp_path / "averages.txt"
    path.write_text("81.2  0.31\tA.1\n70.0 -0.20   B.2\n")
    assert [found.metric for found in read_metric_scores(path, systems=("A.1",))] == [
        "averages_1",
        "averages_2",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("scores.tsv", "system\tBLEU\nA.1\t0.4\n"),
        ("scores.csv", "lp,system,score\nen-de,A.1,0.4\n"),
        ("X.sys.score", "A.1\t0.4\n"),
        ("X.seg.score", "A.1 0.4\n"),
        ("lines.txt", "a translation of 3 words\n"),
    ],
)
def test_other_tables_are_left_alone(name: str, text: str, tmp_path: Path) -> None:
    """Tables with a header of their own, mt-metrics-eval's files and plain texts are none of WMT's."""
    (tmp_path / name).write_text(text)
    assert not is_wmt_table(tmp_path / name)


def test_a_campaign_is_no_text(tmp_path: Path) -> None:
    """Its bytes are a database: that they cannot be decoded is no reason to refuse it."""
    (tmp_path / "news.campaign").write_bytes(b"SQLite format 3\0\x10\xf1")
    assert not is_wmt_table(tmp_path / "news.campaign")


def test_several_language_pairs(tmp_path: Path) -> None:
    """One has to be named, and only that one is taken."""
    path = tmp_path / "all.scores"
    path.write_text(OF_METRICS["wmt19"] + OF_METRICS["wmt19"].replace("en-de", "en-cs").replace("0.4", "0.9"))
    with pytest.raises(
        InvalidOption, match=r"2 language pairs: en-de, en-cs. Name one: only_language_pair='en-de'"
    ):
        wmt_table(path)
    assert list(wmt_table(path, language_pair="en-cs").values("score")) == ["0.9", "0.3"]
    with pytest.raises(InvalidOption, match="no scores of de-en"):
        wmt_table(path, language_pair="de-en")


@pytest.mark.parametrize("bad", ["BLEU en-de newstest2019 A.1", "B.2", "one two three"])
def test_lines_that_are_cut_off(bad: str, tmp_path: Path) -> None:
    """A line that says less is refused with its number, never left out."""
    for text in (OF_METRICS["wmt19"], OF_PEOPLE["mixed.txt"]):
        path = tmp_path / "cut.txt"
        path.write_text(f"{text}{bad}\n")
        with pytest.raises(InvalidFile, match="line 3"):
            wmt_table(path)
