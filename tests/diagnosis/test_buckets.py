"""Accuracy by kinds of words and segments: against an obvious version, and with the examples that belong to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import choices

from karat import Bleu, Corpus, References, Ter, demo, evaluate, read
from karat.comparison import partition
from karat.diagnosis.buckets import BucketChance, difficulty, of_segments
from karat.diagnosis.word_buckets import by_entity_type, by_frequency, by_tag
from karat.errors import InvalidOption, MisalignedCorpus
from karat.resampling import effective_number, expanded_interval

WORDS = choices("abcdef", min_size=1, max_size=8)
SEGMENTS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The demo data."""
    return read(demo.segments_path())


@given(SEGMENTS)
def test_words_by_frequency_are_counted_once_each(segments: list[tuple[list[str], list[str]]]) -> None:
    """Every word of references and outputs is in one bucket; matches are clipped, as an obvious count says."""
    hypotheses, references = (list(map(" ".join, side)) for side in zip(*segments, strict=True))
    found = by_frequency(Corpus.of(hypotheses, references), edges=[1, 2, 3], tokenize="none")
    frequency = Counter(word for _, reference in segments for word in reference)
    labels = {"never": range(1), "1": range(1, 2), "2": range(2, 3), "3 or more": range(3, 99)}
    for bucket in found.buckets:
        inside = [word for word in "abcdef" if frequency[word] in labels[bucket.label]]
        wanted = sum(reference.count(word) for _, reference in segments for word in inside)
        offered = sum(hypothesis.count(word) for hypothesis, _ in segments for word in inside)
        shared = sum(min(h.count(word), r.count(word)) for h, r in segments for word in inside)
        cell = bucket.systems["hypothesis"]
        assert (bucket.size, cell.counts["wanted"], cell.counts["offered"]) == (wanted, wanted, offered)
        assert cell.counts["found"] == cell.counts["right"] == shared
        assert (
            isnan(cell.value)
            if not wanted
            else cell.value == pytest.approx(200 * shared / (wanted + offered))
        )
    assert sum(bucket.size for bucket in found.buckets) == sum(frequency.values())


def test_examples_of_words_are_there(corpus: Corpus) -> None:
    """A missed word is in the reference more often than in the output, a wrong one in no reference."""
    for bucket in by_frequency(corpus, tokenize="none", examples=50).buckets:
        for name, cell in bucket.systems.items():
            for example in cell.examples:
                output = corpus.systems[name][example.segment - 1].split()
                references = [text.split() for text in corpus.references.of_segment(example.segment - 1)]
                if example.what == "found":
                    assert output.count(example.text) >= references[0].count(example.text) > 0
                elif example.what == "missed":
                    assert output.count(example.text) < references[0].count(example.text)
                else:
                    assert not any(example.text in reference for reference in references)


def test_examples_come_from_all_over_the_text() -> None:
    """Not only from the first segments; where nothing is wrong, of what is found."""
    corpus = Corpus.of(["x"] * 200 + ["y z"], ["y"] * 200 + ["y z"])
    found = {
        bucket.label: bucket.systems["hypothesis"] for bucket in by_frequency(corpus, edges=[1, 2]).buckets
    }
    assert max(example.segment for example in found["2 or more"].examples) > 50
    assert found["1"].value == 100
    assert [(example.what, example.text) for example in found["1"].examples] == [("found", "z")]


def test_intervals_are_those_of_drawn_documents(corpus: Corpus) -> None:
    """Words counted anew in documents drawn by another generator give the same interval, up to chance."""
    parts = replace(corpus, systems={name: corpus.systems[name] for name in ("aurora", "birch")})
    (bucket,) = by_frequency(parts, edges=[1000], tokenize="none", chance=BucketChance(samples=4000)).buckets
    counts = []
    for row in range(len(corpus)):
        references = [Counter(text.split()) for text in corpus.references.of_segment(row)]
        allowed = references[0] | references[-1]
        here = [Counter(parts.systems[name][row].split()) for name in parts.systems]
        counts.append(
            [
                ((one & references[0]).total() + (one & allowed).total(), one.total() + references[0].total())
                for one in here
            ]
        )
    assert corpus.documents is not None
    labels = list(corpus.documents)
    names = list(dict.fromkeys(labels))
    by_document = np.array(
        [np.sum([counts[row] for row, of in enumerate(labels) if of == name], axis=0) for name in names]
    )
    assert (bucket.unit, bucket.units) == ("document", len(names))
    drawn = np.random.default_rng(5).integers(0, len(names), (4000, len(names)))
    sums = by_document[drawn].sum(axis=1)
    values = 100 * sums[..., 0] / sums[..., 1]
    units = effective_number(np.array([labels.count(name) for name in names]))
    for place, cell in enumerate(bucket.systems.values()):
        expected = expanded_interval(cell.value, values[:, place], units=units)
        assert cell.interval is not None
        assert cell.interval.low == pytest.approx(expected.low, abs=0.6)
        assert cell.interval.high == pytest.approx(min(expected.high, 100), abs=0.6)
    assert bucket.difference is not None
    by = bucket.difference.value
    expected = expanded_interval(by, values[:, 0] - values[:, 1], units=units)
    interval = bucket.difference.interval
    assert [interval.low, interval.high] == pytest.approx([expected.low, expected.high], abs=0.6)


def test_no_difference_lies_within_its_interval() -> None:
    """Of two systems that are equally good, about 95 % of the intervals of their difference hold 0."""
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(200):
        first, second = (["a" if right else "b" for right in rng.random(60) < 0.6] for _ in range(2))
        corpus = Corpus({"first": first, "second": second}, References((("a",) * 60,)))
        chance = BucketChance(samples=200)
        buckets = by_frequency(corpus, edges=[1], tokenize="none", chance=chance).buckets
        difference = next(bucket.difference for bucket in buckets if bucket.size)
        assert difference is not None
        held += difference.interval.low <= 0 <= difference.interval.high
    assert 180 <= held <= 198


def test_frequencies_of_another_corpus() -> None:
    """What is frequent there decides; what does not occur there is never."""
    found = by_frequency(Corpus.of(["a b"], ["a c"]), frequencies={"a": 7}, edges=[1, 5], examples=1)
    assert [(bucket.label, bucket.size) for bucket in found.buckets] == [("never", 1), ("5 or more", 1)]
    assert found.buckets[1].systems["hypothesis"].value == 100
    with pytest.raises(InvalidOption, match="1 or more"):
        by_frequency(Corpus.of(["a"], ["a"]), edges=[0, 5])


def test_writing_without_spaces_needs_words() -> None:
    """Whole clauses are no words."""
    text = ["昨日は友達と一緒に新しい映画を見に行きました"]
    with pytest.raises(InvalidOption, match="without spaces"):
        by_frequency(Corpus.of(text, text))


def test_tags_take_each_word_once() -> None:
    """A word that the output has once is found once."""
    found = by_tag(Corpus.of(["run run home"], ["run run run"]), ["VERB VERB NOUN"])
    values = {bucket.label: bucket.systems["hypothesis"] for bucket in found.buckets}
    assert (values["VERB"].value, values["NOUN"].value) == (100, 0)
    assert values["NOUN"].examples[0].text == "run"


def test_tags_must_fit() -> None:
    """A line for each segment, a tag for each word."""
    with pytest.raises(MisalignedCorpus, match="tags of 2 segments"):
        by_tag(Corpus.of(["a"], ["a"]), ["X", "Y"])
    with pytest.raises(MisalignedCorpus, match="1 words and 2 tags"):
        by_tag(Corpus.of(["a"], ["a"]), ["X Y"])


def test_entities_are_counted_as_nee_does() -> None:
    """Found and missed by type, and the ones that are missed."""
    from karat.readers.corpora.annotation import lifted

    reference = '<ENAMEX TYPE="PERSON">Clinton</ENAMEX> is in <ENAMEX TYPE="LOCATION">Paris</ENAMEX>'
    found = by_entity_type(lifted(Corpus.of(["CLINTON's visit to France"], [reference])))
    cells = {bucket.label: bucket.systems["hypothesis"] for bucket in found.buckets}
    assert {label: cell.value for label, cell in cells.items()} == {"person": 100, "location": 0}
    shown = {label: [(one.what, one.text) for one in cell.examples] for label, cell in cells.items()}
    assert shown == {"person": [("found", "Clinton")], "location": [("missed", "Paris")]}


@pytest.mark.parametrize("metric", [Bleu(), Ter()])
def test_segments_have_the_score_of_their_part(corpus: Corpus, metric: Bleu | Ter) -> None:
    """The value of a part is the metric's over its segments; examples are its worst."""
    evaluation = evaluate(corpus, metric)
    parts = partition(corpus, "reference-length")
    for bucket in of_segments(evaluation, metric, parts, examples=2).buckets:
        rows = [row for row, label in enumerate(parts.labels) if label == bucket.label]
        references = [list(corpus.references.of_segment(row)) for row in rows]
        text = [corpus.systems["elm"][row] for row in rows]
        assert bucket.systems["elm"].value == pytest.approx(
            metric.value(metric.count(text, references).total())
        )
        values = evaluation.table(metric, "segment")["elm"]
        worst = (min if metric.higher_is_better else max)(values[row] for row in rows)
        assert values[bucket.systems["elm"].examples[0].segment - 1] == worst


@pytest.mark.parametrize("metric", [Bleu(), Ter()])
def test_difficulty_goes_from_hard_to_easy(corpus: Corpus, metric: Bleu | Ter) -> None:
    """Four parts of the same size, the mean score rising from one to the next."""
    evaluation = evaluate(corpus, metric)
    parts = difficulty(evaluation, metric)
    assert Counter(parts.labels) == dict.fromkeys(parts.parts, 12)
    table = evaluation.table(metric, "segment")
    means = [
        sum(
            table[name][row]
            for name in corpus.systems
            for row, label in enumerate(parts.labels)
            if label == part
        )
        for part in parts.parts
    ]
    assert means == sorted(means, reverse=not metric.higher_is_better)
