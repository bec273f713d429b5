"""`karat diagnose sensitivity`: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused
from tests.golden import files as golden

from karat import demo, read

DEMO = demo.segments_path()
OF_AURORA = ("diagnose", "sensitivity", DEMO, "--system", "aurora", "--samples", 100)


def test_a_report(karat: Karat) -> None:
    """Examples, curves, and the smallest damage that is noticed."""
    outcome = karat(
        *(*OF_AURORA, "-m", "bleu", "chrf", "ter", "--strengths", "0.1", "0.5", "--format", "table"),
        *("--damages", "shuffle", "names", "negate", "synonyms"),
    )
    golden.check("sensitivity.table.txt", outcome.out)


def test_curves_and_verdicts_belong_together(karat: Karat) -> None:
    """The smallest strength is the first that is noticed."""
    document = json.loads(karat(*OF_AURORA, "-m", "bleu", "ter", "--format", "json").out)
    for metric in document["metrics"]:
        for damage, smallest in metric["smallest"].items():
            noticed = [
                row["strength"]
                for row in document["responses"]
                if row["metric"] == metric["metric"] and row["damage"] == damage and row["noticed"]
            ]
            assert smallest == min(noticed, default=None)
    assert document["without_sites"] == ["synonyms"]


def test_one_long_table(karat: Karat) -> None:
    """For programs."""
    out = karat(*OF_AURORA, "--damages", "repeat", "--strengths", 1, "--format", "tsv").out.splitlines()
    assert out[0].split("\t")[:7] == ["metric", "damage", "unit", "units", "strength", "words", "segments"]
    assert out[1].split("\t")[:7] == ["BLEU", "repeat", "document", "12", "1.0000", "1.0000", "1.0000"]


def test_lists_of_words(karat: Karat, write: Write) -> None:
    """Synonyms and function words from files."""
    synonyms = write("synonyms.txt", "new\tnovel\nflood, deluge\n")
    words = write("function.txt", "the\nof\n")
    outcome = karat(
        *(*OF_AURORA, "--damages", "synonyms", "drop-function", "--strengths", 1, "--show", "examples"),
        *("--synonyms", synonyms, "--function-words", words, "--format", "table"),
    )
    assert outcome.code == 0
    assert "novel" in outcome.out or "deluge" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--damages", "hammer"), ("There is no damage 'hammer'",)),
        (("--strengths", "much"), ("--strengths", "numbers")),
        (("--strengths", "2"), ("between 0 and 1",)),
        (("--damages", "synonyms"), ("the text of aurora has no place for it",)),
        (("--language", "xx"), ("cs, de, en, es, fr",)),
        (("--show", "none"), ("--show is 'none'",)),
        (("--confidence", "2"), ("confidence is 2",)),
        (("-m", "tag-bleu"), ("reads tags",)),
        (("--synonyms", "none.txt"), ("none.txt",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat(*OF_AURORA, *arguments), *words)


@pytest.mark.parametrize(("text", "words"), [("alone\n", ("line 1", "stands alone")), ("\n", ("no words",))])
def test_bad_lists(karat: Karat, write: Write, text: str, words: tuple[str, ...]) -> None:
    """A set of one word, and none at all."""
    refused(karat(*OF_AURORA, "--synonyms", write("synonyms.txt", text)), *words)


def test_texts_for_other_programs_and_their_scores(karat: Karat, tmp_path: Path) -> None:
    """What another program says of the files that were written is read back as a metric like any other."""
    folder = tmp_path / "damaged"
    asked = (*OF_AURORA, "--damages", "truncate", "repeat", "--strengths", 0.5, 1, "--write", folder)
    assert karat(*asked).code == 0
    names = ["undamaged", "truncate-0.5", "truncate-1", "repeat-0.5", "repeat-1"]
    files = {path.stem for path in folder.iterdir()}
    assert files == {*names, "source", "reference", "reference-2"}
    written = {name: (folder / f"{name}.txt").read_text("utf-8").splitlines() for name in names}
    assert written["undamaged"] == list(read(DEMO).system("aurora"))
    assert not any(line.strip(".,!?…") for line in written["truncate-1"])
    lengths = "".join(
        f"{name}\t{number}\t{len(line)}\n" for name in names for number, line in enumerate(written[name], 1)
    )
    scores = tmp_path / "lengths.tsv"
    scores.write_text(f"system\tsegment\tlength\n{lengths}", "utf-8")
    document = json.loads(karat(*asked, "--scores", scores, "--format", "json").out)
    means = {name: sum(map(len, lines)) / 48 for name, lines in written.items()}
    answered = [row for row in document["responses"] if row["metric"] == "length"]
    assert [row["score"] for row in answered] == pytest.approx([means[name] for name in names[1:]])
    assert [row["noticed"] for row in answered] == [True, True, False, False]
    scores.write_text("system\tsegment\tlength\nundamaged\t1\t3\n", "utf-8")
    refused(karat(*asked, "--scores", scores), "length")


def test_other_texts_are_not_overwritten(karat: Karat, tmp_path: Path) -> None:
    """Scores may have been computed of them; and a line break would shift all that follows."""
    folder = tmp_path / "damaged"
    asked = (*OF_AURORA, "--damages", "shuffle", "--strengths", 0.5, "--write", folder)
    assert karat(*asked).code == 0
    before = (folder / "shuffle-0.5.txt").read_bytes()
    refused(karat(*asked, "--seed", 7), "shuffle-0.5.txt holds another text", "--write")
    assert (folder / "shuffle-0.5.txt").read_bytes() == before
    corpus = tmp_path / "corpus.jsonl"
    rows = [{"system": "s", "segment": 1, "hypothesis": "one\ntwo", "reference": "one two"}]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    refused(karat("diagnose", "sensitivity", corpus, "--write", tmp_path / "new"), "Segment 1", "line break")
    (tmp_path / "file").write_text("", "utf-8")
    refused(karat(*OF_AURORA, "--write", tmp_path / "file"), "cannot be written")
