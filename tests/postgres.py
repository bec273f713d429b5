"""A PostgreSQL server of our own for the tests: Debian's binaries, a temporary cluster, a socket, no port."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

# The server refuses to run as root; Debian's package makes this user.
USER = "postgres"
PATIENCE = 60.0
_numbers = count()


@dataclass
class PostgresServer:
    """A server that runs, and can be ended and started again."""

    programs: Path
    folder: Path
    owner: dict[str, Any]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run, until it answers. Commits do not wait for the disk: tests kill processes, not the machine."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._start()
            except RuntimeError as error:
                # After a kill, the processes for single connections take a moment to find out.
                if "still in use" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(0.2)
            else:
                return

    def _start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder, "-h", "", "-F"],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self.owner,
            )
        _wait(self.folder, self.process)

    def crash(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """An immediate end, as by `pg_ctl stop -m immediate`: all connections are lost, nothing is tidied up.

        With SIGKILL the main process alone dies, and does not even tell the others.
        """
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def address(self) -> str:
        """A new, empty schema, which holds a campaign as a database of its own would."""
        import psycopg

        name = f"campaign{next(_numbers)}"
        with psycopg.connect(f"host={self.folder} user=karat dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"postgresql://karat@/postgres?host={self.folder}&options=-csearch_path%3D{name}"


def postgres_folder() -> Path | None:
    """Where the server's programs are, if they are installed."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = str(debian[-1]) if debian else shutil.which("initdb")
    return None if found is None else Path(found).resolve().parent


@contextmanager
def running_postgres(programs: Path) -> Iterator[PostgresServer]:
    """A server until the block ends."""
    owner: dict[str, Any] = {"user": USER, "group": USER} if os.geteuid() == 0 else {}
    # A socket's path is short, and pytest's folders are closed to other users.
    folder = Path(tempfile.mkdtemp(prefix="karat-"))
    try:
        if owner:
            shutil.chown(folder, USER, USER)
        data = folder / "data"
        made = f"{programs}/initdb -D {data} -U karat -A trust -E UTF8 --locale=C.UTF-8 --no-sync".split()
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **owner)
        server = PostgresServer(programs, folder, owner)
        try:
            server.start()
            yield server
        finally:
            # Nobody needs what is in it.
            server.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(folder: Path, server: subprocess.Popen[bytes]) -> None:
    import psycopg

    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(f"host={folder} user=karat dbname=postgres").close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > until:
                raise RuntimeError((folder / "log").read_text()) from None
            time.sleep(0.05)
        else:
            return
