"""`karat score -m wnm --explain`: the salient words that systems missed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.cli.conftest import figures, rows_of

from karat import Wnm, demo, read

if TYPE_CHECKING:
    from tests.cli.conftest import Karat

DEMO = str(demo.segments_path())


def test_below_the_scores(karat: Karat) -> None:
    """People see the scores, and below them the words, the heaviest first."""
    code, out, _ = karat("score", DEMO, "-m", "wnm", "--systems", "elm", "--explain", "--format", "table")
    assert code == 0
    assert out.index("22.62") < out.index("missed word") < out.index("battery") < out.index("million")


def test_json(karat: Karat) -> None:
    """JSON has the words of each system, as Python gives them."""
    code, out, _ = karat(
        "score", DEMO, "-m", "wnm", "bleu", "--systems", "elm", "dune", "--explain", "--format", "json"
    )
    assert code == 0
    corpus = read(DEMO)
    for record in json.loads(out)["missed"]:
        words = Wnm().missed(corpus, record["system"])
        assert [word["word"] for word in record["words"]] == [word.word for word in words]
        assert [tuple(word["segments"]) for word in record["words"]] == [word.segments for word in words]
        assert [word["weight"] for word in record["words"]] == [word.weight for word in words]


def test_one_table_for_programs(karat: Karat) -> None:
    """A format with one header holds the words alone."""
    _, out, _ = karat("score", DEMO, "-m", "wnm", "--systems", "elm", "--explain", "--format", "tsv")
    rows = figures(out)
    assert list(rows[0]) == ["metric", "system", "missed word", "times", "segments", "weight"]
    assert {row["recipe"].partition("|")[0] for row in rows_of(out)} == {"WNM"}
    code, _, err = karat("score", DEMO, "-m", "wnm", "--explain", "--segments", "--format", "tsv")
    assert code == 2
    assert "--segments and --explain are several tables" in err


def test_refused_without_wnm(karat: Karat) -> None:
    """Other metrics have no salient words."""
    code, _, err = karat("score", DEMO, "-m", "bleu", "--explain")
    assert code == 2
    assert "Add -m wnm" in err


def test_options_by_name(karat: Karat) -> None:
    """Options that have no flag go with the name, a file of frequencies too."""
    code, _, err = karat("score", DEMO, "-m", "wnm:weighting=tf.idf,score=recall,corpus=nowhere.txt")
    assert code == 2
    assert "nowhere.txt cannot be read" in err
    _, out, _ = karat("score", DEMO, "-m", "wnm:weighting=tf.idf,score=recall", "--systems", "elm", "-q")
    wnm = Wnm(weighting="tf.idf", score="recall")
    corpus = read(DEMO)
    assert float(out) == round(
        wnm.value(wnm.prepare(corpus).count(corpus.systems["elm"], corpus.references).total()), 2
    )
