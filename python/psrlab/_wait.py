"""Waiting for the server, with progress in a terminal or a notebook."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional

from ._http import PsrError

_PAUSE_SECONDS = 0.2
_LONGEST_PAUSE_SECONDS = 2.0
_PATIENCE_SECONDS = 120.0


class _Terminal:
    """Progress in one line of the standard error stream."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, line: str, html: Callable[[], str]) -> None:
        sys.stderr.write("\r" + line + " " * max(0, self._width - len(line)))
        sys.stderr.flush()
        self._width = len(line)

    def close(self) -> None:
        sys.stderr.write("\n")


class _Notebook:
    """Progress in one output of a notebook's cell."""

    def __init__(self, display: Any, html: Any) -> None:
        self._html = html
        self._handle = display(html(""), display_id=True)

    def show(self, line: str, html: Callable[[], str]) -> None:
        self._handle.update(self._html(html()))

    def close(self) -> None:
        pass


def _display() -> Any:
    if "ipykernel" in sys.modules:
        from IPython import get_ipython
        from IPython.display import HTML, display
        if get_ipython() is not None:
            return _Notebook(display, HTML)
    return _Terminal()


def wait(refresh: Callable[[], Any], over: Callable[[], bool], timeout: Optional[float], progress: bool, words: Callable[[], str],
         html: Callable[[], str]) -> None:
    """Polls with increasing intervals. Tolerates for a while that the server does not answer, because it may be restarting."""
    end = None if timeout is None else time.monotonic() + timeout
    pause = _PAUSE_SECONDS
    answered = time.monotonic()
    display = _display() if progress else None
    try:
        while True:
            away = None
            try:
                refresh()
                answered = time.monotonic()
            except PsrError as error:
                if error.status not in (0, 502, 503, 504) or time.monotonic() - answered > _PATIENCE_SECONDS:
                    raise
                away = error
            if display is not None:
                display.show(words() if away is None else "no answer, trying again: " + away.detail, html)
            if away is None and over():
                return
            if end is not None and time.monotonic() + pause > end:
                raise TimeoutError(words())
            time.sleep(pause)
            pause = min(_LONGEST_PAUSE_SECONDS, 1.2 * pause)
    finally:
        if display is not None:
            display.close()
