"""What the help of `karat diagnose variants` says, and with it which options there are."""

from karat.cli import manual, variation_manual

USAGE = """\
karat diagnose variants HYPOTHESIS -r REFERENCE… [options]
       karat diagnose variants CORPUS --system NAME [options]"""

DESCRIPTION = """\
Write texts that get exactly the same BLEU statistics as a system's output, and show which other metrics see
the difference.

Blocks are rearranged, words that do not match are replaced, and stretches of references are drawn in place of
others. Each text is scored again, and only exact ties are kept."""

EXAMPLES = """\
examples:
  karat diagnose variants output.txt -r reference.txt --segment 12
  karat diagnose variants wmt.xml --system online-A --score-with chrf ter wnm
  karat diagnose variants wmt.xml --system online-A --kinds words --words helicopters.txt
"""

# One system, which may have to be named.
INPUT = (
    *(option for option in variation_manual.INPUT if option[0] != "--systems"),
    ("--system", "NAME", "the system, where there are several"),
    *(option for option in manual.GROUPS["input"] if option[0] == "--entities"),
)

GROUPS = {
    "input": INPUT,
    "n-grams": variation_manual.NGRAMS,
    "variants": (
        ("--segment", "N…", "the segments, counted from 1 (default: a sample)"),
        ("--sample", "N", "how many segments to draw at random (default: 5)"),
        ("--variants", "N", "how many variants of each segment, at most (default: 5)"),
        ("--kinds", "NAME…", "order, words, references (default: all)"),
        (
            "--words",
            "FILE",
            "words to bring in, one on a line (default: those of the references)",
        ),
        ("--score-with", "NAME…", "metrics to score the variants with; options may follow, as with -m"),
        ("--seed", "N", "where chance begins (default: 12345); the same seed gives the same variants"),
    ),
    "output": (
        ("--first", "WHICH", "most, least: which plausible variants come first (default: most)"),
        ("--show", "WHAT", "variants, blindness, both (default: both; tsv: variants)"),
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
    ),
    "other": manual.GROUPS["other"][1:],
}
