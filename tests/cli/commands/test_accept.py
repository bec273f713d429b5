"""`karat accept` and `karat transfer`: what they print, and what they refuse."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo

DEMO = demo.path()
ADEQUACY = (DEMO, "--human", "adequacy", "-m", "bleu")


def test_sums_and_thresholds(karat: Karat) -> None:
    """Every output has a sum; thresholds are of every cell and metric."""
    document = json.loads(karat("accept", *ADEQUACY, "--samples", 100, "--format", "json").out)
    (found,) = document["dimensions"]
    assert len(found["outputs"]) == 15
    assert 3.2 < found["threshold"]["low"] < found["threshold"]["value"] < found["threshold"]["high"] < 4
    assert [cell["text_type"] for cell in found["cells"]] == ["news", "email", "manual"]
    aurora = found["outputs"][0]
    assert (aurora["system"], aurora["judgements"], aurora["verdict"]) == ("aurora", 48, "pass")


def test_a_sum_by_hand(karat: Karat) -> None:
    """The sum of one system is weight × words of the first reference, over its judgements."""
    weights = {5: 2, 4: 1, 3: -1, 2: -2, 1: -4}
    words = {
        row["seg_id"]: len(row["references"][0].split())
        for row in map(json.loads, demo.segments_path().read_text().splitlines())
    }
    wanted = sum(
        weights[row["value"]] * words[row["seg_id"]]
        for row in map(json.loads, demo.judgements_path().read_text().splitlines())
        if (row["system"], row["dimension"]) == ("dune", "adequacy")
    )
    document = json.loads(
        karat("accept", *ADEQUACY, "--by", "language-pair", "--samples", 50, "--format", "json").out
    )
    outputs = {one["system"]: one for one in document["dimensions"][0]["outputs"]}
    assert outputs["dune"]["sum"] == wanted


@pytest.mark.parametrize("words", ["hypothesis", "source", "none"])
def test_other_words(karat: Karat, words: str) -> None:
    """Which words count is stated."""
    outcome = karat("accept", *ADEQUACY, "--words", words, "--samples", 50, "--format", "table")
    assert f"of the {words}" in outcome.out or "every segment counts 1" in outcome.out


def test_a_given_threshold(karat: Karat) -> None:
    """No sums, only what the lines say."""
    outcome = karat("accept", *ADEQUACY, "--threshold", 3.5, "--format", "table")
    assert "3.5, as given" in outcome.out
    assert "Weighted judgements" not in outcome.out


def test_one_system_with_a_threshold(karat: Karat) -> None:
    """The commonest case: no line, one note, and a verdict from the mean."""
    outcome = karat("accept", *ADEQUACY, "--systems", "aurora", "--threshold", 3.5, "--format", "json")
    assert outcome.code == 0
    assert outcome.err.count("karat: note:") == 1
    (found,) = json.loads(outcome.out)["dimensions"]
    assert found["cells"] == []
    assert (found["judged"][0]["system"], found["judged"][0]["verdict"]) == ("aurora", "pass")
    lines = karat("accept", *ADEQUACY, "--systems", "aurora", "--threshold", 3.5).out.splitlines()
    assert lines[0].split("\t")[:4] == ["human", "cell", "system", "acceptable"]
    without = karat("accept", *ADEQUACY, "--systems", "aurora")
    assert (without.code, without.out) == (2, "")
    assert "No cell has enough judged systems" in without.err


def test_thresholds_without_an_end_are_infinite(karat: Karat) -> None:
    """Where the slope may be 0, people read ∞; programs read inf."""
    three = ("--threshold", 3.5, "--system-labels", "neural=aurora,birch,cobalt")
    table = karat("accept", *ADEQUACY, *three, "--format", "table").out
    assert "-∞" in table
    assert "the metric threshold is not determined" in table
    assert " inf" not in table
    assert (
        "\t-inf\tinf\t" in karat("accept", *ADEQUACY, *three, "--show", "thresholds", "--format", "tsv").out
    )


def test_means_get_weights_between(karat: Karat, write: Write) -> None:
    """Where single judgements are not known, that is said."""
    lines = ["system\tseg_id\tlp\thypothesis\treference\thuman_adequacy"]
    for number in range(6):
        for segment in range(5):
            text = " ".join(["word"] * (number + 4) + ["other"] * (6 - number))
            lines.append(
                f"S{number}\t{segment}\ten-de\t{text}\t{' '.join(['word'] * 10)}\t{1.5 + 0.5 * number}"
            )
    data = write("data.tsv", "\n".join(lines) + "\n")
    outcome = karat("accept", data, "-m", "bleu", "--samples", 50, "--format", "table")
    assert outcome.code == 0
    assert "only means over judges are known" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--words", "all"), ("--words", "reference")),
        (("--mark-weights", "5"), ("--mark-weights", "mark:weight")),
        (("--mark-weights", "5:1"), ("two marks",)),
        (("--mark-weights", "2:1,1:0"), ("weights are for 1 to 2",)),
        (("--threshold", 3, "--words", "none"), ("--threshold", "Leave out one")),
        (("--by", "mood"), ("--by",)),
        (("--threshold", "nan"), ("threshold is nan",)),
        (("--threshold", 9), ("threshold is 9", "1 to 5")),
        (("--samples", 0), ("--samples is 0",)),
        (("-w", 99), ("--width is 99",)),
        (("--scale", "MQM"), ("one of its ends",)),
    ],
)
def test_what_accept_refuses(karat: Karat, arguments: tuple[object, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("accept", *ADEQUACY, *arguments), *words)


def test_transfer_between_text_types(karat: Karat) -> None:
    """Six pairs of cells, with tests and z-scores."""
    document = json.loads(karat("transfer", *ADEQUACY, "--samples", 99, "--format", "json").out)
    assert len(document["transfers"]) == 6
    for one in document["transfers"]:
        assert set(one["z"]) == {"r", "slope", "intercept"}
        assert one["variation"]["chunks"] == 4
        assert one["slopes"]["low"] < one["slopes"]["difference"] < one["slopes"]["high"]


def test_transfer_from_a_file(karat: Karat, tmp_path: Path) -> None:
    """The same tests, without chunks."""
    file = tmp_path / "adequacy.json"
    karat("calibrate", *ADEQUACY, "-o", file)
    of_file, of_data = (
        json.loads(
            karat(
                "transfer", *what, "--from", "news", "--to", "email", "--samples", 99, "--format", "json"
            ).out
        )["transfers"][0]
        for what in ((file,), ADEQUACY)
    )
    assert of_file["slopes"] == of_data["slopes"]
    assert of_file["z"] == {}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--from", "law"), ("no cell for --from", "de-en news")),
        (("--by", "language-pair"), ("no two cells",)),
        (("--chunks", 9), ("4 documents", "between 2 and 4")),
    ],
)
def test_what_transfer_refuses(karat: Karat, arguments: tuple[object, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("transfer", *ADEQUACY, *arguments), *words)


def test_judgements_of_a_part_of_the_text(karat: Karat, write: Write) -> None:
    """Where their numbers do not tell from where they count, it can be said."""
    rows = [json.loads(line) for line in demo.judgements_path().read_text().splitlines()]
    middle = [json.dumps(row) for row in rows if 3 <= row["seg_id"] < 40]
    data = (demo.segments_path(), "--human-scores", write("some.jsonl", "\n".join(middle) + "\n"))
    arguments = ("accept", *data, "--human", "adequacy", "-m", "bleu", "--samples", 20, "--format", "json")
    refused(karat(*arguments), "--first-segment 0 or --first-segment 1")
    (found,) = json.loads(karat(*arguments, "--first-segment", 0).out)["dimensions"]
    assert sum(one["judgements"] for one in found["outputs"]) == 37 * 5 * 3


def test_judgements_without_judges(karat: Karat, write: Write) -> None:
    """It is said what was expected, not that a name is unknown."""
    row = {"system": "aurora", "seg_id": 0, "dimension": "adequacy", "value": 4}
    path = write("scores.jsonl", json.dumps(row) + "\n")
    refused(
        karat("accept", demo.segments_path(), "--human-scores", path, "--human", "adequacy"),
        "no human scores",
        "human_NAME",
    )


def test_the_columns_of_tsv_do_not_depend_on_how_many_were_judged(karat: Karat) -> None:
    """With a threshold a row is an output, without one a metric's threshold; --show takes the other."""
    few, many = ("--systems", "birch"), ("--systems", "aurora", "birch", "cobalt", "dune")
    tsv = ("-m", "bleu", "--samples", 50, "--format", "tsv")

    def header(*options: str | int) -> list[str]:
        return karat("accept", *ADEQUACY[:3], *options, *tsv).out.splitlines()[0].split("\t")

    beside = header(*few, "--threshold", 3)
    assert beside[:4] == ["human", "cell", "system", "acceptable"]
    assert header(*many, "--threshold", 3) == beside
    lines = header(*many)
    assert lines[:2] == ["languages", "text type"]
    assert header(*many, "--threshold", 3, "--show", "thresholds") == lines
    assert header(*many, "--show", "outputs")[:4] == ["human", "cell", "system", "acceptable"]


def test_one_of_the_tables(karat: Karat) -> None:
    """--show leaves the other out of the table for people too, and says where there is nothing to show."""
    both = karat("accept", *ADEQUACY, "--samples", 50, "--format", "table").out
    outputs = karat("accept", *ADEQUACY, "--samples", 50, "--format", "table", "--show", "outputs").out
    assert ["Thresholds" in text for text in (both, outputs)] == [True, False]
    assert ["Weighted judgements" in text for text in (both, outputs)] == [True, True]
    none = karat(
        "accept",
        *ADEQUACY,
        "--systems",
        "birch",
        "--threshold",
        3,
        "--format",
        "table",
        "--show",
        "thresholds",
    )
    assert none.code == 0
    assert "no thresholds of metrics to show" in none.err
