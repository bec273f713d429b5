"""`karat accept`: which outputs are acceptable, and from which metric score on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration import (
    Acceptance,
    HumanThreshold,
    check_threshold,
    human_threshold,
    thresholds,
)
from karat.calibration.acceptability import WEIGHTS, WORDS
from karat.calibration.accepting import judged_by_cell, outputs_by_cell
from karat.calibration.joined_cells import CELLS
from karat.cli.calibration_data import (
    CellOptions,
    calibrations_of,
    check_cells,
    fitted_cells,
    judge_values,
    read_judged,
    read_labels,
    tell_coverage,
)
from karat.cli.judged_data import asked_metrics
from karat.cli.notes import note
from karat.cli.option_groups import OtherOptions, ScoreOutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, untitled, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption
from karat.report.topics import acceptability as report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Material
    from karat.calibration import Acceptability, Calibration, JudgedOutput
    from karat.cli.calibration_data import JudgedData


class AcceptabilityOptions(Options, title="acceptability"):
    """What is acceptable."""

    by: str | None = option(
        "--by",
        "CELL",
        "text-type, language-pair, target-language or target-language+text-type, which pool all DATA "
        "into the same language (default: text-type, if text types are known)",
        choices=CELLS,
    )
    mark_weights: str | None = option(
        "--mark-weights", "LIST", "weight of each mark (default: 5:2,4:1,3:-1,2:-2,1:-4)"
    )
    words: str | None = option(
        "--words",
        "WHOSE",
        "weight segments by the words of: reference, hypothesis, source; or none (default: reference)",
        choices=WORDS,
    )
    threshold: float | None = option(
        "--threshold", "X", "lowest human score that is acceptable, in place of weights"
    )
    language_pair: str | None = option("--language-pair", "NAME", "such as en-de, if DATA does not say")
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)"
    )
    samples: int | None = option(
        "--samples", "N", "bootstrap samples, for the intervals of the sums (default: 1000)", least=1
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )


class ShownAcceptOptions(Options, title="output"):
    """What is shown."""

    show: str | None = option(
        "--show",
        "WHAT",
        "outputs (what people say of each), thresholds (of each metric) (default: both; tsv: outputs "
        "with --threshold, otherwise thresholds)",
        choices=report.SHOWN,
    )


class AcceptOptions(CellOptions, AcceptabilityOptions, ShownAcceptOptions, ScoreOutputOptions, OtherOptions):
    """What `karat accept` was asked for."""


COMMAND = Command(
    "accept",
    AcceptOptions,
    usage="""\
karat accept DATA… [options]
       karat accept HYPOTHESIS… -r REFERENCE… --human-scores FILE [options]""",
    description="""\
Decide which outputs are acceptable to people, and find the metric score that separates them from the others,
for each language pair and text type, or for each target language and text type.

Each judgement gets a weight (5 → +2, 4 → +1, 3 → -1, 2 → -2, 1 → -4), multiplied by the number of words in
its segment. An output is acceptable if its sum is above 0 (Babych, Hartley & Elliott 2005). Karat estimates
the human score at which the sums cross 0 from all outputs, and converts it to a metric score with the
regression line of the cell. For other scales, give --mark-weights or --threshold. With --threshold, one
judged system is enough: it passes if the interval of its mean is wholly at the threshold or better.""",
    examples="""\
examples:
  karat accept demo: --human adequacy -m bleu wnm
  karat accept wmt23.en-de --human mqm --threshold -4
  karat accept wmt23.en-de wmt23.zh-en --human mqm --threshold -4 --by target-language+text-type
""",
)


def run(arguments: Sequence[str]) -> int:
    """Weigh what the arguments name, and print what is acceptable."""
    options: AcceptOptions = COMMAND.read(arguments)
    _check(options)
    metrics = asked_metrics(options)

    with Progress() as progress:
        judged = read_judged(options, metrics, progress, command="accept")
        tell_coverage([one.material for one in judged], options)
        progress.stage("weighing judgements")
        found = _accepted(judged, options)
    write(_present(found, options))
    return 0


def _check(options: AcceptOptions) -> None:
    check_cells(options)
    if options.threshold is not None and (options.mark_weights or options.words):
        raise InvalidOption("--threshold takes the place of weights and words. Leave out one of them.")


def _accepted(judged: Sequence[JudgedData], options: AcceptOptions) -> list[Acceptance]:
    """Every dimension of the data sets."""
    systems = [name for one in judged for name in one.material.corpus.systems]
    options.cell_labels = read_labels(options.system_labels, systems)
    materials = [one.material for one in judged]
    calibrations = _lines(materials, options)
    found = []
    known = (each.human for each in calibrations)
    if options.threshold is not None:
        known = (human.name for material in materials for human in material.humans)
    for human in dict.fromkeys(known):
        cells = [each for each in calibrations if each.human == human]
        outputs: list[Acceptability] = []
        from_judges = True
        if options.threshold is None:
            for one in judged:
                made, single = _outputs(human, one, options)
                outputs += made
                from_judges = from_judges and single
        threshold = _threshold(outputs, cells, options)
        words = options.words or "reference"
        means = tuple(_means(human, materials, options))
        lines = thresholds(cells, threshold)
        found.append(Acceptance(human, tuple(outputs), threshold, lines, words, from_judges, means))
    return found


def _lines(materials: Sequence[Material], options: AcceptOptions) -> list[Calibration]:
    """The line of each cell; where a threshold was given, means say enough without any."""
    if options.threshold is None:
        return calibrations_of(materials, options)
    missing: list[str] = []
    found = [made for _, made in fitted_cells(materials, options, tell=missing.append)]
    if not found:
        note("Too few systems were judged for a line, so metrics have no threshold here.")
        return []
    for reason in missing:
        note(reason)
    return found


def _means(human: str, materials: Sequence[Material], options: AcceptOptions) -> Iterator[JudgedOutput]:
    """Every output beside the threshold that was given: those of whole texts, and of their cells."""
    if options.threshold is None:
        return
    for material in materials:
        yield from judged_by_cell(
            material,
            human,
            options.threshold,
            by=options.by,
            labels=options.cell_labels,
            samples=options.samples or 1000,
            seed=12345 if options.seed is None else options.seed,
            confidence=0.95 if options.confidence is None else options.confidence,
        )


def _threshold(
    outputs: Sequence[Acceptability], cells: Sequence[Calibration], options: AcceptOptions
) -> HumanThreshold:
    """The human threshold that was given, or where the sums of the outputs cross 0."""
    confidence = 0.95 if options.confidence is None else options.confidence
    if options.threshold is None:
        return human_threshold(outputs, confidence=confidence, table=_weights(options.mark_weights))
    for cell in cells:
        check_threshold(cell, options.threshold)
    return HumanThreshold.given(options.threshold, confidence)


def _outputs(human: str, one: JudgedData, options: AcceptOptions) -> tuple[Sequence[Acceptability], bool]:
    """The sums of a data set's systems in each cell, and whether single judgements were known."""
    material, corpus = one.material, one.material.corpus
    rater = next((each for each in material.humans if each.name == human), None)
    if rater is None:
        return [], True
    values, from_judges = judge_values(rater, one)
    outputs = outputs_by_cell(
        values,
        corpus,
        by=options.by,
        data=material.data,
        words=options.words or "reference",
        table=_weights(options.mark_weights),
        samples=options.samples or 1000,
        seed=12345 if options.seed is None else options.seed,
        confidence=0.95 if options.confidence is None else options.confidence,
    )
    return outputs, from_judges


def _weights(text: str | None) -> tuple[tuple[float, float], ...]:
    if text is None:
        return WEIGHTS
    try:
        pairs = [part.split(":") for part in text.split(",")]
        found = tuple((float(mark), float(weight)) for mark, weight in pairs)
    except ValueError:
        raise InvalidOption(
            f"--mark-weights is {text!r}; a list of mark:weight was expected, such as 5:2,4:1,3:-1,2:-2,1:-4."
        ) from None
    if len({mark for mark, _ in found}) < max(len(found), 2):
        raise InvalidOption(f"--mark-weights is {text!r}; it must have two marks or more, each once.")
    return found


def _present(found: Sequence[Acceptance], options: AcceptOptions) -> str:
    form = form_for(options.format)
    if form == "json":
        return report.as_json(found)
    if form == "tsv":
        # One table has one header, and how many systems were judged must not decide which it is.
        shown = options.show or ("thresholds" if options.threshold is None else "outputs")
        one = report.threshold_table if shown == "thresholds" else report.human_table
        return render(form, [untitled(one(found))], [], digits=options.width)
    tables = report.tables(found, options.show)
    if not tables:
        note("Too few systems were judged for a line, so there are no thresholds of metrics to show.")
    return render(form, tables, report.notes(found), digits=options.width)
