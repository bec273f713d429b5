"""What the help of `karat calibrate` says, and with it which options there are."""

from karat.cli import agree_manual, manual

USAGE = """\
karat calibrate DATA… [options] [-o FILE]
       karat calibrate HYPOTHESIS… -r REFERENCE… --human-scores FILE [options] [-o FILE]"""

DESCRIPTION = """\
Fit the map from a metric to people's scores, to predict with it what people did not judge.

DATA is a corpus with human scores, as of karat agree. A calibration holds for one metric recipe, language
pair, text type and human scale; one is fitted for each. Least squares gives the line with exact prediction
intervals; medians of slopes and isotonic steps are fitted beside it, and chosen where they predict systems
that were left out better beyond chance. With three cells or more, lines that lean on each other (mixed
effects) are shown beside the separate ones. -o writes everything to a file for karat predict."""

EXAMPLES = """\
examples:
  karat calibrate wmt23.en-de --human mqm -m bleu chrf -o en-de.json
  karat calibrate wmt23.en-de wmt23.zh-en --human mqm --by language-pair
  karat calibrate wmt23.en-de --human mqm -m bleu:order=1 chrf ter --together
  karat calibrate wmt23.en-de --human mqm --level document
"""

# Options that mean the same to every command that fits calibrations.
PAIR = ("--language-pair", "NAME", "such as en-de, where DATA does not say")
CONFIDENCE = ("--confidence", "X", "of the intervals (default: 0.95)")

GROUPS = {
    "input": (
        *agree_manual.GROUPS["input"],
        (
            "--scale",
            "TEXT",
            "such as 1-5 or 0-100: convert human scores to it from the scale that they name, or say which "
            "they are on",
        ),
    ),
    "metrics": agree_manual.GROUPS["metrics"],
    **{title: manual.GROUPS[title] for title in ("BLEU", "chrF", "TER")},
    "calibration": (
        (
            "--by",
            "CELL",
            "text-type: language pair × text type (default, where text types are known); language-pair: all "
            "text types together; target-language: also all DATA into one language together",
        ),
        PAIR,
        ("--level", "NAME", "what is predicted: system, document, segment (default: system)"),
        ("--together", "", "all metrics in one map, with its gain over the best single one"),
        CONFIDENCE,
        ("--plan", "X", "how many judgements give prediction intervals of this width, in human points"),
        ("-o --output", "FILE", "write the calibrations here"),
    ),
    "output": (
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point, of scores (default: 2)"),
    ),
    "other": manual.GROUPS["other"],
}


def groups_with(
    title: str, *options: tuple[str, str, str], drawn: str
) -> dict[str, tuple[tuple[str, str, str], ...]]:
    """The groups of a command that reads the same data, with options of its own and what it draws."""
    own = (
        ("--by", "CELL", "text-type (default, where text types are known) or language-pair"),
        *options,
        PAIR,
        CONFIDENCE,
        ("--samples", "N", f"{drawn} (default: 1000)"),
        ("--seed", "N", "where chance begins (default: 12345)"),
    )
    return {
        (title if name == "calibration" else name): (own if name == "calibration" else group)
        for name, group in GROUPS.items()
    }
