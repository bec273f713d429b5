"""The answer of the first screen in words: a headline, and a few sentences that lead to their evidence.

People come first where there are any: who is best by people, then by metrics, and whether they agree. A buyer
of translations reads it, so every sentence says what it means for choosing a system.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.agreement.verdicts import tracks
from karat.dossier.first_places import first_places, known_scores, of_people, surely_behind
from karat.dossier.gathering import NO_HUMAN_SCORES
from karat.report.page.good_enough import good_enough
from karat.report.page.statement import Statement, Tone
from karat.report.tables import printable
from karat.report.topics.agreement_notes import pearson_interval
from karat.report.words import listed, number, p_value, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.comparison import MetricComparison
    from karat.dossier import Dossier
    from karat.dossier.first_places import FirstPlaces

__all__ = ["Statement", "Tone", "headline_of", "statements_of"]


def headline_of(dossier: Dossier) -> str:
    """The answer in a sentence or two: who is best by people, who by metrics, and whether they agree."""
    firsts = first_places(dossier)
    if not firsts.judged:
        it = "it" if len(firsts.machines) == 1 else "these translations"
        people = "People's scores cannot be used" if _refused(dossier) else f"Nobody judged {it}"
        return f"{_best_by_metrics(firsts)} {people}."
    if len(firsts.judged) == 1:
        only = printable(firsts.judged[0])
        if len(firsts.machines) == 1:
            return f"People judged {only}. There is no second machine translation to compare it with."
        return (
            f"People judged {only} only, so they cannot say which system is best. {_best_by_metrics(firsts)}"
        )
    return _both(dossier, firsts)


def _both(dossier: Dossier, firsts: FirstPlaces) -> str:
    """Where people judged two systems or more."""
    some = "" if len(firsts.judged) == len(firsts.machines) else " that they judged"
    among = f"{plural(len(firsts.judged), 'system')}{some}"
    best, others = listed(firsts.of_first_dimension), listed(firsts.of_first_metric)
    if not firsts.people_agree:
        clear = any(_are_clear(dossier, firsts, human) for human in firsts.by_people)
        caveat = "" if clear else " But no lead by people's scores is significant."
        return f"Of {among}, people put {_together(firsts.by_people)}. {_metrics_say(firsts)}{caveat}"
    if firsts.all_agree:
        clear = _are_clear(dossier, firsts, next(iter(firsts.by_people)))
        caveat = "" if clear else " But the lead by people's scores is not significant."
        if not firsts.metrics_agree:
            return f"Of {among}, people put {best} first. {_metrics_say(firsts)}{caveat}"
        verb = "is" if len(firsts.of_first_dimension) == 1 else "are"
        return f"People and metrics agree: {best} {verb} best of {among}.{caveat}"
    if not set(firsts.of_first_metric) & set(firsts.judged):
        return f"Of {among}, people put {best} first. {_metrics_say(firsts)} Nobody judged {others}."
    if _people_are_sure(dossier, firsts):
        return f"People and metrics disagree. People clearly prefer {best}. {_metrics_say(firsts)}"
    return (
        f"People put {best} first of {among}. {_metrics_say(firsts)} The difference that people see is too "
        "small to be sure of."
    )


def statements_of(dossier: Dossier) -> tuple[Statement, ...]:
    """The sentences of the first screen, each with the section that has its evidence."""
    firsts = first_places(dossier)
    return (
        *_by_people(dossier, firsts),
        *_by_metrics(dossier, firsts),
        *_agreement(dossier),
        good_enough(dossier, firsts),
        _distrust(dossier),
    )


def _best_by_metrics(firsts: FirstPlaces) -> str:
    """Who is best as far as metrics can tell."""
    if len(firsts.machines) == 1:
        return f"{printable(firsts.machines[0])} is the only machine translation here."
    count = plural(len(firsts.machines), "system")
    if firsts.metrics_agree:
        verb = "is best" if len(firsts.of_first_metric) == 1 else "share the first place"
        which = "the metric" if len(firsts.by_metric) == 1 else "the metrics"
        return f"By {which}, {listed(firsts.of_first_metric)} {verb} of {count}."
    return f"Of {count}, the metrics put {_together(firsts.by_metric)}."


def _metrics_say(firsts: FirstPlaces) -> str:
    if firsts.metrics_agree:
        which = _main_metric(firsts) + " puts" if len(firsts.by_metric) == 1 else "The metrics put"
        return f"{which} {listed(firsts.of_first_metric)} first."
    return f"The metrics put {_together(firsts.by_metric)}."


def _main_metric(firsts: FirstPlaces) -> str:
    return printable(next(iter(firsts.by_metric)))


def _together(firsts: Mapping[str, tuple[str, ...]]) -> str:
    """The systems that are first, each with what puts it there: `aurora first by adequacy and birch by …`."""
    by_system: dict[tuple[str, ...], list[str]] = {}
    for name, systems in firsts.items():
        by_system.setdefault(systems, []).append(name)
    first, *others = [(listed(systems), listed(names)) for systems, names in by_system.items()]
    return " and ".join(
        [f"{first[0]} first by {first[1]}", *(f"{system} by {names}" for system, names in others)]
    )


def _people_are_sure(dossier: Dossier, firsts: FirstPlaces) -> bool:
    """Whether people, in some dimension, significantly prefer their first to that of the metrics."""
    best, other = firsts.of_first_dimension[0], firsts.of_first_metric[0]
    return any(surely_behind(of_people(dossier, human), best, other) for human in firsts.by_people)


def _are_clear(dossier: Dossier, firsts: FirstPlaces, human: str) -> bool:
    """Whether people, in a dimension, put their first significantly ahead of every other system."""
    compared, best = of_people(dossier, human), firsts.by_people[human]
    return len(best) == 1 and all(
        surely_behind(compared, best[0], other) for other in firsts.judged if other != best[0]
    )


def _by_people(dossier: Dossier, firsts: FirstPlaces) -> Iterator[Statement]:
    judged = dossier.agreement
    if refused := _refused(dossier):
        yield Statement(f"People's scores cannot be used: {printable(refused)}", "bad", "absent")
        return
    if judged is None or not firsts.judged:
        yield Statement(
            "Nobody judged these translations, and a better score need not mean a better translation. A few "
            "hundred judgements would show what readers see.",
            "doubtful",
            "absent",
        )
        return
    section = "human" if judged.comparison else "people" if judged.found else "absent"
    scores = {human.name: known_scores(human) for human in judged.material.humans}
    covered = _covered(dossier)
    if len(firsts.judged) == 1:
        (only,) = firsts.judged
        said = [f"{number(of[only], 2)} in {printable(name)}" for name, of in scores.items() if only in of]
        yield Statement(f"People gave {printable(only)} {listed(said)}.{covered}", "doubtful", section)
        return
    said = [
        f"{listed(systems)} first by {printable(name)} ({number(scores[name][systems[0]], 2)})"
        for name, systems in firsts.by_people.items()
    ]
    if firsts.people_agree:
        said = [
            f"{printable(name)} {number(scores[name][systems[0]], 2)}"
            for name, systems in firsts.by_people.items()
        ]
        text = f"People put {listed(firsts.of_first_dimension)} first: {listed(said)}."
    else:
        text = f"People put {listed(said)}."
    lead, is_clear = _lead_of_people(dossier, firsts)
    tone: Tone = "good" if is_clear and firsts.people_agree else "doubtful"
    yield Statement(f"{text}{lead}{covered}", tone, section)


def _refused(dossier: Dossier) -> str:
    """Why scores of people that were given could not be used; empty where none were given, or all is well."""
    reasons = [one.reason for one in dossier.omissions if one.part == "people"]
    return (
        "" if dossier.agreement is not None else next((one for one in reasons if one != NO_HUMAN_SCORES), "")
    )


def _lead_of_people(dossier: Dossier, firsts: FirstPlaces) -> tuple[str, bool]:
    """Whether those whom people put first are significantly ahead of the others, in every dimension."""
    clear: list[str] = []
    unclear: list[str] = []
    for human, best in firsts.by_people.items():
        compared = of_people(dossier, human)
        if compared is None or len(best) > 1:
            continue
        judged = {one.system for one in compared.standings}
        others = [one for one in firsts.judged if one != best[0] and one in judged]
        level = [other for other in others if not surely_behind(compared, best[0], other)]
        if not level:
            clear.append(human)
        elif not unclear:  # one is enough for the first screen
            whose = "Its lead" if firsts.people_agree else f"The lead of {printable(best[0])}"
            by = f" by {printable(human)}" if len(firsts.by_people) > 1 else ""
            why = _would_show(compared, best[0], level)
            unclear.append(f" {whose}{by} over {listed(level)} is not significant{why}.")
    if not clear and not unclear:
        known = any(of_people(dossier, human) for human in firsts.by_people)
        return ("" if known else " Scores of single segments are not known, so this may be chance."), False
    if not unclear:
        said = " That is significantly ahead of every other system."
        return (said if len(clear) == 1 else " Each lead is significant over every other system."), True
    more = f" By {listed(clear)} the lead is significant." if clear else ""
    return f"{unclear[0]}{more}", False


def _would_show(compared: MetricComparison, best: str, level: Sequence[str]) -> str:
    """How large a difference would have to be for these judgements to show it."""
    sizes = [compared.contrast(best, other).power.detectable for other in level]
    known = [size for size in sizes if not isnan(size)]
    values = [one.value for one in compared.standings]
    if not known or min(known) > max(values) - min(values):
        return ": there are too few judgements to show such a difference"
    return f": these judgements can show differences of about {number(min(known), 2)} points or more"


def _covered(dossier: Dossier) -> str:
    """How much of the text people judged, where that is not all."""
    assert dossier.agreement is not None
    first = dossier.agreement.material.humans[0]
    total = len(dossier.corpus)
    if first.segments is None or first.covered >= total:
        return ""
    return f" They judged {first.covered:,} of {plural(total, 'segment')}."


def _by_metrics(dossier: Dossier, firsts: FirstPlaces) -> Iterator[Statement]:
    names, main = firsts.machines, _main_metric(firsts)
    best = firsts.of_first_metric
    value = number(dossier.evaluation[best[0]][0].value, 1)
    if dossier.comparison is None or len(names) < 2:
        yield Statement(
            f"{printable(best[0])} has {main} {value}. There is no second machine translation to compare it "
            "with.",
            "doubtful",
            "scores",
        )
        return
    others = {name: firsts.by_metric[name] for name in list(firsts.by_metric)[1:]}
    alike = [name for name, systems in others.items() if systems == best]
    unlike = {name: systems for name, systems in others.items() if systems != best}
    verb = "puts" if len(best) == 1 else "gives the first place to"
    text = f"{main} {verb} {listed(best)}{' first' if len(best) == 1 else ' alike'}: {value}."
    text += f" {listed(alike)} {'agrees' if len(alike) == 1 else 'agree'}." if alike else ""
    text += f" Others put {_together(unlike)}." if unlike else ""
    lead, is_clear = _lead_of_metric(dossier.comparison.metrics[0], names, best)
    yield Statement(f"{text}{lead}", "good" if is_clear and not unlike else "doubtful", "scores")


def _lead_of_metric(
    compared: MetricComparison, names: Sequence[str], best: Sequence[str]
) -> tuple[str, bool]:
    """Whether the distance of the first to the next system may be chance."""
    others = [name for name in names if name not in best]
    if not others:
        return "", False
    pair = compared.contrast(best[0], others[0])
    pairs = len(compared.contrasts)
    corrected = f", corrected for {pairs} pairs" if pairs > 1 else ""
    p = f"{p_value(pair.corrected)}{corrected}"
    whose = "Its lead" if len(best) == 1 else "The lead"
    lead = abs(pair.difference)
    size = f"{number(lead, 1) if round(lead, 1) > 0 else 'less than 0.1'} {printable(compared.metric)}"
    is_clear = pair.winner == best[0]
    level = [other for other in others[1:] if compared.contrast(best[0], other).winner is None]
    said = "is significant" if is_clear else "is not significant"
    text = f" {whose} over {printable(others[0])}, {size}, {said} ({p})."
    if level and not is_clear:
        text += f" Nor is that over {listed(level)}."
    return text, is_clear and len(best) == 1


def _agreement(dossier: Dossier) -> Iterator[Statement]:
    """Whether the main metric prefers, of two systems, the one that people prefer."""
    found = None if dossier.agreement is None else dossier.agreement.found
    if found is None or not found.verdicts:
        return
    main = found.verdicts[0].metric
    verdicts = [one for one in found.verdicts if one.metric == main and one.pairs]
    if not verdicts:
        return
    several = len(verdicts) > 1
    said = [
        f"{one.right_pairs} of {one.pairs}{'' if place else ' pairs of systems'}"
        f"{f' ({printable(one.human)})' if several else ''}"
        for place, one in enumerate(verdicts)
    ]
    answers = []
    for one in verdicts:
        interval = pearson_interval(found, one)
        answers.append("not known" if interval is None else tracks(interval.low, interval.high))
    metric = printable(main)
    tone: Tone = "doubtful"
    verdict = f"It is not certain that {metric} ranks the systems as people do"
    if "no, the other way round" in answers:
        tone, verdict = "bad", f"{metric} ranks the systems against people"
    elif set(answers) == {"yes"}:
        tone, verdict = "good", f"{metric} ranks the systems much as people do"
    elif set(answers) <= {"yes", "weakly"}:
        verdict = f"{metric} tends to rank the systems as people do"
    text = f"{verdict}. It agrees with them on {listed(said)}."
    yield Statement(text, tone, "people")


def _distrust(dossier: Dossier) -> Statement:
    found = dossier.findings
    unfit = [one for one in found if one.verdict == "unfit"]
    warnings = [one for one in found if one.verdict == "warning"]
    if unfit:
        more = f" {_count(len(warnings))} a warning." if warnings else ""
        return Statement(
            f"Do not rely on these scores: {printable(' '.join(one.summary for one in unfit))}{more}",
            "bad",
            "checks",
        )
    if warnings:
        names = listed([one.check for one in warnings], 5)
        return Statement(
            f"{len(warnings)} of {len(found)} checks raised a warning: {names}.", "doubtful", "checks"
        )
    return Statement(f"{len(found)} checks of texts and scores raised no warning.", "good", "checks")


def _count(number: int) -> str:
    return "One more check raised" if number == 1 else f"{number} more checks raised"
