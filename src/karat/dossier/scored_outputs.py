"""Outputs with their scores under a calibration's recipe, cell by cell: ready to be predicted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.calibration import NewText
from karat.calibration.cells import text_fingerprint, types_of
from karat.errors import InvalidOption, InvalidRecipe
from karat.evaluation import evaluate
from karat.metrics.catalogue import parse
from karat.remedies import either, option

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.calibration import Calibration
    from karat.corpus import Corpus
    from karat.metrics import Metric
    from karat.statistics import Statistics


@dataclass(frozen=True, slots=True, eq=False)
class ScoredOutputs:
    """An output with its scores, and the calibration to predict with."""

    calibration: Calibration
    scores: tuple[float, ...]
    text: NewText


def fitting_cells(
    calibrations: Sequence[Calibration],
    pair: str | None,
    text_type: str | None,
    system_label: str | None = None,
) -> list[Calibration]:
    """The calibrations of a cell; where there is none, all, one of which will say why it refuses."""
    found = [
        each
        for each in calibrations
        if (pair is None or each.language_pair in (None, pair, _coarse(pair)))
        and (text_type is None or each.text_type in (None, text_type))
        and (system_label is None or each.system_label in (None, system_label))
    ]
    cells = {(each.language_pair, each.text_type, each.system_label): each for each in found or calibrations}
    if len(cells) > 1 and found:
        asked = pair, text_type, system_label
        exact = [each for each in found if (each.language_pair, each.text_type, each.system_label) == asked]
        if exact:
            return exact
        names = ", ".join(" ".join(filter(None, cell)) for cell in cells)
        differing = (
            name
            for place, name in enumerate(("language_pair", "text_type", "system_label"))
            if len({cell[place] for cell in cells}) > 1
        )
        missing = option(next(differing))
        raise InvalidOption(f"There are calibrations for {names}. Say which the output is of: {missing}.")
    return list(cells.values())


def _coarse(pair: str) -> str:
    """The cell of a target language, whatever the source."""
    return f"*-{pair.rpartition('-')[2]}"


def scored_outputs(
    corpus: Corpus,
    calibration: Calibration,
    rows: Sequence[int],
    *,
    pair: str | None,
    text_type: str | None,
    system_label: str | None = None,
) -> Iterator[ScoredOutputs]:
    """Every system of a cell, at the level of its calibration."""
    metrics = _metrics(calibration)
    evaluation = evaluate(corpus, *metrics, keep_references=True)
    known = text_fingerprint(corpus, rows)
    tables = {
        name: [evaluation.statistics[name][metric.recipe].take(rows) for metric in metrics]
        for name in corpus.systems
    }
    others = {name: _values(metrics, each) for name, each in tables.items()}
    for name, output in corpus.systems.items():
        text = NewText(
            f"{name} ({text_type})" if text_type and text_type != calibration.text_type else name,
            pair,
            text_type,
            tuple(f"{metric.recipe}{corpus.alignment_entry}" for metric in metrics),
            [output[row] for row in rows],
            known,
            name in corpus.human_systems,
            len(rows),
            len(corpus.references.streams),
            types_of(corpus, rows) or ((text_type,) if text_type else ()),
            system_label,
            None if corpus.documents is None else [corpus.labels("document")[row] for row in rows],
            {other: scores for other, scores in others.items() if other != name},
        )
        for label, of_text in _texts(calibration.level, tables[name], corpus, rows):
            yield ScoredOutputs(calibration, _values(metrics, of_text), _labelled(text, label))


def _values(metrics: Sequence[Metric], tables: Sequence[Statistics]) -> tuple[float, ...]:
    return tuple(metric.value(table.total()) for metric, table in zip(metrics, tables, strict=True))


def _labelled(text: NewText, label: str) -> NewText:
    # A single document or segment is too little for a profile.
    return replace(text, system=f"{text.system}, {label}", output=None) if label else text


def _texts(
    level: str, tables: Sequence[Statistics], corpus: Corpus, rows: Sequence[int]
) -> Iterator[tuple[str, list[Statistics]]]:
    """The texts of a system at the calibration's level, each with its counts under every metric."""
    if level == "system":
        yield "", list(tables)
        return
    names = [str(row + 1) for row in rows]
    if level == "document":
        labels = corpus.labels("document")
        names = [labels[row] for row in rows]
    for name in dict.fromkeys(names):
        places = [place for place, own in enumerate(names) if own == name]
        yield f"{level} {name}", [table.take(places) for table in tables]


def _metrics(calibration: Calibration) -> tuple[Metric, ...]:
    """The metrics that the recipes describe."""
    try:
        return tuple(parse(recipe) for recipe in calibration.recipes)
    except InvalidRecipe:
        raise InvalidOption(
            f"{', '.join(calibration.metrics)} was computed elsewhere; Karat cannot score with it. Give the "
            + either("scores: predict(calibration, scores).", "score: --score VALUE.")
        ) from None
