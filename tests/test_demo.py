"""The demo data keep the promises of their README."""

import json
import unicodedata
from collections import Counter, defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from karat import demo

MACHINES = ("aurora", "birch", "cobalt", "dune", "elm")
SYSTEMS = (*MACHINES, "human")
SEGMENTS = range(48)
TEXT_TYPES = ("news", "email", "manual")
JUDGES = ("judge-1", "judge-2", "judge-3")
DIMENSIONS = ("adequacy", "fluency")

Row = dict[str, Any]


def read(path: Path) -> list[Row]:
    """Objects of a JSON Lines file, split at line feeds only."""
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def segments() -> list[Row]:
    """Rows of segments.jsonl."""
    return read(demo.segments_path())


@pytest.fixture(scope="module")
def judgements() -> list[Row]:
    """Rows of judgements.jsonl."""
    return read(demo.judgements_path())


def texts(segments: list[Row]) -> list[str]:
    """Every text of the set, in any language."""
    return [text for row in segments for text in (row["source"], row["hypothesis"], *row["references"])]


def test_the_folder_holds_the_data_and_their_label() -> None:
    """The data and the README that labels them lie in one folder."""
    assert demo.segments_path().parent == demo.judgements_path().parent == demo.path()
    assert "Nothing in it was measured" in (demo.path() / "README.md").read_text(encoding="utf-8")


def test_every_segment_has_every_system_once_in_order(segments: list[Row]) -> None:
    """288 rows, by segment and then by system."""
    assert [(row["seg_id"], row["system"]) for row in segments] == list(product(SEGMENTS, SYSTEMS))


def test_rows_have_the_same_keys_and_labels(segments: list[Row]) -> None:
    """Each row has the ten documented keys, in order, and names the set and its language pair."""
    about_segment = ["seg_id", "doc_id", "domain", "source", "references", "hypothesis"]
    keys = ["dataset", "lp", "system", "is_human", *about_segment]
    assert all(list(row) == keys for row in segments)
    assert {(row["dataset"], row["lp"]) for row in segments} == {("karat-demo", "de-en")}


def test_only_the_human_is_human(segments: list[Row]) -> None:
    """is_human is true of the third translation and of nothing else."""
    assert all(row["is_human"] is (row["system"] == "human") for row in segments)


def test_systems_translate_the_same_texts(segments: list[Row]) -> None:
    """Source, references, document and text type of a segment do not depend on the system."""
    seen = defaultdict(set)
    for row in segments:
        seen[row["seg_id"]].add((row["source"], *row["references"], row["doc_id"], row["domain"]))
    assert all(len(versions) == 1 for versions in seen.values())
    assert len({row["source"] for row in segments}) == len(SEGMENTS)


def test_there_are_two_different_references(segments: list[Row]) -> None:
    """Each segment has exactly two references, and they differ."""
    assert all(len(row["references"]) == len(set(row["references"])) == 2 for row in segments)


def test_documents_have_four_neighbouring_segments(segments: list[Row]) -> None:
    """Twelve documents, four of each text type, of four segments in a row."""
    documents = [row["doc_id"] for row in segments if row["system"] == "human"]
    names = [f"{text_type}.{number}" for text_type in TEXT_TYPES for number in range(1, 5)]
    assert documents == [name for name in names for _ in range(4)]
    assert all(row["domain"] == row["doc_id"].split(".")[0] for row in segments)


def test_texts_are_clean(segments: list[Row]) -> None:
    """Texts are NFC, without control characters and without blanks at the ends or doubled."""
    for text in texts(segments):
        assert text
        assert unicodedata.is_normalized("NFC", text)
        assert not any(unicodedata.category(character).startswith("C") for character in text)
        assert text == " ".join(text.split())


def test_sources_are_short_and_long(segments: list[Row]) -> None:
    """Some sources have at most 6 words and some at least 30."""
    lengths = [len(row["source"].split()) for row in segments if row["system"] == "human"]
    assert sum(length <= 6 for length in lengths) >= 8
    assert sum(length >= 30 for length in lengths) >= 5
    assert max(lengths) <= 40


@pytest.mark.parametrize(
    "sign", ['"', "“", "&", "18.6", "1,240", "Aurich-Pohl", "Höppner", "€", "°C", "(GSV)"]
)
def test_references_have_what_tokenizers_treat_differently(segments: list[Row], sign: str) -> None:
    """The references have quotation marks, decimals, thousands, hyphens, an ampersand, umlauts in names."""
    assert any(sign in reference for row in segments for reference in row["references"])


def test_every_output_has_every_judgement_once(judgements: list[Row]) -> None:
    """Three judges judge every system on every segment in both dimensions: 1728 rows, no key twice."""
    keys = Counter((row["judge"], row["system"], row["seg_id"], row["dimension"]) for row in judgements)
    assert keys == Counter(product(JUDGES, SYSTEMS, SEGMENTS, DIMENSIONS))


def test_judgements_keep_to_their_scale(judgements: list[Row]) -> None:
    """Values are whole numbers from 1 to 5, all five are used, and each row names the scale."""
    keys = ["judge", "system", "seg_id", "dimension", "scale", "value"]
    assert all(list(row) == keys for row in judgements)
    assert {row["scale"] for row in judgements} == {"1-5"}
    assert all(type(row["value"]) is int for row in judgements)
    assert {row["value"] for row in judgements} == set(range(1, 6))


def test_judges_differ_but_not_wildly(judgements: list[Row]) -> None:
    """Judges disagree on some outputs, never by more than 2."""
    values = defaultdict(list)
    for row in judgements:
        values[row["system"], row["seg_id"], row["dimension"]].append(row["value"])
    spreads = {max(given) - min(given) for given in values.values()}
    assert {0, 1} <= spreads <= {0, 1, 2}


def test_a_judge_gives_equal_outputs_equal_values(segments: list[Row], judgements: list[Row]) -> None:
    """Where two systems wrote the same, each judge gave both the same."""
    output = {(row["system"], row["seg_id"]): row["hypothesis"] for row in segments}
    values = defaultdict(set)
    for row in judgements:
        text = output[row["system"], row["seg_id"]]
        values[row["judge"], row["seg_id"], row["dimension"], text].add(row["value"])
    assert all(len(given) == 1 for given in values.values())


def mean(judgements: list[Row], system: str, dimension: str, segments: range = SEGMENTS) -> float:
    """Mean judgement of a system over a range of segments."""
    values: list[int] = [
        row["value"]
        for row in judgements
        if row["system"] == system and row["dimension"] == dimension and row["seg_id"] in segments
    ]
    return sum(values) / len(values)


def test_systems_stand_in_the_intended_order(judgements: list[Row]) -> None:
    """Adequacy falls from human over aurora, then birch and cobalt, to dune and elm."""
    adequacy = {system: mean(judgements, system, "adequacy") for system in SYSTEMS}
    assert adequacy["human"] > adequacy["aurora"] > max(adequacy["birch"], adequacy["cobalt"])
    assert min(adequacy["birch"], adequacy["cobalt"]) > adequacy["dune"] > adequacy["elm"]


def test_text_types_make_a_difference(judgements: list[Row]) -> None:
    """Cobalt is more adequate than birch on manuals and less on e-mail; birch is the more fluent on both."""

    def lead(dimension: str, part: range) -> float:
        return mean(judgements, "cobalt", dimension, part) - mean(judgements, "birch", dimension, part)

    email, manual = range(16, 32), range(32, 48)
    assert lead("adequacy", manual) > 0.5
    assert lead("adequacy", email) < -0.3
    assert max(lead("fluency", email), lead("fluency", manual)) < 0
