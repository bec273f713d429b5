"""The page: one HTML file that needs nothing else."""

from __future__ import annotations

from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.report.page.browser import Packed
    from karat.report.page.section import Section
    from karat.report.page.statement import Statement


def page(
    title: str,
    answer: Sequence[Statement],
    sections: Sequence[Section],
    browser: Packed | None,
    provenance: Mapping[str, Any],
    *,
    subtitle: str = "",
    digits: int = 2,
) -> str:
    """The answer in words, the evidence by section, the segments, and how to make the page again."""
    raise NotImplementedError
