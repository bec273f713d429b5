"""How Hypothesis searches here: the same examples on every run, however slow the machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "karat",
    derandomize=True,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("karat")
