"""`karat demo`: everything at once, on the data that come with Karat."""

from pathlib import Path

import pytest
from tests.cli.conftest import Karat
from tests.golden import files as golden

from karat import demo


def test_the_demonstration(karat: Karat) -> None:
    """Tables, commands and the warning that nothing was measured are as the golden file has them."""
    code, out, err = karat("demo")
    assert (code, err) == (0, "")
    assert "composed for demonstration" in out
    golden.check("demo.txt", out)


def test_the_path_is_printed_alone(karat: Karat) -> None:
    """--path is for use inside other commands."""
    assert karat("demo", "--path") == (0, f"{demo.path()}\n", "")


def test_the_commands_it_shows_give_its_tables(karat: Karat) -> None:
    """What a user is told to type gives what was shown."""
    shown = karat("demo").out
    commands = [line.strip() for line in shown.splitlines() if "karat demo --path" in line]
    assert len(commands) == 3
    for command in commands:
        assert command.startswith('karat score "$(karat demo --path)" ')
        options = command.partition('" ')[2].split()
        table = karat("score", karat("demo", "--path").out.strip(), *options, "--format", "table").out
        assert table.partition("\n\n")[0] in shown


@pytest.mark.parametrize("dimension", ["adequacy", "fluency"])
def test_judgements_are_beside_the_metrics(karat: Karat, dimension: str) -> None:
    """The last table has the means of the composed judgements."""
    last = karat("demo").out.rpartition("4. ")[2]
    assert dimension in last
    assert "composed judgements" in last


def test_the_demo_takes_no_files(karat: Karat, tmp_path: Path) -> None:
    """Anything else is refused."""
    code, out, err = karat("demo", tmp_path)
    assert (code, out) == (2, "")
    assert "karat demo --help" in err
