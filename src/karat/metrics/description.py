"""What a metric says of itself: its purpose, its options and how they are written."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args

from karat.errors import UnknownName
from karat.metrics.catalogue import HOMES, metric, metric_class

if TYPE_CHECKING:
    from karat.metrics.recipe import Entry


# Names that stand for options of a metric measure something of their own.
_OF_NAMES = {
    "chrf": "F-score of character n-grams.",
    "chrf++": "F-score of character n-grams, and of single words and pairs of words.",
    "rouge-1": "The share of the references' words that the hypothesis has.",
    "rouge-2": "The share of the references' pairs of words that the hypothesis has.",
    "nee-partial": "NEE in which a part of a named entity counts for its share of it.",
    "nee-precision": "The share of the named entities recognised in the output that a reference has.",
    "wnm-mean": "WNM of whole texts, and the mean over these, as its papers print it.",
}


@dataclass(frozen=True, slots=True)
class OptionDescription:
    """An option: its default and its choices as the command line writes them."""

    name: str
    default: str
    choices: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True)
class Description:
    """A metric of the catalogue, in words."""

    name: str
    summary: str
    about: tuple[str, ...]
    higher_is_better: bool
    needs_corpus: bool
    options: tuple[OptionDescription, ...]
    recipe: str

    def to_dict(self) -> dict[str, Any]:
        """The description as plain values, in a stable order."""
        return {
            "name": self.name,
            "summary": self.summary,
            "about": " ".join(self.about),
            "higher_is_better": self.higher_is_better,
            "needs_corpus": self.needs_corpus,
            "options": [
                {
                    "name": one.name,
                    "default": one.default,
                    "choices": list(one.choices),
                    "recipe_key": one.key,
                }
                for one in self.options
            ],
            "recipe": self.recipe,
        }


def describe(name: str) -> Description:
    """The description of a metric by its name in the catalogue.

    >>> describe("ter").summary
    'Insertions, deletions, substitutions and shifts of phrases, per word of the references.'
    """
    if name not in HOMES:
        raise UnknownName.among("metric", name, HOMES)
    module, cls, _ = HOMES[name]
    made = metric(name)
    summary, about = _words(metric_class(module, cls).__doc__ or "")
    summary = _OF_NAMES.get(name, summary)
    entries = import_module(f"karat.metrics.{module}").ENTRIES
    options = tuple(_option(made, module, entry) for entry in entries)
    return Description(name, summary, about, made.higher_is_better, made.needs_corpus, options, made.recipe)


def _words(text: str) -> tuple[str, tuple[str, ...]]:
    """The first paragraph of a docstring as one line, and the lines before its example."""
    lines = [line.strip() for line in text.partition(">>>")[0].strip().splitlines()]
    first = lines.index("") if "" in lines else len(lines)
    return " ".join(lines[:first]), tuple(line for line in lines[first:] if line)


def _option(made: Any, module: str, entry: Entry) -> OptionDescription:
    value = getattr(made, entry.option)
    default = _switch(value) if isinstance(value, bool) else entry.write(value)
    return OptionDescription(entry.option, default, _choices(made, module, entry), entry.key)


def _switch(on: bool) -> str:
    return "yes" if on else "no"


def _choices(made: Any, module: str, entry: Entry) -> tuple[str, ...]:
    """The words that an option may be, the default first; none where it may be anything of its kind."""
    kind = type(made).__init__.__annotations__.get(entry.option, "")
    if kind == "bool":
        default = bool(getattr(made, entry.option))
        return _switch(default), _switch(not default)
    # The words are those of the metric's own module, of one that it inherits from, or of several metrics.
    homes = [f"karat.metrics.{module}", *(parent.__module__ for parent in type(made).__mro__)]
    homes.append("karat.metrics.choices")
    found = (getattr(import_module(home), kind, None) for home in homes if kind.isidentifier())
    words = next((words for kind in found if (words := get_args(kind))), ())
    return tuple(_switch(word) if isinstance(word, bool) else word for word in words)
