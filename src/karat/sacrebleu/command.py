"""sacreBLEU's command line: its options, its output, over Karat's metrics."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Any

from karat.errors import KaratError
from karat.sacrebleu.command_options import metric_options, read_options
from karat.sacrebleu.command_texts import CommandEnd, read_references, read_systems
from karat.sacrebleu.metrics import BLEU, CHRF, TER
from karat.sacrebleu.result_tables import Paint, several_systems, single_system

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from karat.sacrebleu.metrics.base import Metric
    from karat.sacrebleu.significance import Result

_METRICS: Mapping[str, type[Metric[Any]]] = {"bleu": BLEU, "chrf": CHRF, "ter": TER}
_logger = logging.getLogger("sacrebleu")


def command() -> None:
    """What `python -m karat.sacrebleu` runs: `main` on UTF-8, ended quietly by a reader who stops reading."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except KeyboardInterrupt:
        code = 130
    raise SystemExit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run sacreBLEU's command line and return its exit code."""
    options = read_options(arguments)
    if not options.quiet:
        logging.basicConfig(level=logging.INFO, format="sacreBLEU: %(message)s")
    try:
        _refuse_test_sets(options)
        sys.stdout.write(_output(options))
    except (CommandEnd, KaratError, UnicodeDecodeError) as refused:
        _logger.log(logging.ERROR, "%s", refused)
        return refused.code if isinstance(refused, CommandEnd) else 1
    return 0


def _refuse_test_sets(options: Namespace) -> None:
    """What needs sacreBLEU's test sets cannot be done without them; say how to bring their texts in."""
    named = {
        "-t": options.test_set,
        "--download": options.download,
        "--list": options.list,
        "--echo": options.echo,
        "--citation": options.citation,
        "--origlang": options.origlang,
        "--subset": options.subset,
    }
    asked = next((flag for flag, value in named.items() if value), None)
    if asked is None:
        return
    test_set, pair = options.test_set or "wmt23", options.langpair or "en-de"
    raise CommandEnd(
        f"{asked} needs sacreBLEU's test sets, which Karat neither has nor downloads. Let sacreBLEU write "
        f"the texts: sacrebleu -t {test_set} -l {pair} --echo ref > ref.txt; then score against them: "
        f"python -m karat.sacrebleu ref.txt -i output.txt -l {pair}"
    )


def _output(options: Namespace) -> str:
    """Everything that goes to standard output."""
    if options.sentence_level and len(options.metrics) > 1:
        raise CommandEnd("Only one metric can be used in sentence-level mode.")
    references, systems = read_references(options), read_systems(options)
    _check(systems, references, options)
    if options.langpair:
        source, between, target = options.langpair.partition("-")
        if not (source and between and target):
            raise CommandEnd(f"-l is {options.langpair!r}; it must be a language pair such as en-de.")
        options.bleu_trg_lang = target.partition("-")[0]
    options.bleu_effective_order = options.sentence_level
    metrics = {
        name: _METRICS[name](**metric_options(options, name), references=references)
        for name in options.metrics
    }
    if options.sentence_level:
        (metric,), (text,) = metrics.values(), systems.values()
        return _sentences(metric, text, references, options)
    if options.detail and options.format == "json":
        options.format = "text"

    in_colour = not (os.environ.get("NO_COLOR") or options.no_color)
    paint = Paint(wanted=in_colour, shown=sys.stdout.isatty())
    ordered = [metrics[name] for name in sorted(metrics)]
    if len(systems) == 1:
        (text,) = systems.values()
        shown = single_system(_single(ordered, text, options), options, paint)
        if options.detail:
            shown += "No subset information found. Consider using --origlang argument.\n"
        return paint.finished(shown)
    return paint.finished(several_systems(*_several(metrics, systems, options), options, paint))


def _check(systems: Mapping[str, list[str]], references: list[list[str]], options: Namespace) -> None:
    paired = options.paired_ar or options.paired_bs
    if not systems:
        raise CommandEnd("There are no outputs. Give them with -i, or on standard input.")
    if options.sentence_level and len(systems) > 1:
        raise CommandEnd("Only one system can be evaluated in sentence-level mode.")
    if options.sentence_level and (options.confidence or paired):
        raise CommandEnd("Statistical tests are unavailable in sentence-level mode.")
    if paired and len(systems) == 1:
        raise CommandEnd("Paired tests require multiple input systems given to --input (-i).")
    if len(systems) > 1 and options.confidence:
        raise CommandEnd("Use paired tests (--paired-bs, --paired-ar) for multiple systems.")
    for name, text in systems.items():
        if not text:
            raise CommandEnd(f"{name} contains no sentence.")
        if any(len(reference) != len(text) for reference in references):
            lengths = ", ".join(str(len(reference)) for reference in references)
            raise CommandEnd(
                "System and reference streams have different lengths. "
                f"{name} has {len(text)} lines, the references have {lengths}."
            )


def _sentences(metric: Metric[Any], text: list[str], references: list[list[str]], options: Namespace) -> str:
    lines = []
    for hypothesis, *of_segment in zip(text, *references, strict=True):
        score = metric.sentence_score(hypothesis, of_segment)
        signature = metric.get_signature().format(options.short)
        lines.append(score.format(options.width, options.score_only, signature) + "\n")
    return "".join(lines)


def _single(metrics: Sequence[Metric[Any]], text: list[str], options: Namespace) -> list[str]:
    in_json = options.format == "json"
    samples = options.confidence_n if options.confidence else 1
    results = []
    for metric in metrics:
        score = metric.corpus_score(text, None, n_bootstrap=samples)
        signature = metric.get_signature().format(options.short and not in_json)
        results.append(score.format(options.width, options.score_only, signature, in_json))
    return results


def _several(
    metrics: Mapping[str, Metric[Any]], systems: Mapping[str, list[str]], options: Namespace
) -> tuple[dict[str, list[str | Result]], dict[str, str]]:
    """The results of every system, and the signatures, by the names of metrics."""
    names = list(systems)
    if not (options.paired_ar or options.paired_bs):
        results: dict[str, list[str | Result]] = {"System": [*names]}
        signatures = {}
        for text in systems.values():
            for name in sorted(metrics):
                score = metrics[name].corpus_score(text, None)
                signatures[score.name] = metrics[name].get_signature().format(options.short)
                results.setdefault(score.name, []).append(score.format(options.width, True))
        return results, signatures

    from karat.sacrebleu.significance import PairedTest

    baseline = "Baseline" if options.input is None else f"Baseline: {names[0]}"
    test = PairedTest(
        [
            (baseline, systems[names[0]]),
            *(
                (name if options.input else f"System {place}", systems[name])
                for place, name in enumerate(names[1:], 1)
            ),
        ],
        metrics,
        None,
        test_type="bs" if options.paired_bs else "ar",
        n_samples=options.paired_bs_n if options.paired_bs else options.paired_ar_n,
    )
    signed, found = test()
    return found, {name: one.format(options.short) for name, one in signed.items()}
