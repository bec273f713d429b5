"""The options of sacreBLEU's command line: its names, defaults and choices, in our words."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from karat.sacrebleu.metrics import BLEU, CHRF
from karat.sacrebleu.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMATS = ("json", "text", "latex")
_FORMAT_VARIABLE = "SACREBLEU_FORMAT"
_DESCRIPTION = f"""\
sacreBLEU's command line over Karat's metrics: the output is that of sacreBLEU {__version__}, byte for byte.
Test sets are not included: options that need one say how to bring its texts in."""


def read_options(arguments: Sequence[str] | None) -> Namespace:
    """What was asked for; as there, the environment may decide on the format."""
    options = _parser().parse_args(arguments)
    wanted = os.environ.get(_FORMAT_VARIABLE, "").lower()
    if wanted in FORMATS:
        options.format = wanted
    return options


def metric_options(options: Namespace, metric: str) -> dict[str, Any]:
    """The arguments of a metric's class: the options that begin with its name."""
    start = f"{metric}_"
    return {
        name.removeprefix(start): value for name, value in vars(options).items() if name.startswith(start)
    }


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="sacrebleu",
        usage="python -m karat.sacrebleu REFERENCE… [-i OUTPUT…] [options]",
        description=_DESCRIPTION,
    )
    _add_test_sets(parser.add_argument_group("test sets (not included)"))
    _add_texts(parser)
    _add_bleu(parser.add_argument_group("BLEU"))
    _add_chrf(parser.add_argument_group("chrF"))
    _add_ter(parser.add_argument_group("TER"))
    _add_tests(parser)
    _add_output(parser.add_argument_group("output"))
    parser.add_argument("--version", "-V", action="version", version=f"%(prog)s {__version__}")
    return parser


def _add_test_sets(group: Any) -> None:
    group.add_argument("--test-set", "-t", help="a test set of sacreBLEU")
    group.add_argument(
        "--language-pair",
        "-l",
        dest="langpair",
        help="such as en-ja: BLEU's tokenizer follows the target language",
    )
    group.add_argument("--origlang", "-ol", help="segments with this original language")
    group.add_argument("--subset", help="segments whose documents match this")
    group.add_argument("--download", help="download a test set")
    group.add_argument("--echo", nargs="+", help="print texts of a test set")
    group.add_argument("--list", action="store_true", help="list the test sets")
    group.add_argument("--citation", "--cite", action="store_true", help="cite a test set")
    group.add_argument("--detail", "-d", action="store_true", help="also scores by original language")


def _add_texts(parser: ArgumentParser) -> None:
    parser.add_argument("refs", nargs="*", default=[], help="references, before -i")
    parser.add_argument(
        "--input", "-i", nargs="*", help="outputs (default: standard input, systems split by tabs)"
    )
    parser.add_argument(
        "--num-refs", "-nr", type=int, default=1, help="references in one file, split by tabs (default: 1)"
    )
    parser.add_argument("--encoding", "-e", default="utf-8", help="encoding of the files (default: utf-8)")
    parser.add_argument(
        "--metrics",
        "-m",
        nargs="+",
        choices=["bleu", "chrf", "ter"],
        default=["bleu"],
        help="(default: bleu)",
    )
    parser.add_argument("--sentence-level", "-sl", action="store_true", help="a line for each segment")


def _add_bleu(group: Any) -> None:
    group.add_argument(
        "--smooth-method", "-s", choices=BLEU.SMOOTH_DEFAULTS, default="exp", dest="bleu_smooth_method"
    )
    group.add_argument(
        "--smooth-value", "-sv", type=float, dest="bleu_smooth_value", help="for floor and add-k"
    )
    group.add_argument(
        "--tokenize",
        "-tok",
        choices=BLEU.TOKENIZERS,
        dest="bleu_tokenize",
        help="(default: 13a; with -l zh, ja-mecab or ko-mecab for Chinese, Japanese and Korean)",
    )
    group.add_argument("--lowercase", "-lc", action="store_true", dest="bleu_lowercase")
    group.add_argument(
        "--force", action="store_true", dest="bleu_force", help="no warning that the text seems tokenized"
    )


def _add_chrf(group: Any) -> None:
    group.add_argument("--chrf-char-order", "-cc", type=int, default=CHRF.CHAR_ORDER, help="(default: 6)")
    group.add_argument(
        "--chrf-word-order", "-cw", type=int, default=CHRF.WORD_ORDER, help="chrF++: 2 (default: 0)"
    )
    group.add_argument("--chrf-beta", type=int, default=CHRF.BETA, help="(default: 2)")
    group.add_argument("--chrf-whitespace", action="store_true")
    group.add_argument("--chrf-lowercase", action="store_true")
    group.add_argument("--chrf-eps-smoothing", action="store_true")


def _add_ter(group: Any) -> None:
    group.add_argument("--ter-case-sensitive", action="store_true")
    group.add_argument("--ter-asian-support", action="store_true")
    group.add_argument("--ter-no-punct", action="store_true")
    group.add_argument("--ter-normalized", action="store_true")


def _add_tests(parser: ArgumentParser) -> None:
    interval = parser.add_argument_group("interval of one system")
    interval.add_argument("--confidence", "-ci", action="store_true", help="bootstrap interval")
    interval.add_argument("--confidence-n", "-cin", type=int, default=1000, help="samples (default: 1000)")
    paired = parser.add_argument_group("paired tests of several systems against the first")
    either = paired.add_mutually_exclusive_group()
    either.add_argument("--paired-ar", "-par", action="store_true", help="approximate randomization")
    either.add_argument("--paired-bs", "-pbs", action="store_true", help="bootstrap")
    paired.add_argument("--paired-ar-n", "-parn", type=int, default=10000, help="trials (default: 10000)")
    paired.add_argument("--paired-bs-n", "-pbsn", type=int, default=1000, help="samples (default: 1000)")
    paired.add_argument(
        "--paired-jobs", "-j", type=int, default=1, help="changes nothing: one process is enough"
    )


def _add_output(group: Any) -> None:
    group.add_argument("--quiet", "-q", action="store_true", help="no messages of progress")
    group.add_argument("--short", "-sh", action="store_true", help="short signature")
    group.add_argument("--score-only", "-b", action="store_true", help="the bare score")
    group.add_argument("--width", "-w", type=int, default=1, help="decimal places (default: 1)")
    group.add_argument("--no-color", "-nc", action="store_true")
    group.add_argument(
        "--format",
        "-f",
        choices=FORMATS,
        default="json",
        help="latex: several systems only (default: json, or what SACREBLEU_FORMAT says)",
    )
