"""Slips in what a verb is given, refused with the line to write instead."""

from __future__ import annotations

from collections.abc import Iterable

from karat.corpus import Corpus
from karat.display import Results
from karat.errors import InvalidOption

__all__ = [
    "is_metric",
    "no_metric",
    "require",
    "require_corpus",
    "require_evaluation",
    "require_list",
    "require_names",
    "require_option",
    "require_path",
]

_MADE = "Corpus.of(hypotheses, references)"


def require_corpus(given: object, call: str) -> None:
    """Refuse what is no corpus; `call` is how the verb is written, such as "evaluate(corpus, Bleu())"."""
    if isinstance(given, Corpus):
        return
    if is_metric(given) or isinstance(given, type):
        raise InvalidOption(f"The corpus comes first. Write: {call}")
    if _is_evaluation(given):
        problem, made = "This is an evaluation, and a corpus was expected. Write", "evaluation.corpus"
    elif isinstance(given, str) or hasattr(given, "__fspath__"):
        problem, made = f"{str(given)!r} is not a corpus. Read the file", f"read({str(given)!r})"
    elif hasattr(type(given), "columns") or hasattr(type(given), "column_names"):
        problem, made = "This is a frame. Make a corpus of it", "Corpus.of(frame)"
    else:
        problem, made = f"A corpus was expected, not a {type(given).__name__}. Write", _MADE
    raise InvalidOption(f"{problem}: {call.replace('corpus', made, 1)}")


def require_evaluation(given: object, call: str) -> None:
    """Refuse what is no evaluation; `call` is how the verb is written, such as "compare(evaluation)"."""
    if _is_evaluation(given):
        return
    if isinstance(given, Corpus):
        problem, made = "This is a corpus, not yet scored", "evaluate(corpus, Bleu())"
    else:
        problem = f"An evaluation was expected, not a {type(given).__name__}"
        made = f"evaluate({_MADE}, Bleu())"
    raise InvalidOption(f"{problem}. Write: {call.replace('evaluation', made, 1)}")


def require(given: object, kind: type | tuple[type, ...], call: str) -> None:
    """Refuse what is not of a kind; `call` is how the verb is written, such as "agree(…, plan=Plan())"."""
    if isinstance(given, kind):
        return
    kinds = kind if isinstance(kind, tuple) else (kind,)
    names = " or ".join(one.__name__ for one in kinds)
    if isinstance(given, type) and issubclass(given, kinds):
        problem = f"{given.__name__} is a class"
    else:
        problem = f"{names} was expected, not a {type(given).__name__}"
    raise InvalidOption(f"{problem}. Write: {call}")


def require_list(given: object, call: str) -> None:
    """Refuse what is no list of several things: no list, no tuple, and not the results of a verb."""
    if not isinstance(given, Results):
        require(given, (list, tuple), call)


def require_option(given: object, kind: type, call: str) -> None:
    """The same of an option that may be left out."""
    if given is not None:
        require(given, kind, call)


def require_names(given: object, call: str) -> None:
    """Refuse what is no list of names; a single name would be read letter by letter."""
    if (
        isinstance(given, str)
        or not isinstance(given, Iterable)
        or not all(isinstance(name, str) for name in given)
    ):
        raise InvalidOption(f"A list of names was expected, not a {type(given).__name__}. Write: {call}")


def require_path(given: object, call: str) -> None:
    """Refuse what names no file."""
    if not isinstance(given, str) and not hasattr(type(given), "__fspath__"):
        raise InvalidOption(f"The path of a file was expected, not a {type(given).__name__}. Write: {call}")


def is_metric(given: object) -> bool:
    """Whether this is a metric, and not its class."""
    return not isinstance(given, type) and hasattr(given, "count_systems")


def no_metric(given: object) -> InvalidOption:
    """The error for what came in the place of a metric."""
    if isinstance(given, type):
        return InvalidOption(
            f"{given.__name__} is a class, not a metric. Write: evaluate(corpus, {given.__name__}())"
        )
    if isinstance(given, str):
        return InvalidOption(f"{given!r} is not a metric. Write: evaluate(corpus, parse({given!r}))")
    if isinstance(given, list | tuple) and given and all(map(is_metric, given)):
        return InvalidOption("Metrics are given one by one. Write: evaluate(corpus, *metrics)")
    if isinstance(given, list | tuple | Corpus):
        return InvalidOption(f"References belong to the corpus. Write: evaluate({_MADE}, Bleu())")
    return InvalidOption(f"{given!r} is not a metric; give one such as Bleu().")


def _is_evaluation(given: object) -> bool:
    # Evaluations lie above this module.
    return hasattr(given, "corpus") and hasattr(given, "statistics")
