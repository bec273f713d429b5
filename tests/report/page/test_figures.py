"""Every figure of the page is in its document."""

import json
from typing import Any

from tests.dossier.dossiers import entity_dossier, whole_dossier
from tests.golden import files as golden

from karat.report.formats.json_document import document
from karat.report.page.figures import figures, render


def rounded(value: Any) -> Any:
    """Figures with the digits that are the same on every machine."""
    if isinstance(value, float):
        return float(f"{value:.6g}") + 0.0
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return value


def test_the_figures_of_the_demo_data_stay() -> None:
    """The page's data, as the golden file has them."""
    golden.check("report.figures.json.txt", document(rounded(figures(whole_dossier()))))


def test_entities_have_their_misses() -> None:
    """What is missed stands beside what is found."""
    found = figures(entity_dossier())["entities"]
    assert [one["type"] for one in found["types"]] == ["location"]
    assert found["misses"]["wrong"]


def test_figures_are_plain_json() -> None:
    """What is read back is what was written, to the last bit."""
    made = figures(whole_dossier())
    assert json.loads(json.dumps(made, allow_nan=False)) == made


def test_the_document_says_where_its_figures_come_from() -> None:
    """Versions and recipes lead."""
    from karat.dossier import Provenance

    dossier = whole_dossier()
    read = json.loads(render(dossier, Provenance.of(dossier)))
    assert list(read)[:3] == ["karat", "name", "provenance"]
    assert read["provenance"]["recipes"]["BLEU"] == read["scores"][0]["recipe"]
    assert "seed:12345" in read["provenance"]["recipes"]["comparison"]
