"""What single judges gave, where it is known, on the scale of the human scores that are made of it."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from karat.calibration import same_scale
from karat.calibration.human_scales import scale_of
from karat.cli.agree_data import human_files
from karat.errors import InvalidOption
from karat.judgements import Conversion, by_judge
from karat.readers.people.judged_scores import is_judgements
from karat.readers.people.judgements import read_judgements
from karat.readers.scores.offsets import ShiftedSegments

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.agreement import Rater
    from karat.cli.cells import Judged


def judge_values(rater: Rater, judged: Judged) -> tuple[NDArray[np.float64], bool]:
    """Judges × systems × segments; where single judgements are not known, their means as of one judge."""
    corpus = judged.material.corpus
    for file in human_files(judged.options, judged.kind):
        if not is_judgements(file):
            continue
        with warnings.catch_warnings():
            # It was said when the scores were read.
            warnings.simplefilter("ignore", ShiftedSegments)
            # People among the systems are judged too, and are not in this corpus any more.
            found = read_judgements(
                file, corpus, unknown_systems="ignore", first_segment=judged.options.first_segment
            )
        if rater.name in found.dimensions:
            values = by_judge(found, rater.name, corpus=corpus)
            own, shown = found.scales[rater.name], scale_of(rater)
            same = shown is None or same_scale(own, shown)
            return (values if same else Conversion.between(own, shown)(values)), True  # type: ignore[arg-type]
    if rater.segments is None:
        raise InvalidOption(
            f"{rater.name} has scores of whole systems only, and sums take those of segments. Give a "
            "threshold: --threshold X."
        )
    return rater.only(list(corpus.systems)).segments[None], False  # type: ignore[index]
