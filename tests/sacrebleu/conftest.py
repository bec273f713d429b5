"""What the tests of the drop-in share: a quiet logger."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Hints for every segment would drown the reports; the tests of warnings turn them on again."""
    logger = logging.getLogger("sacrebleu")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    yield
    logger.setLevel(before)
