"""What the help of `karat power` says, and with it which options there are."""

from karat.cli import compare_manual, manual

USAGE = """\
karat power HYPOTHESIS… -r REFERENCE… [options]
       karat power CORPUS [options]"""

DESCRIPTION = """\
Say what a test set can show: the difference that it detects, and how many segments a difference takes.

The spread is that of the systems given, pair by pair: two that err in the same segments are told apart with
fewer segments than two that err in different ones. Each pair is taken as the only one that is tested; give
--pairs where a comparison will have more."""

EXAMPLES = """\
examples:
  karat power old.txt new.txt -r reference.txt
  karat power old.txt new.txt -r reference.txt --difference 0.5 1 2
  karat power CORPUS -m chrf --power 0.9 --level 0.99 --pairs 10
"""

GROUPS = {
    **{title: compare_manual.GROUPS[title] for title in ("input", "metrics", "BLEU", "chrF", "TER")},
    "power": (
        ("--difference", "X…", "differences to find segments for (default: 0.25 0.5 1 2)"),
        ("--power", "X", "how often a difference should be found (default: 0.8)"),
        ("--level", "X", "confidence; a test rejects at what it leaves (default: 0.95)"),
        ("--pairs", "N", "pairs of systems that will be tested together (default: 1)"),
        ("--samples", "N", "resampled corpora, for the standard error (default: 1000)"),
        ("--seed", "N", "where chance begins (default: 12345)"),
        ("--draw", "UNIT", "count segments, paragraphs or documents (default: segment)"),
    ),
    "output": (
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
    ),
    "other": manual.GROUPS["other"],
}
