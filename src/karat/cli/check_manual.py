"""What the help of `karat check` says, and with it which options there are."""

from karat.cli import compare_manual, manual
from karat.diagnosis.suitability import CHECKS

USAGE = """\
karat check HYPOTHESIS… -r REFERENCE… [options]
       karat check CORPUS [options]"""

DESCRIPTION = """\
Say whether scores of these texts may be used as they are meant to be: fine, doubtful or unfit.

Each check looks at the texts and the scores for one thing that makes scores mislead, and says what it found
and what to do: systems of different kinds, one reference, too little text for the difference claimed, text
that is tokenized, copied or repeated, an order that is too high, words that have no spaces between them …"""

EXAMPLES = """\
examples:
  karat check output.txt -r reference.txt
  karat check old.txt new.txt -r reference.txt --difference 0.5
  karat check CORPUS -m bleu chrf --phenomenon 'would have' --format json
"""

GROUPS = {
    **{title: compare_manual.GROUPS[title] for title in ("input", "metrics", "BLEU", "chrF", "TER")},
    "checks": (
        ("--only", "NAME…", f"{', '.join(CHECKS)} (default: all that apply)"),
        (
            "--difference",
            "X",
            "the difference that is claimed by the first metric (default: that between the best two)",
        ),
        ("--phenomenon", "TEXT…", "words that the scores should tell about, in any case of letters"),
    ),
    "output": (
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
    ),
    "other": manual.GROUPS["other"],
}
