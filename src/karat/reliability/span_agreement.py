"""How far judges agree on where errors are, and detectors with judges: precision, recall, F1 and κ.

Everything is counted over all outputs together (micro-averaged): an output with many errors counts more than
one with few, and one that is free of errors only through what was marked in it wrongly. κ is of characters,
marked or not: it asks what is left of the agreement beyond that of two who mark as much, but anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arrays import quotient
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, MisalignedCorpus
from karat.reliability.bootstrap import Bootstrap, Estimate
from karat.reliability.span_matching import SPAN_CRITERIA, span_credits
from karat.reliability.unit_sums import UnitSums

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.arrays import Floats
    from karat.judgements.error_spans import ErrorSpan, MarkedErrors, MarkedOutput
    from karat.reliability.jackknife import Link
    from karat.reliability.span_matching import SpanCriterion

    Kept = Callable[[ErrorSpan], bool]

_USUAL = Bootstrap()
# What all judges together are called.
JUDGES = "judges"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpanScores(Equal, Shown):
    """Precision, recall and F1 of spans by one criterion."""

    criterion: SpanCriterion
    precision: Estimate
    recall: Estimate
    f1: Estimate

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        named = ("precision", "recall", "f1")
        return {"criterion": self.criterion, **{name: getattr(self, name).to_dict() for name in named}}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LabelledSpans(Equal, Shown):
    """The scores of all spans, or of those of one severity or category: `label` of the kind `of`."""

    of: str
    label: str
    marks: tuple[int, int]
    scores: tuple[SpanScores, ...]

    def by(self, criterion: SpanCriterion) -> SpanScores:
        """The scores by one criterion."""
        return self.scores[SPAN_CRITERIA.index(criterion)]

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "of": self.of,
            "label": self.label,
            "marks": list(self.marks),
            "scores": [one.to_dict() for one in self.scores],
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpanAgreement(Equal, Shown):
    """One rater beside another, or beside all judges: `first` is measured against `second`.

    `kappa` is of characters. `difference` is F1 with partial credit minus that of judges among each other,
    where a detector stands beside all of these. `omissions` have no characters, and count nowhere.

    >>> from karat.judgements import ErrorSpan, MarkedErrors, MarkedOutput
    >>> spans = {"anna": (ErrorSpan(0, 4),), "ben": (ErrorSpan(2, 6),)}
    >>> anna, ben = (MarkedErrors.of(n, [MarkedOutput("A", "1", "", 9, s)]) for n, s in spans.items())
    >>> (found,) = span_agreement([anna, ben])
    >>> found.first, found.second, found.whole.by("partial").f1.value, found.whole.by("exact").f1.value
    ('anna', 'ben', 0.5, 0.0)
    """

    first: str
    second: str
    outputs: int
    unit: str
    units: int
    omissions: int
    whole: LabelledSpans
    by_severity: tuple[LabelledSpans, ...]
    by_category: tuple[LabelledSpans, ...]
    kappa: Estimate
    difference: Estimate | None = None

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "first": self.first,
            "second": self.second,
            "outputs": self.outputs,
            "unit": self.unit,
            "units": self.units,
            "omissions_left_out": self.omissions,
            "all": self.whole.to_dict(),
            "severities": [one.to_dict() for one in self.by_severity],
            "categories": [one.to_dict() for one in self.by_category],
            "kappa_of_characters": self.kappa.to_dict(),
            "difference_to_judges": self.difference and self.difference.to_dict(),
        }


def span_agreement(
    judges: Sequence[MarkedErrors],
    detectors: Sequence[MarkedErrors] = (),
    *,
    bootstrap: Bootstrap = _USUAL,
) -> tuple[SpanAgreement, ...]:
    """Every two judges, all judges among each other, and each detector with all judges.

    A pair is compared on the outputs that both marked, where outputs without spans are marked too. The
    sampling units are documents where they are known, else segments; see `Bootstrap`.

    >>> from karat.judgements import ErrorSpan, MarkedErrors, MarkedOutput
    >>> def marked(name, *spans):
    ...     return MarkedErrors.of(name, [MarkedOutput("A", "1", "", 20, spans)])
    >>> judges = [marked("anna", ErrorSpan(0, 5)), marked("ben", ErrorSpan(0, 5))]
    >>> *_, detector = span_agreement(judges, [marked("xcomet", ErrorSpan(0, 5), ErrorSpan(9, 12))])
    >>> scores = detector.whole.by("exact")
    >>> detector.second, scores.precision.value, scores.recall.value
    ('judges', 0.5, 1.0)
    """
    if len(judges) + len(detectors) < 2:
        raise InvalidOption("One rater cannot agree with anybody. Give the spans of two judges or more.")
    if detectors and not judges:
        raise InvalidOption("There are detectors, and no judges to compare them with.")
    units = _Units.of([*judges, *detectors], bootstrap)
    pairs = [(one, other) for one, other in combinations(judges, 2) if _shared(one, other)]
    if not pairs and not detectors:
        raise InvalidOption("No output was marked by two judges, so there is nothing to compare.")
    found = [_Compared([pair], units).agreement(pair[0].rater, pair[1].rater, bootstrap) for pair in pairs]
    among = None
    if pairs:
        both_ways = [pair for one, other in pairs for pair in ((one, other), (other, one))]
        among = _Compared(both_ways, units)
        if len(pairs) > 1:
            found.append(among.agreement(JUDGES, JUDGES, bootstrap))
    for detector in detectors:
        beside = [(detector, judge) for judge in judges if _shared(detector, judge)]
        if not beside:
            raise MisalignedCorpus(
                f"{detector.rater} and the judges have no output in common. Systems and segments must be "
                "called the same."
            )
        found.append(_Compared(beside, units).agreement(detector.rater, JUDGES, bootstrap, among))
    return tuple(found)


def _shared(one: MarkedErrors, other: MarkedErrors) -> list[tuple[str, str]]:
    return [key for key in one.outputs if key in other.outputs]


@dataclass(frozen=True, slots=True, eq=False)
class _Units:
    """The unit of chance of each segment: its document where that is known."""

    unit: str
    numbers: dict[str, int]
    count: int

    @classmethod
    def of(cls, raters: Sequence[MarkedErrors], bootstrap: Bootstrap) -> _Units:
        documents: dict[str, str] = {}
        for one in raters:
            for output in one.outputs.values():
                documents[output.segment] = documents.get(output.segment, "") or output.document
        known = set(documents.values()) - {""}
        by_document = len(known) > 1 and bootstrap.draw != "segment"
        if bootstrap.draw == "document" and not by_document:
            raise InvalidOption("Documents cannot be drawn: fewer than two are known. Draw segments instead.")
        # A segment without a document is a unit of its own.
        keys = {
            segment: ("", document) if by_document and document else (segment, "")
            for segment, document in documents.items()
        }
        order = {key: number for number, key in enumerate(dict.fromkeys(keys.values()))}
        numbers = {segment: order[key] for segment, key in keys.items()}
        return cls("document" if by_document else "segment", numbers, len(order))


class _Compared:
    """Pairs of raters, the first of each against the second, on the outputs that both marked."""

    def __init__(self, pairs: Sequence[tuple[MarkedErrors, MarkedErrors]], units: _Units) -> None:
        self.units = units
        self.outputs: list[tuple[int, MarkedOutput, MarkedOutput]] = []
        for one, other in pairs:
            for key in _shared(one, other):
                ours, theirs = one.outputs[key], other.outputs[key]
                if ours.length and theirs.length and ours.length != theirs.length:
                    raise MisalignedCorpus(
                        f"System {key[0]!r}, segment {key[1]}: {one.rater} marked a text of {ours.length} "
                        f"characters, {other.rater} one of {theirs.length}. Both must be the same output."
                    )
                self.outputs.append((units.numbers[key[1]], ours, theirs))

    def agreement(
        self, first: str, second: str, bootstrap: Bootstrap, among: _Compared | None = None
    ) -> SpanAgreement:
        keys = {(ours.system, ours.segment) for _, ours, _ in self.outputs}
        return SpanAgreement(
            first,
            second,
            len(keys),
            self.units.unit,
            len({unit for unit, _, _ in self.outputs}),
            sum(not span.length for _, *sides in self.outputs for side in sides for span in side.spans),
            self._labelled("all", "", lambda _: True, bootstrap),
            self._by_label("severity", lambda span: span.severity, bootstrap),
            self._by_label("category", lambda span: span.main_category, bootstrap),
            self._kappa(bootstrap),
            None if among is None else self._difference(among, bootstrap),
        )

    def _by_label(
        self, of: str, label: Callable[[ErrorSpan], str], bootstrap: Bootstrap
    ) -> tuple[LabelledSpans, ...]:
        """The scores of each label that occurs; none where nobody gave any."""
        names = {label(span) for _, *sides in self.outputs for side in sides for span in side.spans}

        def kept(name: str) -> Kept:
            return lambda span: label(span) == name

        if names == {""}:
            return ()
        return tuple(self._labelled(of, name, kept(name), bootstrap) for name in sorted(names))

    def credits(self, kept: Kept) -> Floats:
        """Credits and marks in each unit: units × criteria × 4."""
        found = np.zeros((self.units.count, len(SPAN_CRITERIA), 4))
        for unit, ours, theirs in self.outputs:
            sides = [[span for span in side.spans if span.length and kept(span)] for side in (ours, theirs)]
            if any(sides):
                found[unit] += span_credits(*sides)
        return found

    def _labelled(self, of: str, label: str, kept: Kept, bootstrap: Bootstrap) -> LabelledSpans:
        counts = self.credits(kept)
        marks = counts[:, 0].sum(axis=0)
        scores = []
        for place, criterion in enumerate(SPAN_CRITERIA):
            mine = counts[:, place]
            measured = [
                self._estimate(name, mine, formula, sizes, "share", bootstrap)
                for name, formula, sizes in (
                    ("precision", precision, mine[:, 1]),
                    ("recall", recall, mine[:, 3]),
                    ("F1", f1, mine[:, 1] + mine[:, 3]),
                )
            ]
            scores.append(SpanScores(criterion, *measured))
        return LabelledSpans(of, label, (int(marks[1]), int(marks[3])), tuple(scores))

    def _kappa(self, bootstrap: Bootstrap) -> Estimate:
        """Of characters; NaN where the texts are not known."""
        counts = np.zeros((self.units.count, 4))
        for unit, ours, theirs in self.outputs:
            length = max(ours.length, theirs.length)
            if not length:
                counts[:] = 0
                break
            credit = span_credits(*([one for one in side.spans if one.length] for side in (ours, theirs)))
            _, our_marks, both, their_marks = credit[SPAN_CRITERIA.index("character")]
            counts[unit] += (both, our_marks, their_marks, length)
        return self._estimate("κ of characters", counts, kappa, counts[:, 3], "correlation", bootstrap)

    def _difference(self, among: _Compared, bootstrap: Bootstrap) -> Estimate:
        place = SPAN_CRITERIA.index("partial")
        mine, theirs = (one.credits(lambda _: True)[:, place] for one in (self, among))
        both = np.concatenate([mine, theirs], axis=1)
        sizes = both[:, [1, 3, 5, 7]].sum(axis=1)
        return self._estimate(
            "difference of F1",
            both,
            lambda sums: f1(sums[..., :4]) - f1(sums[..., 4:]),
            sizes,
            "plain",
            bootstrap,
        )

    def _estimate(
        self,
        name: str,
        counts: Floats,
        formula: Callable[[Floats], Floats],
        sizes: Floats,
        link: Link,
        bootstrap: Bootstrap,
    ) -> Estimate:
        reason = "texts are not known, or alike" if name.startswith("κ") else "nothing was marked"
        sums = UnitSums(counts, self.units.unit)
        return sums.estimate(name, formula, sizes, bootstrap, link=link, ends=(-1.0, 1.0), reason=reason)


def precision(sums: Floats) -> Floats:
    """The share of what was marked that is right."""
    return quotient(sums[..., 0], sums[..., 1])


def recall(sums: Floats) -> Floats:
    """The share of what the other marked that was found."""
    return quotient(sums[..., 2], sums[..., 3])


def f1(sums: Floats) -> Floats:
    """The harmonic mean of both; where only one side marked anything, it is 0."""
    right, found = (np.nan_to_num(one) for one in (precision(sums), recall(sums)))
    marked = sums[..., 1] + sums[..., 3] > 0
    harmonic = np.nan_to_num(quotient(2 * right * found, right + found))
    return np.where(marked, harmonic, np.nan)


def kappa(sums: Floats) -> Floats:
    """Cohen's κ of characters, from those that both, the first and the second marked, and all."""
    both, ours, theirs, every = (sums[..., place] for place in range(4))
    observed = quotient(every - ours - theirs + 2 * both, every)
    p, q = quotient(ours, every), quotient(theirs, every)
    chance = p * q + (1 - p) * (1 - q)
    return quotient(observed - chance, 1 - chance)
