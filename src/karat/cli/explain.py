"""`karat explain`: how one segment got its score."""

from __future__ import annotations

from argparse import Namespace

from karat.cli.output import shows_styles, write
from karat.cli.parser import Parser
from karat.errors import InvalidOption
from karat.metrics.catalogue import metric, named_options
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.metrics.explanation import Explanation

USAGE = """\
karat explain METRIC --hypothesis TEXT --reference TEXT… [options]
       karat explain METRIC HYPOTHESIS -r REFERENCE… --segment N [options]
       karat explain METRIC CORPUS --system NAME --segment N [options]"""
DESCRIPTION = """\
Show every number on the way to the score of one segment: what matched, what was missed, and the steps.

METRIC is a name as karat score -m takes it, also with options: bleu:order=2,tokenize=intl. A metric that
must see a whole corpus first sees that of the files; of texts it sees the one segment."""
EXAMPLES = """\
examples:
  karat explain bleu --hypothesis 'the cat sat on a mat' --reference 'the cat sat on the mat'
  karat explain ter output.txt -r reference.txt --segment 12
  karat explain chrf wmt.xml --system online-A --segment 3 --format json
"""
OPTIONS = (
    ("metric", "METRIC", "a metric of karat metrics, with or without options"),
    ("inputs", "FILE…", "a file of one system, or a CORPUS"),
    ("-r --references", "FILE…", "one or more reference translations"),
    ("--segment", "N", "which segment of the files, counted from 1"),
    ("--system", "NAME", "which system of a CORPUS that has several"),
    ("--hypothesis", "TEXT", "the translation itself, in place of files"),
    ("--reference", "TEXT…", "one or more references themselves"),
    ("--all", "", "all n-grams, not only the first 20 of each kind"),
    ("--format", "NAME", "text, json (default: text, with colours on a terminal)"),
    ("-w --width", "N", "digits after the point (default: 2)"),
    ("--debug", "", "show where in Karat an error happened"),
    ("-h --help", "", "show this help"),
)
FORMATS = ("text", "json")
_MOST = 20
_MOST_DIGITS = 15


def run(arguments: Sequence[str]) -> int:
    """Print the explanation of one segment."""
    from karat.cli.options import whole_number

    parser = Parser("explain", usage=USAGE, description=DESCRIPTION, examples=EXAMPLES)
    parser.add_group("options", OPTIONS, types={"N": whole_number})
    options = parser.read(arguments, Namespace())
    form = options.format or "text"
    if form not in FORMATS:
        raise InvalidOption.choice("--format", form, FORMATS)
    digits = 2 if options.width is None else options.width
    if not 0 <= digits <= _MOST_DIGITS:
        raise InvalidOption(f"--width is {digits}; it must be between 0 and {_MOST_DIGITS}.")
    name, own = named_options(options.metric)
    explanation = _explained(metric(name, **own), options)
    from karat.report.explanation import as_json, render

    if form == "json":
        write(as_json(explanation))
    else:
        most = None if options.all else _MOST
        write(render(explanation, digits=digits, styles=shows_styles(), most=most))
    return 0


def _explained(of: Any, options: Namespace) -> Explanation:
    if options.hypothesis is not None or options.reference is not None:
        return _of_texts(of, options)
    if not options.inputs:
        raise InvalidOption(
            "There is nothing to explain. Give --hypothesis TEXT --reference TEXT…, or files."
        )
    if options.segment is None:
        raise InvalidOption("An explanation is of one segment. Say which: --segment N.")
    from karat.cli.inputs import one_system

    corpus = _corpus(of, options)
    text = corpus.system(one_system(corpus, options.system))
    if not 1 <= options.segment <= len(corpus):
        raise InvalidOption(f"--segment is {options.segment}; the text has segments 1 to {len(corpus)}.")
    place = options.segment - 1
    found: Explanation = of.prepare(corpus).explain(text[place], corpus.references.of_segment(place))
    return found


def _of_texts(of: Any, options: Namespace) -> Explanation:
    if options.hypothesis is None or options.reference is None:
        raise InvalidOption("--hypothesis TEXT and --reference TEXT… go together.")
    if options.inputs or options.references or options.segment is not None or options.system is not None:
        raise InvalidOption("--hypothesis and --reference are the texts themselves: leave the files out.")
    found: Explanation = of.explain(options.hypothesis, options.reference)
    return found


def _corpus(of: Any, options: Namespace) -> Corpus:
    from karat.cli.inputs import check_inputs, has_entities, read_corpus, read_marked_corpus
    from karat.cli.options import ScoreOptions

    asked = ScoreOptions(inputs=options.inputs, references=options.references)
    read = read_marked_corpus if has_entities(asked) or of.needs_entities else read_corpus
    return read(asked, check_inputs(asked, command="explain"))
