"""Metrics without a value for a part of the text, a system or everything: no command takes that for a number."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.computations import compute_once
from tests.cli.conftest import refused

from karat import demo

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Karat

Row = dict[str, Any]
QUICK = ["--samples", "100"]
CALLS = {
    "score": ["score", "DATA", "--by", "text-type"],
    "segments": ["score", "DATA", "--segments"],
    "compare": ["compare", "DATA", "--by", "text-type", *QUICK],
    "agree": ["agree", "DATA", "--by", "text-type", *QUICK],
    "agree in segments": ["agree", "DATA", "--level", "segment", *QUICK],
    "calibrate": ["calibrate", "DATA", "--by", "text-type"],
    "accept": ["accept", "DATA", *QUICK],
    "transfer": ["transfer", "DATA", "--by", "text-type", *QUICK],
    "power": ["power", "DATA", *QUICK],
    "check": ["check", "DATA"],
    "buckets": ["buckets", "DATA"],
    "variation": ["diagnose", "variation", "DATA"],
    "sensitivity": ["diagnose", "sensitivity", "DATA", "--system", "elm", "--damages", "shuffle", *QUICK],
    "explain": ["explain", "METRIC", "DATA", "--system", "elm", "--segment", "20"],
}
# The page takes seconds: it is made where NEE is undefined for a text type, and for a chunk.
PAGES = {"NEE in one document", "NEE in some chunks"}
NO_SCORES = {"variation", "sensitivity", "explain"}  # they need the text
NUMBERS = re.compile(r"(?<![\w<])(?:nan|NaN)(?!\w)")


def marked(row: Row) -> None:
    """The first word of both references is a person."""
    references = (text.split(" ", 1) for text in row["references"])
    row["references"] = [f'<ENAMEX TYPE="PERSON">{first}</ENAMEX> {rest[0]}' for first, *rest in references]


def one_document(row: Row) -> None:
    """Entities in one document, so that most chunks and two of three text types have none."""
    if row["doc_id"] == "news.1":
        marked(row)


def some_chunks(row: Row) -> None:
    """Entities in every text type, in half of its documents."""
    if row["doc_id"].endswith((".1", ".2")):
        marked(row)


def nowhere(_: Row) -> None:
    """Entities nowhere."""


def no_output(row: Row) -> None:
    """A text type that no system translated."""
    if row["domain"] == "email":
        row["hypothesis"] = ""


def no_text(row: Row) -> None:
    """A text type without text."""
    if row["domain"] == "email":
        row["hypothesis"], row["references"] = "", ["", ""]


# What is done to the demo data, and the metric; a metric `scores` is one from elsewhere.
CASES: dict[str, tuple[Callable[[Row], None], str]] = {
    "NEE in one document": (one_document, "nee"),
    "NEE in some chunks": (some_chunks, "nee:unit=segment"),
    "NEE nowhere": (nowhere, "nee"),
    "NEE-precision": (some_chunks, "nee-precision"),
    "AEv of no output": (no_output, "aev"),
    "BLEU of no text": (no_text, "bleu"),
    "TER of no text": (no_text, "ter"),
    "scores of one text type": (lambda row: row.update(missing=row["domain"] != "news"), "scores"),
    "scores without a system": (lambda row: row.update(missing=row["system"] == "dune"), "scores"),
}


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the changed demo data and its judgements; the metric."""
    change, metric = CASES[request.param]
    folder: Path = tmp_path_factory.mktemp("undefined")
    rows = [json.loads(line) for line in demo.segments_path().read_text(encoding="utf-8").splitlines()]
    for row in rows:
        change(row)
    scores = [
        f"{row['system']}\t{row['seg_id']}\t{'' if row.pop('missing', False) else len(row['hypothesis']) % 17}"
        for row in rows
    ]
    lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    (folder / "segments.jsonl").write_text(lines, encoding="utf-8")
    judged = demo.judgements_path().read_text(encoding="utf-8")
    (folder / "judgements.jsonl").write_text(judged, encoding="utf-8")
    (folder / "scores.tsv").write_text("\n".join(["system\tsegment\tEXT", *scores, ""]), encoding="utf-8")
    return folder, metric


@pytest.mark.parametrize("case", sorted(PAGES), indirect=True)
def test_a_page(case: tuple[Path, str], karat: Karat) -> None:
    """The report is written, and its findings have no NaN."""
    folder, metric = case
    outcome = karat("report", folder, *QUICK, "-o", folder / "page.html", "-m", metric)
    assert outcome.code == 0, outcome.err
    assert NUMBERS.search(outcome.out) is None


@pytest.mark.parametrize("name", CALLS)
def test_undefined_stays_undefined(
    name: str, case: tuple[Path, str], karat: Karat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command answers, or refuses in one line; what has no value is null in JSON, never NaN."""
    compute_once(name, {}, monkeypatch)
    folder, metric = case
    if metric == "scores" and name in NO_SCORES:
        metric = "nee"
    given = {"DATA": str(folder), "METRIC": metric}
    call = [given.get(word, word) for word in CALLS[name]]
    if metric == "scores":
        call += ["--scores", str(folder / "scores.tsv"), "--missing-scores"]
    elif name != "explain":
        call += ["-m", metric]
    for form in ("json", "table"):
        outcome = karat(*call, "--format", form)
        assert outcome.code in (0, 2), outcome.err
        if outcome.code == 0:
            assert NUMBERS.search(outcome.out) is None
        if outcome.code == 0 and form == "json":
            json.loads(outcome.out, parse_constant=pytest.fail)


def test_a_cell_without_entities_leaves_the_others(
    karat: Karat, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """`karat transfer` goes on with the cells and metrics that have values, and names those that have none."""
    folder: Path = tmp_path_factory.mktemp("cells")
    rows = [json.loads(line) for line in demo.segments_path().read_text(encoding="utf-8").splitlines()]
    for row in rows:
        if row["domain"] != "manual":
            marked(row)
    lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    (folder / "segments.jsonl").write_text(lines, encoding="utf-8")
    judged = demo.judgements_path().read_text(encoding="utf-8")
    (folder / "judgements.jsonl").write_text(judged, encoding="utf-8")
    code, out, err = karat("transfer", folder, "-m", "bleu", "nee", *QUICK, "--format", "json")
    assert code == 0, err
    assert "No calibration of NEE and adequacy in" in err
    assert "manual" in out
    assert '"NEE' in out


def test_no_prediction_without_a_score(karat: Karat, tmp_path: Path) -> None:
    """An output without entities is not predicted from NEE; even when forced, there is no number."""
    lines = []
    for line in demo.segments_path().read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        some_chunks(row)
        lines.append(f"{json.dumps(row, ensure_ascii=False)}\n")
    (tmp_path / "segments.jsonl").write_text("".join(lines), encoding="utf-8")
    judged = demo.judgements_path().read_text(encoding="utf-8")
    (tmp_path / "judgements.jsonl").write_text(judged, encoding="utf-8")
    calibration = tmp_path / "nee.json"
    assert karat("calibrate", tmp_path, "-m", "nee", "--by", "language-pair", "-o", calibration).code == 0
    call = ("predict", calibration, demo.path(), "--human", "adequacy")
    refused(karat(*call), "NEE has no score of this output")
    forced = karat(*call, "--force", "--format", "json")
    assert forced.code == 0, forced.err
    predictions = json.loads(forced.out, parse_constant=pytest.fail)["predictions"]
    assert {(one["value"], one["verdict"], one["forced"]) for one in predictions} == {
        (None, "refused", False)
    }
