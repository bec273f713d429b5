"""What the help of `karat predict` says, and with it which options there are."""

from karat.cli import manual

USAGE = """\
karat predict CALIBRATION HYPOTHESIS… -r REFERENCE… [options]
       karat predict CALIBRATION CORPUS [options]
       karat predict CALIBRATION --score VALUE… [options]"""

DESCRIPTION = """\
Predict the score that people would give, from a calibration that karat calibrate wrote.

Each output is scored with the calibration's own recipe. The prediction comes with an interval in which the
human score of a new system lies, and with --threshold the probability that it passes. Another text than the
one that people judged widens the interval, a short one by much.

A calibration holds for its language pair, text type, recipe, range of scores and kind of system: for others
the prediction is refused, with the reason and what to do. --force predicts all the same and says so."""

EXAMPLES = """\
examples:
  karat predict en-de.json v2.txt -r ref-A.txt ref-B.txt --metric BLEU --text-type news --threshold -4
  karat predict en-de.json v2.txt v1.txt -r ref-A.txt ref-B.txt --metric BLEU --text-type news --beside v1
  karat predict en-de.json --score 38.5 --metric BLEU --text-type news
"""

_INPUT = tuple(
    option
    for option in manual.GROUPS["input"]
    if option[0].split()[0] not in ("inputs", "--tags", "--reference-tags", "--entities")
)

GROUPS = {
    "input": (
        ("inputs", "FILE…", "a CALIBRATION, then one HYPOTHESIS for each system, or one CORPUS"),
        *_INPUT,
        (
            "--score",
            "VALUE…",
            "the score of an output, one for each metric of the calibration; nothing is read",
        ),
        (
            "--recipe",
            "RECIPE…",
            "of --score, as karat score prints it; it must be the calibration's, or nothing is predicted",
        ),
        (
            "--new-text",
            "N",
            "the --score is of another text than the one that people judged, with N segments; the interval "
            "widens",
        ),
        ("--language-pair", "NAME", "of the output, such as en-de, where its files do not say"),
        ("--text-type", "NAME", "of the output, where its files do not say"),
    ),
    "prediction": (
        ("--metric", "NAME", "of several metrics in CALIBRATION, the one to predict with"),
        ("--human", "NAME", "of several dimensions, the one to predict"),
        ("--threshold", "X", "the human score from which output is acceptable"),
        (
            "--beside",
            "SYSTEM",
            "an earlier version, among the outputs or judged in the calibration: are the others better, "
            "worse, or can't one tell?",
        ),
        ("--scale", "TEXT", "such as 1-5 or 0-100: convert the calibration's human scale to it"),
        ("--map", "KIND", "least-squares, theil-sen, isotonic, ridge, pooled (default: the chosen one)"),
        ("--confidence", "X", "of the prediction interval (default: the calibration's)"),
        ("--force", "", "predict also where the calibration does not hold, and mark it"),
    ),
    "output": (
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
    ),
    "other": manual.GROUPS["other"],
}
