"""Options of the command and options of metrics."""

from inspect import signature
from typing import Any, get_args

import pytest

from karat.cli.commands.score import COMMAND
from karat.cli.metric_choice import FLAGS, chosen_metrics, flags_of
from karat.errors import InvalidOption, KaratError
from karat.metrics import METRICS, Bleu, Chrf, Metric, Ter, choices, metric
from karat.tokens import NAMES

HELP = {one.attribute: one.text for one in COMMAND.options.every()}


def metrics(*arguments: str) -> tuple[Metric, ...]:
    """The metrics of a command line."""
    return chosen_metrics(COMMAND.read(["output.txt", "-r", "reference.txt", *arguments]))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), (Bleu(),)),
        (("-m", "BLEU", "chrF"), (Bleu(), Chrf())),
        (("-m", "chrf++", "ter"), (Chrf(word_order=2), Ter())),
        (("-m", "bleu", "bleu"), (Bleu(),)),
        (("--recipe", "TER|case:mixed"), (Ter(case_sensitive=True),)),
        (("-m", "bleu", "--recipe", "TER|case:lc"), (Bleu(), Ter())),
        (("-m", "chrf", "chrf++", "--word-order", "1"), (Chrf(word_order=1),)),
        (("--unit", "char", "--spaces", "keep"), (Bleu(unit="char", spaces="keep"),)),
        (("--weights", "0.5,0.3,0.2,0"), (Bleu(weights=(0.5, 0.3, 0.2, 0.0)),)),
        (("--smoothing", "add-k", "--smoothing-value", "2"), (Bleu(smoothing="add-k", smoothing_value=2),)),
        (("-w3", "--order=2"), (Bleu(order=2),)),
        (("-m", "bleu:order=2,tokenize=intl", "Bleu"), (Bleu(order=2, tokenize="intl"), Bleu())),
        (("-m", "bleu:order=2", "bleu", "--order", "3"), (Bleu(order=2), Bleu(order=3))),
        (("-m", "bleu:weights=0.5,0.5,order=2,lowercase=yes"), (Bleu(order=2, lowercase=True),)),
    ],
)
def test_metrics_are_as_asked(arguments: tuple[str, ...], expected: tuple[Metric, ...]) -> None:
    """Names in any case, recipes after names, each metric once."""
    assert metrics(*arguments) == expected


@pytest.mark.parametrize(("name", "cls"), [("bleu", Bleu), ("chrf", Chrf), ("ter", Ter)])
def test_every_option_of_a_metric_is_an_option_of_the_command(name: str, cls: type) -> None:
    """Nothing that a metric can do is out of reach."""
    assert set(flags_of(name).values()) == set(signature(cls).parameters)


def test_every_metric_is_known_to_the_command() -> None:
    """The help lists the catalogue."""
    assert HELP["metrics"].startswith(", ".join(METRICS) + " (")


@pytest.mark.parametrize("option", FLAGS)
def test_every_option_has_a_place_and_help(option: str) -> None:
    """What metrics are given is read from the command line."""
    assert getattr(COMMAND.options(), option) is None
    assert HELP[option]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("unit", get_args(choices.Unit)),
        ("smoothing", get_args(choices.Smoothing)),
        ("brevity", get_args(choices.Brevity)),
        ("mean", get_args(choices.Mean)),
        ("normalization", get_args(choices.Normalization)),
        ("spaces", get_args(choices.Spaces)),
    ],
)
def test_the_help_names_every_choice(option: str, words: Any) -> None:
    """A new choice must be told."""
    assert all(word in HELP[option] for word in words)


def test_the_help_names_every_tokenizer() -> None:
    """A new tokenizer must be told; `given` is for lists, which files have none of."""
    assert all(name in HELP["tokenize"] for name in NAMES if name != "given")


def test_given_tokens_are_refused() -> None:
    """A file cannot hold tokens that are made already, other than split at spaces."""
    with pytest.raises(InvalidOption, match="lists in Python"):
        metrics("--tokenize", "given")


@pytest.mark.parametrize(("name", "cls"), [("bleu", Bleu), ("chrf", Chrf)])
def test_the_help_tells_the_defaults(name: str, cls: type) -> None:
    """The defaults in the help are the metric's."""
    for field in signature(cls).parameters.values():
        option = next(here for here, there in flags_of(name).items() if there == field.name)
        if isinstance(field.default, (str, int)) and not isinstance(field.default, bool):
            assert f"(default: {field.default}" in HELP[option]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("blue", "metric.*blue"),
        ("bleu:ordre=2", "option of bleu.*ordre"),
        ("bleu:order", "'order' is not of the form option=value"),
        ("bleu:order=many", "order of bleu is 'many'"),
        ("bleu:lowercase=lc", "lowercase of bleu is 'lc'; it must be yes or no"),
        ("bleu:order=2,order=3", "order twice"),
        ("bleu:tokenize=given", "lists in Python"),
        ("bleu:smoothing=most", "smoothing.*most"),
    ],
)
def test_what_is_wrong_with_options_in_a_name(text: str, problem: str) -> None:
    """Names and values that are not known are refused with what is known."""
    with pytest.raises(KaratError, match=problem):
        metrics("-m", text)


@pytest.mark.parametrize(
    ("name", "option"),
    [
        (name, option)
        for name in METRICS
        for option in signature(type(METRICS[name]())).parameters
        if isinstance(getattr(METRICS[name](), option), bool)
        and (name, option) != ("nee-precision", "partial")  # refused
    ],
)
@pytest.mark.parametrize(("text", "value"), [("yes", True), ("no", False)])
def test_yes_switches_on(name: str, option: str, text: str, value: bool) -> None:
    """Whatever word the recipe has for it, a switch is on with yes and off with no."""
    assert metrics("-m", f"{name}:{option}={text}") == (metric(name, **{option: value}),)


def test_a_flag_that_nobody_takes() -> None:
    """A flag beside a metric that has its own value for it would do nothing."""
    with pytest.raises(InvalidOption, match="--order is given, and bleu has its own"):
        metrics("-m", "bleu:order=3", "--order", "2")


def test_spaces_are_for_characters_wherever_that_is_said() -> None:
    """`--spaces keep` is meant for BLEU in characters too, beside chrF."""
    bleu_too, _ = metrics("-m", "bleu:unit=char", "chrf", "--spaces", "keep")
    assert bleu_too == Bleu(unit="char", spaces="keep")


def test_given_tokens_are_refused_in_a_recipe() -> None:
    """However it is asked for."""
    with pytest.raises(InvalidOption, match="lists in Python"):
        metrics("--recipe", "BLEU|tok:given")
