"""From data sets to sums, human thresholds and metric thresholds."""

from __future__ import annotations

from karat.calibration import Accepted, acceptability, human_threshold
from karat.calibration.acceptability import WEIGHTS, thresholds, words_of
from karat.calibration.cells import rows_by_type
from karat.cli.agree_data import human_files
from karat.cli.cells import calibrations_of
from karat.errors import InvalidOption
from karat.readers.judge_values import is_judge_values, read_judge_values
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from karat.agreement import Material, Rater
    from karat.calibration import Acceptability
    from karat.cli.accept import AcceptOptions
    from karat.cli.agree import AgreeOptions
    from karat.cli.inputs import Kind

    Floats = NDArray[np.float64]
    Read = tuple[AgreeOptions, Kind, Material]


def accepted(materials: Sequence[Read], options: AcceptOptions) -> list[Accepted]:
    """Every dimension of the data sets."""
    calibrations = calibrations_of([material for _, _, material in materials], options)
    found = []
    for human in dict.fromkeys(each.human for each in calibrations):
        outputs: list[Acceptability] = []
        judged = True
        if options.threshold is None:
            for one in materials:
                made, from_judges = _outputs(human, one, options)
                outputs += made
                judged = judged and from_judges
        level = options.confidence or 0.95
        threshold = human_threshold(outputs, level=level) if options.threshold is None else options.threshold
        value = threshold if isinstance(threshold, float) else threshold.value
        of_human = [each for each in calibrations if each.human == human]
        cells = thresholds(of_human, value, level=level)
        found.append(Accepted(human, tuple(outputs), threshold, cells, options.words or "reference", judged))
    return found


def _outputs(human: str, one: Read, options: AcceptOptions) -> tuple[list[Acceptability], bool]:
    """The sums of a data set's systems in each cell, and whether single judgements were known."""
    read_with, kind, material = one
    corpus = material.corpus
    rater = next((each for each in material.humans if each.name == human), None)
    if rater is None:
        return [], True
    values, from_judges = judge_values(rater, read_with, kind, material)
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
            level=options.confidence or 0.95,
        )
    return outputs, from_judges


def judge_values(rater: Rater, options: AgreeOptions, kind: Kind, material: Material) -> tuple[Floats, bool]:
    """Judges × systems × segments; where single judgements are not known, their means as of one judge."""
    systems = list(material.corpus.systems)
    for file in human_files(options, kind):
        if not is_judge_values(file):
            continue
        # People among the systems are judged too, and are not in this corpus any more.
        for found in read_judge_values(file, material.corpus, unknown_systems="ignore"):
            if found.dimension == rater.name:
                return found.values, True
    if rater.segments is None:
        raise InvalidOption(
            f"{rater.name} has scores of whole systems only, and sums take those of segments. Give a "
            "threshold: --threshold X."
        )
    return rater.only(systems).segments[None], False  # type: ignore[index]


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
