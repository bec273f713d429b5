"""What the help of `karat judges` says, and with it which options there are."""

USAGE = "karat judges FILE… [options]"

DESCRIPTION = """\
Say how far judges agree, what each of them is like, and where the systems stand by their judgements.

FILE has judgements: a table (.tsv, .csv, .jsonl, .parquet) with columns judge, system, segment, dimension,
scale and value, or with a column for each dimension; Appraise's CSV; or MQM's table of errors. Several files
are taken together.

κ, α and ICC have intervals by bootstrap over segments. A judge is flagged who said the same of every item, or
who agrees less with the others than chance allows."""

EXAMPLES = """\
examples:
  karat judges judgements.tsv
  karat judges judgements.jsonl --data segments.jsonl --dimension adequacy
  karat judges wmt.appraise.csv --scale DA=0-100 --show systems
  karat judges mqm.tsv --weights Major=10 Minor=1 Neutral=0 No-error=0
  karat judges ratings.csv --scale clarity=1..7 --format json > ratings.json
"""

GROUPS = {
    "input": (
        ("inputs", "FILE…", "judgements"),
        ("--data", "CORPUS", "the texts that were judged: systems and segments must be theirs"),
        ("--dimension", "NAME…", "look at these only; or, if the files do not say, what was judged"),
        (
            "--scale",
            "NAME=SCALE…",
            "scale of a dimension: 1-5, 0..100, -25..0:errors, 1..9:ordinal:lower, DA",
        ),
        ("--first-segment", "N", "the number of the first segment in the files, 0 or 1, where it is unclear"),
        ("--weights", "NAME=X…", "of MQM's errors, by severity or severity/category (default: Google's)"),
    ),
    "intervals": (
        ("--samples", "N", "resampled sets of segments (default: 1000)"),
        ("--seed", "N", "where chance begins (default: 12345); the same seed gives the same figures"),
        ("--level", "X", "confidence of the intervals (default: 0.95)"),
        ("--interval", "HOW", "of κ, α and ICC: percentile, bca (default: percentile)"),
    ),
    "output": (
        (
            "--show",
            "WHAT…",
            "summary, agreement, judges, repeats, systems (default: all but agreement; tsv: agreement)",
        ),
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point (default: 2)"),
    ),
    "other": (
        ("--debug", "", "show where in Karat an error happened"),
        ("-h --help", "", "show this help"),
    ),
}
