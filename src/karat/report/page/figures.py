"""A dossier as a JSON document: every figure of the page, in full precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.agreement import Measurements
from karat.report.formats.json_document import document, plain
from karat.report.topics import (
    acceptability,
    between_metrics,
    comparison,
    judge_groups,
    judges,
    people,
    points_beside,
    sensitivity,
    system_labels,
    transfer,
    units,
    variation,
)
from karat.report.topics.slices import slice_record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.calibration import Calibration
    from karat.dossier import AgreementAnswer, Dossier, EntityAnswer, Prospects, Provenance


# What a calibration keeps of its texts, what these are called, and the day of its fit are no figures.
_NO_FIGURES = ("profile", "data", "date", "version", "fingerprint")
MOST_MISSES = 200


def render(dossier: Dossier, provenance: Provenance) -> str:
    """The figures, and where they come from."""
    return document({"name": dossier.name, "provenance": provenance.to_dict(), **figures(dossier)})


def figures(dossier: Dossier) -> dict[str, Any]:
    """Every figure as plain values, in a stable order; null where there is none."""
    found: dict[str, Any] = {
        "scope": dossier.scope.recipe,
        "left_out": list(dossier.left_out),
        "scores": [score.to_dict() for score in dossier.evaluation.scores],
        "findings": [found.to_dict() for found in dossier.findings],
        **_compared(dossier),
        "people": dossier.agreement and _people(dossier.agreement),
        "judges": [judges.record(one) for one in dossier.judges],
        "judge_groups": [judge_groups.record(one) for one in dossier.judge_groups],
        "estimates": people.as_record(dossier.estimates),
        "prospects": dossier.prospects and _prospects(dossier.prospects),
        "transfers": [transfer.record(one) for one in dossier.transfers],
        "label_tests": [system_labels.record(one) for one in dossier.label_tests],
        "variation": dossier.variation
        and [variation.system_record(one, dossier.variation.recipe) for one in dossier.variation.systems],
        "units": dossier.units and units.record(dossier.units),
        "sensitivity": dossier.damage
        and sensitivity.record(
            dossier.damage.responses, system=dossier.damage.system, unstruck=dossier.damage.unstruck
        ),
        "entities": dossier.entities and _entities(dossier.entities),
        "omissions": [{"part": one.part, "reason": one.reason} for one in dossier.omissions],
    }
    values: dict[str, Any] = plain(found)
    return values


def _compared(dossier: Dossier) -> Mapping[str, Any]:
    if dossier.comparison is None:
        return {"comparisons": [], "slices": []}
    said = points_beside.of_comparison(dossier.comparison, dossier.points)
    return {
        "comparisons": [comparison.record(one) for one in dossier.comparison.metrics],
        **({"points": points_beside.records(said)} if said else {}),
        "slices": [slice_record(cut, part) for cut in dossier.slices for part in cut.slices],
    }


def _people(judged: AgreementAnswer) -> dict[str, Any]:
    parts = () if judged.by_part is None else judged.by_part.agreements
    compared = () if judged.comparison is None else judged.comparison.metrics
    found = judged.found or Measurements("", (), (), ())
    return {
        "comparisons": [comparison.record(one) for one in compared],
        "agreements": [each.to_dict() for each in found.agreements],
        "by_text_type": [each.to_dict() for each in parts if each.part],
        "verdicts": [each.to_dict() for each in found.verdicts],
        "outliers": [each.influence.to_dict() for each in found.verdicts],
        "human_translations": [each.to_dict() for each in found.apart],
        "ceilings": [each.to_dict() for each in found.ceilings],
        "order_sweeps": [each.to_dict() for each in judged.sweeps],
        "between_metrics": [between_metrics.record(each) for each in judged.between],
    }


def _prospects(prospects: Prospects) -> dict[str, Any]:
    return {
        "calibrations": [_calibration(each) for each in prospects.own],
        "given": [_calibration(each) for each in prospects.given],
        "thresholds": [acceptability.record(one) for one in prospects.accepted],
        "predictions": [each.to_dict() for each in prospects.predictions],
    }


def _calibration(calibration: Calibration) -> dict[str, Any]:
    return {key: value for key, value in calibration.to_dict().items() if key not in _NO_FIGURES}


def _entities(entities: EntityAnswer) -> dict[str, Any]:
    return {
        "scores": [score.to_dict() for score in entities.scores],
        "types": [
            {
                "type": bucket.label,
                "entities": bucket.size,
                "found": {name: cell.value for name, cell in bucket.systems.items()},
            }
            for bucket in entities.by_type.buckets
        ],
        "levels": [{"system": one.system, "human": one.is_human, **one.values} for one in entities.levels],
        "misses": {
            system: [miss.to_dict() for miss in missed[:MOST_MISSES]]
            for system, missed in entities.misses.items()
        },
    }
