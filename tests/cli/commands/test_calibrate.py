"""`karat calibrate`: what it prints, and what it refuses."""

import json
from pathlib import Path
from statistics import stdev

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo

DEMO = demo.path()


def test_a_cell_for_each_text_type(karat: Karat) -> None:
    """With details: lines, errors of systems left out, and pooled lines."""
    outcome = karat("calibrate", DEMO, "-m", "bleu", "--human", "adequacy", "--format", "table", "--details")
    assert outcome.code == 0
    for word in ("news", "email", "manual", "slope", "Partially pooled", "theil-sen", "the slope may be 0"):
        assert word in outcome.out


def test_one_table_and_a_sentence(karat: Karat) -> None:
    """Without details, each dimension has a sentence with the errors and deviations of JSON, and one table."""
    asked = ("calibrate", DEMO, "-m", "bleu", "chrf", "--human", "adequacy", "--format")
    found = json.loads(karat(*asked, "json").out)["calibrations"]
    table, _, rest = karat(*asked, "table").out.partition("\n\n")
    assert len(table.splitlines()) == 2 + len(found)
    assert "theil-sen" not in rest
    best: dict[str, float] = {}
    spread: dict[str, float] = {}
    for one in found:
        error = one["errors"][one["chosen"]]
        best[one["text_type"]] = min(error, best.get(one["text_type"], error))
        spread[one["text_type"]] = stdev(point[2] for point in one["points"])
    (sentence,) = (line for line in rest.splitlines() if line.startswith("adequacy"))
    for values in (best.values(), spread.values()):
        assert f"by {min(values):.2f} to {max(values):.2f}" in sentence
    assert "predicts adequacy best in" in sentence


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ("bleu", "BLEU"),
        ("BLEU", "BLEU"),
        ("bleu:tokenize=13a", "BLEU"),
        ("chrf", "chrF2"),
        ("chrF2", "chrF2"),
        ("bleu:tokenize=char", None),
        ("chrf++", None),
        ("ter", None),
        ("comet", None),
    ],
)
def test_metrics_are_named_as_score_names_them(
    karat: Karat, tmp_path: Path, asked: str, chosen: str | None
) -> None:
    """-m takes the metric of the catalogue, with options or not, and no other."""
    path = tmp_path / "two.json"
    karat("calibrate", DEMO, "-m", "bleu", "chrf", "--human", "adequacy", "--by", "language-pair", "-o", path)
    outcome = karat("predict", path, "--score", 60, "-m", asked, "--force", "--format", "json")
    if chosen is None:
        refused(outcome, "no metric", "BLEU, chrF2")
    else:
        assert json.loads(outcome.out)["predictions"][0]["calibration"].startswith(f"{chosen} →")
    refused(karat("predict", path, "--score", 60), "Name one with -m")
    assert karat("predict", path, "--score", 60, "--metric", "BLEU", "--force").code == 0


def test_coarser_cells(karat: Karat) -> None:
    """All text types together, or one target language."""
    for by, pair in (("language-pair", "de-en"), ("target-language", "*-en")):
        outcome = karat(
            "calibrate", DEMO, "-m", "bleu", "--human", "adequacy", "--by", by, "--format", "json"
        )
        (found,) = json.loads(outcome.out)["calibrations"]
        assert (found["language_pair"], found["text_type"]) == (pair, None)


def test_levels_and_metrics_together(karat: Karat) -> None:
    """Documents as points, and two metrics in one map."""
    found = json.loads(
        karat(
            "calibrate",
            DEMO,
            "--human",
            "adequacy",
            "--by",
            "language-pair",
            "--level",
            "document",
            "--together",
            "--format",
            "json",
        ).out
    )["calibrations"]
    assert len(found) == 1
    assert found[0]["metrics"] == ["BLEU", "chrF2"]
    assert found[0]["observations"] == 60
    assert set(found[0]["singles"]) == {"BLEU", "chrF2"}


def test_together_is_not_always_better(karat: Karat) -> None:
    """Where the best metric alone predicts better, that is said."""
    arguments = (DEMO, "-m", "bleu", "ter", "--human", "adequacy", "--together", "--by", "language-pair")
    outcome = karat("calibrate", *arguments, "--format", "table")
    assert "predicts worse than" in outcome.out


def test_fewer_is_better(karat: Karat) -> None:
    """The direction of human scores is that of the data or of --fewer-is-better."""
    arguments = (DEMO, "-m", "bleu", "--human", "adequacy", "--fewer-is-better", "adequacy")
    found = json.loads(karat("calibrate", *arguments, "--format", "json").out)["calibrations"]
    assert not found[0]["human_higher_is_better"]


def test_only_calibrations_are_written_over(karat: Karat, calibration_file: Path, tmp_path: Path) -> None:
    """Before anything is fitted, a file that is something else is refused; the user may say otherwise."""
    mine = tmp_path / "mine.json"
    mine.write_text('{"mine": 1}')
    refused(
        karat("calibrate", DEMO, "-m", "bleu", "--human", "adequacy", "-o", mine),
        "is not what this command writes",
        "--overwrite",
    )
    assert mine.read_text() == '{"mine": 1}'
    for more in (["--overwrite"], []):
        assert karat("calibrate", DEMO, "-m", "bleu", "--human", "adequacy", "-o", mine, *more).code == 0
        assert mine.read_text() == calibration_file.read_text()


def test_the_file_says_what_it_is(calibration_file: Path) -> None:
    """Recipe, scale, direction, counts, range, data, date and version."""
    first = json.loads(calibration_file.read_text())["calibrations"][0]
    assert first["recipes"][0].startswith("BLEU|order:4")
    assert (first["scale"], first["human_higher_is_better"], first["level"]) == ("1-5", True, "system")
    assert (first["language_pair"], first["text_type"], first["segments"]) == ("de-en", "news", 16)
    assert len(first["systems"]) == 5
    assert "human" not in first["systems"]
    assert len(first["fingerprint"]) == 16


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--by", "mood"), ("--by", "text-type")),
        (("--level", "word"), ("--level", "document")),
        (("--together", "-m", "bleu"), ("--together", "Add some")),
        (("--human", "mqm"), ("mqm", "adequacy")),
        (("--confidence", "95", "--human", "adequacy"), ("--confidence is 95", "between 0 and 1")),
        (("-o", "/nowhere/x.json", "--human", "adequacy", "-m", "bleu"), ("there is no folder",)),
    ],
)
def test_what_calibrate_refuses(karat: Karat, arguments: tuple[object, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("calibrate", DEMO, *arguments), *words)


def test_plans(karat: Karat) -> None:
    """What would be enough for intervals of two points, cheapest first, and where nothing is."""
    arguments = (DEMO, "-m", "bleu", "--human", "adequacy", "--plan", 2)
    outcome = karat("calibrate", *arguments, "--format", "table")
    for word in ("Standard deviations in the pilot", "fewest judgements first", "no plan reaches this width"):
        assert word in outcome.out
    email = json.loads(karat("calibrate", *arguments, "--format", "json").out)["plans"][1]
    assert email["components"]["pilot_judges"] == pytest.approx(3)
    assert all(plan["width"] <= 2 for plan in email["plans"])
    sizes = [plan["systems"] * plan["segments"] * plan["judges"] for plan in email["plans"]]
    assert sizes == sorted(sizes)
    assert email["next_segments"] == []  # all of them were judged
    assert len(email["judge_again"]) == 16
    assert all(17 <= each["segment"] <= 32 for each in email["judge_again"])
    assert "segments to judge again" in outcome.out


def test_segments_to_judge_next(karat: Karat, tmp_path: Path) -> None:
    """Of those that nobody judged, by their numbers in the text."""
    judged = tmp_path / "some.jsonl"
    rows = [json.loads(line) for line in demo.judgements_path().read_text().splitlines()]
    # The last one stays, so that it can be told from where segments are counted.
    kept = [row for row in rows if row["seg_id"] % 2 == 0 or row["seg_id"] == 47]
    judged.write_text("".join(f"{json.dumps(row)}\n" for row in kept))
    arguments = (demo.segments_path(), "--human-scores", judged, "-m", "bleu", "--human", "adequacy")
    found = json.loads(
        karat("calibrate", *arguments, "--by", "language-pair", "--plan", 3, "--format", "json").out
    )["plans"][0]
    assert len(found["next_segments"]) >= 10
    assert all(number % 2 == 0 and number != 48 for number in found["next_segments"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("--plan", 0), ("--plan is 0",)), (("--plan", 1, "--level", "document"), ("--plan needs",))],
)
def test_plans_that_are_refused(karat: Karat, arguments: tuple[object, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("calibrate", DEMO, "-m", "bleu", "--human", "adequacy", *arguments), *words)


def test_lines_of_the_judged_segments_alone(karat: Karat, shared_data: Path) -> None:
    """What each text type's own line says at BLEU 39, by the segments that people judged: the default."""
    data = shared_data / "wmt23.en-de"
    options = ("calibrate", data, "-m", "bleu", "--human", "mqm")
    made = json.loads(karat(*options, "--format", "json").out)["calibrations"]
    at_39 = {}
    for cell in made:
        line = next(each for each in cell["maps"] if each["kind"] == "least-squares")
        intercept, slope = line["coefficients"]
        at_39[cell["text_type"]] = round(intercept + 39 * slope, 1)
    assert at_39 == {"news": -5.3, "social": -5.4, "speech": -14.8, "user_review": -4.8}


@pytest.mark.shared
@pytest.mark.usefixtures("read_once")
def test_only_what_has_no_scores_of_segments_is_left_out(karat: Karat, shared_data: Path) -> None:
    """People judged other segments by MQM than by direct assessment: both are fitted; the rest is one note."""
    found = karat("calibrate", shared_data / "wmt23.en-de", "-m", "chrf", "--format", "json")
    fitted = {cell["human"] for cell in json.loads(found.out)["calibrations"]}
    assert fitted == {"mqm", "da_sqm", "esa_1", "esa_2", "mqm_1"}
    (said,) = (line for line in found.err.splitlines() if "whole systems" in line)
    assert said.startswith("karat: note: da_sqm_official and da_sqm_official_z have scores of whole systems")


def test_which_segments_metrics_are_of_is_said(karat: Karat, shared_data: Path) -> None:
    """Where not all were judged: 460 of 557 here. The former option is understood."""
    options = (
        "calibrate",
        shared_data / "wmt23.en-de",
        "-m",
        "bleu",
        "--human",
        "mqm",
        "--by",
        "language-pair",
    )
    judged = karat(*options, "--format", "table").out
    assert "metrics are of the 460 of 557 segments that people judged (--all-segments takes all)" in judged
    assert karat(*options, "--format", "table", "--judged-only").out == judged
    everything = karat(*options, "--format", "table", "--all-segments").out
    assert "metrics are of all 557 segments, of which people judged 460" in everything
    assert "0.927" in judged
    assert "0.917" in everything


def test_other_texts_are_less_sure(karat: Karat, calibration_file: Path) -> None:
    """The table says by how much, and a short new text has a wider interval than a long one, or the judged."""
    shown = karat(
        "calibrate", DEMO, "-m", "bleu", "--human", "adequacy", "--details", "--format", "table"
    ).out
    assert "judged text  50 new segments  200 new segments  1,000 new segments" in shown
    found = []
    for new in ([], ["--new-text", "10"], ["--new-text", "1"]):
        outcome = karat(
            "predict", calibration_file, "--score", "30", "--text-type", "email", *new, "--format", "json"
        )
        (made,) = json.loads(outcome.out)["predictions"]
        assert ("text" in made["unchecked"]) != bool(new)
        found.append((made["text_error"], made["high"] - made["low"]))
    (none, same), (some, wide), (more, wider) = found
    assert 0 == none < some < more
    # Five systems leave three degrees of freedom, so the scatter of systems outweighs a text of ten segments.
    assert same <= wide < wider


def test_judged_segments_are_a_text_of_their_own(karat: Karat, tmp_path: Path) -> None:
    """The whole text is another one than the half that people judged."""
    lines = (DEMO / "segments.jsonl").read_text(encoding="utf-8").splitlines()
    judged = [json.loads(line) for line in lines]
    for row in judged:
        row["human_adequacy"] = None if row["seg_id"] % 2 else 1 + len(row["hypothesis"]) % 5
    corpus = tmp_path / "half.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in judged), encoding="utf-8")
    path = tmp_path / "half.json"
    outcome = karat(
        *("calibrate", corpus, "-m", "bleu", "--by", "language-pair", "--judged-only", "-o", path)
    )
    assert outcome.code == 0, outcome.err
    (made,) = json.loads(path.read_text())["calibrations"]
    assert made["segments"] < len({row["seg_id"] for row in judged})
    told = json.loads(karat("predict", path, corpus, "--force", "--format", "json").out)["predictions"]
    assert all(each["text_error"] > 0 for each in told)


def test_cells_of_target_language_and_text_type(karat: Karat) -> None:
    """All data into one language, for each text type; chunks and thresholds follow."""
    of = ("-m", "bleu", "--human", "adequacy", "--by", "target-language+text-type", "--format", "json")
    found = json.loads(karat("calibrate", DEMO, *of).out)["calibrations"]
    assert [(one["language_pair"], one["text_type"]) for one in found] == [
        ("*-en", name) for name in ("news", "email", "manual")
    ]
    assert found[0]["systems"][0] == "segments.jsonl/aurora" or found[0]["systems"][0].endswith("/aurora")
    carried = json.loads(karat("transfer", DEMO, *of, "--samples", "20").out)["transfers"]
    assert {one["source"] for one in carried} == {"*-en news", "*-en email", "*-en manual"}
    assert all(one["variation"]["chunks"] > 1 for one in carried)
    (accepted,) = json.loads(karat("accept", DEMO, *of, "--samples", "20").out)["dimensions"]
    assert {cell["language_pair"] for cell in accepted["cells"]} == {"*-en"}


def test_kinds_of_systems(karat: Karat, tmp_path: Path) -> None:
    """One line for all is tested against a line for each kind, from a table or as one types it."""
    table = tmp_path / "labels.tsv"
    kinds = {"aurora": "neural", "birch": "neural", "cobalt": "neural", "dune": "LLM", "elm": "LLM"}
    table.write_text(
        "".join(f"{name}\t{kind}\n" for name, kind in {"system": "label", **kinds}.items()), encoding="utf-8"
    )
    of = ("calibrate", DEMO, "-m", "bleu", "--human", "adequacy", "--by", "language-pair", "--samples", "100")
    typed = ("--system-labels", "neural=aurora,birch,cobalt", "LLM=dune,elm")
    outcome = karat(*of, "--system-labels", table, "--format", "table")
    assert "Does the line depend on the kind of system?" in outcome.out
    assert "can't tell" in outcome.out
    first, second = (
        json.loads(karat(*of, *labels, "--format", "json").out)["label_tests"]
        for labels in (("--system-labels", table), typed)
    )
    assert first == second
    assert first[0]["systems"] == kinds
    cells = json.loads(karat(*of, *typed, "--by-label", "--format", "json").out)["calibrations"]
    assert [(one["system_label"], len(one["systems"])) for one in cells] == [("neural", 3)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--by-label",), ("--system-labels",)),
        (("--system-labels", "neural=nobody"), ("There is no system 'nobody'",)),
        (("--system-labels", "neural="), ("'neural=' names no systems", "NAME=SYSTEM,SYSTEM")),
        (("--system-labels", "neural=aurora", "LLM=aurora"), ("two labels",)),
        (("--system-labels", "neural=aurora", "--together"), ("--together",)),
        (("--system-labels", "neural=aurora", "--level", "document"), ("--level",)),
    ],
)
def test_labels_that_are_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """Before anything is fitted."""
    refused(karat("calibrate", DEMO, "-m", "bleu", "chrf", "--human", "adequacy", *arguments), *words)


def test_systems_without_a_label_are_named(karat: Karat) -> None:
    """Nothing is left out in silence."""
    labels = ("--system-labels", "neural=aurora,birch", "LLM=cobalt,dune")
    outcome = karat("calibrate", DEMO, "-m", "bleu", "--human", "adequacy", *labels)
    assert "elm has no label" in outcome.err


def test_each_reference_by_itself(karat: Karat) -> None:
    """Lines against each, their mean and SD; of transfers, the variation of chunks against each."""
    of = ("-m", "bleu", "--human", "adequacy", "--each-reference")
    outcome = karat("calibrate", DEMO, *of, "--by", "language-pair", "--format", "table")
    assert "Lines against each reference by itself" in outcome.out
    for name in ("reference 1", "reference 2", "(mean)", "(SD)", "(together)"):
        assert f" {name} " in outcome.out
    written = json.loads(karat("calibrate", DEMO, *of, "--by", "language-pair", "--format", "json").out)
    (lines,) = written["references"]
    slopes = [one["slope"] for one in lines["alone"].values()]
    assert lines["means"]["slope"] == pytest.approx(sum(slopes) / 2)
    carried = karat("transfer", DEMO, *of, "--from", "news", "--samples", "20", "--format", "table")
    assert "adequacy  BLEU [reference 2]  de-en news" in carried.out


def test_how_far_chunks_vary(karat: Karat) -> None:
    """Table 2 of the paper: mean and SD over chunks, their size, and r, slope and intercept of each in JSON."""
    of = ("transfer", DEMO, "-m", "bleu", "--human", "adequacy", "--from", "news", "--samples", "20")
    outcome = karat(*of, "--format", "table")
    assert "Mean and SD over chunks of the baseline" in outcome.out
    first = json.loads(karat(*of, "--format", "json").out)["transfers"][0]["variation"]
    assert len(first["each"]) == first["chunks"] == 4
    assert first["means"]["r"] == pytest.approx(sum(one["r"] for one in first["each"]) / 4)
    assert first["words"] > first["segments"]
    fewer = json.loads(karat(*of, "--chunk-words", "160", "--format", "json").out)["transfers"][0][
        "variation"
    ]
    assert fewer["chunks"] == 2
    refused(karat(*of, "--chunks", "2", "--chunk-words", "100"), "--chunk-words")


def test_all_cells_are_tested_together(karat: Karat) -> None:
    """karat transfer has one joint test of three text types beside the pairs, in tables and in JSON."""
    asked = ("transfer", DEMO, "-m", "bleu", "--human", "adequacy", "--samples", 50, "--format")
    (joint,) = json.loads(karat(*asked, "json").out)["joint"]
    assert joint["cells"] == ["de-en news", "de-en email", "de-en manual"]
    assert (joint["slopes"]["added"], joint["intercepts"]["added"], joint["with_texts"]) == (2, 2, True)
    table = karat(*asked, "table").out
    assert "One line for all cells?" in table
    assert joint["verdict"] in table
    assert (
        "One line for all cells?"
        not in karat(*asked[:-1], "--from", "news", "--to", "email", *asked[-1:], "table").out
    )
