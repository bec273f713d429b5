"""Pages that check a judge look like the others: their documents are whole, with all their outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import Clock, work
from tests.campaigns.random_plans import corpus_of, spoilt_texts

from karat.campaigns.desk import Desk
from karat.campaigns.planning import plan_campaign
from karat.campaigns.store import create_store

if TYPE_CHECKING:
    from pathlib import Path

CORPUS = corpus_of([3, 2, 3, 2, 3, 2, 3, 2], ["a"] * 8, 2)


@pytest.mark.parametrize("design", ["square", "together"])
@pytest.mark.parametrize("pack_hours", [10.0, 0.02], ids=["one pack", "many packs"])
def test_a_check_has_the_context_of_any_page(tmp_path: Path, design: str, pack_hours: float) -> None:
    """Wherever the document was read first; no spoilt text stands beside a page where there is another."""
    plan = plan_campaign(
        CORPUS,
        "da",
        judges=2,
        design=design,  # type: ignore[arg-type]
        repeats=2,
        spoilt=2,
        spoilt_texts=spoilt_texts(CORPUS),
        pack_hours=pack_hours,
    )
    store = create_store(tmp_path / "checks.campaign", plan)
    desk = Desk(store, clock=Clock())
    known = {item.id: item for pack in plan.packs for item in pack.items}
    purposes = set()
    for judge in plan.judges:
        for page in work(desk, judge):
            item = known[page.item]
            purposes.add(item.purpose)
            documents = CORPUS.documents or ()
            assert len(page.context) == documents.count(documents[item.segment - 1]) - 1
            assert all(None not in line.outputs for line in page.context)
            if item.purpose == "plan":
                intact = {text for texts in CORPUS.systems.values() for text in texts}
                assert {text for line in page.context for text in line.outputs} <= intact
    store.close()
    assert purposes == {"plan", "repeat", "spoilt"}
