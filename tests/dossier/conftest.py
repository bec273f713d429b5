"""The dossiers as fixtures."""

import pytest
from tests.dossier import dossiers

from karat import Corpus
from karat.dossier import Dossier


@pytest.fixture(autouse=True)
def _suspected_once(suspected_once: None) -> None:
    """Many dossiers are of the same judges."""


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """The demo data."""
    return dossiers.demo_corpus()


@pytest.fixture(scope="session")
def whole() -> Dossier:
    """Everything: people, judges, text types, documents."""
    return dossiers.whole_dossier()


@pytest.fixture(scope="session")
def texts() -> Dossier:
    """Two systems and nothing else."""
    return dossiers.text_dossier()


@pytest.fixture(scope="session")
def alone() -> Dossier:
    """One system."""
    return dossiers.lone_dossier()
