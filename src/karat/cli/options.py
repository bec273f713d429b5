"""The options of `karat score`, as they were given."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Any, TypeVar

from karat.cli.parser import Parser
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    Options = TypeVar("Options", bound="ScoreOptions")


class ScoreOptions(Namespace):
    """What the user asked for; None where an option was not given."""

    inputs: list[str]
    references: list[str] | None = None
    source: str | None = None
    systems: list[str] | None = None
    documents: str | None = None
    text_types: str | None = None
    tags: list[str] | None = None
    reference_tags: list[str] | None = None
    entities: list[str] | None = None
    keep_bom: bool | None = None
    metrics: list[str] | None = None
    recipe: list[str] | None = None
    scores: list[str] | None = None
    score_names: list[str] | None = None
    lower_is_better: list[str] | None = None
    missing_scores: bool | None = None
    mixed_scales: bool | None = None
    human: list[str] | None = None
    lowercase: bool | None = None
    normalization: str | None = None
    spaces: str | None = None
    unit: str | None = None
    order: int | None = None
    tokenize: str | None = None
    smoothing: str | None = None
    smoothing_value: float | None = None
    effective_order: bool | None = None
    brevity: str | None = None
    weights: tuple[float, ...] | None = None
    char_order: int | None = None
    word_order: int | None = None
    beta: float | None = None
    epsilon: bool | None = None
    ter_normalized: bool | None = None
    no_punctuation: bool | None = None
    asian: bool | None = None
    case_sensitive: bool | None = None
    by: str | None = None
    segments: bool | None = None
    misses: bool | None = None
    orders: bool | None = None
    explain: bool | None = None
    format: str | None = None
    quiet: bool | None = None
    width: int = 2
    no_check: bool | None = None
    threads: int | None = None


def read_options(arguments: Sequence[str]) -> ScoreOptions:
    """The options of one call of `karat score`."""
    from karat.cli import manual

    return read_options_of("score", manual, arguments, ScoreOptions)


def read_options_of(command: str, manual: Any, arguments: Sequence[str], kind: type[Options]) -> Options:
    """The options of one call of a command that takes those of `karat score` among others."""
    given = {argument.partition("=")[0] for argument in arguments}
    options, unknown = kind(), [""]
    if given.isdisjoint(("-h", "--help")):
        # Most of the time that argparse takes goes into options that were not given.
        options, unknown = _parser(command, manual, given).parse_known_args(arguments, kind())
    if unknown:
        options = _parser(command, manual).read(arguments, kind())
    if options.threads is not None and options.threads < 1:
        raise InvalidOption(f"--threads is {options.threads}; it must be 1 or more.")
    return options


def _parser(command: str, manual: Any, given: Container[str] | None = None) -> Parser:
    """The parser of the options that were given, or of all."""
    parser = Parser(command, usage=manual.USAGE, description=manual.DESCRIPTION, examples=manual.EXAMPLES)
    for title, group in manual.GROUPS.items():
        wanted = [
            option
            for option in group
            if given is None or option[0] == "inputs" or any(name in given for name in option[0].split())
        ]
        if wanted:
            parser.add_group(title, wanted, types={"N": whole_number, "X": number, "W,W,…": _weights})
    return parser


def whole_number(text: str) -> int:
    """A whole number as it was typed."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None


def number(text: str) -> float:
    """A number as it was typed."""
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a number") from None


def _weights(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(weight) for weight in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a list of numbers such as 0.4,0.3,0.2,0.1") from None
