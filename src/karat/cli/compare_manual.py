"""What the help of `karat compare` says, and with it which options there are."""

from karat.cli import manual

USAGE = """\
karat compare HYPOTHESIS… -r REFERENCE… [options]
       karat compare CORPUS [options]"""

DESCRIPTION = """\
Compare systems: intervals for every score, and tests for every pair that keep their error rates.

The inputs and metrics are those of karat score. Systems are in the order of their scores. A cluster ends
where every system above is significantly better than every system below; ranks are the places that the
tests leave open to a system. The verdict rests on paired approximate randomization, corrected for the number
of pairs; detectable is the difference that such a pair would show in 8 comparisons of 10."""

EXAMPLES = """\
examples:
  karat compare old.txt new.txt -r reference.txt
  karat compare wmt.xml -m bleu chrf ter --draw document
  karat compare CORPUS --correction bh --interval bca --level 0.99
  karat compare CORPUS --show pairs --format tsv > pairs.tsv
  karat compare base.?.txt new.?.txt -r reference.txt --runs 'base=base.*' 'new=new.*'
  karat compare judged.jsonl --human mqm --slices text-type source-length=10,20,40 --show slices
"""

_OF_SCORE = ("input", "metrics", "BLEU", "chrF", "TER")

_RUNS = (
    "--runs",
    "NAME=RUNS…",
    "which systems are runs of one, where there are several of each: base=base.1,base.2 or 'base=base.*' "
    "'new=new.*'; the tests then allow for how far runs come apart",
)
_HUMAN = (
    "--human",
    "NAME…",
    "also compare by human scores: columns human_NAME of the CORPUS; each pair on the segments judged for "
    "both",
)

GROUPS = {
    **{title: manual.GROUPS[title] for title in _OF_SCORE},
    "input": (*manual.GROUPS["input"], _RUNS),
    "metrics": (*manual.GROUPS["metrics"], _HUMAN),
    "comparison": (
        ("--samples", "N", "resampled corpora, for intervals and the bootstrap test (default: 1000)"),
        (
            "--shuffles",
            "N",
            "random swaps, for the randomization test (default: 10000, more for many pairs)",
        ),
        ("--seed", "N", "where chance begins (default: 12345); the same seed gives the same figures"),
        ("--level", "X", "confidence of the intervals; the tests reject at what it leaves (default: 0.95)"),
        ("--interval", "HOW", "percentile, bca (default: percentile)"),
        (
            "--draw",
            "UNIT",
            "draw and swap by segment, paragraph or document (default: segment); --unit UNIT means the same",
        ),
        ("--stratify", "", "draw within each text type, so that all keep their size"),
        ("--correction", "HOW", "for the number of pairs: holm, bh, none (default: holm)"),
        (
            "--tests --compatible",
            "HOW",
            "karat; or moses, as Moses, MultEval and sacreBLEU have them, which reject too often",
        ),
    ),
    "output": (
        (
            "--show",
            "WHAT",
            "standings, pairs, open (pairs), both, slices (default: both, of many pairs those that are open; "
            "tsv: pairs)",
        ),
        (
            "--slices",
            "NAME…",
            "also compare within parts of the text, and say where the order turns round: document, "
            "paragraph, text-type, source-length, reference-length, length-ratio, frequency, numbers, "
            "entities, or any column of the CORPUS; numbers are cut into quarters, or where it is said: "
            "source-length=10,20",
        ),
        ("--labels", "FILE…", "the same by the labels in a file, one line for each segment"),
        (
            "--examples",
            "N",
            "also show the N segments in which two systems differ most, either way, and the n-grams that one "
            "of them gets and the other misses",
        ),
        ("--pair", "NAME…", "the two systems for --examples (default: the first two in the standings)"),
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
        manual.GROUPS["output"][-1],
    ),
    "other": manual.GROUPS["other"],
}
