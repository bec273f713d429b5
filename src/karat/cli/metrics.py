"""From the options of a command to metrics."""

from __future__ import annotations

from karat.errors import InvalidOption
from karat.metrics import metric, parse
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from karat.cli.options import ScoreOptions
    from karat.metrics import Metric

# By metric: what an option of the command is called there.
_SHARED = {"normalization": "normalization"}
_CASE_AND_SPACES = {**_SHARED, "lowercase": "lowercase", "spaces": "spaces"}
_BLEU = {
    **_CASE_AND_SPACES,
    "unit": "unit",
    "order": "order",
    "tokenize": "tokenize",
    "smoothing": "smoothing",
    "smoothing_value": "smoothing_value",
    "effective_order": "effective_order",
    "brevity": "brevity",
    "weights": "weights",
}
_CHRF = {
    **_CASE_AND_SPACES,
    "char_order": "character_order",
    "word_order": "word_order",
    "beta": "beta",
    "epsilon": "epsilon_smoothing",
}
_TER = {
    **_SHARED,
    "ter_normalized": "normalized",
    "no_punctuation": "no_punctuation",
    "asian": "asian_support",
    "case_sensitive": "case_sensitive",
}
OPTIONS = {"bleu": _BLEU, "chrf": _CHRF, "chrf++": _CHRF, "ter": _TER}


def chosen_metrics(options: ScoreOptions) -> tuple[Metric, ...]:
    """The metrics that were asked for, each once, those with names before those with recipes."""
    names = [name.lower() for name in options.metrics or ()]
    if not names and not options.recipe:
        names = ["bleu"]
    made = [metric(name, **_of_metric(options, name, names)) for name in names]
    _refuse_unused(options, names)
    if options.tokenize == "given":
        raise InvalidOption(
            "--tokenize given is for lists in Python; a file of words split at spaces is 'none'."
        )
    made += [parse(recipe) for recipe in options.recipe or ()]
    return tuple({metric.recipe: metric for metric in made}.values())


def _of_metric(options: ScoreOptions, name: str, names: list[str]) -> dict[str, Any]:
    given = {
        there: value
        for here, there in OPTIONS.get(name, {}).items()
        if (value := getattr(options, here)) is not None
    }
    # Words have no spaces to keep: beside chrF the option was meant for chrF.
    in_words = options.unit != "char" and not (options.tokenize or "").startswith("char")
    if name == "bleu" and in_words and any(other.startswith("chrf") for other in names):
        given.pop("spaces", None)
    return given


def _refuse_unused(options: ScoreOptions, names: list[str]) -> None:
    """An option that changes nothing was a mistake, and its user would not notice."""
    for option in dict.fromkeys(option for of_metric in OPTIONS.values() for option in of_metric):
        having = [name for name, of_metric in OPTIONS.items() if option in of_metric]
        if getattr(options, option) is None or any(name in having for name in names):
            continue
        flag = f"--{option.replace('_', '-')}"
        measured = f"only {', '.join(names)} is measured" if names else "a recipe has its own options"
        raise InvalidOption(f"{flag} is for {', '.join(having)}, and {measured}. Add -m or leave it out.")
