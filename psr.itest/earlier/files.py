#!/usr/bin/env python3
"""Makes the files that psr.itest.EarlierFilesTest opens: files.py CHECKOUT writes earlier-files.zip with what CHECKOUT/psr writes.

Run folders name the folder they were made in, so all of it is made in /srv/psr, which must not be there and is removed.
"""
import json
import os
import shutil
import signal
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from compare import RING, VISITS, EXPERIMENT, Maker, Server  # noqa: E402

FOLDER = "/srv/psr"
SMALL = {**EXPERIMENT, "metrics": ["pnll"], "every": 1, "claims": EXPERIMENT["claims"][::2]}
ONE, TWO = "2sr:rank=4+ig:passes=1", "2sr:rank=4+ig:passes=2"
WITH_RATES = {"name": "rates", "dataset": RING, "recipes": [ONE, TWO, "ngram"], "metrics": ["pnll"], "trials": 2, "rates": [1e-4, 1e-2],
              "rates-trials": 2, "claims": [{"id": "rate", "words": "One pass needs a higher rate", "measure": "log10-rate", "subject": ONE,
                                             "reference": TWO, "expected": "above", "margin": 0}]}
PREDICT = {"batch": [{"prefix": ["home"], "ahead": 2}, {"prefix": []}]}


def killed(maker, words, trials):
    """Kills a run after some trials."""
    process = maker.start(words, "out", "err")
    file = words[-1] + "/trials.jsonl"
    maker.until(lambda: process.poll() is not None
                or os.path.exists(maker.path(file)) and maker.read(file).count(b'"last":true') >= trials, "trials")
    process.send_signal(signal.SIGKILL)
    process.wait()
    if maker.read(file).count(b'"last":true') == SMALL["trials"]:
        sys.exit("the run must be killed before it ends")


def commands(maker):
    maker.data()
    maker.write("small.json", json.dumps(SMALL))
    maker.run("run", "small.json", "--threads", "1", "--out", "finished")
    killed(maker, ["run", "small.json", "--threads", "1", "--out", "interrupted"], 1)
    maker.write("rates.json", json.dumps(WITH_RATES))
    maker.run("run", "rates.json", "--out", "rates")
    maker.write("models/new.txt", maker.read("new.txt"))
    for name, recipe in (("psr.json", "2sr:rank=3"), ("psr.npz", "2sr:rank=3"), ("ngram.json", "ngram:order=2"),
                         ("hmm.npz", "em:states=3,iterations=5")):
        maker.run("train", VISITS, recipe, "--model", "models/" + name, "--seed", "3")
        for command, *options in (["predict", "--ahead", "2", "--repair", "clip"], ["score", "--repair", "absolute"],
                                  ["sample", "--seed", "5", "--sequences", "4", "--repair", "clip"]):
            process = maker.start([command, "models/" + name, *["models/new.txt"] * (command != "sample"), *options],
                                  f"models/{name}.{command}", "err")
            if process.wait():
                sys.exit(maker.read("err").decode())


def server(maker):
    experiment = {"name": "earlier", "dataset": "lines:file=new.txt", "recipes": ["2sr:rank=2", "ngram"], "metrics": ["pnll"], "trials": 2}
    with Server(maker, "server", ()) as lab:
        lab.call("PUT", "data/new.txt", maker.read("new.txt") * 20)
        lab.call("PUT", "data/visits.csv", maker.read("visits.csv"))
        maker.write("server/reader", json.loads(lab.call("POST", "tokens", {"name": "reader", "role": "read"}))["token"])
        done = lab.submit({"experiment": experiment, "name": "done"})
        lab.wait("runs/" + done, "done")
        lab.keep("summary", "GET", f"runs/{done}/summary")
        lab.keep("differences", "GET", f"runs/{done}/differences?reference=ngram")
        lab.submit({"experiment": experiment, "name": "paused", "paused": True})
        begun = lab.submit({"experiment": {**SMALL, "trials": 20}, "name": "begun"})
        maker.until(lambda: json.loads(lab.call("GET", "runs/" + begun))["trials"]["done"] >= 1, "a trial")
        lab.call("POST", f"runs/{begun}/pause")
        maker.until(lambda: json.loads(lab.call("GET", "runs/" + begun))["trials"]["running"] == 0, "a run that is paused")
        model = "models/" + json.loads(lab.call("POST", "models", {"dataset": VISITS, "recipe": "2sr:rank=3", "seed": 3, "name": "pages"}))["id"]
        lab.wait(model, "ready")
        lab.keep("predict", "POST", model + "/predict", PREDICT)


def main(checkout):
    maker = Maker(checkout, FOLDER)
    try:
        commands(maker)
        server(maker)
        with zipfile.ZipFile(os.path.join(HERE, "earlier-files.zip"), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            for kept in ("finished", "interrupted", "rates", "models", "server", "http"):
                for parent, folders, names in os.walk(maker.path(kept)):
                    for path in (os.path.join(parent, name) for name in sorted(folders) + sorted(names)):
                        file.write(path, os.path.relpath(path, FOLDER))
    finally:
        shutil.rmtree(FOLDER)


if __name__ == "__main__":
    main(*sys.argv[1:])
