"""What the help of `karat report` says, and with it which options there are."""

from karat.cli import agree_manual, manual

USAGE = """\
karat report CORPUS [options]
       karat report HYPOTHESIS… -r REFERENCE… [options]"""

DESCRIPTION = """\
Write everything that Karat can say about an evaluation as one HTML page that opens anywhere.

The page begins with the answer in words (who is best, is it real, what people say, is it good enough, what
to distrust), then shows the evidence: scores, pairs, parts of the text, metrics against people, calibrations
and predictions, diagnosis, and every segment. A section is there where the data have it. The inputs are those
of karat score and karat agree. The page carries its figures; karat reproduce makes them again."""

EXAMPLES = """\
examples:
  karat report wmt23.en-de -o report.html
  karat report old.txt new.txt -r reference.txt --source source.txt -m bleu chrf ter -o texts.html
  karat report old.txt new.txt other.txt -r reference.txt --human-scores judged.tsv -o judged.html
  karat report wmt23.en-de --human mqm --threshold -4 -o enough.html --figures figures
  karat report new.txt -r reference.txt --calibration calibration.json --language-pair de-en -o new.html
  karat report CORPUS --format json > figures.json
"""

_WITHOUT = ("inputs", "--judged-only", "--keep-people", "--entities")
_INPUT = tuple(option for option in agree_manual.GROUPS["input"] if option[0].split()[0] not in _WITHOUT)
_ENTITIES = (
    "--entities",
    "FILE…",
    "the named entities of each reference, in MUC's tags (.muc, .txt) or as .jsonl; not needed where the "
    "references themselves have tags",
)
_HUMAN = ("--human", "NAME…", "the dimensions to take, such as mqm or adequacy (default: the first three)")
_METRICS = (
    "-m --metrics",
    "NAME…",
    "as of karat score (default: bleu chrf, in characters where the writing has no spaces); the first leads",
)

GROUPS = {
    "input": (
        ("inputs", "HYPOTHESIS…", "one CORPUS, or one HYPOTHESIS for each system"),
        *(_HUMAN if option[0] == "--human" else option for option in _INPUT),
        _ENTITIES,
        ("--language-pair", "NAME", "such as de-en, where the CORPUS does not say it"),
        ("--calibration", "FILE…", "lines that karat calibrate wrote: predict what people would say"),
        ("--threshold", "X", "the human score from which on a translation is good enough for its readers"),
    ),
    "metrics": tuple(
        _METRICS if option[0] == "-m --metrics" else option for option in manual.GROUPS["metrics"]
    ),
    **{title: manual.GROUPS[title] for title in ("BLEU", "chrF", "TER")},
    "chance": (
        ("--samples", "N", "resampled texts, for every interval (default: 1000)"),
        ("--seed", "N", "where chance begins (default: 12345); the same seed gives the same figures"),
        ("--level", "X", "confidence of the intervals; the tests reject at what it leaves (default: 0.95)"),
    ),
    "output": (
        ("-o --output", "FILE", "the page (default: report.html; with --format json: none)"),
        ("--title", "TEXT", "what the page is called (default: as the data)"),
        ("--figures", "FOLDER", "also write each chart as SVG, PDF and PNG, each table as LaTeX and CSV"),
        ("--overwrite", "", "of --figures: write over files that are there already"),
        ("--open", "", "show the page in the browser"),
        ("--format", "NAME", "json prints every figure in full precision (default: the answer, in words)"),
    ),
    "other": manual.GROUPS["other"],
}
