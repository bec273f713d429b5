"""Everything about the judgements of one dimension: agreement, judges, systems, coverage."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from statistics import fmean
from typing import TYPE_CHECKING

from karat.agreement.shift import check_shift
from karat.arguments import require, require_corpus, require_option
from karat.display import Shown
from karat.errors import UnknownName
from karat.frames import stacked
from karat.judgements import Coverage, Judgements, Scale, coverage
from karat.reliability.alpha import Difference, krippendorff_alpha
from karat.reliability.bootstrap import Bootstrap, Estimate
from karat.reliability.drawn_units import Documents, Unit, drawn_units, judges_by_document
from karat.reliability.human_standings import HumanStanding, standings
from karat.reliability.icc import Form, intraclass_correlation
from karat.reliability.judge_profiles import JudgeProfile, profiles
from karat.reliability.kappa import fleiss_kappa, light_kappa
from karat.reliability.ratings import ratings
from karat.reliability.repeats import SelfAgreement, self_agreement

if TYPE_CHECKING:
    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.frames import Columns

_FORMS: tuple[Form, ...] = ("1,1", "1,k", "2,1", "2,k", "3,1", "3,k")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Reliability(Shown):
    """How far judges agree about a dimension.

    `difference` is what α, where one is shown, takes for the scale: ranks of an ordinal scale, distances of
    the others. Intervals rest on so many `units`, which are documents or segments; `documents` says what is
    known of documents, and `judges_by_document` whether judges judged whole documents, each their own.
    `skewness` is that of all values.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> from karat.reliability import reliability
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> found = reliability(judgements, "adequacy")
    >>> found.difference, round(found.estimate("ICC(3,1)").value, 2)
    ('ordinal', 0.92)
    """

    dimension: str
    scale: Scale
    coverage: Coverage
    difference: Difference
    estimates: tuple[Estimate, ...]
    repeats: tuple[SelfAgreement, ...]
    judges: tuple[JudgeProfile, ...]
    systems: tuple[HumanStanding, ...]
    bootstrap: Bootstrap
    unit: Unit
    units: int
    documents: Documents
    judges_by_document: bool
    skewness: float

    @property
    def recipe(self) -> str:
        """Everything that decides the intervals."""
        return self.bootstrap.recipe(self.unit)

    @property
    def power(self) -> float:
        """The power to find a judge who answers at random: the mean over the judges who can be tested."""
        known = [one.suspicion.power for one in self.judges if not isnan(one.suspicion.power)]
        return fmean(known) if known else nan

    def estimate(self, name: str) -> Estimate:
        """One of the statistics, by its name: `Fleiss’ κ`, `Krippendorff’s α ordinal`, `ICC(2,1)`."""
        for found in self.estimates:
            if found.name == name:
                return found
        raise UnknownName.among("statistic", name, (found.name for found in self.estimates))

    def _columns(self) -> Columns:
        """A row for each statistic; `karat.table(….judges)` has the judges, `….systems` the systems."""
        return stacked(
            (found._columns() for found in self.estimates), dimension=[self.dimension] * len(self.estimates)
        )


def reliability(
    judgements: Judgements,
    dimension: str,
    *,
    corpus: Corpus | None = None,
    bootstrap: Bootstrap | None = None,
) -> Reliability:
    """How far the judges of a dimension agree, and a profile of each judge: `karat.judge_agreement`.

    With the corpus, segments that nobody judged are known, and judgements that seem to belong to neighbouring
    segments are warned of: `ShiftedSegments`.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> [one.judge for one in reliability(judgements, "adequacy").judges]
    ['anna', 'ben']
    """
    call = "judge_agreement(read_judgements(path, corpus), 'adequacy')"
    require(judgements, Judgements, call)
    require(dimension, str, call)
    if corpus is not None:
        require_corpus(corpus, "judge_agreement(judgements, dimension, corpus=corpus)")
    require_option(bootstrap, Bootstrap, f"{call[:-1]}, bootstrap=Bootstrap(samples=1000))")
    found = summary(judgements, dimension, corpus=corpus, bootstrap=bootstrap or Bootstrap())
    if corpus is not None:
        check_shift(judgements, corpus, dimensions=[dimension])
    return found


def summary(
    judgements: Judgements, dimension: str, *, corpus: Corpus | None, bootstrap: Bootstrap
) -> Reliability:
    """What `reliability` gives; whether judgements belong to neighbouring segments has been asked before."""
    matrix = ratings(judgements, dimension, corpus=corpus, draw=bootstrap.draw)
    units = drawn_units(judgements, corpus=corpus, draw=bootstrap.draw)
    scale = judgements.scales[dimension]
    difference: Difference = "ordinal" if scale.kind == "ordinal" else "interval"
    estimates = (
        *(light_kappa(matrix, weighting=how, bootstrap=bootstrap) for how in ("none", "linear", "quadratic")),
        fleiss_kappa(matrix, bootstrap=bootstrap),
        *(
            krippendorff_alpha(matrix, how, bootstrap=bootstrap)
            for how in ("nominal", "ordinal", "interval", "ratio")
        ),
        *(intraclass_correlation(matrix, form, bootstrap=bootstrap) for form in _FORMS),
    )
    return Reliability(
        dimension=dimension,
        scale=scale,
        coverage=coverage(judgements, dimension, corpus=corpus),
        difference=difference,
        estimates=estimates,
        repeats=self_agreement(judgements, dimension, difference, corpus=corpus, bootstrap=bootstrap),
        judges=profiles(matrix, bootstrap=bootstrap),
        systems=standings(judgements, dimension, corpus=corpus, bootstrap=bootstrap),
        bootstrap=bootstrap,
        unit=units.unit,
        units=matrix.units,
        documents=units.documents,
        judges_by_document=judges_by_document(judgements, dimension, units),
        skewness=_skewness(matrix.values[matrix.present]),
    )


def _skewness(values: Floats) -> float:
    deviation = values - values.mean()
    spread = float((deviation**2).mean())
    return float((deviation**3).mean()) / spread**1.5 if spread > 0 else 0.0
