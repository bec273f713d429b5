"""From data sets to sums, human thresholds and metric thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration import (
    Accepted,
    HumanThreshold,
    acceptability,
    check_threshold,
    human_threshold,
    thresholds,
)
from karat.calibration.acceptability import WEIGHTS, words_of
from karat.calibration.cells import rows_by_type
from karat.cli.cells import calibrations_of
from karat.cli.judge_values import judge_values
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Acceptability, Calibration
    from karat.cli.accept import AcceptOptions
    from karat.cli.cells import Judged


def accepted(judged: Sequence[Judged], options: AcceptOptions) -> list[Accepted]:
    """Every dimension of the data sets."""
    calibrations = calibrations_of([one.material for one in judged], options)
    found = []
    for human in dict.fromkeys(each.human for each in calibrations):
        cells = [each for each in calibrations if each.human == human]
        outputs: list[Acceptability] = []
        from_judges = True
        if options.threshold is None:
            for one in judged:
                made, single = _outputs(human, one, options)
                outputs += made
                from_judges = from_judges and single
        threshold = _threshold(outputs, cells, options)
        words = options.words or "reference"
        found.append(
            Accepted(human, tuple(outputs), threshold, thresholds(cells, threshold), words, from_judges)
        )
    return found


def _threshold(
    outputs: Sequence[Acceptability], cells: Sequence[Calibration], options: AcceptOptions
) -> HumanThreshold:
    """The human threshold that was given, or where the sums of the outputs cross 0."""
    level = 0.95 if options.confidence is None else options.confidence
    if options.threshold is None:
        return human_threshold(outputs, confidence=level, table=_weights(options.mark_weights))
    for cell in cells:
        check_threshold(cell, options.threshold)
    return HumanThreshold.given(options.threshold, level)


def _outputs(human: str, one: Judged, options: AcceptOptions) -> tuple[list[Acceptability], bool]:
    """The sums of a data set's systems in each cell, and whether single judgements were known."""
    material, corpus = one.material, one.material.corpus
    rater = next((each for each in material.humans if each.name == human), None)
    if rater is None:
        return [], True
    values, from_judges = judge_values(rater, one)
    words = words_of(corpus, options.words or "reference")
    outputs: list[Acceptability] = []
    for text_type, rows in rows_by_type(corpus, options.by).items():
        cell = ", ".join(filter(None, (material.data, text_type)))
        outputs += acceptability(
            values[:, :, rows],
            words[:, rows],
            list(corpus.systems),
            cell=cell,
            table=_weights(options.mark_weights),
            samples=options.samples or 1000,
            seed=12345 if options.seed is None else options.seed,
            confidence=0.95 if options.confidence is None else options.confidence,
        )
    return outputs, from_judges


def _weights(text: str | None) -> tuple[tuple[float, float], ...]:
    if text is None:
        return WEIGHTS
    try:
        pairs = [part.split(":") for part in text.split(",")]
        found = tuple((float(mark), float(weight)) for mark, weight in pairs)
    except ValueError:
        raise InvalidOption(
            f"--mark-weights is {text!r}; a list of mark:weight was expected, such as 5:2,4:1,3:-1,2:-2,1:-4."
        ) from None
    if len({mark for mark, _ in found}) < max(len(found), 2):
        raise InvalidOption(f"--mark-weights is {text!r}; it must have two marks or more, each once.")
    return found
