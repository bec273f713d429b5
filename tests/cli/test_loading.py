"""`karat score --tags`: tags in files beside the texts."""

from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, figures, refused


@pytest.fixture
def files(write: Write) -> dict[str, Path]:
    """A hypothesis and a reference, plain, as tags, and annotated."""
    texts = {
        "hypothesis": "the cat sat on a mat\na dog\n",
        "reference": "the cat sat on the mat\nthe dog\n",
        "tags": "D N V P D N\nD N\n",
        "tagged": "the|D cat|N sat|V on|P a|D mat|N\na|D dog|N\n",
        "tagged-reference": "the|D cat|N sat|V on|P the|D mat|N\nthe|D dog|N\n",
        "short": "D N V P D N\nD\n",
    }
    return {name: write(f"{name}.txt", text) for name, text in texts.items()}


def test_tags_beside_the_text(karat: Karat, files: dict[str, Path]) -> None:
    """Files of tags give what annotated text gives, and other metrics see the words alone."""
    plain = ["score", files["hypothesis"], "-r", files["reference"]]
    tags = ["--tags", files["tags"], "--reference-tags", files["tags"], "-q", "-w", "6"]
    code, out, err = karat(
        *plain, "-m", "bleu:tokenize=none", "tag-bleu", "tag-bleu:mix=0,separator=/", *tags
    )
    assert (code, err) == (0, "")
    bleu, mixed, of_tags = map(float, out.split())
    assert bleu == float(karat(*plain, "-m", "bleu:tokenize=none", "-q", "-w", "6").out)
    inline = karat(
        "score", files["tagged"], "-r", files["tagged-reference"], "-m", "tag-bleu", "-q", "-w", "6"
    )
    assert mixed == float(inline.out)
    assert of_tags == 100
    assert mixed == pytest.approx((bleu + of_tags) / 2, abs=1e-5)


def test_by_segment(karat: Karat, files: dict[str, Path]) -> None:
    """Segments have values too."""
    out = karat(
        *(
            "score",
            files["hypothesis"],
            "-r",
            files["reference"],
            "-m",
            "tag-bleu:mix=0,order=2",
            "--segments",
        ),
        *("--tags", files["tags"], "--reference-tags", files["tags"]),
    ).out
    assert figures(out) == [
        {"system": "hypothesis", "segment": segment, "tagBLEU": "100.00"} for segment in ("1", "2")
    ]


def test_refused_tags(karat: Karat, files: dict[str, Path]) -> None:
    """Tags that do not fit are refused with what to do."""
    plain = ["score", files["hypothesis"], "-r", files["reference"]]
    both = ["--tags", files["tags"], "--reference-tags", files["tags"]]
    refused(karat(*plain, "-m", "tag-bleu", "--tags", files["tags"]), "go together")
    refused(karat(*plain, *both), "-m tag-bleu")
    refused(
        karat(*plain, "-m", "tag-bleu", "--tags", files["tags"], files["tags"], *both[2:]), "names 2 files"
    )
    refused(
        karat(*plain, "-m", "tag-bleu", "--tags", files["short"], *both[2:]),
        "Segment 2",
        "2 tokens and 1 tag",
    )


def test_a_corpus_has_its_tags_inside(karat: Karat, write: Write, files: dict[str, Path]) -> None:
    """Files of tags are for plain text."""
    corpus = write("c.tsv", "hypothesis\treference\na\ta\n")
    both = ["--tags", files["tags"], "--reference-tags", files["tags"]]
    refused(karat("score", corpus, "-m", "tag-bleu", *both), "for plain text")


def test_untagged_text(karat: Karat, files: dict[str, Path]) -> None:
    """Text without tags is refused in the words of the command line."""
    outcome = karat("score", files["hypothesis"], "-r", files["reference"], "-m", "tag-bleu")
    refused(outcome, "Segment 1 of the hypothesis", "'the' has no tag", "-m tag-bleu:separator=…")
