"""What the help of `karat accept` says, and with it which options there are."""

from karat.cli import calibrate_manual

USAGE = """\
karat accept DATA… [options]
       karat accept HYPOTHESIS… -r REFERENCE… --human-scores FILE [options]"""

DESCRIPTION = """\
Say which outputs are acceptable to people, and from which metric score on, for each language pair and text
type.

Each judgement is weighted (5 → +2, 4 → +1, 3 → -1, 2 → -2, 1 → -4) and multiplied by the words of its
segment. An output whose sum is above 0 is acceptable (Babych, Hartley & Elliott 2005). The human score at
which sums cross 0 is estimated from all outputs, and carried to each metric by the line of its cell. For
other scales, give --mark-weights or --threshold."""

EXAMPLES = """\
examples:
  karat accept "$(karat demo --path)" --human adequacy -m bleu wnm
  karat accept wmt23.en-de --human mqm --threshold -4
"""

GROUPS = calibrate_manual.groups_with(
    "acceptability",
    ("--mark-weights", "LIST", "the weight of each mark (default: 5:2,4:1,3:-1,2:-2,1:-4)"),
    (
        "--words",
        "WHOSE",
        "the words that count: reference, hypothesis, source, or none: each segment counts 1 (default: "
        "reference)",
    ),
    ("--threshold", "X", "the human score from which output is acceptable; no weights are used"),
    drawn="drawn texts, for the intervals of sums",
)
