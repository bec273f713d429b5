"""Commands that get a signal in the middle of their work, each in a process of its own.

`Interrupter` starts this file as a program, which imports the commands once and then forks a process for each
call: so the signal meets work, not imports. What a process does after it is told in seconds of the processor,
which do not depend on what else the machine does.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# What a command may still work after the signal, in seconds of the processor; and by the clock, where the
# machine may be busy with other things. Without an end it would be the fault that is looked for.
SOON, AT_LAST = 1.0, 60.0


class Interrupted(NamedTuple):
    """How a command ended: its exit code (negative for a signal), its output, the seconds that it took, and workers without end."""

    code: int
    out: str
    err: str
    worked: float
    waited: float
    workers_left: int


class Interrupter:
    """Starts commands, and sends each a signal once it has worked for a while."""

    def __init__(self) -> None:
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1", "COLUMNS": "100"}
        self._server = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def __call__(
        self,
        folder: Path,
        *arguments: object,
        after: float = 0.5,
        sent: signal.Signals = signal.SIGINT,
        group: bool = False,
        until: str = "",
    ) -> Interrupted:
        """Run a command in a folder, and send the signal after so many seconds of work, or once it said `until`.

        `group` sends it to the command's children as well, as a terminal does.
        """
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        asked = {
            "folder": str(folder),
            "arguments": [str(one) for one in arguments],
            "after": after,
            "signal": int(sent),
            "group": group,
            "until": until,
        }
        self._server.stdin.write(json.dumps(asked) + "\n")
        self._server.stdin.flush()
        return Interrupted(*json.loads(self._server.stdout.readline()))

    def close(self) -> None:
        """End the program."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.close()
        self._server.stdout.close()
        self._server.wait(timeout=AT_LAST)


def _members(group: int) -> Iterator[list[str]]:
    """What /proc says of each process that a command has started, and of itself."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(fields[2]) == group and fields[0] != "Z":
                yield fields


def _seconds_of(group: int) -> float:
    """The seconds of the processor that a command and its workers have used."""
    return sum(int(one[11]) + int(one[12]) for one in _members(group)) / os.sysconf("SC_CLK_TCK")


def _own_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _left(group: int, until: float) -> int:
    """How many processes of a command are there after its end; they get a moment to end themselves."""
    while (left := len(list(_members(group)))) and time.monotonic() < until:
        time.sleep(0.02)
    if left:
        os.killpg(group, signal.SIGKILL)
    return left


def _ended(process: int) -> bool:
    return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _wait_for(process: int, condition: Callable[[], bool], end: float) -> None:
    while time.monotonic() < end and not _ended(process) and not condition():
        time.sleep(0.01)


def _run(asked: dict[str, Any]) -> Interrupted:
    folder = Path(asked["folder"])
    out, err = folder / ".standard-output", folder / ".standard-error"
    child = os.fork()
    if child == 0:
        _become(folder, out, err, asked["arguments"])
    end = time.monotonic() + AT_LAST
    if asked["until"]:
        _wait_for(child, lambda: out.exists() and asked["until"] in out.read_text(encoding="utf-8"), end)
    else:
        _wait_for(child, lambda: _seconds_of(child) >= asked["after"], end)
    before, start = _own_seconds(child), time.monotonic()
    if not _ended(child):
        (os.killpg if asked["group"] else os.kill)(child, asked["signal"])
    while not _ended(child) and time.monotonic() < start + AT_LAST:
        time.sleep(0.01)
    waited = time.monotonic() - start
    if not _ended(child):
        os.killpg(child, signal.SIGKILL)
    worked = max(_own_seconds(child) - before, 0.0)
    _, status = os.waitpid(child, 0)
    left = _left(child, time.monotonic() + 5.0)
    said, told = (path.read_text(encoding="utf-8") for path in (out, err))
    out.unlink()
    err.unlink()
    return Interrupted(os.waitstatus_to_exitcode(status), said, told, worked, waited, left)


def _become(folder: Path, out: Path, err: Path, arguments: list[str]) -> None:
    """Be the installed command from here on."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Under nohup it is ignored, and commands keep to that.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.chdir(folder)
    for descriptor, path in ((1, out), (2, err)):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, descriptor)
        os.close(opened)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.argv = ["karat", *arguments]
    from karat.cli.main import command

    try:
        command()
    finally:
        os._exit(99)  # `command` ends the process itself


def _serve() -> None:
    from karat.cli.command_group import every_command
    from karat.cli.main import command_named

    for name in every_command():
        command_named(name.split()[0])
    import karat.comparison
    import karat.dossier
    import karat.engines
    import karat.report.page  # noqa: F401 (imported here, so that no call has to)

    for line in sys.stdin:
        sys.stdout.write(json.dumps(_run(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
