"""`karat accept`: which outputs are acceptable, and from which metric score on."""

from __future__ import annotations

from karat.cli import accept_manual
from karat.cli.agree import asked_metrics
from karat.cli.calibrate import CalibrateOptions
from karat.cli.inputs import check_inputs
from karat.cli.options import read_options_of
from karat.cli.output import write
from karat.cli.presentation import FORMATS, chosen_format, render, untitled
from karat.cli.progress import Progress
from karat.cli.scores import check_scores
from karat.errors import InvalidOption
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Accepted

CELLS = ("text-type", "language-pair")


class AcceptOptions(CalibrateOptions):
    """What the user asked for; None where an option was not given."""

    mark_weights: str | None = None
    words: str | None = None
    threshold: float | None = None


def run(arguments: Sequence[str]) -> int:
    """Weigh what the arguments name, and print what is acceptable."""
    options = read_options_of("accept", accept_manual, arguments, AcceptOptions)
    _check(options)
    metrics = asked_metrics(options)
    from karat.cli.accept_data import accepted
    from karat.cli.agree_data import each_data, read_material

    materials = []
    with Progress() as progress:
        for one in each_data(options):
            kind = check_inputs(one, command="accept")
            materials.append((one, kind, read_material(one, metrics, kind, progress)))
    write(_present(accepted(materials, options), options))
    return 0


def _check(options: AcceptOptions) -> None:
    from karat.calibration.acceptability import WORDS

    check_scores(options)
    for name, value, allowed in (
        ("--format", options.format, FORMATS),
        ("--by", options.by, CELLS),
        ("--words", options.words, WORDS),
    ):
        if value is not None and value not in allowed:
            raise InvalidOption.choice(name, value, allowed)
    if options.threshold is not None and (options.mark_weights or options.words):
        raise InvalidOption("--threshold takes the place of weights and words. Leave out one of them.")


def _present(found: Sequence[Accepted], options: AcceptOptions) -> str:
    from karat.report import acceptances as report

    form = chosen_format(options)
    if form == "json":
        return report.as_json(found)
    if form == "tsv":
        return render(form, [untitled(report.threshold_table(found))], [], digits=options.width)
    return render(form, report.tables(found), report.notes(found), digits=options.width)
