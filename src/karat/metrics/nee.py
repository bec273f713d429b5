"""NEE: the named entities that a translation has right."""

from __future__ import annotations

from karat.entities.languages import LANGUAGES
from karat.entities.normal_form import Normaliser
from karat.entities.search import Output, SearchUnit, nearest
from karat.entities.wanted import GROUPS
from karat.errors import InvalidOption
from karat.metrics import recipe
from karat.metrics.annotated import Annotated, annotated
from karat.metrics.base import Normalization
from karat.metrics.explanation import Explanation, Listing, MarkedText, Step
from karat.metrics.options import check_choice
from karat.metrics.prepared import NeedsCorpus
from karat.records import dataclass
from karat.types import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.corpus import Corpus, OptionalText, Text
    from karat.entities.wanted import Wanted
    from karat.kernel import Counts
    from karat.metrics.arithmetic import Arithmetic
    from karat.metrics.explanation import Mark

Unit: TypeAlias = Literal["segment", "paragraph", "document"]
Suggestions: TypeAlias = Literal["refuse", "count", "ignore"]

# Shares of entities are kept in whole parts, so that rows add without rounding.
PARTS = 1 << 30
_STEPS = ("marks", "lowercase", "quotes", "possessives", "thousands", "numbers", "articles")


@dataclass(frozen=True, slots=True)
class Miss:
    """An entity that an output does not have, and what in the output is most like it."""

    segment: int
    entity: str
    kind: str
    nearest: str | None
    distance: int | None

    def to_dict(self) -> dict[str, str | int | None]:
        """The same under stable names; segments count from 1, as in every report."""
        return {
            "segment": self.segment + 1,
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

    >>> reference = '<ENAMEX TYPE="PERSON">Clinton</ENAMEX> is in <ENAMEX TYPE="LOCATION">Paris</ENAMEX>'
    >>> nee = Nee()
    >>> nee.value(nee.count(["CLINTON's visit to France"], [reference]).total())
    50.0
    """

    unit: Unit = "segment"
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
    suggestions: Suggestions = "refuse"
    partial: bool = False

    needs_entities = True

    def __post_init__(self) -> None:
        for option, allowed in (
            ("unit", Unit),
            ("search", SearchUnit),
            ("normalization", Normalization),
            ("suggestions", Suggestions),
        ):
            check_choice(option, getattr(self, option), allowed)
        check_choice("language", self.language, tuple(LANGUAGES))
        object.__setattr__(self, "types", _types(self.types))
        for step in (*_STEPS, "partial"):
            if not isinstance(getattr(self, step), bool):
                raise InvalidOption(f"{step} is {getattr(self, step)!r}; it must be True or False.")

    @property
    def name(self) -> str:
        """NEE, or NEE-partial where a part of an entity counts."""
        return "NEE-partial" if self.partial else "NEE"

    @property
    def columns(self) -> tuple[str, ...]:
        """The unique entities of each type, and how many of them were found, or which parts of them."""
        found = "credit" if self.partial else "found"
        return (*(f"total_{group}" for group in GROUPS), *(f"{found}_{group}" for group in GROUPS))

    @property
    def recipe(self) -> str:
        """Everything that decides its figures."""
        return recipe.write(self, "NEE", ENTRIES)

    @property
    def normaliser(self) -> Normaliser:
        """What brings entities and outputs into one form."""
        steps = {step: getattr(self, step) for step in _STEPS}
        return Normaliser(language=self.language, normalization=self.normalization, **steps)

    def learn(self, corpus: Corpus) -> Annotated:
        """The entities of each unit."""
        return annotated(self, corpus.references.streams, corpus)

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
        counts: Any = [self._rows(units, texts, len(streams[0])) for texts in systems]
        return counts  # type: ignore[no-any-return]

    def _rows(self, units: Iterable[Any], texts: Text, segments: int) -> Any:
        import numpy as np

        normaliser = self.normaliser
        rows = [[0] * (2 * len(GROUPS)) for _ in range(segments)]
        for unit in units:
            if not unit.references:
                continue
            output = _output(normaliser, [texts[segment] for segment in unit.segments])
            for one, credit in self._chosen(unit.references, output):
                rows[one.segment][one.group] += 1
                rows[one.segment][len(GROUPS) + one.group] += credit
        return np.array(rows, dtype=np.int64).reshape(segments, 2 * len(GROUPS))

    def _chosen(self, references: Sequence[Sequence[Wanted]], output: Output) -> list[tuple[Wanted, int]]:
        """The entities that count, each with its credit, under the reference of which most is found."""
        best: list[tuple[Wanted, int]] = []
        for reference in references:
            counted = self._credits(reference, output)
            if _share(counted) > _share(best):
                best = counted
        return best

    def _credits(self, reference: Sequence[Wanted], output: Output) -> list[tuple[Wanted, int]]:
        counted = []
        for one in reference:
            found = one.is_in(output, self.search)
            if one.optional and not found:
                continue
            credit = int(found)
            if self.partial:
                credit = PARTS if found else round(PARTS * one.share_in(output, self.search))
            counted.append((one, credit))
        return counted

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """Found of all, in percent; undefined where there is nothing to be found."""
        total, found = sum(row[: len(GROUPS)]), sum(row[len(GROUPS) :])
        share = xp.ratio(100 * found, total * PARTS) if self.partial else xp.ratio(100 * found, total)
        return xp.where(total > 0, share, float("nan"))

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Found and unique entities, and the share found of each type; None where there are none of it."""
        part = PARTS if self.partial else 1
        totals, found = row[: len(GROUPS)], [count / part for count in row[len(GROUPS) :]]
        shares = {
            group: 100 * some / all_ if all_ else None
            for group, all_, some in zip(GROUPS, totals, found, strict=True)
        }
        return {"found": sum(found) if self.partial else int(sum(found)), "entities": sum(totals), **shares}

    def misses(self, corpus: Corpus, system: str) -> list[Miss]:
        """The entities that a system does not have, each with what is most like it: no part of the score."""
        texts, normaliser = corpus.system(system), self.normaliser
        missed = []
        for unit in self.learn(corpus).units:
            output = _output(normaliser, [texts[segment] for segment in unit.segments])
            for one, _ in self._chosen(unit.references, output):
                if not one.is_in(output, self.search):
                    missed.append(self._miss(one, output))
        return missed

    def _miss(self, one: Wanted, output: Output) -> Miss:
        near = nearest(one.forms[0], output.tokens, self.search)
        text, distance = (None, None) if near is None else (near.text, near.distance)
        return Miss(one.segment, one.entity.text, one.entity.kind, text, distance)

    def explain_with(self, knowledge: Annotated, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Each entity of the segment, whether the output has it, and if not, what is most like it."""
        (unit,) = knowledge.units_of([[hypothesis]], [[reference] for reference in references], alone=True)
        output = _output(self.normaliser, [hypothesis])
        counted = self._chosen(unit.references, output)
        row = [0] * len(self.columns)
        for one, credit in counted:
            row[one.group] += 1
            row[len(GROUPS) + one.group] += credit
        found = [one for one, _ in counted if one.is_in(output, self.search)]
        steps = (
            Step("entities", len(counted), "unique in the reference; optional ones only where found"),
            Step("found", len(found), f"{len(found)} of {len(counted)} in the output"),
            *(
                (Step("credit", sum(part for _, part in counted) / PARTS, "parts of entities"),)
                if self.partial
                else ()
            ),
        )
        listing = Listing(
            "entities",
            ("entity", "type", "normal form", "credit", "nearest", "edits"),
            [self._listed(one, credit, output) for one, credit in counted],
        )
        texts = (MarkedText("output in normal form", _marked(output.tokens, found)),)
        return Explanation(self.name, self.value(row), self.recipe, texts, (listing,), steps)

    def _listed(self, one: Wanted, credit: int, output: Output) -> tuple[str | float | None, ...]:
        share = credit / PARTS if self.partial else credit
        shown = one.entity.text, one.entity.kind, " ".join(one.forms[0]), share
        if one.is_in(output, self.search):
            return (*shown, None, None)
        miss = self._miss(one, output)
        return (*shown, miss.nearest, miss.distance)


def _types(types: Any) -> tuple[str, ...]:
    """The types to count, in the order of tables; none named means all."""
    from karat.entities.entity import types_of
    from karat.errors import InvalidText

    if isinstance(types, str) or not all(isinstance(kind, str) for kind in types):
        raise InvalidOption(
            f"types is {types!r}; a tuple of types was expected, such as ('PERSON', 'LOCATION')."
        )
    try:
        return types_of("|".join(types)) if types else ()
    except InvalidText as error:
        raise InvalidOption(f"types: {error}") from None


def _output(normaliser: Normaliser, texts: Sequence[str]) -> Output:
    """The unit's output; a line break keeps its segments apart."""
    if len(texts) == 1:
        return Output(normaliser.of_output(texts[0]))
    tokens: list[str] = []
    for text in texts:
        tokens += [*normaliser.of_output(text), "\n"]
    return Output(tokens)


def _share(counted: Sequence[tuple[Wanted, int]]) -> tuple[float, int]:
    """What makes one reference better than another: the share that is found, then how much that is."""
    credit = sum(part for _, part in counted)
    return (credit / len(counted), credit) if counted else (-1.0, -1)


def _marked(tokens: Sequence[str], found: Sequence[Wanted]) -> tuple[tuple[str, Mark], ...]:
    """The tokens of the output, those of entities marked."""
    matched: set[int] = set()
    for form in {form for one in found for form in one.forms}:
        for start in range(len(tokens) - len(form) + 1):
            if tuple(tokens[start : start + len(form)]) == form:
                matched.update(range(start, start + len(form)))
        matched |= {place for place, token in enumerate(tokens) if len(form) == 1 and _within(form[0], token)}
    return tuple((token, "matched" if place in matched else "plain") for place, token in enumerate(tokens))


def _within(name: str, token: str) -> bool:
    """Whether a name in a script without spaces is part of a token."""
    from karat.entities.scripts import is_spaceless

    return name in token and is_spaceless(name)


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
    recipe.Entry("suggestions", "suggestions"),
    recipe.yes_no("partial", "partial"),
)
