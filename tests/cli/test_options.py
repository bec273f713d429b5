"""Options that are refused: before anything is read, with what would be right."""

from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["-m", "blue"], ["There is no metric 'blue'", "Did you mean 'bleu'?"]),
        (["-m", "blue", "--order", "2"], ["There is no metric 'blue'"]),
        (["-m"], ["-m/--metrics: expected at least one argument"]),
        (["--order", "four"], ["--order: 'four' is not a whole number"]),
        (["--order", "0"], ["order is 0"]),
        (["--order=-3"], ["order is -3"]),
        (["--beta", "much", "-m", "chrf"], ["--beta: 'much' is not a number"]),
        (["--beta", "nan", "-m", "chrf"], ["beta is nan"]),
        (["--beta", "1e300", "-m", "chrf"], ["beta is 1e+300", "at most 1,000,000"]),
        (["--beta", "1e300", "-m", "rouge-l"], ["beta is 1e+300", "at most 1,000,000"]),
        (["--unit", "letter"], ["unit is 'letter'", "word, char"]),
        (["--spaces", "keep"], ["--unit char"]),
        (["--unit", "char", "--tokenize", "zh"], ["The tokenizer 'zh' makes words", "--unit char"]),
        (["--spaces", "some", "-m", "chrf"], ["spaces is 'some'", "drop, keep"]),
        (["--tokenize", "13b"], ["no tokenizer '13b'", "Did you mean '13a'?"]),
        (["--smoothing", "exq"], ["Did you mean 'exp'?"]),
        (["--smoothing-value", "1"], ["takes no value"]),
        (["--brevity", "long"], ["closest, shortest, average, none"]),
        (["--normalization", "NFX"], ["none, NFC, NFKC"]),
        (["--weights", "1,2"], ["2 weights", "order 4"]),
        (["--weights", "a,b"], ["'a,b' is not a list of numbers"]),
        (["--recipe", "BLUE|order:4"], ["begins with 'BLUE'"]),
        (["--recipe", "BLEU|colour:red"], ["the key 'colour'"]),
        (["--recipe", "BLEU|order:4", "--order", "2"], ["--order is for bleu", "recipe"]),
        (["-m", "ter", "--lowercase"], ["--lowercase is for bleu, chrf, chrf++", "only ter is measured"]),
        (["--case-sensitive"], ["--case-sensitive is for ter", "only bleu is measured"]),
        (["--orders", "-m", "chrf"], ["--orders shows BLEU"]),
        (["--format", "xml"], ["table, tsv, json, latex"]),
        (["--format", "jsn"], ["Did you mean 'json'?"]),
        (["--format", "json", "-q"], ["-q prints bare numbers"]),
        (["--by", "page"], ["document, text-type, paragraph"]),
        (["--by", "document"], ["--documents FILE"]),
        (["--by", "text-type"], ["--text-types FILE"]),
        (["--by", "paragraph"], ["says nothing of paragraphs"]),
        (["--segments", "--orders"], ["several tables"]),
        (["--width", "99"], ["between 0 and 15"]),
        (["--threads", "0"], ["1 or more"]),
        (["--threads", "two"], ["not a whole number"]),
        (["--smothing", "exp"], ["There is no option '--smothing'", "Did you mean --smoothing?"]),
        (["--smothing=exp"], ["There is no option '--smothing'"]),
        (["--xyzzy"], ["There is no option '--xyzzy'", "karat score --help"]),
        (["-r"], ["expected at least one argument"]),
        (["--systems", "a", "b"], ["There is 1 hypothesis", "a, b"]),
    ],
)
def test_options_that_make_no_sense(
    karat: Karat, output: Path, reference: Path, options: list[str], words: list[str]
) -> None:
    """A wrong option is refused before anything is read, with what would be right."""
    refused(karat("score", output, "-r", reference, *options), *words)


def test_options_are_checked_before_files(karat: Karat, tmp_path: Path) -> None:
    """A slip in an option is not found out after an hour of reading."""
    refused(karat("score", tmp_path / "missing.txt", "-r", "missing", "-m", "blue"), "no metric 'blue'")
