"""The options of `karat score`, and what its help says of them."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from karat.cli.parser import Parser

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Add = Callable[..., object]

USAGE = """\
karat score HYPOTHESIS… -r REFERENCE… [options]
       karat score CORPUS [options]"""

DESCRIPTION = """\
Score translations against references.

HYPOTHESIS and REFERENCE are plain text, one segment per line (- is standard input), or mteval's .sgm.
CORPUS is one file or folder that holds systems and references itself: .jsonl, .tsv, .csv, .parquet,
WMT's .xml, or a folder of text files. Files may end in .gz or .zst."""

EXAMPLES = """\
examples:
  karat score output.txt -r reference.txt
  karat score online-A.txt online-B.txt -r ref-A.txt ref-B.txt -m bleu chrf ter
  translate < source.txt | karat score - -r reference.txt -q
  karat score wmt.xml --by document --format tsv > documents.tsv
  karat score output.txt -r reference.txt --unit char --order 20 --orders
  karat score output.txt -r reference.txt --recipe 'BLEU|order:4|tok:intl|case:lc'
"""


class ScoreOptions(Namespace):
    """What the user asked for; None where an option was not given."""

    inputs: list[str]
    references: list[str] | None
    source: str | None
    systems: list[str] | None
    documents: str | None
    text_types: str | None
    keep_bom: bool
    metrics: list[str] | None
    recipes: list[str] | None
    by: str | None
    segments: bool
    orders: bool
    format: str | None
    quiet: bool
    width: int
    threads: int | None


def read_options(arguments: Sequence[str]) -> ScoreOptions:
    """The options of one call of `karat score`."""
    parser = Parser("score", usage=USAGE, description=DESCRIPTION, examples=EXAMPLES)
    _add_inputs(parser.add_argument_group("input").add_argument)
    _add_metrics(parser.add_argument_group("metrics").add_argument)
    _add_bleu(parser.add_argument_group("BLEU").add_argument)
    _add_chrf(parser.add_argument_group("chrF").add_argument)
    _add_ter(parser.add_argument_group("TER").add_argument)
    _add_output(parser.add_argument_group("output").add_argument)
    _add_others(parser.add_argument_group("other").add_argument)
    return parser.read(arguments, ScoreOptions())


def _add_inputs(add: Add) -> None:
    add("inputs", nargs="*", metavar="HYPOTHESIS", help="one file for each system, or one CORPUS")
    add("-r", "--references", nargs="+", metavar="FILE", help="one or more reference translations")
    add("--source", metavar="FILE", help="the source text; checked to have as many segments")
    add("--systems", nargs="+", metavar="NAME", help="what to call the hypotheses (default: by their files); "
        "of a CORPUS or .sgm, which systems to take (default: all)")
    add("--documents", metavar="FILE", help="the document of each line of plain text, for --by")
    add("--text-types", metavar="FILE", help="the text type of each line of plain text, for --by")
    add("--keep-bom", action="store_true", help="leave a byte order mark in the first segment, as sacreBLEU does")


def _add_metrics(add: Add) -> None:
    add("-m", "--metrics", nargs="+", metavar="NAME", help="bleu, chrf, chrf++, ter (default: bleu)")
    add("--recipe", dest="recipes", nargs="+", metavar="RECIPE", help="metrics as a recipe describes them, "
        "such as one printed by an earlier run; quote it")
    add("--lowercase", action="store_true", default=None, help="BLEU, chrF: ignore case (TER always does)")
    add("--normalization", metavar="FORM", help="Unicode form of all texts: none, NFC, NFKC (default: none)")
    add("--spaces", metavar="HOW", help="chrF, and BLEU in characters: drop or keep spaces (default: drop)")


def _add_bleu(add: Add) -> None:
    add("--unit", metavar="UNIT", help="what n-grams are made of: word, char (default: word)")
    add("--order", type=int, metavar="N", help="longest n-gram (default: 4)")
    add("--tokenize", metavar="NAME", help="none, 13a, intl, char, zh, given, ja-mecab, ko-mecab, flores101, "
        "flores200, spBLEU-1K, spm:FILE (default: 13a)")
    add("--smoothing", metavar="HOW", help="none, floor, add-k, exp (default: exp)")
    add("--smoothing-value", type=float, metavar="X", help="for floor (default: 0.1) and add-k (default: 1)")
    add("--effective-order", action="store_true", default=None, help="leave out orders that the text is too "
        "short for; advisable with --segments")
    add("--brevity", metavar="HOW", help="reference length that counts: closest, shortest, average, none "
        "(default: closest)")
    add("--weights", type=_weights, metavar="W,W…", help="weight of each order (default: all the same)")


def _add_chrf(add: Add) -> None:
    add("--char-order", type=int, metavar="N", help="longest character n-gram (default: 6)")
    add("--word-order", type=int, metavar="N", help="longest word n-gram (default: 0; 2 for chrf++)")
    add("--beta", type=float, metavar="X", help="how much more recall counts (default: 2)")
    add("--epsilon", action="store_true", default=None, help="smooth as chrF++.py, NLTK and Moses do")


def _add_ter(add: Add) -> None:
    add("--ter-normalized", action="store_true", default=None, help="tokenize as tercom's -N does")
    add("--no-punctuation", action="store_true", default=None, help="drop punctuation")
    add("--asian", action="store_true", default=None, help="treat characters of Asian scripts as words")
    add("--case-sensitive", action="store_true", default=None, help="respect case")


def _add_output(add: Add) -> None:
    add("--by", metavar="WHAT", help="a table by document, text-type or paragraph")
    add("--segments", action="store_true", help="the score of each segment")
    add("--orders", action="store_true", help="BLEU of every order, alone and cumulative")
    add("--format", metavar="NAME", help="table, tsv, json, latex (default: table on a terminal, else tsv); "
        "json has full precision, and the systems in the order given")
    add("-q", "--quiet", action="store_true", help="print only the numbers, in the order given")
    add("-w", "--width", type=int, default=2, metavar="N", help="digits after the point (default: 2)")


def _add_others(add: Add) -> None:
    add("--threads", type=int, metavar="N", help="(default: as many as there are processors, if worth it)")
    add("--debug", action="store_true", help="show where in Karat an error happened")
    add("-h", "--help", action="help", help="show this help")


def _weights(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(weight) for weight in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a list of numbers such as 0.4,0.3,0.2,0.1") from None
