"""Requests to a server of PSR Lab."""

from __future__ import annotations

import http.client
import json
import os
import ssl
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Union

Record = Dict[str, Any]
Path = Union[str, "os.PathLike[str]"]

DEFAULT_URL = "http://127.0.0.1:8080"


class PsrError(Exception):
    """Raised if the server rejected a request or could not be reached.

    Attributes:
        status: of HTTP; 0 if the server could not be reached.
        title: the kind of problem.
        detail: what must hold, what was found, what to do.
        refusals: which settings are wrong, each a dict with message, owner, setting, rule, value and place.
        type: a URI that identifies the kind of problem; ``about:blank`` if there is none.

    >>> error = PsrError(422, "refused", "rank must be at least 1; found 0", [{"setting": "rank", "message": "rank must be at least 1; found 0"}])
    >>> str(error), error.refusals[0]["setting"]
    ('rank must be at least 1; found 0', 'rank')
    """

    def __init__(self, status: int, title: str, detail: str, refusals: Iterable[Record] = (), type: str = "about:blank") -> None:
        self.status = status
        self.title = title
        self.detail = detail
        self.refusals = list(refusals)
        self.type = type
        super().__init__("\n".join([detail] + [r["message"] for r in self.refusals if r.get("message") != detail]))

    def __reduce__(self) -> Any:
        return PsrError, (self.status, self.title, self.detail, self.refusals, self.type)


class Event(NamedTuple):
    """An event of the server: its id, its kind, and its content."""

    id: Optional[int]
    kind: str
    data: Record


class Connection:
    """Sends requests to one server with one token. May be copied and pickled; a pickled one contains the token."""

    def __init__(self, url: str, token: str, timeout: float = 120, certificate: Optional[Path] = None) -> None:
        self._url = (url if "://" in url else "http://" + url).rstrip("/")
        self._token = token
        self._timeout = timeout
        self._certificate = None if certificate is None else os.fspath(certificate)
        self._connect()

    def _connect(self) -> None:
        # A server on this machine is reached without a proxy.
        host = urllib.parse.urlsplit(self._url).hostname or ""
        local = host in ("localhost", "127.0.0.1", "::1")
        handlers: List[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})] if local else []
        if self._certificate is not None:
            trusted = ssl.create_default_context()
            # A trusted certificate need not be self-signed; from 3.13 on, Python requires it by default.
            trusted.verify_flags |= getattr(ssl, "VERIFY_X509_PARTIAL_CHAIN", 0x80000)
            trusted.load_verify_locations(self._certificate)
            handlers.append(urllib.request.HTTPSHandler(context=trusted))
        self._opener = urllib.request.build_opener(*handlers)

    def __getstate__(self) -> Record:
        return {name: value for name, value in self.__dict__.items() if name != "_opener"}

    def __setstate__(self, state: Record) -> None:
        self.__dict__.update(state)
        self._connect()

    def __deepcopy__(self, memo: Any) -> Connection:
        """The same connection: a copy of an estimator uses the same server."""
        return self

    def _pages(self, path: str, query: Optional[Record] = None) -> Iterator[Record]:
        query = dict(query or {}, limit=200)
        while True:
            page = self._json("GET", path + "?" + urllib.parse.urlencode(query))
            yield from page["items"]
            if not page.get("next"):
                return
            query["after"] = page["next"]

    def _json(self, method: str, path: str, body: Any = None, raw: Optional[bytes] = None, headers: Optional[Dict[str, str]] = None) -> Any:
        content = self._bytes(method, path, body, raw, headers)
        return json.loads(content.decode("utf-8")) if content else None

    def _bytes(self, method: str, path: str, body: Any = None, raw: Optional[bytes] = None, headers: Optional[Dict[str, str]] = None) -> bytes:
        headers = dict(headers or {})
        if body is not None:
            raw = json.dumps(body).encode("utf-8")
            headers["Content-Type"] = "application/json"
        try:
            with self._open(method, path, raw, headers) as answer:
                content: bytes = answer.read()
                return content
        except (OSError, http.client.HTTPException) as error:
            raise PsrError(0, "no answer", "the server at " + self._url + " did not answer: " + str(error)) from error

    def _open(self, method: str, path: str, raw: Optional[bytes], headers: Dict[str, str]) -> Any:
        """The response, whose body has not been read."""
        request = urllib.request.Request(self._url + "/api/v1" + path, data=raw, headers=dict(headers, Authorization="Bearer " + self._token),
                                         method=method)
        try:
            return self._opener.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem(error) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise PsrError(0, "not trusted", "the certificate of " + self._url + " must be trusted: " + error.reason.verify_message
                               + "; Lab(certificate=FILE) accepts the certificate.pem in the server's folder") from error
            raise PsrError(0, "no answer", "no server answers at " + self._url + ": " + str(error.reason)
                           + "; ./psr serve starts one") from error

    def _events(self, path: str, after: Optional[int]) -> Iterator[Event]:
        """Events of one connection, until the server closes it."""
        headers = {"Accept": "text/event-stream"}
        if after is not None:
            headers["Last-Event-ID"] = str(after)
        try:
            with self._open("GET", path, None, headers) as answer:
                yield from _parsed(answer)
        except (OSError, http.client.HTTPException) as error:
            raise PsrError(0, "no answer", "the server at " + self._url + " did not answer: " + str(error)) from error


def _parsed(lines: Iterable[bytes]) -> Iterator[Event]:
    """The events of a stream of server-sent events.

    >>> list(_parsed([b": ready\\n", b"\\n", b"id: 7\\n", b"event: run\\n", b'data: {"id":\\n', b'data: "r1"}\\n', b"\\n"]))
    [Event(id=7, kind='run', data={'id': 'r1'})]
    """
    number: Optional[int] = None
    kind = "message"
    data: List[str] = []
    for raw in lines:
        line = raw.decode("utf-8").rstrip("\r\n")
        if not line:
            if data:
                yield Event(number, kind, json.loads("\n".join(data)))
            kind, data = "message", []
            continue
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "id":
            number = int(value)
        elif field == "event":
            kind = value
        elif field == "data":
            data.append(value)


def _problem(error: urllib.error.HTTPError) -> PsrError:
    try:
        problem = json.loads(error.read().decode("utf-8"))
        return PsrError(error.code, problem.get("title", ""), problem.get("detail", str(error)), problem.get("refusals", ()),
                        problem.get("type", "about:blank"))
    except (ValueError, AttributeError):
        return PsrError(error.code, str(error.reason), "the server answered %d %s" % (error.code, error.reason))


def quoted(text: str, safe: str = "") -> str:
    """Encodes a text as a segment of a path."""
    return urllib.parse.quote(text, safe=safe)
