"""What the help of `karat equate` says, and with it which options there are."""

from karat.cli import compare_manual, manual

USAGE = """\
karat equate HYPOTHESIS… -r REFERENCE… [options]
       karat equate CORPUS [options]"""

DESCRIPTION = """\
Say which order in characters stands for an order in words on these texts.

Every output is scored in words and in characters of every order. Three methods look for the order in
characters that is most like an order in words: correlation, agreement of grades, and behaviour (Denoual and
Lepage 2005). Where words have no spaces between them, --tokenize names what cuts the text into words."""

EXAMPLES = """\
examples:
  karat equate output.txt -r reference.txt
  karat equate CORPUS --order 4 --characters 60 --spaces keep
  karat equate CORPUS --tokenize ja-mecab --format json > equated.json
  karat equate CORPUS -m chrf --lengths 4,5,6,7,8,9,10,11
"""

_INPUT = ("inputs", "-r --references", "--source", "--systems", "--keep-bom")

GROUPS = {
    "input": tuple(option for option in compare_manual.GROUPS["input"] if option[0] in _INPUT),
    "scores": (
        ("-m --metrics", "NAME…", "bleu, without smoothing, or chrf (default: bleu)"),
        ("--order", "N", "the highest order in words, and the one that tables are about (default: 4)"),
        ("--characters", "N", "the highest order in characters (default: 40)"),
        ("--tokenize", "NAME", "what makes words, as for karat score (default: 13a)"),
        ("--spaces", "HOW", "drop or keep spaces among characters (default: drop)"),
        ("--lowercase", "", "ignore case"),
        ("--normalization", "FORM", "Unicode form of all texts: none, NFC, NFKC (default: none)"),
    ),
    "likeness": (
        ("--grades", "N", "grades of the same width, for kappa (default: 10)"),
        ("--threshold", "X", "share of outputs that must behave alike (default: 0.9)"),
        ("--at", "N", "the order in characters of the tables (default: the middle of what the methods find)"),
        ("--lengths", "W,W,…", "where to cut lengths in words (default: into quarters)"),
        ("--samples", "N", "resampled corpora, for the intervals (default: 500)"),
        ("--level", "X", "confidence of the intervals (default: 0.95)"),
        ("--seed", "N", "where chance begins (default: 12345)"),
    ),
    "output": (
        (
            "--show",
            "WHAT",
            "one table: equivalents, lengths, systems, short, curve or scatter (default: the first four; in "
            "tsv and latex, the first)",
        ),
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point, where a column has none of its own (default: 2)"),
    ),
    "other": manual.GROUPS["other"],
}
