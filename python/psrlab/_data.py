"""Data on their way to a server: files, frames and sequences."""

from __future__ import annotations

import hashlib
import io
import os
from typing import Any, Iterable, List

from ._http import Connection, PsrError, Record, quoted


def upload(lab: Connection, content: bytes, name: str, replace: bool) -> str:
    """Uploads content under a name; returns the name."""
    headers = {"Content-Type": "application/octet-stream"}
    place = "/data/" + quoted(name)
    try:
        return str(lab._json("PUT", place, raw=content, headers=headers)["name"])
    except PsrError as error:
        if error.status != 409:
            raise
        if not replace:
            raise PsrError(error.status, error.title, error.detail + "; upload(..., replace=True) replaces it", error.refusals) from None
    # The newest file of that name wins, regardless of its current state.
    return str(lab._json("PUT", place, raw=content, headers=dict(headers, **{"If-Match": "*"}))["name"])


def upload_beside(lab: Connection, path: str) -> str:
    """Uploads a file; if a different file has its name, under a name with its hash. Replaces nothing."""
    with open(path, "rb") as file:
        content = file.read()
    name = os.path.basename(path)
    try:
        return upload(lab, content, name, False)
    except PsrError as error:
        if error.status != 409:
            raise
    stem, ending = os.path.splitext(name)
    return upload(lab, content, stem + "-" + hashlib.sha256(content).hexdigest()[:12] + ending, False)


def dataset(lab: Connection, given: Any, settings: Record) -> str:
    """A data set in the laboratory's notation; a file on this machine, a frame, or sequences, are uploaded first."""
    if hasattr(given, "to_csv") and hasattr(given, "columns"):
        buffer = io.StringIO()
        given.to_csv(buffer, index=False)
        content = buffer.getvalue().encode("utf-8")
        return "csv:file=" + upload(lab, content, _hashed("frame", content, ".csv"), False) + settings_text(settings, ",")
    if not isinstance(given, (str, os.PathLike)):
        return sequences(lab, given) + settings_text(settings, ",")
    given = os.fspath(given)
    if not os.path.isfile(given):
        no_path(given, "a data set is written name:key=value,key=value")
        return given + settings_text(settings, ":" if ":" not in given else ",")
    name = upload_beside(lab, given)
    kind = settings.pop("kind", None)
    if kind is None:
        ending = name.rsplit(".", 1)[-1].lower()
        kind = {"csv": "csv", "tsv": "csv", "train": "sequences", "pautomac": "sequences"}.get(ending, "lines")
        if ending == "tsv":
            settings.setdefault("separator", "tab")
    setting = "train" if kind == "sequences" else "file"
    return str(kind) + ":" + setting + "=" + _value(name) + settings_text(settings, ",")


def sequences(lab: Connection, given: Any) -> str:
    """Uploads sequences as a file of lines, whose name is derived from its content."""
    if isinstance(given, bytes) or not hasattr(given, "__iter__"):
        raise ValueError("data must be a file, a data set in the laboratory's notation, or a list of sequences; found " + repr(given)[:100])
    content = lines_of(given)
    return "lines:file=" + upload(lab, content, _hashed("sequences", content, ".txt"), False) + ",separator=tab"


def lines_of(sequences: Iterable[Any]) -> bytes:
    """Sequences as a file of lines, symbols separated by tabs.

    >>> lines_of([["new york", "rome"], [1, 2]])
    b'new york\\trome\\n1\\t2\\n'
    """
    lines: List[str] = []
    for sequence in sequences:
        if isinstance(sequence, (str, bytes)) or not hasattr(sequence, "__iter__"):
            raise ValueError("a sequence must be a list of symbols, and data a list of sequences; found " + repr(sequence)[:100])
        symbols = symbols_of(sequence)
        if not symbols or any(not symbol.strip() or symbol != symbol.strip() or any(c in symbol for c in "\t\r\n") for symbol in symbols):
            raise ValueError("a sequence must have symbols, none of them empty, with blanks at an end, or with a tab or the end of a line in it; found "
                             + repr(symbols)[:100] + " at index " + str(len(lines)))
        lines.append("\t".join(symbols) + "\n")
    return "".join(lines).encode("utf-8")


def _hashed(stem: str, content: bytes, ending: str) -> str:
    return stem + "-" + hashlib.sha256(content).hexdigest()[:12] + ending


def no_path(text: str, otherwise: str) -> None:
    """Raises an error if a text can only be the path of a file that does not exist."""
    name = text.split(":", 1)[0]
    if any(c in name for c in "/\\.~"):
        raise FileNotFoundError("there is no file " + text + " on this machine; " + otherwise)


def _value(value: Any) -> str:
    """A value in the laboratory's notation.

    >>> _value(True), _value(3), _value("a,b")
    ('on', '3', '"a,b"')
    """
    text = ("on" if value else "off") if isinstance(value, bool) else str(value)
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ",+/\"'") else text


def settings_text(settings: Record, before: str) -> str:
    """Settings in the laboratory's notation.

    >>> settings_text({"min_count": 2, "end": True}, ",")
    ',min-count=2,end=on'
    """
    text = ",".join(name.replace("_", "-") + "=" + _value(value) for name, value in settings.items())
    return before + text if text else ""


def symbols_of(sequence: Iterable[Any]) -> List[str]:
    """The symbols of a sequence as text."""
    return [str(symbol) for symbol in sequence]
