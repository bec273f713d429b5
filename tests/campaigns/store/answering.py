"""A process that answers page after page and says which answers are acknowledged, until it is killed.

python -m tests.campaigns.store.answering ADDRESS JUDGE
"""

from __future__ import annotations

import sys

from tests.campaigns.plans import answer_to

from karat.campaigns.desk import Desk
from karat.campaigns.desk.judge_page import Page
from karat.campaigns.store import open_store


def main(address: str, judge: str) -> None:
    """Answers all that the judge has. Each key is on a line of its own, and out before the next page."""
    desk = Desk(open_store(address))
    print("ready", flush=True)  # noqa: T201
    while isinstance(page := desk.next(judge), Page):
        desk.answer(judge, page.item, page.key, answer_to(page))
        print(page.key, flush=True)  # noqa: T201
    print("done", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
