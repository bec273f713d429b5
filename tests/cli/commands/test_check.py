"""`karat check`, and what follows `karat score` and `karat compare`."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo

DEMO = demo.segments_path()
NOTE = "karat: note: "


def test_every_check_with_its_verdict(karat: Karat) -> None:
    """A row for each check that applies, and advice on what is not fine."""
    outcome = karat("check", DEMO, "--format", "table")
    assert (outcome.code, outcome.err) == (0, "")
    assert "warning  human among machines" in outcome.out
    assert "Do not rank people against machines" in outcome.out
    assert "fine     duplicate segments" in outcome.out


def test_some_checks(karat: Karat) -> None:
    """--only names checks; tsv has a row for each."""
    lines = karat("check", DEMO, "--only", "people", "duplicates").out.splitlines()
    assert [line.split("\t")[:2] for line in lines] == [
        ["verdict", "check"],
        ["warning", "human among machines"],
        ["fine", "duplicate segments"],
    ]


def test_what_is_claimed_and_looked_for(karat: Karat) -> None:
    """A difference and a phenomenon are asked about."""
    arguments = (
        "--only",
        "size",
        "phenomenon",
        "--difference",
        20,
        "--phenomenon",
        "the",
        "--format",
        "json",
    )
    size, phenomenon = json.loads(karat("check", DEMO, *arguments).out)["findings"]
    assert size["verdict"] == "fine"
    assert size["evidence"]["difference"] == 20
    assert phenomenon["evidence"]["found"] >= len(phenomenon["segments"]) == 10


def test_one_line_follows_a_table(karat: Karat) -> None:
    """What raised a warning is named on one line of standard error; the table is as it was."""
    checked = karat("score", DEMO, "--format", "table")
    plain = karat("score", DEMO, "--format", "table", "--no-check")
    assert checked.out == plain.out
    assert plain.err == ""
    assert checked.err.count("\n") == 1
    assert checked.err.startswith(f"{NOTE}4 of 17 checks raised a warning: size of the test set,")


def test_all_fine_is_one_line(karat: Karat, write: Write) -> None:
    """Where nothing is wrong, nothing more is said."""
    texts = [
        f"Sentence {number} of this text has {number * 7} words to say, and then some."
        for number in range(300)
    ]
    output = [text.replace("some", "more").replace("text", "book") for text in texts]
    again = [text.replace("Sentence", "Phrase") for text in texts]
    files = [write(f"{at}.txt", "\n".join(lines) + "\n") for at, lines in enumerate((output, texts, again))]
    outcome = karat("score", files[0], "-r", *files[1:], "--format", "table")
    assert outcome.err == f"{NOTE}13 checks raised no warning.\n"


def test_what_is_unfit_has_a_line_of_its_own(karat: Karat, output: Path, reference: Path) -> None:
    """Two segments show nothing, and the line says so."""
    outcome = karat("score", output, "-r", reference, "--format", "table")
    assert f"{NOTE}unfit: size of the test set. There are 2 segments." in outcome.err
    assert outcome.err.splitlines()[-1].endswith("See karat check.")


@pytest.mark.parametrize("arguments", [("--format", "tsv"), ("--format", "latex"), ("-q",)])
def test_programs_are_not_told_of_doubts(karat: Karat, arguments: tuple[str, ...]) -> None:
    """These are for people, and in json."""
    assert karat("score", DEMO, *arguments).err == ""


_JAPANESE = "".join(f"{number}匹の猫がマットの上に座って魚を食べている。\n" for number in range(30))


@pytest.mark.parametrize("form", ["tsv", "latex", "json", "table"])
@pytest.mark.parametrize(
    ("text", "reference", "unfit"),
    [
        (_JAPANESE.replace("魚", "肉"), _JAPANESE, "words without spaces"),
        ("The cat sat on the mat today.\n" * 30, "The cat sat on the mat today.\n" * 30, "leaked references"),
    ],
)
def test_what_is_unfit_is_told_in_every_format(
    karat: Karat, write: Write, text: str, reference: str, unfit: str, form: str
) -> None:
    """On standard error, from text and from a corpus; what goes to a file is not touched. --no-check and -q are silent."""
    files = write("output.txt", text), "-r", write("reference.txt", reference)
    rows = zip(text.splitlines(), reference.splitlines(), strict=True)
    lines = (f"A\t{number}\t{one}\t{other}\n" for number, (one, other) in enumerate(rows))
    corpus = write("corpus.tsv", "system\tsegment\thypothesis\treference\n" + "".join(lines))
    for given in (files, (corpus,)):
        outcome = karat("score", *given, "--format", form)
        assert f"karat: note: unfit: {unfit}." in outcome.err
        silent = karat("score", *given, "--format", form, "--no-check")
        assert silent.err == ""
        assert form == "json" or silent.out == outcome.out
        assert karat("score", *given, "-q").err == ""
    pair = write("second.txt", text.replace("a", "e")), *files
    compared = karat("compare", *pair, "--samples", 50, "--shuffles", 50, "--format", form)
    assert f"karat: note: unfit: {unfit}." in compared.err


def test_json_has_findings(karat: Karat) -> None:
    """With everything that they rest on; --no-check leaves them out."""
    document = json.loads(karat("score", DEMO, "--format", "json").out)
    findings = {finding["check"]: finding for finding in document["findings"]}
    assert findings["human among machines"]["verdict"] == "warning"
    assert findings["human among machines"]["evidence"]["people"] == ["human"]
    assert "findings" not in json.loads(karat("score", DEMO, "--format", "json", "--no-check").out)


def test_comparisons_are_checked_too(karat: Karat) -> None:
    """Here the size of the test set is judged by the power to tell the best two apart."""
    quick = ("compare", DEMO, "--samples", 50, "--shuffles", 300)
    outcome = karat(*quick, "--format", "table")
    assert outcome.err.startswith(
        f"{NOTE}unfit: size of the test set. aurora is ahead of human by 4.19 BLEU; "
    )
    assert "12 documents have 80 % power to detect" in outcome.err
    document = json.loads(karat(*quick, "--format", "json").out)
    size = next(each for each in document["findings"] if each["check"] == "size of the test set")
    assert (size["evidence"]["first"], size["evidence"]["second"]) == ("aurora", "human")
    assert karat(*quick, "--format", "table", "--no-check").err == ""
    assert "findings" not in json.loads(karat(*quick, "--format", "json", "--no-check").out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--only", "sizes"), ("check", "size")),
        (("--difference", "-1"), ("--difference is -1", "above 0")),
        (("--difference", "some"), ("not a number",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("check", DEMO, *arguments), *words)
