"""What every metric does with input that is not as it should be."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
from tests.contracts.metric_cases import HYPOTHESES, PLAIN, every_metric

from karat.corpus import Corpus
from karat.errors import InvalidText, MisalignedCorpus, MissingReference

if TYPE_CHECKING:
    from karat.metrics import Metric


@every_metric
def test_unequal_lengths(of: Metric) -> None:
    """Texts of unequal lengths are refused, never cut."""
    with pytest.raises(MisalignedCorpus, match="has 3 segments, the references have 2"):
        of.count(["a", "b", "c"], ["a", "b"])
    with pytest.raises(MisalignedCorpus, match="has 1 segment, the references have 2"):
        of.count(["a"], [["a"], ["b", "c"]])


@every_metric
def test_missing_texts(of: Metric) -> None:
    """A hypothesis must be there, and a reference for each segment."""
    with pytest.raises(InvalidText, match="Segment 2 of the hypothesis is None"):
        of.count(["a", None], ["a", "b"])  # type: ignore[list-item]
    with pytest.raises(MissingReference, match="Segment 2 has no reference"):
        of.count(["a", "b"], [["a"], []])
    with pytest.raises(MissingReference, match="There is no reference"):
        of.count(["a"], [[]])


@every_metric
def test_single_string(of: Metric) -> None:
    """A str is not taken for a list of its characters."""
    with pytest.raises(InvalidText, match="single"):
        of.count(["a"], "b")


@every_metric
def test_inputs_unchanged(of: Metric) -> None:
    """Counting leaves the texts as they were."""
    hypotheses, texts = deepcopy((HYPOTHESES, [["a", "b"] for _ in HYPOTHESES]))
    of.count(hypotheses, texts)
    assert (hypotheses, texts) == (HYPOTHESES, [["a", "b"] for _ in HYPOTHESES])


@every_metric
def test_a_single_string_is_not_a_list_of_references(of: Metric) -> None:
    """`explain` refuses what would be taken for references of one letter each."""
    with pytest.raises(InvalidText, match="single str"):
        of.explain(PLAIN, PLAIN)


@every_metric
@pytest.mark.parametrize("texts", [iter(["a"]), (text for text in ["a"]), {"a"}, {"a": "b"}, None, 5])
def test_what_is_no_list_of_segments(of: Metric, texts: Any) -> None:
    """Generators, sets, dictionaries and what holds no texts at all are refused in words."""
    with pytest.raises(InvalidText, match="A list of segments was expected"):
        of.count(texts, ["a"])
    with pytest.raises(InvalidText, match="A list of segments was expected"):
        of.count(["a"], texts)
    if not isinstance(texts, dict):  # a dictionary of systems is what a corpus has
        with pytest.raises(InvalidText, match="A list of segments was expected"):
            Corpus.of(texts, ["a"])
