"""What the help of `karat score` says, and with it which options there are."""

from karat.metrics.catalogue import METRICS

USAGE = """\
karat score HYPOTHESIS… -r REFERENCE… [options]
       karat score CORPUS [options]"""

DESCRIPTION = """\
Score translations against references.

HYPOTHESIS and REFERENCE are plain text, one segment per line (- is standard input), or mteval's .sgm.
CORPUS is one file or folder that holds systems and references itself: .jsonl, .tsv, .csv, .parquet,
WMT's .xml, or a folder of text files. Files may end in .gz or .zst."""

EXAMPLES = """\
examples:
  karat score output.txt -r reference.txt
  karat score online-A.txt online-B.txt -r ref-A.txt ref-B.txt -m bleu chrf ter
  translate < source.txt | karat score - -r reference.txt -q
  karat score wmt.xml --by document --format tsv > documents.tsv
  karat score output.txt -r reference.txt --unit char --order 20 --orders
  karat score output.txt -r reference.txt --recipe 'BLEU|order:4|tok:intl|case:lc'
"""


# Names, value and help of each option. N is a whole number, X any number, … means one or more.
GROUPS = {
    "input": (
        ("inputs", "HYPOTHESIS…", "one file for each system, or one CORPUS"),
        ("-r --references", "FILE…", "one or more reference translations"),
        ("--source", "FILE", "the source text; checked to have as many segments"),
        (
            "--systems",
            "NAME…",
            "what to call the hypotheses (default: as their files); of a CORPUS or .sgm, which systems to "
            "take (default: all)",
        ),
        ("--documents", "FILE", "the document of each line of plain text, for --by"),
        ("--text-types", "FILE", "the text type of each line of plain text, for --by"),
        ("--tags", "FILE…", "for tag-bleu: the tags of each hypothesis, one for each of its tokens"),
        ("--reference-tags", "FILE…", "the same of each reference"),
        (
            "--entities",
            "FILE…",
            "for nee: the named entities of each reference, in MUC's tags (.muc, .txt) or as .jsonl; not "
            "needed where the references themselves have tags",
        ),
        ("--keep-bom", "", "leave a byte order mark in the first segment, as sacreBLEU does"),
    ),
    "metrics": (
        (
            "-m --metrics",
            "NAME…",
            f"{', '.join(METRICS)} (default: bleu); options may follow: bleu:order=2,tokenize=intl",
        ),
        (
            "--recipe",
            "RECIPE…",
            "metrics as recipes describe them, such as one that an earlier run printed; in quotation marks",
        ),
        (
            "--scores",
            "FILE…",
            "scores of each segment that were computed elsewhere: a .tsv, .csv, .jsonl or .parquet "
            "with columns system, segment and one for each metric; or metric, system, segment and score; or "
            "with one row for each segment and a column for each system; or mt-metrics-eval's .seg.score",
        ),
        ("--score-names", "NAME…", "of --scores, those to take (default: all)"),
        ("--lower-is-better", "NAME…", "of --scores, those that count errors, such as MetricX"),
        ("--missing-scores", "", "of --scores: leave segments without a score out of the means"),
        ("--mixed-scales", "", "of --scores: allow what looks like two scales in one column"),
        ("--lowercase", "", "ignore case (TER does unless --case-sensitive)"),
        ("--normalization", "FORM", "Unicode form of all texts: none, NFC, NFKC (default: none)"),
        ("--spaces", "HOW", "chrF, and others in characters: drop or keep spaces (default: drop)"),
    ),
    "BLEU": (
        ("--unit", "UNIT", "what n-grams are made of: word, char (default: word)"),
        ("--order", "N", "longest n-gram (default: 4; NIST: 5); ROUGE-N: its order (default: 2)"),
        (
            "--tokenize",
            "NAME",
            "none, 13a, intl, char, char-spaces, zh, ja-mecab, ko-mecab, wnm, flores101, flores200, "
            "spBLEU-1K, spm:FILE (default: 13a; WER, PER, CDER, exact: none)",
        ),
        ("--smoothing", "HOW", "none, floor, add-k, exp (default: exp)"),
        ("--smoothing-value", "X", "for floor (default: 0.1) and add-k (default: 1)"),
        (
            "--effective-order",
            "",
            "leave out orders that a text is too short for, as sacreBLEU does for single segments",
        ),
        (
            "--brevity",
            "HOW",
            "the reference whose length counts: closest, shortest, average, none (default: closest)",
        ),
        ("--weights", "W,W,…", "weight of each order (default: all the same)"),
    ),
    "chrF": (
        ("--char-order", "N", "longest character n-gram (default: 6)"),
        ("--word-order", "N", "longest word n-gram (default: 0; chrf++: 2)"),
        ("--beta", "X", "how many times more recall counts than precision (default: 2; ROUGE: 1)"),
        ("--epsilon", "", "smooth as chrF++.py, NLTK and Moses do"),
    ),
    "TER": (
        ("--ter-normalized", "", "tokenize and normalize as tercom's -N does"),
        ("--no-punctuation", "", "drop punctuation"),
        ("--asian", "", "take characters of Asian scripts as words"),
        ("--case-sensitive", "", "respect case"),
    ),
    "output": (
        ("--by", "WHAT", "scores by document, text-type or paragraph"),
        ("--segments", "", "the scores of each segment"),
        ("--misses", "", "of nee: the entities that are not found, and what in the output is most like each"),
        ("--orders", "", "BLEU of every order, alone and cumulative"),
        ("--explain", "", "WNM: the most salient words that each system missed, and where"),
        (
            "--format",
            "NAME",
            "table, tsv, json, latex (default: table on a terminal, else tsv); json has full precision and "
            "the systems in the order given, the others have the best first",
        ),
        ("-q --quiet", "", "print only the numbers, in the order given"),
        ("-w --width", "N", "digits after the point (default: 2)"),
        (
            "--no-check",
            "",
            "do not say, below a table and in json, whether the scores may be used: see karat check",
        ),
    ),
    "other": (
        ("--threads", "N", "default: one for each processor, if the text is long enough"),
        ("--debug", "", "show where in Karat an error happened"),
        ("-h --help", "", "show this help"),
    ),
}
