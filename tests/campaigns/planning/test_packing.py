"""What everybody judges among a judge's own work, and work cut into packs."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from karat.campaigns.planning import packing


@given(own=st.integers(1, 30), shared=st.integers(0, 30))
def test_shared_work_lies_evenly_among_own_work(own: int, shared: int) -> None:
    """Nothing is lost, both keep their order, and no stretch has more than its share of either."""
    stints: Any = [[f"own {number}"] for number in range(own)]
    anchors: Any = [[f"shared {number}"] for number in range(shared)]
    found: Any = packing._interleaved(stints, anchors)
    assert [one for one in found if one in stints] == stints
    assert [one for one in found if one in anchors] == anchors
    assert len(found) == own + shared
    for end in range(len(found) + 1):
        before = [one in anchors for one in found[:end]]
        # Of k parts of the own work as many of the shared one: half a stint of either more or less.
        owned = len(before) - sum(before)
        assert abs(sum(before) - shared * owned / own) <= shared / own + 0.5


def test_identities_cannot_be_guessed() -> None:
    """128 bits each, and never the same twice."""
    many = {packing.fresh_id() for _ in range(1000)}
    assert len(many) == 1000
    assert all(len(one) == 32 and int(one, 16) >= 0 for one in many)
