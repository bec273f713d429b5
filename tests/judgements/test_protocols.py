"""Protocols of the papers: their marks are those of their scales, and what is shown of them."""

from __future__ import annotations

import pytest

from karat.errors import InvalidJudgement, UnknownName
from karat.judgements import PROTOCOLS, SCALES, Judgement, Judgements, Protocol, Scale, protocol, protocol_of


@pytest.mark.parametrize("found", PROTOCOLS.values(), ids=lambda one: one.name)
def test_marks_are_of_the_scale(found: Protocol) -> None:
    """Each is a value of the scale, the best first, and no two have one name."""
    assert SCALES[found.name] is found.scale
    assert Scale.parse(found.name) is found.scale
    marks = list(found.marks)
    assert all(found.scale.low <= mark <= found.scale.high for mark in marks)
    assert marks == sorted(marks, reverse=found.scale.better == "higher")
    assert len(set(found.marks.values())) == len(marks)
    assert found.question.endswith("?")
    assert found.source
    assert "translation" in found.sees
    assert protocol_of(found.scale) is found


@pytest.mark.parametrize(
    ("name", "legend"),
    [
        ("ldc-adequacy", "5 All, 4 Most, 3 Much, 2 Little, 1 None"),
        ("ldc-fluency", "5 Flawless, 4 Good, 3 Non-native, 2 Disfluent, 1 Incomprehensible"),
        ("leeds-adequacy", "5 All, 4 Most, 3 Some, 2 Little, 1 None"),
        ("ibm-quality", "5 Very good, 1 Very bad"),
        ("darpa-informativeness", ""),
    ],
)
def test_wordings(name: str, legend: str) -> None:
    """As the papers have them."""
    assert protocol(name).legend == legend


def test_scales_of_no_protocol() -> None:
    """Nor is one that only borrows the name."""
    assert protocol_of(Scale.parse("DA")) is None
    assert protocol_of(Scale("ldc-adequacy", 0, 100)) is None


def test_an_unknown_protocol() -> None:
    """The others are named."""
    with pytest.raises(UnknownName, match="ldc-fluency"):
        protocol("ldc-fluence")


def test_judgements_on_the_scale_of_a_protocol() -> None:
    """Marks that the protocol does not have are refused."""
    scales = {"adequacy": Scale.parse("ldc-adequacy")}
    assert Judgements.of([Judgement("anna", "A", "1", "adequacy", 4)], scales=scales).value.tolist() == [4]
    with pytest.raises(InvalidJudgement, match="ldc-adequacy"):
        Judgements.of([Judgement("anna", "A", "1", "adequacy", 6)], scales=scales)
