"""Whether scores may be used as they are meant to be: every check, in order, and what a check says."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.arguments import require_evaluation, require_names
from karat.diagnosis.case import Case
from karat.display import Shown
from karat.errors import UnknownName
from karat.options import check_number, plain_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.evaluation import Evaluation
    from karat.remedies import Remedy

Verdict: TypeAlias = Literal["fine", "doubtful", "unfit"]
VERDICTS: tuple[Verdict, ...] = ("fine", "doubtful", "unfit")
# So many segments are enough to look at.
SHOWN = 10
# Module and function of each check; the quick ones follow every score and comparison.
QUICK = {
    "references": ("score_checks", "one_reference"),
    "size": ("score_checks", "small_test_set"),
    "order": ("score_checks", "order_for_quality"),
    "room": ("score_checks", "saturated_scores"),
    "people": ("score_checks", "human_among_machines"),
    "spaces": ("text_checks", "writing_without_spaces"),
    "tokens": ("text_checks", "tokenized_text"),
    "case": ("text_checks", "letter_case"),
    "short": ("text_checks", "short_segments"),
    "length": ("text_checks", "length_ratio"),
    "duplicates": ("text_checks", "duplicate_segments"),
    "source": ("text_checks", "copied_source"),
    "outputs": ("text_checks", "same_outputs"),
    "leak": ("text_checks", "leaked_references"),
}
SLOW = {
    "phenomenon": ("score_checks", "rare_phenomenon"),
    "kinds": ("score_checks", "kinds_of_systems"),
    "origin": ("score_checks", "origin_of_the_references"),
}
CHECKS = {**QUICK, **SLOW}


@dataclass(frozen=True, slots=True, repr=False)
class Finding(Shown):
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


def graded(value: float, *, doubtful: float, unfit: float) -> Verdict:
    """The verdict on a value that is worse the higher it is.

    >>> graded(0.2, doubtful=0.05, unfit=0.5)
    'doubtful'
    """
    return "unfit" if value >= unfit else "doubtful" if value >= doubtful else "fine"


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
) -> list[Finding]:
    """What the checks of these names find, or all; those that do not apply are left out.

    `difference` is what you claim that one system is ahead of another, `phenomena` are words that you look
    for. A `Case` has these, and may be of a part of a text. `progress` is told the name of each check that
    is done.

    >>> from karat import Bleu, Corpus, evaluate
    >>> texts = ["The house is old.", "It has a garden."] * 100
    >>> evaluation = evaluate(Corpus.of(texts, texts), Bleu())
    >>> [finding.verdict for finding in check(evaluation, ["duplicates", "references"])]
    ['unfit', 'doubtful']
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
    return [finding for finding in findings if finding is not None]


def _function(name: str) -> Callable[[Case], Finding | None]:
    if name not in CHECKS:
        raise UnknownName.among("check", name, CHECKS)
    module, function = CHECKS[name]
    found: Callable[[Case], Finding | None] = getattr(
        import_module(f"karat.diagnosis.checks.{module}"), function
    )
    return found
