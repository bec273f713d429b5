"""`karat score`: the figures, whatever files they come from."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo

METRICS = ("-m", "bleu", "chrf", "chrf++", "ter")
TWO = ("reference-1.txt", "reference-2.txt")


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


def test_short_segments_have_their_effective_order(karat: Karat, write: Write) -> None:
    """A segment that equals its reference has BLEU 100, however short; the recipe says why."""
    text = write("short.txt", "Thank you\nNo\n")
    found = karat(
        "score", text, "-r", write("reference.txt", "Thank you\nNo\n"), "--segments"
    ).out.splitlines()
    assert [line.split("\t")[2] for line in found[1:]] == ["100.00", "100.00"]
    assert "|eff:segments|" in found[1]
    options = ("--segments", "-m", "bleu:effective_order=no", "-q")
    assert karat("score", text, "-r", text.parent / "reference.txt", *options).out.split() == ["0.00", "0.00"]


@pytest.mark.parametrize("more", [(), ("--segments",), ("--by", "document"), ("--each-reference",)])
def test_tsv_has_recipes(karat: Karat, more: tuple[str, ...]) -> None:
    """Every table of scores says what decides its figures: in a column for each metric, or of the row's metric."""
    options = ("score", demo.segments_path(), "--systems", "elm", "-m", "bleu", "ter", *more)
    found = [line.split("\t") for line in karat(*options, "--format", "tsv").out.splitlines()]
    recipes = [one["recipe"] for one in json.loads(karat(*options, "--format", "json").out)["scores"]]
    if found[0][0] == "metric":
        assert found[0][-1] == "recipe"
        assert {row[0]: row[-1] for row in found[1:]} == dict(zip(("BLEU", "TER"), recipes, strict=True))
    else:
        assert found[0][-2:] == ["BLEU recipe", "TER recipe"]
        assert all(row[-2:] == recipes for row in found[1:])


def test_recipes_reproduce_scores(karat: Karat, texts: Path) -> None:
    """A recipe that was printed gives the same figure when it is given."""
    files = (texts / "dune.txt", "-r", texts / TWO[0])
    options = ("-m", "bleu", "--lowercase", "--unit", "char", "--order", "7")
    (score,) = json.loads(karat("score", *files, *options, "--format", "json").out)["scores"]
    (again,) = json.loads(karat("score", *files, "--recipe", score["recipe"], "--format", "json").out)[
        "scores"
    ]
    assert again == score


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
    code, out, err = karat("score", path, "--no-check")
    assert code == 0
    assert [line.split("\t")[0] for line in out.splitlines()] == ["system", "machine"]
    assert err == (
        "karat: note: refA is left out: it is one of the references, and perfect against itself. "
        "--systems keeps those that it names.\n"
    )
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
    assert (code, out.splitlines()[1].split("\t")[:2]) == (0, ["mine", "66.87"])
    code, _, err = karat("score", output)
    assert code == 2
    assert err.endswith("there are no references in this file. Give them with -r.\n")


def test_spaces_beside_chrf_are_chrfs(karat: Karat, texts: Path) -> None:
    """--spaces keep with both metrics changes chrF and leaves BLEU in words."""
    files = (texts / "dune.txt", "-r", texts / TWO[0], "-m", "bleu", "chrf", "-q")
    plain, kept = karat("score", *files).out, karat("score", *files, "--spaces", "keep").out
    assert plain.split("\t")[0] == kept.split("\t")[0]
    assert plain.split("\t")[1] != kept.split("\t")[1]


def test_small_denominators_of_wnm_are_a_finding(karat: Karat, write: Write) -> None:
    """The check looks at all segments, with the counts that are there, and says which denominator is small."""
    lines = [f"the w{number} x{number} y{number}" for number in range(20)]
    reference = write("reference.txt", "\n".join(lines) + "\n")
    output = write("output.txt", "\n".join([*lines[:18], "the", "the"]) + "\n")
    found = json.loads(karat("score", output, "-r", reference, "-m", "wnm", "--format", "json").out)[
        "findings"
    ]
    (finding,) = [one for one in found if one["check"] == "weight to divide by"]
    assert finding["verdict"] == "warning"
    assert finding["summary"] == "In 2 of 20 segments the words of output have a total weight below 4 (WNM)."
    assert finding["segments"] == [19, 20]


def test_one_text_has_no_weights(karat: Karat, write: Write) -> None:
    """WNM of a single text is 0, and that is said."""
    text = write("text.txt", "the cat sat on the mat\n")
    outcome = karat("score", text, "-r", text, "-m", "wnm", "-q")
    assert outcome.out == "0.00\n"
    assert "all weights are 0" in outcome.err
    assert "all weights are 0" not in karat("score", text, "-r", text, "-m", "wnm:weighting=none", "-q").err


def test_each_reference_alone(karat: Karat, texts: Path) -> None:
    """--each-reference adds the score against each file, called after the file, with mean and SD."""
    files = [texts / name for name in TWO]
    arguments = ("score", texts / "dune.txt", texts / "elm.txt", "-r", *files, "-m", "bleu", "chrf")
    header, *rows = karat(*arguments, "--each-reference").out.splitlines()
    named = ["metric", "system", "together", "reference-1", "reference-2", "mean", "SD", "recipe"]
    assert header.split("\t") == named
    of_dune = next(row.split("\t") for row in rows if row.startswith("chrF2\tdune"))
    for place, file in zip((3, 4), files, strict=True):
        alone = karat("score", texts / "dune.txt", "-r", file, "-m", "chrf", "-q").out
        assert of_dune[place] == alone.strip()
    document = json.loads(karat(*arguments, "--each-reference", "--format", "json").out)
    assert document["scores"] == json.loads(karat(*arguments, "--format", "json").out)["scores"]
    first = document["references"][0]
    assert (first["system"], first["metric"]) == ("dune", "BLEU")
    assert first["together"] == document["scores"][0]["value"]
    assert list(first["alone"]) == ["reference-1", "reference-2"]
    assert first["mean"] == pytest.approx(sum(first["alone"].values()) / 2)


def test_a_reference_that_is_named_twice_is_numbered(karat: Karat, texts: Path) -> None:
    """The same file twice has no longer name to tell it apart, and counts twice."""
    same = texts / TWO[0]
    header, *rows = karat("score", texts / "dune.txt", "-r", same, same, "--each-reference").out.splitlines()
    _, _, together, first, second, mean, deviation, _ = rows[0].split("\t")
    assert header.split("\t")[4] == header.split("\t")[3] + " (2)"
    assert {together, first, second} == {mean}
    assert deviation == "0.00"


def test_bare_numbers_have_the_digits_of_their_columns(karat: Karat, texts: Path) -> None:
    """Counts are whole numbers, also without a header."""
    arguments = ("score", texts / "dune.txt", "-r", texts / TWO[0], "--orders")
    rows = [line.split("\t")[3:-1] for line in karat(*arguments).out.splitlines()[1:]]
    assert [line.split("\t") for line in karat(*arguments, "-q").out.splitlines()] == rows


def test_each_reference_needs_two(karat: Karat, texts: Path) -> None:
    """One reference has no spread; tags in files are not read for each."""
    alone = karat("score", texts / "dune.txt", "-r", texts / TWO[0], "--each-reference")
    assert (alone.code, "There is one reference" in alone.err) == (2, True)
    tags = ("--tags", texts / "dune.txt", "--reference-tags", texts / TWO[0], "-m", "tag-bleu")
    tagged = karat("score", texts / "dune.txt", "-r", texts / TWO[0], *tags, "--each-reference")
    assert (tagged.code, "--each-reference reads tags within the text only" in tagged.err) == (2, True)


def test_collections_of_a_file(karat: Karat, write: Write) -> None:
    """News and a test suite are scored together with a note; --collection takes one, and nothing else has any."""

    def document(name: str, attributes: str, output: str) -> str:
        texts = (("src", "Hund", ""), ("ref", "the dog ran off", ""), ("hyp", output, ' system="A"'))
        inside = "".join(f'<{tag}{more}><p><seg id="1">{text}</seg></p></{tag}>' for tag, text, more in texts)
        return f'<doc id="{name}"{attributes}>{inside}</doc>'

    news, suite = document("1", "", "the dog ran off"), document("2", ' testsuite="idioms"', "a cat")
    path = write("wmt.xml", f'<dataset id="t"><collection id="news">{news}</collection>{suite}</dataset>')
    mixed = karat("score", path, "-m", "exact")
    assert "50.00" in mixed.out
    assert "holds 2 collections, which are taken together: news (1 segment), idioms (1 segment)" in mixed.err
    assert "--collection news" in mixed.err
    alone = karat("score", path, "-m", "exact", "--collection", "news", "--no-check")
    assert ("100.00" in alone.out, alone.err) == (True, "")
    refused(karat("score", path, "--collection", "new"), "news")
    text = write("a.txt", "a\n")
    refused(karat("score", text, "-r", text, "--collection", "news"), "WMT's .xml")
