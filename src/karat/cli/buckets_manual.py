"""What the help of `karat buckets` says, and with it which options there are."""

from karat.cli import compare_manual, manual

USAGE = """\
karat buckets HYPOTHESIS… -r REFERENCE… [options]
       karat buckets CORPUS [options]"""

DESCRIPTION = """\
Say on which words and segments systems do well: words by frequency, by tag and by type of entity; segments
by length and by difficulty.

Every number has an interval and examples: words that were missed or are wrong, entities that were not found,
the worst segments. Of two systems the difference is shown with its interval."""

EXAMPLES = """\
examples:
  karat buckets old.txt new.txt -r reference.txt
  karat buckets CORPUS --by frequency --frequencies training.txt --examples 3
  karat buckets new.txt -r reference.txt --by tag --reference-tags reference.pos
  karat buckets CORPUS --by length difficulty -m chrf --format json
"""

_LEFT_OUT = ("--tags", "--reference-tags")

GROUPS = {
    "input": tuple(
        option for option in compare_manual.GROUPS["input"] if option[0] not in (*_LEFT_OUT, "--runs")
    ),
    "metrics": manual.GROUPS["metrics"],
    **{title: manual.GROUPS[title] for title in ("BLEU", "chrF", "TER")},
    "buckets": (
        (
            "--by",
            "WHAT…",
            "frequency, tag, entity, length, difficulty (default: those for which there is something to "
            "sort by)",
        ),
        (
            "--frequencies",
            "FILE",
            "how often words occur elsewhere, such as in training data: lines word;frequency;texts after "
            "<CorpStat>;words;texts (default: in the references)",
        ),
        ("--edges", "W,W,…", "where to cut frequencies (default: 1,2,5,10,100,1000)"),
        ("--reference-tags", "FILE", "tags of the first reference, one for each word between spaces"),
        ("--examples", "N", "also show N examples for every number (json has 5 anyway)"),
    ),
    "chance": (
        (
            "--pair",
            "NAME…",
            "the two systems whose difference is shown (default: where there are two, these)",
        ),
        ("--samples", "N", "resampled corpora for intervals (default: 1000)"),
        ("--level", "X", "confidence of the intervals (default: 0.95)"),
        ("--seed", "N", "where chance begins (default: 12345)"),
    ),
    "output": (
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
    ),
    "other": manual.GROUPS["other"],
}
