"""Recognisers by name: rules, a model of spaCy, or none."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from karat.entities.entity import Entity
from karat.entities.normal_form import tokens
from karat.errors import InvalidOption, MissingExtra, UnknownName
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Recogniser: TypeAlias = Callable[[str], Sequence[Entity]]

# What spaCy's models call the types of MUC; other labels are passed over.
_LABELS = {
    "PERSON": "PERSON",
    "PER": "PERSON",
    "ORG": "ORGANIZATION",
    "GPE": "LOCATION",
    "LOC": "LOCATION",
    "FAC": "LOCATION",
    "DATE": "DATE",
    "TIME": "TIME",
    "MONEY": "MONEY",
    "PERCENT": "PERCENT",
}


def recogniser(name: str | Recogniser, language: str) -> Recogniser:
    """What suggests entities in a segment: `rules`, `spacy:MODEL`, `none`, or a function of the user's."""
    if not isinstance(name, str):
        return _custom(name)
    kind, _, model = name.partition(":")
    if kind == "none" and not model:
        return lambda _: ()
    if kind == "rules" and not model:
        return _rules(language)
    if kind == "spacy" and model:
        return _spacy(model, _rules(language) if language != "none" else lambda _: ())
    if kind == "spacy":
        raise InvalidOption(
            f"{option('recogniser', 'spacy')} needs a model: spacy:en_core_web_sm, or the folder of one."
        )
    raise UnknownName.among("recogniser", name, ("rules", "spacy:MODEL", "none"))


def recogniser_signature(name: str | Recogniser, language: str = "en") -> str:
    """What a recipe calls it: the name, and the version of a model; what does not exist is refused."""
    if not isinstance(name, str):
        _custom(name)
        return f"callable[{_function_name(name)}]"
    if not name.startswith("spacy:"):
        recogniser(name, language)
        return name
    return f"{name}[{_loaded(name.removeprefix('spacy:')).meta['version']}]"


def read_recogniser(text: str) -> str:
    """The name in a recipe; the version of a model must be the one that is here."""
    name = text.partition("[")[0]
    if text != name and (here := recogniser_signature(name)) != text:
        raise InvalidOption(f"The recipe's recogniser is {text}, the one here is {here}: they may differ.")
    return name


def _custom(function: Any) -> Recogniser:
    if not callable(function):
        raise InvalidOption(
            f"The recogniser is {function!r}; rules, spacy:MODEL or a function from a text to its "
            "entities was expected."
        )

    def recognise(text: str) -> Sequence[Entity]:
        found = function(text)
        if not isinstance(found, list | tuple) or not all(isinstance(one, Entity) for one in found):
            raise InvalidOption(f"The recogniser {_function_name(function)} must return a list of Entity.")
        return found

    return recognise


def _function_name(function: Any) -> str:
    module = getattr(function, "__module__", "") or type(function).__module__
    return f"{module}.{getattr(function, '__qualname__', type(function).__qualname__)}"


def _rules(language: str) -> Recogniser:
    from karat.entities.rules import patterns, suggest

    patterns(language)  # refuses an unknown language before anything is read
    return lambda text: suggest(text, language)


@cache
def _loaded(model: str) -> Any:
    """The model, read once."""
    try:
        import spacy
    except ImportError:
        raise MissingExtra.of("Recognising with spaCy", "spacy") from None
    try:
        return spacy.load(model)
    except OSError:
        raise InvalidOption(
            f"spaCy has no model {model!r}. Install it, for example with python -m spacy download, or name "
            "its folder."
        ) from None


def _spacy(model: str, rules: Recogniser) -> Recogniser:
    from karat.entities.rules import without_overlap

    pipeline = _loaded(model)

    def recognise(text: str) -> list[Entity]:
        found = [
            (*_extent(text, span), _LABELS[span.label_])
            for span in pipeline(text).ents
            if span.label_ in _LABELS and span.text.strip()
        ]
        found += [(entity.start, entity.end, entity.kind) for entity in rules(text)]
        return [Entity.of(text, *one, suggested=True) for one in without_overlap(found)]

    return recognise


def _extent(text: str, span: Any) -> tuple[int, int]:
    """MUC's extent: determiners and possessives stay outside."""
    start, end = span.start_char, span.end_char
    words = text[start:end].split(maxsplit=1)
    if len(words) == 2 and words[0].casefold() in ("the", "a", "an"):
        start = end - len(words[1])
    for ending in ("'s", "’s"):
        if text[start:end].endswith(ending) and len(tokens(text[start:end])) > 2:
            end -= 2
    return start, end
