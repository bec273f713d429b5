"""What is said of an option that a command does not have: what it is called here, found by its meaning."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

# What other programs call an option, or what people type for it, and what it is called here, the likeliest
# first: a command may lack some of these.
_MEANT = {
    "--alpha": ("--confidence",),
    "--base": ("--baseline",),
    "--bootstrap": ("--samples",),
    "--case-insensitive": ("--lowercase",),
    "--chrf-beta": ("--beta",),
    "--chrf-char-order": ("--char-order",),
    "--chrf-eps-smoothing": ("--epsilon",),
    "--chrf-lowercase": ("--lowercase",),
    "--chrf-whitespace": ("--spaces",),
    "--chrf-word-order": ("--word-order",),
    "--ci": ("--confidence",),
    "--confidence-n": ("--samples",),
    "--hyp": ("--hypothesis",),
    "--json": ("--format",),
    "--lc": ("--lowercase",),
    "--metric": ("--metrics",),
    "--n-samples": ("--samples",),
    "--out": ("--output",),
    "--paired-ar-n": ("--shuffles",),
    "--paired-bs-n": ("--samples",),
    "--precision": ("--width",),
    "--ref": ("--references",),
    "--refs": ("--references",),
    "--score-only": ("--quiet",),
    "--sentence-level": ("--segments",),
    "--significance": ("--confidence",),
    "--smooth": ("--smoothing",),
    "--smooth-method": ("--smoothing",),
    "--smooth-value": ("--smoothing-value",),
    "--src": ("--source",),
    "--ter-asian-support": ("--asian",),
    "--ter-case-sensitive": ("--case-sensitive",),
    "--ter-no-punct": ("--no-punctuation",),
    "--tok": ("--tokenize",),
    "--tokenizer": ("--tokenize",),
    "-f": ("--format",),
    "-s": ("--smoothing",),
    "-sl": ("--segments",),
    "-sv": ("--smoothing-value",),
}
# Habits for which no single option stands.
_TOLD = {
    (
        "-i",
        "--input",
        "--inputs",
    ): "Outputs are named first, without an option: karat score OUTPUT… -r REFERENCE…",
    ("-t", "--test-set", "-l", "--language-pair", "--langpair", "--echo"): (
        "Karat has no test sets. Let sacreBLEU write the references, sacrebleu -t TEST -l PAIR --echo ref > "
        "ref.txt, and name them: karat score OUTPUT… -r ref.txt. The tokenizer is chosen with --tokenize."
    ),
    ("--paired-bs", "-pbs", "--paired-ar", "-par", "--significance-test"): (
        "Paired tests are a command: karat compare OUTPUT… -r REFERENCE…, with --tests moses for those of "
        "sacreBLEU."
    ),
    ("--confidence", "-ci", "-cin"): "Intervals are part of a command: karat compare OUTPUT… -r REFERENCE….",
    (
        "--baseline",
        "--base",
        "--against",
    ): "Systems are compared with one of them by karat compare OUTPUT… -r REFERENCE… --baseline SYSTEM.",
    ("--human-scores", "--judgements"): (
        "Scores that people gave go to karat report, accept or agree: karat report OUTPUT… -r REFERENCE… "
        "--human-scores FILE -o report.html."
    ),
    ("--threshold",): (
        "Whether people's scores reach a threshold is said by karat report and accept, with --human-scores; "
        "whether a metric does, by karat gate --at-least X."
    ),
    ("--detail", "-d", "--origlang", "--subset"): "For scores of parts of a text: --by text-type.",
}
# What is as near as this is a slip of the fingers; what is less near is another word.
_SLIP = 0.75


def hint(name: str, known: Collection[str]) -> str:
    """A sentence with the option that was meant, with a space before it; empty where nobody knows."""
    meant = next((one for one in _MEANT.get(name, ()) if one in known), None)
    if meant is not None:
        return f" Did you mean {meant}?"
    told = next((words for names, words in _TOLD.items() if name in names), None)
    if told is not None:
        return f" {told}"
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1, cutoff=_SLIP)
    return f" Did you mean {near[0]}?" if near else ""
