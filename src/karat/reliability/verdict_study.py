"""Everything about judges such as language models: beside people, repeats, biases, versions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.agreement import Ceiling, Panel, Plan, Rater, panels
from karat.agreement.ceiling import MARGIN, ceilings_of
from karat.arrays import row_means
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidJudgement, InvalidOption, UnknownName
from karat.reliability.bootstrap import Bootstrap
from karat.reliability.judge_biases import Drift, LengthBias, OrderBias, drift, length_bias, order_biases
from karat.reliability.repeats import SelfAgreement, self_agreement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.judgements import Judgements, PairVerdict

VERDICT_PLAN = Plan(("segment",), ("pearson", "kendall/item"))
_USUAL = Bootstrap()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VerdictStudy(Equal, Shown):
    """What was found of one dimension; a part is empty where the data do not tell.

    `ceilings` have the judges of `verdicts` in the place of metrics, beside people among each other.

    >>> from karat.judgements import PairVerdict
    >>> both = [PairVerdict("llm", "1", "A", "B", 1), PairVerdict("llm", "1", "B", "A", -1)]
    >>> (found,) = study_verdicts(None, pairs=both)
    >>> found.judges, found.orders[0].consistent.value
    (('llm',), 1.0)
    """

    dimension: str
    judges: tuple[str, ...]
    people: tuple[str, ...]
    ceilings: tuple[Ceiling, ...] = ()
    repeats: tuple[SelfAgreement, ...] = ()
    orders: tuple[OrderBias, ...] = ()
    lengths: tuple[LengthBias, ...] = ()
    drifts: tuple[Drift, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        parts = ("ceilings", "repeats", "orders", "lengths", "drifts")
        return {
            "dimension": self.dimension,
            "judges": list(self.judges),
            "people": list(self.people),
            **{name: [one.to_dict() for one in getattr(self, name)] for name in parts},
        }


def study_verdicts(
    verdicts: Judgements | None,
    people: Judgements | None = None,
    *,
    pairs: Sequence[PairVerdict] = (),
    corpus: Corpus | None = None,
    versions: Sequence[str] = (),
    plan: Plan = VERDICT_PLAN,
    margin: float = MARGIN,
    bootstrap: Bootstrap = _USUAL,
) -> tuple[VerdictStudy, ...]:
    """Each dimension of the verdicts: agreement with people, repeats, and the biases of order and length.

    `verdicts` are marks of outputs, `pairs` are verdicts on two outputs side by side. Lengths are those of
    the outputs of the corpus. `versions` names judges from the oldest to the newest, of which each is
    compared with the one before. People's judgements must have the dimensions and scales of the verdicts.

    >>> from karat import demo, read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> (found, _) = study_verdicts(judgements, corpus=corpus, versions=("judge-1", "judge-2"))
    >>> found.drifts[0].items, round(found.drifts[0].difference.value, 2)
    (288, 0.23)
    """
    orders = order_biases(pairs, bootstrap=bootstrap)
    if verdicts is None:
        if not orders:
            raise InvalidOption("There are no verdicts. Give marks of outputs, or verdicts on pairs.")
        return (VerdictStudy("", tuple(one.judge for one in orders), (), orders=orders),)
    for name in versions:
        if name not in verdicts.judges:
            raise UnknownName.among("judge", name, verdicts.judges)
    if people is not None and (both := set(people.judges) & set(verdicts.judges)):
        raise InvalidJudgement(
            f"{sorted(both)[0]!r} judges in the verdicts and among people. Rename one of them."
        )
    together = verdicts if people is None else verdicts.append(people, name="people's judgements")
    found = []
    for panel in panels(together, corpus=corpus):
        if panel.dimension not in verdicts.dimensions:
            continue
        judges = [name for name in panel.judges if name in verdicts.judges]
        measured = _Measured(panel, judges, _documents(together, corpus), corpus)
        found.append(
            VerdictStudy(
                panel.dimension,
                tuple(judges),
                measured.people.judges,
                measured.ceilings(plan, margin),
                _repeats(verdicts, panel.dimension, corpus, bootstrap),
                orders,
                measured.lengths(bootstrap),
                measured.drifts(versions, bootstrap),
            )
        )
    return tuple(found)


def _repeats(
    verdicts: Judgements, dimension: str, corpus: Corpus | None, bootstrap: Bootstrap
) -> tuple[SelfAgreement, ...]:
    difference = "ordinal" if verdicts.scales[dimension].kind == "ordinal" else "interval"
    return self_agreement(verdicts, dimension, difference, corpus=corpus, bootstrap=bootstrap)  # type: ignore[arg-type]


def _documents(judgements: Judgements, corpus: Corpus | None) -> list[str] | None:
    if corpus is not None and corpus.documents is not None:
        return list(corpus.documents)
    if not judgements.documents:
        return None
    names = judgements.segments if corpus is None else [str(one + 1) for one in range(len(corpus))]
    # A segment without a document is a document of its own.
    return [judgements.documents.get(name, f"\0{name}") for name in names]


class _Measured:
    """One dimension as arrays: each judge of the verdicts, and people."""

    def __init__(
        self, panel: Panel, judges: Sequence[str], documents: list[str] | None, corpus: Corpus | None
    ) -> None:
        self.documents, self.corpus = documents, corpus
        places = [panel.judges.index(name) for name in judges]
        others = [place for place in range(len(panel.judges)) if place not in places]
        self.values = {name: panel.values[place] for name, place in zip(judges, places, strict=True)}
        self.people = Panel(
            panel.dimension,
            tuple(panel.judges[place] for place in others),
            panel.systems,
            panel.values[others],
            panel.higher_is_better,
        )
        self.mean: Floats | None = self.people.whole().segments if others else None

    def ceilings(self, plan: Plan, margin: float) -> tuple[Ceiling, ...]:
        if self.mean is None:
            return ()
        raters = [
            Rater(name, f"verdicts|judge:{name}", self.people.systems, row_means(values), values)
            if self.people.higher_is_better
            else Rater(name, "", self.people.systems, row_means(values), values, higher_is_better=False)
            for name, values in self.values.items()
        ]
        return tuple(ceilings_of([self.people], raters, plan, documents=self.documents, margin=margin))

    def lengths(self, bootstrap: Bootstrap) -> tuple[LengthBias, ...]:
        if self.mean is None or self.corpus is None:
            return ()
        texts = self.corpus.systems.values()
        lengths = np.array([[len(text) for text in of_system] for of_system in texts], dtype=np.float64)
        return tuple(
            length_bias(name, values, self.mean, lengths, documents=self.documents, bootstrap=bootstrap)
            for name, values in self.values.items()
        )

    def drifts(self, versions: Sequence[str], bootstrap: Bootstrap) -> tuple[Drift, ...]:
        known = [name for name in versions if name in self.values]
        return tuple(
            drift(
                (old, new),
                self.values[old],
                self.values[new],
                people=self.mean,
                documents=self.documents,
                bootstrap=bootstrap,
            )
            for old, new in pairwise(known)
        )
