"""PSR Lab from Python: learn predictive state representations, predict, run experiments.

One file, the standard library only, Python 3.9 or newer. A server must run (``./psr serve``)::

    from psrlab import Lab

    lab = Lab(data="psr-data")                      # the server's folder, which contains its address and its token
    model = lab.fit("visits.csv", recipe="2sr", sequence="user", symbol="page")
    model.predict_proba(["home", "search"])         # {'pay': 0.41, 'product': 0.37, ...}
    model.score([["home", "search", "pay"]])        # [-2.31]: natural logarithms of the probabilities

    run = lab.run("ring", trials=10)
    run.wait(progress=True)
    pandas.DataFrame(run.results())

If the server rejects a request, a :class:`PsrError` says what must hold and what was found.
"""

import hashlib
import http.client
import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["Lab", "Model", "Session", "Run", "Figure", "PsrError"]
__version__ = "1.0.0"

DEFAULT_URL = "http://127.0.0.1:8080"
_PAUSE_SECONDS = 0.2
_LONGEST_PAUSE_SECONDS = 2.0
_PATIENCE_SECONDS = 120.0


class PsrError(Exception):
    """The server rejected a request or could not be reached; says why.

    Attributes:
        status: of HTTP; 0 if the server could not be reached.
        title: the kind of problem.
        detail: what must hold, what was found, what to do.
        refusals: which settings are wrong, each a dict with message, owner, setting, rule, value and place.
    """

    def __init__(self, status, title, detail, refusals=()):
        lines = [detail] + [r["message"] for r in refusals if r.get("message") != detail]
        super().__init__("\n".join(lines))
        self.status = status
        self.title = title
        self.detail = detail
        self.refusals = list(refusals)


class Lab:
    """A laboratory: a server of PSR Lab.

    Args:
        url: its address; by default that in the data folder, else the environment's PSR_URL, else http://127.0.0.1:8080.
        token: the access token; by default that in the data folder, else the environment's PSR_TOKEN.
        data: the folder of a server on this machine, which contains its address and its owner's token.
        timeout: seconds after which an unanswered request fails.
        certificate: a PEM file to trust in addition to the certificates of this machine, for a server with a self-signed certificate; by
            default that in the data folder, if there is one.
    """

    def __init__(self, url=None, token=None, data=None, timeout=120, certificate=None):
        if data is not None and token is None and _line(data, "token") is None and not os.environ.get("PSR_TOKEN"):
            raise PsrError(0, "no token", "data must be the folder of a server; there is no token in " + os.fspath(data) + " (./psr serve"
                           " --data FOLDER creates one)")
        self._url = (url or _line(data, "address") or os.environ.get("PSR_URL") or DEFAULT_URL).rstrip("/")
        if "://" not in self._url:
            self._url = "http://" + self._url
        self._token = (token or _line(data, "token") or os.environ.get("PSR_TOKEN") or "").strip()
        if not self._token:
            raise PsrError(0, "no token", "a token is needed: Lab(token=...), Lab(data=FOLDER) with the folder of a server on this"
                           " machine, or the environment's PSR_TOKEN")
        self._timeout = timeout
        # A server on this machine is reached without a proxy.
        host = urllib.parse.urlsplit(self._url).hostname or ""
        local = host in ("localhost", "127.0.0.1", "::1")
        handlers: list = [urllib.request.ProxyHandler({})] if local else []
        beside = os.path.join(os.fspath(data), "certificate.pem") if data is not None else None
        if certificate is None and beside and os.path.exists(beside):
            certificate = beside
        if certificate is not None:
            trusted = ssl.create_default_context()
            # A trusted certificate need not be self-signed; from 3.13 on, Python requires it by default.
            trusted.verify_flags |= getattr(ssl, "VERIFY_X509_PARTIAL_CHAIN", 0x80000)
            trusted.load_verify_locations(os.fspath(certificate))
            handlers.append(urllib.request.HTTPSHandler(context=trusted))
        self._opener = urllib.request.build_opener(*handlers)

    # -- contents -------------------------------------------------------------------------------------------------------

    def about(self):
        """Information on the server: version, role of the token, limits."""
        return self._json("GET", "/")

    def learners(self):
        """Names and summaries of the available learners, as dicts."""
        return self.services("learner")

    def services(self, kind=None):
        """The available learners, refiners, combiners, data sets and metrics, as dicts."""
        items = self._json("GET", "/services")["items"]
        return [item for item in items if kind is None or item["kind"] == kind]

    def presets(self):
        """The experiments included with the lab, as dicts with name and summary."""
        return self._json("GET", "/presets")["items"]

    def files(self):
        """The uploaded files, newest first, as dicts."""
        return list(self._pages("/data"))

    def models(self):
        """The models, newest first."""
        return [Model(self, item) for item in self._pages("/models")]

    def model(self, id):
        """The model with an id."""
        return Model(self, self._json("GET", "/models/" + _quote(id)))

    def runs(self, state=None):
        """The runs, newest first; of a state such as ``"running"`` or ``"done"``, or all."""
        return [Run(self, item) for item in self._pages("/runs", {"state": state} if state else {})]

    def __getitem__(self, id):
        """The run with an id."""
        return Run(self, self._json("GET", "/runs/" + _quote(id)))

    # -- data ----------------------------------------------------------------------------------------------------------

    def upload(self, path, name=None, replace=False):
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
            return self._upload(bytes(path), name, replace)
        name = name or os.path.basename(os.fspath(path))
        with open(path, "rb") as file:
            return self._upload(file.read(), name, replace)

    def _upload(self, content, name, replace):
        headers = {"Content-Type": "application/octet-stream"}
        place = "/data/" + _quote(name)
        try:
            return self._json("PUT", place, raw=content, headers=headers)["name"]
        except PsrError as error:
            if error.status != 409:
                raise
            if not replace:
                raise PsrError(error.status, error.title, error.detail + "; upload(..., replace=True) replaces it", error.refusals) from None
        # Whatever its current state: the newest of that name wins.
        return self._json("PUT", place, raw=content, headers=dict(headers, **{"If-Match": "*"}))["name"]

    def _upload_beside(self, path):
        """Uploads a file; if a different file has its name, under a name with its hash. Replaces nothing."""
        with open(path, "rb") as file:
            content = file.read()
        name = os.path.basename(path)
        try:
            return self._upload(content, name, False)
        except PsrError as error:
            if error.status != 409:
                raise
        stem, ending = os.path.splitext(name)
        return self._upload(content, stem + "-" + hashlib.sha256(content).hexdigest()[:12] + ending, False)

    def preview(self, dataset, limit=20, **settings):
        """The content of a data set: its alphabet, sizes, and the first sequences; a dict."""
        return self._json("POST", "/data/preview", {"dataset": self._dataset(dataset, settings), "limit": limit})

    def _dataset(self, given, settings):
        """A data set in the laboratory's notation; a file on this machine, or sequences, are uploaded first."""
        if not isinstance(given, (str, os.PathLike)):
            return self._sequences(given) + _settings(settings, ",")
        given = os.fspath(given)
        if not os.path.isfile(given):
            _no_path(given, "a data set is written name:key=value,key=value")
            return given + _settings(settings, ":" if ":" not in given else ",")
        name = self._upload_beside(given)
        kind = settings.pop("kind", None)
        if kind is None:
            ending = name.rsplit(".", 1)[-1].lower()
            kind = {"csv": "csv", "tsv": "csv", "train": "sequences", "pautomac": "sequences"}.get(ending, "lines")
            if ending == "tsv":
                settings.setdefault("separator", "tab")
        setting = "train" if kind == "sequences" else "file"
        return kind + ":" + setting + "=" + _value(name) + _settings(settings, ",")

    def _sequences(self, given):
        """Uploads sequences as a file of lines, whose name is derived from its content."""
        if isinstance(given, bytes) or not hasattr(given, "__iter__"):
            raise ValueError("data must be a file, a data set in the laboratory's notation, or a list of sequences; found " + repr(given)[:100])
        lines: list = []
        for sequence in given:
            if isinstance(sequence, (str, bytes)) or not hasattr(sequence, "__iter__"):
                raise ValueError("a sequence must be a list of symbols, and data a list of sequences; found " + repr(sequence)[:100])
            symbols = _symbols(sequence)
            if not symbols or any(not symbol.strip() or symbol != symbol.strip() or any(c in symbol for c in "\t\r\n") for symbol in symbols):
                raise ValueError("a sequence must have symbols, none of them empty, with blanks at an end, or with a tab or the end of a line in it; found "
                                 + repr(symbols)[:100] + " at index " + str(len(lines)))
            lines.append("\t".join(symbols) + "\n")
        content = "".join(lines).encode("utf-8")
        name = "sequences-" + hashlib.sha256(content).hexdigest()[:12] + ".txt"
        return "lines:file=" + self._upload(content, name, False) + ",separator=tab"

    # -- models --------------------------------------------------------------------------------------------------------

    def fit(self, data, recipe="psr", seed=1, name=None, limit=None, wait=True, progress=False, **settings):
        """Learns a model from all data, as ``./psr train`` does: the same seed, the same bits.

        Args:
            data: a file on this machine, which is uploaded; or a list of sequences, each a list of symbols; or a data set in the
                laboratory's notation, ``"csv:file=visits.csv,sequence=user,symbol=page"``.
            recipe: how to learn, for example ``"psr"``, ``"2sr:rank=20+ig"`` or ``"ngram:order=3"``.
            seed: the seed of all random numbers.
            name: its name; derived from recipe and data by default.
            limit: seconds that a stage may take.
            wait: whether to wait until it is learned.
            progress: whether to print the progress while waiting.
            settings: settings of the data set: ``sequence="user", symbol="page"`` for a CSV file.

        Returns:
            A :class:`Model`.
        """
        body = {"dataset": self._dataset(data, dict(settings)), "recipe": recipe, "seed": seed}
        if name is not None:
            body["name"] = name
        if limit is not None:
            body["limit"] = limit
        model = Model(self, self._json("POST", "/models", body))
        return model.wait(progress=progress) if wait else model

    def load(self, path, name=None):
        """Imports a model file that ``./psr train`` or :meth:`Model.save` wrote."""
        with open(path, "rb") as file:
            content = file.read()
        query = {"name": name or os.path.basename(os.fspath(path))}
        return Model(self, self._json("POST", "/models/import?" + urllib.parse.urlencode(query), raw=content,
                                      headers={"Content-Type": "application/octet-stream"}))

    # -- runs ----------------------------------------------------------------------------------------------------------

    def run(self, experiment, name=None, priority=0, limit=None, paused=False, **overrides):
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
        body = {"priority": priority, "paused": paused}
        if isinstance(experiment, dict):
            body["experiment"] = experiment
        elif os.path.isfile(os.fspath(experiment)):
            with open(experiment, encoding="utf-8") as file:
                body["experiment"] = json.load(file)
        else:
            _no_path(os.fspath(experiment), "presets() lists the names of presets")
            body["preset"] = os.fspath(experiment)
        if name is not None:
            body["name"] = name
        if limit is not None:
            body["limit"] = limit
        if overrides:
            body["overrides"] = overrides
        return Run(self, self._json("POST", "/runs", body))

    def check(self, experiment):
        """Checks an experiment (a dict); returns a list of validation errors, empty if there are none. Nothing is started."""
        return self._json("POST", "/check", experiment)["refusals"]

    # -- HTTP ----------------------------------------------------------------------------------------------------------

    def _pages(self, path, query=None):
        query = dict(query or {}, limit=200)
        while True:
            page = self._json("GET", path + "?" + urllib.parse.urlencode(query))
            yield from page["items"]
            if not page.get("next"):
                return
            query["after"] = page["next"]

    def _json(self, method, path, body=None, raw=None, headers=None):
        content = self._bytes(method, path, body, raw, headers)
        return json.loads(content.decode("utf-8")) if content else None

    def _bytes(self, method, path, body=None, raw=None, headers=None):
        headers = dict(headers or {}, Authorization="Bearer " + self._token)
        if body is not None:
            raw = json.dumps(body).encode("utf-8")
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self._url + "/api/v1" + path, data=raw, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            with error:
                raise _problem(error) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise PsrError(0, "not trusted", "the certificate of " + self._url + " must be trusted: " + error.reason.verify_message
                               + "; Lab(certificate=FILE) accepts the certificate.pem in the server's folder") from error
            raise PsrError(0, "no answer", "no server answers at " + self._url + ": " + str(error.reason)
                           + "; ./psr serve starts one") from error
        except (OSError, http.client.HTTPException) as error:
            raise PsrError(0, "no answer", "the server at " + self._url + " did not answer: " + str(error)) from error

    def __repr__(self):
        return "Lab(" + self._url + ")"


class _Stored:
    """An object that the server stores under an id."""

    def __init__(self, lab, item):
        self._lab = lab
        self._item = item

    @property
    def id(self):
        """Its name on the server."""
        return self._item["id"]

    @property
    def name(self):
        """Its name for display."""
        return self._item["name"]


class Model(_Stored):
    """A model on the server; :meth:`Lab.model` finds it again by its id."""

    @property
    def state(self):
        """``queued``, ``waiting``, ``learning``, ``ready``, ``failed`` or ``cancelled``, at the last :meth:`refresh`."""
        return self._item["state"]

    @property
    def recipe(self):
        """How it was learned."""
        return self._item["recipe"]

    @property
    def provenance(self):
        """Its provenance: data, hashes, seed, versions; a dict."""
        return dict(self._item["provenance"])

    @property
    def info(self):
        """Everything that the server reports about it; a dict."""
        return dict(self._item)

    @property
    def symbols(self):
        """Its alphabet; of a large one the first 200 symbols."""
        return list(self._item["alphabet"]["symbols"])

    def refresh(self):
        """Updates its state from the server; returns itself."""
        self._item = self._lab._json("GET", self._path())
        return self

    def wait(self, timeout=None, progress=False):
        """Waits until it is ready; returns itself.

        Raises:
            PsrError: if it could not be learned.
            TimeoutError: if that takes longer than timeout, in seconds.
        """
        _wait(self.refresh, lambda: self.state not in ("queued", "waiting", "learning"), timeout, progress, self._progress)
        if self.state != "ready":
            raise PsrError(0, self.state, "the model " + self.name + " " + ("was cancelled" if self.state == "cancelled"
                           else "could not be learned: " + str(self._item["failure"])))
        return self

    def _progress(self):
        share = (self._item.get("progress") or {}).get("share")
        doing = (self._item.get("progress") or {}).get("doing") or ""
        return self.name + ": " + (doing or self.state) + ("" if share is None else ", %d %%" % round(100 * share))

    def predict_proba(self, prefix=(), ahead=1, top=None):
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
            answers = []
            for i in range(0, len(prefix), 1000):
                batch = [self._question(each, ahead, top) for each in prefix[i:i + 1000]]
                answers += self._ask("predict", {"batch": batch})["items"]
            return [_distribution(answer) for answer in answers]
        return _distribution(self._ask("predict", self._question(prefix, ahead, top)))

    def _sequence(self, given):
        """The symbols of a sequence. A text is accepted only if each character is a symbol."""
        if isinstance(given, str):
            alphabet = (self._item.get("alphabet") or {}).get("symbols", ())
            if any(len(symbol) > 1 and not (symbol[0] == "<" and symbol[-1] == ">") for symbol in alphabet):
                raise ValueError("a sequence must be a list of symbols; found the text " + repr(given)[:100])
        return _symbols(given)

    def _question(self, prefix, ahead, top):
        question = {"prefix": self._sequence(prefix), "ahead": ahead}
        if top is not None:
            question["top"] = top
        return question

    def predict(self, prefix=(), ahead=1):
        """The most probable next symbol."""
        return next(iter(self.predict_proba(prefix, ahead, top=1)))

    def score(self, sequences):
        """The natural logarithm of the probability of each sequence, including its end if the model has one; a list."""
        return [item["log-probability"] for item in self.scores(sequences)]

    def scores(self, sequences, each=False):
        """The surprise of sequences, as dicts: bits, symbols, bits-per-symbol, and the bits of every step if each."""
        return self._ask("score", {"sequences": [self._sequence(s) for s in sequences], "each": each})["items"]

    def evaluate(self, data, metrics=None, unknown="reject", **settings):
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
        body = {"unknown": unknown}
        if isinstance(data, (str, os.PathLike)) and os.path.isfile(os.fspath(data)) and not settings:
            body["file"] = self._lab._upload_beside(os.fspath(data))
        else:
            body["dataset"] = self._lab._dataset(data, dict(settings))
        if metrics is not None:
            body["metrics"] = list(metrics)
        self.evaluation = self._ask("evaluate", body)
        return {item["measure"]: item["value"] for item in self.evaluation["values"]}

    def sample(self, number=1, length=20, prefix=(), seed=1):
        """Draws sequences, lists of symbols; the same seed, the same sequences."""
        return self._ask("sample", {"prefix": self._sequence(prefix), "length": length, "number": number, "seed": seed})["items"]

    def walk(self, sequence):
        """The bits of each symbol of a sequence, and the state after it projected to a plane; dicts for ``pandas.DataFrame``."""
        steps = self._ask("walk", {"sequence": self._sequence(sequence)})["steps"]
        return [{"symbol": s["symbol"], "bits": s["bits"], "x": s["state"][0], "y": s["state"][1]} for s in steps]

    def session(self, prefix=()):
        """Opens a :class:`Session`, which stores the state after a sequence."""
        return Session(self, self._ask("sessions", {"prefix": self._sequence(prefix)}))

    def inspect(self):
        """Describes the model; a dict with lines of text."""
        return self._lab._json("GET", self._path("inspection"))

    def save(self, path):
        """Writes it to a file on this machine; as NumPy arrays if its name ends with .npz, otherwise as JSON."""
        encoding = "npz" if os.fspath(path).endswith(".npz") else "json"
        content = self._lab._bytes("GET", self._path("file?encoding=" + encoding))
        with open(path, "wb") as file:
            file.write(content)
        return path

    def cancel(self):
        """Stops learning; returns itself."""
        self._item = self._lab._json("POST", self._path("cancel"))
        return self

    def remove(self):
        """Moves it to the trash, where :meth:`restore` finds it for a limited time."""
        self._lab._bytes("DELETE", self._path())

    def restore(self):
        """Restores it from the trash; returns itself."""
        self._item = self._lab._json("POST", self._path("restore"))
        return self

    def _ask(self, what, body):
        return self._lab._json("POST", self._path(what), body)

    def _path(self, rest=""):
        return "/models/" + _quote(self.id) + ("/" + rest if rest else "")

    def __repr__(self):
        return "Model(" + self.name + ", " + self.state + ", " + self.id + ")"


class Session:
    """Predictions along one sequence, updated with each observation. Expires after ten minutes without use.

    Use it in a ``with`` statement, or :meth:`close` it.
    """

    def __init__(self, model, item):
        self._model = model
        self._id = item["id"]
        self._path = model._path("sessions/" + _quote(self._id))
        self._item = item

    def predict_proba(self):
        """The probability of each symbol to come next; a dict."""
        return _distribution(self._item)

    def observe(self, *symbols):
        """Observes symbols; returns the probability of each symbol to come next. :attr:`bits` is the surprise of the observed ones."""
        self._item = self._model._lab._json("POST", self._path, {"symbols": _symbols(symbols)})
        return self.predict_proba()

    @property
    def bits(self):
        """The surprise of the last observation: -log2 of its probability."""
        return self._item.get("bits", 0.0)

    def close(self):
        """Closes the session."""
        try:
            self._model._lab._bytes("DELETE", self._path)
        except PsrError as error:
            if error.status not in (404, 410):
                raise

    def __repr__(self):
        return "Session(" + self._model.name + ", " + self._id + ")"

    def __enter__(self):
        return self

    def __exit__(self, *why):
        self.close()


class Run(_Stored):
    """A run of an experiment in the queue of the server; ``lab[id]`` finds it again."""

    @property
    def state(self):
        """``queued``, ``running``, ``paused``, ``waiting``, ``done``, ``failed`` or ``cancelled``, at the last :meth:`refresh`."""
        return self._item["state"]

    @property
    def info(self):
        """Everything that the server reports about it; a dict."""
        return dict(self._item)

    def refresh(self):
        """Updates its state from the server; returns itself."""
        self._item = self._lab._json("GET", self._path())
        return self

    def wait(self, timeout=None, progress=False):
        """Waits until it ends; returns itself. With progress, prints the progress while waiting.

        Raises:
            PsrError: if it failed.
            TimeoutError: if that takes longer than timeout, in seconds.
        """
        _wait(self.refresh, lambda: self.state in ("done", "failed", "cancelled"), timeout, progress, self._progress)
        if self.state == "failed":
            raise PsrError(0, "failed", "the run " + self.name + " failed: " + str(self._item.get("failure")))
        return self

    def _progress(self):
        trials = self._item["trials"]
        left = self._item.get("seconds-left")
        now = self._item.get("progress") or {}
        doing = now.get("doing") or ("" if now.get("iteration") is None else "iteration %d" % now["iteration"])
        return "%s: %s, %d of %d trials%s%s%s" % (
            self.name, self.state, trials["done"], trials["total"],
            ", " + " ".join([now["recipe"], doing]).strip() if now else "",
            "" if left is None or self.state == "done" else ", %d s left" % round(left),
            " (" + self._item["waiting-for"] + ")" if self._item.get("waiting-for") else "")

    def results(self):
        """Means over the finished trials: a list of dicts (recipe, iteration, measure, mean, stderr, trials) for ``pandas.DataFrame``."""
        return self._get("summary")["rows"]

    def differences(self, reference):
        """The same for the paired differences from a recipe."""
        return self._get("differences?" + urllib.parse.urlencode({"reference": reference}))["rows"]

    def trials(self):
        """Every finished trial, as dicts."""
        return list(self._lab._pages(self._path("trials")))

    def claims(self):
        """The claims and their verdicts, as dicts."""
        return self._get("claims")["items"]

    def provenance(self):
        """The record needed to run it again; a dict."""
        return self._get("provenance")

    def files(self):
        """Names of its files."""
        return [item["name"] for item in self._get("files")["items"]]

    def file(self, name):
        """One of them, as bytes."""
        return self._lab._bytes("GET", self._path("files/" + _quote(name, "/")))

    def figures(self):
        """Names of its figures, for :meth:`figure`; their common legend is the last."""
        names = [name[len("figures/"):-len(".svg")] for name in self.files()
                 if name.startswith("figures/") and name.endswith(".svg")]
        return sorted(names, key="legend".__eq__)

    def figure(self, name):
        """A figure, which notebooks display."""
        plain = name if name.endswith(".svg") else name + ".svg"
        return Figure(self.file(plain if "/" in plain else "figures/" + plain).decode("utf-8"))

    def pause(self):
        """Pauses it: no further trial starts; returns itself."""
        return self._do("pause")

    def resume(self):
        """Resumes it after a pause or a cancellation; returns itself."""
        return self._do("resume")

    #: The former name of :meth:`resume`.
    proceed = resume

    def cancel(self):
        """Cancels it; finished trials remain; returns itself."""
        return self._do("cancel")

    def again(self):
        """A new run of the same experiment."""
        return Run(self._lab, self._lab._json("POST", self._path("again")))

    def more(self, trials):
        """Extends it to this number of trials; returns itself."""
        self._item = self._lab._json("POST", self._path("more"), {"trials": trials})
        return self

    def remove(self):
        """Moves it to the trash, where :meth:`restore` finds it for a limited time."""
        self._lab._bytes("DELETE", self._path())

    def restore(self):
        """Restores it from the trash; returns itself."""
        return self._do("restore")

    def save(self, path):
        """Writes its folder to this machine as a ZIP file, in the format of ``./psr``."""
        content = self._lab._bytes("GET", self._path("folder"))
        with open(path, "wb") as file:
            file.write(content)
        return path

    def _do(self, what):
        self._item = self._lab._json("POST", self._path(what))
        return self

    def _get(self, what):
        return self._lab._json("GET", self._path(what))

    def _path(self, rest=""):
        return "/runs/" + _quote(self.id) + ("/" + rest if rest else "")

    def __repr__(self):
        return "Run(" + self._progress() + ", " + self.id + ")"


class Figure:
    """A figure as SVG; notebooks display it."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg

    def save(self, path):
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)
        return path

    def __repr__(self):
        return "Figure(%d characters of SVG)" % len(self.svg)


def _line(folder, name):
    """The content of a file in the folder of a server; None if the folder or the file is missing."""
    if folder is None:
        return None
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return None


def _no_path(text, otherwise):
    """Raises an error if a text can only be the path of a file that does not exist."""
    name = text.split(":", 1)[0]
    if any(c in name for c in "/\\.~"):
        raise FileNotFoundError("there is no file " + text + " on this machine; " + otherwise)


def _quote(text, safe=""):
    return urllib.parse.quote(text, safe=safe)


def _value(text):
    """A value in the laboratory's notation."""
    text = {True: "on", False: "off"}.get(text, text) if isinstance(text, bool) else str(text)
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ",+/\"'") else text


def _settings(settings, before):
    text = ",".join(name.replace("_", "-") + "=" + _value(value) for name, value in settings.items())
    return before + text if text else ""


def _symbols(sequence):
    return [str(symbol) for symbol in sequence]


def _distribution(answer):
    return {each["symbol"]: each["probability"] for each in answer["distribution"]}


def _problem(error):
    try:
        problem = json.loads(error.read().decode("utf-8"))
        return PsrError(error.code, problem.get("title", ""), problem.get("detail", str(error)), problem.get("refusals", ()))
    except (ValueError, AttributeError):
        return PsrError(error.code, error.reason, "the server answered %d %s" % (error.code, error.reason))


def _wait(refresh, over, timeout, progress, words):
    """Polls with increasing intervals. Tolerates for a while that the server does not answer, because it may be restarting."""
    end = None if timeout is None else time.monotonic() + timeout
    pause = _PAUSE_SECONDS
    width = 0
    answered = time.monotonic()
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
            if progress:
                line = words() if away is None else "no answer, trying again: " + away.detail
                sys.stderr.write("\r" + line + " " * max(0, width - len(line)))
                sys.stderr.flush()
                width = len(line)
            if away is None and over():
                return
            if end is not None and time.monotonic() + pause > end:
                raise TimeoutError(words())
            time.sleep(pause)
            pause = min(_LONGEST_PAUSE_SECONDS, 1.2 * pause)
    finally:
        if progress:
            sys.stderr.write("\n")
