"""Whether the texts can be counted: raw, cased, with spaces between words, long enough, no copies."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from karat.diagnosis.suitability import Finding, graded, worst
from karat.diagnosis.suspicion import (
    CAPITALS,
    LEAKED,
    LEAKED_AMONG_OTHERS,
    LONG,
    MANY_DUPLICATES,
    MOSTLY_SHORT,
    MUCH_LONGER,
    NO_CAPITALS,
    SAME_OUTPUT,
    SEVERAL_BLANK,
    TOKENIZED,
    has_capital,
    looks_tokenized,
    other_language,
    other_scripts,
    script_of,
    share_of,
)
from karat.remedies import Remedy

if TYPE_CHECKING:
    from karat.diagnosis.suitability import Case

# Names and numbers stay as they are; so many longer segments do not.
SOME_SOURCES = 0.1
_BY_SPACES = ("none", "13a", "intl", "wnm")


def tokenized_text(case: Case) -> Finding:
    """Text that was cut into tokens is not what a tokenizer expects, and not what others score."""
    references = [many[0] for many in case.references]
    shares = {name: share_of(text, looks_tokenized) for name, text in case.systems.items()}
    of_references = share_of(references, looks_tokenized)
    evidence = {"references": of_references, "systems": shares}
    tokenized = of_references > TOKENIZED
    odd = [name for name, share in shares.items() if (share > TOKENIZED) != tokenized]
    if odd:
        look, others = ("do not look", "do") if tokenized else ("look", "do not")
        pairs = enumerate(zip(case.systems[odd[0]], references, strict=True), 1)
        differing = [at for at, (a, b) in pairs if looks_tokenized(a) != looks_tokenized(b)]
        return Finding.of(
            "tokenized text",
            "unfit",
            f"The outputs of {', '.join(odd)} {look} tokenized, and the references {others}.",
            evidence,
            "Detokenize all texts.",
            differing,
        )
    if not tokenized:
        return Finding("tokenized text", "fine", "The texts are not tokenized.", evidence)
    if all(getattr(metric, "tokenize", "none") == "none" for metric in case.metrics):
        return Finding("tokenized text", "fine", "The texts are tokenized, and scored as they are.", evidence)
    return Finding(
        "tokenized text",
        "warning",
        "The outputs and the references look tokenized.",
        evidence,
        "Score raw text, as others do, or use no tokenizer.",
        hint=Remedy.option("tokenize", "none"),
    )


def letter_case(case: Case) -> Finding | None:
    """Outputs without capital letters lose every word that has one in the reference."""
    if all(getattr(metric, "lowercase", False) for metric in case.metrics):
        return None
    of_references = share_of([many[0] for many in case.references], has_capital)
    shares = {name: share_of(text, has_capital) for name, text in case.systems.items()}
    low = [name for name, share in shares.items() if of_references > CAPITALS and share < NO_CAPITALS]
    evidence = {"references": of_references, "systems": shares}
    if not low:
        return Finding("letter case", "fine", "Outputs have capital letters, as the references do.", evidence)
    return Finding(
        "letter case",
        "unfit",
        f"The references have capital letters, and the output of {', '.join(low)} has none.",
        evidence,
        "Restore the case, or ignore it for all systems.",
        hint=Remedy.option("lowercase", True),
    )


def writing_without_spaces(case: Case) -> Finding:
    """Words can only be counted if something separates them."""
    counting = [metric.name for metric in case.metrics if _by_spaces(metric)]
    evidence = {"without_spaces": case.without_spaces, "metrics_in_words": counting}
    if case.without_spaces and counting:
        return Finding(
            "words without spaces",
            "unfit",
            f"The text has no spaces between words, and {', '.join(counting)} needs them to count words.",
            evidence,
            "Count characters, with chrF or a higher order of another metric, or choose a word segmenter.",
            hint=Remedy(
                "Chrf(), unit='char' with an order that equate finds, tokenize='ja-mecab', 'ko-mecab', 'zh' "
                "or 'flores200'",
                "-m chrf, --unit char with an order that karat equate finds, --tokenize ja-mecab, ko-mecab, "
                "zh or flores200",
            ),
        )
    return Finding("words without spaces", "fine", "The metrics can count these texts.", evidence)


def _by_spaces(metric: Any) -> bool:
    if getattr(metric, "unit", "word") == "char" or getattr(metric, "asian_support", False):
        return False
    if hasattr(metric, "word_order"):
        return bool(metric.word_order)
    return getattr(metric, "tokenize", None) in _BY_SPACES or hasattr(metric, "asian_support")


def short_segments(case: Case) -> Finding | None:
    """A segment that is shorter than the order has no n-gram of it."""
    orders = {
        metric.name: (order, getattr(metric, "unit", "word"))
        for metric in case.metrics
        if isinstance(order := getattr(metric, "order", None), int)
    }
    if not orders:
        return None
    name, (order, unit) = max(orders.items(), key=lambda item: item[1])
    in_characters = unit == "char" or case.without_spaces
    sizes = [len(many[0].replace(" ", "") if in_characters else many[0].split()) for many in case.references]
    short = [place for place, size in enumerate(sizes, 1) if size < order]
    share = len(short) / len(sizes)
    verdict = graded(share, warning=0.1, unfit=MOSTLY_SHORT)
    what = "characters" if in_characters else "words"
    return Finding.of(
        "short segments",
        verdict,
        f"{100 * share:.0f} % of the references have fewer than {order} {what}, the order of {name}.",
        {"metric": name, "order": order, "short": len(short), "segments": len(sizes)},
        "Use a lower order, or chrF.",
        short,
        hint=Remedy("order=…", "--order"),
    )


def duplicate_segments(case: Case) -> Finding:
    """A duplicate counts twice, and makes intervals too narrow."""
    sources = case.corpus.sources
    seen: set[tuple[object, ...]] = set()
    again = []
    for place, references in enumerate(case.references, 1):
        key = (references, None if sources is None else sources[place - 1])
        if key in seen:
            again.append(place)
        seen.add(key)
    share = len(again) / len(case.references)
    verdict = graded(share, warning=0.05, unfit=MANY_DUPLICATES)
    return Finding.of(
        "duplicate segments",
        verdict,
        f"{len(again):,} of {len(case.references):,} segments are duplicates."
        if again
        else f"There are no duplicates among the {len(case.references):,} segments.",
        {"repeated": len(again), "segments": len(case.references), "share": share},
        "Keep each segment once, or say which document each is of; comparisons then draw documents.",
        again,
        hint=Remedy("documents=…", "--documents FILE"),
    )


def length_ratio(case: Case) -> Finding:
    """If outputs are much longer or shorter than the references, the score measures length."""
    wanted = [sum(map(len, many)) / max(len(many), 1) for many in case.references]
    whole = max(sum(wanted), 1)
    ratios = {name: sum(map(len, text)) / whole for name, text in case.systems.items()}
    verdict = worst(
        [
            graded(max(ratio, 1 / max(ratio, 0.01)), warning=1.15, unfit=MUCH_LONGER)
            for ratio in ratios.values()
        ]
    )
    farthest = max(ratios, key=lambda name: max(ratios[name], 1 / max(ratios[name], 0.01)))
    odd = [
        place
        for place, (size, text) in enumerate(zip(wanted, case.systems[farthest], strict=True), 1)
        if not size / 2 <= len(text) <= 2 * size
    ]
    return Finding.of(
        "length ratio",
        verdict,
        f"{farthest} has {ratios[farthest]:.2f} times the characters of the references"
        + ("; the other systems are closer." if len(ratios) > 1 else "."),
        {"ratios": ratios, "half_or_twice_as_long": len(odd)},
        "Look at the segments: is text missing, untranslated or repeated?",
        odd,
    )


def copied_source(case: Case) -> Finding | None:
    """An output equal to its source was not translated; names and numbers in it still score."""
    if case.corpus.sources is None:
        return None
    sources = list(case.corpus.sources)
    copied = {
        name: [
            place
            for place, (source, output, references) in enumerate(
                zip(sources, text, case.references, strict=True), 1
            )
            if output.strip() == source.strip() and output.strip() and source not in references
        ]
        for name, text in case.systems.items()
    }
    most = max(copied, key=lambda name: len(copied[name]))
    share = len(copied[most]) / len(sources)
    # One alone may be a name or a greeting.
    verdict = graded(share, warning=0.01, unfit=0.1) if len(copied[most]) > 1 else "fine"
    return Finding.of(
        "copied source",
        verdict,
        f"{most} copies the source in {len(copied[most]):,} of {len(sources):,} segments."
        if copied[most]
        else "No output equals its source.",
        {"copied": {name: len(places) for name, places in copied.items()}},
        "Count these segments as failures; n-gram scores reward the names in them.",
        copied[most],
    )


def blank_outputs(case: Case) -> Finding:
    """A blank line is a segment without a translation: lost on the way, or never made."""
    most = max(case.blank, key=lambda name: len(case.blank[name]))
    places = case.blank[most]
    told = f"{len(places):,} blank segment{'' if len(places) == 1 else 's'}"
    return Finding.of(
        "blank outputs",
        "warning" if len(places) >= SEVERAL_BLANK else "fine",
        f"{most} has {told} where the reference has text."
        if places
        else "No output is blank where the reference has text.",
        {"blank": {name: len(found) for name, found in case.blank.items()}},
        "Find out whether lines were lost. If the system gave nothing, the score counts these as failures.",
        places,
    )


def source_as_reference(case: Case) -> Finding | None:
    """A reference equal to the source is the wrong file: outputs are then rewarded for not translating."""
    if case.corpus.sources is None:
        return None
    pairs = list(zip(case.corpus.sources, case.references, strict=False))
    long = [place for place, (source, _) in enumerate(pairs, 1) if len(source) >= LONG]
    same = [place for place in long if pairs[place - 1][0] in pairs[place - 1][1]]
    share = len(same) / max(len(long), 1)
    verdict = graded(share, warning=SOME_SOURCES, unfit=0.5)
    return Finding.of(
        "source as reference",
        verdict,
        f"A reference equals the source in {100 * share:.0f} % of the longer segments.",
        {"same": len(same), "longer_segments": len(long)},
        "Check whether the source was given as a reference: scores then measure what was not translated.",
        same if verdict != "fine" else (),
    )


def another_language(case: Case) -> Finding:
    """Outputs in another script, or with other words, than the references: a source, or files mixed up."""
    references = [many[0] for many in case.references]
    script, words = other_scripts(case.systems, references), other_language(case.systems, references)
    evidence: dict[str, Any] = {"references": script_of(references)}
    if script is not None:
        system, found, expected = script
        said = f"{system} is in {found} script, the references in {expected}."
        evidence = {"system": system, "script": found, "references": expected}
    elif words is not None:
        system, alike = words
        said = f"{system} hardly uses the frequent words of the references: it looks like another language."
        evidence |= {"system": system, "alike": alike}
    else:
        said = "Outputs are in the script of the references, and use their frequent words."
        return Finding("another language", "fine", said, evidence)
    advice = "Was the source given as reference or as output, or were files of two languages mixed up?"
    return Finding.of("another language", "unfit", said, evidence, advice)


def same_outputs(case: Case) -> Finding | None:
    """Systems that give the same text are one system, or one has seen the other's output."""
    if len(case.systems) < 2:
        return None
    long = {name: sum(len(text) >= LONG for text in output) for name, output in case.systems.items()}
    alike = {}
    for first, second in combinations(case.systems, 2):
        pairs = zip(case.systems[first], case.systems[second], strict=True)
        same = [place for place, (a, b) in enumerate(pairs, 1) if a == b and len(a) >= LONG]
        alike[first, second] = (len(same) / max(long[first], 1), same)
    (first, second), (share, places) = max(alike.items(), key=lambda item: item[1][0])
    verdict = graded(share, warning=0.5, unfit=SAME_OUTPUT)
    return Finding.of(
        "same outputs",
        verdict,
        f"{first} and {second} have the same output in {100 * share:.0f} % of the longer segments.",
        {
            "share": {
                f"{a} = {b}": part
                for (a, b), (part, _) in alike.items()
                if part >= 0.2 or (a, b) == (first, second)
            }
        },
        "Treat them as one system: few segments decide a test of their difference.",
        places if verdict != "fine" else (),
    )


def leaked_references(case: Case) -> Finding:
    """Outputs equal to a reference: the system saw the test set, or the test set was made from it."""
    found = {}
    for name, text in case.systems.items():
        pairs = list(zip(text, case.references, strict=True))
        long = [place for place, (output, _) in enumerate(pairs, 1) if len(output) >= LONG]
        found[name] = [place for place in long if pairs[place - 1][0] in pairs[place - 1][1]], len(long)
    shares = {name: len(same) / max(count, 1) for name, (same, count) in found.items()}
    usual = sorted(shares.values())[(len(shares) - 1) // 2]
    most = max(shares, key=lambda name: shares[name])
    verdict = worst([graded(shares[most], warning=0.5, unfit=LEAKED)])
    if len(shares) > 2 and shares[most] > max(3 * usual, 0.1):
        verdict = worst([verdict, graded(shares[most], warning=0.1, unfit=LEAKED_AMONG_OTHERS)])
    return Finding.of(
        "leaked references",
        verdict,
        f"{most} repeats the reference word for word in {100 * shares[most]:.0f} % of the longer segments"
        + (f"; the median of the systems is {100 * usual:.0f} %." if len(shares) > 1 else "."),
        {"shares": shares},
        "Find out whether the system saw the references, or whether they were edited from its output.",
        found[most][0] if verdict != "fine" else (),
    )
