"""Dossiers that several tests look at, each made once: of the demo data with people, and of texts alone."""

import atexit
from functools import cache

from karat import Bleu, Corpus, demo, read, read_judgements
from karat.dossier import Dossier, Scope, gather
from karat.entities.entity import Entity
from karat.readers.people.human_scores import read_human_scores

FEW = Scope(samples=100)
PLACE = "Görzfelde"


@cache
def demo_corpus() -> Corpus:
    """The demo data."""
    return read(demo.path())


@cache
def whole_dossier() -> Dossier:
    """Everything: people, judges, text types, documents."""
    corpus = demo_corpus()
    human = read_human_scores(demo.path(), corpus)
    judgements = read_judgements(demo.judgements_path(), corpus)
    return gather(corpus, name="demo", human=human, judgements=judgements, scope=FEW)


@cache
def labelled_dossier() -> Dossier:
    """Human scores of systems of two kinds, and nothing that takes long."""
    corpus = demo_corpus()
    human = read_human_scores(demo.path(), corpus)
    labels = dict.fromkeys(("aurora", "birch", "cobalt"), "neural") | {"dune": "<LLM>", "elm": "<LLM>"}
    return gather(corpus, Bleu(), name="labelled", human=human, system_labels=labels, scope=FEW)


@cache
def text_dossier() -> Dossier:
    """Two systems and nothing else: no people, no documents, no text types."""
    corpus = demo_corpus()
    systems = {name: corpus.systems[name] for name in ("aurora", "birch")}
    return gather(Corpus(systems, corpus.references), name="texts", scope=FEW)


@cache
def lone_dossier() -> Dossier:
    """One system."""
    corpus = demo_corpus()
    return gather(Corpus({"aurora": corpus.systems["aurora"]}, corpus.references), name="alone", scope=FEW)


@cache
def entity_dossier() -> Dossier:
    """A system that has a marked name right, and one that has it wrong."""
    first = [text or "" for text in demo_corpus().references.streams[0]]
    marked = [
        (Entity(start, start + len(PLACE), ("LOCATION",), PLACE),) if (start := text.find(PLACE)) >= 0 else ()
        for text in first
    ]
    systems = {"right": first, "wrong": [text.replace(PLACE, "Berlin") for text in first]}
    return gather(Corpus.of(systems, first, entities=[marked]), name="entities", scope=FEW)


# Counts that outlive the interpreter are reported as leaks.
for _made in (demo_corpus, whole_dossier, labelled_dossier, text_dossier, lone_dossier, entity_dossier):
    atexit.register(_made.cache_clear)
