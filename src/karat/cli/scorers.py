"""Programs and models that the command line names, run over the texts with progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli.progress import Progress
from karat.errors import InvalidOption, UnknownName
from karat.scorers import Comet, KeptScores, Program, score_with

if TYPE_CHECKING:
    from karat.cli.option_groups import ScoreTableOptions
    from karat.corpus import Corpus
    from karat.metrics import External
    from karat.scorers import Scorer

_OF_COMET = {"model": str, "batch_size": int, "gpus": int}


def scored(options: ScoreTableOptions, corpus: Corpus) -> list[External]:
    """What each program and model computes."""
    scorers: list[Scorer] = [comet(text) for text in options.models]
    scorers += [program(text) for text in options.run or ()]
    names = [scorer.name for scorer in scorers]
    for name in names:
        if names.count(name) > 1:
            raise InvalidOption(f"There are two metrics called {name!r}. Call one of them otherwise.")
    kept = KeptScores.of_user()
    return [score_with(corpus, scorer, kept=kept, progress=_telling(scorer.name)) for scorer in scorers]


def program(text: str) -> Program:
    """A name and a command: `mine=python mine.py`."""
    name, equals, command = text.partition("=")
    if not (name.strip() and equals and command.strip()):
        raise InvalidOption(f"--run {text!r} is not of the form NAME=COMMAND, such as 'mine=python mine.py'.")
    return Program(name.strip(), command)


def comet(text: str) -> Comet:
    """A model with its options: `comet:model=PATH,batch_size=8`."""
    options: dict[str, Any] = {}
    for part in filter(None, text.partition(":")[2].split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise InvalidOption(f"{text!r}: {part!r} is not of the form option=value.")
        if name not in _OF_COMET:
            raise UnknownName.among("option of comet", name, _OF_COMET)
        try:
            options[name] = _OF_COMET[name](value)
        except ValueError:
            raise InvalidOption(f"{name} of comet is {value!r}; it must be a whole number.") from None
    return Comet(**options)


def _telling(name: str) -> Any:
    if Progress.current is None:
        return None
    current = Progress.current
    return lambda done, total: current.step(f"scores of {name}", done / total)
