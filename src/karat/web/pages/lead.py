"""The lead's page: who takes part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from karat.web.visits import Visit, visited

if TYPE_CHECKING:
    from starlette.responses import Response


async def status(visit: Visit) -> Response:
    """What is known of the campaign, for programs."""
    visit.require_lead()
    desk = visit.site.desk
    people = await visit.ask(desk.people)
    return visit.data(
        {
            "state": await visit.ask(desk.state),
            "people": [{"name": person.name, "role": person.role} for person in people],
        }
    )


routes = (Route("/lead/status.json", visited(status), methods=["GET"]),)
