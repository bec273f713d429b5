"""The part of the lead's page that is written as Karat's reports are: sections with tables and charts.

Statistics and charts take seconds to import, so the server imports this after it has begun to serve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import karat.campaigns.watch.status  # noqa: F401 (what the status needs comes with it)
from karat.errors import MissingExtra
from karat.report.charts.drawing import inline
from karat.report.page.frame import fragment
from karat.report.tables import Note, Section, Table
from karat.report.topics import campaign_status
from karat.web.lead_view import PARTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from karat.campaigns.watch.status import Status


def written_report(status: Status) -> tuple[tuple[str, ...], Markup]:
    """The names of the sections in order, and the sections themselves."""
    sections = [one for one in campaign_status.sections(status) if one.name in PARTS]
    return tuple(one.name for one in sections), _drawn(sections)


def _drawn(sections: Sequence[Section]) -> Markup:
    """With charts, or without them where they cannot be drawn."""
    try:
        return fragment((), sections, draw=inline)
    except MissingExtra:
        return fragment((), [_without_charts(section) for section in sections])


def _without_charts(section: Section) -> Section:
    parts = tuple(part for part in section.parts if isinstance(part, Table | Note))
    return Section(section.name, section.title, section.lead, parts)
