"""`karat entities`, and entities in `karat score`."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, figures, refused

PARIS = '<ENAMEX TYPE="LOCATION">Paris</ENAMEX>'


@pytest.fixture
def plain(write: Write) -> Path:
    """Two segments without tags."""
    return write("plain.txt", "Ann paid $5 in Paris.\nOn May 3, Paris slept.\n")


def test_rules(karat: Karat, plain: Path) -> None:
    """Suggestions have their mark, and a note says that they are suggestions."""
    code, out, err = karat("entities", plain)
    assert code == 0
    assert out == (
        'Ann paid <NUMEX TYPE="MONEY" STATUS="SUGGESTED">$5</NUMEX> in Paris.\n'
        'On <TIMEX TYPE="DATE" STATUS="SUGGESTED">May 3</TIMEX>, Paris slept.\n'
    )
    assert (
        err == "karat: note: 2 entities are suggestions. NEE counts them when a person has confirmed them.\n"
    )


def test_json_lines(karat: Karat, plain: Path) -> None:
    """The same beside the text."""
    rows = [json.loads(line) for line in karat("entities", plain, "--format", "jsonl").out.splitlines()]
    assert rows[0] == {
        "text": "Ann paid $5 in Paris.",
        "entities": [{"start": 9, "end": 11, "type": "MONEY", "text": "$5", "suggested": True}],
    }


def test_propagation(karat: Karat, write: Write) -> None:
    """A name that a person marked stays marked, and is suggested elsewhere in its document."""
    marked = write("marked.muc", f"in {PARIS}\nParis\nParis\n")
    documents = write("documents.txt", "a\na\nb\n")
    out = karat("entities", marked, "--recogniser", "none", "--documents", documents).out
    suggested = PARIS.replace('N">', 'N" STATUS="SUGGESTED">')
    assert out == f"in {PARIS}\n{suggested}\nParis\n"


def test_confirmed(karat: Karat, plain: Path, tmp_path: Path) -> None:
    """The way from suggestions to a score."""
    suggested, checked = tmp_path / "suggested.jsonl", tmp_path / "checked.muc"
    assert karat("entities", plain, "-o", suggested).code == 0
    refused(karat("score", plain, "-r", plain, "-m", "nee", "--entities", suggested), "suggestion", "'$5'")
    assert karat("entities", suggested, "--confirmed", "-o", checked) == (0, "", "")
    assert "SUGGESTED" not in checked.read_text(encoding="utf-8")
    scored = karat("score", plain, "-r", plain, "-m", "nee", "--entities", checked)
    assert figures(scored.out) == [{"system": "plain", "NEE": "100.00"}]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--language", "xx"], ["--language is 'xx'"]),
        (["--recogniser", "magic"], ["no recogniser 'magic'", "rules"]),
        (["--format", "xml"], ["--format is 'xml'"]),
        (["--confirmed", "--language", "de"], ["--confirmed adds no suggestions"]),
        (["--documents", "REFERENCE"], ["2 lines, and the reference has 3"]),
        (["--nonsense"], ["karat entities --help"]),
    ],
)
def test_refused(karat: Karat, write: Write, plain: Path, options: list[str], words: list[str]) -> None:
    """On one line, with what to do."""
    longer = write("longer.txt", "a\nb\nc\n")
    given = [str(plain) if option == "REFERENCE" else option for option in options]
    refused(karat("entities", longer, *given), *words)


def test_files_that_cannot_be(karat: Karat, plain: Path, tmp_path: Path) -> None:
    """The reference is not written over; a folder is no file; a missing file is missing."""
    refused(karat("entities", plain, "-o", plain), "is the reference itself")
    refused(karat("entities", plain, "-o", plain, "--overwrite"), "is the reference itself")
    refused(karat("entities", plain, "-o", tmp_path), "is a folder")
    refused(karat("entities", tmp_path / "none.txt"), "no such file")
    refused(karat("entities"), "REFERENCE")


def test_a_file_that_is_there_stays(karat: Karat, write: Write, plain: Path) -> None:
    """An annotated text is work; it is replaced only if the user says so."""
    checked = write("checked.muc", "hours of work\n")
    refused(karat("entities", plain, "-o", checked), "is there already", "--overwrite")
    assert checked.read_text() == "hours of work\n"
    assert karat("entities", plain, "-o", checked, "--overwrite").code == 0
    assert checked.read_text() != "hours of work\n"


def test_wrong_tags(karat: Karat, write: Write) -> None:
    """File and line are named."""
    refused(
        karat("entities", write("wrong.muc", "a\n</TIMEX>\n")),
        "wrong.muc, line 2: </TIMEX> closes no open tag",
    )


def test_text_that_muc_cannot_hold(karat: Karat, write: Write) -> None:
    """Entities that cross are refused in tags, and written as JSON."""
    line = (
        '{"text": "abcd", "entities": [{"start": 0, "end": 3, "type": "PERSON"}, '
        '{"start": 2, "end": 4, "type": "PERSON"}]}\n'
    )
    crossing = write("crossing.jsonl", line)
    refused(karat("entities", crossing, "--format", "muc"), "crossing.jsonl, line 1", "overlap")
    assert karat("entities", crossing, "--format", "jsonl", "--recogniser", "none").code == 0


def test_score_with_tagged_references(karat: Karat, write: Write, plain: Path) -> None:
    """Tags are no part of the text: BLEU sees the reference as if it had none."""
    tagged = write("tagged.muc", f"Ann paid $5 in {PARIS}.\nOn May 3, {PARIS} slept.\n")
    hypothesis = write("hypothesis.txt", "Ann paid $5 in Rome.\nOn May 3, Paris slept.\n")
    clean = karat("score", hypothesis, "-r", plain, "-m", "bleu", "-q").out
    assert karat("score", hypothesis, "-r", tagged, "-m", "bleu", "-q").out == clean
    both = karat("score", hypothesis, "-r", tagged, "-m", "bleu", "nee", "-q").out
    assert both.split() == [clean.strip(), "50.00"]
    apart = karat("score", hypothesis, "-r", plain, "-m", "bleu", "nee", "-q", "--entities", tagged).out
    assert apart == both


def test_misses(karat: Karat, write: Write) -> None:
    """Misses are listed with what is most like them, as a table or as JSON."""
    tagged = write("tagged.muc", f"x\n{PARIS}\n")
    hypothesis = write("hypothesis.txt", "x\nin Parris\n")
    arguments = ["score", hypothesis, "-r", tagged, "--misses"]
    assert karat(*arguments, "-m", "nee", "--format", "tsv").out == (
        "system\tsegment\tentity\ttype\tnearest\tedits\nhypothesis\t2\tParis\tLOCATION\tparris\t1\n"
    )
    assert "parris" in karat(*arguments, "-m", "nee", "--format", "table").out
    assert "parris" in karat(*arguments, "-m", "nee", "--format", "latex").out
    (miss,) = json.loads(karat(*arguments, "-m", "nee", "--format", "json").out)["misses"]
    assert (miss["segment"], miss["entity"], miss["nearest"], miss["edits"]) == (2, "Paris", "parris", 1)
    refused(karat(*arguments, "-m", "bleu"), "Add NEE")
    refused(karat(*arguments, "-m", "nee", "-q"), "--misses lists names")


def test_no_misses(karat: Karat, write: Write) -> None:
    """A table without rows is still a table."""
    tagged, hypothesis = write("tagged.muc", f"{PARIS}\n"), write("hypothesis.txt", "Paris\n")
    for form in ("tsv", "table", "latex", "json"):
        assert karat("score", hypothesis, "-r", tagged, "-m", "nee", "--misses", "--format", form).code == 0


def test_score_without_entities(karat: Karat, plain: Path) -> None:
    """No value, and a note that says why."""
    code, out, err = karat("score", plain, "-r", plain, "-m", "nee", "-q")
    assert (code, out.strip()) == (0, "nan")
    assert "No named entities are marked" in err


def test_units_on_the_command_line(karat: Karat, write: Write) -> None:
    """By document, where documents are given; --unit belongs to BLEU."""
    tagged = write("tagged.muc", f"{PARIS}\n{PARIS}\n")
    hypothesis = write("hypothesis.txt", "x\nParis\n")
    documents = write("documents.txt", "a\na\n")
    arguments = ["score", hypothesis, "-r", tagged, "-q"]
    assert karat(*arguments, "-m", "nee").out == "50.00\n"
    assert karat(*arguments, "-m", "nee:unit=document", "--documents", documents).out == "100.00\n"
    assert karat(*arguments, "-m", "bleu", "nee", "--unit", "char").out.split()[1] == "50.00"
    refused(karat(*arguments, "-m", "nee:unit=document"), "--documents FILE")
    refused(karat(*arguments, "-m", "nee", "--unit", "char"), "--unit is for bleu")


def test_documents_are_drawn(karat: Karat, write: Write) -> None:
    """Where the unit is the document, a comparison and what it could show speak of documents."""
    rome = '<ENAMEX TYPE="LOCATION">Rome</ENAMEX>'
    reference = write("r.muc", f"in {rome}\nit is {rome}\n" * 6)
    first, second = write("a.txt", "in Rome\nit is\n" * 6), write("b.txt", "in\nit is Rome\nin\nit is\n" * 3)
    documents = write("d.txt", "".join(f"{number // 2}\n" for number in range(12)))
    files = (
        first,
        second,
        "-r",
        reference,
        "--documents",
        documents,
        "-m",
        "nee",
        "bleu",
        "--format",
        "table",
    )
    out = karat("compare", *files, "--samples", "50").out
    assert "documents  6, resampled and permuted as a whole\n" in out
    assert out.count("draw:document") == 2
    out = karat("power", *files, "--samples", "50").out
    assert "documents   6\n" in out
    assert "how many documents of the same kind" in out


def test_paragraphs_of_plain_text(karat: Karat, write: Write) -> None:
    """--paragraphs says which lines are searched together; without it, the refusal names it."""
    paris = '<ENAMEX TYPE="LOCATION">Paris</ENAMEX>'
    reference = write("reference.muc", f"{paris}\n{paris}\n{paris}\n")
    output, paragraphs = write("output.txt", "Paris\nx\ny\n"), write("paragraphs.txt", "1\n1\n2\n")
    call = ("score", output, "-r", reference, "-m", "nee:unit=paragraph", "--format", "tsv")
    assert figures(karat(*call, "--paragraphs", paragraphs).out) == [{"system": "output", "NEE": "50.00"}]
    refused(karat(*call), "which paragraph a segment belongs to", "--paragraphs FILE")
    refused(karat(*call[:-2], "--by", "paragraph"), "--paragraphs FILE")


def test_names_of_the_project(karat: Karat, write: Write, tmp_path: Path) -> None:
    """Confirming a text adds its names to the file, and the next text has them suggested."""
    checked = write("checked.muc", '<ENAMEX TYPE="PERSON" STATUS="SUGGESTED">Ann Lee</ENAMEX> left\n')
    names = tmp_path / "names.tsv"
    assert karat("entities", checked, "--confirmed", "--names", str(names)).code == 0
    assert names.read_text() == (
        "name\ttype\tconfirmed\tpassed\toptional\tstatus\nAnn Lee\tPERSON\t1\t0\t0\tconfirmed\n"
    )
    text = write("next.txt", "Here Ann Lee was.\n")
    found = karat("entities", text, "--names", str(names)).out
    assert found == 'Here <ENAMEX TYPE="PERSON" STATUS="SUGGESTED">Ann Lee</ENAMEX> was.\n'
    refused(karat("entities", text, "--names", str(tmp_path / "none.tsv")), "there is no such file")
    other = write("other.muc", '<ENAMEX TYPE="ORGANIZATION">Ann Lee</ENAMEX> sells shoes\n')
    said = karat("entities", other, "--confirmed", "--names", str(names)).err
    assert "1 name has several types and is not suggested: Ann Lee (ORGANIZATION 1, PERSON 1)." in said
    assert "delete the wrong lines of" in said
    assert karat("entities", text, "--names", str(names)).out == "Here Ann Lee was.\n"


def test_tags_that_are_text(karat: Karat, write: Write, tmp_path: Path) -> None:
    """Every command takes them as text when asked, or answers with what to type."""
    text = 'He wrote <ENAMEX TYPE="PERSON"> and forgot Ann\nAnn left on 3 May\n'
    reference, output = write("reference.txt", text), write("output.txt", text)
    refused(karat("entities", reference), "is not closed", "--plain-text")
    refused(karat("entities", reference, "--plain-text", "--format", "muc"), "--format jsonl")
    refused(karat("campaign", "plan", reference, "--protocol", "entities", "--judges", "1"), "--plain-text")
    refused(karat("score", output, "-r", reference, "-m", "nee"), "--entities FILE.jsonl")
    marked = tmp_path / "marked.jsonl"
    assert karat("entities", reference, "--plain-text", "-o", str(marked)).code == 0
    checked = tmp_path / "checked.jsonl"
    assert karat("entities", str(marked), "--confirmed", "-o", str(checked)).code == 0
    found = karat("score", output, "-r", reference, "-m", "bleu", "nee", "--entities", str(checked)).out
    assert figures(found) == [{"system": "output", "BLEU": "100.00", "NEE": "100.00"}]
