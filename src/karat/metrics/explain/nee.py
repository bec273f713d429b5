"""How NEE of one segment comes about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.entities.scripts import is_spaceless
from karat.kernel import REAL_PARTS
from karat.metrics.explain.explanation import Explanation, Listing, MarkedText, Step
from karat.ordered_sums import added

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.entities.unique_entities import UniqueEntity
    from karat.metrics.explain.explanation import Mark
    from karat.metrics.nee import Nee
    from karat.metrics.nee_counting import Credited


def explanation(nee: Nee, value: float, counted: Credited, *, alone: bool) -> Explanation:
    """Each entity of the segment, whether it counts, and if not, what is most like it."""
    full = [one for one, credit in counted.entities if credit == nee.whole]
    listing = Listing(
        "entities",
        ("entity", "type", "normal form", "credit", "nearest", "edits"),
        [_listed(nee, one, credit, counted) for one, credit in counted.entities],
    )
    texts = (MarkedText("output in normal form", _marked(counted.tokens, full)),)
    return Explanation(
        nee.name, value, nee.recipe, texts, (listing,), tuple(_steps(nee, counted, full, alone))
    )


def _steps(nee: Nee, counted: Credited, full: Sequence[UniqueEntity], alone: bool) -> list[Step]:
    total, count = len(counted.entities), len(full)
    if nee.is_precision:
        steps = [
            Step("recognised", total, "unique in the output"),
            Step("right", count, f"{count} of {total} in a reference"),
        ]
    else:
        steps = [
            Step("entities", total, "unique in the reference; optional ones only where found"),
            Step("found", count, f"{count} of {total} in the output"),
        ]
    if nee.partial:
        credit = added(part for _, part in counted.entities) / REAL_PARTS
        steps.append(Step("credit", credit, "parts of entities"))
    if alone:
        steps.append(Step("unit", nee.unit, "of which this segment is looked at by itself"))
    return steps


def _listed(nee: Nee, one: UniqueEntity, credit: int, counted: Credited) -> tuple[str | float | None, ...]:
    shown = (
        one.entity.text,
        one.entity.kind,
        " ".join(one.forms[0]),
        credit / nee.whole if nee.partial else credit,
    )
    near = None if credit == nee.whole else counted.near(one.forms[0])
    return (*shown, None, None) if near is None else (*shown, near.text, near.distance)


def _marked(tokens: Sequence[str], found: Sequence[UniqueEntity]) -> tuple[tuple[str, Mark], ...]:
    """The tokens of the output, those of entities marked."""
    matched: set[int] = set()
    for form in {form for one in found for form in one.forms}:
        for start in range(len(tokens) - len(form) + 1):
            if tuple(tokens[start : start + len(form)]) == form:
                matched.update(range(start, start + len(form)))
        matched |= {place for place, token in enumerate(tokens) if len(form) == 1 and _within(form[0], token)}
    # A line break keeps apart what is not searched as one: segments, and quantities in words and in signs.
    shown = ["|" if token == "\n" else token for token in tokens]
    return tuple((token, "matched" if place in matched else "plain") for place, token in enumerate(shown))


def _within(name: str, token: str) -> bool:
    """Whether a name in a script without spaces is part of a token."""
    return name in token and is_spaceless(name)
