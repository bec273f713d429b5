"""NEE: the named entities that a translation has right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.display import Results, Shown
from karat.entities.entity import types_of
from karat.entities.languages import LANGUAGES
from karat.entities.normal_form import Normaliser
from karat.entities.recognisers import read_recogniser, recogniser_signature
from karat.entities.search import SearchUnit
from karat.entities.unique_entities import GROUPS
from karat.equality import Equal
from karat.errors import InvalidOption, InvalidText
from karat.kernel import REAL_PARTS
from karat.metrics import recipe
from karat.metrics.annotated import Annotated, annotated
from karat.metrics.choices import DrawUnit, Normalization
from karat.metrics.explain.nee import explanation
from karat.metrics.nee_counting import Precision, Recall
from karat.metrics.prepared import NeedsCorpus
from karat.option_checks import check_choice, check_flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.corpus import Corpus, OptionalText, Text
    from karat.entities.recognisers import Recogniser
    from karat.entities.unique_entities import UniqueEntity
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation

Unit: TypeAlias = Literal["auto", "segment", "paragraph", "document"]
Suggestions: TypeAlias = Literal["refuse", "count", "ignore"]

_STEPS = (
    *("marks", "lowercase", "quotes", "possessives", "thousands", "numbers", "articles"),
    *("quantities", "transliteration"),
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Miss(Equal, Shown):
    """An entity that an output does not have, and what in the output is most like it.

    Of precision, one that the output has and no reference, and what of a reference is most like it. `segment`
    counts from 1, as in every report.
    """

    segment: int
    entity: str
    kind: str
    nearest: str | None
    distance: int | None

    def to_dict(self) -> dict[str, str | int | None]:
        """The same under stable names."""
        return {
            "segment": self.segment,
            "entity": self.entity,
            "type": self.kind,
            "nearest": self.nearest,
            "edits": self.distance,
        }


@dataclass(frozen=True, slots=True)
class Nee(NeedsCorpus):
    """The share of the reference's named entities that the output has, in percent.

    NEE = Σ found / Σ unique entities, over units; entities and output are brought into one normal form, and
    the search is exact. Entities are those that people marked in the references: with MUC's tags in the text,
    or in `Corpus.entities`. No entities, no value: NaN. Papineni et al. (HLT 2002).
    The unit is the document where the corpus has documents, else the segment. With a `recogniser`, it is the
    precision instead: of the entities recognised in the output, the share that a reference has.

    >>> reference = '<ENAMEX TYPE="PERSON">Clinton</ENAMEX> is in <ENAMEX TYPE="LOCATION">Paris</ENAMEX>'
    >>> nee = Nee()
    >>> nee.value(nee.count(["CLINTON's visit to France"], [reference]).total())
    50.0
    """

    unit: Unit = "auto"
    language: str = "en"
    types: tuple[str, ...] = ()
    search: SearchUnit = "script"
    normalization: Normalization = "NFC"
    marks: bool = True
    lowercase: bool = True
    quotes: bool = True
    possessives: bool = True
    thousands: bool = True
    numbers: bool = True
    articles: bool = True
    quantities: bool = True
    transliteration: bool = False
    suggestions: Suggestions = "refuse"
    partial: bool = False
    recogniser: str | Recogniser = "none"

    needs_entities = True

    def __post_init__(self) -> None:
        check_choice("unit", self.unit, Unit)
        check_choice("search", self.search, SearchUnit)
        check_choice("normalization", self.normalization, Normalization)
        check_choice("suggestions", self.suggestions, Suggestions)
        check_choice("language", self.language, tuple(LANGUAGES))
        object.__setattr__(self, "types", _types(self.types))
        for step in (*_STEPS, "partial"):
            check_flag(step, getattr(self, step))
        if self.is_precision and self.partial:
            raise InvalidOption(
                "partial is for entities of the reference, a recogniser for those of the output."
            )
        _ = self.normaliser  # refuses what is not installed
        if self.is_precision:
            recogniser_signature(self.recogniser, self.language)  # refuses what does not exist

    @property
    def is_precision(self) -> bool:
        """Whether the entities that count are those of the output."""
        return self.recogniser != "none"

    @property
    def name(self) -> str:
        """NEE, NEE-partial where a part of an entity counts, or NEE-precision."""
        return "NEE-precision" if self.is_precision else "NEE-partial" if self.partial else "NEE"

    @property
    def columns(self) -> tuple[str, ...]:
        """The unique entities of each type, and how many of them were found, or which parts of them."""
        total = "recognised" if self.is_precision else "total"
        found = "right" if self.is_precision else "credit" if self.partial else "found"
        return (*(f"{total}_{group}" for group in GROUPS), *(f"{found}_{group}" for group in GROUPS))

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "NEE", ENTRIES)

    def settled(self, corpus: Corpus) -> Nee:
        """The metric with the unit that suits the corpus."""
        if self.unit != "auto":
            return self
        return replace(self, unit="segment" if corpus.documents is None else "document")

    @property
    def draw_unit(self) -> DrawUnit:  # type: ignore[override]
        """Rows of one unit depend on each other."""
        return "segment" if self.unit == "auto" else self.unit

    @property
    def normaliser(self) -> Normaliser:
        """What brings entities and outputs into one form."""
        steps = {step: getattr(self, step) for step in _STEPS}
        return Normaliser(language=self.language, normalization=self.normalization, **steps)

    @property
    def whole(self) -> int:
        """The credit of an entity that is found."""
        return REAL_PARTS if self.partial else 1

    def learn(self, corpus: Corpus) -> Annotated:
        """The entities of each unit."""
        return annotated(self.settled(corpus), corpus.references.streams, corpus)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The bare counts of each system against references that carry their tags."""
        return self.rows_with(annotated(self, streams), systems, streams, threads)

    def rows_with(
        self,
        knowledge: Annotated,
        systems: Sequence[Text],
        streams: Sequence[OptionalText],
        threads: int,  # noqa: ARG002 (Python counts with one)
    ) -> list[Counts]:
        """The bare counts of each system, given the entities."""
        units = knowledge.units_of(systems, streams)
        if not self.is_precision:
            units = [unit for unit in units if unit.references]
        elif not knowledge.is_marked:  # nobody has looked for entities in the references
            units = []
        counting = self._counting()
        counted = ((counting.count(unit, texts) for unit in units) for texts in systems)
        counts: Any = [self._rows(of_system, len(streams[0])) for of_system in counted]
        return counts  # type: ignore[no-any-return]

    def _counting(self) -> Recall | Precision:
        return Precision(self) if self.is_precision else Recall(self)

    def _rows(self, units: Iterable[Sequence[tuple[UniqueEntity, int]]], segments: int) -> Any:
        rows = [[0] * (2 * len(GROUPS)) for _ in range(segments)]
        for unit in units:
            for one, credit in unit:
                rows[one.segment][one.group] += 1
                rows[one.segment][len(GROUPS) + one.group] += credit
        return np.array(rows, dtype=np.int64).reshape(segments, 2 * len(GROUPS))

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """Found of all, in percent; undefined where there is nothing to be found."""
        total, found = sum(row[: len(GROUPS)]), sum(row[len(GROUPS) :])
        return xp.where(total > 0, xp.ratio(100 * found, total * self.whole), float("nan"))

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Found and unique entities, and the share found of each type; None where there are none of it."""
        totals, found = row[: len(GROUPS)], [count / self.whole for count in row[len(GROUPS) :]]
        shares = {
            group: 100 * some / all_ if all_ else None
            for group, all_, some in zip(GROUPS, totals, found, strict=True)
        }
        names = ("right", "recognised") if self.is_precision else ("found", "entities")
        sums = sum(found) if self.partial else int(sum(found)), sum(totals)
        return {**dict(zip(names, sums, strict=True)), **shares}

    def misses(self, corpus: Corpus, system: str) -> Results[Miss]:
        """The entities that a system does not have, each with what is most like it: no part of the score."""
        texts, counting = corpus.system(system), self._counting()
        missed = []
        for unit in self.learn(corpus).units:
            counted = counting.of(unit, texts)
            for one, credit in counted.entities:
                if credit != self.whole:
                    near = counted.near(one.forms[0])
                    text, distance = (None, None) if near is None else (near.text, near.distance)
                    missed.append(Miss(one.segment + 1, one.entity.text, one.entity.kind, text, distance))
        return Results(missed)

    def explain_with(self, knowledge: Annotated, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Each entity of the segment, whether the output has it, and if not, what is most like it."""
        (unit,) = knowledge.units_of([[hypothesis]], [[reference] for reference in references], alone=True)
        counted = self._counting().of(unit, [hypothesis])
        value = self.value(self._rows([counted.entities], 1)[0].tolist())
        return explanation(self, value, counted, alone=not knowledge.by_segment)


def _types(types: Any) -> tuple[str, ...]:
    """The types to count, in the order of tables; none named means all."""
    if isinstance(types, str) or not all(isinstance(kind, str) for kind in types):
        raise InvalidOption(
            f"types is {types!r}; a tuple of types was expected, such as ('PERSON', 'LOCATION')."
        )
    try:
        return types_of("|".join(types)) if types else ()
    except InvalidText as error:
        raise InvalidOption(f"types: {error}") from None


ENTRIES = (
    recipe.Entry("unit", "unit"),
    recipe.Entry("lang", "language"),
    recipe.Entry(
        "types",
        "types",
        lambda types: ",".join(types) or "all",
        lambda text: () if text == "all" else tuple(text.split(",")),
    ),
    recipe.Entry("search", "search"),
    recipe.Entry("unicode", "normalization"),
    recipe.yes_no("marks", "marks"),
    recipe.case(),
    recipe.yes_no("quotes", "quotes"),
    recipe.yes_no("possessives", "possessives"),
    recipe.yes_no("thousands", "thousands"),
    recipe.yes_no("numbers", "numbers"),
    recipe.yes_no("articles", "articles"),
    recipe.yes_no("quantities", "quantities"),
    recipe.yes_no("transliteration", "transliteration"),
    recipe.Entry("suggestions", "suggestions"),
    recipe.yes_no("partial", "partial"),
    recipe.Entry("recogniser", "recogniser", recogniser_signature, read_recogniser),
)
