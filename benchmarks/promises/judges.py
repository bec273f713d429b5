"""Judges: what intervals of agreement hold, and how often a judge who answers at random is found.

Simulated judges see the quality of an item, each with an error of his own; items of a document have a part
of it in common. Scores are those of five points, of direct assessment (most are good) or of MQM (most are 0,
few very low). Real judges are pairs of scores of WMT23 English–German, from whose documents or items samples
are drawn; the truth is then the value of all of them.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from scipy.stats import beta, norm

from benchmarks.corpora import DATA
from benchmarks.promises.promise import Promise, share
from karat.reliability import (
    Bootstrap,
    Estimate,
    Ratings,
    fleiss_kappa,
    intraclass_correlation,
    krippendorff_alpha,
    light_kappa,
    suspicions,
)
from karat.report.topics.judge_notes import measured_coverage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from benchmarks.promises.promise import Case

    Sampler: TypeAlias = Callable[[np.random.Generator, int], Ratings]

JUDGES = 3
ITEMS, DOCUMENTS = (30, 100), (10, 20, 50)
# Items that are drawn singly, and documents with items.
LARGE = 60_000
# Of the values of each scale; those of five points are not skewed enough for a note.
SKEWNESS = {"MQM": -2.6, "ESA": -1.8, "direct assessment": -1.3}

STATISTICS: dict[str, Callable[..., Estimate]] = {
    "κ quadratic": partial(light_kappa, weighting="quadratic"),
    "κ": light_kappa,
    "Fleiss’ κ": fleiss_kappa,
    "α ordinal": partial(krippendorff_alpha, difference="ordinal"),
    "α interval": krippendorff_alpha,
    "ICC(2,1)": intraclass_correlation,
    "ICC(3,k)": partial(intraclass_correlation, form="3,k"),
}
SIMULATED = {
    "five points": ("κ quadratic", "κ", "Fleiss’ κ", "α ordinal"),
    "direct assessment": ("α interval", "ICC(2,1)", "ICC(3,k)"),
    "MQM": ("α ordinal", "α interval", "ICC(2,1)"),
}
REAL = {"ESA": ("human_esa_1", "human_esa_2"), "MQM": ("human_mqm", "human_mqm_1")}


def scores(quality: NDArray[np.float64], scale: str, rng: np.random.Generator) -> NDArray[np.float64]:
    """What judges say of items of a quality, which has a deviation of about 1."""
    seen = quality[:, None] + rng.normal(size=(len(quality), JUDGES))
    if scale == "five points":
        return np.asarray(np.clip(np.round(4.2 + seen), 1, 5))
    if scale == "direct assessment":
        return np.asarray(100 * beta.ppf(norm.cdf(seen / 1.5), 4, 0.8))
    errors = np.exp(np.minimum(quality, 4) - 0.7)[:, None] * np.ones(JUDGES)
    weighted = rng.poisson(0.8 * errors) + 5 * rng.poisson(0.4 * errors)
    return np.asarray(-np.minimum(weighted, 25), dtype=float)


def items(scale: str, rng: np.random.Generator, size: int) -> Ratings:
    """So many items, each by itself."""
    return Ratings.of(scores(rng.normal(size=size), scale, rng).tolist())


def documents(scale: str, rng: np.random.Generator, size: int) -> Ratings:
    """So many documents of very different lengths, as those of WMT are."""
    lengths = np.maximum(1, np.round(rng.lognormal(np.log(5), 0.7, size))).astype(int)
    document = np.repeat(np.arange(size), lengths)
    quality = 0.6 * rng.normal(size=size)[document] + 0.8 * rng.normal(size=len(document))
    return _in_documents(scores(quality, scale, rng), document)


@cache
def real(names: tuple[str, ...]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The scores of real judges that have all of these names, and the document of each item."""
    path = DATA / "wmt23.en-de" / "segments.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    rows = [row for row in rows if all(row[name] is not None for name in names)]
    _, document = np.unique([row["doc_id"] for row in rows], return_inverse=True)
    return np.array([[row[name] for name in names] for row in rows], dtype=float), document


def real_items(names: tuple[str, ...], rng: np.random.Generator, size: int) -> Ratings:
    """So many items of real judges."""
    values, _ = real(names)
    return Ratings.of(values[rng.integers(len(values), size=size)].tolist())


def real_documents(names: tuple[str, ...], rng: np.random.Generator, size: int) -> Ratings:
    """So many documents of real judges, each with all its items."""
    values, document = real(names)
    drawn = [np.flatnonzero(document == place) for place in rng.integers(document.max() + 1, size=size)]
    labels = np.repeat(np.arange(size), [len(rows) for rows in drawn])
    return _in_documents(values[np.concatenate(drawn)], labels)


def _in_documents(values: NDArray[np.float64], document: NDArray[np.int64]) -> Ratings:
    """Ratings without their segments: no row shows the design effect, which takes most of the time."""
    return replace(Ratings.of(values.tolist(), documents=[str(name) for name in document]), segments=None)


def coverage(
    trials: int, name: str, sample: Sampler, size: int, *, truth: float, how: Bootstrap
) -> tuple[float, int]:
    """In how many percent of samples the interval of a statistic holds the truth."""
    # Samples of its own for each row: shared ones would make one unlucky draw break several promises.
    rng = np.random.default_rng([size, *name.encode()])
    intervals = (STATISTICS[name](sample(rng, size), bootstrap=how).interval for _ in range(trials))
    return share(interval.low <= truth <= interval.high for interval in intervals)


def value(name: str, ratings: Ratings) -> float:
    """The statistic alone."""
    # One unit makes no interval, which saves the time for it.
    whole = Ratings(ratings.items, ratings.judges, ratings.values, np.zeros(len(ratings.items), dtype=int))
    return STATISTICS[name](whole).value


def simulated(scale: str, trials: int, *, how: Bootstrap | None = None) -> Iterator[Promise]:
    """Simulated judges."""
    for name in SIMULATED[scale]:
        for sample, sizes, unit in ((items, ITEMS, "items"), (documents, DOCUMENTS, "documents")):
            sampler: Sampler = partial(sample, scale)
            truth = value(name, sampler(np.random.default_rng(0), LARGE if unit == "items" else LARGE // 6))
            for size in sizes:
                held = coverage(trials, name, sampler, size, truth=truth, how=how or Bootstrap())
                yield _promise(f"{name}, simulated {scale}", name, scale, size, unit, held)


def real_judges(scale: str, trials: int, *, how: Bootstrap | None = None) -> Iterator[Promise]:
    """Two real judges of the same items."""
    names = REAL[scale]
    values, _ = real(names)
    for name in ("α ordinal", "α interval", "ICC(2,1)"):
        truth = value(name, Ratings.of(values.tolist()))
        for sample, sizes, unit in ((real_items, ITEMS, "items"), (real_documents, DOCUMENTS, "documents")):
            for size in sizes:
                held = coverage(
                    trials, name, partial(sample, names), size, truth=truth, how=how or Bootstrap()
                )
                yield _promise(f"{name}, real {scale} judges", name, scale, size, unit, held)


def _promise(what: str, name: str, scale: str, size: int, unit: str, held: tuple[float, int]) -> Promise:
    low, high, nominal = 93, 97, "95"
    said = measured_coverage("segment" if unit == "items" else "document", size, SKEWNESS.get(scale, 0.0))
    if said is not None and name.startswith(("α interval", "ICC")):
        low, high, nominal = said.least, said.most, f"95, stated as {said.least} to {said.most}"
    return Promise(f"interval of {what}, {size} {unit}", nominal, *held, low, high)


def careless(trials: int) -> Iterator[Promise]:
    """Honest judges who are flagged; judges at random who are found, against the power that is stated."""
    for size in (60, 150, 300):
        alarms, found, stated = alarms_and_power(max(trials // 3, 1), size)
        yield Promise(f"three real judges, {size} items: an honest one is flagged", "1", *share(alarms), 0, 3)
        what = f"three real judges, {size} items: one who answers at random is found"
        yield Promise(what, f"{stated:.0f} stated", *share(found), max(stated - 7, 0), min(stated + 7, 100))


def alarms_and_power(trials: int, size: int) -> tuple[list[bool], list[bool], float]:
    """Whether anybody honest is flagged, whether one at random is, and the stated power in percent."""
    names = ("human_esa_1", "human_esa_2", "human_da_sqm")
    rng = np.random.default_rng(size)
    alarms, found, stated = [], [], []
    for trial in range(trials):
        honest = real_items(names, rng, size)
        judge = trial % len(names)
        said = suspicions(honest, shuffles=499, seed=trial, simulated=60)
        alarms.append(any(one.careless for one in said))
        stated.append(float(np.mean([one.power for one in said])))
        values = honest.values.copy()
        values[:, judge] = rng.permutation(values[:, judge])
        at_random = suspicions(Ratings.of(values.tolist()), shuffles=499, seed=trial, simulated=0)
        found.append(at_random[judge].careless)
    return alarms, found, 100 * float(np.mean(stated))


CASES: dict[str, Case] = {
    **{f"simulated {scale}": partial(simulated, scale) for scale in SIMULATED},
    **{f"real {scale}": partial(real_judges, scale) for scale in REAL},
    "careless": careless,
}
