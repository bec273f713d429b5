"""Cells of a data set, the likeness of outputs, and files: what stays the same, and against scipy."""

import json
from dataclasses import replace
from math import nan
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from tests.strategies import choices

from karat import Bleu, Corpus, evaluate
from karat.agreement import Material, Rater, counted_raters
from karat.calibration import (
    Calibration,
    CharacterProfile,
    Map,
    Point,
    Setting,
    TextError,
    compare_versions,
    cut,
    fingerprint,
    fit,
    paired,
    pairings,
    profile_of,
    read_calibrations,
    transfer,
    write_calibrations,
)
from karat.calibration.calibration_files import checksum, document
from karat.calibration.cells import language_pair, parts_of, rows_by_type, text_fingerprint, types_of
from karat.calibration.character_profiles import shares
from karat.errors import InvalidFile, InvalidOption, UnknownName, UnreadableFile

REFERENCE = [
    f"the {word} cat sat on mat number {number}" for number, word in enumerate(["red", "old", "big", "sad"])
]
TYPES = ["news", "chat", "news", ""]
CORPUS = replace(
    Corpus.of(
        {name: [text.replace("cat", name) for text in REFERENCE] for name in ("cat", "dog", "bat")},
        REFERENCE,
        text_types=TYPES,
        documents=["a", "a", "b", "b"],
    ),
    source_language="de",
    target_language="en",
)
HUMAN = np.array([[5.0, 5, 4, 4], [3, 2, 3, 2], [4, 4, 3, 3]])


def material() -> Material:
    """Three systems, judged by segment in one dimension and as a whole in another."""
    humans = [
        Rater("adequacy", "made up", tuple(CORPUS.systems), HUMAN.mean(axis=1), HUMAN),
        Rater("overall", "made up", tuple(CORPUS.systems), np.array([9.0, 5.0, 7.0])),
    ]
    metrics = counted_raters(evaluate(CORPUS, Bleu(smoothing="exp"), keep_references=True))
    return Material("made up", CORPUS, tuple(metrics), tuple(humans), (tuple(metrics), tuple(humans)), {})


def test_a_data_set_is_cut_by_text_type() -> None:
    """Each part has its own scores, texts and segments; one without a type has a name."""
    parts = {part.setting.text_type: part for part in parts_of(material())}
    assert {name: list(part.rows) for name, part in parts.items()} == {
        "news": [0, 2],
        "chat": [1],
        "(none)": [3],
    }
    news = parts["news"]
    assert news.setting.language_pair == "de-en"
    assert news.setting.segments == 2
    assert news.setting.outputs is not None
    assert news.setting.outputs["dog"] == [
        REFERENCE[0].replace("cat", "dog"),
        REFERENCE[2].replace("cat", "dog"),
    ]
    assert news.humans[0].whole.tolist() == HUMAN[:, [0, 2]].mean(axis=1).tolist()
    assert news.metrics[0].whole.tolist() == material().metrics[0].within([0, 2]).whole.tolist()
    assert news.documents == ["a", "b"]


def test_scores_of_whole_systems_say_nothing_of_a_part() -> None:
    """They stay where all of the text is taken together."""
    assert all([human.name for human in part.humans] == ["adequacy"] for part in parts_of(material()))
    (whole,) = parts_of(material(), by="none", languages="xx-yy")
    assert [human.name for human in whole.humans] == ["adequacy", "overall"]
    assert whole.setting.language_pair == "xx-yy"
    assert whole.setting.text_types == ("(none)", "chat", "news")


@given(choices(["news", "chat", ""], min_size=1, max_size=12))
def test_every_segment_is_in_one_part(types: list[str]) -> None:
    """Parts hold all segments once, in the order of the text."""
    texts = ["a b"] * len(types)
    corpus = Corpus.of({"A": texts}, texts, text_types=types)
    rows = rows_by_type(corpus)
    assert sorted(row for part in rows.values() for row in part) == list(range(len(types)))
    assert all(part == sorted(part) for part in rows.values())
    assert rows_by_type(corpus, "none") == {None: list(range(len(types)))}
    assert set(types_of(corpus, range(len(types)))) == set(rows)


def test_what_a_corpus_does_not_say_is_not_known() -> None:
    """Neither languages nor types are made up."""
    corpus = Corpus.of({"A": ["a"]}, ["a"])
    assert language_pair(corpus) is None
    assert types_of(corpus, [0]) == ()
    assert rows_by_type(corpus) == {None: [0]}


@given(st.permutations(range(4)))
def test_a_text_is_known_in_any_order(order: list[int]) -> None:
    """Shuffled, it is the same text; with a word less, it is another."""
    assert text_fingerprint(CORPUS, order) == text_fingerprint(CORPUS, range(4))
    assert text_fingerprint(CORPUS, order[:3]) != text_fingerprint(CORPUS, range(4))


def test_fingerprints_tell_texts_apart() -> None:
    """Where a line ends counts, and lone surrogates are no obstacle."""
    assert fingerprint(["a", "b"]) != fingerprint(["a b"]) != fingerprint(["ab"])
    assert len(fingerprint(["\ud800"])) == 16


WORDS = st.lists(st.text("abcd ", min_size=1, max_size=12), min_size=1, max_size=4)


@given(WORDS, WORDS, WORDS)
def test_distances_are_jensen_and_shannons(first: list[str], second: list[str], third: list[str]) -> None:
    """As scipy has them, in bits: each system's from the mean of the two others."""
    outputs = {"A": first, "B": second, "C": third}
    profile = profile_of(outputs, "t")
    assert profile is not None
    own = {name: shares(text) for name, text in outputs.items()}
    for name, distance in profile.distances:
        others = sum(share for other, share in own.items() if other != name) / 2
        assert distance == pytest.approx(np.nan_to_num(jensenshannon(own[name], others, base=2)), abs=1e-6)
    assert profile.farthest == max(distance for _, distance in profile.distances)
    assert 0 <= profile.distance(first) <= 1


@given(WORDS)
def test_shares_add_up_to_one(output: list[str]) -> None:
    """Upper and lower case are one; so is a text without a whole n-gram, which says nothing."""
    assert shares(output).sum() == pytest.approx(1)
    assert shares([line.upper() for line in output]).tolist() == shares(output).tolist()


def test_two_systems_have_no_profile() -> None:
    """How far systems usually are from each other takes three."""
    assert profile_of({"A": ["a b c"], "B": ["a b d"]}, "t") is None


def test_a_profile_goes_through_a_file() -> None:
    """Distances of new outputs stay what they were."""
    profile = profile_of({"A": ["the cat"], "B": ["a cat"], "C": ["the dog"]}, "t")
    assert profile is not None
    again = CharacterProfile.from_dict(json.loads(json.dumps(profile.to_dict())))
    assert again.distance(["my cat"]) == profile.distance(["my cat"])
    assert again == profile


@given(choices("abcdefg", min_size=2, max_size=20), st.integers(2, 6))
def test_chunks_hold_the_text_once_and_in_order(names: list[str], chunks: int) -> None:
    """No chunk is empty, documents are whole, and their order is that of their first segments."""
    documents = sorted(names)
    if chunks > len(set(documents)):
        with pytest.raises(InvalidOption, match="between 2 and"):
            cut(documents, len(documents), chunks)
        return
    found = cut(documents, len(documents), chunks)
    assert [row for rows in found for row in rows] == list(range(len(documents)))
    assert all(found)
    where = [{documents[row] for row in rows} for rows in found]
    assert sum(map(len, where)) == len(set(documents))


@given(st.integers(4, 60), st.integers(2, 4))
def test_chunks_of_segments_are_of_like_size(segments: int, chunks: int) -> None:
    """They differ by at most one segment from each other."""
    sizes = [len(rows) for rows in cut(None, segments, chunks)]
    assert max(sizes) - min(sizes) <= 1


NUMBER = st.floats(-1e6, 1e6)


@given(st.lists(NUMBER, min_size=2, max_size=2), NUMBER, st.lists(st.tuples(NUMBER, NUMBER), max_size=3))
def test_a_map_is_what_it_was_after_a_file(
    coefficients: list[float], deviation: float, knots: list[tuple[float, float]]
) -> None:
    """Every number comes back to the last bit; what is not known is null there, and not known again."""
    made = Map("pooled", tuple(coefficients), deviation, 5.0, ((1.0, 0.0), (0.0, 2.0)), tuple(knots))
    assert Map.from_dict(json.loads(json.dumps(made.to_dict()))) == made
    unknown = Map.from_dict({**made.to_dict(), "deviation": None})
    assert unknown.deviation != unknown.deviation


def test_files_may_be_laid_out_anew(calibration: Calibration, tmp_path: Path) -> None:
    """Indented, sorted, with 10.0 written as 10: the same calibration. With one digit changed: none."""
    path = tmp_path / "calibrations.json"
    write_calibrations([calibration], path)
    values = json.loads(path.read_text(encoding="utf-8"))
    # The checksum is of values, not of how they are written.
    path.write_text(json.dumps(values, sort_keys=True, indent=7), encoding="utf-8")
    (again,) = read_calibrations(path)
    assert (again.maps, again.points) == (calibration.maps, calibration.points)
    one = values["calibrations"][0]
    assert checksum(one) == checksum({**one, "segments": float(one["segments"])})
    one["points"][0][-1] += 0.001
    path.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(InvalidFile, match="checksum"):
        read_calibrations(path)


def test_what_is_not_defined_is_null_in_a_file(calibration: Calibration) -> None:
    """JSON has no NaN."""
    text = document([replace(calibration, correlation=nan)])
    assert "NaN" not in text
    assert json.loads(text)["calibrations"][0]["correlation"] is None


def test_a_folder_is_no_file(calibration: Calibration, tmp_path: Path) -> None:
    """It can be neither written nor read as one."""
    with pytest.raises(UnreadableFile, match="is a folder"):
        write_calibrations([calibration], tmp_path)
    with pytest.raises(UnreadableFile, match="it cannot be read"):
        read_calibrations(tmp_path)


@pytest.mark.parametrize("field", ["common", "own", "segments", "freedom"])
def test_an_impossible_error_of_texts_is_refused(field: str) -> None:
    """Variances are not below 0, numbers above it."""
    good = TextError(0.1, 0.2, 30.0, 9.0).to_dict()
    assert TextError.from_dict(good) == TextError(0.1, 0.2, 30.0, 9.0)
    with pytest.raises(ValueError, match="cannot be"):
        TextError.from_dict({**good, field: -1.0})


@given(st.integers(1, 500), st.integers(1, 500))
def test_a_longer_text_errs_less(few: int, more: int) -> None:
    """And what two systems do not share is part of it."""
    error = TextError(0.4, 0.9, 120.0, 11.0)
    short, long = sorted((few, more))
    assert error.of_one(short) >= error.of_one(long)
    assert 0 <= error.of_each(long) <= error.of_one(long)


def test_a_calibration_beside_itself(calibration: Calibration) -> None:
    """Nothing differs, and the line is its own; beside one of other data, the data differ."""
    same = paired(calibration, calibration)
    assert same.differences == ()
    assert same.tests is not None
    assert same.tests.verdict == "no evidence against it"
    other = replace(calibration, data="elsewhere")
    assert paired(calibration, other).differences == (("data", calibration.data, "elsewhere"),)
    assert paired(calibration, other).to_dict()["refusal"] is None


def test_calibrations_are_paired_by_cell(calibration: Calibration) -> None:
    """Those of another text type stand beside nothing."""
    chat = replace(calibration, text_type="chat")
    files = [[calibration, chat], [chat], [calibration, replace(calibration, text_type="law")]]
    assert [(pair.first.text_type, pair.second.text_type) for pair in pairings(files)] == [
        ("chat", "chat"),
        ("news", "news"),
    ]


def test_lines_of_different_things_are_not_compared(calibration: Calibration) -> None:
    """The pair says why, and has no tests."""
    found = paired(calibration, replace(calibration, recipes=("another",)))
    assert found.tests is None
    assert "recipes" in found.refusal


@given(st.floats(20, 40), st.floats(20, 40))
def test_versions_are_compared_in_both_directions(new: float, old: float) -> None:
    """What is gained one way is lost the other way, with the same certainty."""
    metric = Rater("BLEU", "", tuple("ABCDEFGH"), np.linspace(20, 40, 8))
    noise = np.array([0.1, -0.1, 0.05, 0.1, -0.15, 0.1, -0.05, -0.05])
    found = fit([metric], Rater("adequacy", "", metric.systems, 1 + 0.08 * metric.whole + noise))
    there = compare_versions(found, ("new", [new]), ("old", [old]))
    back = compare_versions(found, ("old", [old]), ("new", [new]))
    assert there.difference == pytest.approx(-back.difference)
    assert there.probability_better == pytest.approx(1 - back.probability_better)
    assert [there.low, there.high] == pytest.approx([-back.high, -back.low])
    assert {there.verdict, back.verdict} in ({"better", "worse"}, {"can't tell"})


def test_a_map_that_a_calibration_does_not_have(calibration: Calibration) -> None:
    """Its own kinds are named; a pooled one is there once cells were pooled."""
    with pytest.raises(UnknownName, match="least-squares"):
        calibration.map_of("pooled")
    pooled = replace(calibration, pooled=replace(calibration.map, kind="pooled"))
    assert pooled.map_of("pooled").coefficients == calibration.map.coefficients


def test_a_transfer_knows_the_target_by_its_own_line(calibration: Calibration) -> None:
    """Scores of people that are a point lower everywhere: slopes are equal, intercepts a point apart."""
    lower = tuple(Point(point.system, point.scores, point.human - 1) for point in calibration.points)
    metric = Rater("BLEU", "BLEU|made-up", calibration.systems, np.array([p.scores[0] for p in lower]))
    human = Rater(
        "adequacy", calibration.human_recipe, calibration.systems, np.array([p.human for p in lower])
    )
    other = fit([metric], human, setting=Setting("en-de", "chat", scale="1-5"))
    found = transfer(calibration, other, samples=200)
    assert found.slopes.difference == pytest.approx(0, abs=1e-9)
    assert found.intercepts.difference == pytest.approx(-1)
    assert found.verdict == "no: intercepts differ"
    assert found.error == pytest.approx(1, abs=0.1)
