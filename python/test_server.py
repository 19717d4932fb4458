"""Tests of psrlab that start servers of their own, with the program that PSR_HOME names or that is beside this folder.

    python3 -m unittest -v test_server
"""

import doctest
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.environ.get("PSRLAB_UNDER_TEST", HERE))

import psrlab  # noqa: E402

MODULES = ["psrlab", "psrlab._http", "psrlab._data", "psrlab._lab", "psrlab._html", "psrlab._objects", "psrlab.numpy_models", "psrlab.estimators"]
CHILD = """
import sys
sys.path[:0] = %r
import psrlab
lab = psrlab.lab()
print(lab.data, flush=True)
sys.stdin.read()
"""


def answers(data):
    """Whether the server of a folder answers."""
    try:
        with open(os.path.join(data, "address"), encoding="utf-8") as file:
            with urllib.request.urlopen(file.read().strip() + "health/live", timeout=5) as answer:
                return answer.status == 200
    except OSError:
        return False


class DocumentationTest(unittest.TestCase):

    def test_the_examples_in_the_documentation_are_true(self):
        tried = 0
        for name in MODULES:
            try:
                module = importlib.import_module(name)
            except ImportError as error:
                self.assertIn("numpy", str(error))
                continue
            result = doctest.testmod(module)
            self.assertEqual(0, result.failed, name)
            tried += result.attempted
        self.assertGreater(tried, 8)

    def test_the_version_is_that_of_the_laboratory(self):
        pom = os.path.join(os.environ.get("PSR_HOME", os.path.dirname(HERE)), "pom.xml")
        if not os.path.exists(pom):
            self.skipTest("there are no sources of the laboratory here")
        with open(pom, encoding="utf-8") as file:
            self.assertIn("<version>" + psrlab.__version__ + "</version>", file.read().split("<packaging>")[0])


class ServerTest(unittest.TestCase):

    def test_a_server_has_its_own_token_and_ends_with_its_statement(self):
        with psrlab.lab() as lab:
            self.assertEqual("full", lab.about()["role"])
            self.assertTrue(answers(lab.data))
            with self.assertRaises(psrlab.PsrError) as used:
                psrlab.lab(data=lab.data)
            self.assertIn("a server uses the folder", str(used.exception))
            self.assertEqual("full", psrlab.connect(data=lab.data).about()["role"])
            address = lab._url
        self.assertFalse(os.path.exists(lab.data), "the temporary folder is removed")
        with self.assertRaises(psrlab.PsrError) as ended:
            psrlab.connect(address, lab._token).about()
        self.assertEqual(0, ended.exception.status)

    def test_a_server_ends_after_an_exception_and_keeps_a_folder_that_was_named(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(ZeroDivisionError):
                with psrlab.lab(data=folder, threads=1):
                    self.assertTrue(answers(folder))
                    1 / 0
            self.assertFalse(answers(folder))
            self.assertTrue(os.path.exists(os.path.join(folder, "token")))

    def test_a_server_ends_when_its_python_is_killed(self):
        child = subprocess.Popen([sys.executable, "-c", CHILD % [os.path.dirname(os.path.dirname(psrlab.__file__))]], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE)
        try:
            data = child.stdout.readline().decode("utf-8").strip()
            self.assertTrue(answers(data))
            with open(os.path.join(data, "address"), encoding="utf-8") as file:
                address = file.read().strip()
        finally:
            child.send_signal(signal.SIGKILL)
            child.wait()
            child.stdin.close()
            child.stdout.close()
        end = time.monotonic() + 60
        while os.path.exists(os.path.dirname(data)):
            self.assertLess(time.monotonic(), end, "the server has ended and its folder is removed")
            time.sleep(0.1)
        with self.assertRaises(OSError):
            urllib.request.urlopen(address + "health/live", timeout=5)

    def test_a_server_that_does_not_start_says_why(self):
        with self.assertRaises(psrlab.PsrError) as failed:
            psrlab.lab(options=["--no-such-option", "1"])
        self.assertIn("no-such-option", str(failed.exception))

    def test_a_folder_without_a_release_is_named(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(FileNotFoundError) as missing:
            psrlab.lab(home=folder)
        self.assertIn(folder, str(missing.exception))


if __name__ == "__main__":
    unittest.main()
