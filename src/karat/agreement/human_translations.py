"""Human translations among the systems, which often are not where a metric expects them."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any

from karat.agreement.regression import least_squares
from karat.display import Results, Shown
from karat.equality import Equal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.agreement.raters import Rater
    from karat.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Translator(Equal, Shown):
    """A human translation: what people and a metric give it, and how far it is from the line of the systems.

    `deviations` is the distance of people's score from what the line through the machine translations
    predicts, in its residual deviations: above 0 where people see it better. A reference has no score of its
    own: it is perfect against itself.

    >>> import numpy as np
    >>> from karat.agreement import Rater, translators
    >>> systems = ("A", "B", "C", "D", "person")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 25.0, 31.0, 28.0, 24.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([3.1, 3.3, 4.0, 3.5, 4.8]))
    >>> (person,) = translators(metric, human, {"person": False})
    >>> person.human, round(person.deviations, 1)
    (4.8, 9.1)
    """

    system: str
    metric_name: str
    human_name: str
    is_reference: bool
    metric: float
    human: float
    deviations: float

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


def human_translations(corpus: Corpus) -> dict[str, bool]:
    """The systems that are people, by what the data say or as they equal a reference; True for the latter.

    >>> from karat import Corpus
    >>> corpus = Corpus.of({"A": ["a cat"], "B": ["the cat"]}, ["the cat"])
    >>> human_translations(corpus)
    {'B': True}
    """
    references = [list(stream) for stream in corpus.references.streams]
    is_reference = {name: list(text) in references for name, text in corpus.systems.items()}
    return {name: same for name, same in is_reference.items() if same or name in corpus.human_systems}


def translators(metric: Rater, human: Rater, people: Mapping[str, bool]) -> Results[Translator]:
    """Where each human translation is among the machine translations.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> systems = ("A", "B", "C", "D", "person")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 25.0, 31.0, 28.0, 24.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([3.1, 3.3, 4.0, 3.5, 4.8]))
    >>> [(one.system, one.deviations > 2) for one in translators(metric, human, {"person": False})]
    [('person', True)]
    """
    machines = [name for name in metric.systems if name not in people]
    line = least_squares(metric.only(machines).whole, human.only(machines).whole)
    found = []
    for name, is_reference in people.items():
        if name not in human.systems:
            continue
        theirs = float(human.only([name]).whole[0])
        ours = nan if is_reference or name not in metric.systems else float(metric.only([name]).whole[0])
        expected = line.intercept + line.slope * ours
        deviation = line.residual_deviation
        deviations = human.sign * (theirs - expected) / deviation if deviation > 0 else nan
        found.append(Translator(name, metric.name, human.name, is_reference, ours, theirs, deviations))
    return Results(found)
