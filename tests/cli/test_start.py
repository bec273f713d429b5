"""How little a command imports: starting is most of what a small job takes."""

import subprocess
import sys
from pathlib import Path

import pytest

SHOW = """
import sys
from karat.cli.main import main
code = main(sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
raise SystemExit(code)
"""


def modules(*arguments: object) -> set[str]:
    """The modules that a command has imported when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *map(str, arguments)], capture_output=True, check=True, text=True
    )
    return set(done.stderr.splitlines())


@pytest.mark.parametrize(
    "heavy",
    [
        *(
            "numpy",
            "scipy",
            "rich",
            "pyarrow",
            "jinja2",
            "json",
            "pathlib",
            "shutil",
            "subprocess",
            "logging",
            "csv",
            "dataclasses",
            "inspect",
            "typing",
            "argparse",
            "gettext",
            "threading",
            "karat.corpus",
            "karat.statistics",
            "karat.evaluation",
            "karat.metrics.contract",
        ),
    ],
)
def test_scoring_plain_text_imports_nothing_heavy(texts: Path, heavy: str) -> None:
    """A plain score needs the kernel, and no library beside it."""
    assert heavy not in modules("score", texts / "aurora.txt", "-r", texts / "reference-1.txt")


def test_scoring_plain_text_imports_few_modules(texts: Path) -> None:
    """Each module costs about as much as scoring a small file; 56 are imported today."""
    imported = modules("score", texts / "aurora.txt", "-r", texts / "reference-1.txt")
    assert len([name for name in imported if name.startswith("karat")]) <= 57


def test_checks_that_follow_a_score_import_nothing_heavy(texts: Path) -> None:
    """They look at the beginning of the text and at counts that are there; nobody waits for those of numpy."""
    plain = ("score", texts / "aurora.txt", "-r", texts / "reference-1.txt")
    checked = modules(*plain, "--format", "table")
    assert "karat.diagnosis.suitability" in checked
    assert checked.isdisjoint({"numpy", "scipy", "statistics", "pathlib", "json"})
    switched_off = modules(*plain, "--format", "table", "--no-check")
    assert "karat.diagnosis.suitability" not in switched_off


def test_the_version_needs_no_parser(texts: Path) -> None:
    """`karat --version` imports neither argparse nor the kernel."""
    assert modules("--version").isdisjoint({"argparse", "karat.kernel", "karat.errors"})


def test_a_plain_score_reads_only_the_formats_it_needs(texts: Path) -> None:
    """Text is read by one reader and printed by one report."""
    imported = modules("score", texts / "aurora.txt", "-r", texts / "reference-1.txt")
    readers = {"json_lines", "parquet", "sgml", "wmt_xml", "tsv", "folder"}
    assert imported.isdisjoint(f"karat.readers.corpora.{name}" for name in readers)
    assert imported.isdisjoint(
        f"karat.report.formats.{name}" for name in ("latex", "text", "terminal", "json_document")
    )


def test_scoring_does_not_diagnose(texts: Path) -> None:
    """A look at a few lines is enough; diagnoses are imported where these are suspicious, or by their command."""
    plain = ("score", texts / "aurora.txt", "-r", texts / "reference-1.txt")
    diagnosis = {name for name in modules(*plain) if name.startswith("karat.diagnosis")}
    assert diagnosis == {"karat.diagnosis", "karat.diagnosis.suspicion"}
    itself = ("score", texts / "reference-1.txt", "-r", texts / "reference-1.txt")
    assert "karat.diagnosis.checks.text_checks" in modules(*itself)


def test_text_in_ascii_takes_no_regular_expressions(tmp_path: Path) -> None:
    """Other letters do: to see whether their script puts spaces between words."""
    text, reference = tmp_path / "text.txt", tmp_path / "reference.txt"
    text.write_text("The dog bit the man.\nIt was not unexpected.\nThe man bit him first.\n")
    reference.write_text("The dog bit a man.\nIt was unexpected.\nThe man bit him first.\n")
    assert "re" not in modules("score", text, "-r", reference)
