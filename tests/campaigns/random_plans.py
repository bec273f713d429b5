"""Corpora of any shape, and plans of any kind that is possible for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from tests import hypothesis_profile

from karat.campaigns.planning import plan_campaign
from karat.corpus import Corpus, References

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from karat.campaigns.plan import CampaignPlan, Item


__all__ = ["Planned", "corpus_of", "hypothesis_profile", "plans", "spoilt_texts"]


def corpus_of(sizes: list[int], kinds: list[str], systems: int) -> Corpus:
    """A corpus with documents of so many segments; every text of it is different."""
    documents = [f"document {number}" for number, size in enumerate(sizes) for _ in range(size)]
    text_types = [kind for kind, size in zip(kinds, sizes, strict=True) for _ in range(size)]
    places = range(len(documents))
    return Corpus(
        {
            f"system {one}": [f"output {one} of {place} is 5 words" for place in places]
            for one in range(systems)
        },
        References(([f"reference {place}" for place in places],)),
        sources=[f"source {place} " + "word " * (place * 7 % 23) for place in places],
        documents=documents,
        text_types=text_types,
        source_language="de",
        target_language="en",
    )


def spoilt_texts(corpus: Corpus) -> dict[str, dict[str, list[str]]]:
    """Damages that leave a trace everywhere, and one that strikes few segments only."""
    return {
        "backwards": {name: [text[::-1] for text in texts] for name, texts in corpus.systems.items()},
        "rare": {
            name: [text.upper() if place % 5 == 0 else text for place, text in enumerate(texts)]
            for name, texts in corpus.systems.items()
        },
    }


@dataclass(frozen=True, repr=False)
class Planned:
    """A plan, the corpus that it is of, and what was asked for."""

    corpus: Corpus
    plan: CampaignPlan
    asked: dict[str, Any]

    def __repr__(self) -> str:
        asked = {name: value for name, value in self.asked.items() if name != "spoilt_texts"}
        sizes = list(Counter(self.corpus.documents or ()).values())
        return f"{len(self.corpus.systems)} systems, documents of {sizes} segments, {asked}"

    def items(self, judge: str) -> list[Item]:
        """Those of one judge, in the order in which they come."""
        return [item for pack in self.plan.packs if pack.judge == judge for item in pack.items]

    def document(self, item: Item) -> str:
        """That of an item."""
        assert self.corpus.documents is not None
        return self.corpus.documents[item.segment - 1]

    def text_type(self, item: Item) -> str:
        """That of an item."""
        assert self.corpus.text_types is not None
        return self.corpus.text_types[item.segment - 1]


@st.composite
def plans(draw: DrawFn, *designs: str, extras: bool = True) -> Planned:
    """A plan of one of these designs, for a corpus of any shape that it is possible for."""
    design = draw(st.sampled_from(designs))
    systems = draw(st.integers(2 if design == "contrast" else 1, 7))
    each = draw(st.integers(1, 3))
    sizes = draw(st.lists(st.integers(1, 4), min_size=4, max_size=16))
    kinds = draw(
        st.lists(st.sampled_from(["news", "email", "manual"]), min_size=len(sizes), max_size=len(sizes))
    )
    corpus = corpus_of(sizes, kinds, systems)
    least = systems * each if design == "square" else each
    asked: dict[str, Any] = {
        "design": design,
        "judges": least + draw(st.integers(0, 6)),
        "per_item": each,
        "seed": draw(st.integers(0, 10**6)),
    }
    if design == "contrast":
        asked["side_by_side"] = draw(st.sampled_from([None, 2, 3, 4]))
    if extras:
        asked |= {"anchors": draw(st.integers(0, 2)), "spoilt_texts": spoilt_texts(corpus)}
        # They are possible wherever a judge has three documents.
        share = each * (systems if design == "square" else 1)
        if (len(sizes) - asked["anchors"]) * share // asked["judges"] >= 3:
            asked |= {"repeats": draw(st.integers(0, 1)), "spoilt": draw(st.integers(0, 1))}
    protocol = "preference" if design == "contrast" else "adequacy-fluency"
    return Planned(corpus, plan_campaign(corpus, protocol, **asked), asked)
