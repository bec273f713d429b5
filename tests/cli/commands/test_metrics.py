"""`karat metrics`: the catalogue in words."""

import json
import sys

import pytest
from tests.cli.conftest import Karat, refused

from karat.metrics import METRICS


def test_list(karat: Karat) -> None:
    """Every metric has one line."""
    code, out, err = karat("metrics")
    assert (code, err) == (0, "")
    header, *rows = (line.split("\t") for line in out.splitlines())
    assert header == ["metric", "better", "measures"]
    assert [row[0] for row in rows] == list(METRICS)
    assert ["ter", "lower"] in [row[:2] for row in rows]
    assert all(len(row) == 3 and row[2].endswith(".") for row in rows)


def test_list_needs_no_extra(karat: Karat, monkeypatch: pytest.MonkeyPatch) -> None:
    """What there is can be asked in any installation."""
    from karat.metrics import stems

    stems.languages.cache_clear()
    for package in ("snowballstemmer", "spacy", "MeCab", "mecab_ko", "sentencepiece", "rjieba", "pyarrow"):
        monkeypatch.setitem(sys.modules, package, None)
    code, out, err = karat("metrics", "--format", "json")
    assert (code, err) == (0, "")
    assert [one["name"] for one in json.loads(out)] == list(METRICS)


def test_table(karat: Karat) -> None:
    """For people there is a table."""
    out = karat("metrics", "--format", "table").out
    assert "─" in out
    assert all(f"\n{name} " in out for name in METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_one(karat: Karat, name: str) -> None:
    """One metric is shown with its options, what it is, and its recipe."""
    code, out, _ = karat("metrics", name, "--format", "table")
    assert code == 0
    assert out.startswith("option")
    for word in ("default", "recipe key", f"\n{name} ", "\nbetter ", "\nrecipe ", "|version:"):
        assert word in out
    assert karat("metrics", name.upper()).out.startswith("option\tdefault\tchoices\trecipe key\n")


def test_json(karat: Karat) -> None:
    """Programs get all of it."""
    everything = json.loads(karat("metrics", "--format", "json").out)
    assert [one["name"] for one in everything] == list(METRICS)
    bleu = json.loads(karat("metrics", "bleu", "--format", "json").out)
    assert bleu == everything[0]
    assert {"name": "order", "default": "4", "choices": [], "recipe_key": "order"} in bleu["options"]


def test_refused(karat: Karat) -> None:
    """Unknown names and formats, and several names, are refused."""
    refused(karat("metrics", "blue"), "no metric 'blue'", "Did you mean 'bleu'")
    refused(karat("metrics", "bleu", "ter"), "2 were named")
    refused(karat("metrics", "--format", "html"), "--format is 'html'")
