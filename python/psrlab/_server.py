"""Starts a server for this process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import weakref
from typing import IO, Optional, Sequence

from ._http import Path, PsrError
from ._lab import Lab

_PAUSE_SECONDS = 0.05
_SECONDS_TO_STOP = 30
_LINES_SHOWN = 15


class LocalLab(Lab):
    """A laboratory whose server runs for this process only; :func:`lab` starts one."""

    def __init__(self, watch: subprocess.Popen[bytes], data: str, timeout: float) -> None:
        super().__init__(data=data, timeout=timeout)
        self.data = data
        self._finalizer = weakref.finalize(self, _stop, watch)

    def __getstate__(self) -> dict[str, object]:
        """A copy in another process uses the server, but does not stop it."""
        return {name: value for name, value in super().__getstate__().items() if name != "_finalizer"}

    def close(self) -> None:
        """Stops the server."""
        finalizer = getattr(self, "_finalizer", None)
        if finalizer is not None:
            finalizer()

    def __enter__(self) -> LocalLab:
        return self

    def __exit__(self, *why: object) -> None:
        self.close()


def lab(home: Optional[Path] = None, data: Optional[Path] = None, threads: Optional[int] = None, wait: float = 180, timeout: float = 120,
        options: Sequence[str] = ()) -> LocalLab:
    """Starts a server on a free port with a token of its own, and waits until it is ready.

    Use it in a ``with`` statement, or call ``close()``. The server is stopped at the end of the statement, also after an exception, and also if this Python
    process ends or is killed.

    Args:
        home: the folder of an unpacked release, or of the sources; by default the environment's PSR_HOME, the folder that contains this package,
            or that of the ``psr`` on the PATH.
        data: the folder for models, runs and files; by default a temporary one, which is removed at the end.
        threads: models and trials at once.
        wait: seconds until it must be ready. The first start from sources builds the application.
        timeout: seconds after which an unanswered request fails.
        options: further options of ``psr serve``.
    """
    program = _program(home)
    temporary = tempfile.mkdtemp(prefix="psrlab-") if data is None else None
    folder = os.path.abspath(os.fspath(data)) if data is not None else os.path.join(str(temporary), "data")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if _ready(folder):
        raise PsrError(0, "in use", "a server uses the folder " + folder + " already; psrlab.Lab(data=...) connects to it")
    command = [program, "serve", "--data", folder, "--port", "0"] + ([] if threads is None else ["--threads", str(threads)]) + list(options)
    log = tempfile.TemporaryFile()
    # A session of its own: Ctrl-C interrupts this process, which then stops the server.
    watch = subprocess.Popen([sys.executable or "python3", "-I", os.path.join(os.path.dirname(os.path.abspath(__file__)), "_watch.py"),
                              temporary or ""] + command,
                             stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        _await(watch, folder, wait, log)
        return LocalLab(watch, folder, timeout)
    except BaseException:
        _stop(watch)
        raise
    finally:
        log.close()


def _await(watch: subprocess.Popen[bytes], folder: str, seconds: float, log: IO[bytes]) -> None:
    """Waits until the server is ready."""
    end = time.monotonic() + seconds
    while not _ready(folder):
        if watch.poll() is not None or time.monotonic() > end:
            log.seek(0)
            said = log.read().decode("utf-8", "replace").strip().splitlines()[-_LINES_SHOWN:]
            raise PsrError(0, "not started", "the server " + ("ended with code %d" % watch.returncode if watch.returncode is not None
                           else "was not ready within %d s" % seconds) + "; its last lines:\n  " + "\n  ".join(said))
        time.sleep(_PAUSE_SECONDS)


def _ready(folder: str) -> bool:
    try:
        with open(os.path.join(folder, "address"), encoding="utf-8") as file:
            address = file.read().strip().rstrip("/")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(address + "/health/ready", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, ValueError, urllib.error.URLError):
        return False


def _stop(watch: subprocess.Popen[bytes]) -> None:
    """Ends the input of the program that watches the server, and waits until both have ended."""
    if watch.stdin is not None and not watch.stdin.closed:
        watch.stdin.close()
    try:
        watch.wait(_SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        watch.kill()
        watch.wait()


def _program(home: Optional[Path]) -> str:
    """The program ``psr``."""
    name = "psr.cmd" if os.name == "nt" else "psr"
    chosen = os.fspath(home) if home is not None else os.environ.get("PSR_HOME")
    # python/psrlab in the sources or in a release
    folders = [chosen] if chosen else [os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))]
    for folder in folders:
        for place in (os.path.join(folder, "bin", name), os.path.join(folder, name)):
            if os.path.isfile(place):
                return place
    if chosen:
        raise FileNotFoundError("home must be the folder of an unpacked release of PSR Lab; there is no bin/" + name + " in " + chosen)
    found = shutil.which("psr")
    if found is None:
        raise FileNotFoundError("a server needs a release of PSR Lab: unpack one and set PSR_HOME to its folder, or call lab(home=FOLDER)")
    return found
