"""`karat agree` on judgements, and on a test set in mt-metrics-eval's layout."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo

if TYPE_CHECKING:
    from pathlib import Path

FEW = ("--samples", 50, "--format", "json")
SYSTEMS = ("A", "B", "C", "D")
SEGMENTS = 6


@pytest.fixture
def test_set(write: Write) -> Path:
    """Four systems, each with one more wrong word than the one before; people and a metric say so."""
    references = [f"the cat number {number} sat on the old mat" for number in range(SEGMENTS)]
    folder = write("references/en-de.refA.txt", "".join(f"{line}\n" for line in references)).parent.parent
    human, metric = [], []
    for errors, system in enumerate(SYSTEMS, 1):
        lines = [" ".join(["_"] * errors + line.split()[errors:]) for line in references]
        write(f"system-outputs/en-de/{system}.txt", "".join(f"{line}\n" for line in lines))
        human += [f"{system}\t{-errors - place % 2}\n" for place in range(SEGMENTS)]
        metric += [f"{system}\t{1 - errors / 10 + place / 100}\n" for place in range(SEGMENTS)]
    write("human-scores/en-de.mqm.seg.score", "".join(human))
    write("metric-scores/en-de/COMET-refA.seg.score", "".join(metric))
    return folder


def test_a_test_set_loads_with_one_command(karat: Karat, test_set: Path) -> None:
    """Texts, people's scores and the scores of metrics come from the folder."""
    code, out, err = karat("agree", test_set, "-m", "bleu", *FEW)
    assert (code, err) == (0, "")
    rows = [row for row in json.loads(out)["agreements"] if row["statistic"] == "pearson"]
    found = {(row["metric"], row["human"]): row["value"] for row in rows if row["level"] == "system"}
    assert found.keys() == {("BLEU", "mqm"), ("COMET-refA", "mqm")}
    assert found["COMET-refA", "mqm"] == pytest.approx(1)
    assert found["BLEU", "mqm"] > 0.9


def test_stored_files_as_mt_metrics_eval_names_them(karat: Karat, write: Write, test_set: Path) -> None:
    """Files of scores of segments, of systems and of ratings are taken one by one, and ranked."""
    whole = "".join(f"{system}\t{9 - place}\n" for place, system in enumerate((*SYSTEMS, "refA")))
    of_systems = write("BLEU-refA.sys.score", whole)
    of_segments = test_set / "metric-scores" / "en-de" / "COMET-refA.seg.score"
    error = {"start": 0, "end": 3, "severity": "major", "score": 5}
    ratings = [
        f"{system}\t{json.dumps({'errors': [error] * place})}\tanna\n"
        for place, system in enumerate(SYSTEMS)
        for _ in range(SEGMENTS)
    ]
    rated = write("spans.seg.rating", "".join(ratings))
    for taken, named in ((of_systems, {"BLEU-refA"}), (of_segments, {"COMET-refA"}), (rated, {"spans"})):
        found = karat("agree", test_set, "--scores", taken, *FEW)
        assert found.err == ""
        rows = [row for row in json.loads(found.out)["agreements"] if row["statistic"] == "pearson"]
        assert ({row["metric"] for row in rows}, found.err) == (named, "")
        assert rows[0]["value"] == pytest.approx(1)
    judged = karat("agree", test_set, "--human-scores", rated, *FEW)
    assert judged.err == ""
    rated_by_people = json.loads(judged.out)["agreements"]
    assert {row["human"] for row in rated_by_people} == {"mqm", "spans"}
    ranked = karat(
        "agree", test_set, "--scores", of_systems, of_segments, "--ranking", "--rank-by", "accuracy", *FEW
    )
    assert ranked.err == ""
    (ranking,) = json.loads(ranked.out)["rankings"]
    assert {row["metric"] for row in ranking["metrics"]} == {"BLEU-refA", "COMET-refA"}


def test_names_choose_among_the_scores_of_a_folder(karat: Karat, write: Write, test_set: Path) -> None:
    """--score-names takes stored metrics with or without their reference, and nothing else is measured."""
    whole = "".join(f"{system}\t{9 - place}\n" for place, system in enumerate(SYSTEMS))
    write("metric-scores/en-de/BLEU-refA.sys.score", whole)
    write("metric-scores/en-de/BLEU-refB.sys.score", whole)

    def taken(*names: str) -> list[str]:
        rows = json.loads(karat("agree", test_set, "--score-names", *names, *FEW).out)["agreements"]
        return list(dict.fromkeys(row["metric"] for row in rows))

    assert taken("COMET-refA") == ["COMET-refA"]
    assert taken("BLEU") == ["BLEU-refA", "BLEU-refB"]
    assert taken("COMET", "BLEU-refB") == ["COMET-refA", "BLEU-refB"]
    refused(karat("agree", test_set, "--score-names", "chrF", *FEW), "no score 'chrF'. Known: BLEU-refA")
    refused(karat("score", test_set, "--score-names", "COMET-refA"), "--score-names is for --scores")


def test_several_language_pairs(karat: Karat, write: Write, test_set: Path) -> None:
    """All pairs of a test set are measured, or the one whose folder is named; other commands need one."""
    for name in ("references/{}.refA.txt", "human-scores/{}.mqm.seg.score", "system-outputs/{}/{}.txt"):
        for system in SYSTEMS if name.startswith("system") else ("",):
            text = (test_set / name.format("en-de", system)).read_text()
            write(name.format("en-fr", system), text)

    for asked, expected in (
        (test_set, ["en-de", "en-fr"]),
        (test_set / "system-outputs" / "en-fr", ["en-fr"]),
    ):
        rows = json.loads(karat("agree", asked, "-m", "bleu", *FEW).out)["agreements"]
        assert list(dict.fromkeys(row["data"] for row in rows)) == expected
    assert karat("agree", test_set, "-m", "bleu", "--by", "language-pair", *FEW).code == 0
    refused(karat("score", test_set), "Name the folder of one:")
    assert karat("score", test_set / "system-outputs" / "en-fr").code == 0


def values(out: str) -> dict[tuple[str, str, str], float]:
    """What was printed, by people, level and statistic."""
    rows = json.loads(out)["agreements"]
    return {(row["human"], row["level"], row["statistic"]): row["value"] for row in rows}


def test_judgements_beside_texts(karat: Karat) -> None:
    """A table of single judgements is made scores: the mean of the judges."""
    code, out, err = karat(
        "agree", demo.segments_path(), "-m", "bleu", "--human-scores", demo.judgements_path(), *FEW
    )
    assert (code, err) == (0, "")
    found = values(out)
    assert {human for human, *_ in found} == {"adequacy", "fluency"}
    assert values(karat("agree", demo.path(), "-m", "bleu", *FEW)[1]) == found


def test_a_scale_whose_low_end_is_good(karat: Karat, write: Write) -> None:
    """The scale says which end is good: ranks track what they turn round."""
    lines = demo.judgements_path().read_text(encoding="utf-8").splitlines()
    turned = [
        {**row, "value": 6 - row["value"], "scale": "1..5:ordinal:lower"} for row in map(json.loads, lines)
    ]
    file = write("turned.jsonl", "".join(f"{json.dumps(row)}\n" for row in turned))
    plain = values(karat("agree", demo.path(), "-m", "bleu", *FEW)[1])
    other = values(karat("agree", demo.segments_path(), "-m", "bleu", "--human-scores", file, *FEW)[1])
    key = ("adequacy", "system", "accuracy")
    assert other[key] == plain[key]


def test_a_judgement_outside_its_scale(karat: Karat, write: Write) -> None:
    """Bad judgements are refused with their line."""
    bad = write(
        "bad.jsonl",
        '{"judge": "j", "system": "aurora", "seg_id": 0, "dimension": "adequacy", "scale": "1-5", "value": 9}\n',
    )
    refused(
        karat("agree", demo.segments_path(), "-m", "bleu", "--human-scores", bad), "bad.jsonl, line 1", "9"
    )


def test_names_in_human_scores_that_differ(karat: Karat, write: Write, test_set: Path) -> None:
    """A system may have another name in a file of scores, and systems that the data lack are listed."""
    lines = [f"{name}\t{place}\n" for place, name in enumerate(("A", "B", "C", "HUMAN-D", "demo"))]
    scores = write("asd.sys.score", "".join(lines))
    refused(karat("agree", test_set, "--human-scores", scores, *FEW), "'HUMAN-D' is no system")
    asked = ("agree", test_set, "--human-scores", scores, "--human", "asd", "--system-aliases")
    code, out, err = karat(*asked, "HUMAN-D=D", "--known-systems", *FEW)
    assert code == 0
    assert "demo" in err
    assert {len(row["systems"]) for row in json.loads(out)["agreements"]} == {4}
    refused(karat(*asked, "HUMAN-D"), "HUMAN-C=refC")
    refused(karat(*asked, "HUMAN-D=Z"), "'Z'")


def test_tables_of_systems_without_texts(karat: Karat, write: Write) -> None:
    """Scores of metrics and of people for whole systems are enough; what needs texts is refused."""
    people = "system\tis_human\thuman_da\nA\tno\t4\nB\tno\t3\nC\tno\t1\nD\tno\t2\nperson\tyes\t9\n"
    human = write("systems.tsv", people)
    wide = write("metrics.tsv", "metric\tA\tB\tC\tD\nBLEU\t4\t3\t1\t2\nTER\t1\t2\t4\t3\n")
    single = write("COMET.sys.score", "A 4\nB\t3\nC 2\nD 1\n")
    asked = ("agree", "--scores", wide, single, "--human-scores", human)
    code, out, err = karat(*asked, "--lower-is-better", "TER", *FEW)
    assert (code, err) == (0, "")
    rows = [row for row in json.loads(out)["agreements"] if row["statistic"] in ("pearson", "accuracy")]
    found = {(row["metric"], row["statistic"]): row["value"] for row in rows}
    assert found["BLEU", "pearson"] == pytest.approx(1)
    assert found["TER", "pearson"] == pytest.approx(1)
    assert found["COMET", "accuracy"] == pytest.approx(5 / 6)
    assert {len(row["systems"]) for row in rows} == {4}
    chosen = json.loads(karat(*asked, "--score-names", "COMET", *FEW).out)["agreements"]
    assert {row["metric"] for row in chosen} == {"COMET"}
    refused(karat(*asked, "-m", "chrf"), "score texts")
    refused(karat(*asked, "--level", "segment"), "--level is system")
    refused(karat(*asked, "--order-sweep"), "--order-sweep needs texts")
    rated = write("mqm.seg.score", "A\t1\nB\t2\n")
    refused(karat("agree", "--scores", wide, "--human-scores", rated), "scores of segments")


@pytest.mark.shared
def test_real_tables_of_systems(karat: Karat, shared_data: Path) -> None:
    """WMT23 English-German: BLEU with MQM from the tables alone is what the texts give."""
    pack = shared_data / "wmt23.en-de"
    out = karat(
        "agree", "--scores", pack / "metric_scores_sys.tsv", "--human-scores", pack / "systems.tsv",
        "--human", "mqm", "--score-names", "BLEU-refA", *FEW,
    ).out  # fmt: skip
    found = {row["statistic"]: round(row["value"], 3) for row in json.loads(out)["agreements"]}
    assert (found["pearson"], found["accuracy"], found["kendall"]) == (0.917, 0.894, 0.788)
