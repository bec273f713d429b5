"""`karat score`: figures, and the shapes they are printed in."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Karat
from tests.golden import files as golden

import karat as package
from karat import demo

Write = Callable[[str, bytes | str], Path]

METRICS = ("-m", "bleu", "chrf", "chrf++", "ter")
TWO = ("reference-1.txt", "reference-2.txt")


def settled(text: str) -> str:
    """Output without what changes with releases and with a computer's last digits."""
    text = text.replace(package.__version__, "VERSION")
    return re.sub(r"\d+\.\d{7,}", lambda found: f"{float(found[0]):.6f}", text)


def sacrebleu(
    folder: Path, system: str, metric: str, *options: str, references: tuple[str, ...] = TWO
) -> Any:
    """What sacreBLEU's own command says."""
    command = [sys.executable, "-m", "sacrebleu", *references, "-i", f"{system}.txt", "-m", metric]
    arguments = [*command, *options, "--width", "12", "--format", "json"]
    done = subprocess.run(arguments, capture_output=True, check=True, cwd=folder)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("metric", "options", "theirs"),
    [
        ("bleu", (), ()),
        ("bleu", ("--lowercase",), ("--lowercase",)),
        ("bleu", ("--tokenize", "intl"), ("--tokenize", "intl")),
        ("bleu", ("--smoothing", "floor"), ("--smooth-method", "floor")),
        ("chrf", (), ()),
        ("chrf", ("--word-order", "2"), ("--chrf-word-order", "2")),
        ("chrf", ("--spaces", "keep", "--char-order", "4"), ("--chrf-whitespace", "--chrf-char-order", "4")),
        ("ter", (), ()),
        ("ter", ("--ter-normalized", "--case-sensitive"), ("--ter-normalized", "--ter-case-sensitive")),
    ],
)
def test_figures_are_those_of_sacrebleus_command(
    karat: Karat, texts: Path, metric: str, options: tuple[str, ...], theirs: tuple[str, ...]
) -> None:
    """Karat's command and sacreBLEU's give the same figure and signature for the same files."""
    expected = sacrebleu(texts, "dune", metric, *theirs)
    references = [texts / name for name in TWO]
    out = karat(
        "score", texts / "dune.txt", "-r", *references, "-m", metric, *options, "--format", "json"
    ).out
    (score,) = json.loads(out)["scores"]
    assert score["value"] == pytest.approx(expected["score"], abs=1e-9)
    assert sorted(score["sacrebleu_signature"].split("|")) == sorted(expected["signature"].split("|"))


def test_tab_separated_by_default_when_nobody_looks(karat: Karat, texts: Path) -> None:
    """Piped output has a header and a row for each system, the best first."""
    code, out, err = karat("score", texts / "elm.txt", texts / "aurora.txt", "-r", texts / TWO[0], *METRICS)
    assert (code, err) == (0, "")
    golden.check("score.tsv", out)


@pytest.mark.parametrize("form", ["table", "latex", "json"])
def test_formats(karat: Karat, texts: Path, form: str) -> None:
    """Every format is what its golden file holds."""
    systems = [texts / f"{name}.txt" for name in ("elm", "aurora", "dune")]
    code, out, err = karat(
        "score", *systems, "-r", *(texts / name for name in TWO), "-m", "bleu", "ter", "--format", form
    )
    assert (code, err) == (0, "")
    golden.check(f"score.{form}.txt", settled(out))


def test_quiet_prints_numbers_in_the_order_given(karat: Karat, texts: Path) -> None:
    """-q gives one line for each system and nothing else, not sorted."""
    out = karat("score", texts / "elm.txt", texts / "aurora.txt", "-r", texts / TWO[0], *METRICS, "-q").out
    rows = [[float(field) for field in line.split("\t")] for line in out.splitlines()]
    assert [len(row) for row in rows] == [4, 4]
    assert rows[0][0] < rows[1][0]


@pytest.mark.parametrize("digits", [0, 1, 7])
def test_width_is_the_number_of_digits(karat: Karat, texts: Path, digits: int) -> None:
    """--width sets the digits after the point."""
    out = karat("score", texts / "elm.txt", "-r", texts / TWO[0], "-q", "--width", digits).out.strip()
    assert len(out.partition(".")[2]) == digits


def test_json_has_full_precision_and_the_order_given(karat: Karat, texts: Path) -> None:
    """JSON holds every figure as it is, systems as they were named, and the version."""
    out = karat(
        "score", texts / "elm.txt", texts / "aurora.txt", "-r", texts / TWO[0], "--format", "json"
    ).out
    document = json.loads(out)
    assert document["karat"] == package.__version__
    assert [score["system"] for score in document["scores"]] == ["elm", "aurora"]
    bleu = package.Bleu()
    aurora, reference = (
        (texts / name).read_text(encoding="utf-8").splitlines() for name in ("aurora.txt", TWO[0])
    )
    assert document["scores"][1]["value"] == bleu.value(bleu.count(aurora, reference).total())
    assert document["left_out"] == []


def test_standard_input_is_a_hypothesis(installed: Karat, texts: Path) -> None:
    """`-` reads what is piped."""
    piped = (texts / "elm.txt").read_bytes()
    from_pipe = installed("score", "-", "-r", texts / TWO[0], "-q", stdin=piped)
    assert from_pipe == installed("score", texts / "elm.txt", "-r", texts / TWO[0], "-q")
    assert (
        installed("score", "-", "-r", texts / TWO[0], stdin=piped).out.splitlines()[1].startswith("stdin\t")
    )


def test_a_corpus_holds_systems_and_references(karat: Karat, texts: Path) -> None:
    """A file of segments gives the same figures as the same texts in many files."""
    systems = [texts / f"{name}.txt" for name in ("aurora", "birch", "cobalt", "dune", "elm", "human")]
    references = [texts / name for name in TWO]
    apart = karat("score", *systems, "-r", *references, *METRICS)
    assert karat("score", demo.segments_path(), *METRICS) == apart
    assert karat("score", demo.path(), *METRICS) == apart


def test_systems_choose_from_a_corpus(karat: Karat) -> None:
    """--systems takes the named ones."""
    out = karat("score", demo.segments_path(), "--systems", "elm", "dune", "-m", "ter").out
    assert [line.split("\t")[0] for line in out.splitlines()] == ["system", "dune", "elm"]


def test_systems_name_the_hypotheses(karat: Karat, texts: Path) -> None:
    """--systems says what plain text files are called."""
    out = karat("score", texts / "elm.txt", "-r", texts / TWO[0], "--systems", "my system").out
    assert out.splitlines()[1].startswith("my system\t")


@pytest.mark.parametrize("form", ["tsv", "table", "json", "latex"])
def test_by_text_type(karat: Karat, form: str) -> None:
    """A table for each metric: text types as rows, systems as columns."""
    options = ("--systems", "aurora", "birch", "--by", "text-type", "-m", "bleu", "ter", "--format", form)
    code, out, _ = karat("score", demo.segments_path(), *options)
    assert code == 0
    golden.check(f"by-text-type.{form}.txt", settled(out))


def test_labels_of_plain_text_come_from_files(karat: Karat, texts: Path) -> None:
    """--documents and --text-types give plain text what a corpus file has."""
    labels = ("--documents", texts / "documents.txt", "--text-types", texts / "text_types.txt")
    references = [texts / name for name in TWO]
    files = (texts / "aurora.txt", texts / "birch.txt", "-r", *references, *labels)
    for level in ("document", "text-type"):
        from_texts = karat("score", *files, "--by", level)
        assert from_texts.code == 0
        assert from_texts == karat(
            "score", demo.segments_path(), "--systems", "aurora", "birch", "--by", level
        )


def test_segments_have_a_row_each(karat: Karat) -> None:
    """--segments has system, number, document and a column for each metric."""
    out = karat("score", demo.segments_path(), "--segments", "-m", "chrf", "ter").out
    header, *rows = [line.split("\t") for line in out.splitlines()]
    assert header == ["system", "segment", "document", "chrF2", "TER"]
    assert len(rows) == 6 * 48
    assert rows[0][:3] == ["aurora", "1", "news.1"]
    assert rows[-1][:3] == ["human", "48", "manual.4"]


def test_segments_equal_sacrebleus_sentence_level(karat: Karat, texts: Path) -> None:
    """With --effective-order a segment's BLEU is sacreBLEU's."""
    from sacrebleu.metrics.bleu import BLEU

    reference = (texts / TWO[0]).read_text(encoding="utf-8").splitlines()
    output = (texts / "dune.txt").read_text(encoding="utf-8").splitlines()
    bleu = BLEU(effective_order=True)
    expected = [bleu.sentence_score(a, [b]).score for a, b in zip(output, reference, strict=True)]
    options = ("--segments", "--effective-order", "-q", "-w", "12")
    out = karat("score", texts / "dune.txt", "-r", texts / TWO[0], *options).out
    assert [float(line) for line in out.splitlines()] == pytest.approx(expected, abs=1e-9)


def test_short_segments_are_noted(karat: Karat, texts: Path) -> None:
    """Without --effective-order the user learns why segments have BLEU 0."""
    err = karat("score", texts / "dune.txt", "-r", texts / TWO[0], "--segments").err
    assert err.startswith("karat: note: ")
    assert "--effective-order" in err
    assert karat("score", texts / "dune.txt", "-r", texts / TWO[0], "--segments", "-m", "ter").err == ""


def test_segments_in_json(karat: Karat) -> None:
    """JSON has a table for each metric, with the documents beside it."""
    document = json.loads(
        karat("score", demo.segments_path(), "--segments", "-m", "ter", "--format", "json").out
    )
    (table,) = document["segments"]
    assert len(table["values"]["elm"]) == len(table["documents"]) == 48
    assert len(document["scores"]) == 6


def test_orders_are_mtevals(karat: Karat, texts: Path) -> None:
    """--orders gives every order alone and cumulatively; the last cumulative value is BLEU itself."""
    arguments = ("score", texts / "dune.txt", texts / "elm.txt", "-r", *(texts / name for name in TWO))
    code, out, _ = karat(*arguments, "--orders")
    assert code == 0
    golden.check("orders.tsv", out)
    whole = karat(*arguments, "-q").out.splitlines()
    assert [line.split("\t")[-1] for line in out.splitlines() if line.split("\t")[2] == "4"] == whole


@pytest.mark.parametrize("brevity", ["closest", "average", "none"])
def test_orders_survive_blocks(karat: Karat, texts: Path, brevity: str) -> None:
    """Orders of a text that came in blocks equal those of the corpus."""
    options = ("--orders", "--brevity", brevity, "-w", "9", "-q")
    references = [texts / name for name in TWO]
    streamed = karat("score", texts / "dune.txt", "-r", *references, *options)
    assert streamed.out
    assert streamed == karat("score", demo.segments_path(), "--systems", "dune", *options)


def test_orders_in_json(karat: Karat, texts: Path) -> None:
    """JSON has the orders of each system."""
    options = ("--orders", "--order", "2", "-m", "bleu", "ter", "--format", "json")
    document = json.loads(karat("score", texts / "dune.txt", "-r", texts / TWO[0], *options).out)
    (record,) = document["orders"]
    assert [order["order"] for order in record["orders"]] == [1, 2]
    assert record["orders"][1]["cumulative"] == document["scores"][0]["value"]


def test_several_tables_stand_below_each_other(karat: Karat) -> None:
    """A table for people may hold --by and --orders; a format with one header may not."""
    options = ("--systems", "dune", "--by", "text-type", "--orders")
    code, out, _ = karat("score", demo.segments_path(), *options, "--format", "table")
    assert code == 0
    assert "text type" in out
    assert "cumulative" in out
    code, out, err = karat("score", demo.segments_path(), *options, "--format", "tsv")
    assert (code, out) == (2, "")
    assert err.startswith("karat: --by and --orders are several tables")


def test_recipes_reproduce_scores(karat: Karat, texts: Path) -> None:
    """A recipe that was printed gives the same figure when it is given."""
    files = (texts / "dune.txt", "-r", texts / TWO[0])
    options = ("-m", "bleu", "--lowercase", "--unit", "char", "--order", "7")
    (score,) = json.loads(karat("score", *files, *options, "--format", "json").out)["scores"]
    (again,) = json.loads(karat("score", *files, "--recipe", score["recipe"], "--format", "json").out)[
        "scores"
    ]
    assert again == score


def test_metrics_of_one_name_are_told_apart(karat: Karat, texts: Path) -> None:
    """Two BLEUs show the options in which they differ."""
    recipes = ("BLEU|tok:13a|case:lc", "BLEU|tok:none")
    out = karat("score", texts / "dune.txt", "-r", texts / TWO[0], "--recipe", *recipes).out
    assert out.splitlines()[0] == "system\tBLEU tok:13a case:lc\tBLEU tok:none case:mixed"


def test_people_who_are_references_are_left_out(karat: Karat, write: Write) -> None:
    """A human output that is the reference is not scored against itself, and the user is told."""
    rows = [
        {
            "seg_id": number,
            "system": system,
            "is_human": system == "refA",
            "reference": text,
            "hypothesis": output,
        }
        for number, text in enumerate(("a b c d e", "f g h i j"))
        for system, output in (("refA", text), ("machine", f"{text} x"))
    ]
    path = write("corpus.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    code, out, err = karat("score", path)
    assert code == 0
    assert [line.split("\t")[0] for line in out.splitlines()] == ["system", "machine"]
    assert err == "karat: note: refA is left out: it is one of the references, and perfect against itself.\n"
    assert json.loads(karat("score", path, "--format", "json").out)["left_out"] == ["refA"]
    assert "refA\t100.00" in karat("score", path, "--systems", "refA").out


def test_nothing_left_to_score_is_an_error(karat: Karat, write: Write) -> None:
    """When every system is a reference there is nothing to say."""
    row = {"seg_id": 1, "system": "refA", "is_human": True, "reference": "a", "hypothesis": "a"}
    code, out, err = karat("score", write("corpus.jsonl", json.dumps(row)))
    assert (code, out) == (2, "")
    assert "--systems" in err


def test_mtevals_files(karat: Karat, write: Write) -> None:
    """Hypotheses and references may be mteval's SGML."""
    segment = '<doc docid="d" sysid="{name}"><seg id="1">a b c d {word}</seg></doc>'
    output = write("tst.sgm", f"<tstset>{segment.format(name='mine', word='e')}</tstset>")
    reference = write("ref.sgm", f"<refset>{segment.format(name='ref', word='f')}</refset>")
    code, out, _ = karat("score", output, "-r", reference)
    assert (code, out) == (0, "system\tBLEU\nmine\t66.87\n")
    code, _, err = karat("score", output)
    assert code == 2
    assert err.endswith("there are no references in this file. Give them with -r.\n")


def test_spaces_beside_chrf_are_chrfs(karat: Karat, texts: Path) -> None:
    """--spaces keep with both metrics changes chrF and leaves BLEU in words."""
    files = (texts / "dune.txt", "-r", texts / TWO[0], "-m", "bleu", "chrf", "-q")
    plain, kept = karat("score", *files).out, karat("score", *files, "--spaces", "keep").out
    assert plain.split("\t")[0] == kept.split("\t")[0]
    assert plain.split("\t")[1] != kept.split("\t")[1]
