"""Names of metrics, in tables and signatures, and the metrics behind them, imported when first asked for."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from karat.errors import InvalidOption, InvalidRecipe, UnknownName
from karat.metrics import recipe
from karat.remedies import either

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from karat.metrics.contract import Metric
    from karat.tokens.custom import Function


def _make(module: str, name: str, **options: Any) -> Metric:
    made: Metric = metric_class(module, name)(**options)
    return made


def metric_class(module: str, name: str) -> Any:
    """The class of that name, its module imported."""
    return getattr(import_module(f"karat.metrics.{module}"), name)


# What people call it: its module, its class, and the options that the name stands for.
HOMES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bleu": ("bleu", "Bleu", {}),
    "chrf": ("chrf", "Chrf", {}),
    "chrf++": ("chrf", "Chrf", {"word_order": 2}),
    "ter": ("ter", "Ter", {}),
    "wer": ("wer", "Wer", {}),
    "per": ("per", "Per", {}),
    "cder": ("cder", "Cder", {}),
    "exact": ("exact", "Exact", {}),
    "rouge-n": ("rouge_n", "RougeN", {}),
    "rouge-1": ("rouge_n", "RougeN", {"order": 1}),
    "rouge-2": ("rouge_n", "RougeN", {"order": 2}),
    "rouge-l": ("rouge_l", "RougeL", {}),
    "rouge-w": ("rouge_w", "RougeW", {}),
    "rouge-s": ("rouge_s", "RougeS", {}),
    "aev": ("aev", "Aev", {}),
    "tag-bleu": ("tag_bleu", "TagBleu", {}),
    "nee": ("nee", "Nee", {}),
    "nee-partial": ("nee", "Nee", {"partial": True}),
    "nee-precision": ("nee", "Nee", {"recogniser": "rules"}),
    "meteor": ("meteor", "Meteor", {}),
    "gtm": ("gtm", "Gtm", {}),
    "nist": ("nist", "Nist", {}),
    "wnm": ("wnm", "Wnm", {}),
    "wnm-mean": ("wnm", "Wnm", {"average": "texts"}),
}

# The word that a recipe begins with, and the name of the metric.
_OF_RECIPE = {
    "BLEU": "bleu",
    "chrF": "chrf",
    "TER": "ter",
    "WER": "wer",
    "PER": "per",
    "CDER": "cder",
    "exact": "exact",
    "ROUGE-N": "rouge-n",
    "ROUGE-L": "rouge-l",
    "ROUGE-W": "rouge-w",
    "ROUGE-S": "rouge-s",
    "AEv": "aev",
    "tagBLEU": "tag-bleu",
    "NEE": "nee",
    "METEOR": "meteor",
    "GTM": "gtm",
    "NIST": "nist",
    "WNM": "wnm",
}

METRICS = {name: partial(_make, module, cls, **options) for name, (module, cls, options) in HOMES.items()}


def metric(name: str, **options: Any) -> Metric:
    """The metric of that name, with options.

    >>> metric("chrf", word_order=2).name
    'chrF2++'
    """
    if not isinstance(name, str) or name not in METRICS:
        raise _unknown(name)
    try:
        return METRICS[name](**options)
    except TypeError as error:
        raise InvalidOption(f"{name}: {error}") from error


# Metrics that a model computes: no name of a metric here resembles these, but people ask for them.
_LEARNED = (
    "comet",
    "xcomet",
    "cometkiwi",
    "metricx",
    "bleurt",
    "bertscore",
    "yisi",
    "gemba",
    "prism",
    "unite",
)


def _unknown(name: object) -> UnknownName | InvalidOption:
    """The error for a name that no metric has; of a learned metric it says how its scores come in."""
    plain = str(name).lower().replace("-", "").replace("_", "")
    if not any(plain.startswith(learned) for learned in _LEARNED):
        return UnknownName.among("metric", str(name), METRICS)
    how = either(
        f"evaluate(corpus, *read_scores({f'{name}.tsv'!r}, corpus))",
        f"--scores {name}.tsv, in any command that takes -m",
    )
    return InvalidOption(
        f"Karat does not run {name}, which needs a model. Compute its scores of segments with its own "
        f"program, write them to a table with columns system, segment and {name}, and give the table: {how}"
    )


def named_options(text: str) -> tuple[str, dict[str, Any]]:
    """A name and options as the command line writes them: `bleu:order=2,tokenize=intl`."""
    typed, colon, rest = text.partition(":")
    name = typed.lower()
    if name not in METRICS:
        raise _unknown(typed)
    entries = {entry.option: entry for entry in _entries(name)}
    options = {}
    for part in _parts(rest) if colon else ():
        option, equals, value = part.partition("=")
        if not equals:
            raise InvalidOption(f"{text!r}: {part!r} is not of the form option=value.")
        if option not in entries:
            raise UnknownName.among(f"option of {name}", option, entries)
        if option in options:
            raise InvalidOption(f"{text!r} gives {option} twice. Give it once.")
        options[option] = _option(name, entries[option], value)
    return name, options


_SWITCH = {"yes": True, "true": True, "no": False, "false": False}


def _option(name: str, entry: recipe.Entry, text: str) -> Any:
    """An option's value as people write it: a switch is yes or no, whatever word the recipe has for it."""
    if isinstance(getattr(METRICS[name](), entry.option), bool):
        if text not in _SWITCH:
            raise InvalidOption(f"{entry.option} of {name} is {text!r}; it must be yes or no.")
        return _SWITCH[text]
    try:
        return entry.read(text)
    except (ValueError, KeyError):
        raise InvalidOption(f"{entry.option} of {name} is {text!r}, which cannot be read.") from None


def _parts(text: str) -> list[str]:
    """Split at commas, but not within a list: `weights=0.5,0.5,order=2` has two parts."""
    parts: list[str] = []
    for piece in text.split(","):
        if "=" in piece or not parts:
            parts.append(piece)
        else:
            parts[-1] += f",{piece}"
    return parts


def _entries(name: str) -> tuple[recipe.Entry, ...]:
    entries: tuple[recipe.Entry, ...] = import_module(f"karat.metrics.{HOMES[name][0]}").ENTRIES
    return entries


def parse(text: str, *, tokenize: str | Function | None = None) -> Metric:
    """The metric that a recipe describes.

    Of a tokenizer that is a function or a model's file the recipe has the name only: give it as `tokenize`.

    >>> parse("BLEU|order:2|tok:char|version:0.1.0").recipe == metric("bleu", order=2, unit="char").recipe
    True
    """
    if not isinstance(text, str):
        raise InvalidRecipe(f"The recipe is {text!r}; it must be a str, such as 'BLEU|order:4|tok:13a'.")
    word = text.partition("|")[0]
    if word == "external":
        raise InvalidRecipe(
            f"The scores of {text!r} were computed elsewhere: read their file again, with "
            + either("read_scores(path, corpus).", "--scores.")
        )
    if word == "column":
        of_column: Metric = import_module("karat.metrics.score_column").ScoreColumn.of_recipe(text)
        return of_column
    if word not in _OF_RECIPE:
        raise InvalidRecipe(f"The recipe {text!r} begins with {word!r}; known: {', '.join(_OF_RECIPE)}.")
    name = _OF_RECIPE[word]
    try:
        given = {} if tokenize is None else {"tokenize": tokenize}
        return METRICS[name](**recipe.read(text, _entries(name), given))
    except (InvalidOption, UnknownName) as error:
        raise InvalidRecipe(f"The recipe {text!r} does not describe a metric: {error}") from error


def distinct_names(metrics: Sequence[Metric]) -> list[str]:
    """The name of each metric; those with the same name also show the options in which they differ.

    >>> from karat.metrics import Bleu, Ter
    >>> distinct_names([Bleu(), Bleu(lowercase=True), Ter()])
    ['BLEU case:mixed', 'BLEU case:lc', 'TER']
    """
    return distinct_labels([(metric.name, metric.recipe) for metric in metrics])


def distinct_labels(named: Sequence[tuple[str, str]]) -> list[str]:
    """The same from pairs of a name and a recipe."""
    return [_with_differing_options(name, recipe, named) for name, recipe in named]


def _with_differing_options(name: str, recipe: str, named: Sequence[tuple[str, str]]) -> str:
    others = [set(other.split("|")) for like, other in named if like == name]
    differing = [part for part in recipe.split("|") if not all(part in options for options in others)]
    return " ".join([name, *differing])


# The release whose figures the tests compare with.
SACREBLEU_VERSION = "2.6.0"


def sacrebleu_signature(metric: Metric, references: int | str) -> str | None:
    """The string that sacreBLEU prints for these options; `references` is a number, or "var".

    >>> from karat import Bleu
    >>> sacrebleu_signature(Bleu(), "1").partition("|version")[0]
    'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp'
    """
    options = metric.sacrebleu_options()
    if options is None:
        return None
    parts = (f"{key}:{_worded(value)}" for key, value in options.items())
    return "|".join((f"nrefs:{references}", *parts, f"version:{SACREBLEU_VERSION}"))


def _worded(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
