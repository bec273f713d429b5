"""`karat compare`: what it prints, and what it refuses."""

import gzip
import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo
from karat.cli.commands.compare import ComparisonOptions
from karat.comparison import Procedure

DEMO = demo.segments_path()
FEW = ("--samples", 200, "--shuffles", 500)


def test_standings_and_pairs(karat: Karat) -> None:
    """Two tables for each metric, and what the figures rest on."""
    outcome = karat("compare", DEMO, *FEW, "-m", "bleu", "ter", "--format", "table")
    assert outcome.code == 0
    for expected in (
        "cluster  ranks",
        "corrected",
        "detectable",
        "documents  12, resampled and permuted as a whole",
        "Design effect of documents: ",
        "samples:200|shuffles:500",
    ):
        assert expected in outcome.out
    assert outcome.out.count("cluster  ranks") == 2
    assert "pairs are not significant" in outcome.out


def test_where_chance_finds_enough(karat: Karat, write: Write) -> None:
    """At a level of .1 a test rejects in 9 of 10 cases whatever is true: any difference is detectable."""
    reference = write("reference", "the cat sat on the mat\na dog barks loudly\nit rains today again\n")
    first = write("first", "the cat sat on a mat\na dog bark\nit rains today\n")
    second = write("second", "the cat is on the mat\na dog barks loudly\nrains it\n")
    outcome = karat("compare", first, second, "-r", reference, "--confidence", 0.1, "--format", "table")
    assert outcome.code == 0
    assert (
        "The pair is not significant. This test set has 80 % power to detect a difference of 0.00"
        in outcome.out
    )


def test_digits_of_sentences(karat: Karat) -> None:
    """Scores between 0 and 1 differ in the third digit; sentences have as many digits as tables."""
    two = ("--systems", "aurora", "birch", "--samples", 200, "--slices", "text-type", "--format", "table")
    coarse, fine = (karat("compare", DEMO, *two, "-w", digits).out for digits in (0, 4))
    assert "aurora is significantly better than birch by 6 (95 %: " in coarse
    assert re.search(
        r"aurora is significantly better than birch by 6\.\d{4} \(95 %: -?\d+\.\d{4} to \d+\.\d{4}\)", fine
    )


def test_tsv_has_one_table(karat: Karat) -> None:
    """Pairs unless standings are asked for; both do not fit."""
    pairs = karat("compare", DEMO, *FEW, "--format", "tsv").out.splitlines()
    assert pairs[0].split("\t")[:6] == ["metric", "first", "second", "better", "unit", "units"]
    assert pairs[0].endswith("\tdesign effect\trecipe")
    assert pairs[1].rpartition("\t")[2].startswith("BLEU|")
    assert pairs[1].split("\t")[4:6] == ["document", "12"]
    assert len(pairs) == 1 + 15
    standings = karat("compare", DEMO, *FEW, "--format", "tsv", "--show", "standings").out.splitlines()
    assert standings[0].split("\t") == [
        *("metric", "cluster", "ranks", "system", "unit", "units"),
        *("score", "low", "high", "design effect", "recipe"),
    ]
    assert len(standings) == 1 + 6
    refused(karat("compare", DEMO, *FEW, "--format", "tsv", "--show", "both"), "two tables")


def test_json_has_everything(karat: Karat) -> None:
    """Both tables in full precision, and the procedure."""
    document = json.loads(karat("compare", DEMO, *FEW, "--format", "json", "--seed", 0).out)
    (bleu,) = document["comparisons"]
    assert len(bleu["systems"]) == 6
    assert len(bleu["pairs"]) == 15
    assert set(bleu["pairs"][0]) >= {"p", "p_bootstrap", "p_corrected", "interval", "detectable", "better"}
    assert "seed:0" in document["procedure"][0]["recipe"]
    (score, *_) = json.loads(karat("score", DEMO, "--format", "json").out)["scores"]
    assert bleu["recipe"].startswith(f"{score['recipe']}|samples:")
    assert "|refs:2|" in bleu["recipe"]
    assert bleu["references"] == 2
    assert bleu["sacrebleu_signature"] == score["sacrebleu_signature"]
    for form in ("table", "latex"):
        shown = karat("compare", DEMO, *FEW, "--format", form).out
        assert score["sacrebleu_signature"].replace("_", r"\_") in shown.replace(r"\textbar{}", "|")


def test_p_values_at_the_floor_are_bounds(karat: Karat) -> None:
    """No shuffle was as extreme: more of them would make p smaller, so people read ≤, and programs are told."""
    options = ("compare", DEMO, "--samples", "50", "--shuffles", "999", "-m", "bleu", "--draw", "segment")
    pairs = json.loads(karat(*options, "--format", "json").out)["comparisons"][0]["pairs"]
    bounds = [pair for pair in pairs if pair["p_at_floor"]]
    assert bounds
    assert {pair["p"] for pair in bounds} == {0.001}
    assert {pair["p_corrected"] for pair in bounds} == {0.015}
    assert all(pair["p"] > 0.001 for pair in pairs if not pair["p_at_floor"])
    shown = karat(*options, "--show", "pairs", "--format", "table").out
    assert shown.count("≤ 0.0150") == shown.count("≤ 0.0010") == len(bounds)
    assert "≤" not in karat(*options, "--show", "pairs", "--format", "tsv").out


def test_the_same_twice(karat: Karat) -> None:
    """The same seed prints the same figures, with any number of threads."""
    once = karat("compare", DEMO, *FEW, "--format", "json", "--threads", 1)
    again = karat("compare", DEMO, *FEW, "--format", "json", "--threads", 2)
    assert once.out == again.out
    assert once.out != karat("compare", DEMO, *FEW, "--format", "json", "--seed", 1).out


def test_documents_and_strata(karat: Karat) -> None:
    """Whole documents are drawn, within text types; or segments, where these are asked for."""
    single = karat("compare", DEMO, *FEW, "--draw", "segment", "--format", "table").out
    assert "segments  48, resampled as if independent" in single
    assert "too narrow by the root of the design effect of documents" in single
    outcome = karat("compare", DEMO, *FEW, "--stratify", "--format", "table")
    assert "documents  " in outcome.out
    assert "draw:document|strata:text_type" in outcome.out


def test_as_moses(karat: Karat) -> None:
    """The other test comes with a warning."""
    assert "call too many" in karat("compare", DEMO, *FEW, "--tests", "moses", "--format", "table").out


def test_latex(karat: Karat) -> None:
    """One table of all metrics, or where these are asked for, standings and pairs of each."""
    two = ("compare", DEMO, *FEW, "-m", "bleu", "ter", "--format", "latex")
    assert karat(*two).out.count(r"\begin{tabular}") == 1
    assert karat(*two, "--show", "both").out.count(r"\begin{tabular}") == 4
    assert karat(*two, "--slices", "text-type").out.count(r"\begin{tabular}") == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--interval", "t"), ("interval", "expanded, percentile, bca")),
        (("--draw", "word"), ("word", "segment, paragraph, document")),
        (("--confidence", "95"), ("confidence", "0.95")),
        (("--samples", "0"), ("samples",)),
        (("--seed", "-1"), ("seed",)),
        (("--show", "everything"), ("--show", "standings, open, pairs, both, slices")),
        (("--systems", "aurora"), ("at least two",)),
        (("--segments",), ("no option '--segments'",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("compare", DEMO, *arguments), *words)


def test_nothing_to_compare(karat: Karat, tmp_path: Path) -> None:
    """The command that is meant is the one that is named."""
    refused(karat("compare"), "karat compare HYPOTHESIS")
    text = tmp_path / "a.txt"
    text.write_text("a\n")
    refused(karat("compare", text), "karat compare", "-r REFERENCE")


def test_every_option_of_the_procedure_is_an_option_of_the_command() -> None:
    """Nothing that the procedure can do is out of reach, and each option has a place and help."""
    elsewhere = {"draw": "unit", "tests": "compatible"}
    names = {elsewhere.get(one.attribute, one.attribute) for one in ComparisonOptions.every()}
    assert names == set(Procedure.__match_args__)
    assert all(one.default is None and one.text for one in ComparisonOptions.every())


def test_slices(karat: Karat) -> None:
    """Tables of parts, and what turns round in them; in JSON with intervals."""
    arguments = ("compare", DEMO, *FEW, "--slices", "text-type", "numbers")
    shown = karat(*arguments, "--format", "table").out
    assert "BLEU by text-type" in shown
    assert "BLEU by numbers" in shown
    document = json.loads(karat(*arguments, "--format", "json").out)
    assert {record["partition"] for record in document["slices"]} == {"text-type", "numbers"}
    assert len(document["slices"][0]["systems"]["aurora"]["interval"]) == 2
    refused(karat(*arguments, "--format", "tsv"), "--show", "slices")
    refused(karat("compare", DEMO, "--slices", "colour"), "colour", "text-type")


@pytest.mark.parametrize("packing", ["", ".gz"])
def test_marked_up_text_has_no_columns_to_slice_by(karat: Karat, tmp_path: Path, packing: str) -> None:
    """Compressed or not, the partitions that there are are named."""
    outputs = "".join(f'<hyp system="{name}"><seg id="1">{name}</seg></hyp>' for name in "AB")
    text = f'<dataset><doc id="d"><ref><seg id="1">r</seg></ref>{outputs}</doc></dataset>'.encode()
    path = tmp_path / f"wmt.xml{packing}"
    path.write_bytes(gzip.compress(text) if packing else text)
    refused(karat("compare", path, *FEW, "--slices", "colour"), "no partition 'colour'", "text-type")


def test_examples(karat: Karat) -> None:
    """Segments and n-grams that set two systems apart: the best two, or those that are named."""
    arguments = ("compare", DEMO, *FEW, "--examples", 2, "--pair", "aurora", "elm")
    shown = karat(*arguments, "--format", "table").out
    assert "segments that differ most" in shown
    assert "n-grams that only one gets" in shown
    document = json.loads(karat(*arguments, "--format", "json").out)
    assert set(document["segments"][0]["texts"]) == {"aurora", "elm"}
    assert len(document["ngrams"]) == 4
    refused(karat("compare", DEMO, *FEW, "--pair", "aurora", "elm"), "--examples")
    refused(karat("compare", DEMO, *FEW, "--examples", 2, "--pair", "aurora"), "two")
    refused(karat("compare", DEMO, *FEW, "--examples", 0), "1 or more")


def test_scores_from_elsewhere(karat: Karat, tmp_path: Path) -> None:
    """They are compared like any metric; a file that is not there is not passed over."""
    systems = [
        f"{name}\t{segment}\t{value}"
        for name, value in (("aurora", 0.8), ("elm", 0.3))
        for segment in range(1, 49)
    ]
    table = tmp_path / "comet.tsv"
    table.write_text("\n".join(["system\tsegment\tCOMET", *systems]) + "\n")
    arguments = ("compare", DEMO, *FEW, "--systems", "aurora", "elm", "--format", "json")
    document = json.loads(karat(*arguments, "--scores", table).out)
    bleu, comet = document["comparisons"]
    assert (bleu["metric"], comet["metric"]) == ("BLEU", "COMET")
    assert comet["pairs"][0]["better"] == "aurora"
    refused(karat(*arguments, "--scores", tmp_path / "absent.tsv"), "absent.tsv")


@pytest.mark.parametrize("command", ["compare", "power"])
@pytest.mark.parametrize(
    "flags", [("--tags", "x"), ("--lower-is-better", "COMET"), ("--entities", "absent.muc")]
)
def test_inputs_are_those_of_score(karat: Karat, command: str, flags: tuple[str, ...]) -> None:
    """What `karat score` would refuse is not passed over."""
    refused(karat(command, DEMO, *flags))


def test_tags_of_entities_are_no_text(karat: Karat, tmp_path: Path) -> None:
    """A marked reference gives the same BLEU in both commands; a marked hypothesis is refused."""
    (tmp_path / "one.txt").write_text("Clinton met him in Paris today\nthe end of it all\n")
    (tmp_path / "two.txt").write_text("Clinton saw him in Rome today\nthe end of it all\n")
    marked = tmp_path / "reference.muc"
    marked.write_text(
        '<ENAMEX TYPE="PERSON">Clinton</ENAMEX> met him in <ENAMEX TYPE="LOCATION">Paris</ENAMEX> today\n'
        "the end of it all\n"
    )
    texts = (tmp_path / "one.txt", tmp_path / "two.txt", "-r", marked)
    scored = json.loads(karat("score", *texts, "-m", "bleu", "nee", "--format", "json").out)["scores"]
    compared = json.loads(karat("compare", *texts, *FEW, "-m", "bleu", "nee", "--format", "json").out)
    values = {(score["metric"], score["system"]): score["value"] for score in scored}
    for of_metric in compared["comparisons"]:
        for system in of_metric["systems"]:
            assert system["value"] == values[of_metric["metric"], system["system"]]
    refused(karat("score", marked, "-r", marked), "reference.muc", "text alone")


def test_what_has_no_value(karat: Karat) -> None:
    """Without entities NEE is not defined: no pair is decided, and that is said."""
    outcome = karat("compare", DEMO, *FEW, "-m", "nee", "--systems", "aurora", "birch", "--format", "table")
    assert outcome.code == 0
    assert "1 of 1 pairs have no value to compare" in outcome.out
    assert karat("power", DEMO, "-m", "nee", "--systems", "aurora", "birch").code == 0


def test_metrics_are_told_apart(karat: Karat) -> None:
    """The same metric with other options has another name."""
    arguments = ("compare", DEMO, *FEW, "-m", "bleu", "bleu:order=2,lowercase=yes", "bleu:lowercase=yes")
    document = json.loads(karat(*arguments, "--format", "json").out)
    names = [of_metric["metric"] for of_metric in document["comparisons"]]
    assert names == ["BLEU case:mixed", "BLEU-w2", "BLEU case:lc"]


def test_systems_beside_a_baseline_have_no_clusters(karat: Karat) -> None:
    """Only the pairs with it are tested, so the scores stand beside the verdict on it, in every format."""
    options = ("demo:", "--baseline", "birch", "-m", "bleu", "--no-check", "--samples", 50)
    table = karat("compare", *options, "--format", "table").out
    assert table.splitlines()[1].split()[:3] == ["system", "beside", "birch"]
    assert "cluster" not in table
    rows = [
        line.split("\t")
        for line in karat("compare", *options, "--show", "standings", "--format", "tsv").out.splitlines()
    ]
    assert rows[0][1:3] == ["system", "beside birch"]
    said = {row[1]: row[2] for row in rows[1:]}
    (found,) = json.loads(karat("compare", *options, "--format", "json").out)["comparisons"]
    assert found["baseline"] == "birch"
    assert (
        {one["cluster"] for one in found["systems"]} == {one["ranks"] for one in found["systems"]} == {None}
    )
    winners = {({pair["first"], pair["second"]} - {"birch"}).pop(): pair["better"] for pair in found["pairs"]}
    words = {"birch": "worse", None: "not significant"}
    assert said == {"birch": "–"} | {name: words.get(won, "better") for name, won in winners.items()}
    assert {"better", "worse", "not significant"} & set(said.values())
