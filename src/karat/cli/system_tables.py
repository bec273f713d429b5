"""Metrics against people from tables of whole systems alone: scores without any text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.agreement import Material, Rater
from karat.cli.judged_data import human_raters_of, metric_raters
from karat.corpus import Corpus, References
from karat.errors import InvalidOption
from karat.readers.corpora.layouts import human_systems
from karat.readers.files import columns
from karat.readers.files.input_table import table_of
from karat.readers.scores.score_files import is_score_file, level_of, score_lines
from karat.readers.scores.wmt_tables import is_wmt_table, wmt_table

if TYPE_CHECKING:
    from karat.cli.commands.agree import AgreeOptions
    from karat.cli.progress import Progress

_OF_TEXTS = ("by", "judged_only", "order_sweep", "equal_scores", "by_group", "references")


def is_without_texts(options: AgreeOptions) -> bool:
    """Whether scores of metrics and of people are named, and no texts."""
    return not options.inputs and bool(options.scores) and bool(options.human_scores)


def read_system_tables(options: AgreeOptions, progress: Progress) -> Material:
    """Scores of the systems that people judged; everything that needs texts or segments is refused."""
    for name in _OF_TEXTS:
        if getattr(options, name):
            raise InvalidOption(
                f"--{name.replace('_', '-')} needs texts, and there are tables of scores alone. Name texts."
            )
    if options.metrics or options.recipe:
        raise InvalidOption("-m and --recipe score texts, and tables of scores are all there is. Name texts.")
    if any(level != "system" for level in options.level or ()):
        raise InvalidOption("--level is system where only tables of systems are named. Name the texts too.")
    corpus = _systems(options)
    return Material.of(
        "tables",
        corpus,
        _whole(metric_raters(options, corpus, (), progress), "--scores"),
        _whole(human_raters_of(options, corpus), "--human-scores"),
        keep_people=bool(options.keep_people),
    )


def _whole(raters: list[Rater], flag: str) -> list[Rater]:
    for rater in raters:
        if rater.segments is not None:
            raise InvalidOption(
                f"{flag}: {rater.name} has scores of segments; without texts only scores of whole systems "
                "can be read. Name the texts too."
            )
    return raters


def _systems(options: AgreeOptions) -> Corpus:
    """The systems that people have scores of, with nothing in place of their texts."""
    names: dict[str, None] = {}
    people: frozenset[str] = frozenset()
    for path in options.human_scores or ():
        if is_wmt_table(path):
            table = wmt_table(path, language_pair=options.only_language_pair)
            aliases = dict(text.split("=", 1) for text in options.system_aliases or () if "=" in text)
            names |= {aliases.get(str(name), str(name)): None for name in table.values("system")}
            continue
        if is_score_file(path):
            if level_of(path) != "system":
                raise InvalidOption(
                    f"{path} has scores of segments; without texts only scores of whole systems can be read. "
                    "Name the texts too."
                )
            names |= dict.fromkeys(system for system, _ in score_lines(path))
            continue
        table = table_of(path, what="human scores")
        column = table.require(columns.SYSTEM)
        own = [table.label(column, row, value) for row, value in enumerate(table.values(column))]
        names |= dict.fromkeys(own)
        people |= human_systems(table, own)
    taken = [name for name in names if options.systems is None or name in options.systems]
    return Corpus({name: [""] for name in taken}, References(((None,),)), human_systems=people & set(taken))
