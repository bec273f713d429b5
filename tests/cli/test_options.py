"""Options: how they are declared, and what is refused before anything is read, with what would be right."""

from importlib import import_module
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo
from karat.cli.command_group import every_command
from karat.cli.options import Command, Options, option
from karat.errors import InvalidOption


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
        (["--by", "paragraph"], ["--paragraphs FILE"]),
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


class Chance(Options, title="chance"):
    """A group."""

    samples: int = option("--samples", "N", "how many", default=1000, least=1)
    confidence: float | None = option("--confidence", "X", "of intervals", former="--level")


class Shown(Options, title="output"):
    """Another."""

    show: list[str] | None = option("--show", "WHAT…", "tables", choices=("one", "two"))
    width: int = option("-w --width", "N", "digits", default=2, least=0, most=15)


class Both(Chance, Shown, without=("show",)):
    """The options of a command."""

    samples: int = option("--samples", "N", "how many texts", default=500, least=1)


COMMAND = Command("made-up", Both, usage="karat made-up", description="Made up.")


def test_an_option_is_declared_once() -> None:
    """Its declaration gives it a default, a place in the help and a type."""
    assert (COMMAND.read([]).samples, COMMAND.read([]).confidence) == (500, None)
    assert COMMAND.read(["--samples", "7"]).samples == 7
    assert COMMAND.read(["--confidence=0.9", "-w3"]).given("confidence", "width") == {
        "confidence": 0.9,
        "width": 3,
    }


def test_groups_come_in_the_order_of_the_bases() -> None:
    """What is declared again keeps its place, and what is left out is no option."""
    assert {title: list(group) for title, group in Both.declared.items()} == {
        "chance": ["samples", "confidence"],
        "output": ["width"],
    }
    assert Both.declared["chance"]["samples"].text == "how many texts"
    assert Both().show is None
    with pytest.raises(InvalidOption, match="There is no option '--show'"):
        COMMAND.read(["--show", "one"])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--samples", "0"], "--samples is 0; it must be 1 or more"),
        (["-w", "16"], "--width is 16; it must be between 0 and 15"),
        (["--samples", "many"], "--samples: 'many' is not a whole number"),
    ],
)
def test_checks_are_declared_with_the_option(arguments: list[str], problem: str) -> None:
    """Wherever an option is taken, the same is refused in the same words."""
    with pytest.raises(InvalidOption, match=problem):
        COMMAND.read(arguments)


def test_a_choice_of_several_words() -> None:
    """Each of them is looked at."""
    command = Command("made-up", Shown, usage="karat made-up", description="Made up.")
    assert command.read(["--show", "two", "one"]).show == ["two", "one"]
    with pytest.raises(InvalidOption, match="--show is 'three'"):
        command.read(["--show", "one", "three"])


def test_a_former_name_is_understood(karat: Karat) -> None:
    """`--level` of intervals is `--confidence` now; the old name still works, and no help shows it."""
    assert COMMAND.read(["--level", "0.9"]).confidence == 0.9
    arguments = ("compare", demo.path(), "--samples", 200, "--shuffles", 500, "--format", "json")
    assert karat(*arguments, "--level", 0.9).out == karat(*arguments, "--confidence", 0.9).out
    assert "--level" not in karat("compare", "--help").out


@pytest.mark.parametrize("module", every_command().values())
def test_every_command_declares_its_options(module: str) -> None:
    """Each option has help, an annotation, and names that no other option of the command has."""
    command = import_module(module).COMMAND
    options = list(command.options.every())
    annotated = {one for cls in command.options.__mro__ for one in getattr(cls, "__annotations__", {})}
    assert all(one.attribute in annotated for one in options)
    hidden = [one.flag for one in options if not one.text]
    assert hidden == (["--path"] if command.name == "demo" else [])
    names = [name for one in options for name in (*one.names, *filter(None, [one.former]))]
    assert len(set(names)) == len(names)
    assert {"--debug", "--help"} <= set(names)
