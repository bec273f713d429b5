"""Sensitivity of metrics to damage: a dose–response curve for each kind, and the smallest dose that is
noticed.

The noise is the metric's own: the bootstrap confidence interval of the score of the undamaged text. A dose is
noticed where the score of the damaged text lies outside it, on the worse side. It is noticed in pairs where
the paired bootstrap interval of the difference between the two texts lies on the worse side of 0. This is
what a paired test of two systems would see, and it takes less damage. Whole documents are drawn where they
are known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.arguments import is_metric, no_metric, require_corpus
from karat.diagnosis.damages import DAMAGES, check_damage, check_strength, damaged
from karat.diagnosis.lexicon import Lexicon
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.frames import stacked
from karat.resampling import Interval, TextUnits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import Corpus
    from karat.frames import Columns
    from karat.metrics import Metric
    from karat.resampling.text_units import TextUnit
    from karat.statistics import Statistics


UNDAMAGED = "undamaged"
STRENGTHS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Dose(Equal, Shown):
    """One damage at one strength: the share of words and of segments that it touches.

    >>> Dose("repeat", 0.5, 0.5, 1.0).name
    'repeat-0.5'
    """

    damage: str
    strength: float
    words: float
    segments: float

    @property
    def name(self) -> str:
        """What the damaged text is called among others."""
        return f"{self.damage}-{self.strength:g}"


@dataclass(frozen=True, slots=True, eq=False)
class DosedTexts:
    """A system's output as it was and after every dose, as systems of one corpus.

    >>> from karat import Corpus
    >>> texts = dosed(Corpus.of(["We met ."], ["We met ."]), "hypothesis", damages=["repeat"], strengths=[1])
    >>> [dose.name for dose in texts.doses]
    ['repeat-1']
    """

    corpus: Corpus
    doses: tuple[Dose, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Response(Equal, Shown):
    """A metric's answer to a dose: the score, and by how much it is better (below 0: worse) than before.

    >>> from karat import Bleu, Corpus
    >>> corpus = Corpus.of(["We met in 1984 ."] * 9, ["We met in 1985 ."] * 9)
    >>> (found,) = sensitivity(corpus, "hypothesis", [Bleu()], damages=["repeat"], strengths=[1], samples=100)
    >>> found.responses[0].dose.name, found.responses[0].noticed
    ('repeat-1', True)
    """

    dose: Dose
    value: float
    change: float
    interval: Interval
    noticed: bool
    noticed_in_pairs: bool

    def _row(self) -> dict[str, Any]:
        return {**self.dose._row(), **Shown._row(self)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sensitivity(Equal, Shown):
    """One metric's score of the undamaged text with its interval, and its answers to every dose.

    Intervals draw so many `units`: documents where these are known, otherwise segments.

    >>> from karat import Bleu, Corpus
    >>> corpus = Corpus.of(["We met in 1984 ."] * 9, ["We met in 1985 ."] * 9)
    >>> (found,) = sensitivity(corpus, "hypothesis", [Bleu()], damages=["repeat"], strengths=[1], samples=100)
    >>> found.metric, [one.dose.damage for one in found.responses]
    ('BLEU', ['repeat'])
    """

    metric: str
    recipe: str
    value: float
    interval: Interval
    responses: tuple[Response, ...]
    unit: TextUnit = "segment"
    units: int = 0

    def smallest(self, damage: str, *, in_pairs: bool = False) -> Dose | None:
        """The weakest dose of a damage that is noticed; None where none is."""
        noticed = [
            one.dose
            for one in self.responses
            if one.dose.damage == damage and (one.noticed_in_pairs if in_pairs else one.noticed)
        ]
        return min(noticed, key=lambda dose: dose.strength, default=None)

    def _columns(self) -> Columns:
        """A row for each kind and strength of damage."""
        return stacked((one._columns() for one in self.responses), metric=[self.metric] * len(self.responses))


def sensitivity(
    corpus: Corpus,
    system: str,
    metrics: Sequence[Metric],
    *,
    lexicon: Lexicon | None = None,
    damages: Sequence[str] = tuple(DAMAGES),
    strengths: Sequence[float] = STRENGTHS,
    samples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
    progress: Callable[[str], object] | None = None,
) -> Results[Sensitivity]:
    """The change of every metric's score for every damage of a system's output, at every strength.

    `lexicon` says which words are names, negations and function words. Unless it is given, it is made from
    the references and the output.

    >>> from karat import Bleu, demo, read
    >>> corpus, doses = read(demo.segments_path()), [0.1, 1]
    >>> (bleu,) = sensitivity(corpus, "aurora", [Bleu()], damages=["shuffle"], strengths=doses, samples=100)
    >>> [(one.dose.strength, one.noticed) for one in bleu.responses]
    [(0.1, False), (1, True)]
    """
    require_corpus(corpus, "sensitivity(corpus, system, metrics)")
    for metric in metrics:
        if not is_metric(metric):
            raise no_metric(metric)
    texts = dosed(corpus, system, lexicon=lexicon, damages=damages, strengths=strengths, seed=seed)
    return answers(texts, metrics, samples=samples, confidence=confidence, seed=seed, progress=progress)


def dosed(
    corpus: Corpus,
    system: str,
    *,
    lexicon: Lexicon | None = None,
    damages: Sequence[str] = tuple(DAMAGES),
    strengths: Sequence[float] = STRENGTHS,
    seed: int = 12345,
) -> DosedTexts:
    """Every damage at every strength, from weak to strong; damages that find no site are left out.

    >>> from karat import Corpus
    >>> corpus = Corpus.of(["We met in 1984 ."], ["We met in 1985 ."])
    >>> dict(dosed(corpus, "hypothesis", damages=["repeat"], strengths=[1]).corpus.systems)
    {'undamaged': ['We met in 1984 .'], 'repeat-1': ['We We met met in in 1984 1984 .']}
    """
    for name in damages:
        check_damage(name)
    for strength in strengths:
        check_strength(strength)
    texts = list(corpus.system(system))
    lexicon = lexicon or Lexicon.of(corpus, system)
    systems: dict[str, Sequence[str]] = {UNDAMAGED: texts}
    doses = []
    for name in dict.fromkeys(damages):
        if not damaged(texts, name, 1.0, lexicon, seed=seed).touched:
            continue
        for strength in sorted(set(strengths)):
            one = damaged(texts, name, strength, lexicon, seed=seed)
            dose = Dose(name, strength, one.share, one.segments / max(len(texts), 1))
            doses.append(dose)
            systems[dose.name] = list(one.texts)
    return DosedTexts(replace(corpus, systems=systems, human_systems=frozenset()), tuple(doses))


def answers(
    texts: DosedTexts,
    metrics: Sequence[Metric],
    *,
    samples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
    progress: Callable[[str], object] | None = None,
) -> Results[Sensitivity]:
    """The change of every metric's score for every dose; scores from elsewhere must be those of the damaged
    texts.

    >>> from karat import Bleu, Corpus
    >>> corpus = Corpus.of(["We met in 1984 ."] * 9, ["We met in 1985 ."] * 9)
    >>> texts = dosed(corpus, "hypothesis", damages=["repeat"], strengths=[1])
    >>> (bleu,) = answers(texts, [Bleu(order=2)], samples=100)
    >>> [round(one.change, 1) for one in bleu.responses]
    [-29.9]
    """
    for metric in metrics:
        if metric.annotated:
            raise InvalidOption(f"{metric.name} reads tags, and damage is done to words. Leave it out.")
    corpus = texts.corpus
    units = TextUnits.of(len(corpus), corpus.documents)
    found = []
    for metric in metrics:
        tables = metric.prepare(corpus).count_systems(list(corpus.systems.values()), corpus.references)
        draws = units.resampled(tables, samples=samples, seed=seed)
        found.append(_sensitivity(metric, texts.doses, tables, draws, units, confidence))
        if progress is not None:
            progress(metric.name)
    return Results(found)


def _sensitivity(
    metric: Metric,
    doses: Sequence[Dose],
    tables: Sequence[Statistics],
    draws: Sequence[Statistics],
    units: TextUnits,
    confidence: float,
) -> Sensitivity:
    sign = 1 if metric.higher_is_better else -1
    value = metric.value(tables[0].total())
    drawn = metric.values(draws[0])
    noise = units.interval(value, drawn, confidence=confidence).within(*metric.bounds)
    worst = noise.low if sign > 0 else -noise.high
    responses = []
    for dose, table, draw in zip(doses, tables[1:], draws[1:], strict=True):
        new = metric.value(table.total())
        change = (new - value) * sign + 0.0  # no change is never written -0
        interval = units.interval(change, (metric.values(draw) - drawn) * sign, confidence=confidence)
        responses.append(Response(dose, new, change, interval, new * sign < worst, interval.high < 0))
    return Sensitivity(metric.name, metric.recipe, value, noise, tuple(responses), units.unit, units.number)
