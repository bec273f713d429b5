"""The check of a release that no public name goes silently: `tools/interface.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("griffe", reason="the group release has griffe; make release-check uses it")

TOOL = Path(__file__).resolve().parents[1] / "tools" / "interface.py"
BEFORE = {
    "tools/python_reference.toml": '[karat.modules]\n"karat" = []\n"karat.extra" = ["kept"]\n',
    "CHANGELOG.md": "# Changelog\n\n## [0.2.0] – unreleased\n\n### Added\n\n- Something.\n",
    "src/karat/__init__.py": 'from karat._verbs import score\n\n__all__ = ["score"]\n',
    "src/karat/_verbs.py": "def score(text, *, order=4):\n    return order\n\n\ndef hidden():\n    return 1\n",
    "src/karat/extra.py": "def kept(a):\n    return a\n\n\ndef unlisted():\n    return 1\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with a release, and the tool in it."""
    for name, text in {**BEFORE, "tools/interface.py": TOOL.read_text(encoding="utf-8")}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    for command in (("init", "-q"), ("add", "-A"), (*who, "commit", "-qm", "x"), ("tag", "v0.1.0")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def told(tree: Path) -> tuple[int, str]:
    """Exit code and words of the tool."""
    done = subprocess.run(
        [sys.executable, tree / "tools" / "interface.py", "v0.1.0"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_what_stays_or_is_nobodys_business(tree: Path) -> None:
    """A public name may move, and what is not listed may go."""
    (tree / "src/karat/_verbs.py").unlink()
    (tree / "src/karat/_other.py").write_text("def score(text, *, order=4, more=1):\n    return order\n")
    (tree / "src/karat/__init__.py").write_text('from karat._other import score\n\n__all__ = ["score"]\n')
    (tree / "src/karat/extra.py").write_text("def kept(a):\n    return a\n")
    assert told(tree) == (0, "2 public names of v0.1.0, 0 changes that break programs\n")


def test_what_goes_is_told_unless_announced(tree: Path) -> None:
    """A name that is gone and an argument that is gone are named; the changelog may announce them."""
    (tree / "src/karat/extra.py").write_text("def other(a):\n    return a\n")
    verbs = (tree / "src/karat/_verbs.py").read_text().replace("order=4", "size=4")
    (tree / "src/karat/_verbs.py").write_text(verbs)
    code, words = told(tree)
    assert code == 1
    assert "karat.extra.kept: it is gone" in words
    assert "score(order): Parameter was removed" in words
    changelog = BEFORE["CHANGELOG.md"] + "\n### Removed\n\n- `karat.extra.kept`: use `other`.\n"
    (tree / "CHANGELOG.md").write_text(changelog + "\n### Changed\n\n- `karat.score` takes `size`.\n")
    assert told(tree)[0] == 0
