"""The same integers from every engine, also where workers die."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.engines.killers import Killing

from karat import Bleu, Chrf, evaluate
from karat.engines import GroupedTotals, Partial, add, evaluate_shards, shards_of
from karat.engines.counting import task_of
from karat.engines.engine import engine_of
from karat.engines.executors import Processes, Threads
from karat.errors import InvalidOption, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

METRICS = (Bleu(), Chrf())
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by a signal")


def figures(totals: GroupedTotals) -> list[Any]:
    """What must be the same."""
    return [
        (group.key, group.segments, group.totals, group.cells and group.cells.segments.tolist())
        for group in totals.groups
    ]


@pytest.fixture
def whole(shards: Path) -> list[Any]:
    """The figures of a plain loop."""
    return figures(evaluate_shards(shards, *METRICS, cells=32, engine=Threads(1)))


@pytest.mark.parametrize("workers", [2, 8])
def test_threads(shards: Path, whole: list[Any], workers: int) -> None:
    """Also more than there are shards, and the kernel's own of a single one."""
    assert figures(evaluate_shards(shards, *METRICS, cells=32, workers=workers)) == whole
    one = evaluate_shards(shards / "part-0.parquet", *METRICS, workers=workers)
    assert figures(one) == figures(evaluate_shards(shards / "part-0.parquet", *METRICS, workers=1))


def test_processes_and_executors(shards: Path, whole: list[Any]) -> None:
    """By name, or any executor that somebody has."""
    assert figures(evaluate_shards(shards, *METRICS, cells=32, engine="processes", workers=2)) == whole
    with ThreadPoolExecutor(2) as pool:
        assert figures(evaluate_shards(shards, *METRICS, cells=32, engine=pool)) == whole
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert figures(evaluate_shards(shards, *METRICS, cells=32, engine=processes)) == whole


def test_killed_processes_are_followed_by_others(shards: Path, whole: list[Any], tmp_path: Path) -> None:
    """The figure is the same, though a worker died in the middle, and its successor too."""
    assert figures(_killing(Processes(2), shards, tmp_path, 2)) == whole


def test_a_shard_that_kills_every_worker_is_named(shards: Path, tmp_path: Path) -> None:
    """There is no figure, rather than a wrong one; also where a broken pipe ends a program, as after this import.

    Such a program died with the workers that it lost, without a word.
    """
    call = f"print(killing_processes({str(shards)!r}, {str(tmp_path)!r}))"
    program = f"""
import sacrebleu.sacrebleu
from tests.engines.test_engines import killing_processes
if __name__ == '__main__': {call}"""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    said = ran.stdout.strip()
    assert re.fullmatch(
        r"<Handlers.SIG_DFL: 0>: Workers were killed 5 times, and \d of 4 shards are not counted, such as .*",
        said,
    )


def killing_processes(shards: str, folder: str) -> str:
    """What comes of processes of which everyone is killed; first, what a broken pipe does here."""
    try:
        _killing(Processes(1), Path(shards), Path(folder), 100)
    except UnreadableFile as problem:
        return f"{signal.getsignal(signal.SIGPIPE)!r}: {problem}"
    raise AssertionError


def _killing(engine: Any, shards: Path, folder: Path, times: int) -> GroupedTotals:
    met = folder / "met"
    met.mkdir()
    task = task_of(METRICS, by=["system"], cells=32)
    with_identity = evaluate_shards(shards, *METRICS, cells=32).recipe.identity
    task = replace(task, columns=replace(task.columns, identity=with_identity))
    outcomes = list(engine.run(Killing(task, str(met), times), shards_of(shards)))
    assert all(isinstance(one, Partial) for one in outcomes)
    return add(outcomes)


def test_evaluate_takes_sources(shards: Path) -> None:
    """`evaluate` of a path and an engine is `evaluate_shards`."""
    ours = evaluate(str(shards / "*.parquet"), Bleu(), engine="threads")
    assert [score.value for score in ours.scores] == [
        score.value for score in evaluate_shards(shards, Bleu()).scores
    ]
    with pytest.raises(InvalidOption, match=r"is not a corpus. Read the file"):
        evaluate(str(shards / "part-0.parquet"), Bleu())  # type: ignore[call-overload]


def test_engines_that_are_none() -> None:
    """Named, with those that there are."""
    with pytest.raises(
        InvalidOption, match="engine is 'spark'; it must be one of threads, processes, dask, ray"
    ):
        engine_of("spark")
    with pytest.raises(InvalidOption, match="An engine was expected, not a int"):
        engine_of(3)  # type: ignore[arg-type]


@pytest.fixture
def _quiet() -> Iterator[None]:
    """What clusters warn of when they start and stop is theirs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.usefixtures("_quiet")
def test_dask(shards: Path, whole: list[Any], tmp_path: Path) -> None:
    """On workers of this machine, of which one is killed."""
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    assert figures(_killing(engine_of("dask", workers=2), shards, tmp_path, 1)) == whole


@pytest.mark.usefixtures("_quiet")
def test_ray(shards: Path, whole: list[Any], tmp_path: Path) -> None:
    """On workers of this machine, of which one is killed."""
    pytest.importorskip("ray", reason="the extra ray is not installed")
    assert figures(_killing(engine_of("ray", workers=2), shards, tmp_path, 1)) == whole
