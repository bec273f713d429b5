"""From options to texts that people judged: human scores, and raters of the same systems."""

from __future__ import annotations

import os
from copy import copy
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.agreement import Material, Rater, counted_raters, human_translations
from karat.agreement.material import without
from karat.cli.external_scores import external_metrics
from karat.cli.inputs import kind_of
from karat.cli.loading import read_corpus
from karat.cli.metric_choice import chosen_metrics
from karat.cli.notes import note
from karat.errors import InvalidFile, InvalidOption, UnknownName
from karat.evaluation import evaluate
from karat.readers import read_judgements
from karat.readers.corpora.campaign import is_campaign
from karat.readers.corpora.evaluation_set import is_evaluation_set, language_pairs, read_evaluation_set
from karat.readers.files.input_table import is_table, table_of
from karat.readers.people.human_scores import human_score_files, is_judgements, read_human_scores
from karat.readers.scores.metric_scores import is_metric_scores, read_metric_scores
from karat.readers.scores.score_files import is_score_file, read_score_file
from karat.readers.scores.wmt_tables import is_wmt_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from karat.cli.inputs import Kind
    from karat.cli.option_groups import DataOptions, PeopleOptions
    from karat.cli.progress import Progress
    from karat.corpus import Corpus
    from karat.judgements import Judgements
    from karat.metrics import Metric
    from karat.score_table import ScoreTable


# Languages without spaces between words, and a tokenizer for each.
_SPLIT_BY = {"ja": "ja-mecab or char", "zh": "zh", "th": "char"}


def asked_metrics(options: DataOptions) -> tuple[Metric, ...]:
    """The metrics that were asked for: BLEU and chrF, unless some are named or come with their scores."""
    if not options.metrics and not options.recipe:
        if options.scores or options.score_names or options.run:
            return ()
        options.metrics = ["bleu", "chrf"]
    return chosen_metrics(options)


def read_material(
    options: DataOptions,
    metrics: tuple[Metric, ...],
    kind: Kind,
    progress: Progress,
    *,
    levels: Sequence[str] = (),
    needs_people: bool = True,
    by_judge: bool = False,
) -> Material:
    """Read one data set, and count its texts under every metric; `levels` are those that are asked for.

    Data without human scores are refused, unless the question does not need people. `by_judge` also keeps
    what single judges said, where a file has it.
    """
    whole = read_corpus(options, metrics, kind)
    said: list[Judgements] = []
    humans = []
    if needs_people or _has_people(options, whole, kind):
        humans = human_raters_of(options, whole, kind, told=said.append)
    # A reference is perfect against itself, which tells nothing.
    people = human_translations(whole)
    scored = without(whole, [name for name, same in people.items() if same])
    if not scored.systems:
        raise InvalidOption(
            f"Every system ({', '.join(whole.systems)}) is a reference, and perfect against itself. Name "
            "others with --systems."
        )
    raters = metric_raters(options, scored, metrics, progress)
    # Plain texts are a system each: the text that all of them translate is that of the reference.
    named = options.references if kind == "text" and options.references else options.inputs
    material = Material.of(
        data_name(named[0], whole),
        whole,
        raters,
        humans,
        judgements=_together(said) if by_judge else None,
        keep_people=bool(options.keep_people),
    )
    for name in (name for name in people if name not in whole.human_systems):
        note(f"{name} has the same text as a reference, so no figure includes it.")
    _note_tokens(whole, metrics)
    _note_missing(raters, humans, list(material.corpus.systems))
    parts = options.by not in (None, "language-pair") or any(level != "system" for level in levels)
    _note_whole([*raters, *humans], parts=parts)
    return material


def data_name(path: str, corpus: Corpus) -> str:
    """What a data set is called: its folder, file or language pair."""
    base = os.path.basename(os.path.normpath(path))  # noqa: PTH119 (as in inputs)
    if base.startswith("segments.") and corpus.source_language and corpus.target_language:
        return f"{corpus.source_language}-{corpus.target_language}"
    return base


def human_files(options: DataOptions, kind: Kind) -> list[Path]:
    """Where human scores may be: in the corpus itself, and in tables of their own."""
    # Of single files, only tables have a place for scores.
    own = human_score_files(options.inputs[0]) if kind == "corpus" else []
    tables = (path for path in own if path.is_dir() or is_table(path.name) or is_campaign(path))
    return [*tables, *map(Path, options.human_scores or ())]


def _together(said: Sequence[Judgements]) -> Judgements | None:
    """The judgements of several files as one table."""
    return None if not said else reduce(lambda first, second: first.append(second), said)


def human_tables(
    options: DataOptions, corpus: Corpus, kind: Kind, *, told: Callable[[Judgements], object] | None = None
) -> dict[str, list[ScoreTable]]:
    """People's scores of each dimension that was asked for, by segment, by system or both.

    `told` is called with the judgements that scores were made of.
    """
    tables: list[ScoreTable] = []
    for path in human_files(options, kind):
        in_file = read_human_scores(
            path,
            corpus,
            **how_to_read(options, corpus),
            told=told,
        )
        if not in_file and path in map(Path, options.human_scores or ()):
            raise _without_scores(path)
        tables += in_file
    found: dict[str, list[ScoreTable]] = {}
    for table in _without_replaced(tables):
        if any(table.level == other.level for other in found.get(table.metric, ())):
            raise InvalidOption(f"The human score {table.metric!r} is in two files. Rename one of them.")
        found.setdefault(table.metric, []).append(table)
    fewer = options.fewer_is_better or ()
    if not found:
        if options.human or fewer:
            raise _none(options)
        return {}
    for name in (*(options.human or ()), *fewer):
        if name not in found:
            raise UnknownName.among("human score", name, found)
    directed = {
        name: [replace(one, higher_is_better=False) if name in fewer else one for one in of_name]
        for name, of_name in found.items()
    }
    return {name: directed[name] for name in dict.fromkeys(options.human or directed)}


def _without_replaced(tables: Sequence[ScoreTable]) -> list[ScoreTable]:
    """Without scores of whole systems that estimates of the same dimension take the place of."""
    estimated = {table.metric: table.errors for table in tables if table.errors is not None}
    for name, errors in estimated.items():
        known = errors[errors == errors]  # noqa: PLR0124 (only NaN is not itself)
        size = f", {known.mean():.2g} on average" if len(known) else ""
        note(f"{name} of whole systems is estimated by karat people: its standard errors count{size}.")
    return [
        table
        for table in tables
        if table.errors is not None or table.level != "system" or table.metric not in estimated
    ]


def judgements_of(options: DataOptions, corpus: Corpus, kind: Kind) -> Judgements | None:
    """What single judges said, from every file that has them."""
    found: Judgements | None = None
    for file in human_files(options, kind):
        if is_evaluation_set(file) or not is_judgements(file):
            continue
        more = read_judgements(
            file,
            corpus,
            **how_to_read(options, corpus),
        )
        found = more if found is None else found.append(more, name=str(file))
    return found


def how_to_read(options: PeopleOptions, corpus: Corpus) -> dict[str, Any]:
    """What the options say of files of human scores: their numbers, languages and names of systems."""
    aliases: dict[str, str] = {}
    for text in options.system_aliases or ():
        name, equals, system = text.partition("=")
        if not (name and equals and system):
            raise InvalidOption(
                f"--system-aliases is {text!r}; the name in the file and the system were expected: "
                "HUMAN-C=refC."
            )
        if system not in corpus.systems:
            raise UnknownName.among("system", system, corpus.systems)
        if aliases.setdefault(name, system) != system:
            raise InvalidOption(f"--system-aliases gives {name!r} twice. Give it once.")
    chosen = getattr(options, "systems", None)
    return {
        "first_segment": options.first_segment,
        "unknown_systems": "tell" if options.known_systems else "ignore" if chosen else "refuse",
        "language_pair": options.only_language_pair,
        "aliases": aliases,
    }


def _none(options: DataOptions) -> InvalidOption:
    names = [*(options.human or ()), *(options.fewer_is_better or ())]
    asked = f", so no {names[0]}" if names else ""
    return InvalidOption(
        f"{options.inputs[0]} has no human scores{asked}. They are expected in columns called human_NAME, or "
        "in a file of their own, such as a table of judgements: --human-scores FILE."
    )


def _without_scores(path: Path) -> InvalidFile:
    """A file that was named for its scores has none that Karat knows."""
    columns = ", ".join(table_of(path, what="human scores").columns)
    return InvalidFile.at(
        path,
        f"there are no human scores: its columns are {columns}. Judgements have the columns judge, system, "
        "segment, dimension and value; scores have system, segment (for scores of segments) and human_NAME, "
        "where NAME says what was judged. Rename the columns.",
    )


def _has_people(options: DataOptions, corpus: Corpus, kind: Kind) -> bool:
    """Whether there are human scores; a folder without any table for them has none."""
    asked = options.human or options.fewer_is_better or options.human_scores
    if asked:
        return True
    files = human_files(options, kind)
    return bool(files) and bool(human_tables(options, corpus, kind))


def human_raters_of(
    options: DataOptions,
    corpus: Corpus,
    kind: Kind = "text",
    *,
    told: Callable[[Judgements], object] | None = None,
) -> list[Rater]:
    """People in each dimension that was asked for; without being asked, only where they judged something."""
    found = human_tables(options, corpus, kind, told=told)
    if not found:
        raise _none(options)
    raters = [Rater.of_tables(*of_name) for of_name in found.values()]
    judged = [rater for rater in raters if (rater.whole == rater.whole).any()]
    if options.human or not judged:
        return raters
    for rater in raters:
        if rater not in judged:
            note(f"{rater.name} is left out: nobody judged any system in it.")
    return judged


def metric_raters(
    options: DataOptions, corpus: Corpus, metrics: tuple[Metric, ...], progress: Progress
) -> list[Rater]:
    """Karat's own metrics, then those whose scores were computed elsewhere."""
    tables = _stored(options, corpus)
    of_segments = [path for path in options.scores or () if not _has_stored(path)]
    lower = options.lower_is_better or ()
    metrics += tuple(
        replace(metric, higher_is_better=metric.name not in lower)  # type: ignore[type-var]
        for metric in external_metrics(
            _with_scores(options, of_segments), corpus, fewer_systems=True, known=tables
        )
    )
    raters = []
    if metrics:
        told = progress.each("counting", len(metrics))
        raters = counted_raters(
            evaluate(corpus, *metrics, threads=options.threads, keep_references=True, progress=told)
        )
    raters += [
        Rater.of_tables(*of_name, higher_is_better=name not in lower) for name, of_name in tables.items()
    ]
    names = [rater.name for rater in raters]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidOption(f"There are two metrics called {twice!r}. Leave one out, or rename it.")
    for name in lower:
        if name not in names:
            raise UnknownName.among("score", name, names)
    return raters


def _has_stored(path: str) -> bool:
    """Whether a file has scores as WMT's Metrics task stores them: of one metric, or a table of many."""
    if is_score_file(path) or is_wmt_table(path):
        return True
    return is_metric_scores(table_of(path, what="scores").columns)


def _stored(options: DataOptions, corpus: Corpus) -> dict[str, list[ScoreTable]]:
    """Stored scores of each metric that was asked for, by segment, by system or both."""
    found: dict[str, list[ScoreTable]] = {}
    for table in _stored_tables(options, corpus):
        if table.level not in ("segment", "system"):
            continue
        of_metric = found.setdefault(table.metric, [])
        if any(one.level == table.level for one in of_metric):
            raise InvalidOption(
                f"There are two metrics called {table.metric!r} with scores of a {table.level}. "
                "Leave one out, or rename it."
            )
        of_metric.append(table)
    wanted = options.score_names
    if wanted is None or not found:
        return found
    chosen = [name for asked in wanted for name in _called(asked, found)]
    for asked in wanted:
        # Other tables, which are still to be read, may have it.
        if not _called(asked, found) and all(map(_has_stored, options.scores or ())):
            raise UnknownName.among("score", asked, found)
    return {name: found[name] for name in dict.fromkeys(chosen)}


def _called(asked: str, names: Iterable[str]) -> list[str]:
    """The metrics of that name, which need not say against which reference: `BLEU` is `BLEU-refA`."""
    names = list(names)
    return [asked] if asked in names else [name for name in names if name.rpartition("-")[0] == asked]


def _stored_tables(options: DataOptions, corpus: Corpus) -> Iterator[ScoreTable]:
    if options.scores is None and is_evaluation_set(options.inputs[0]):
        yield from read_evaluation_set(options.inputs[0]).metrics
    for path in options.scores or ():
        if is_score_file(path) and not is_wmt_table(path):
            yield read_score_file(path, corpus, unknown_systems="ignore")
        elif _has_stored(path):
            yield from read_metric_scores(
                path,
                systems=tuple(corpus.systems),
                segments=len(corpus),
                language_pair=options.only_language_pair,
            )


def _with_scores(options: DataOptions, scores: list[str]) -> DataOptions:
    """The same options with other tables of scores, whose direction is settled later, for all together."""
    changed = copy(options)
    changed.scores, changed.lower_is_better = scores or None, None
    return changed


def _note_tokens(corpus: Corpus, metrics: Sequence[Metric]) -> None:
    """Say where words are looked for in a language that is written without spaces."""
    language = (corpus.target_language or "").partition("-")[0].partition("_")[0].lower()
    if language not in _SPLIT_BY:
        return
    for metric in metrics:
        if getattr(metric, "tokenize", None) in ("13a", "intl", "none") and _is_of_words(metric):
            note(
                f"{metric.name} takes words from spaces ({metric.tokenize}), and {language} has none between "  # type: ignore[attr-defined]
                f"words, so its figures mean little. Try --tokenize {_SPLIT_BY[language]}."
            )


def _is_of_words(metric: Metric) -> bool:
    return getattr(metric, "unit", "word") == "word"


def _note_missing(metrics: Sequence[Rater], humans: Sequence[Rater], machines: Sequence[str]) -> None:
    """Say which systems a figure is without: nothing is left out in silence."""
    for rater in (*metrics, *humans):
        whole = rater.only(machines).whole
        missing = [name for name, value in zip(machines, whole, strict=True) if value != value]  # noqa: PLR0124
        if len(missing) == len(machines):
            raise InvalidOption(f"{rater.name} has no score of any system. Leave it out.")
        if missing:
            note(f"{rater.name} has no scores of {', '.join(missing)}, which are left out of its figures.")


def _note_whole(raters: Sequence[Rater], *, parts: bool) -> None:
    """Say which scores are of whole systems where something below was asked for."""
    whole = [rater.name for rater in raters if rater.segments is None]
    if whole and parts:
        names = ", ".join(whole[:4]) + (f" and {len(whole) - 4} more" if len(whole) > 4 else "")
        note(f"There are scores of whole systems only, none of segments and parts, of {names}.")


def each_data(options: DataOptions) -> list[DataOptions]:
    """Options for each data set: several corpora are measured one by one, texts are one data set."""
    _name_language_pairs(options)
    kinds = [kind_of(path) for path in options.inputs]
    if len(kinds) < 2 or set(kinds) != {"corpus"}:
        return [options]
    if options.scores or options.human_scores:
        raise InvalidOption(
            "--scores and --human-scores are of one data set, and several are named. Measure them one by one."
        )
    found = [_with_scores(options, []) for _ in options.inputs]
    for one, path in zip(found, options.inputs, strict=True):
        one.inputs = [path]
    return found


def _name_language_pairs(options: DataOptions) -> None:
    """A test set of several language pairs is several corpora."""
    found: list[str] = []
    for path in options.inputs:
        pairs = language_pairs(path) if is_evaluation_set(path) else []
        found += map(str, pairs) if len(pairs) > 1 else [path]
    options.inputs = found
