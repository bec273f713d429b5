"""`karat explain`: how one segment got its score."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import Bleu, demo, read
from karat.metrics import METRICS

TEXTS = ("--hypothesis", "the cat sat on a mat", "--reference", "the cat sat on the mat", "a cat")


def test_texts(karat: Karat) -> None:
    """Texts may be given themselves."""
    code, out, err = karat("explain", "bleu:order=2", *TEXTS)
    assert (code, err) == (0, "")
    assert out.startswith("hypothesis   the cat sat on a mat\n")
    assert "p2" in out
    assert out.splitlines()[-1].startswith("BLEU-w2 ")


def test_a_segment_of_files(karat: Karat, output: Path, reference: Path) -> None:
    """A segment of plain text, counted from 1."""
    out = karat("explain", "ter", output, "-r", reference, "--segment", "1").out
    assert "replace  x           e" in out
    assert out.splitlines()[-1].startswith("TER 20.00")
    assert (
        karat("explain", "ter", output, "-r", reference, "--segment", "2")
        .out.splitlines()[-1]
        .startswith("TER 0")
    )


def test_a_segment_of_a_corpus(karat: Karat) -> None:
    """A segment of one system of a corpus has the value that karat score gives it."""
    corpus = read(demo.segments_path())
    told = json.loads(
        karat("explain", "bleu", demo.path(), "--system", "elm", "--segment", "3", "--format", "json").out
    )
    bleu = Bleu().for_segments
    row = bleu.count([corpus.system("elm")[2]], [list(corpus.references.of_segment(2))]).total()
    assert told["value"] == bleu.value(row)
    assert told["recipe"] == bleu.recipe


@pytest.mark.parametrize("name", [name for name in METRICS if name != "tag-bleu"])
def test_every_metric(karat: Karat, name: str) -> None:
    """Every metric of plain text explains a segment of a corpus."""
    code, out, _ = karat("explain", name, demo.path(), "--system", "elm", "--segment", "3")
    assert code == 0
    assert "|version:" in out.splitlines()[-1]


@pytest.mark.parametrize(("name", "why"), [("wnm", "there is one text"), ("nee", "No named entities")])
def test_why_there_is_nothing(karat: Karat, name: str, why: str, output: Path, reference: Path) -> None:
    """Where texts or files lack what a metric looks at, that is said beside the explanation."""
    assert why in karat("explain", name, *TEXTS).err
    assert karat("explain", "bleu", *TEXTS).err == ""
    of_files = karat("explain", name, output, "-r", reference, "--segment", 1).err
    assert (why in of_files) == (name == "nee")


def test_tags_in_a_reference(karat: Karat) -> None:
    """Entities that the reference itself marks are there."""
    marked = '<ENAMEX TYPE="LOCATION">Porto</ENAMEX> is cold'
    code, out, err = karat("explain", "nee", "--hypothesis", "cold Porto", "--reference", marked)
    assert (code, err) == (0, "")
    assert "NEE 100.00" in out


def test_annotated(karat: Karat) -> None:
    """Metrics of annotated text too."""
    out = karat("explain", "tag-bleu:order=1", "--hypothesis", "a|D dog|N", "--reference", "a|D cat|N").out
    assert "words of the hypothesis  a [dog]" in out
    assert "tags of the reference    D N" in out.replace("DN", "D N")


def test_long_listings(karat: Karat) -> None:
    """Listings are cut unless all is asked for."""
    asked = ["explain", "bleu", demo.path(), "--system", "elm", "--segment", "3"]
    assert "… and " in karat(*asked).out
    assert "… and " not in karat(*asked, "--all").out


def test_digits(karat: Karat) -> None:
    """Digits may be asked for."""
    assert karat("explain", "ter", *TEXTS[:4], "-w", "4").out.splitlines()[-1].startswith("TER 16.6667")


def test_refused(karat: Karat, output: Path, reference: Path) -> None:
    """What cannot be explained is refused with what to do."""
    files = [output, "-r", reference]
    refused(karat("explain", "bleu"), "nothing to explain")
    refused(karat("explain"), "karat explain --help")
    refused(karat("explain", "blue", *TEXTS), "Did you mean 'bleu'")
    refused(karat("explain", "bleu", *TEXTS[:2]), "go together")
    refused(karat("explain", "bleu", *files, *TEXTS), "leave the files out")
    refused(karat("explain", "bleu", *files), "--segment N")
    refused(karat("explain", "bleu", *files, "--segment", "3"), "segments 1 to 2")
    refused(karat("explain", "bleu", *files, "--segment", "0"), "segments 1 to 2")
    refused(karat("explain", "bleu", output, "--segment", "1"), "has no references")
    refused(karat("explain", "bleu", demo.path(), "--segment", "1"), "--system NAME", "aurora")
    refused(karat("explain", "bleu", demo.path(), "--segment", "1", "--system", "x"), "no system 'x'")
    refused(karat("explain", "bleu", *TEXTS, "--format", "tsv"), "--format is 'tsv'")
    refused(karat("explain", "bleu", *TEXTS, "-w", "99"), "--width is 99")


def value(karat: Karat, *arguments: object) -> float:
    """The value that is explained."""
    code, out, err = karat("explain", *arguments, "--format", "json")
    assert (code, err) == (0, "")
    explained: float = json.loads(out)["value"]
    return explained


def test_flags_and_recipes(karat: Karat) -> None:
    """A metric's flags are those of karat score; a recipe stands in place of its name."""
    texts = ("--hypothesis", "The Cat", "--reference", "the cat")
    assert value(karat, "bleu", *texts, "--order", "1") == 0
    assert value(karat, "bleu", *texts, "--order", "1", "--lowercase") == pytest.approx(100)
    assert value(karat, "--recipe", "BLEU|order:1|case:lc", *texts) == pytest.approx(100)
    refused(karat("explain", "ter", *texts, "--order", "2"), "--order is for")


def test_documents(karat: Karat, write: Write) -> None:
    """The documents of plain text are learnt from, as karat score does."""
    hypothesis, reference = (
        write("h.txt", "a cat sat\na dog\na cow\n"),
        write("r.txt", "a cat lay\na dog lay\nthe cow\n"),
    )
    files = (hypothesis, "-r", reference)
    documents = ("--documents", write("d.txt", "x\nx\ny\n"))
    told = value(karat, "wnm:order=1", *files, *documents, "--segment", "1")
    scored = karat("score", *files, *documents, "-m", "wnm:order=1", "--segments", "--format", "json").out
    assert told == json.loads(scored)["segments"][0]["values"]["h"][0]
    assert told != value(karat, "wnm:order=1", *files, "--segment", "1")


def test_entities(karat: Karat, write: Write) -> None:
    """Entities may stand in a file beside the references."""
    hypothesis, reference = write("h.txt", "in Rome\n"), write("r.txt", "in Rome and Paris\n")
    rome = '<ENAMEX TYPE="LOCATION">Rome</ENAMEX>'
    marked = write("e.muc", f"in {rome} and {rome.replace('Rome', 'Paris')}\n")
    files = (hypothesis, "-r", reference, "--entities", marked, "--segment", "1")
    assert value(karat, "nee", *files) == 50
    assert "unit:segment" in karat("explain", "nee", *files).out


def test_tags(karat: Karat, write: Write) -> None:
    """Tags may stand in files beside the texts."""
    files = (write("h.txt", "a dog\n"), "-r", write("r.txt", "a cat\n"), "--segment", "1")
    tags = ("--tags", write("ht.txt", "D N\n"), "--reference-tags", write("rt.txt", "D N\n"))
    assert value(karat, "tag-bleu:order=1,mix=0", *files, *tags) == pytest.approx(100)
    refused(karat("explain", "bleu", *files, *tags), "--tags is for metrics of annotated text")
    refused(karat("explain", "bleu", *TEXTS, *tags), "leave the files out")


def test_enough_digits(karat: Karat) -> None:
    """What the score is made of is shown so that it can be computed again."""
    out = karat("explain", "meteor", *TEXTS[:4]).out
    steps = {
        line.split()[0]: float(line.split()[1]) for line in out.splitlines() if line[:4] in ("mean", "pena")
    }
    shown = float(out.splitlines()[-1].split()[1])
    assert round(steps["mean"] * (1 - steps["penalty"]), 2) == shown
