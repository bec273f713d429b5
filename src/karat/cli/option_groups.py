"""The groups of options that several commands take."""

from __future__ import annotations

from karat.cli.options import Options, option
from karat.metrics.catalogue import METRICS

FORMATS = ("table", "tsv", "json", "latex")


class InputOptions(Options, title="input"):
    """Which texts."""

    inputs: list[str] = option("inputs", "HYPOTHESIS…", "one file for each system, or one CORPUS")
    references: list[str] | None = option("-r --references", "FILE…", "one or more reference translations")
    source: str | None = option("--source", "FILE", "the source text; checked to have as many segments")
    systems: list[str] | None = option(
        "--systems",
        "NAME…",
        "what to call the hypotheses (default: as their files); of a CORPUS or .sgm, which systems to "
        "take (default: all)",
    )
    documents: str | None = option("--documents", "FILE", "the document of each line of plain text, for --by")
    text_types: str | None = option(
        "--text-types", "FILE", "the text type of each line of plain text, for --by"
    )
    tags: list[str] | None = option(
        "--tags", "FILE…", "for tag-bleu: the tags of each hypothesis, one for each of its tokens"
    )
    reference_tags: list[str] | None = option("--reference-tags", "FILE…", "the same of each reference")
    entities: list[str] | None = option(
        "--entities",
        "FILE…",
        "for nee: the named entities of each reference, in MUC's tags (.muc, .txt) or as .jsonl; not "
        "needed where the references themselves have tags",
    )
    keep_bom: bool | None = option(
        "--keep-bom", "", "leave a byte order mark in the first segment, as sacreBLEU does"
    )


class RunOptions(Options, title="input"):
    """Systems that are runs of one."""

    runs: list[str] | None = option(
        "--runs",
        "NAME=RUNS…",
        "which systems are runs of one, where there are several of each: base=base.1,base.2 or 'base=base.*' "
        "'new=new.*'; the tests then allow for how far runs come apart",
    )


class PeopleOptions(Options, title="input"):
    """What people said of the texts."""

    human_scores: list[str] | None = option(
        "--human-scores",
        "FILE…",
        "tables with columns system, segment (unless they are of whole systems) and human_NAME; "
        "judgements, of which the judges' mean is taken; or mt-metrics-eval's .score files",
    )
    human: list[str] | None = option(
        "--human", "NAME…", "the dimensions to take, such as mqm or adequacy (default: all)"
    )
    first_segment: int | None = option(
        "--first-segment",
        "N",
        "the number of the first segment in tables of judgements, 0 or 1, where it is unclear",
    )
    fewer_is_better: list[str] | None = option(
        "--fewer-is-better", "NAME…", "dimensions that count errors, such as MQM without a minus"
    )
    judged_only: bool | None = option(
        "--judged-only",
        "",
        "of each dimension, score only the segments that people judged; the rest of the text is left out",
    )
    keep_people: bool | None = option(
        "--keep-people", "", "count human translations that are no reference among the systems"
    )


class TextOptions(Options, title="metrics"):
    """What of a text metrics see."""

    lowercase: bool | None = option("--lowercase", "", "ignore case (TER does unless --case-sensitive)")
    normalization: str | None = option(
        "--normalization", "FORM", "Unicode form of all texts: none, NFC, NFKC (default: none)"
    )
    spaces: str | None = option(
        "--spaces", "HOW", "chrF, and others in characters: drop or keep spaces (default: drop)"
    )


class ScoreTableOptions(Options, title="metrics"):
    """Scores that were computed elsewhere."""

    # Columns of human scores, in commands that take them.
    human: list[str] | None = None
    scores: list[str] | None = option(
        "--scores",
        "FILE…",
        "scores of each segment that were computed elsewhere: a .tsv, .csv, .jsonl or .parquet "
        "with columns system, segment and one for each metric; or metric, system, segment and score; or "
        "with one row for each segment and a column for each system; or mt-metrics-eval's .seg.score",
    )
    score_names: list[str] | None = option(
        "--score-names", "NAME…", "of --scores, those to take (default: all)"
    )
    lower_is_better: list[str] | None = option(
        "--lower-is-better", "NAME…", "of --scores, those that count errors, such as MetricX"
    )
    missing_scores: bool | None = option(
        "--missing-scores", "", "of --scores: leave segments without a score out of the means"
    )
    mixed_scales: bool | None = option(
        "--mixed-scales", "", "of --scores: allow what looks like two scales in one column"
    )


class NamedMetricOptions(Options, title="metrics"):
    """Which metrics."""

    metrics: list[str] | None = option(
        "-m --metrics",
        "NAME…",
        f"{', '.join(METRICS)} (default: bleu); options may follow: bleu:order=2,tokenize=intl",
    )
    recipe: list[str] | None = option(
        "--recipe",
        "RECIPE…",
        "metrics as recipes describe them, such as one that an earlier run printed; in quotation marks",
    )


class HumanColumnOptions(Options, title="metrics"):
    """Human scores beside those of metrics."""

    human: list[str] | None = option(
        "--human",
        "NAME…",
        "also compare by human scores: columns human_NAME of the CORPUS; each pair on the segments judged "
        "for both",
    )


class NgramOptions(Options, title="BLEU"):
    """What n-grams are made of."""

    unit: str | None = option("--unit", "UNIT", "what n-grams are made of: word, char (default: word)")
    order: int | None = option(
        "--order", "N", "longest n-gram (default: 4; NIST: 5); ROUGE-N: its order (default: 2)"
    )
    tokenize: str | None = option(
        "--tokenize",
        "NAME",
        "none, 13a, intl, char, char-spaces, zh, ja-mecab, ko-mecab, wnm, flores101, flores200, "
        "spBLEU-1K, spm:FILE (default: 13a; WNM: wnm; WER, PER, CDER, exact: none)",
    )


class BleuOptions(NgramOptions, title="BLEU"):
    """BLEU, and others that count n-grams of words."""

    smoothing: str | None = option("--smoothing", "HOW", "none, floor, add-k, exp (default: exp)")
    smoothing_value: float | None = option(
        "--smoothing-value", "X", "for floor (default: 0.1) and add-k (default: 1)"
    )
    effective_order: bool | None = option(
        "--effective-order",
        "",
        "leave out orders that a text is too short for, as sacreBLEU does for single segments",
    )
    brevity: str | None = option(
        "--brevity",
        "HOW",
        "the reference whose length counts: closest, shortest, average, none (default: closest)",
    )
    weights: tuple[float, ...] | None = option(
        "--weights", "W,W,…", "weight of each order (default: all the same)"
    )


class ChrfOptions(Options, title="chrF"):
    """chrF, and others with a β."""

    char_order: int | None = option("--char-order", "N", "longest character n-gram (default: 6)")
    word_order: int | None = option("--word-order", "N", "longest word n-gram (default: 0; chrf++: 2)")
    beta: float | None = option(
        "--beta", "X", "how many times more recall counts than precision (default: 2; ROUGE: 1)"
    )
    epsilon: bool | None = option("--epsilon", "", "smooth as chrF++.py, NLTK and Moses do")


class TerOptions(Options, title="TER"):
    """TER."""

    ter_normalized: bool | None = option("--ter-normalized", "", "tokenize and normalize as tercom's -N does")
    no_punctuation: bool | None = option("--no-punctuation", "", "drop punctuation")
    asian: bool | None = option("--asian", "", "take characters of Asian scripts as words")
    case_sensitive: bool | None = option("--case-sensitive", "", "respect case")


class MetricOptions(NamedMetricOptions, ScoreTableOptions, TextOptions, BleuOptions, ChrfOptions, TerOptions):
    """Which metrics, and how they measure."""


class ScoringOptions(InputOptions, MetricOptions):
    """Texts, and metrics to score them with."""

    # Declared with what has nothing to do with the result, at the end of the help.
    threads: int | None = None


class DataOptions(ScoringOptions, PeopleOptions, without=("tags", "reference_tags")):
    """Texts that people judged, and metrics to measure against them."""

    # Not of every command; each declares what it takes.
    by: str | None = None
    language_pair: str | None = None
    confidence: float | None = None
    samples: int | None = None
    seed: int | None = None

    inputs: list[str] = option(
        "inputs", "DATA…", "corpora with human scores, or one HYPOTHESIS for each system"
    )
    metrics: list[str] | None = option(
        "-m --metrics",
        "NAME…",
        "as of karat score (default: bleu chrf; none with --scores); options may follow: bleu:order=2",
    )
    scores: list[str] | None = option(
        "--scores",
        "FILE…",
        "scores that were computed elsewhere: tables as of karat score, or of many metrics, with a "
        "column metric and one for each system, or columns metric, system, score and, for scores of "
        "segments, seg_id",
    )


class OneSystemOptions(
    InputOptions,
    title="input",
    without=("source", "systems", "documents", "text_types", "tags", "reference_tags", "entities"),
):
    """One system, which may have to be named."""

    system: str | None = option("--system", "NAME", "the system, where there are several")
    entities: list[str] | None = InputOptions.entities


class OnlyNgramOptions(Options, title="n-grams"):
    """N-grams of BLEU, where no other metric is measured."""

    unit: str | None = NgramOptions.unit
    order: int | None = NgramOptions.order
    tokenize: str | None = NgramOptions.tokenize
    lowercase: bool | None = TextOptions.lowercase
    normalization: str | None = TextOptions.normalization
    spaces: str | None = TextOptions.spaces


class OutputOptions(Options, title="output"):
    """How results are shown."""

    format: str | None = option(
        "--format",
        "NAME",
        "table, tsv, json, latex (default: table on a terminal, else tsv)",
        choices=FORMATS,
    )
    width: int = option("-w --width", "N", "digits after the point (default: 2)", default=2, least=0, most=15)


class ScoreOutputOptions(OutputOptions):
    """The same, where columns of other things have digits of their own."""

    width: int = option(
        "-w --width", "N", "digits after the point, of scores (default: 2)", default=2, least=0, most=15
    )


class CheckingOptions(Options, title="output"):
    """Whether the quick checks follow."""

    no_check: bool | None = option(
        "--no-check",
        "",
        "do not say, below a table and in json, whether the scores may be used: see karat check",
    )

    def wants_checks(self, form: str) -> bool:
        """Whether there is somebody to read what checks say, who did not turn them off."""
        return not self.no_check and form in ("table", "json")


class OtherOptions(Options, title="other"):
    """What has nothing to do with the result."""

    threads: int | None = option(
        "--threads", "N", "default: one for each processor, if the text is long enough", least=1
    )
    debug: bool | None = option("--debug", "", "show where in Karat an error happened")
    help: bool | None = option("-h --help", "", "show this help")


class DebugOptions(OtherOptions, without=("threads",)):
    """The same of a command that counts nothing with threads."""
