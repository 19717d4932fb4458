"""A laboratory: a server of PSR Lab."""

from __future__ import annotations

import json
import os
import urllib.parse
from typing import Any, Iterator, List, Optional

from . import _data
from ._data import no_path, upload
from ._http import DEFAULT_URL, Connection, Event, Path, PsrError, Record, quoted
from ._objects import Model, Run, events


class Lab(Connection):
    """A laboratory: a server of PSR Lab.

    Args:
        url: its address; by default that in the data folder, else the environment's PSR_URL, else http://127.0.0.1:8080.
        token: the access token; by default that in the data folder, else the environment's PSR_TOKEN.
        data: the folder of a server on this machine, which contains its address and its owner's token.
        timeout: seconds after which an unanswered request fails.
        certificate: a PEM file to trust in addition to the certificates of this machine, for a server with a self-signed certificate; by
            default that in the data folder, if there is one.

    >>> Lab("lab.example.org:8080", token="secret")
    Lab(http://lab.example.org:8080)
    """

    def __init__(self, url: Optional[str] = None, token: Optional[str] = None, data: Optional[Path] = None, timeout: float = 120,
                 certificate: Optional[Path] = None) -> None:
        if data is not None and token is None and _line(data, "token") is None and not os.environ.get("PSR_TOKEN"):
            raise PsrError(0, "no token", "data must be the folder of a server; there is no token in " + os.fspath(data) + " (./psr serve"
                           " --data FOLDER creates one)")
        url = url or _line(data, "address") or os.environ.get("PSR_URL") or DEFAULT_URL
        token = (token or _line(data, "token") or os.environ.get("PSR_TOKEN") or "").strip()
        if not token:
            raise PsrError(0, "no token", "a token is needed: Lab(token=...), Lab(data=FOLDER) with the folder of a server on this"
                           " machine, or the environment's PSR_TOKEN")
        beside = os.path.join(os.fspath(data), "certificate.pem") if data is not None else None
        if certificate is None and beside and os.path.exists(beside):
            certificate = beside
        super().__init__(url, token, timeout, certificate)

    # -- contents -------------------------------------------------------------------------------------------------------

    def about(self) -> Record:
        """Information on the server: version, role of the token, limits."""
        return dict(self._json("GET", "/"))

    def learners(self) -> List[Record]:
        """Names and summaries of the available learners, as dicts."""
        return self.services("learner")

    def services(self, kind: Optional[str] = None) -> List[Record]:
        """The available learners, refiners, combiners, data sets and metrics, as dicts."""
        items = self._json("GET", "/services")["items"]
        return [item for item in items if kind is None or item["kind"] == kind]

    def presets(self) -> List[Record]:
        """The experiments included with the lab, as dicts with name and summary."""
        return list(self._json("GET", "/presets")["items"])

    def files(self) -> List[Record]:
        """The uploaded files, newest first, as dicts."""
        return list(self._pages("/data"))

    def models(self) -> List[Model]:
        """The models, newest first."""
        return [Model(self, item) for item in self._pages("/models")]

    def model(self, id: str) -> Model:
        """The model with an id or, if there is none, the newest model with this name."""
        try:
            return Model(self, self._json("GET", "/models/" + quoted(id)))
        except PsrError as error:
            if error.status not in (400, 404):
                raise
            for item in self._pages("/models"):
                if item["name"] == id:
                    return Model(self, self._json("GET", "/models/" + quoted(item["id"])))
            raise PsrError(404, error.title, "no model has the id or the name " + repr(id) + "; models() lists the models") from None

    def runs(self, state: Optional[str] = None) -> List[Run]:
        """The runs, newest first; of a state such as ``"running"`` or ``"done"``, or all."""
        return [Run(self, item) for item in self._pages("/runs", {"state": state} if state else {})]

    def __getitem__(self, id: str) -> Run:
        """The run with an id."""
        return Run(self, self._json("GET", "/runs/" + quoted(id)))

    def events(self, after: Optional[int] = None) -> Iterator[Event]:
        """The events of the server as they happen: an endless iterator.

        Each event has an ``id``, a ``kind`` (``run``, ``trial``, ``progress``, ``model`` and others) and ``data``, a dict. A lost connection is
        resumed where it was. After the event ``reset``, events were missed, and the caller must read again what it shows.

        Args:
            after: the id of the last event that the caller has; by default events begin now.
        """
        return events(self, "/events", after)

    # -- tokens --------------------------------------------------------------------------------------------------------

    def tokens(self) -> List[Record]:
        """All tokens except the owner's, as dicts with id, name, role and created. Needs the role ``full``."""
        return list(self._json("GET", "/tokens")["items"])

    def create_token(self, name: str, role: str = "read") -> str:
        """Creates a token and returns it; the server shows it only now. A ``read`` token reads and predicts, a ``full`` one may do everything."""
        return str(self._json("POST", "/tokens", {"name": name, "role": role})["token"])

    def remove_token(self, name: str) -> None:
        """Removes a token, by its name or its id: it is rejected from now on."""
        for token in self.tokens():
            if name in (token["id"], token["name"]):
                self._bytes("DELETE", "/tokens/" + quoted(token["id"]))
                return
        raise PsrError(404, "not found", "no token has the id or the name " + repr(name) + "; tokens() lists the tokens")

    # -- data ----------------------------------------------------------------------------------------------------------

    def upload(self, path: Any, name: Optional[str] = None, replace: bool = False) -> str:
        """Uploads a file; experiments refer to it by its name.

        Args:
            path: the path of the file, or its content as bytes (then a name is needed).
            name: its name on the server; the file's own name by default.
            replace: whether to replace a file of that name with different content; an error by default.

        Returns:
            Its name on the server.
        """
        if isinstance(path, (bytes, bytearray)):
            if name is None:
                raise ValueError("bytes need a name: upload(data, name='visits.csv')")
            return upload(self, bytes(path), name, replace)
        name = name or os.path.basename(os.fspath(path))
        with open(path, "rb") as file:
            return upload(self, file.read(), name, replace)

    def preview(self, dataset: Any, limit: int = 20, **settings: Any) -> Record:
        """The content of a data set: its alphabet, sizes, and the first sequences; a dict."""
        return dict(self._json("POST", "/data/preview", {"dataset": _data.dataset(self, dataset, settings), "limit": limit}))

    # -- models --------------------------------------------------------------------------------------------------------

    def fit(self, data: Any, recipe: str = "psr", seed: int = 1, name: Optional[str] = None, limit: Optional[int] = None, wait: bool = True,
            progress: bool = False, **settings: Any) -> Model:
        """Learns a model from all data, as ``./psr train`` does: the same seed, the same bits.

        Args:
            data: a file on this machine, which is uploaded; or a list of sequences, each a list of symbols; or a pandas frame with a row for each
                symbol (``sequence="user", symbol="page"`` name its columns); or a data set in the laboratory's notation,
                ``"csv:file=visits.csv,sequence=user,symbol=page"``.
            recipe: how to learn, for example ``"psr"``, ``"2sr:rank=20+ig"`` or ``"ngram:order=3"``.
            seed: the seed of all random numbers.
            name: its name; derived from recipe and data by default.
            limit: seconds that a stage may take.
            wait: whether to wait until it is learned.
            progress: whether to show the progress while waiting.
            settings: settings of the data set: ``sequence="user", symbol="page"`` for a CSV file.

        Returns:
            A :class:`Model`.
        """
        body: Record = {"dataset": _data.dataset(self, data, dict(settings)), "recipe": recipe, "seed": seed}
        if name is not None:
            body["name"] = name
        if limit is not None:
            body["limit"] = limit
        model = Model(self, self._json("POST", "/models", body))
        return model.wait(progress=progress) if wait else model

    def load(self, path: Path, name: Optional[str] = None) -> Model:
        """Imports a model file that ``./psr train`` or :meth:`Model.save` wrote."""
        with open(path, "rb") as file:
            content = file.read()
        query = {"name": name or os.path.basename(os.fspath(path))}
        return Model(self, self._json("POST", "/models/import?" + urllib.parse.urlencode(query), raw=content,
                                      headers={"Content-Type": "application/octet-stream"}))

    # -- runs ----------------------------------------------------------------------------------------------------------

    def run(self, experiment: Any, name: Optional[str] = None, priority: int = 0, limit: Optional[int] = None, paused: bool = False,
            **overrides: Any) -> Run:
        """Submits an experiment, which the server's queue then runs.

        Args:
            experiment: the name of a preset, a dict as in an experiment file, or the path of such a file.
            name: the name of the run.
            priority: runs with a higher priority come first.
            limit: seconds that a stage may take.
            paused: whether it waits for :meth:`Run.resume`.
            overrides: ``trials=10``, ``seed=2``.

        Returns:
            A :class:`Run`, without waiting for it.
        """
        body: Record = {"priority": priority, "paused": paused}
        if isinstance(experiment, dict):
            body["experiment"] = experiment
        elif os.path.isfile(os.fspath(experiment)):
            with open(experiment, encoding="utf-8") as file:
                body["experiment"] = json.load(file)
        else:
            no_path(os.fspath(experiment), "presets() lists the names of presets")
            body["preset"] = os.fspath(experiment)
        if name is not None:
            body["name"] = name
        if limit is not None:
            body["limit"] = limit
        if overrides:
            body["overrides"] = overrides
        return Run(self, self._json("POST", "/runs", body))

    def check(self, experiment: Record) -> List[Record]:
        """Checks an experiment (a dict); returns a list of validation errors, empty if there are none. Nothing is started."""
        return list(self._json("POST", "/check", experiment)["refusals"])

    def __repr__(self) -> str:
        return "Lab(" + self._url + ")"


def _line(folder: Optional[Path], name: str) -> Optional[str]:
    """The content of a file in the folder of a server; None if the folder or the file is missing."""
    if folder is None:
        return None
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return None
