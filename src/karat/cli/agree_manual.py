"""What the help of `karat agree` says, and with it which options there are."""

from karat.cli import manual

USAGE = """\
karat agree DATA… [options]
       karat agree HYPOTHESIS… -r REFERENCE… --human-scores FILE [options]"""

DESCRIPTION = """\
Measure metrics against people: does this metric track people here, how well, and where does it fail?

DATA is a corpus as karat score takes it that has human scores: columns human_NAME for each system and
segment, or systems.tsv in its folder for each system. Several DATA, such as one for each language pair, are
measured one by one. Figures are of (metric, human), turned so that agreement is positive. Human
translations are shown apart and are in no figure."""

EXAMPLES = """\
examples:
  karat agree wmt23.en-de -m bleu chrf ter
  karat agree wmt23.en-de --human mqm --level system segment --by text-type
  karat agree wmt23.en-de --human mqm --scores metric_scores_seg.parquet --ranking
  karat agree wmt23.en-de wmt23.zh-en --outliers --order-sweep
  karat agree old.txt new.txt other.txt -r reference.txt --human-scores judged.tsv
"""

_INPUT = tuple(
    option
    for option in manual.GROUPS["input"]
    if option[0].split()[0] not in ("inputs", "--tags", "--reference-tags")
)

_SAID_OTHERWISE = {
    "-m --metrics": (
        "as of karat score (default: bleu chrf; none with --scores); options may follow: bleu:order=2"
    ),
    "--scores": (
        "scores that were computed elsewhere: tables as of karat score, or of many metrics, with a column "
        "metric and one for each system, or columns metric, system, score and, for scores of segments, seg_id"
    ),
}

GROUPS = {
    "input": (
        ("inputs", "DATA…", "corpora with human scores, or one HYPOTHESIS for each system"),
        *_INPUT,
        (
            "--human-scores",
            "FILE…",
            "tables with columns system, segment (unless they are of whole systems) and human_NAME; "
            "judgements, of which the judges' mean is taken; or mt-metrics-eval's .score files",
        ),
        ("--human", "NAME…", "the dimensions to take, such as mqm or adequacy (default: all)"),
        (
            "--first-segment",
            "N",
            "the number of the first segment in tables of judgements, 0 or 1, where it is unclear",
        ),
        ("--fewer-is-better", "NAME…", "dimensions that count errors, such as MQM without a minus"),
        (
            "--judged-only",
            "",
            "of each dimension, score only the segments that people judged; the rest of the text is left out",
        ),
        ("--keep-people", "", "count human translations that are no reference among the systems"),
    ),
    "metrics": tuple(
        (names, value, _SAID_OTHERWISE.get(names, text)) for names, value, text in manual.GROUPS["metrics"]
    ),
    **{title: manual.GROUPS[title] for title in ("BLEU", "chrF", "TER")},
    "agreement": (
        ("--level", "NAME…", "system, segment, document (default: system)"),
        ("--by", "WHAT", "also in each text-type, document or paragraph; language-pair needs several DATA"),
        (
            "--statistics",
            "NAME…",
            "pearson, spearman, kendall, kendall-c, r-squared, prediction-error, accuracy, tau-10, "
            "tau-13, tau-14, tau-23, kendall-like, calibrated-accuracy, soft-accuracy; with /item or /system "
            "the mean over items or systems",
        ),
        ("--draw", "WHAT", "for intervals at system level: both, system, segment (default: both)"),
        ("--samples", "N", "resamples for intervals, permutations for tests (default: 1000)"),
        ("--seed", "N", "where chance begins (default: 12345); the same seed gives the same figures"),
        ("--confidence", "X", "of the intervals; tests reject at what it leaves (default: 0.95)"),
    ),
    "more": (
        ("--ranking", "", "rank the metrics, test every pair by permutation, and give clusters"),
        ("--rank-by", "NAME…", "the statistics of --ranking (default: those of the WMT Metrics task)"),
        ("--design", "NAME", "what --ranking exchanges: both, inputs, systems (default: what suits)"),
        ("--correction", "HOW", "of --ranking, for the number of pairs: bh, holm, none (default: bh)"),
        ("--outliers", "", "what correlation and line are without each system"),
        ("--order-sweep", "", "prediction error of BLEU of every order, in words and in characters"),
        ("--up-to", "N", "the highest order of --order-sweep (default: 16)"),
        ("--partial", "", "which dimension a metric tracks: correlations with the others held fixed"),
        (
            "--equal-scores",
            "N",
            "systems and up to N pairs of segments with equal scores that people tell apart",
        ),
    ),
    "output": (
        ("--format", "NAME", "table, tsv, json, latex (default: table on a terminal, else tsv)"),
        ("-w --width", "N", "digits after the point, of scores (default: 2)"),
    ),
    "other": manual.GROUPS["other"],
}
