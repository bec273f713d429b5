"""The options of `karat campaign plan`: questions, design, checks of judges, hours."""

from __future__ import annotations

from typing import get_args

from karat.campaigns.plan import JudgedDesign
from karat.campaigns.planning.check_items import MOST_CHECKS
from karat.campaigns.planning.questionnaire_files import BUILT_IN
from karat.campaigns.planning.workload import PLANNED_BY_WMT, SECONDS_PER_PAGE, WITH_CATEGORIES
from karat.cli.options import Options, option, whole_number

# What a judge who reads cannot miss. Synonyms do no harm, and function words little.
DAMAGES = ("shuffle", "drop-content", "truncate", "negate", "numbers")


class QuestionOptions(Options, title="questions"):
    """What judges are asked, and what they learn before."""

    protocol: str = option(
        "--protocol",
        "NAME",
        f"{', '.join(BUILT_IN)}, or a TOML file (default: adequacy-fluency)",
        default="adequacy-fluency",
    )
    training: str | None = option(
        "--training", "FILE", "training items with feedback: a JSON object on each line"
    )
    consent: list[str] | None = option(
        "--consent",
        "FILE…",
        "what judges agree to before they begin, in Markdown; one file for each language: consent.de.md",
    )
    show_reference: str | None = option(
        "--show-reference",
        "NAME",
        "which of several references judges see, where the protocol shows one (default: the first)",
    )
    no_back: bool | None = option("--no-back", "", "judges cannot correct an answer")
    masked: bool | None = option(
        "--masked", "", "hide the systems' names from the lead until the campaign is closed"
    )


class DesignOptions(Options, title="design"):
    """Who judges what."""

    design: str | None = option(
        "--design",
        "NAME",
        "square: no judge sees a source twice; together: a judge reads all outputs of a document; contrast: "
        "outputs side by side (default: square; contrast where the protocol compares)",
        choices=get_args(JudgedDesign),
    )
    judges: str | None = option(
        "--judges", "N", "number of judges, or their names: anna,ben,carla", convert=str
    )
    per_item: int = option(
        "--per-item", "K", "judges of each output (default: 1)", default=1, convert=whole_number
    )
    side_by_side: int | None = option(
        "--side-by-side", "N", "contrast: outputs on a page, 2 to 4 (default: as many as the protocol allows)"
    )
    hours: float | None = option(
        "--hours",
        "X",
        "hours of each judge; documents are chosen at random, in proportion to the text types, until they "
        "are filled (default: all documents)",
    )
    only: str | None = option(
        "--only",
        "FILE",
        "judge only the segments of this file, which karat people --plan-output wrote, or which has the "
        "number of a segment on each line",
    )
    open: bool | None = option(
        "--open",
        "",
        "judges are not known beforehand, as on a crowd platform: whoever comes gets the work of one judge",
    )
    seed: int = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same plan", default=12345
    )


class CheckItemOptions(Options, title="checks of judges"):
    """Items that show how well a judge judges."""

    anchors: int = option(
        "--anchors", "N", "documents that every judge judges (default: 0)", default=0, least=0
    )
    repeats: int = option(
        "--repeats",
        "N",
        "items that come to each judge a second time, much later (default: 0)",
        default=0,
        least=0,
    )
    spoilt: int = option(
        "--spoilt", "N", "outputs for each judge that are damaged on purpose (default: 0)", default=0, least=0
    )
    damages: list[str] | None = option(
        "--damages",
        "NAME…",
        f"how they are damaged, see karat diagnose sensitivity (default: {' '.join(DAMAGES)})",
    )
    most_checks: float = option(
        "--most-checks",
        "X",
        f"share of a judge's items that may be repeats and spoilt outputs (default: {MOST_CHECKS:g})",
        default=MOST_CHECKS,
        least=0,
        most=1,
    )
    strength: float = option(
        "--strength", "X", "share of the places that are damaged (default: 0.5)", default=0.5, least=0, most=1
    )


class PlanningOptions(Options, title="planning"):
    """What hours and precision are computed from."""

    pilot: str | None = option(
        "--pilot", "FILE", "judgements of an earlier campaign; precision then follows from their variances"
    )
    seconds_per_word: float | None = option(
        "--seconds-per-word",
        "X",
        f"time for each source word and output, in seconds (default: {PLANNED_BY_WMT.seconds:g}; "
        f"{WITH_CATEGORIES.seconds:g} where errors have categories, as in mqm)",
    )
    seconds_per_page: float = option(
        "--seconds-per-page",
        "X",
        "time for each page beside that for its words, in seconds: to answer, and to go on "
        f"(default: {SECONDS_PER_PAGE:g})",
        default=SECONDS_PER_PAGE,
        least=0,
    )
    pack_hours: float | None = option("--pack-hours", "X", "length of a pack, in hours (default: 1)")
    wage: float | None = option("--wage", "X", "wage of an hour, to show the cost", least=0)
    power: float = option(
        "--power", "X", "probability of detecting a difference (default: 0.8)", default=0.8, least=0, most=1
    )
    confidence: float = option(
        "--confidence",
        "X",
        "confidence level; tests use the significance level 1 - X (default: 0.95)",
        default=0.95,
        least=0,
        most=1,
    )


class PlanOutputOptions(Options, title="output"):
    """Where the plan goes."""

    output: str | None = option(
        "-o --output",
        "FILE",
        "write the campaign to this new file, such as news.campaign (default: only report)",
    )
