"""Cells to fit: a metric and a dimension on a part of one data set, or on parts of several that are joined.

Parts are joined by target language, as Babych, Hartley & Elliott (2005) do: whatever the source, systems into
one language make one cell, for each text type or for all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.calibration.chunks import CHUNKS, cut, variation_of
from karat.calibration.fitting import fingerprint, fit_points, points_of
from karat.calibration.human_scales import of_people, same_scale, scale_of, scale_text
from karat.calibration.text_error import with_text_error
from karat.errors import InvalidOption
from karat.remedies import either, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Rater
    from karat.calibration.calibration import Calibration, Point
    from karat.calibration.cells import CellData
    from karat.calibration.chunks import ChunkVariation
    from karat.calibration.fitting import Level, Setting

CELLS = ("text-type", "language-pair", "target-language", "target-language+text-type")


@dataclass(frozen=True, slots=True, eq=False)
class CellMember:
    """A part of one data set, and the raters of it that are fitted."""

    part: CellData
    metrics: tuple[Rater, ...]
    human: Rater


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """What one calibration is fitted on: the members, and where they belong."""

    members: tuple[CellMember, ...]
    setting: Setting

    @property
    def metrics(self) -> tuple[Rater, ...]:
        """The metrics, as the first data set has them."""
        return self.members[0].metrics

    @property
    def human(self) -> Rater:
        """People, as in the first data set."""
        return self.members[0].human

    def points(self, level: Level = "system") -> list[Point]:
        """Every text that was judged; systems of different data sets are different systems."""
        found = [
            (member, point)
            for member in self.members
            for point in points_of(member.metrics, member.human, level=level, documents=member.part.documents)
        ]
        if len(self.members) == 1 and not self.is_joined:
            return [point for _, point in found]
        return [
            replace(point, system=f"{member.part.setting.data}/{point.system}") for member, point in found
        ]

    @property
    def is_joined(self) -> bool:
        """Whether the cell is one of a target language."""
        return (self.setting.language_pair or "").startswith("*-")

    def calibration(self, *, level: Level = "system", confidence: float = 0.95) -> Calibration:
        """The calibration of the cell."""
        made = fit_points(
            self.points(level),
            self.metrics,
            self.human,
            setting=of_people(self.setting, self.human),
            level=level,
            confidence=confidence,
        )
        if self.is_joined:
            return made
        member = self.members[0]
        return with_text_error(made, member.metrics, member.human, documents=member.part.documents)

    def chunked(self, chunks: int | None = None, *, words: int | None = None) -> list[list[list[int]]] | None:
        """The segments of so many chunks of every member, or of as many as the texts have up to ten.

        With `words`, there are as many chunks as have about so many words of the reference each. None where
        scores are of whole systems, or where nobody asked for chunks and there are no two.
        """
        if any(
            rater.segments is None for member in self.members for rater in (*member.metrics, member.human)
        ):
            return None
        most = min(
            len(member.part.rows if (names := member.part.documents) is None else set(names))
            for member in self.members
        )
        if chunks is None and most < 2:
            return None
        number = min(CHUNKS, most) if chunks is None else chunks
        if words is not None:
            total = sum(sum(member.part.words or ()) for member in self.members)
            number = min(max(round(total / words), 2), most)
        return [cut(member.part.documents, len(member.part.rows), number) for member in self.members]

    def variation(self, chunks: Sequence[Sequence[Sequence[int]]]) -> ChunkVariation:
        """How far the lines of the chunks vary: the first chunks of all members make one, and so on."""
        return variation_of(
            [
                (member.metrics[0], member.human, of_member)
                for member, of_member in zip(self.members, chunks, strict=True)
            ],
            words=[member.part.words for member in self.members],
        )


def cells_of(parts: Sequence[CellData], *, by: str | None = None, together: bool = False) -> list[Cell]:
    """Every cell of some parts; `together` puts all metrics into one map."""
    members = [
        CellMember(part, metrics, human)
        for part in parts
        for human in part.humans
        for metrics in ([part.metrics] if together else [(metric,) for metric in part.metrics])
    ]
    if by not in ("target-language", "target-language+text-type"):
        return [Cell((member,), member.part.setting) for member in members]
    groups: dict[tuple[object, ...], list[CellMember]] = {}
    for member in members:
        setting = member.part.setting
        recipes = tuple((metric.name, metric.recipe) for metric in member.metrics)
        key = (_target(setting), setting.text_type, setting.system_label, member.human.name, recipes)
        groups.setdefault(key, []).append(member)
    return [_joined(group) for group in groups.values()]


def _target(setting: Setting) -> str:
    if setting.language_pair is None:
        raise InvalidOption(
            f"{setting.data or 'The corpus'} does not say its languages. "
            + either("Give them in the Corpus.", f"Name them with {option('language_pair')}.")
        )
    return setting.language_pair.rpartition("-")[2]


def _joined(members: Sequence[CellMember]) -> Cell:
    _check_scales(members)
    settings = [member.part.setting for member in members]
    first = settings[0]
    types = dict.fromkeys(name for setting in settings for name in setting.text_types)
    references = {setting.references for setting in settings}
    setting = replace(
        first,
        language_pair=f"*-{_target(first)}",
        data=", ".join(dict.fromkeys(setting.data for setting in settings)),
        outputs=None,
        sources=None,
        text=fingerprint(setting.text for setting in settings),
        segments=sum(setting.segments for setting in settings),
        text_types=tuple(sorted(types)),
        references=references.pop() if len(references) == 1 else 0,
    )
    return Cell(tuple(members), setting)


def _check_scales(members: Sequence[CellMember]) -> None:
    """Refuse to put human scores on two scales into one cell."""
    first, human = members[0].part, members[0].human
    for member in members[1:]:
        other = member.human
        if not same_scale(scale_of(human), scale_of(other)):
            raise InvalidOption(
                f"{human.name} is on the scale {scale_text(human)} in {first.setting.data} and on "
                f"{scale_text(other)} in {member.part.setting.data}. Bring them to one"
                + either(".", ", such as --scale 0-100.")
            )
