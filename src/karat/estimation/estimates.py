"""The human score of every system and of every difference, from few judgements and many metric scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from karat.agreement import Material
from karat.arguments import require_evaluation
from karat.display import Results
from karat.errors import InvalidOption
from karat.estimation.dimension import Choices, Estimation
from karat.option_checks import check_choice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.agreement.judged_sample import Sample
    from karat.estimation.human_estimates import PeopleEstimates
    from karat.estimation.sample_design import Target
    from karat.evaluation import Evaluation
    from karat.judgements import Judgements
    from karat.score_table import ScoreTable


def people(
    evaluation: Evaluation,
    human: Judgements | ScoreTable | Sequence[ScoreTable],
    *,
    by: str | None = None,
    target: Target = "this-text",
    sample: Sample | None = None,
    confidence: float = 0.95,
    samples: int = 1000,
    seed: int = 12345,
) -> Results[PeopleEstimates]:
    """Human scores of all systems and differences, in every dimension that people judged.

    `human` are judgements or tables of human scores of segments; the metrics of the evaluation narrow the
    intervals. `by="text-type"` adds the scores within each text type. `sample="random"` says that the judged
    segments were drawn at random, where Karat doubts it.

    >>> from karat import Chrf, demo, evaluate, people, read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> adequacy, fluency = people(evaluate(corpus, Chrf()), judgements, target="texts-like-it")
    >>> first = adequacy.systems[0]
    >>> first.system, round(first.alone.value, 2), first.with_metric.error > 0
    ('aurora', 4.81, True)
    """
    require_evaluation(evaluation, "people(evaluation, judgements)")
    choices = Choices(target, confidence, samples, seed, sample)
    material = Material.of_evaluation(evaluation, human, keep_people=True)
    return estimates(material, choices, by=by)


def estimates(
    material: Material,
    choices: Choices | None = None,
    *,
    by: str | None = None,
    progress: Callable[[str], object] | None = None,
) -> Results[PeopleEstimates]:
    """The same from material; `progress` is called with the name of each dimension that is done.

    >>> from karat import Chrf, demo, evaluate, read, read_judgements
    >>> from karat.agreement import Material
    >>> from karat.estimation import estimates
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> found = estimates(Material.of_evaluation(evaluate(corpus, Chrf()), judgements))
    >>> [(one.human, len(one.differences)) for one in found]
    [('adequacy', 10), ('fluency', 10)]
    """
    if by is not None:
        check_choice("by", by, Literal["text-type"])
    found: list[PeopleEstimates] = []
    in_segments = [human for human in material.humans if human.segments is not None]
    if not in_segments:
        raise InvalidOption(
            "There are human scores of whole systems only; what they would be of the whole text takes those "
            "of segments."
        )
    for human in in_segments:
        estimation = Estimation.of(material, human, choices or Choices())
        found.append(estimation.found())
        if by is not None:
            kinds = list(material.corpus.labels("text_type"))
            for kind in dict.fromkeys(kinds):
                part = np.array([label == kind for label in kinds])
                if estimation.is_judged_in(part):
                    found.append(estimation.found(part, kind or "(none)"))
        if progress is not None:
            progress(human.name)
    return Results(found)
