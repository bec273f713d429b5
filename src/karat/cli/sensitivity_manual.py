"""What the help of `karat diagnose sensitivity` says, and with it which options there are."""

from karat.cli import manual
from karat.cli.variants_manual import INPUT

USAGE = """\
karat diagnose sensitivity HYPOTHESIS -r REFERENCE… [options]
       karat diagnose sensitivity CORPUS --system NAME [options]"""

DESCRIPTION = """\
Damage a system's output step by step, and say how each metric answers and when it notices.

Damages: shuffle words within windows of five, drop-content and drop-function words, exchange names, change
numbers, negate, truncate, repeat words, and put in synonyms from a list, which should do no harm. The
strength is the share of places that are struck. A damage is noticed when the score leaves the bootstrap
interval of the undamaged text's."""

EXAMPLES = """\
examples:
  karat diagnose sensitivity output.txt -r reference.txt -m bleu chrf ter
  karat diagnose sensitivity wmt.xml --system online-A --damages names numbers negate
  karat diagnose sensitivity wmt.xml --system online-A --format tsv > curves.tsv
  karat diagnose sensitivity wmt.xml --system online-A --write damaged
"""

_SCORES = (
    "--scores",
    "FILE…",
    "scores of the texts that --write wrote, computed elsewhere; the systems are called as their files",
)

GROUPS = {
    "input": INPUT,
    "metrics": tuple(_SCORES if option[0] == "--scores" else option for option in manual.GROUPS["metrics"]),
    **{title: manual.GROUPS[title] for title in ("BLEU", "chrF", "TER")},
    "damage": (
        (
            "--damages",
            "NAME…",
            "shuffle, drop-content, drop-function, names, numbers, negate, truncate, repeat, synonyms "
            "(default: all that find a place to strike)",
        ),
        ("--strengths", "X…", "shares of places to strike (default: 0.01 0.02 0.05 0.1 0.2 0.5 1)"),
        ("--function-words", "FILE", "one word on a line (default: the most frequent of the references)"),
        ("--synonyms", "FILE", "one set on a line, words separated by tabs or commas"),
        (
            "--language",
            "CODE",
            "for negate: cs, de, en, es, fr, it, ja, pt, ru, zh (default: the corpus' target language)",
        ),
        (
            "--write",
            "FOLDER",
            "write the output, all that became of it, references and source, one segment on a line",
        ),
    ),
    "noise": (
        ("--samples", "N", "resampled corpora (default: 1000)"),
        ("--level", "X", "confidence of the intervals (default: 0.95)"),
        ("--seed", "N", "where chance begins (default: 12345); the same seed does the same damage"),
    ),
    "output": (
        ("--show", "WHAT", "smallest, curves, examples, all (default: all; tsv has one long table)"),
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
    ),
    "other": manual.GROUPS["other"][1:],
}
