"""Careless judges that were looked for before in this process.

Commands and pages ask for the same judges again and again, and most of that time goes into the power of the rule,
which is simulated. The tests of `tests/reliability` and `tests/campaigns` always simulate.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.reliability import Ratings, Suspicion

Found = tuple["Suspicion", ...]

_known: dict[tuple[Any, ...], Found] = {}


def suspected_once(suspicions: Callable[..., Found]) -> Callable[..., Found]:
    """What suspects judges, remembering; the same ratings with the same options give the same, which is a value."""

    @wraps(suspicions)
    def remembered(ratings: Ratings, **options: Any) -> Found:
        values = ratings.values
        key = (ratings.judges, values.shape, values.tobytes(), *sorted(options.items()))
        if key not in _known:
            _known[key] = suspicions(ratings, **options)
        return _known[key]

    return remembered
