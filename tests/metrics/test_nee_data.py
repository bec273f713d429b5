"""NEE on real data: gold entities in six languages, and two systems into ten."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from karat import Corpus, Nee, References, evaluate, read
from karat.entities import Entity
from karat.entities.standoff import read_standoff

TAGS = Path(__file__).resolve().parents[2] / "benchmarks" / "entities" / "wmt22.de-en.jsonl"
GPT = "gpt-4o-2024-08-06"


@cache
def rows(path: Path) -> list[Any]:
    """The rows of a file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def counted(corpus: Corpus, nee: Nee) -> tuple[int, int]:
    """Found and unique entities of the only system."""
    details = evaluate(corpus, nee).scores[0].details
    return details["found"], details["entities"]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("language", "people", "organizations", "locations"),
    [
        ("en", 408, 233, 421),
        ("de", 412, 192, 425),
        ("zh", 467, 154, 500),
        ("ru", 408, 273, 344),
        ("pt", 405, 197, 480),
        ("sv", 421, 162, 437),
    ],
)
def test_pud(shared_data: Path, language: str, people: int, organizations: int, locations: int) -> None:
    """A reference has its own entities; the one that is missing was written without a space (comValentino)."""
    sentences = [row[language] for row in rows(shared_data / "ner.pud" / "sentences.jsonl.gz")]
    texts = [sentence["text"] for sentence in sentences]
    entities = [
        [Entity.of(sentence["text"], one["start"], one["end"], one["type"]) for one in sentence["entities"]]
        for sentence in sentences
    ]
    nee = Nee(unit="segment", language="none" if language == "sv" else language)
    corpus = Corpus.of(texts, texts, entities=[entities])
    row = evaluate(corpus, nee).statistics["hypothesis"][nee.recipe].total()
    assert row[:3] == [people, organizations, locations]
    missing = sum(row[:8]) - sum(row[8:])
    assert missing == (1 if language == "pt" else 0)
    # Unique per segment by type and string, counted without Karat.
    plain = sum(len({(one["type"], one["text"]) for one in sentence["entities"]}) for sentence in sentences)
    assert 0 <= plain - sum(row[:8]) <= 12


def locale(shared_data: Path, name: str) -> Corpus:
    """The items into one language: any of an item's mentions will do."""
    items = [row for row in rows(shared_data / "ea-mt" / "items.jsonl.gz") if row["lp"] == f"en-{name}"]
    entities = []
    for item in items:
        first, *others = item["mentions"]
        entities.append([Entity.of(first, 0, len(first), "PER|ORG|LOC", alternatives=others)])
    mentions = [item["mentions"][0] for item in items]
    return Corpus.of([item["hypotheses"][GPT] for item in items], mentions, entities=[entities])


def folded_substrings(shared_data: Path, name: str) -> int:
    """Items whose output has a mention, by Python's own search."""
    items = [row for row in rows(shared_data / "ea-mt" / "items.jsonl.gz") if row["lp"] == f"en-{name}"]
    return sum(
        any(mention.casefold() in item["hypotheses"][GPT].casefold() for mention in item["mentions"])
        for item in items
    )


@pytest.mark.shared
def test_ea_mt_by_folded_substring(shared_data: Path) -> None:
    """zh-TW, gpt-4o: 266 of 722."""
    steps: Any = dict.fromkeys(("marks", "quotes", "possessives", "thousands", "numbers", "articles"), False)
    nee = Nee(language="none", search="character", normalization="none", **steps)
    assert counted(locale(shared_data, "zh_TW"), nee) == (266, 722)
    assert folded_substrings(shared_data, "zh_TW") == 266


@pytest.mark.shared
@pytest.mark.parametrize("name", ["fr_FR", "es_ES", "it_IT", "de_DE"])
def test_words_agree_with_substrings(shared_data: Path, name: str) -> None:
    """In languages with spaces, whole words are within a point or so of substrings."""
    found, total = counted(locale(shared_data, name), Nee(language=name[:2]))
    assert abs(found - folded_substrings(shared_data, name)) / total < 0.0125


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "language", "characters", "words"),
    [("ja_JP", "ja", 44, 12), ("ko_KR", "none", 48, 15), ("zh_TW", "zh", 37, 14), ("th_TH", "none", 15, 5)],
)
def test_the_unit_follows_the_script(
    shared_data: Path, name: str, language: str, characters: int, words: int
) -> None:
    """Without spaces, a search for whole words collapses; the default does not."""
    corpus = locale(shared_data, name)
    by_script = evaluate(corpus, Nee(language=language)).scores[0].value
    by_word = evaluate(corpus, Nee(language=language, search="token")).scores[0].value
    assert by_script == pytest.approx(characters, abs=2.5)
    assert by_word == pytest.approx(words, abs=2.5)


@pytest.mark.shared
@pytest.mark.parametrize(("name", "language"), [("tr_TR", "none"), ("ar_AE", "ar")])
def test_endings_and_prefixes_cost_something(shared_data: Path, name: str, language: str) -> None:
    """Where words take endings or prefixes, whole words lose up to four points."""
    found, total = counted(locale(shared_data, name), Nee(language=language))
    loss = 100 * (folded_substrings(shared_data, name) - found) / total
    assert 1 <= loss <= 4


@pytest.mark.shared
def test_the_marked_documents_of_wmt22(shared_data: Path, tmp_path: Path) -> None:
    """The tags fit the texts by their checksums, and NEE has the figures of its page."""
    pack = {row["seg_id"]: row for row in rows(shared_data / "wmt22.de-en" / "segments.jsonl.gz")}
    for line in TAGS.read_text(encoding="utf-8").splitlines():
        tags = json.loads(line)
        text = pack[tags["segment"]]["references"][tags["reference"] - 1]
        assert sha256(text.encode()).hexdigest()[:16] == tags["sha256"]
    joining = [sys.executable, "-m", "benchmarks.nee_real", "--join", str(tmp_path)]
    subprocess.run(joining, check=True, cwd=TAGS.parents[2], env={**os.environ, "PYTHONUTF8": "1"})
    corpus = read(tmp_path)
    assert (len(corpus), len(set(corpus.documents or ())), len(corpus.systems)) == (152, 24, 9)
    for number, mean in ((0, 87.0), (1, 93.8)):
        lines = (tmp_path / f"entities-{number + 1}.jsonl").read_text(encoding="utf-8").splitlines()
        entities = [read_standoff(line)[1] for line in lines]
        reference = References((corpus.references.streams[number],))
        marked = replace(corpus, references=reference, entities=[entities])
        values = [score.value for score in evaluate(marked, Nee()).scores]
        assert round(sum(values) / len(values), 1) == mean
