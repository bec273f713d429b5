"""Groups of judges: the figures of each and between them, against plain loops; and what is refused."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from statistics import fmean
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import pytest

from karat import Bleu, Corpus, Ter, demo, evaluate, read, read_judgements
from karat.agreement import Material, Plan, StudyLayout, compare_groups, counted_raters, judge_groups
from karat.errors import InvalidOption, UnknownName
from karat.judgements import Judgement, Judgements, Scale

if TYPE_CHECKING:
    from collections.abc import Mapping

GROUPS = {"judge-1": "bilingual", "judge-2": "monolingual", "judge-3": "monolingual"}
FEW = Plan(("system", "segment"), ("pearson",), samples=100)


@cache
def data() -> tuple[Corpus, Judgements]:
    """The demo data, whose judges are in two groups."""
    corpus = read(demo.segments_path())
    return corpus, grouped(read_judgements(demo.judgements_path(), corpus), GROUPS)


def grouped(judgements: Judgements, groups: Mapping[str, str]) -> Judgements:
    """The judgements with other groups."""
    return replace(judgements, groups=MappingProxyType(dict(groups)))


def by_hand(judgements: Judgements, group: str, dimension: str) -> dict[tuple[str, str], float]:
    """The mean of a group for each system and segment, by loops."""
    values = defaultdict(list)
    for one in judgements:
        if judgements.groups.get(one.judge) == group and one.dimension == dimension:
            values[one.system, one.segment].append(one.value)
    return {item: fmean(given) for item, given in values.items()}


def of_systems(items: dict[tuple[str, str], float]) -> dict[str, float]:
    """The mean of each system."""
    systems = dict.fromkeys(system for system, _ in items)
    return {name: fmean(value for (system, _), value in items.items() if system == name) for name in systems}


@pytest.mark.parametrize("dimension", ["adequacy", "fluency"])
def test_between_groups_is_the_correlation_of_their_means(dimension: str) -> None:
    """Of systems and of segments, as NumPy has it."""
    corpus, judgements = data()
    found = {one.dimension: one for one in compare_groups(judgements, corpus=corpus, plan=FEW)}[dimension]
    first, second = (by_hand(judgements, group, dimension) for group in ("bilingual", "monolingual"))
    systems = of_systems(first), of_systems(second)
    expected = {
        "system": np.corrcoef([systems[0][name] for name in systems[0]], list(systems[1].values()))[0, 1],
        "segment": np.corrcoef([first[item] for item in first], [second[item] for item in first])[0, 1],
    }
    assert {one.level: one.value for one in found.between} == pytest.approx(expected)
    assert {(one.metric, one.human) for one in found.between} == {("bilingual", "monolingual")}
    for one in found.between:
        assert one.interval is not None
        assert one.interval.low <= one.value <= one.interval.high


def test_each_group_with_each_metric() -> None:
    """r is that of the group's own means; of TER, the lower the better, it is turned round."""
    corpus, judgements = data()
    metrics = counted_raters(evaluate(corpus, Bleu(), Ter()))
    adequacy = compare_groups(judgements, corpus=corpus, metrics=metrics, plan=FEW)[0]
    whole = {metric.name: dict(zip(metric.systems, metric.whole, strict=True)) for metric in metrics}
    for one in adequacy.with_metrics:
        if one.level != "system":
            continue
        people = of_systems(by_hand(judgements, one.human, "adequacy"))
        r = np.corrcoef([whole[one.metric][name] for name in people], list(people.values()))[0, 1]
        assert one.value == pytest.approx(-r if one.metric == "TER" else r)
    assert len(adequacy.with_metrics) == 2 * 2 * 2


def test_a_group_is_what_its_judges_said() -> None:
    """The table of a group is the one that has never had the other judges."""
    _, judgements = data()
    part = judgements.of_group("monolingual")
    expected = [replace(one, time=0.0) for one in judgements if one.judge != "judge-1"]
    assert [replace(one, time=0.0) for one in part] == expected
    groups = judge_groups(judgements)
    assert [group.judges for group in groups[:2]] == [("judge-1",), ("judge-2", "judge-3")]
    assert sum(group.judgements for group in groups) == len(judgements)
    with pytest.raises(UnknownName, match="bilingual, monolingual"):
        judgements.of_group("trilingual")


def test_material_has_the_groups() -> None:
    """Of the machines alone, as every other figure of metrics and people."""
    corpus, judgements = data()
    material = Material.of_evaluation(evaluate(corpus, Bleu()), judgements)
    assert {group.name for group in material.groups} == {"bilingual", "monolingual"}
    assert all(group.rater.systems == tuple(material.corpus.systems) for group in material.groups)
    assert "human" not in material.corpus.systems


def test_judges_without_a_group_are_named() -> None:
    """They are in no figure, and the result says so."""
    corpus, judgements = data()
    without = grouped(judgements, {"judge-1": "bilingual", "judge-2": "monolingual"})
    found = compare_groups(without, corpus=corpus, plan=FEW)[0]
    assert found.ungrouped == ("judge-3",)
    assert {judge for group in found.groups for judge in group.judges} == {"judge-1", "judge-2"}


@pytest.mark.parametrize(
    ("groups", "words"),
    [({}, "no judgement says the group"), (dict.fromkeys(GROUPS, "bilingual"), "only 'bilingual'")],
)
def test_too_few_groups(groups: dict[str, str], words: str) -> None:
    """There is nothing to compare."""
    corpus, judgements = data()
    with pytest.raises(InvalidOption, match=words):
        compare_groups(grouped(judgements, groups), corpus=corpus)


def test_groups_of_different_dimensions() -> None:
    """One group judged adequacy, the other fluency."""
    scale = Scale.parse("1-5")
    rows = [Judgement("anna", "A", "1", "adequacy", 4), Judgement("ben", "A", "1", "fluency", 5)]
    judgements = Judgements.of(
        rows, scales={"adequacy": scale, "fluency": scale}, groups={"anna": "one", "ben": "two"}
    )
    with pytest.raises(InvalidOption, match="'one' and 'two' judged different dimensions"):
        compare_groups(judgements)


def test_systems_that_one_group_did_not_judge() -> None:
    """They are left out between groups; a correlation of fewer than two is not defined."""
    scale = Scale.parse("1-5")
    rows = [
        Judgement("anna", system, "1", "adequacy", value)
        for system, value in zip("ABC", (1, 3, 5), strict=True)
    ]
    rows += [
        Judgement("ben", system, "1", "adequacy", value) for system, value in zip("AB", (2, 4), strict=True)
    ]
    groups = {"anna": "one", "ben": "two"}
    (found,) = compare_groups(Judgements.of(rows, scales={"adequacy": scale}, groups=groups), plan=FEW)
    assert [(one.level, one.observations) for one in found.between] == [("system", 2), ("segment", 2)]
    assert [one.value for one in found.between] == pytest.approx([1, 1])
    assert found.between[0].interval is None


def test_documents_are_drawn() -> None:
    """Those of the corpus, or those that the judgements name; a layout may say otherwise."""
    corpus, judgements = data()
    assert corpus.documents is not None
    number = len(set(corpus.documents))
    plain = replace(corpus, documents=None)
    for options, drawn in (
        ({"corpus": corpus}, (("document", number),)),
        ({"corpus": plain}, (("document", number),)),
        ({}, (("document", number),)),
        ({"corpus": corpus, "layout": StudyLayout()}, (("segment", len(corpus)),)),
    ):
        (found, _) = compare_groups(judgements, plan=FEW, **options)
        assert [one.drawn for one in found.between if one.level == "segment"] == [drawn]


def test_groups_are_kept_by_append() -> None:
    """Two tables that put a judge in different groups contradict each other."""
    _, judgements = data()
    rows = [Judgement("judge-1", "new", "1", "adequacy", 4)]
    scales = {"adequacy": judgements.scales["adequacy"]}
    more = Judgements.of(rows, scales=scales, groups={"judge-1": "bilingual"})
    assert judgements.append(more).groups == GROUPS
    other = Judgements.of(rows, scales=scales, groups={"judge-1": "monolingual"})
    with pytest.raises(Exception, match="'judge-1' has the group 'bilingual' in one table and 'monolingual'"):
        judgements.append(other)
    with pytest.raises(Exception, match="The group of the judge 'judge-1' is ''"):
        Judgements.of(rows, scales=scales, groups={"judge-1": ""})


def test_as_a_table() -> None:
    """A row for each correlation; judgements have a column for the group where one is known."""
    corpus, judgements = data()
    found = compare_groups(judgements, corpus=corpus, plan=FEW)[0]
    assert [row["dimension"] for row in found.to_pandas().to_dict("records")] == ["adequacy"] * 2
    assert set(judgements.to_pandas()["group"]) == {"bilingual", "monolingual"}
    assert "group" not in grouped(judgements, {}).to_pandas()
