"""sacreBLEU's own signature for a metric, where sacreBLEU can give the same figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.metrics.contract import Metric

# The release whose figures the tests compare with.
SACREBLEU_VERSION = "2.6.0"


def sacrebleu_signature(metric: Metric, references: int | str) -> str | None:
    """The string that sacreBLEU prints for these options; `references` is a number, or "var"."""
    options = metric.sacrebleu_options()
    if options is None:
        return None
    parts = (f"{key}:{_worded(value)}" for key, value in options.items())
    return "|".join((f"nrefs:{references}", *parts, f"version:{SACREBLEU_VERSION}"))


def _worded(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
