"""The Tab key, in the shells themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import Karat, refused

from karat.cli.command_group import every_command
from karat.cli.completion_scripts import every_option
from karat.cli.main import COMMANDS
from karat.metrics.catalogue import METRICS

if TYPE_CHECKING:
    from pathlib import Path

# How each shell is asked what it offers for LINE, of which there may be several, by the script in SCRIPT.
ASKED = {
    # Readline splits words at `=`, as COMP_WORDBREAKS has it, and offers files where the function offers nothing.
    "bash": """
        compopt() { [[ $* == *'+o default'* ]] && found=; }
        source "$SCRIPT"
        while IFS= read -r LINE; do
            read -ra COMP_WORDS <<< "${LINE//=/ = }"
            [[ $LINE == *' ' || $LINE == *= ]] && COMP_WORDS+=("")
            COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
            found=files
            _karat
            [[ ${COMPREPLY[*]} ]] && found=
            echo "$LINE|${COMPREPLY[*]}|$found"
        done <<< "$LINES_ASKED"
    """,
    # What the line editor would be told is printed instead.
    "zsh": """
        compdef() { }
        source "$SCRIPT"
        _describe() { shown+=(${(P)2%%:*}) }
        compadd() { [[ $1 == -a ]] && shown+=(${(P)2}) || shown+=($@[-1]) }
        _files() { found=files }
        while IFS= read -r LINE; do
            words=(${=LINE}) shown=() found=
            [[ $LINE == *' ' ]] && words+=('')
            CURRENT=$#words
            _karat
            last=$words[CURRENT]
            shown=(${(M)shown:#$last*})
            print -r -- "$LINE|$shown|$found"
        done <<< "$LINES_ASKED"
    """,
    "fish": """
        source $SCRIPT
        for LINE in (string split \\n -- $LINES_ASKED)
            set -l shown (complete -C "$LINE" | string replace -r '\\t.*' '')
            set -l found (contains -- a-file.txt $shown; and echo files)
            set -l shown (string match -v a-file.txt -- $shown)
            echo "$LINE|$shown|$found"
        end
    """,
}
FLAGS = {"bash": ["--norc", "-c"], "zsh": ["-f", "-c"], "fish": ["--no-config", "-c"]}
# What is typed, what is offered for it, and whether files are.
TYPED = {
    "karat sc": ({"score"}, False),
    "karat campaign pa": ({"pause"}, False),
    "karat help ag": ({"agree"}, False),
    "karat completion z": ({"zsh"}, False),
    "karat score --effect": ({"--effective-order"}, False),
    "karat campaign plan --prot": ({"--protocol"}, False),
    "karat score -m b": ({"bleu"}, False),
    "karat score a.txt -r b.txt -m bleu nee-": ({"nee-partial", "nee-precision"}, False),
    "karat score -m bleu --format ": ({"table", "tsv", "json", "latex"}, False),
    "karat score --tokenize 1": ({"13a"}, False),
    "karat explain te": ({"ter"}, False),
    "karat metrics wnm-": ({"wnm-mean"}, False),
    "karat compare --seed ": (set(), False),
    "karat score a": (set(), True),
    "karat score --format json a": (set(), True),
    "karat score a.txt -r b.txt a": (set(), True),
    "karat judges --data a": (set(), True),
}


@pytest.fixture(params=ASKED)
def shell(request: pytest.FixtureRequest) -> str:
    """A shell; all are required in CI, and optional elsewhere."""
    name: str = request.param
    if shutil.which(name) is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{name} is not installed")
    return name


def offered(shell: str, script: str, folder: Path) -> dict[str, tuple[set[str], bool]]:
    """What a shell offers for every line of `TYPED`."""
    (folder / "script").write_text(script, encoding="utf-8")
    (folder / "a-file.txt").touch()
    done = subprocess.run(
        [shell, *FLAGS[shell], ASKED[shell]],
        cwd=folder,
        env={
            **os.environ,
            "SCRIPT": str(folder / "script"),
            "LINES_ASKED": "\n".join(TYPED),
            "HOME": str(folder),
        },
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = (line.rsplit("|", 2) for line in done.stdout.splitlines())
    words = {line: (set(words.split()) - {"demo:"}, found == "files") for line, words, found in lines}
    # What is the name of a metric may be that of a file as well; only some shells offer both.
    return {line: (words, found and not words) for line, (words, found) in words.items()}


def test_tab_offers_what_may_follow(shell: str, karat: Karat, tmp_path: Path) -> None:
    """Commands, options, values, metrics and files, each where it belongs."""
    code, script, err = karat("completion", shell)
    assert (code, err) == (0, "")
    assert offered(shell, script, tmp_path) == TYPED


def test_a_script_knows_every_command_and_option(karat: Karat) -> None:
    """Whatever a command declares can be completed; what its help hides cannot."""
    scripts = {name: karat("completion", name).out for name in ASKED}
    for command, options in every_option().items():
        assert options, command
        for name in (name for one in options for name in one.names):
            assert name in scripts["bash"]
            assert name in scripts["zsh"]
            assert f"-l {name[2:]}" in scripts["fish"] or f"-s {name[1:]}" in scripts["fish"]
    assert set(every_option()) == set(every_command())
    for script in scripts.values():
        assert all(name in script for name in (*COMMANDS, *METRICS))
        assert "--path" not in script


def test_a_shell_that_there_is_not(karat: Karat) -> None:
    """The shells that there are are named, also where none was."""
    refused(karat("completion"), "bash, zsh, fish")
    refused(karat("completion", "tcsh"), "tcsh", "bash", "zsh", "fish")
