"""From the options of a command to metrics."""

from __future__ import annotations

from karat.cli.option_groups import BleuOptions, ChrfOptions, TerOptions, TextOptions
from karat.errors import InvalidOption, KaratError
from karat.metrics.catalogue import HOMES, METRICS, metric, metric_class, named_options, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from karat.cli.options import Options
    from karat.metrics import Metric

# Options of the command that say how to measure. A metric takes those that it has itself.
FLAGS = tuple(
    one.attribute for group in (TextOptions, BleuOptions, ChrfOptions, TerOptions) for one in group.every()
)
_RENAMED = {
    "char_order": "character_order",
    "epsilon": "epsilon_smoothing",
    "ter_normalized": "normalized",
    "asian": "asian_support",
}
# Where a flag's word means something else: NEE's unit is a document or a segment, not what n-grams are made
# of; METEOR's β is an exponent of its penalty.
_OWN_MEANING = {"nee": ("unit",), "nee-partial": ("unit",), "nee-precision": ("unit",), "meteor": ("beta",)}


def flags_of(name: str) -> dict[str, str]:
    """The flags that a metric takes, and what each is called there."""
    module, cls, _ = HOMES[name]
    options = metric_class(module, cls).__match_args__
    named = {flag: _RENAMED.get(flag, flag) for flag in FLAGS if flag not in _OWN_MEANING.get(name, ())}
    return {flag: option for flag, option in named.items() if option in options}


def chosen_metrics(options: Options) -> tuple[Metric, ...]:
    """The metrics that were asked for, each once, those with names before those with recipes."""
    named = list(getattr(options, "metrics", None) or ())
    models = tuple(text for text in named if is_model(text)) if hasattr(options, "models") else ()
    if models:
        options.models = models  # type: ignore[attr-defined]
    asked = [named_options(text) for text in named if text not in models]
    recipes = getattr(options, "recipe", None) or ()
    if not asked and not recipes and not models:
        asked = [("bleu", {})]
    names = [name for name, _ in asked]
    made = [metric(name, **{**_of_flags(options, name, own, names), **own}) for name, own in asked]
    _refuse_unused(options, asked)
    made += [parse(recipe) for recipe in recipes]
    if any(getattr(each, "tokenize", None) == "given" for each in made):
        raise InvalidOption(
            "The tokenizer 'given' is for lists in Python; a file of words split at spaces is 'none'."
        )
    return tuple({metric.recipe: metric for metric in made}.values())


def _of_flags(options: Options, name: str, own: dict[str, Any], names: list[str]) -> dict[str, Any]:
    given = {
        option: value
        for flag, option in flags_of(name).items()
        if (value := getattr(options, flag, None)) is not None
    }
    # Words have no spaces to keep: beside chrF the option was meant for chrF.
    unit = own.get("unit", getattr(options, "unit", None))
    words = own.get("tokenize", getattr(options, "tokenize", None)) or ""
    in_words = unit != "char" and not words.startswith("char")
    if "unit" in flags_of(name) and in_words and any(other.startswith("chrf") for other in names):
        given.pop("spaces", None)
    return given


def _refuse_unused(options: Options, asked: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """An option that changes nothing was a mistake, and its user would not notice."""
    names = [name for name, _ in asked]
    for flag in (flag for flag in FLAGS if getattr(options, flag, None) is not None):
        taking = [(name, own) for name, own in asked if flag in flags_of(name)]
        if any(flags_of(name)[flag] not in own for name, own in taking):
            continue
        if options.forget(flag):
            continue
        if taking:
            raise InvalidOption(
                f"--{flag.replace('_', '-')} is given, and {taking[0][0]} has its own. Leave out one of them."
            )
        having = [name for name in METRICS if flag in flags_of(name)]
        measured = f"only {', '.join(names)} is measured" if names else "a recipe has its own options"
        raise InvalidOption(
            f"--{flag.replace('_', '-')} is for {', '.join(having)}, and {measured}. Add -m or leave it out."
        )


def is_model(text: str) -> bool:
    """Whether the name is that of a model that Karat can run: comet, or comet:model=NAME."""
    return text.partition(":")[0].lower() == "comet"


def is_named(asked: Sequence[str], names: Sequence[str], recipes: Sequence[str]) -> bool:
    """Whether what was asked for are these metrics, by their own names, as `score` knows them, or by recipe.

    `bleu` is a BLEU with any options that its name does not say; `bleu:tokenize=char` one with these.
    """
    left = list(zip(names, recipes, strict=True))
    for text in asked:
        found = next((one for one in left if _means(text, *one)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _means(text: str, name: str, recipe: str) -> bool:
    if text == recipe or text.casefold() == name.casefold():
        return True
    try:
        known, (short, own) = parse(recipe), named_options(text)
        asked = metric(short, **own)
    except KaratError:
        # Another program's metric may be called without its reference: COMET is COMET-refA.
        return name.rpartition("-")[0].casefold() == text.casefold()
    return (
        type(known) is type(asked)
        and known.name == asked.name
        and all(getattr(known, option) == getattr(asked, option) for option in own)
    )
