"""Tests of models in NumPy and of the estimators, against a real server, whose data folder PSR_DATA names. Skipped without NumPy.

    PSR_DATA=psr-data python3 -m unittest -v test_models
"""

import copy
import io
import os
import pickle
import random
import sys
import unittest
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

try:
    import numpy as np
except ImportError:
    raise unittest.SkipTest("skipped: there is no NumPy") from None

import psrlab  # noqa: E402
from psrlab import estimators, numpy_models  # noqa: E402

DATA = os.environ.get("PSR_DATA")
EXACT = 1e-12
KINDS = {"2sr:rank=4": "linear-psr", "2sr:rank=4,guard-level=0.3": "linear-psr", "em:states=3,restarts=1": "hmm", "unigram": "memoryless",
         "ngram:order=3": "ngram", "psim:rank=4": "psim", "gibbs": "automata", "psr": "mixture"}


def steps(ended, number=80, seed=1):
    """Sequences of steps around a ring of four symbols; ended ones have different lengths."""
    draw = random.Random(seed)
    sequences = []
    for _ in range(number):
        position = 0
        sequence = []
        for _ in range(draw.randint(3, 15) if ended else 12):
            position = (position + draw.choice([1, 1, 1, 2])) % 4
            sequence.append("abcd"[position] if draw.random() < 0.9 else draw.choice("abcd"))
        sequences.append(sequence)
    return sequences


def npz(header, **arrays):
    """The content of an NPZ file."""
    buffer = io.BytesIO()
    import json
    np.savez(buffer, **dict(arrays, **{"model.json": np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)}))
    buffer.seek(0)
    return buffer


class FilesTest(unittest.TestCase):

    HEADER = {"format": "psr-model", "version": 1, "kind": "hmm", "alphabet": ["a", "b"], "end": None}

    def test_a_hidden_markov_model_predicts_as_the_forward_algorithm(self):
        model = psrlab.load(npz(self.HEADER, initial=np.array([.5, .5]), transition=np.array([[.9, .1], [.2, .8]]), emission=np.array([[.7, .3], [.1, .9]])))
        state = model.filter().update("a")
        # After 'a' the belief is (.7, .1) / .8, then it moves.
        belief = np.array([.7, .1]) / .8 @ np.array([[.9, .1], [.2, .8]])
        self.assertLess(np.abs(state.scores() - belief @ np.array([[.7, .3], [.1, .9]])).max(), EXACT)

    def test_other_files_are_refused_with_the_reason(self):
        for content, words in ((npz(dict(self.HEADER, kind="mine")), "must be one of automata"), (npz(dict(self.HEADER, version=2)), "version up to 1"),
                               (npz({"format": "psr-model", "version": 1, "kind": "kalman"}), "must predict symbols"),
                               (io.BytesIO(b'{"format": "psr-model"}'), "format npz")):
            with self.assertRaises(ValueError) as refused:
                psrlab.load(content)
            self.assertIn(words, str(refused.exception))

    def test_an_unknown_symbol_is_named(self):
        model = psrlab.load(npz(self.HEADER, initial=np.array([1.]), transition=np.array([[1.]]), emission=np.array([[.5, .5]])))
        with self.assertRaises(ValueError) as unknown:
            model.predict(["c"])
        self.assertIn("found 'c'", str(unknown.exception))

    def test_lengths_split_an_array(self):
        self.assertEqual([[1, 2], [3]], estimators.sequences_of(np.array([[1], [2], [3]]), [2, 1]))
        for X, lengths in ((["a", "b"], None), ("ab", None), ([], None), (np.array([[1]]), [2])):
            with self.assertRaises(ValueError):
                estimators.sequences_of(X, lengths)


@unittest.skipUnless(DATA, "PSR_DATA must name the folder of a server that runs")
class ModelsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.lab = psrlab.connect(data=DATA)

    def test_every_kind_of_model_predicts_as_the_laboratory_does(self):
        found = set()
        for ended in (True, False):
            sequences = steps(ended)
            prefixes = sequences[:15] + [[], list("aaaabb"), list("dcba")]
            for recipe, kind in KINDS.items():
                model = self.lab.fit(sequences, recipe=recipe)
                local = model.local()
                self.assertEqual(kind, local.kind)
                found |= {local.kind} | {part["kind"] for part in local.header.get("parts", {}).values()}
                for ahead in (1, 2, 3):
                    expected = np.array([list(each.values()) for each in model.predict_proba(prefixes, ahead)])
                    self.assertLess(np.abs(expected - local.probabilities(prefixes, ahead)).max(), EXACT, recipe)
                self.assertLess(np.abs(np.array(model.score(sequences[:9])) - local.score(sequences[:9])).max(), 1e-10, recipe)
                model.remove()
        self.assertEqual(set(), {"linear-psr", "hmm", "memoryless", "ngram", "psim", "automata", "mixture"} - found)
        self.assertEqual(set(), found - set(numpy_models.SUPPORTED))

    def test_samples_have_the_probabilities_of_the_model(self):
        local = self.lab.fit(steps(True), recipe="unigram").local()
        drawn = [symbol for sequence in local.sample(2000, 1, seed=3) for symbol in sequence or [local.end]]
        for symbol, p in local.predict_proba().items():
            # Three standard errors.
            self.assertLess(abs(drawn.count(symbol) / 2000 - p), 3 * (p * (1 - p) / 2000) ** 0.5 + 1e-9)

    def test_an_estimator_follows_the_conventions(self):
        X = steps(False)
        model = estimators.HiddenMarkovModel(states=3, restarts=1, lab=self.lab)
        with self.assertRaises((ValueError, AttributeError)):
            model.predict(X)
        self.assertIs(model, model.fit(X))
        self.assertEqual(["a", "b", "c", "d"], sorted(model.classes_.tolist()))
        self.assertEqual((len(X), 4), model.predict_proba(X).shape)
        self.assertEqual(model.classes_[model.predict_proba(X)[0].argmax()], model.predict(X)[0])
        self.assertAlmostEqual(model.score_samples(X).sum() / (12 * len(X)), model.score(X), places=12)
        flat = np.array([[symbol] for sequence in X for symbol in sequence])
        again = estimators.HiddenMarkovModel(states=3, restarts=1, lab=self.lab).fit(flat, lengths=[12] * len(X))
        self.assertTrue(np.array_equal(model.predict_proba(X), again.predict_proba(flat, lengths=[12] * len(X))))
        self.assertEqual([12, 12], [len(sequence) for sequence in model.sample(2, 12)])
        kept = pickle.loads(pickle.dumps(model))
        self.assertTrue(np.array_equal(model.predict_proba(X), kept.predict_proba(X)))
        self.assertEqual(3, copy.deepcopy(model).set_params(seed=2).get_params()["states"])

    def test_numbers_remain_numbers(self):
        model = estimators.NGrams(order=2, lab=self.lab).fit(np.array([[1, 2, 1], [2, 1, 2]]))
        self.assertEqual([1, 2], sorted(model.classes_.tolist()))
        self.assertEqual(2, model.predict([[1]])[0])

    def test_estimators_pass_the_checks_of_scikit_learn(self):
        try:
            from sklearn.base import clone
            from sklearn.model_selection import GridSearchCV
            from sklearn.utils.estimator_checks import check_estimator
        except ImportError:
            self.skipTest("there is no scikit-learn")
        search = GridSearchCV(estimators.NGrams(lab=self.lab), {"order": [1, 2]}, cv=2).fit(steps(False, 20))
        self.assertEqual({"order": 2}, search.best_params_)
        self.assertEqual("c", search.predict([["a", "b"]])[0])
        self.assertEqual(2, clone(search.best_estimator_).order)
        passed = 0
        skipped = set()
        for estimator, check in check_estimator(estimators.NGrams(order=2, lab=self.lab), generate_only=True):
            name = check.func.__name__
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    check(estimator)
                    passed += 1
                except unittest.SkipTest:
                    skipped.add(name)
                except Exception:
                    if name not in estimators.SKIPPED_CHECKS:
                        raise
                    skipped.add(name)
        self.assertGreater(passed, 20)
        self.assertLessEqual(skipped, set(estimators.SKIPPED_CHECKS))

    def test_a_frame_is_learned_from_and_results_are_frames(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("there is no pandas")
        rows = [{"who": i, "what": symbol} for i, sequence in enumerate(steps(True, 20)) for symbol in sequence]
        model = self.lab.fit(pandas.DataFrame(rows), recipe="unigram", sequence="who", symbol="what")
        self.assertIn("20 sequences", model.provenance["learned-from"])
        frame = model.frame([[], ["a"]])
        self.assertEqual(model.symbols, list(frame.columns))
        self.assertAlmostEqual(1, frame.to_numpy()[1].sum(), places=12)


if __name__ == "__main__":
    unittest.main()
