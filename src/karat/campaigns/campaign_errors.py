"""What a campaign refuses, and the words it does it with. The web gives each class its HTTP status.

    Refused
    ├── NotAllowed    the person may not do that, or is not known
    │   └── ConsentMissing   the judge has to read and agree first
    ├── NotFound      there is no such thing, or not for this person: the two look the same
    ├── Conflict      it is too late, or it was done otherwise before
    │   └── Paused    the lead has paused the campaign
    ├── Closed        the campaign is closed
    ├── Invalid       what was sent cannot be an answer
    ├── TooMany       too often in a short time
    └── Unavailable   the store cannot write: nothing was stored, and the same may be sent again

Whatever was refused has changed nothing.
"""

from __future__ import annotations

from karat.errors import KaratError


class Refused(KaratError):
    """What a campaign does not do."""


class NotAllowed(Refused):
    """The person may not do that, or is not known."""


class ConsentMissing(NotAllowed):
    """The judge has to read the guidelines, and to agree, before the work goes on."""


class NotFound(Refused):
    """There is no such thing, or not for this person."""


class Conflict(Refused):
    """It is too late for it, or it was done otherwise before."""


class Paused(Conflict):
    """The lead has paused the campaign."""


class Closed(Refused):
    """The campaign is closed."""


class Invalid(Refused):
    """What was sent cannot be an answer."""


class TooMany(Refused):
    """Too often in a short time."""


class Unavailable(Refused):
    """The store cannot write. Nothing was stored; the same may be sent again.

    `words` are for everybody; where the store is, only the server's log says.
    """

    def __init__(self, where: object, words: str) -> None:
        super().__init__(f"{where}: {words}")
        self.words = words
