"""Estimators for sequences with the conventions of scikit-learn. Need NumPy; scikit-learn itself is optional.

``fit`` learns in a laboratory and then reads the model, so a fitted estimator predicts in this process, may be pickled, and needs no server. The
laboratory is the one that is passed as ``lab``; else the server at the environment's PSR_URL; else one that this process starts when it is first needed::

    from psrlab.estimators import HiddenMarkovModel

    model = HiddenMarkovModel(states=3).fit([["a", "b", "a"], ["b", "a"]])
    model.predict_proba([["a"], ["b", "a"]])        # a row for each sequence, a column for each of model.classes_
    model.score([["a", "b"]])                       # the mean natural logarithm of the probability of a symbol

``X`` is a list of sequences, each a list or an array of symbols; or an array with a sequence in each row; or, as in hmmlearn, all
sequences one after the other, with ``lengths`` that says how long each is.
"""

from __future__ import annotations

import atexit
import os
from typing import Any, Dict, Iterable, List, Optional, Tuple, TypeVar

import numpy as np
import numpy.typing as npt

from ._data import settings_text
from ._lab import Lab
from ._objects import Model
from ._server import lab as start_lab

try:
    from sklearn.base import BaseEstimator as _Base
    from sklearn.exceptions import NotFittedError as _NotFitted
except ImportError:
    class _Base:  # type: ignore[no-redef]
        """What of scikit-learn's base class is needed without it."""

        def get_params(self, deep: bool = True) -> Dict[str, Any]:
            """The parameters by name."""
            import inspect
            names = [name for name in inspect.signature(type(self).__init__).parameters if name != "self"]
            return {name: getattr(self, name) for name in sorted(names)}

        def set_params(self, **parameters: Any) -> Any:
            """Sets parameters by name; returns itself."""
            known = self.get_params()
            for name, value in parameters.items():
                if name not in known:
                    raise ValueError("a parameter must be one of " + ", ".join(known) + "; found " + repr(name))
                setattr(self, name, value)
            return self

    class _NotFitted(ValueError, AttributeError):  # type: ignore[no-redef]
        pass

_Self = TypeVar("_Self", bound="_Sequences")
_default: List[Lab] = []

#: Checks of scikit-learn's ``check_estimator`` that these estimators do not pass, each with the reason.
SKIPPED_CHECKS = {
    "check_n_features_in": "sequences have no fixed number of features",
    "check_fit_idempotent": "the check predicts from numbers that were not learned from, hence are not in the alphabet",
}


def default_lab() -> Lab:
    """The laboratory of estimators without one: the server at the environment's PSR_URL, else one that this process starts and stops at its end."""
    if not _default:
        if os.environ.get("PSR_URL"):
            _default.append(Lab())
        else:
            started = start_lab()
            atexit.register(started.close)
            _default.append(started)
    return _default[0]


class _Sequences(_Base):  # type: ignore[misc]
    """An estimator that learns with a recipe of the laboratory."""

    seed: int
    end: str
    min_count: int
    lab: Optional[Lab]

    def _recipe(self) -> str:
        raise NotImplementedError(type(self).__name__ + "._recipe")

    def fit(self: _Self, X: Any, y: Any = None, lengths: Any = None) -> _Self:
        """Learns from sequences; returns itself. y is not used."""
        sequences = sequences_of(X, lengths)
        labels = _labels(sequences)
        lab = self.lab if self.lab is not None else default_lab()
        learned = lab.fit([[str(symbol) for symbol in sequence] for sequence in sequences], recipe=self._recipe(), seed=self.seed, end=self.end,
                          min_count=self.min_count)
        try:
            self.model_: Any = learned.local()
            learned.remove()
        except ValueError:
            # A kind that needs the laboratory.
            self.model_ = learned
        self.provenance_ = learned.provenance
        self.n_sequences_ = len(sequences)
        self.classes_ = _classes([labels.get(symbol, symbol) for symbol in self.model_.symbols])
        return self

    def predict_proba(self, X: Any, lengths: Any = None) -> npt.NDArray[np.float64]:
        """The probability of each symbol to come after each sequence: a row for each sequence, a column for each of ``classes_``."""
        model = self._fitted()
        prefixes = [[str(symbol) for symbol in sequence] for sequence in sequences_of(X, lengths)]
        if isinstance(model, Model):
            return np.array([list(each.values()) for each in model.predict_proba(prefixes)])
        rows: npt.NDArray[np.float64] = model.probabilities(prefixes)
        return rows

    def predict(self, X: Any, lengths: Any = None) -> npt.NDArray[Any]:
        """The most probable symbol after each sequence."""
        probabilities = self.predict_proba(X, lengths)
        predicted: npt.NDArray[Any] = self.classes_[probabilities.argmax(axis=1)]
        return predicted

    def score_samples(self, X: Any, lengths: Any = None) -> npt.NDArray[np.float64]:
        """The natural logarithm of the probability of each sequence, including its end if the model has one."""
        sequences = [[str(symbol) for symbol in sequence] for sequence in sequences_of(X, lengths)]
        return np.array(self._fitted().score(sequences), dtype=float)

    def score(self, X: Any, y: Any = None, lengths: Any = None) -> float:
        """The mean natural logarithm of the probability of a symbol, including the end of each sequence if the model has one; larger is better."""
        model = self._fitted()
        sequences = sequences_of(X, lengths)
        ends = 1 if (model._item["alphabet"]["end"] if isinstance(model, Model) else model.end) is not None else 0
        return float(self.score_samples(sequences).sum() / sum(len(sequence) + ends for sequence in sequences))

    def sample(self, n_samples: int = 1, length: int = 20, random_state: Any = None) -> List[List[Any]]:
        """Draws sequences of at most a length.

        Args:
            n_samples: the number of sequences.
            length: of a sequence, unless it ends before.
            random_state: a seed; by default that of the estimator.
        """
        model = self._fitted()
        seed = self.seed if random_state is None else random_state
        labels = dict(zip(model.symbols, self.classes_.tolist()))
        return [[labels[symbol] for symbol in sequence] for sequence in model.sample(n_samples, length, seed=seed)]

    def _fitted(self) -> Any:
        model = getattr(self, "model_", None)
        if model is None:
            raise _NotFitted("This " + type(self).__name__ + " instance is not fitted yet: fit(X) must be called before it predicts")
        return model

    def _more_tags(self) -> Dict[str, Any]:
        """For scikit-learn before 1.6."""
        return {"X_types": ["2darray"], "requires_y": False, "_xfail_checks": SKIPPED_CHECKS}


class SequenceModel(_Sequences):
    """A model of sequences, learned with any recipe of the laboratory.

    Args:
        recipe: how to learn, for example ``"psr"``, ``"2sr:rank=20+ig"`` or ``"ngram:order=3"``.
        seed: the seed of all random numbers; the same seed, the same model.
        end: whether sequences stop by themselves, so that the model predicts their end: ``"on"``, ``"off"``, or ``"auto"``: if their lengths differ.
        min_count: symbols that occur less often are merged into ``<unk>``; with 2 or more, symbols that were never seen may be predicted from.
        lab: the laboratory; by default :func:`default_lab`.

    Attributes:
        classes_: the symbols, in the order of the columns of :meth:`predict_proba`; with the end if there is one.
        model_: the model, a :class:`psrlab.numpy_models.NumpyModel`; or a :class:`psrlab.Model` of the laboratory if it is of another kind.
        provenance_: data, hashes, seed and versions; a dict.
        n_sequences_: the number of sequences that were learned from.

    >>> model = SequenceModel("2sr:rank=3", seed=2)
    >>> model.get_params()["recipe"]
    '2sr:rank=3'
    >>> model.set_params(recipe="em:states=2").recipe
    'em:states=2'
    """

    def __init__(self, recipe: str = "psr", *, seed: int = 1, end: str = "auto", min_count: int = 1, lab: Optional[Lab] = None) -> None:
        self.recipe = recipe
        self.seed = seed
        self.end = end
        self.min_count = min_count
        self.lab = lab

    def _recipe(self) -> str:
        return self.recipe


class _Learner(_Sequences):
    """A learner whose settings are parameters of the estimator."""

    _NAME = ""
    _SETTINGS: Tuple[str, ...] = ()

    def _recipe(self) -> str:
        chosen = {name: getattr(self, name) for name in self._SETTINGS if getattr(self, name) is not None}
        return self._NAME + settings_text(chosen, ":")


class TwoStageRegression(_Learner):
    """A predictive state representation by two-stage regression (``2sr``).

    >>> TwoStageRegression(rank=5)._recipe()
    '2sr:rank=5'
    """

    _NAME = "2sr"
    _SETTINGS = ("rank", "method", "ridge", "length")

    def __init__(self, rank: Any = None, *, method: Optional[str] = None, ridge: Optional[float] = None, length: Optional[int] = None,
                 seed: int = 1, end: str = "auto", min_count: int = 1, lab: Optional[Lab] = None) -> None:
        self.rank = rank
        self.method = method
        self.ridge = ridge
        self.length = length
        self.seed = seed
        self.end = end
        self.min_count = min_count
        self.lab = lab


class HiddenMarkovModel(_Learner):
    """A hidden Markov model by Baum-Welch (``em``)."""

    _NAME = "em"
    _SETTINGS = ("states", "restarts", "iterations", "tolerance", "floor")

    def __init__(self, states: Optional[int] = None, *, restarts: Optional[int] = None, iterations: Optional[int] = None,
                 tolerance: Optional[float] = None, floor: Optional[float] = None, seed: int = 1, end: str = "auto", min_count: int = 1,
                 lab: Optional[Lab] = None) -> None:
        self.states = states
        self.restarts = restarts
        self.iterations = iterations
        self.tolerance = tolerance
        self.floor = floor
        self.seed = seed
        self.end = end
        self.min_count = min_count
        self.lab = lab


class NGrams(_Learner):
    """n-grams (``ngram``)."""

    _NAME = "ngram"
    _SETTINGS = ("order", "smoothing")

    def __init__(self, order: Any = None, *, smoothing: Optional[str] = None, seed: int = 1, end: str = "auto", min_count: int = 1,
                 lab: Optional[Lab] = None) -> None:
        self.order = order
        self.smoothing = smoothing
        self.seed = seed
        self.end = end
        self.min_count = min_count
        self.lab = lab


def sequences_of(X: Any, lengths: Any = None) -> List[List[Any]]:
    """The sequences of ``X``, as lists of symbols.

    >>> sequences_of([["a", "b"], ["c"]])
    [['a', 'b'], ['c']]
    >>> sequences_of(np.array([[1], [2], [3]]), lengths=[2, 1])
    [[1, 2], [3]]
    """
    if lengths is not None:
        symbols = np.asarray(X).reshape(-1).tolist()
        sizes = [int(length) for length in lengths]
        if any(size < 1 for size in sizes) or sum(sizes) != len(symbols):
            raise ValueError("lengths must be at least 1 and sum to the number of symbols, %d; found %s" % (len(symbols), sizes))
        ends = np.cumsum(sizes)
        return _checked([symbols[end - size:end] for end, size in zip(ends.tolist(), sizes)])
    if hasattr(X, "tocsr"):
        raise TypeError("X must be a list of sequences or a dense array; found a sparse matrix")
    array = X if isinstance(X, np.ndarray) else X.to_numpy() if hasattr(X, "to_numpy") else None
    if array is not None and array.ndim == 2:
        if array.shape[1] == 0:
            raise ValueError("Found array with 0 feature(s) (shape=%s) while a minimum of 1 is required: a sequence must have symbols" % (array.shape,))
        return _checked(array.tolist())
    if array is not None and array.ndim != 1:
        raise ValueError("X must have two dimensions; found %d" % array.ndim)
    if isinstance(X, (str, bytes)) or not hasattr(X, "__iter__"):
        raise ValueError("X must be a list of sequences; found " + repr(X)[:100])
    sequences = []
    for sequence in X:
        if isinstance(sequence, (str, bytes)) or not hasattr(sequence, "__iter__"):
            raise ValueError("X must be a list of sequences, each a list of symbols; found " + repr(sequence)[:100] + ". Reshape your data:"
                             " an array must have two dimensions, or lengths must be given")
        sequences.append(sequence.tolist() if hasattr(sequence, "tolist") else list(sequence))
    return _checked(sequences)


def _checked(sequences: List[List[Any]]) -> List[List[Any]]:
    if not sequences:
        raise ValueError("X must have at least one sequence; found 0 sample(s)")
    for i, sequence in enumerate(sequences):
        for symbol in sequence:
            if isinstance(symbol, (dict, list, set, tuple)):
                raise TypeError("a symbol must be a text or a number (argument must be a string or a number); found %r in sequence %d" % (symbol, i))
            if isinstance(symbol, complex):
                raise ValueError("Complex data not supported: a symbol must not be complex; found %r in sequence %d" % (symbol, i))
            if isinstance(symbol, float) and not np.isfinite(symbol):
                raise ValueError("a symbol must not be NaN or inf; found %r in sequence %d" % (symbol, i))
    return sequences


def _labels(sequences: Iterable[Iterable[Any]]) -> Dict[str, Any]:
    """The symbols as they were given, by their text."""
    return {str(symbol): symbol for sequence in sequences for symbol in sequence}


def _classes(labels: List[Any]) -> npt.NDArray[Any]:
    """Labels as an array; as objects if there are several types, for example numbers and the end."""
    if len({type(label) for label in labels}) == 1:
        return np.array(labels)
    classes = np.empty(len(labels), dtype=object)
    classes[:] = labels
    return classes


__all__ = ["HiddenMarkovModel", "NGrams", "SKIPPED_CHECKS", "SequenceModel", "TwoStageRegression", "default_lab", "sequences_of"]
