"""`karat explain`: how one segment got its score."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused

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
    bleu = Bleu()
    row = bleu.count([corpus.system("elm")[2]], [list(corpus.references.of_segment(2))]).total()
    assert told["value"] == bleu.value(row)
    assert told["recipe"] == bleu.recipe


@pytest.mark.parametrize("name", [name for name in METRICS if name != "tag-bleu"])
def test_every_metric(karat: Karat, name: str) -> None:
    """Every metric of plain text explains a segment of a corpus."""
    code, out, _ = karat("explain", name, demo.path(), "--system", "elm", "--segment", "3")
    assert code == 0
    assert "|version:" in out.splitlines()[-1]


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
