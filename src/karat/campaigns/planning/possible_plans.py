"""What cannot be planned, refused with what could be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.plan import Design
from karat.campaigns.planning.designs import grouping_of
from karat.errors import InvalidOption
from karat.option_checks import check_choice
from karat.remedies import option
from karat.resampling.draws import check_seed

if TYPE_CHECKING:
    from karat.campaigns.planning.designs import Grouping
    from karat.campaigns.questionnaire import Questionnaire
    from karat.corpus import Corpus


def check_possible(
    corpus: Corpus,
    questionnaire: Questionnaire,
    design: Design,
    judges: tuple[str, ...],
    each: int,
    *,
    seed: int,
) -> None:
    """Refuse what cannot be, with what could."""
    check_choice("design", design, Design)
    check_seed(seed)
    systems, count = len(corpus.systems), len(judges)
    if each < 1:
        raise InvalidOption(f"Each output is to get {each} judges; it must be at least one.")
    if each > count:
        raise InvalidOption(
            f"Each output is to get {each} different judges, and there are {count}. Find {each - count} "
            f"more, or ask for {count}: {option('per_item', count)}."
        )
    _check_shown(corpus, questionnaire)
    low, high = questionnaire.side_by_side
    if design == "contrast" and high == 1:
        raise InvalidOption(
            f"The protocol {questionnaire.name} shows one output at a time, so nothing can be contrasted. "
            f"Take {option('design', 'together')}, or a protocol that compares: cesa, preference."
        )
    if design != "contrast" and low > 1:
        raise InvalidOption(
            f"The protocol {questionnaire.name} shows at least {low} outputs side by side, and the design "
            f"{design} shows one. Take {option('design', 'contrast')}, or a protocol such as esa or da."
        )
    if design == "contrast" and systems < 2:
        raise InvalidOption("There is one system, so nothing can be contrasted. Add another.")
    if design == "square" and count < systems * each:
        raise InvalidOption(_without_square(systems, count, each))


def _without_square(systems: int, judges: int, each: int) -> str:
    """Why there is no square, and everything that would be possible."""
    instead = [
        f"{systems * each} judges",
        f"{option('design', 'together')}, in which a judge sees all outputs of a document",
    ]
    if each > 1 and judges >= systems:
        instead.insert(1, option("per_item", judges // systems))
    if judges // each >= 2:
        instead.append(f"{judges // each} systems")
    times = "" if each == 1 else f" and {each} judges for each output"
    return (
        f"In the design square nobody sees a source twice. {systems} systems{times} need at least "
        f"{systems * each} judges, and there are {judges}. Possible: {'; '.join(instead)}."
    )


def _check_shown(corpus: Corpus, questionnaire: Questionnaire) -> None:
    shown = {beside for step in questionnaire.steps for beside in step.shows}
    if "source" in shown and corpus.sources is None:
        raise InvalidOption(
            f"The protocol {questionnaire.name} shows the source, and the corpus has none. Add it, or take a "
            "protocol that needs the reference only: adequacy-fluency."
        )
    if "reference" in shown:
        for place in range(len(corpus)):
            if not corpus.references.of_segment(place):
                raise InvalidOption(
                    f"The protocol {questionnaire.name} shows a reference, and segment {place + 1} has none."
                )


def checked_grouping(
    questionnaire: Questionnaire,
    design: Design,
    systems: int,
    judges: int,
    each: int,
    wanted: int | None,
) -> Grouping | None:
    """How outputs stand side by side, as wanted; None where they come one by one."""
    if design != "contrast":
        if wanted is not None:
            raise InvalidOption(f"In the design {design} outputs come one by one. Leave side_by_side out.")
        return None
    low, high = questionnaire.side_by_side
    size = high if wanted is None else wanted
    if not max(low, 2) <= size <= high:
        raise InvalidOption(
            f"{size} outputs are to stand side by side; the protocol {questionnaire.name} allows "
            f"{max(low, 2)} to {high}."
        )
    found = grouping_of(systems, size, (low, high), judges=judges, each=each)
    if found is None:
        raise InvalidOption(
            f"{systems} systems cannot be shown {size} at a time so that each output gets {each} judges. "
            f"Possible: {_even_sizes(systems, judges, each, (low, high))}; or one system more or less."
        )
    return found


def _even_sizes(systems: int, judges: int, each: int, allowed: tuple[int, int]) -> str:
    low, high = allowed
    fine = [
        option("side_by_side", size)
        for size in range(max(low, 2), high + 1)
        if grouping_of(systems, size, allowed, judges=judges, each=each)
    ]
    # Going round twice, pairs of an odd number of systems come out even.
    more = [
        f"{count} judges for each output, of {systems * count // low} or more"
        for count in range(each + 1, each + low + 1)
        if grouping_of(systems, low, allowed, judges=systems * count, each=count)
    ]
    return " or ".join([*fine, *more[:1]])
