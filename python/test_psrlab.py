"""Tests of psrlab against a real server, whose data folder PSR_DATA names.

    PSR_DATA=psr-data python3 -m unittest discover -s python
"""

import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import example  # noqa: E402
from psrlab import Lab, PsrError, Run, _objects  # noqa: E402

DATA = os.environ.get("PSR_DATA")


class Column:
    """As an array of NumPy or a column of pandas: it has no truth value."""

    def __init__(self, values):
        self._values = values

    def __iter__(self):
        return iter(self._values)

    def __bool__(self):
        raise ValueError("the truth value of an array is ambiguous")


class AwayTest(unittest.TestCase):
    """What a client does while its server is started again, or is cut off in the middle of an answer."""

    def lab(self, *answers):
        """A lab whose server gives these answers in turn, the last one again and again."""
        left = list(answers)

        class Handler(http.server.BaseHTTPRequestHandler):

            def do_GET(self):
                status, claimed, body = left.pop(0) if len(left) > 1 else left[0]
                if status:
                    self.send_response(status)
                    self.send_header("Content-Length", str(claimed))
                    self.end_headers()
                    self.wfile.write(body)
                self.close_connection = True

            def log_message(self, *ignored):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return Lab("http://127.0.0.1:%d" % server.server_address[1], token="none")

    def test_what_a_run_does_is_shown_while_it_is_waited_for(self):
        body = json.dumps({"id": "r1", "name": "ring", "state": "running", "trials": {"done": 0, "total": 10}, "seconds-left": None,
                           "progress": {"trial": 1, "recipe": "2sr+ig", "iteration": 3, "doing": ""}}).encode("utf-8")
        self.assertEqual("Run(ring: running, 0 of 10 trials, 2sr+ig iteration 3, r1)", repr(self.lab((200, len(body), body))["r1"]))

    @staticmethod
    def run_in(state):
        body = json.dumps({"id": "r1", "name": "ring", "state": state, "trials": {"done": 1, "total": 1}}).encode("utf-8")
        return 200, len(body), body

    def test_waiting_outlasts_a_server_that_is_started_again(self):
        lab = self.lab(self.run_in("running"), (0, 0, b""), (503, 0, b""), (200, 1000, b"{"), self.run_in("done"))
        self.assertEqual("done", lab["r1"].wait(timeout=20).state)

    def test_half_an_answer_is_no_answer(self):
        with self.assertRaises(PsrError) as half:
            self.lab((200, 1000, b"{")).about()
        self.assertEqual(0, half.exception.status)

    def test_waiting_ends_where_the_server_says_no(self):
        with self.assertRaises(PsrError) as gone:
            self.lab(self.run_in("running"), (404, 0, b""))["r1"].wait(timeout=20)
        self.assertEqual(404, gone.exception.status)


class WordsTest(unittest.TestCase):
    """Input is understood, or the error says what to write."""

    def test_a_file_that_is_not_there_is_said_to_be_missing(self):
        lab = Lab("127.0.0.1:1", token="none")
        for words in (lambda: lab.fit("visits.csv", symbol="page"), lambda: lab.fit("/data/visits", symbol="page"), lambda: lab.run("mine.json")):
            with self.assertRaises(FileNotFoundError) as missing:
                words()
            self.assertIn("there is no file", str(missing.exception))

    def test_what_is_no_list_of_sequences_is_refused_before_anything_is_sent(self):
        lab = Lab("127.0.0.1:1", token="none")
        for data, words in ((["home", "pay"], "a sequence must be a list of symbols"), ([[]], "a sequence must have symbols"),
                            ([["a"], ["a\tb"]], "at index 1"), (17, "data must be a file")):
            with self.assertRaises(ValueError) as refused:
                lab.fit(data)
            self.assertIn(words, str(refused.exception))

    def test_rows_of_numbers_may_be_flat_and_have_gaps(self):
        self.assertEqual([[1.0], [None], [3.0]], _objects._rows([1, float("nan"), 3]))
        self.assertEqual([[1.0, None]], _objects._rows([[1, None]]))

    def test_the_legend_is_the_last_figure(self):
        run = Run(None, {"id": "r1"})
        run.files = lambda: ["figures/bits.svg", "figures/legend.svg", "figures/pnll.svg", "summary.csv"]
        self.assertEqual(["bits", "pnll", "legend"], run.figures())

    def test_a_token_may_end_with_its_line_and_an_address_begin_with_its_host(self):
        with self.assertRaises(PsrError) as away:
            Lab("127.0.0.1:1", token="secret\n").about()
        self.assertIn("no server answers at http://127.0.0.1:1:", away.exception.detail)

    def test_a_folder_without_a_server_is_named(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(PsrError) as none:
            Lab(data=folder)
        self.assertIn("there is no token in " + folder, none.exception.detail)


@unittest.skipUnless(DATA, "PSR_DATA must name the folder of a server that runs")
class PsrLabTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.lab = Lab(data=DATA)
        cls.folder = tempfile.TemporaryDirectory()
        cls.csv = os.path.join(cls.folder.name, "python-visits.csv")
        example.write_visits(cls.csv, users=120)
        cls.model = cls.lab.fit(cls.csv, recipe="2sr:rank=3", sequence="user", symbol="page")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_probabilities_sum_to_one(self):
        distribution = self.model.predict_proba(["home", "search"])
        self.assertAlmostEqual(1, sum(distribution.values()), places=12)
        self.assertEqual(set(self.model.symbols), set(distribution))
        best = max(distribution, key=distribution.get)
        self.assertEqual(best, self.model.predict(["home", "search"]))
        self.assertEqual({best: distribution[best]}, self.model.predict_proba(["home", "search"], top=1))

    def test_many_prefixes_are_answered_as_each_alone(self):
        prefixes = [["home"], ["home", "search"], []]
        together = self.model.predict_proba(prefixes, ahead=2)
        self.assertEqual([self.model.predict_proba(prefix, ahead=2) for prefix in prefixes], together)

    def test_a_column_of_a_table_is_a_prefix(self):
        self.assertEqual(self.model.predict_proba(["home", "search"]), self.model.predict_proba(Column(["home", "search"])))
        self.assertEqual(self.model.predict_proba([["home"], ["pay"]]), self.model.predict_proba(Column([Column(["home"]), Column(["pay"])])))

    def test_a_text_is_no_sequence_of_words(self):
        for words in (lambda: self.model.predict_proba("home"), lambda: self.model.score(["home", "pay"]), lambda: self.model.walk("home"),
                      lambda: self.model.sample(prefix="home"), lambda: self.model.session("home"), lambda: self.model.predict("home")):
            with self.assertRaises(ValueError) as refused:
                words()
            self.assertIn("a sequence must be a list of symbols; found the text 'home'", str(refused.exception))

    def test_a_text_is_a_sequence_of_characters(self):
        self.lab.upload(b"abba\nab\nba\nbaab\n", name="python-characters.txt", replace=True)
        model = self.lab.fit("lines:file=python-characters.txt,separator=none", recipe="unigram")
        self.assertEqual(model.predict_proba(["a", "b"]), model.predict_proba("ab"))
        self.assertEqual(model.score([["a", "b"], ["b"]]), model.score(["ab", "b"]))

    def test_sequences_are_learned_from_as_they_are(self):
        model = self.lab.fit([["new york", "rome"], ["rome"], Column(["rome", "new york"]), [1, 2]], recipe="unigram")
        self.assertIn("4 sequences", model.provenance["learned-from"])
        self.assertTrue({"new york", "rome", "1", "2"} <= set(model.symbols))
        self.assertEqual(model.symbols, self.lab.fit([["new york", "rome"], ["rome"], ["rome", "new york"], ["1", "2"]], "unigram").symbols)

    def test_symbols_that_the_server_would_change_are_refused(self):
        for symbol in ("a ", " a", "", " ", "a\tb", "a\nb"):
            with self.assertRaises(ValueError) as refused:
                self.lab.fit([["a"], [symbol, "a"]], recipe="unigram")
            self.assertIn("at index 1", str(refused.exception))

    def test_a_file_that_is_not_a_model_names_both_formats(self):
        with self.assertRaises(PsrError) as refused:
            self.lab.load(self.csv)
        self.assertIn(".npz", str(refused.exception))

    def test_a_session_predicts_what_the_prefix_does(self):
        with self.model.session() as session:
            self.assertIn("Session(" + self.model.name + ", ", repr(session))
            bits = 0
            for symbol in ["home", "search", "product"]:
                after = session.observe(symbol)
                bits += session.bits
            self.assertEqual(self.model.predict_proba(["home", "search", "product"]), after)
            steps = self.model.scores([["home", "search", "product"]], each=True)[0]["steps"]
            self.assertAlmostEqual(sum(steps[:3]), bits, places=9)
        with self.assertRaises(PsrError) as ended:
            session.observe("home")
        self.assertEqual(410, ended.exception.status)

    def test_a_model_of_numbers_forecasts_with_intervals(self):
        rows = [[x / 10, -x / 10] for x in range(40)]
        table = "x,y\n" + "".join("%s,%s\n" % tuple(row) for row in rows)
        self.lab.upload(table.encode(), "line.csv", replace=True)
        model = self.lab.fit("csv:file=line.csv,values=x:y", recipe="last")
        means, low, high = model.forecast(rows[:10], ahead=3)
        self.assertEqual((3, 2), (len(means), len(means[0])))
        self.assertAlmostEqual(0.9, float(means[0][0]))
        if low is not None:
            self.assertTrue(low[0][0] <= means[0][0] <= high[0][0])
        self.assertTrue(any(name.startswith("mse") for name in model.evaluate("csv:file=line.csv,values=x:y")))

    def test_scores_are_logarithms(self):
        likely, unlikely = self.model.score([["home", "search", "product", "pay"], ["pay", "pay", "home"]])
        self.assertLess(unlikely, likely)
        self.assertLess(likely, 0)

    def test_the_same_seed_draws_the_same(self):
        self.assertEqual(self.model.sample(number=5, seed=4), self.model.sample(number=5, seed=4))
        self.assertNotEqual(self.model.sample(number=5, seed=4), self.model.sample(number=5, seed=5))

    def test_a_walk_has_a_step_for_each_symbol(self):
        walk = self.model.walk(["home", "search", "pay"])
        self.assertEqual(["home", "search", "pay"], [step["symbol"] for step in walk])
        self.assertEqual({"symbol", "bits", "x", "y"}, set(walk[0]))

    def test_the_same_seed_learns_the_same_bits(self):
        again = self.lab.fit(self.csv, recipe="2sr:rank=3", sequence="user", symbol="page", name="again")
        self.assertEqual(self.model.predict_proba(["home"]), again.predict_proba(["home"]))
        again.remove()
        self.assertNotIn(again.id, [model.id for model in self.lab.models()])
        self.assertEqual("ready", again.restore().state)

    def test_a_model_goes_to_a_file_and_comes_back(self):
        for ending in (".json", ".npz"):
            path = self.model.save(os.path.join(self.folder.name, "model" + ending))
            back = self.lab.load(path, name="brought along")
            self.assertEqual(self.model.predict_proba(["home"]), back.predict_proba(["home"]))

    def test_refusals_say_what_is_wrong(self):
        with self.assertRaises(PsrError) as unknown:
            self.model.predict_proba(["home", "garage"])
        self.assertEqual(422, unknown.exception.status)
        self.assertIn("'garage' at index 1", str(unknown.exception))
        self.assertEqual("/prefix/1", unknown.exception.refusals[0]["place"])
        with self.assertRaises(PsrError) as wrong:
            self.lab.fit("csv:file=python-visits.csv,sequence=user,symbol=page", recipe="2sr:rank=-3")
        self.assertEqual("rank", wrong.exception.refusals[0]["setting"])
        with self.assertRaises(PsrError) as path:
            self.lab.preview("csv:file=/etc/passwd,sequence=1,symbol=2")
        self.assertEqual(422, path.exception.status)

    def test_another_content_needs_replace(self):
        name = self.lab.upload(b"a b\n", name="python-lines.txt")
        self.assertEqual(name, self.lab.upload(b"a b\n", name="python-lines.txt"))
        with self.assertRaises(PsrError) as there:
            self.lab.upload(b"a c\n", name="python-lines.txt")
        self.assertEqual(409, there.exception.status)
        self.assertIn("replace=True", there.exception.detail)
        self.lab.upload(b"a c\na d\n", name="python-lines.txt", replace=True)
        self.assertIn("python-lines.txt", [file["name"] for file in self.lab.files()])
        self.assertEqual(2, self.lab.preview("lines:file=python-lines.txt,separator=blank")["train"]["sequences"]
                         + self.lab.preview("lines:file=python-lines.txt,separator=blank")["test"]["sequences"])

    def test_a_file_of_other_content_is_learned_from_beside_the_first(self):
        other = os.path.join(tempfile.mkdtemp(dir=self.folder.name), "python-visits.csv")
        example.write_visits(other, users=30, seed=2)
        model = self.lab.fit(other, recipe="unigram", sequence="user", symbol="page")
        self.assertIn("30 sequences", model.provenance["learned-from"])
        self.assertIn("120 sequences", self.model.refresh().provenance["learned-from"])

    def test_a_failed_model_says_why(self):
        self.lab.upload(b"nothing\n", name="python-nothing.csv", replace=True)
        with self.assertRaises(PsrError) as failed:
            self.lab.fit("csv:file=python-nothing.csv,sequence=user,symbol=page")
        self.assertIn("symbol must be a column of python-nothing.csv", str(failed.exception))

    def test_a_run_has_results_and_figures(self):
        run = self.lab.run({"dataset": "ring:sequences=60,length=20", "recipes": ["2sr:rank=4", "ngram"], "metrics": ["pnll"]},
                           name="from python", trials=2, seed=5)
        run.wait(timeout=300, progress=True)
        self.assertEqual("done", run.state)
        rows = run.results()
        self.assertEqual({"2sr:rank=4", "ngram"}, {row["recipe"] for row in rows if not row["true-model"]})
        self.assertTrue(all(row["trials"] == 2 for row in rows))
        self.assertTrue({"recipe", "iteration", "measure", "mean", "stderr"} <= set(rows[0]))
        self.assertIn("summary.csv", run.files())
        if run.figures():
            self.assertIn("<svg", run.figure(run.figures()[0])._repr_svg_())
        self.assertIn(run.id, [each.id for each in self.lab.runs()])
        self.assertEqual(run.id, self.lab[run.id].id)

    def test_a_run_is_followed_by_its_events(self):
        run = self.lab.run({"dataset": "ring:sequences=40,length=20", "recipes": ["unigram"], "metrics": ["pnll"]}, trials=3, paused=True)
        events = run.events()
        self.assertEqual("paused", next(events).data["state"])
        run.resume()
        seen = list(events)
        self.assertEqual("done", seen[-1].data["state"])
        self.assertTrue({"run"} <= {event.kind for event in seen} <= {"run", "trial", "progress"})
        self.assertIn("unigram", run._repr_html_())
        self.assertIn("<svg", self.model._repr_html_())

    def test_a_model_is_found_by_its_name(self):
        self.lab.fit(self.csv, recipe="unigram", sequence="user", symbol="page", name="twice")
        last = self.lab.fit(self.csv, recipe="unigram", sequence="user", symbol="page", name="twice", seed=2)
        self.assertEqual(last.id, self.lab.model("twice").id)
        self.assertEqual(last.id, self.lab.model(last.id).id)
        with self.assertRaises(PsrError) as missing:
            self.lab.model("no such model")
        self.assertIn("no model has the id or the name 'no such model'", str(missing.exception))

    def test_a_token_for_reading_only_reads(self):
        reader = Lab(self.lab._url, self.lab.create_token("python-reader"))
        self.assertEqual("read", reader.about()["role"])
        self.assertEqual(self.model.predict_proba(["home"]), reader.model(self.model.id).predict_proba(["home"]))
        with self.assertRaises(PsrError) as refused:
            reader.fit([["a", "b"]], recipe="unigram")
        self.assertEqual(403, refused.exception.status)
        self.lab.remove_token("python-reader")
        self.assertNotIn("python-reader", [token["name"] for token in self.lab.tokens()])
        with self.assertRaises(PsrError) as gone:
            reader.about()
        self.assertEqual(401, gone.exception.status)

    def test_no_token_is_refused(self):
        with self.assertRaises(PsrError) as refused:
            Lab(url=self.lab._url, token="x" * 40).about()
        self.assertEqual(401, refused.exception.status)

    def test_no_server_says_how_to_start_one(self):
        with self.assertRaises(PsrError) as unreachable:
            Lab(url="http://127.0.0.1:9", token="x").about()
        self.assertIn("./psr serve", str(unreachable.exception))

    def test_the_example_runs(self):
        here = os.path.dirname(os.path.abspath(__file__))
        said = subprocess.run([sys.executable, os.path.join(here, "example.py"), "--data", DATA, "--recipe", "2sr:rank=3"],
                              check=True, stdout=subprocess.PIPE, timeout=300)
        self.assertIn("log-probability of home search product pay: -", said.stdout.decode("utf-8"))


if __name__ == "__main__":
    unittest.main()
