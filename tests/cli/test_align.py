"""`--align document`: every command that reads texts takes those whose lines do not match."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo, read

if TYPE_CHECKING:
    from pathlib import Path

QUICK = ("--samples", "100")


@pytest.fixture(scope="module")
def articles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo data, in which systems merge the first two lines of each document."""
    corpus = read(demo.segments_path())
    root = tmp_path_factory.mktemp("articles")
    documents = list(corpus.documents or ())
    rows: list[dict[str, str | None]] = []
    for document in dict.fromkeys(documents):
        places = [place for place, label in enumerate(documents) if label == document]
        rows += [{"doc_id": document, "reference": corpus.references.streams[0][place]} for place in places]
        for name in ("aurora", "birch", "cobalt", "dune"):
            first, second, *others = [corpus.systems[name][place] for place in places]
            lines = [f"{first} {second}", *others]
            rows += [{"doc_id": document, "system": name, "hypothesis": line} for line in lines]
            (root / name).mkdir(exist_ok=True)
            (root / name / f"{document}.txt").write_text("\n".join(lines), encoding="utf-8")
        (root / "reference").mkdir(exist_ok=True)
        lines = [str(corpus.references.streams[0][place]) for place in places]
        (root / "reference" / f"{document}.txt").write_text("\n".join(lines), encoding="utf-8")
    (root / "articles.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    judged = ["judge\tsystem\tdocument\tdimension\tvalue\tscale"]
    judged += [
        f"{judge}\t{name}\t{document}\tadequacy\t{value - place % 2}\t1-5"
        for judge in ("first", "second")
        for name, value in (("aurora", 5), ("birch", 4), ("cobalt", 2), ("dune", 3))
        for place, document in enumerate(dict.fromkeys(documents))
    ]
    (root / "judged.tsv").write_text("\n".join(judged) + "\n", encoding="utf-8")
    return root


def test_texts_are_scored_by_document(articles: Path, karat: Karat) -> None:
    """Rows and folders give the same scores, which are those of whole documents."""
    rows = karat("score", articles / "articles.jsonl", "--align", "document", "-m", "bleu", "chrf")
    assert rows.code == 0
    assert karat("score", articles, "--align", "document", "-m", "bleu", "chrf").out == rows.out
    names = ["aurora", "birch", "cobalt", "dune"]
    texts = [articles / name for name in names]
    folders = karat(
        "score", *texts, "-r", articles / "reference", "--align", "document", "-m", "bleu", "chrf"
    )
    assert folders.out == rows.out


def test_the_output_tells(articles: Path, karat: Karat) -> None:
    """Documents are called documents, and the recipe says how the texts were aligned."""
    shown = karat("score", articles, "--align", "document", "--format", "table").out
    assert "documents   12" in shown
    assert "|refs:1|align:document" in shown
    scores = json.loads(karat("score", articles, "--align", "document", "--segments", "--format", "json").out)
    assert scores["segments"][0]["recipe"].endswith("|align:document")


def test_comparisons_resample_documents(articles: Path, karat: Karat) -> None:
    """The unit of a comparison is the document, and its recipe says so."""
    found = karat("compare", articles, "--align", "document", *QUICK, "--format", "json")
    assert "|refs:1|align:document|samples:" in json.loads(found.out)["comparisons"][0]["recipe"]
    assert json.loads(found.out)["comparisons"][0]["units"] == 12


def test_judgements_of_documents(articles: Path, karat: Karat) -> None:
    """Metrics are measured against what people said of documents."""
    judged = ("--human-scores", articles / "judged.tsv")
    level = ("--level", "system", "segment")
    found = karat("agree", articles, "--align", "document", *judged, *level, *QUICK, "--format", "json")
    assert found.code == 0, found.err
    assert '"metric_recipe": "BLEU|order:4' in found.out
    assert "|align:document" in found.out
    refused(karat("agree", articles / "articles.jsonl", "--align", "document", *QUICK), "has no human scores")


def test_reports_are_reproduced(articles: Path, karat: Karat, tmp_path: Path) -> None:
    """The page says how the texts were aligned, and its figures are made again where the texts are."""
    pytest.importorskip("vl_convert", reason="the extra report is not installed")
    page = tmp_path / "page.html"
    made = karat("report", articles, "--align", "document", "-m", "bleu", *QUICK, "-o", page)
    assert made.code == 0, made.err
    assert "align:document" in page.read_text(encoding="utf-8")
    refused(karat("reproduce", page), "it is not below", "--data")
    assert karat("reproduce", page, "--data", articles).code == 0


def test_other_commands_take_it(articles: Path, karat: Karat) -> None:
    """Checks and power need nothing more."""
    for command in ("check", "power", "buckets"):
        done = karat(command, articles, "--align", "document", "--systems", "aurora", "birch")
        assert done.code == 0, (command, done.err)


def test_refusals_name_the_option(articles: Path, karat: Karat, tmp_path: Path) -> None:
    """Whoever is refused because lines differ reads what to type."""
    (tmp_path / "short.txt").write_text("one\n")
    (tmp_path / "long.txt").write_text("one\ntwo\n")
    refused(karat("score", tmp_path / "short.txt", "-r", tmp_path / "long.txt"), "--align document")
    refused(karat("score", articles), "--align document")
    refused(karat("score", articles / "aurora", "-r", articles / "reference"), "--align document")
    texts = ("score", tmp_path / "short.txt", "-r", tmp_path / "long.txt", "--align", "document")
    refused(karat(*texts), "--documents")
    refused(karat(*texts, "--documents", tmp_path / "long.txt"), "has 1 segment")
    refused(
        karat(
            "score",
            articles / "aurora",
            "-r",
            articles / "reference",
            "--align",
            "document",
            "--documents",
            tmp_path / "long.txt",
        ),
        "--documents",
    )


def test_a_calibration_holds_for_its_own_alignment(articles: Path, karat: Karat, tmp_path: Path) -> None:
    """Scores of documents are not predicted from those of segments, nor the other way round."""
    file = tmp_path / "documents.json"
    judged = ("--human-scores", articles / "judged.tsv", "--align", "document")
    made = karat("calibrate", articles / "articles.jsonl", "-m", "bleu", *judged, "-o", file)
    assert made.code == 0
    texts = (demo.segments_path(), "--systems", "aurora")
    refused(karat("predict", file, *texts), "texts aligned by document", "--align document")
    assert "aligned by" not in karat("predict", file, *texts, "--align", "document").err
    line = tmp_path / "lines.json"
    of = ("-m", "bleu", "--human", "adequacy", "--by", "language-pair", "-o", line)
    assert karat("calibrate", demo.path(), *of).code == 0
    refused(karat("predict", line, *texts, "--align", "document"), "aligned by segment", "--align segment")


def test_an_unknown_alignment_is_refused(articles: Path, karat: Karat) -> None:
    """There are two."""
    refused(karat("score", articles, "--align", "paragraph"), "segment, document")


def test_an_empty_document_is_noted(articles: Path, karat: Karat, tmp_path: Path) -> None:
    """It counts as an empty translation, and a note names it."""
    for file in (articles / "aurora").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "news.1.txt").write_bytes(b"")
    done = karat("score", tmp_path, "-r", articles / "reference", "--align", "document", "-q")
    assert done.code == 0
    assert "has no text in 1 of 12 documents: 'news.1'" in done.err
