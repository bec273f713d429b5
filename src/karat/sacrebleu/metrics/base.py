"""What sacreBLEU's metrics share: scores, signatures, and the way from text to both."""

from __future__ import annotations

import json
import logging
import os
from abc import ABCMeta, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from statistics import mean
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, TypeAlias, TypeVar

from karat.corpus import References
from karat.errors import InvalidOption, InvalidText, MisalignedCorpus, MissingReference
from karat.sacrebleu.version import __version__
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from karat.metrics import Metric as KaratMetric

# Deliberate: sacreBLEU's own logger, so that whoever has silenced it has silenced this.
sacrelogger = logging.getLogger("sacrebleu")

S = TypeVar("S", bound="Score")
# A metric of Karat and the names of its columns, which take longer to spell than a segment to count.
Counter: TypeAlias = "tuple[KaratMetric, tuple[str, ...]]"
# sacreBLEU takes its seed from the environment; a drop-in must look in the same place.
_SEED_VARIABLE, _USUAL_SEED = "SACREBLEU_SEED", "12345"


class Score:
    """A metric's name and value, and how to print them."""

    # Deliberate: sacreBLEU marks a missing interval by −1.
    _mean = -1.0
    _ci = -1.0

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score

    @cached_property
    def _verbose(self) -> str:
        """What is printed after the value."""
        return ""

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """The score as one line, as the bare number, or as a JSON object."""
        interval = self._interval(width)
        value = f"{self.score:.{width}f}" + (f" ({interval})" if interval else "")
        if score_only:
            return value
        if is_json:
            return json.dumps(self._facts(width, signature), indent=1, ensure_ascii=False)
        title = f"{self.name}|{signature}" if signature else self.name
        return f"{title} = {value}" + (f" {self._verbose}" if self._verbose else "")

    def estimate_ci(self, scores: Iterable[Score]) -> None:
        """Keep the mean of resampled scores and half the width of their 95 % interval."""
        self._keep_interval(score.score for score in scores)

    def __repr__(self) -> str:
        return self.format()

    def _keep_interval(self, values: Iterable[float]) -> None:
        ordered = sorted(values)
        outside = len(ordered) // 40
        self._mean = mean(ordered)
        self._ci = (ordered[len(ordered) - outside - 1] - ordered[outside]) / 2

    def _interval(self, width: int) -> str:
        return f"μ = {self._mean:.{width}f} ± {self._ci:.{width}f}" if self._mean > 0 else ""

    def _facts(self, width: int, signature: str) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "name": self.name,
            "score": float(f"{self.score:.{width}f}"),
            "signature": signature,
        }
        if interval := self._interval(width):
            facts["confidence_mean"] = float(f"{self._mean:.{width}f}")
            facts["confidence_var"] = float(f"{self._ci:.{width}f}")
            facts["confidence"] = interval
        if self._verbose:
            facts["verbose_score"] = self._verbose
        for part in filter(None, signature.split("|")):
            key, _, value = part.partition(":")
            facts[key] = value
        return facts


class Signature:
    """Everything that decides a figure, in sacreBLEU's words; `info` may be added to."""

    _ABBREVIATIONS: ClassVar[dict[str, str]] = {
        "version": "v",
        "nrefs": "#",
        "test": "t",
        "lang": "l",
        "subset": "S",
        "origlang": "o",
        "bs": "bs",
        "ar": "ar",
        "seed": "rs",
    }

    def __init__(self, args: Mapping[str, Any]) -> None:
        if "num_refs" not in args:
            raise MissingReference("The number of references is not known yet: compute a score first.")
        self.info: dict[str, Any] = {
            "version": __version__,
            "nrefs": "var" if args["num_refs"] == -1 else args["num_refs"],
            "bs": args.get("n_bootstrap"),
            "ar": None,
            "seed": args.get("seed"),
            "test": args.get("test_set"),
            "lang": args.get("langpair"),
            "origlang": args.get("origlang"),
            "subset": args.get("subset"),
        }

    def format(self, short: bool = False) -> str:
        """The entries that have a value, the version last."""
        keys = [*(key for key in self.info if key != "version"), "version"]
        return "|".join(
            f"{self._ABBREVIATIONS.get(key, key) if short else key}:{_worded(self.info[key])}"
            for key in keys
            if self.info[key] is not None
        )

    def update(self, key: str, value: Any) -> None:
        """Set one entry."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()


class Metric(Generic[S], metaclass=ABCMeta):
    """Options, the metric of Karat that they stand for, and what signatures must know of the last score."""

    _SIGNATURE_TYPE: type[Signature] = Signature
    num_refs: int

    def __init__(self, references: Sequence[Sequence[str | None]] | None = None) -> None:
        self.n_bootstrap: int | None = None
        self.seed: str | None = None
        self._ref_cache: References | None = None
        if references is not None:
            self._check_references(references)
            self._ref_cache = References(tuple(map(_frozen, references)))
            self.num_refs = _number(self._ref_cache)

    @abstractmethod
    def _counter(self) -> Counter:
        """The metric of Karat for the options as they are now."""

    @abstractmethod
    def _score(self, value: float, row: list[int]) -> S:
        """The score object for one row of counts."""

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> S:
        """The score of one segment."""
        self._check_sentence_score_args(hypothesis, references)
        metric, _ = self._counter()
        row = metric.rows([[hypothesis]], [[text] for text in references], 1)[0].total()
        self.num_refs = len(references) - references.count(None)
        self.n_bootstrap = self.seed = None
        return self._score(metric.value(row), row)

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]] | None,
        n_bootstrap: int = 1,
    ) -> S:
        """The score of a corpus; without references, against those given to the constructor."""
        self._check_corpus_score_args(hypotheses, references)
        streams = self._references(references)
        metric, columns = self._counter()
        statistics = metric.count_systems([hypotheses], streams)[0]
        self.num_refs = _number(streams)
        row = statistics.total()
        score = self._score(metric.value(row, columns), row)
        self._resample(score, metric, statistics, n_bootstrap)
        return score

    def get_signature(self) -> Signature:
        """What reproduces the last score."""
        return self._SIGNATURE_TYPE(self.__dict__)

    def _resample(self, score: S, metric: KaratMetric, statistics: Statistics, samples: int) -> None:
        self.n_bootstrap = self.seed = None
        if samples > 1:
            self.n_bootstrap, self.seed = samples, seed_of_environment()
            values = resampled_values(metric, statistics, samples=samples, seed=self.seed)
            score._keep_interval(values.tolist())

    def _references(self, given: Sequence[Sequence[str | None]] | None) -> References:
        if given is not None:
            return References(tuple(given))
        if self._ref_cache is None:
            raise RuntimeError("There are no references: give them here or to the constructor.")
        return self._ref_cache

    def _check_sentence_score_args(self, hyp: object, refs: object) -> None:
        if not isinstance(hyp, str):
            self._refuse(f"the hypothesis is a {type(hyp).__name__}; it must be a str")
        if type(refs) is not list and (isinstance(refs, str) or not isinstance(refs, Sequence)):
            self._refuse(f"the references are a {type(refs).__name__}; they must be a list of str")
        if not refs:
            raise MissingReference.at(0)
        if not (isinstance(refs[0], str) or refs[0] is None):
            self._refuse(f"a reference is a {type(refs[0]).__name__}; it must be a str")

    def _check_corpus_score_args(self, hyps: object, refs: object) -> None:
        if isinstance(hyps, str):
            raise InvalidText("The hypotheses are a single str, not a list of segments. Put it in a list.")
        if not isinstance(hyps, Sequence):
            self._refuse(f"the hypotheses are a {type(hyps).__name__}; they must be a list of str")
        if not hyps:
            raise MisalignedCorpus("The hypotheses have no segments. There is nothing to score.")
        if not isinstance(hyps[0], str):
            self._refuse(f"a hypothesis is a {type(hyps[0]).__name__}; it must be a str")
        if None in hyps:
            self._refuse(f"hypothesis {hyps.index(None) + 1} is None; it must be a str")
        if refs is not None:
            self._check_references(refs)

    def _check_references(self, refs: object) -> None:
        if not isinstance(refs, Sequence):
            self._refuse(f"the references are a {type(refs).__name__}; they must be a list of lists of str")
        if not refs:
            raise MissingReference("There is no reference. Give at least one list of reference segments.")
        first = refs[0]
        if not isinstance(first, Sequence):
            self._refuse(f"a reference text is a {type(first).__name__}; it must be a list of str")
        if first and not isinstance(first[0], str | None):
            self._refuse(f"a reference is a {type(first[0]).__name__}; it must be a str")

    def _refuse(self, problem: str) -> NoReturn:
        raise TypeError(f"{type(self).__name__}: {problem}.")


def _frozen(stream: Sequence[str | None]) -> Sequence[str | None]:
    """A copy that nobody changes; a plain string is left for `References` to refuse."""
    return stream if isinstance(stream, str) else tuple(stream)


def _number(references: References) -> int:
    """How many references every segment has, or −1 where that varies."""
    if references.label != "var":
        return references.count
    numbers = {len(segment) - segment.count(None) for segment in zip(*references.streams, strict=True)}
    return numbers.pop() if len(numbers) == 1 else -1


def _worded(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def seed_of_environment() -> str:
    """The seed as signatures give it: a number, or `none` for fresh entropy."""
    seed = os.environ.get(_SEED_VARIABLE, _USUAL_SEED).lower()
    if seed != "none" and not seed.isdecimal():
        raise InvalidOption(
            f"{_SEED_VARIABLE} is {seed!r}; it must be a whole number of at least 0, or none."
        )
    return seed


def resampled_values(
    metric: KaratMetric, statistics: Statistics, *, samples: int, seed: str
) -> NDArray[np.float64]:
    """The metric's value for each of `samples` corpora drawn with replacement from the rows."""
    import numpy as np

    rng = np.random.default_rng(None if seed == "none" else int(seed))
    rows = len(statistics)
    # BLAS multiplies floats only; counts are exact in them up to 2⁵³.
    counts = statistics.counts.astype(np.float64)
    # One corpus at a time: the draws of all of them together would take gigabytes for a large text.
    totals = [np.bincount(rng.choice(rows, size=rows), minlength=rows) @ counts for _ in range(samples)]
    return metric.values(Statistics(statistics.columns, np.array(totals)))
