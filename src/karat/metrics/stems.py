"""Stems of words: Porter's for English by the kernel, others by the package snowballstemmer."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import version
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption, InvalidRecipe, MissingExtra
from karat.kernel import porter_stems

if TYPE_CHECKING:
    from collections.abc import Iterable

# METEOR was defined with Porter's first stemmer; Snowball's newer one for English has a name of its own here.
_ALGORITHMS = {"english": "porter", "porter2": "english"}
_LANGUAGES = {algorithm: language for language, algorithm in _ALGORITHMS.items()}

_known: dict[str, dict[str, str]] = {}


@cache
def languages() -> tuple[str, ...]:
    """The names that `stem` takes."""
    modules = [module.name for module in iter_modules(_package().__path__)]
    algorithms = (name.removesuffix("_stemmer") for name in modules if name.endswith("_stemmer"))
    return tuple(sorted({_LANGUAGES.get(algorithm, algorithm) for algorithm in algorithms}))


def check_language(language: str) -> None:
    """A language that has a stemmer."""
    if not _is_ours(language) and language not in languages():
        raise InvalidOption.choice("language", language, languages())


def stems(words: Iterable[str], language: str) -> list[str]:
    """The stem of each word; a word is stemmed once in the life of the process.

    >>> stems(["monitors", "monitoring", "audience"], "english")
    ['monitor', 'monitor', 'audienc']
    """
    words = list(words)
    known = _known.setdefault(language, {})
    new = [word for word in dict.fromkeys(words) if word not in known]
    known.update(zip(new, _stemmed(new, language), strict=True))
    return [known[word] for word in words]


def write_language(language: str) -> str:
    """The algorithm as a recipe has it, with the version of the package whose stems they are."""
    algorithm = _ALGORITHMS.get(language, language)
    if language == "none" or _is_ours(language):
        return algorithm
    return f"{algorithm}[snowball-{_version()}]"


def read_language(text: str) -> str:
    """The language; where the recipe has a version, it must be the one that is here."""
    name, bracket, _ = text.partition("[")
    if not bracket:
        return _LANGUAGES.get(name, name) if name == "porter" else name
    language = _LANGUAGES.get(name, name)
    if _is_ours(language):  # recipes used to name a package that had no part in these stems
        return language
    if (here := write_language(language)) != text:
        raise InvalidRecipe(f"The recipe's stemmer is {text}, the one here is {here}: its stems may differ.")
    return language


def _is_ours(language: str) -> bool:
    """Whether the kernel makes the stems, so that no package is needed."""
    return _ALGORITHMS.get(language) == "porter"


def _package() -> Any:
    try:
        return import_module("snowballstemmer")
    except ImportError as error:
        feature = "METEOR's stage 'stem' in other languages than English"
        raise MissingExtra.of(feature, "meteor") from error


@cache
def _version() -> str:
    _package()

    return version("snowballstemmer")


def _stemmed(words: list[str], language: str) -> Iterable[str]:
    """The kernel's stems, which are the package's own, or the package's."""
    if _is_ours(language):
        return porter_stems(words)
    _package()
    return map(_new_stemmer(_ALGORITHMS.get(language, language)).stemWord, words)


def _new_stemmer(algorithm: str) -> Any:
    # Deliberate: the package's own classes, not PyStemmer's, which it would take if that is installed: the
    # version in the recipe says whose stems they are.
    module = import_module(f"snowballstemmer.{algorithm}_stemmer")
    return getattr(module, f"{algorithm.title().replace('_', '')}Stemmer")()
