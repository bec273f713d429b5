"""Charts in notebooks."""

import sys

import pytest
from tests.report.charts import results

from karat.errors import MissingExtra
from karat.report.charts import drawing


def test_a_notebook_gets_every_form() -> None:
    """The specification with its title, a picture, and the finding in words."""
    chart = results.charts()["scores-bleu"]
    found = chart._repr_mimebundle_(include=None, exclude=None)
    assert set(found) == {"application/vnd.vegalite.v5+json", "image/svg+xml", "text/plain"}
    assert found["application/vnd.vegalite.v5+json"]["title"] == chart.title
    assert found["image/svg+xml"].startswith("<svg")
    assert found["text/plain"] == f"{chart.title}. {chart.description}"


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The specification can still be shown; drawing says what to install."""
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    chart = results.charts()["scores-bleu"]
    assert "image/svg+xml" not in chart._repr_mimebundle_()
    with pytest.raises(MissingExtra, match=r"karat-mt\[report\]"):
        drawing.pdf(chart)
