"""Checks whether scores can be used as intended: their input, the list of checks, and their findings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.arguments import require_evaluation, require_names
from karat.corpus import Corpus, References
from karat.diagnosis.suspicion import BEGINNING, blank_outputs
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import UnknownName
from karat.option_checks import check_number, plain_number
from karat.spacing import lacks_spaces

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.diagnosis.kinship import Kinship
    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.remedies import Remedy
    from karat.scores import Score
    from karat.statistics import Statistics

Verdict: TypeAlias = Literal["fine", "warning", "unfit"]
VERDICTS: tuple[Verdict, ...] = ("fine", "warning", "unfit")
# So many segments are enough to look at.
SHOWN = 10
# Module and function of each check; the quick ones follow every score and comparison.
QUICK = {
    "references": ("score_checks", "one_reference"),
    "size": ("score_checks", "small_test_set"),
    "order": ("score_checks", "order_for_quality"),
    "room": ("score_checks", "saturated_scores"),
    "weights": ("score_checks", "small_denominators"),
    "people": ("score_checks", "human_among_machines"),
    "spaces": ("text_checks", "writing_without_spaces"),
    "tokens": ("text_checks", "tokenized_text"),
    "case": ("text_checks", "letter_case"),
    "short": ("text_checks", "short_segments"),
    "length": ("text_checks", "length_ratio"),
    "duplicates": ("text_checks", "duplicate_segments"),
    "source": ("text_checks", "copied_source"),
    "blank": ("text_checks", "blank_outputs"),
    "reference-source": ("text_checks", "source_as_reference"),
    "script": ("text_checks", "another_language"),
    "outputs": ("text_checks", "same_outputs"),
    "leak": ("text_checks", "leaked_references"),
}
SLOW = {
    "phenomenon": ("score_checks", "rare_phenomenon"),
    "kinds": ("score_checks", "kinds_of_systems"),
    "origin": ("score_checks", "origin_of_the_references"),
}
CHECKS = {**QUICK, **SLOW}


class Case:
    """Texts and the scores they got; `statistics` are the counts, where they were kept.

    `evaluation` is there where all of it was kept: what takes longer is made then.

    `blank` has the segments that each system left blank, where `corpus` is the beginning of a longer text.

    `difference` is the lead of one system over another that a user claims, `phenomena` are words that the
    scores should reflect.

    >>> from karat import Bleu, Corpus, check, evaluate
    >>> case = Case.of(evaluate(Corpus.of(["a b c d"], ["a b c e"]), Bleu()), difference=1.0)
    >>> [finding.check for finding in check(case, ["references"])]
    ['one reference']
    """

    def __init__(
        self,
        corpus: Corpus,
        scores: Sequence[Score],
        metrics: Sequence[Metric],
        *,
        evaluation: Evaluation | None = None,
        statistics: Mapping[str, Mapping[str, Statistics]] | None = None,
        difference: float | None = None,
        phenomena: Sequence[str] = (),
        blank: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.corpus = corpus
        self.scores = scores
        self.metrics = metrics
        self.evaluation = evaluation
        self.statistics = evaluation.statistics if evaluation is not None else statistics or {}
        self.difference = difference
        self.phenomena = tuple(phenomena)
        self._blank = blank

    @classmethod
    def of(
        cls, evaluation: Evaluation, *, difference: float | None = None, phenomena: Sequence[str] = ()
    ) -> Case:
        """Everything that an evaluation knows."""
        require_evaluation(evaluation, "Case.of(evaluation)")
        return cls(
            evaluation.corpus,
            evaluation.scores,
            evaluation.metrics,
            evaluation=evaluation,
            difference=difference,
            phenomena=phenomena,
        )

    @cached_property
    def systems(self) -> dict[str, list[str]]:
        """The outputs of every system, decoded once."""
        return {name: list(text) for name, text in self.corpus.systems.items()}

    @cached_property
    def references(self) -> list[tuple[str, ...]]:
        """The references of every segment."""
        return [self.corpus.references.of_segment(index) for index in range(len(self.corpus))]

    @cached_property
    def blank(self) -> Mapping[str, Sequence[int]]:
        """The segments, counted from 1, that each system left blank though a reference has text."""
        if self._blank is not None:
            return self._blank
        return blank_outputs(self.corpus.systems, self.corpus.references.streams)

    @cached_property
    def without_spaces(self) -> bool:
        """Whether the references are of writing that puts no spaces between words."""
        return lacks_spaces(word for many in self.references[:BEGINNING] for word in many[0].split())

    @cached_property
    def kinship(self) -> Kinship:
        """How alike the systems are."""
        from karat.diagnosis.kinship import kinship

        return kinship(self.systems, self.references, self.corpus.documents)

    @property
    def machines(self) -> list[str]:
        """Systems that are not known to be people."""
        return [name for name in self.corpus.systems if name not in self.corpus.human_systems]


def beginning(corpus: Corpus, segments: int = BEGINNING) -> Corpus:
    """The first segments of a corpus, which may be a block of a longer one."""
    size = min(len(corpus), segments)
    if size == len(corpus):
        return corpus
    streams = tuple(tuple(stream[index] for index in range(size)) for stream in corpus.references.streams)
    sources = corpus.sources
    return Corpus(
        {name: [text[index] for index in range(size)] for name, text in corpus.systems.items()},
        References(streams),
        sources=None if sources is None else [sources[index] for index in range(size)],
        human_systems=corpus.human_systems,
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Finding(Equal, Shown):
    """One check's answer; `segments` are the ones it points at, counted from 1, and may be the first of many.

    `hint` has what to write to follow the advice. A record has it as Python writes it, on both sides; a text
    shows it as its reader does.

    >>> Finding("one reference", "fine", "Every segment has 4 references.", {"references": 4}).verdict
    'fine'
    """

    check: str
    verdict: Verdict
    summary: str
    evidence: Mapping[str, Any]
    advice: str = ""
    segments: tuple[int, ...] = ()
    hint: Remedy | None = None

    @classmethod
    def of(
        cls,
        check: str,
        verdict: Verdict,
        summary: str,
        evidence: Mapping[str, Any],
        advice: str,
        segments: Sequence[int] = (),
        hint: Remedy | None = None,
    ) -> Finding:
        """A finding as reports need it: advice only where something is wrong, and the first few segments."""
        first = tuple(segments[:SHOWN])
        if verdict == "fine":
            return cls(check, verdict, summary, evidence, segments=first)
        return cls(check, verdict, summary, evidence, advice, first, hint)

    def _row(self) -> dict[str, Any]:
        # Deliberate: not super(), which a class with slots does not find in Python 3.11.
        return {**Shown._row(self), "hint": self.hint.python if self.hint else ""}

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain values, in a stable order."""
        return {
            "check": self.check,
            "verdict": self.verdict,
            "summary": self.summary,
            "advice": self.advice,
            "evidence": dict(self.evidence),
            "segments": list(self.segments),
            **({"hint": self.hint.python} if self.hint else {}),
        }


def graded(value: float, *, warning: float, unfit: float) -> Verdict:
    """The verdict on a value that is worse the higher it is.

    >>> graded(0.2, warning=0.05, unfit=0.5)
    'warning'
    """
    return "unfit" if value >= unfit else "warning" if value >= warning else "fine"


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """The worst of several verdicts; of none, it is fine."""
    return max(verdicts, key=VERDICTS.index, default="fine")


def check(
    evaluation: Evaluation | Case,
    names: Sequence[str] | None = None,
    *,
    difference: float | None = None,
    phenomena: Sequence[str] = (),
    progress: Callable[[str], object] | None = None,
) -> Results[Finding]:
    """The findings of the checks that are named, or of all; checks that do not apply are left out.

    `difference` is the lead of one system over another that you claim, `phenomena` are words that the scores
    should reflect. A `Case` has these, and may be of a part of a text. `progress` is called with the name of
    each check that is done.

    >>> from karat import Bleu, Corpus, evaluate
    >>> texts = ["The house is old.", "It has a garden."] * 100
    >>> evaluation = evaluate(Corpus.of(texts, texts), Bleu())
    >>> [finding.verdict for finding in check(evaluation, ["duplicates", "references"])]
    ['unfit', 'warning']
    """
    require_names(phenomena, "check(evaluation, phenomena=['negation'])")
    if difference is not None:
        check_number("difference", plain_number(difference))
    case = evaluation
    if not isinstance(case, Case):
        require_evaluation(evaluation, "check(evaluation)")
        case = Case.of(case, difference=difference, phenomena=phenomena)
    if names is not None:
        require_names(names, "check(evaluation, ['duplicates'])")
    findings = []
    for name in CHECKS if names is None else names:
        findings.append(_function(name)(case))
        if progress is not None:
            progress(name)
    return Results(finding for finding in findings if finding is not None)


def _function(name: str) -> Callable[[Case], Finding | None]:
    if name not in CHECKS:
        raise UnknownName.among("check", name, CHECKS)
    module, function = CHECKS[name]
    found: Callable[[Case], Finding | None] = getattr(
        import_module(f"karat.diagnosis.checks.{module}"), function
    )
    return found
