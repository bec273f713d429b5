"""The groups of options that several commands take."""

from __future__ import annotations

from karat.cli.options import Options, option
from karat.metrics.catalogue import METRICS
from karat.tokens.catalogue import NAMES

# A file of text has no tokens that were `given`, and `spm` needs a model.
_TOKENIZERS = [name for name in NAMES if name not in ("given", "spm")]
FORMATS = ("table", "tsv", "json", "latex")
OVERWRITE = option("--overwrite", "", "replace files that are there already")


class InputOptions(Options, title="input"):
    """Which texts."""

    inputs: list[str] = option("inputs", "HYPOTHESIS…", "one file per system, or one CORPUS")
    references: list[str] | None = option("-r --references", "FILE…", "one or more reference translations")
    source: str | None = option("--source", "FILE", "the source text, as many segments as the references")
    systems: list[str] | None = option(
        "--systems",
        "NAME…",
        "names for the hypotheses (default: their file names); for a CORPUS or .sgm, the systems "
        "to use (default: all)",
    )
    collection: list[str] | None = option(
        "--collection", "NAME…", "WMT's .xml: which of its collections and test suites to use (default: all)"
    )
    documents: str | None = option("--documents", "FILE", "document of each line, for plain text")
    paragraphs: str | None = option(
        "--paragraphs", "FILE", "paragraph of each line, for plain text; nee:unit=paragraph needs it"
    )
    text_types: str | None = option("--text-types", "FILE", "text type of each line, for plain text")
    align: str | None = option(
        "--align",
        "WHAT",
        "segment, or document: each document is one segment, so that texts need not match line by line; "
        "documents are matched by name, and plain text is a folder with a file for each (default: segment)",
        choices=("segment", "document"),
    )
    tags: list[str] | None = option("--tags", "FILE…", "tag-bleu: the tags of each hypothesis, one per token")
    reference_tags: list[str] | None = option(
        "--reference-tags", "FILE…", "tag-bleu: the tags of each reference, one per token"
    )
    entities: list[str] | None = option(
        "--entities",
        "FILE…",
        "nee: the named entities of each reference, in MUC tags (.muc, .txt) or as .jsonl; not "
        "needed if the references themselves are tagged",
    )
    keep_bom: bool | None = option(
        "--keep-bom", "", "keep a byte order mark in the first segment, as sacreBLEU does"
    )

    @property
    def looks_once(self) -> bool:
        """Whether the command looks at each text once, so that strings would be made in vain."""
        return False


class ShardOptions(Options, title="very much text"):
    """Text in many files, or too much of it for one process."""

    engine: str | None = option(
        "--engine",
        "NAME",
        "count shards with threads, processes, dask, ray, dask://HOST:PORT or ray://HOST:PORT (default: "
        "threads)",
    )
    where: str | None = option(
        "--where", "CONDITION", "count only rows that meet this condition: \"lang = 'de' and year >= 2020\""
    )
    columns: list[str] | None = option(
        "--columns",
        "WHAT=NAME…",
        "names of columns in shards, where they differ from the usual ones: hypothesis=mt "
        "reference=ref1,ref2 identity=doc,seg; score=COMET,MetricX takes columns of scores as metrics, "
        "instead of the default one (--lower-is-better goes for these, too)",
    )
    keep: str | None = option(
        "--keep",
        "FILE",
        "save what was counted to this file, and continue from it if the command was stopped",
    )
    incomplete: bool | None = option("--incomplete", "", "score even if shards are missing or cannot be read")


class RunOptions(Options, title="input"):
    """Systems that are runs of one."""

    runs: list[str] | None = option(
        "--runs",
        "NAME=RUNS…",
        "group systems that are training runs of one: base=base.1,base.2 or 'base=base.*' "
        "'new=new.*'; the tests then include the variance between runs",
    )


class PeopleOptions(Options, title="input"):
    """What people said of the texts."""

    human_scores: list[str] | None = option(
        "--human-scores",
        "FILE…",
        "human scores: tables with columns system, segment (unless scores are per system) and "
        "human_NAME; judgements, which are averaged over judges; or mt-metrics-eval .score files",
    )
    human: list[str] | None = option(
        "--human", "NAME…", "human dimensions to use, such as mqm or adequacy (default: all)"
    )
    first_segment: int | None = option(
        "--first-segment",
        "N",
        "number of the first segment in tables of judgements, 0 or 1, if Karat cannot tell",
    )
    only_language_pair: str | None = option(
        "--only-language-pair",
        "NAME",
        "of Appraise's exports and WMT's tables of systems, take this pair alone: eng-deu",
    )
    system_aliases: list[str] | None = option(
        "--system-aliases",
        "NAME=SYSTEM…",
        "systems that human scores call otherwise: HUMAN-C=refC",
    )
    known_systems: bool | None = option(
        "--known-systems", "", "leave out human scores of systems that DATA does not have, and list these"
    )
    fewer_is_better: list[str] | None = option(
        "--fewer-is-better", "NAME…", "human dimensions that count errors, such as MQM without a minus sign"
    )
    judged_only: bool | None = option(
        "--judged-only",
        "",
        "for each dimension, score only the segments that people judged",
    )
    keep_people: bool | None = option(
        "--keep-people", "", "treat human translations that are not references as systems"
    )


class TextOptions(Options, title="metrics"):
    """What of a text metrics see."""

    lowercase: bool | None = option(
        "--lowercase", "", "ignore case (TER always does, unless --case-sensitive)"
    )
    normalization: str | None = option(
        "--normalization", "FORM", "Unicode normalization of all texts: none, NFC, NFKC (default: none)"
    )
    spaces: str | None = option(
        "--spaces", "HOW", "chrF and other character metrics: drop or keep spaces (default: drop)"
    )


class ScoreTableOptions(Options, title="metrics"):
    """Scores that were computed elsewhere."""

    # Columns of human scores, in commands that take them.
    human: list[str] | None = None
    # Whether the command takes the scores that a folder of mt-metrics-eval's has of metrics.
    stored_scores = False
    # Models that -m names; they are no metrics until there is a corpus to run them on.
    models: tuple[str, ...] = ()
    scores: list[str] | None = option(
        "--scores",
        "FILE…",
        "segment scores of other metrics: a .tsv, .csv, .xlsx, .jsonl or .parquet with columns system, "
        "segment and one per metric; or metric, system, segment and score; or with one row per "
        "segment and one column per system; or mt-metrics-eval .seg.score files",
    )
    run: list[str] | None = option(
        "--run",
        "NAME=COMMAND…",
        "metrics that programs compute: each command reads JSON lines with source, hypothesis and "
        "references, and writes a number per line: 'mine=python mine.py'",
    )
    score_names: list[str] | None = option(
        "--score-names", "NAME…", "metrics of --scores to use (default: all)"
    )
    lower_is_better: list[str] | None = option(
        "--lower-is-better",
        "NAME…",
        "metrics of --scores or --run for which lower is better, such as MetricX",
    )
    missing_scores: bool | None = option(
        "--missing-scores", "", "leave segments without a score in --scores out of the means"
    )
    mixed_scales: bool | None = option(
        "--mixed-scales", "", "accept a column of --scores that seems to mix two scales"
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
        "metric recipes, such as those that an earlier run printed, in quotation marks",
    )


class HumanColumnOptions(Options, title="metrics"):
    """Human scores beside those of metrics."""

    human: list[str] | None = option(
        "--human",
        "NAME…",
        "use human scores as further metrics: columns human_NAME of the CORPUS; two systems are compared on "
        "the segments judged for both",
    )


class NgramOptions(Options, title="BLEU"):
    """What n-grams are made of."""

    unit: str | None = option("--unit", "UNIT", "unit of the n-grams: word, char (default: word)")
    order: int | None = option(
        "--order", "N", "longest n-gram (default: 4; NIST: 5); for ROUGE-N its order (default: 2)"
    )
    tokenize: str | None = option(
        "--tokenize",
        "NAME",
        f"{', '.join(_TOKENIZERS)}, spm:FILE (default: 13a; WNM: wnm; WER, PER, CDER, exact: none)",
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
        "ignore n-gram orders longer than the text, of whole texts too (default: segments alone)",
    )
    brevity: str | None = option(
        "--brevity",
        "HOW",
        "reference length of the brevity penalty: closest, shortest, average, none (default: closest)",
    )
    weights: tuple[float, ...] | None = option("--weights", "W,W,…", "weight of each order (default: equal)")
    mean: str | None = option(
        "--mean", "HOW", "mean of the n-gram precisions: geometric, arithmetic (default: geometric)"
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
    asian: bool | None = option(
        "--asian", "", "with --ter-normalized: treat each character of Asian scripts as a word"
    )
    case_sensitive: bool | None = option("--case-sensitive", "", "keep case")


class MetricOptions(NamedMetricOptions, ScoreTableOptions, TextOptions, BleuOptions, ChrfOptions, TerOptions):
    """Which metrics, and how they measure."""


class ScoringOptions(InputOptions, MetricOptions):
    """Texts, and metrics to score them with."""

    # Declared with what has nothing to do with the result, at the end of the help.
    threads: int | None = None


class DataOptions(ScoringOptions, PeopleOptions, without=("tags", "reference_tags")):
    """Texts that people judged, and metrics to measure against them."""

    # Not of every command; each declares what it takes.
    stored_scores = True
    by: str | None = None
    language_pair: str | None = None
    confidence: float | None = None
    samples: int | None = None
    seed: int | None = None

    inputs: list[str] = option("inputs", "DATA…", "corpora with human scores, or one HYPOTHESIS per system")
    metrics: list[str] | None = option(
        "-m --metrics",
        "NAME…",
        "as for karat score (default: bleu chrf; none with --scores); options may follow: bleu:order=2",
    )
    scores: list[str] | None = option(
        "--scores",
        "FILE…",
        "scores of other metrics: tables as for karat score; or tables of many metrics, with a "
        "column metric and one per system, or with columns metric, system, score and, for "
        "segments, seg_id; or mt-metrics-eval .seg.score, .sys.score and .seg.rating files",
    )
    score_names: list[str] | None = option(
        "--score-names",
        "NAME…",
        "metrics of --scores to use, or of those that an mt-metrics-eval folder has stored (default: all)",
    )


class OneSystemOptions(
    InputOptions,
    title="input",
    without=(
        *("source", "systems", "documents", "paragraphs", "text_types"),
        *("tags", "reference_tags", "entities"),
    ),
):
    """One system, which may have to be named."""

    system: str | None = option("--system", "NAME", "which system, if there are several")
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
    width: int = option("-w --width", "N", "decimal places (default: 2)", default=2, least=0, most=15)


class ScoreOutputOptions(OutputOptions):
    """The same, where columns of other things have digits of their own."""

    width: int = option(
        "-w --width", "N", "decimal places of scores (default: 2)", default=2, least=0, most=15
    )


class CheckingOptions(Options, title="output"):
    """Whether the quick checks follow."""

    no_check: bool | None = option(
        "--no-check",
        "",
        "skip the quick checks of the scores: see karat check",
    )

    def shows_checks(self, form: str) -> bool:
        """Whether everything that checks say is shown; in other formats only what is unfit is told."""
        return not self.no_check and form in ("table", "json")


class OtherOptions(Options, title="other"):
    """What has nothing to do with the result."""

    threads: int | None = option(
        "--threads",
        "N",
        "number of threads (default: one per processor, if the text is long enough)",
        least=1,
    )
    no_config: bool | None = option(
        "--no-config", "", "leave the project's settings out: karat.toml, or [tool.karat] of pyproject.toml"
    )
    debug: bool | None = option("--debug", "", "show the traceback of an error")
    help: bool | None = option("-h --help", "", "show this help")


class DebugOptions(OtherOptions, without=("threads",)):
    """The same of a command that counts nothing with threads."""
