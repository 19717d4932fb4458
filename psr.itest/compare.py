#!/usr/bin/env python3
"""Compares what two checkouts of this project compute. A developer runs it by hand, before and after a change that must not move a number.

    psr.itest/compare.py make CHECKOUT FOLDER     runs CHECKOUT/psr with small data; everything it computes goes into the new FOLDER
    psr.itest/compare.py diff FOLDER FOLDER       prints each difference; exit code 1 if there is one
    psr.itest/compare.py diff --numbers A B       the same, but wording may differ: of texts only the numbers are compared

Commands, run folders, model files, the HTTP API, and a cluster of two take part. Times, ids, paths, hashes of bundles and the order in
which trials finish are not compared; `differences` and `times` of the HTTP API have a tolerance. Needs Python 3.9 and nothing else.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PATIENCE = 600
TOLERANCE = 1e-12
RING = "ring:sequences=120,states=6,symbols=6"
RECIPES = ["2sr:rank=4", "2sr:rank=4+ig:passes=2", "mix/2sr:rank=4/ngram", "em:states=4,iterations=3"]
# A rank that the data do not have: a row that fails.
FAILING = "2sr:rank=300"
CLAIMS = [
    {"id": "ig-helps", "words": "IG lowers the PNLL", "measure": "pnll.operators", "subject": "2sr:rank=4+ig:passes=2",
     "reference": "2SR", "expected": "below", "margin": 0},
    {"id": "ig-moves", "words": "IG changes little", "measure": "ospa.operators", "subject": "2sr:rank=4+ig:passes=2@first",
     "reference": "ngram", "expected": "within", "margin": 0.05, "family": "others"},
    {"id": "truth", "words": "The true model is best", "measure": "pnll.operators", "subject": "oracle", "reference": "ngram",
     "expected": "below", "margin": 0.01}]
EXPERIMENT = {"name": "small", "description": "A small one.", "dataset": RING,
              "recipes": [{"label": "2SR", "recipe": "2sr:rank=4"}, "2sr:rank=4+ig:passes=2", "ngram", "unigram", FAILING],
              "metrics": ["pnll", "ospa", "l2se", "health"], "trials": 4, "seed": 7, "every": 2, "claims": CLAIMS}
VISITS = "csv:file=visits.csv,sequence=user,symbol=page"
RATES = ["--rates", "1e-4,1e-2", "--rates-trials", "2"]


class Maker:
    """Runs one checkout."""

    def __init__(self, checkout, folder):
        self.psr = os.path.join(os.path.abspath(checkout), "psr")
        self.folder = os.path.abspath(folder)
        self.count = 0
        self.port = 21000 + os.getpid() % 1000 * 10
        os.makedirs(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def start(self, words, out, err):
        print("psr", " ".join(words), file=sys.stderr)
        return subprocess.Popen([self.psr, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=open(self.path(out), "wb"),
                                stderr=open(self.path(err), "wb"))

    def run(self, *words):
        """Runs a command to its end; what it prints is compared, and its exit code: 2 where a recipe does not fit the data."""
        self.count += 1
        name = f"printed/{self.count:02}-{words[0]}"
        os.makedirs(self.path("printed"), exist_ok=True)
        code = self.start(words, name + ".txt", name + ".log").wait(PATIENCE)
        if code not in (0, 2) or code == 2 and b"recipes failed: rank must be" not in self.read(name + ".log"):
            sys.exit(f"exit code {code}\n" + self.read(name + ".txt").decode() + self.read(name + ".log").decode())
        with open(self.path(name + ".txt"), "a") as printed:
            printed.write(f"exit code {code}\n")

    def same(self, *names):
        """One checkout must agree with itself."""
        for name in names[1:]:
            if self.read(name) != self.read(names[0]):
                sys.exit(f"{name} must have the bytes of {names[0]}; see {self.folder}")

    @staticmethod
    def until(holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                sys.exit(f"there must be {what} within {PATIENCE} s")
            time.sleep(0.05)

    def data(self):
        visits = ["home search product pay", "home search search product", "home help home", "home search pay"]
        self.write("visits.csv", "user,page\n" + "".join(
            f"{user},{page}\n" for user in range(60) for page in visits[user * 7 % 4].split()))
        self.write("new.txt", "home search\nhome\nhelp home search pay\n")
        self.write("small.json", json.dumps(EXPERIMENT))
        # Two states that stop with 0.2 and 0.3.
        symbols, stop, move = [[.7, .3], [.2, .8]], [.2, .3], [[.5, .5], [.1, .9]]
        self.write("competition/3.pautomac_model.txt", "I: (state)\n\t(0) 1.0\nF: (state)\n\t(0) 0.2\n\t(1) 0.3\nS: (state,symbol)\n"
                   + "".join(f"\t({i},{x}) {symbols[i][x]}\n" for i in (0, 1) for x in (0, 1)) + "T: (state,symbol,state)\n"
                   + "".join(f"\t({i},{x},{j}) {move[x][j]}\n" for i in (0, 1) for x in (0, 1) for j in (0, 1)))

        def lines(first, count):
            strings = [[(first + i * i * 3 + i * t + t // 2) // 3 % 2 for t in range((first + i * 7) % 6)] for i in range(count)]
            return strings, f"{count} 2\n" + "".join(" ".join(map(str, [len(s), *s])) + "\n" for s in strings)

        def probability(string):
            state = [1.0, 0.0]
            for x in string:
                state = [sum(state[i] * (1 - stop[i]) * symbols[i][x] * move[x][j] for i in (0, 1)) for j in (0, 1)]
            return state[0] * stop[0] + state[1] * stop[1]
        self.write("competition/3.pautomac.train", lines(1, 80)[1])
        test, text = lines(2, 12)
        self.write("competition/3.pautomac.test", text)
        truth = [probability(string) for string in test]
        self.write("competition/3.pautomac_solution.txt", f"{len(truth)}\n" + "".join(f"{p / sum(truth):.12f}\n" for p in truth))

    def runs(self):
        small = [RING, *RECIPES, FAILING, "--trials", "4", "--metrics", "pnll,ospa,perplexity"]
        self.run("run", *small, "--threads", "1", "--out", "one")
        self.run("run", *small, "--threads", "2", "--out", "two")
        self.run("run", "small.json", "--threads", "2", "--out", "file")
        self.run("run", RING, "2sr:rank=4+ig:passes=1", "ngram", *RATES, "--trials", "2", "--out", "rates")
        for part in ("1", "2"):
            self.run("run", *small, "--threads", "1", "--shard", part + "/2", "--out", "part-" + part)
        self.run("merge", "part-1", "part-2", "--out", "whole")
        self.killed(["run", *small, "--threads", "1", "--out", "killed"])
        self.run("resume", "killed", "--threads", "2")
        self.run("run", *small[:-4], "--trials", "2", *small[-2:], "--out", "more")
        self.run("resume", "more", "--trials", "4")
        self.same(*(name + "/summary.csv" for name in ("one", "two", "whole", "killed", "more")))
        self.run("report", "file", "--out", "again", "--without", "unigram")
        self.run("compare", "one", "file")
        self.run("runs", ".")
        self.run("evaluate", VISITS, "2sr:rank=3", "ngram", "unigram", "--folds", "3", "--threads", "2")
        self.run("benchmark", "pautomac", "competition", "ngram", "2sr:rank=2", "--out", "benchmark")

    def killed(self, words):
        process = self.start(words, "killed.out", "killed.log")
        self.until(lambda: process.poll() is not None
                   or os.path.exists(self.path("killed/trials.jsonl")) and b'"last":true' in self.read("killed/trials.jsonl"), "a trial")
        process.send_signal(signal.SIGKILL)
        process.wait()

    def models(self):
        for name, recipe in (("psr", "2sr:rank=3"), ("refined", "2sr:rank=3+bptt:epochs=2"), ("ngram", "ngram:order=2"),
                             ("hmm", "em:states=3,iterations=5")):
            self.run("train", VISITS, recipe, "--model", name + ".json", "--seed", "3")
            self.run("predict", name + ".json", "new.txt", "--ahead", "2", "--repair", "clip")
            self.run("score", name + ".json", "new.txt", "--repair", "absolute")
            self.run("sample", name + ".json", "--sequences", "4", "--length", "6", "--seed", "5", "--repair", "clip")
            self.run("inspect", name + ".json")
        self.run("train", VISITS, "2sr:rank=3", "--model", "psr.npz", "--seed", "3")
        self.run("evaluate", "psr.npz", VISITS)

    def serve(self, name, *options):
        return Server(self, name, options)

    def server(self):
        with self.serve("server") as server:
            server.call("PUT", "data/visits.csv", self.read("visits.csv"))
            server.keep("preview", "POST", "data/preview", {"dataset": VISITS, "limit": 3})
            server.keep("check", "POST", "check", EXPERIMENT)
            small = server.submit({"experiment": EXPERIMENT, "priority": 3})
            visits = server.submit({"paused": True, "experiment": {
                "dataset": VISITS, "recipes": ["2sr:rank=3", "ngram"], "trials": 2, "metrics": ["pnll"]}})
            rates = server.submit({"experiment": {"dataset": RING, "recipes": ["2sr:rank=4+ig:passes=1", "ngram"], "trials": 2,
                                                  "rates": [1e-4, 1e-2], "rates-trials": 2}})
            server.keep("visits/paused", "GET", "runs/" + visits)
            server.call("POST", f"runs/{visits}/proceed")
            server.wait("runs/" + visits, "done")
            server.call("POST", f"runs/{visits}/more", {"trials": 3})
            for name, run, measure in (("small", small, "pnll.operators"), ("visits", visits, "pnll.features"),
                                       ("rates", rates, "ospa.operators")):
                server.wait("runs/" + run, "done", 3 if name == "visits" else 0)
                server.results(name, run, measure)
            self.same("file/summary.csv", "http/small/summary.csv")
            self.same("rates/summary.csv", "http/rates/summary.csv")
            server.keep("compared", "GET", f"compare?runs={small},{rates}&last=true")
            server.keep("runs", "GET", "runs")
            for name, recipe in (("psr", "2sr:rank=3"), ("ngram", "ngram:order=2")):
                model = "models/" + json.loads(server.call("POST", "models", {"dataset": VISITS, "recipe": recipe, "seed": 3}))["id"]
                server.wait(model, "ready")
                server.keep(name, "GET", model)
                server.keep(name + "/inspection", "GET", model + "/inspection")
                self.write(f"http/{name}.json-file", server.call("GET", model + "/file?encoding=json"))
                self.write(f"http/{name}.npz", server.call("GET", model + "/file?encoding=npz"))
                server.keep(name + "/predict", "POST", model + "/predict",
                            {"batch": [{"prefix": ["home"], "ahead": 2}, {"prefix": [], "top": 3}]})
                server.keep(name + "/sample", "POST", model + "/sample", {"prefix": ["home"], "length": 8, "number": 5, "seed": 1})
                session = json.loads(server.keep(name + "/session", "POST", model + "/sessions", {"prefix": ["home"]}))["id"]
                # Scores of the other model are negative in places, and HTTP has no option that says what is done with them.
                if name == "ngram":
                    server.keep(name + "/score", "POST", model + "/score", {"sequences": [["home", "pay"], []], "each": True})
                    server.keep(name + "/walk", "POST", model + "/walk", {"sequence": ["home", "search"]})
                    server.keep(name + "/step", "POST", f"{model}/sessions/{session}", {"symbol": "search"})
            server.keep("models", "GET", "models")

    def cluster(self):
        self.write("secret", "a secret of sufficient length")
        os.chmod(self.path("secret"), 0o600)
        worker, other = (f"127.0.0.1:{port}" for port in (self.port, self.port + 1))
        member = ["--secret-file", "secret", "--join", f"{worker},{other}"]
        process = self.start(["worker", *member, "--host", "127.0.0.1", "--port", str(self.port), "--threads", "1"], "worker.out",
                             "worker.log")
        try:
            self.until(lambda: process.poll() is not None or b"worker at" in self.read("worker.log") + self.read("worker.out"), "a worker")
            self.run("run", RING, *RECIPES, FAILING, "--trials", "4", "--metrics", "pnll,ospa,perplexity", "--out", "cluster", "--on",
                     "cluster", *member, "--host", "127.0.0.1", "--port", str(self.port + 1))
            self.same("one/summary.csv", "cluster/summary.csv")
            with self.serve("members", "--on", "cluster", *member, "--cluster-host", "127.0.0.1", "--cluster-port",
                            str(self.port + 1)) as server:
                self.until(lambda: len(json.loads(server.call("GET", "workers"))["items"]) == 2, "a worker of the server")
                run = server.submit({"experiment": EXPERIMENT})
                server.wait("runs/" + run, "done")
                server.results("members", run, "pnll.operators")
                self.same("file/summary.csv", "http/members/summary.csv")
        finally:
            process.kill()
            process.wait()


class Server:
    """A server, and a client of it."""

    def __init__(self, maker, name, options):
        self.maker = maker
        self.process = maker.start(["serve", "--data", name, "--port", "0", "--threads", "2", *options], name + ".log", name + ".err")
        try:
            maker.until(lambda: self.process.poll() is not None or os.path.exists(maker.path(name + "/address")), "a server that listens")
            self.address = maker.read(name + "/address").decode().strip().rstrip("/")
            self.token = maker.read(name + "/token").decode().strip()
        except BaseException:
            self.process.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def call(self, method, path, body=None):
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", data, method=method)
        request.add_header("Authorization", "Bearer " + self.token)
        request.add_header("Content-Type", "application/octet-stream" if isinstance(body, bytes) else "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")

    def keep(self, name, *request):
        """A request whose answer is compared."""
        answer = self.call(*request)
        self.maker.write(f"http/{name}.json", answer)
        return answer

    def submit(self, body):
        return json.loads(self.call("POST", "runs", body))["id"]

    def wait(self, path, state, trials=0):
        def arrived():
            found = json.loads(self.call("GET", path))
            if found["state"] == "failed":
                sys.exit(f"{path}: {found['failure']}")
            return found["state"] == state and (not trials or found["trials"]["done"] == trials)
        self.maker.until(arrived, f"{path} that is {state}")

    def results(self, name, run, measure):
        label = urllib.parse.quote(json.loads(self.call("GET", f"runs/{run}/summary"))["rows"][0]["recipe"])
        self.keep(name + "/run", "GET", "runs/" + run)
        for file, path in {
                "summary": "summary", "summary-last": "summary?last=true", "summary-one": "summary?measure=" + measure,
                "curves": "curves?measure=" + measure, "curves-differences": f"curves?measure={measure}&reference={label}",
                "differences": "differences?reference=" + label,
                "differences-last": f"differences?last=true&measure={measure}&reference=ngram",
                "counts": "counts", "trials": "trials", "claims": "claims", "times": "times",
                "files": "files"}.items():
            self.keep(f"{name}/{file}", "GET", f"runs/{run}/{path}")
        for file in ("summary.csv", "claims.csv", "times.csv", "trials.jsonl", "experiment.json", "report.html"):
            self.maker.write(f"http/{name}/{file}", self.call("GET", f"runs/{run}/files/{file}"))


class Comparison:
    """The differences of two folders that were made."""

    # So many differences of one file are printed.
    SHOWN = 10
    NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
    # These differ from run to run, or name the bundles.
    VOLATILE = {"id", "run", "model", "submitted", "started", "ended", "created", "uploaded", "expires", "seconds-left", "seconds", "links", "bundles",
                "computed-by", "said", "progress", "check", "next", "sha256"}
    # The rest of experiment.json says when, where and by which bundles.
    RECORD = ("experiment", "part", "rates", "resolved", "measures", "share")
    LEFT_OUT = re.compile(r"(^|/)\.lock$|\.log$|\.err$|report\.html$|^(server|members|competition)/|^(secret|killed\.out|worker\.out)$")

    def __init__(self, first, second, numbers):
        self.folders = [os.path.abspath(first), os.path.abspath(second)]
        self.numbers = numbers
        self.counts = {}

    def differ(self, where, first, second):
        name = re.split("[ ,]", where)[0]
        self.counts[name] = self.counts.get(name, 0) + 1
        if self.counts[name] > self.SHOWN:
            return
        # A long line is shown from a little before what differs.
        begin = max(0, len(os.path.commonprefix([str(first), str(second)])) - 100)
        print(where, *(sign + " " + "…" * (begin > 0) + str(each)[begin:begin + 300] for sign, each in (("<", first), (">", second))), sep="\n  ")

    def files(self, folder):
        return {name for parent, _, names in os.walk(folder) for each in names
                if not self.LEFT_OUT.search(name := os.path.relpath(os.path.join(parent, each), folder))}

    def compare(self):
        names = [self.files(folder) for folder in self.folders]
        if not names[0] or not names[1]:
            sys.exit("there must be files in both folders")
        for name in sorted(names[0] ^ names[1]):
            self.differ(name, *("present" if name in each else "missing" for each in names))
        for name in sorted(names[0] & names[1]):
            self.file(name)
        print(f"{len(names[0] & names[1])} files compared, {sum(self.counts.values())} differences"
              + "".join(f"\n  {count} in {name}" for name, count in self.counts.items()))
        return bool(self.counts)

    def file(self, name):
        contents = []
        for folder in self.folders:
            with open(os.path.join(folder, name), "rb") as file:
                contents.append(file.read())
        if name.endswith(("npz", "pdf")):
            if contents[0] != contents[1]:
                self.differ(name, *(f"{len(content)} bytes" for content in contents))
            return
        texts = [content.decode().replace(folder, "FOLDER") for content, folder in zip(contents, self.folders)]
        if name.endswith("trials.jsonl"):
            self.lines(name, *(sorted((self.trial(line) for line in text.splitlines()), key=lambda line: json.loads(line)["trial"])
                               for text in texts))
        elif name.endswith("experiment.json"):
            records = [json.loads(text) for text in texts]
            for key in self.RECORD:
                self.json(f"{name} {key}", *(record.get(key) for record in records), 0)
        elif name.startswith("http/") and name.endswith(".json"):
            tolerance = TOLERANCE if re.search("differences|times", name) else 0
            self.json(name, *(self.stable(json.loads(text), name) for text in texts), tolerance)
        else:
            self.lines(name, *([self.timeless(line, name) for line in text.splitlines()] for text in texts))

    @staticmethod
    def trial(line):
        return re.sub(r',"check":"\w+"', "", re.sub(r'"seconds":[-+.\w]+', '"seconds":0', line))

    @staticmethod
    def timeless(line, name):
        if name.endswith("times.csv"):
            return re.sub(r",[^,]*,[^,]*,(\d+)$", r",\1", line)
        # How long a benchmark took, how long learning took, when a run was begun.
        line = re.sub(r"^(seconds each) .*", r"\1", line)
        line = re.sub(r", in [\d.:]+ s$", "", line)
        return re.sub(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?Z?", "TIME", line)

    def stable(self, value, name):
        if isinstance(value, dict):
            left_out = self.VOLATILE | ({"bytes"} if name.endswith("files.json") else set()) \
                | ({"stderr"} if name.endswith("times.json") else set())
            return {key: self.stable(each, name) for key, each in value.items() if key not in left_out}
        if isinstance(value, list):
            # Trials are listed in the order in which they finished.
            values = [self.stable(each, name) for each in value]
            return sorted(values, key=json.dumps) if name.endswith("trials.json") else values
        return value

    def text(self, text):
        return self.NUMBER.findall(text) if self.numbers else text

    def lines(self, name, first, second):
        if self.text("\n".join(first)) == self.text("\n".join(second)):
            return
        if len(first) != len(second):
            self.differ(name, f"{len(first)} lines", f"{len(second)} lines")
        for number, (left, right) in enumerate(zip(first, second), 1):
            if self.text(left) != self.text(right):
                self.differ(f"{name}, line {number}", left, right)

    def json(self, where, first, second, tolerance):
        if isinstance(first, dict) and isinstance(second, dict):
            for key in sorted(first.keys() | second.keys()):
                if key in first and key in second:
                    self.json(f"{where} /{key}", first[key], second[key], tolerance)
                else:
                    self.differ(f"{where} /{key}", *("present" if key in each else "missing" for each in (first, second)))
        elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
            for index, pair in enumerate(zip(first, second)):
                self.json(f"{where} /{index}", *pair, tolerance)
        elif isinstance(first, str) and isinstance(second, str):
            if self.text(first) != self.text(second):
                self.differ(where, first, second)
        elif isinstance(first, float) and isinstance(second, float):
            if first != second and not abs(first - second) <= tolerance * max(1, abs(first)):
                self.differ(where, first, second)
        elif first != second or type(first) is not type(second):
            self.differ(where, first, second)


def main(words):
    if len(words) == 3 and words[0] == "make":
        if os.path.exists(words[2]):
            sys.exit(f"{words[2]} must be a new folder")
        maker = Maker(words[1], words[2])
        maker.run("version")
        for step in (maker.data, maker.runs, maker.models, maker.server, maker.cluster):
            step()
        shutil.rmtree(maker.path("server"))
        shutil.rmtree(maker.path("members"))
    elif len(words) in (3, 4) and words[0] == "diff" and words[1:-2] in ([], ["--numbers"]):
        sys.exit(Comparison(*words[-2:], numbers=len(words) == 4).compare())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
