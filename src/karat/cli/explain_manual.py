"""What the help of `karat explain` says, and with it which options there are."""

from karat.cli import manual

USAGE = """\
karat explain METRIC --hypothesis TEXT --reference TEXT… [options]
       karat explain METRIC HYPOTHESIS -r REFERENCE… --segment N [options]
       karat explain METRIC CORPUS --system NAME --segment N [options]"""

DESCRIPTION = """\
Show every number on the way to the score of one segment: what matched, what was missed, and the steps.

METRIC is a name as karat score -m takes it, also with options: bleu:order=2,tokenize=intl; with --recipe it
is left out. Inputs and other options are those of karat score. A metric that must see a whole corpus first
sees that of the files; of texts it sees the one segment."""

EXAMPLES = """\
examples:
  karat explain bleu --hypothesis 'the cat sat on a mat' --reference 'the cat sat on the mat'
  karat explain ter output.txt -r reference.txt --segment 12 --case-sensitive
  karat explain chrf wmt.xml --system online-A --segment 3 --format json
  karat explain nee output.txt -r reference.txt --entities reference.muc --segment 1
  karat explain --recipe 'BLEU|order:4|tok:intl' output.txt -r reference.txt --segment 1
"""

_INPUT = {option[0]: option for option in manual.GROUPS["input"]}
_FILES = ("-r --references", "--source", "--documents", "--text-types", "--tags", "--reference-tags")
_METRICS = ("--lowercase", "--normalization", "--spaces")

GROUPS = {
    "input": (
        ("inputs", "METRIC…", "a metric of karat metrics; then a file for each system, or a CORPUS"),
        *(_INPUT[name] for name in _FILES),
        _INPUT["--entities"],
        _INPUT["--keep-bom"],
        ("--segment", "N", "which segment of the files, counted from 1"),
        ("--system", "NAME", "which system, where there are several"),
        ("--hypothesis", "TEXT", "the translation itself, in place of files"),
        ("--reference", "TEXT…", "one or more references themselves"),
    ),
    "metric": (
        ("--recipe", "RECIPE", "the metric that a recipe describes, in quotation marks"),
        *(option for option in manual.GROUPS["metrics"] if option[0] in _METRICS),
    ),
    **{title: manual.GROUPS[title] for title in ("BLEU", "chrF", "TER")},
    "output": (
        ("--all", "", "all n-grams, not only the first 20 of each kind"),
        ("--format", "NAME", "table, json (default: table, with colours on a terminal)"),
        (
            "-w --width",
            "N",
            "digits after the point (default: 2; 6 digits of what the score is made of)",
        ),
    ),
    "other": tuple(option for option in manual.GROUPS["other"] if option[0] != "--threads"),
}
