"""The fits of an evaluation that people judged, for all text or for each text type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.agreement import Material
from karat.arguments import require_evaluation
from karat.calibration.cells import parts_of
from karat.display import Results
from karat.errors import InvalidOption
from karat.option_checks import check_choice
from karat.points.judged_pairs import judged_pairs
from karat.points.pair_fitting import fit_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.agreement import Rater
    from karat.calibration.cells import CellData
    from karat.evaluation import Evaluation
    from karat.judgements import Judgements
    from karat.points.judged_pairs import JudgedPairs
    from karat.points.points_fit import PointsFit
    from karat.score_table import ScoreTable

PARTS = ("text-type", "language-pair")


def agreement_points(
    evaluation: Evaluation,
    human: Judgements | ScoreTable | Sequence[ScoreTable],
    *,
    by: str | None = None,
    data: str = "",
    confidence: float = 0.95,
    samples: int = 1000,
    seed: int = 12345,
) -> Results[PointsFit]:
    """How many points of each metric matter to people; with `by="text-type"`, within each text type.

    >>> from karat import Bleu, demo, evaluate, read, read_judgements
    >>> from karat.points import agreement_points
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> found = agreement_points(evaluate(corpus, Bleu()), judgements, samples=200)
    >>> [(one.human, len(one.pairs), round(one.agreeing, 2)) for one in found]
    [('adequacy', 10, 0.8), ('fluency', 10, 0.9)]
    """
    require_evaluation(evaluation, "agreement_points(evaluation, judgements)")
    if by is not None:
        check_choice("by", by, PARTS)
    material = Material.of_evaluation(evaluation, human, data=data)
    return Results(fits_of([material], by=by, confidence=confidence, samples=samples, seed=seed))


def fits_of(
    materials: Sequence[Material],
    *,
    by: str | None = None,
    languages: str | None = None,
    all_segments: bool = False,
    confidence: float = 0.95,
    samples: int = 1000,
    seed: int = 12345,
    tell: Callable[[str], object] | None = None,
) -> list[PointsFit]:
    """A fit for each metric and dimension: of all data together, or by their text type or language pair.

    Only systems of the same text are pairs. `tell` hears what has no fit, and why.
    """
    parts = [
        part
        for material in materials
        for part in parts_of(
            material, by=by or "language-pair", languages=languages, all_segments=all_segments
        )
    ]
    groups: dict[tuple[object, ...], list[tuple[JudgedPairs, CellData, Rater, Rater]]] = {}
    left_out: list[str] = []
    for part in parts:
        where = {
            "text-type": part.setting.text_type,
            "language-pair": part.setting.language_pair,
        }.get(by or "")
        for human in part.humans:
            for metric in part.metrics:
                try:
                    pairs = judged_pairs(metric, human, documents=part.documents, data=part.setting.data)
                except InvalidOption as error:
                    left_out.append(f"{part.setting.data or 'The text'}: {error}")
                    continue
                key = (human.name, metric.name, metric.recipe, where)
                groups.setdefault(key, []).append((pairs, part, metric, human))
    if not groups:
        raise InvalidOption(left_out[0] if left_out else "People judged no part of this text.")
    fitted = {human for human, *_ in groups}
    for name in dict.fromkeys(human.name for material in materials for human in material.humans):
        if name not in fitted and not left_out:
            left_out.append(f"{name} has scores of whole systems only, none of parts: it is left out.")
    if tell is not None:
        for reason in left_out:
            tell(reason)
    return [
        fit_pairs(
            [pairs for pairs, *_ in group],
            group[0][2],
            group[0][3],
            language_pairs=[part.setting.language_pair or "" for _, part, *_ in group],
            text_type=group[0][1].setting.text_type,
            confidence=confidence,
            samples=samples,
            seed=seed,
        )
        for group in groups.values()
    ]
