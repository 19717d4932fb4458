"""What a server stores: models, sessions, runs and figures."""

from __future__ import annotations

import os
import time
import urllib.parse
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Sequence, TypeVar, Union, overload

from . import _html
from ._data import dataset, symbols_of, upload_beside
from ._http import Connection, Event, Path, PsrError, Record, quoted
from ._wait import wait

if TYPE_CHECKING:
    from .numpy_models import NumpyModel

_OVER = ("done", "failed", "cancelled")
_BATCH = 1000
_EVENT_ATTEMPTS = 8
_SHOWN = 8
Distribution = Dict[str, float]
_Self = TypeVar("_Self", bound="_Stored")


class _Stored:
    """An object that the server stores under an id."""

    _KIND = ""

    def __init__(self, lab: Connection, item: Record) -> None:
        self._lab = lab
        self._item = item

    @property
    def id(self) -> str:
        """Its identifier on the server."""
        return str(self._item["id"])

    @property
    def name(self) -> str:
        """Its name for display."""
        return str(self._item["name"])

    @property
    def state(self) -> str:
        """Its state at the last :meth:`refresh`."""
        return str(self._item["state"])

    @property
    def info(self) -> Record:
        """Everything that the server reports about it; a dict."""
        return dict(self._item)

    def refresh(self: _Self) -> _Self:
        """Updates its state from the server; returns itself."""
        self._item = self._lab._json("GET", self._path())
        return self

    def cancel(self: _Self) -> _Self:
        """Cancels it; finished parts are preserved. Returns itself."""
        return self._do("cancel")

    def remove(self) -> None:
        """Moves it to the trash, from which :meth:`restore` can restore it for a limited time."""
        self._lab._bytes("DELETE", self._path())

    def restore(self: _Self) -> _Self:
        """Restores it from the trash; returns itself."""
        return self._do("restore")

    def _do(self: _Self, what: str, body: Optional[Record] = None) -> _Self:
        self._item = self._lab._json("POST", self._path(what), body)
        return self

    def _get(self, what: str) -> Any:
        return self._lab._json("GET", self._path(what))

    def _path(self, rest: str = "") -> str:
        return "/" + self._KIND + "/" + quoted(self.id) + ("/" + rest if rest else "")


class Model(_Stored):
    """A model on the server; :meth:`Lab.model` finds it again by its id or its name.

    Its state is ``queued``, ``waiting``, ``learning``, ``ready``, ``failed`` or ``cancelled``.
    """

    _KIND = "models"

    @property
    def recipe(self) -> str:
        """How it was learned."""
        return str(self._item["recipe"])

    @property
    def provenance(self) -> Record:
        """Its provenance: data, hashes, seed, versions; a dict."""
        return dict(self._item["provenance"])

    @property
    def symbols(self) -> List[str]:
        """Its alphabet; of a large one the first 200 symbols."""
        return list(self._item["alphabet"]["symbols"])

    def wait(self, timeout: Optional[float] = None, progress: bool = False) -> Model:
        """Waits until it is ready; returns itself.

        Raises:
            PsrError: if it could not be learned.
            TimeoutError: if that takes longer than timeout, in seconds.
        """
        wait(self.refresh, lambda: self.state not in ("queued", "waiting", "learning"), timeout, progress, self._progress,
             lambda: _html.text(self._progress()) + "<br>" + _html.bar((self._item.get("progress") or {}).get("share") or 0.0))
        if self.state != "ready":
            raise PsrError(0, self.state, "the model " + self.name + " " + ("was cancelled" if self.state == "cancelled"
                           else "could not be learned: " + str(self._item["failure"])))
        return self

    def _progress(self) -> str:
        share = (self._item.get("progress") or {}).get("share")
        doing = (self._item.get("progress") or {}).get("doing") or ""
        return self.name + ": " + (doing or self.state) + ("" if share is None else ", %d %%" % round(100 * share))

    @overload
    def predict_proba(self, prefix: str = ..., ahead: int = ..., top: Optional[int] = ...) -> Distribution: ...

    @overload
    def predict_proba(self, prefix: Iterable[Any] = ..., ahead: int = ..., top: Optional[int] = ...) -> Any: ...

    def predict_proba(self, prefix: Iterable[Any] = (), ahead: int = 1, top: Optional[int] = None) -> Any:
        """The probability of each symbol to come next.

        Args:
            prefix: the symbols so far, as a list, an array or a column (a text, where each character is a symbol); or several lists, arrays or columns,
                which are answered together.
            ahead: 1 for the next symbol, k for the k-th after the prefix.
            top: the number of symbols, most probable first; by default all, in the order of the alphabet.

        Returns:
            A dict of probabilities by symbol, or a list of such dicts for a list of prefixes. They sum to one unless top is given.
        """
        prefix = self._sequence(prefix) if isinstance(prefix, str) else list(prefix)
        if prefix and not any(isinstance(each, str) or not hasattr(each, "__iter__") for each in prefix):
            return self._batch(prefix, ahead, top)
        return _distribution(self._ask("predict", self._question(prefix, ahead, top)))

    def _batch(self, prefixes: Sequence[Any], ahead: int, top: Optional[int] = None) -> List[Distribution]:
        answers: List[Record] = []
        for i in range(0, len(prefixes), _BATCH):
            batch = [self._question(each, ahead, top) for each in prefixes[i:i + _BATCH]]
            answers += self._ask("predict", {"batch": batch})["items"]
        return [_distribution(answer) for answer in answers]

    def frame(self, prefixes: Iterable[Any], ahead: int = 1) -> Any:
        """The probabilities after several prefixes as a pandas frame: a row for each prefix, a column for each symbol. Its ``to_numpy()`` is the array."""
        return frame(self._batch(list(prefixes), ahead))

    def _sequence(self, given: Iterable[Any]) -> List[str]:
        """The symbols of a sequence. A text is accepted only if each character is a symbol."""
        if isinstance(given, str):
            alphabet = (self._item.get("alphabet") or {}).get("symbols", ())
            if any(len(symbol) > 1 and not (symbol[0] == "<" and symbol[-1] == ">") for symbol in alphabet):
                raise ValueError("a sequence must be a list of symbols; found the text " + repr(given)[:100])
        return symbols_of(given)

    def _question(self, prefix: Iterable[Any], ahead: int, top: Optional[int]) -> Record:
        question: Record = {"prefix": self._sequence(prefix), "ahead": ahead}
        if top is not None:
            question["top"] = top
        return question

    def predict(self, prefix: Iterable[Any] = (), ahead: int = 1) -> str:
        """The most probable next symbol."""
        best: str = next(iter(self.predict_proba(prefix, ahead, top=1)))
        return best

    def score(self, sequences: Iterable[Iterable[Any]]) -> List[float]:
        """The natural logarithm of the probability of each sequence, including its end if the model has one; a list."""
        return [item["log-probability"] for item in self.scores(sequences)]

    def scores(self, sequences: Iterable[Iterable[Any]], each: bool = False) -> List[Record]:
        """The surprise of sequences, as dicts: bits, symbols, bits-per-symbol, and the bits of every step if each."""
        return list(self._ask("score", {"sequences": [self._sequence(s) for s in sequences], "each": each})["items"])

    def evaluate(self, data: Any, metrics: Optional[Iterable[str]] = None, unknown: str = "reject", **settings: Any) -> Dict[str, float]:
        """Measures the model on data, as ``./psr evaluate`` does.

        Args:
            data: a file on this machine, which is uploaded and read as the file from which the model was learned, unless settings are given; or a
                list of sequences; or a data set in the laboratory's notation.
            metrics: for example ``["perplexity", "accuracy"]``; the usual ones by default.
            unknown: ``"reject"``, or ``"skip"`` to leave out symbols that the model does not know.
            settings: settings of the data set, as for :meth:`Lab.fit`.

        Returns:
            A dict of values by measure. :attr:`evaluation` has sizes and explanations, too.
        """
        body: Record = {"unknown": unknown}
        if isinstance(data, (str, os.PathLike)) and os.path.isfile(os.fspath(data)) and not settings:
            body["file"] = upload_beside(self._lab, os.fspath(data))
        else:
            body["dataset"] = dataset(self._lab, data, dict(settings))
        if metrics is not None:
            body["metrics"] = list(metrics)
        self.evaluation: Record = self._ask("evaluate", body)
        return {item["measure"]: item["value"] for item in self.evaluation["values"]}

    def forecast(self, rows: Any, ahead: int = 1, inputs: Any = None, level: float = 0.9) -> Any:
        """Forecasts rows of a model of numbers, with intervals.

        Args:
            rows: the observed rows, an array of rows × channels; NaN is a missing value. A series of one channel may be flat.
            ahead: the number of rows to forecast.
            inputs: of a model with inputs: those of the observed rows, then those to come.
            level: the probability of the intervals: 0.5, 0.9, 0.95 or 0.99.

        Returns:
            The means and the lower and upper bounds of the intervals, arrays of ahead × channels; lists without NumPy. The bounds are None if the
            model has no intervals.
        """
        body: Record = {"rows": _rows(rows), "ahead": ahead, "level": level}
        if inputs is not None:
            body["inputs"] = _rows(inputs)
        item = self._ask("forecast", body)["items"][0]
        return tuple(_array(item[name]) for name in ("means", "low", "high"))

    def sample(self, number: int = 1, length: int = 20, prefix: Iterable[Any] = (), seed: int = 1) -> List[List[str]]:
        """Draws sequences, lists of symbols; the same seed, the same sequences."""
        return list(self._ask("sample", {"prefix": self._sequence(prefix), "length": length, "number": number, "seed": seed})["items"])

    def walk(self, sequence: Iterable[Any]) -> List[Record]:
        """The bits of each symbol of a sequence, and the state after it projected to a plane; dicts for :func:`frame`."""
        steps = self._ask("walk", {"sequence": self._sequence(sequence)})["steps"]
        return [{"symbol": s["symbol"], "bits": s["bits"], "x": s["state"][0], "y": s["state"][1]} for s in steps]

    def session(self, prefix: Iterable[Any] = ()) -> Session:
        """Opens a :class:`Session`, which stores the state after a sequence."""
        return Session(self, self._ask("sessions", {"prefix": self._sequence(prefix)}))

    def inspect(self) -> Record:
        """Describes the model; a dict with lines of text."""
        return dict(self._get("inspection"))

    def content(self, encoding: str = "npz") -> bytes:
        """The model file, as ``npz`` or ``json``."""
        return self._lab._bytes("GET", self._path("file?encoding=" + encoding))

    def save(self, path: Path) -> Path:
        """Writes it to a file on this machine; as NumPy arrays if its name ends with .npz, otherwise as JSON."""
        content = self.content("npz" if os.fspath(path).endswith(".npz") else "json")
        with open(path, "wb") as file:
            file.write(content)
        return path

    def local(self) -> NumpyModel:
        """The same model in this process, which needs NumPy and no server."""
        import io
        from .numpy_models import load
        return load(io.BytesIO(self.content("npz")))

    def _ask(self, what: str, body: Record) -> Any:
        return self._lab._json("POST", self._path(what), body)

    def __repr__(self) -> str:
        return "Model(" + self.name + ", " + self.state + ", " + self.id + ")"

    def _repr_html_(self) -> str:
        alphabet = self._item.get("alphabet") or {}
        rows: List[List[Any]] = [["state", self.state], ["recipe", self._item.get("recipe")], ["data", self._item.get("dataset")], ["kind", self._item.get("kind")],
                ["symbols", alphabet.get("size")], ["failure", self._item.get("failure")]]
        shown = _html.table(["model", self.name], [row for row in rows if row[1] is not None])
        if self.state != "ready":
            return shown
        try:
            return shown + "<p>first symbol:</p>" + _html.bars(list(self.predict_proba((), top=_SHOWN).items()))
        except PsrError:
            return shown


class Session:
    """Predictions along one sequence, updated with each observation. Expires after ten minutes without use.

    Use it in a ``with`` statement, or :meth:`close` it.
    """

    def __init__(self, model: Model, item: Record) -> None:
        self._model = model
        self._id = item["id"]
        self._path = model._path("sessions/" + quoted(self._id))
        self._item = item

    def predict_proba(self) -> Distribution:
        """The probability of each symbol to come next; a dict."""
        return _distribution(self._item)

    def observe(self, *symbols: Any) -> Distribution:
        """Observes symbols; returns the probability of each symbol to come next. :attr:`bits` is the surprise of the observed ones."""
        self._item = self._model._lab._json("POST", self._path, {"symbols": symbols_of(symbols)})
        return self.predict_proba()

    @property
    def bits(self) -> float:
        """The surprise of the last observation: -log2 of its probability."""
        return float(self._item.get("bits", 0.0))

    def close(self) -> None:
        """Closes the session."""
        try:
            self._model._lab._bytes("DELETE", self._path)
        except PsrError as error:
            if error.status not in (404, 410):
                raise

    def __repr__(self) -> str:
        return "Session(" + self._model.name + ", " + str(self._id) + ")"

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *why: object) -> None:
        self.close()


class Run(_Stored):
    """A run of an experiment in the queue of the server; ``lab[id]`` finds it again.

    Its state is ``queued``, ``running``, ``paused``, ``waiting``, ``done``, ``failed`` or ``cancelled``.
    """

    _KIND = "runs"

    def wait(self, timeout: Optional[float] = None, progress: bool = False) -> Run:
        """Waits until it ends; returns itself. With progress, prints the progress while waiting.

        Raises:
            PsrError: if it failed.
            TimeoutError: if that takes longer than timeout, in seconds.
        """
        wait(self.refresh, lambda: self.state in _OVER, timeout, progress, self._progress,
             lambda: _html.text(self._progress()) + "<br>" + _html.bar(self._share()))
        if self.state == "failed":
            raise PsrError(0, "failed", "the run " + self.name + " failed: " + str(self._item.get("failure")))
        return self

    def _share(self) -> float:
        trials = self._item["trials"]
        return float(trials["done"] / max(1, trials["total"]))

    def _progress(self) -> str:
        trials = self._item["trials"]
        left = self._item.get("seconds-left")
        now = self._item.get("progress") or {}
        doing = now.get("doing") or ("" if now.get("iteration") is None else "iteration %d" % now["iteration"])
        return "%s: %s, %d of %d trials%s%s%s" % (
            self.name, self.state, trials["done"], trials["total"],
            ", " + " ".join([now["recipe"], doing]).strip() if now else "",
            "" if left is None or self.state == "done" else ", %d s left" % round(left),
            " (" + self._item["waiting-for"] + ")" if self._item.get("waiting-for") else "")

    def events(self, after: Optional[int] = None) -> Iterator[Event]:
        """Its events as they happen, until it ends; see :meth:`Lab.events`. The first is its present state."""
        self.refresh()
        yield Event(after, "run", self.info)
        if self.state in _OVER:
            return
        for event in events(self._lab, self._path("events"), after):
            if event.kind == "reset":
                self.refresh()
                event = Event(event.id, "run", self.info)
            elif event.kind == "run":
                self._item = event.data
            yield event
            if self.state in _OVER:
                return

    def results(self) -> List[Record]:
        """Means over the finished trials: a list of dicts (recipe, iteration, measure, mean, stderr, trials)."""
        return list(self._get("summary")["rows"])

    def frame(self) -> Any:
        """:meth:`results` as a pandas frame."""
        return frame(self.results())

    def differences(self, reference: str) -> List[Record]:
        """The same for the paired differences from a recipe."""
        return list(self._get("differences?" + urllib.parse.urlencode({"reference": reference}))["rows"])

    def trials(self) -> List[Record]:
        """Every finished trial, as dicts."""
        return list(self._lab._pages(self._path("trials")))

    def claims(self) -> List[Record]:
        """The claims and their verdicts, as dicts."""
        return list(self._get("claims")["items"])

    def provenance(self) -> Record:
        """The record needed to run it again; a dict."""
        return dict(self._get("provenance"))

    def files(self) -> List[str]:
        """Names of its files."""
        return [item["name"] for item in self._get("files")["items"]]

    def file(self, name: str) -> bytes:
        """One of them, as bytes."""
        return self._lab._bytes("GET", self._path("files/" + quoted(name, "/")))

    def figures(self) -> List[str]:
        """Names of its figures, for :meth:`figure`; their common legend is the last."""
        names = [name[len("figures/"):-len(".svg")] for name in self.files()
                 if name.startswith("figures/") and name.endswith(".svg")]
        return sorted(names, key="legend".__eq__)

    def figure(self, name: str) -> Figure:
        """A figure, which notebooks display."""
        plain = name if name.endswith(".svg") else name + ".svg"
        return Figure(self.file(plain if "/" in plain else "figures/" + plain).decode("utf-8"))

    def pause(self) -> Run:
        """Pauses it: no further trial starts; returns itself."""
        return self._do("pause")

    def resume(self) -> Run:
        """Resumes it after a pause or a cancellation; returns itself."""
        return self._do("resume")

    #: The former name of :meth:`resume`.
    proceed = resume

    def again(self) -> Run:
        """A new run of the same experiment."""
        return Run(self._lab, self._lab._json("POST", self._path("again")))

    def more(self, trials: int) -> Run:
        """Extends it to this number of trials; returns itself."""
        return self._do("more", {"trials": trials})

    def save(self, path: Path) -> Path:
        """Writes its folder to this machine as a ZIP file, in the format of ``./psr``."""
        content = self._lab._bytes("GET", self._path("folder"))
        with open(path, "wb") as file:
            file.write(content)
        return path

    def __repr__(self) -> str:
        return "Run(" + self._progress() + ", " + self.id + ")"

    def _repr_html_(self) -> str:
        trials = self._item["trials"]
        shown = _html.table(["run", self.name], [["state", self.state], ["trials", "%d of %d" % (trials["done"], trials["total"])],
                                                 ["", _html.bar(self._share())]])
        try:
            rows = self.results()
        except PsrError:
            return shown
        last = {(row["recipe"], row["measure"]): row for row in rows}
        return shown + _html.table(["recipe", "measure", "mean", "standard error", "trials"],
                                   [[row["recipe"], row["measure"], row["mean"], row["stderr"], row["trials"]] for row in last.values()])


class Figure:
    """A figure as SVG; notebooks display it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Path) -> Path:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)
        return path

    def __repr__(self) -> str:
        return "Figure(%d characters of SVG)" % len(self.svg)


def events(lab: Connection, path: str, after: Optional[int]) -> Iterator[Event]:
    """Events as they happen. A lost connection is resumed with the id of the last event; ends if that fails repeatedly."""
    failures = 0
    while True:
        try:
            for event in lab._events(path, after):
                failures = 0
                after = event.id
                yield event
        except PsrError as error:
            failures += 1
            if error.status not in (0, 502, 503, 504) or failures > _EVENT_ATTEMPTS:
                raise
            time.sleep(min(2.0 ** failures, _EVENT_ATTEMPTS) / _EVENT_ATTEMPTS)


def frame(rows: Union[Sequence[Record], Sequence[Distribution]]) -> Any:
    """A list of dicts as a pandas frame."""
    try:
        import pandas
    except ImportError:
        raise ImportError("a frame needs pandas (pip install psrlab[pandas])") from None
    return pandas.DataFrame(list(rows))


def _distribution(answer: Record) -> Distribution:
    return {each["symbol"]: each["probability"] for each in answer["distribution"]}


def _rows(given: Any) -> List[List[Optional[float]]]:
    """Rows of numbers of an array or lists; a flat sequence has one channel. What is not a number is missing."""
    rows = [row if hasattr(row, "__len__") else [row] for row in (given.tolist() if hasattr(given, "tolist") else given)]
    return [[None if value is None or value != value else float(value) for value in row] for row in rows]


def _array(rows: Any) -> Any:
    """A NumPy array of rows if NumPy is installed; None stays None."""
    if rows is None:
        return None
    try:
        import numpy
    except ImportError:
        return rows
    return numpy.array(rows, dtype=float)
