"""What the effective order does to agreement with people at segment level, on real data."""

from pathlib import Path

import pytest
from tests.cli.conftest import Karat

pytestmark = [pytest.mark.shared, pytest.mark.usefixtures("read_once")]


@pytest.mark.parametrize(
    ("pack", "human", "never", "always"),
    [
        ("wmt23.en-de", "mqm", 0.163, 0.192),
        ("wmt23.zh-en", "mqm", 0.085, 0.119),
        ("wmt22.de-en", "da_z", 0.209, 0.235),
    ],
)
def test_segments_agree_better(
    karat: Karat, shared_data: Path, pack: str, human: str, never: float, always: float
) -> None:
    """Pearson's r of BLEU with people is higher with the effective order, which is the default."""
    for metric, expected in (("bleu:effective_order=no", never), ("bleu", always)):
        options = ("-m", metric, "--human", human, "--level", "segment", "--samples", "2", "--format", "tsv")
        head, *rows = (
            line.split("\t") for line in karat("agree", shared_data / pack, *options).out.splitlines()
        )
        found = [dict(zip(head, row, strict=True)) for row in rows]
        (pearson,) = [float(one["value"]) for one in found if one["statistic"] == "pearson"]
        assert pearson == pytest.approx(expected, abs=5e-4)
        assert ("|eff:segments|" in found[0]["recipe"]) == (metric == "bleu")
