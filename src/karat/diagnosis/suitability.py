"""Whether scores may be used as they are meant to be: every check, in order."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from karat.arguments import require_evaluation
from karat.diagnosis.case import Case
from karat.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.diagnosis.findings import Finding
    from karat.evaluation import Evaluation

# Module and function of each check; the quick ones follow every score and comparison.
QUICK = {
    "references": ("score_checks", "one_reference"),
    "size": ("sizes", "small_test_set"),
    "order": ("score_checks", "order_for_quality"),
    "room": ("score_checks", "saturated_scores"),
    "weights": ("score_checks", "small_denominators"),
    "people": ("score_checks", "human_among_machines"),
    "spaces": ("text_checks", "writing_without_spaces"),
    "tokens": ("text_checks", "tokenized_text"),
    "case": ("text_checks", "letter_case"),
    "short": ("segment_checks", "short_segments"),
    "length": ("segment_checks", "length_ratio"),
    "duplicates": ("segment_checks", "duplicate_segments"),
    "source": ("copies", "copied_source"),
    "outputs": ("copies", "same_outputs"),
    "leak": ("copies", "leaked_references"),
}
SLOW = {
    "phenomenon": ("sizes", "rare_phenomenon"),
    "kinds": ("kinds", "kinds_of_systems"),
    "origin": ("kinds", "origin_of_the_references"),
}
CHECKS = {**QUICK, **SLOW}


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
    case = evaluation
    if not isinstance(case, Case):
        require_evaluation(evaluation, "check(evaluation)")
        case = Case.of(case, difference=difference, phenomena=phenomena)
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
