"""What the help of `karat diagnose variation` says, and with it which options there are."""

from karat.cli import manual

USAGE = """\
karat diagnose variation HYPOTHESIS… -r REFERENCE… [options]
       karat diagnose variation CORPUS [options]"""

DESCRIPTION = """\
Say how many other texts BLEU cannot tell from a hypothesis, and how much of a score rests on word order.

A hypothesis may be cut wherever two neighbours stand together in no reference. The blocks in between may
stand in any order, and no match is lost (Callison-Burch, Osborne & Koehn 2006). Numbers of arrangements are
given as log10; those of all segments of a system add up."""

EXAMPLES = """\
examples:
  karat diagnose variation output.txt -r reference.txt --examples 3
  karat diagnose variation wmt.xml --systems online-A --plot
  karat diagnose variation CORPUS --segments --format tsv > figure-1.tsv
  karat diagnose variation CORPUS --unit char --order 18
"""

_KEPT = ("inputs", "-r --references", "--systems", "--keep-bom")

INPUT = tuple(option for option in manual.GROUPS["input"] if option[0] in _KEPT)
NGRAMS = (
    *(option for option in manual.GROUPS["BLEU"] if option[0] in ("--unit", "--order", "--tokenize")),
    *(
        option
        for option in manual.GROUPS["metrics"]
        if option[0] in ("--lowercase", "--normalization", "--spaces")
    ),
)

GROUPS = {
    "input": INPUT,
    "n-grams": NGRAMS,
    "variation": (
        (
            "--enumerate",
            "N",
            "try all orders of segments of up to N units, at most 9 (default: 6; with --segment 9)",
        ),
        ("--shuffles", "N", "random orders of the whole text (default: enough for a steady mean)"),
        ("--seed", "N", "where chance begins (default: 12345); the same seed gives the same figures"),
    ),
    "output": (
        ("--segments", "", "a row for each segment: length and variants, as in the paper's Figure 1"),
        ("--plot", "", "variants against length, drawn in characters"),
        ("--examples", "N", "also show the N segments of each system with most variants, cut into blocks"),
        ("--segment", "N", "show only this segment of each system, counted from 1"),
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
    ),
    "other": manual.GROUPS["other"][1:],
}
