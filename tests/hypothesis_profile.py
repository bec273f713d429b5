"""How Hypothesis searches: few examples and the same ones on every run, or many and others each time.

`make test` takes `repeated`. It finds what breaks a property at large, and never fails by chance on a machine that
did nothing wrong. The same examples find nothing new on the next run, so `make test-properties` takes `searching`.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeated",
    derandomize=True,
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "searching",
    settings.get_profile("repeated"),
    derandomize=False,
    print_blob=True,
    max_examples=int(os.environ.get("EXAMPLES", "1000")),
)
settings.load_profile("repeated")


def examples(share: float) -> settings:
    """This share of the profile's examples: a part where each is slow, a multiple where most are alike."""
    profile = settings.default
    assert profile is not None
    return settings(max_examples=max(1, round(share * profile.max_examples)))
