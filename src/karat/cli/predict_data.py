"""From outputs to scores under a calibration's recipe, cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration.cells import language_pair
from karat.cli.inputs import check_inputs, read_corpus
from karat.dossier.scored import fitting_cells, of_cell
from karat.errors import InvalidOption
from karat.evaluation import without_references

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration
    from karat.cli.predict import PredictOptions
    from karat.corpus import Corpus
    from karat.dossier.scored import ScoredOutputs


def scored(calibrations: Sequence[Calibration], options: PredictOptions) -> list[ScoredOutputs]:
    """Every system of the inputs, in every text type, under the calibration of that cell."""
    kind = check_inputs(options, command="predict CALIBRATION")
    corpus, _ = without_references(read_corpus(options, kind), asked_for=options.systems or ())
    pair = options.language_pair or language_pair(corpus)
    found: list[ScoredOutputs] = []
    for text_type, rows in _rows(corpus, calibrations, options).items():
        calibration = fitting_cells(calibrations, pair, text_type)[0]
        found += of_cell(calibration, corpus, rows, pair, text_type)
    return found


def _rows(
    corpus: Corpus, calibrations: Sequence[Calibration], options: PredictOptions
) -> dict[str | None, list[int]]:
    """The segments of each text type to predict."""
    every = list(range(len(corpus)))
    if corpus.text_types is None:
        return {options.text_type: every}
    rows: dict[str | None, list[int]] = {}
    for row, label in enumerate(corpus.text_types):
        rows.setdefault(label or "(none)", []).append(row)
    if options.text_type is not None:
        if options.text_type not in rows:
            known = ", ".join(map(str, rows))
            raise InvalidOption(f"No segment is of the text type {options.text_type!r}; there are {known}.")
        return {options.text_type: rows[options.text_type]}
    return {None: every} if all(each.text_type is None for each in calibrations) else rows
