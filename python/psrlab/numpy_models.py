"""Models in this process: NPZ files filtered in pure NumPy, without a server and without Java.

The numbers are those of ``./psr predict``. docs/MODEL-FILES.md describes the files.
"""

from __future__ import annotations

import json
import zipfile
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._http import Record

Array = npt.NDArray[np.float64]
State = Any

_NEWEST = 1
_VANISHING = 1e-6
_TINY = float(np.finfo(float).tiny)
_LARGEST = float(np.finfo(float).max)


class _Kind:
    """The filter of one kind of model. States are values: no method changes one."""

    def initial(self) -> State:
        """The state at the start of a sequence."""
        raise NotImplementedError(type(self).__name__ + ".initial")

    def step(self, state: State, symbol: Optional[int]) -> State:
        """The state after a symbol; None is a symbol that is not known, but not the end."""
        raise NotImplementedError(type(self).__name__ + ".step")

    def scores(self, state: State, ahead: int) -> Array:
        """The score of every symbol to be the one ``ahead`` steps on."""
        raise NotImplementedError(type(self).__name__ + ".scores")


class _LinearPsr(_Kind):
    """q' = B_o q / (b∞ᵀ B_o q), with the guard."""

    def __init__(self, m: _Tensors, n: int, end: Optional[int]) -> None:
        self.operators, self.normalizer, self.mean = m["operators"], m["normaliser"], m["mean-state"]
        self.start, self.end = m["initial"], end
        levels = m["guard-levels"]
        self.levels = np.broadcast_to(levels if len(levels) else np.array([-np.inf]), (n,))
        self.blind = self.operators.sum(axis=0)
        self.readout = self.normalizer @ self.operators

    def initial(self) -> State:
        return self.start

    def _divided(self, q: Array, level: float, above: bool) -> Optional[Array]:
        """q / (b q); None if that is not finite or b q is too small."""
        with np.errstate(all="ignore"):
            s = self.normalizer @ q
            if not (s > level if above else s >= level):
                return None
            q = np.asarray(q / s)
            return q if np.abs(q).sum() < np.inf else None

    def step(self, state: State, symbol: Optional[int]) -> State:
        if symbol is None:
            q = self.blind @ state
            new = self._divided(q if self.end is None else q - self.operators[self.end] @ state, _VANISHING, True)
        else:
            new = self._divided(self.operators[symbol] @ state, self.levels[symbol], False)
            if new is None:
                new = self._divided(self.operators[symbol] @ self.mean, _VANISHING, True)
        return self.mean if new is None else new

    def scores(self, state: State, ahead: int) -> Array:
        for _ in range(ahead - 1):
            state = self.blind @ state
        with np.errstate(all="ignore"):
            return np.asarray(np.nan_to_num(self.readout @ state))


class _Hmm(_Kind):
    """A hidden Markov model: the state is the belief."""

    def __init__(self, m: _Tensors, n: int, end: Optional[int]) -> None:
        self.start, self.transition, self.emission = m["initial"], m["transition"], m["emission"]
        self.unended = np.ones(len(self.start)) if end is None else 1 - self.emission[:, end]

    def initial(self) -> State:
        return self.start

    def step(self, state: State, symbol: Optional[int]) -> State:
        weighed = state * (self.unended if symbol is None else self.emission[:, symbol])
        s = weighed.sum()
        return (weighed / s if s >= _TINY else state) @ self.transition

    def scores(self, state: State, ahead: int) -> Array:
        for _ in range(ahead - 1):
            state = state @ self.transition
        scores: Array = state @ self.emission
        return scores


class _Memoryless(_Kind):
    """One distribution; only the end follows the end."""

    def __init__(self, m: _Tensors, n: int, end: Optional[int]) -> None:
        self.distribution, self.end, self.n = m["distribution"], end, n

    def initial(self) -> State:
        return False

    def step(self, state: State, symbol: Optional[int]) -> State:
        return state or (symbol is not None and symbol == self.end)

    def scores(self, state: State, ahead: int) -> Array:
        if self.end is None:
            return self.distribution
        ended = _one(self.n, self.end)
        if state:
            return ended
        alive = (1 - self.distribution[self.end]) ** (ahead - 1)
        return np.asarray(alive * self.distribution + (1 - alive) * ended)


class _NGram(_Kind):
    """A tree of contexts; the state is the longest one that occurred."""

    def __init__(self, m: _Tensors, n: int, end: Optional[int]) -> None:
        self.n, self.end, self.weights = n, end, m["weights"]
        contexts = m["contexts"].astype(int).reshape(-1, 2)
        self.parent = [-1] + [int(context) for context, _ in contexts]
        self.oldest = [-1] + [int(symbol) for _, symbol in contexts]
        self.longer = {(int(context), int(symbol)): i + 1 for i, (context, symbol) in enumerate(contexts)}
        self.followers: Dict[int, Tuple[List[int], List[float]]] = {}
        for (context, symbol), share in zip(m["followers"].astype(int).reshape(-1, 2), m["shares"]):
            symbols, shares = self.followers.setdefault(int(context), ([], []))
            symbols.append(int(symbol))
            shares.append(float(share))
        # The state after the end.
        self.ended = len(self.parent)

    def initial(self) -> State:
        # n is the start of a sequence.
        return self.longer.get((0, self.n), 0)

    def step(self, state: State, symbol: Optional[int]) -> State:
        if state == self.ended or (symbol is not None and symbol == self.end):
            return self.ended
        past = [] if symbol is None else [symbol]
        if symbol is not None:
            symbols: List[int] = []
            while state > 0:
                symbols.append(self.oldest[state])
                state = self.parent[state]
            past += reversed(symbols)
        found = 0
        for each in past:
            if (found, each) not in self.longer:
                break
            found = self.longer[found, each]
        return found

    def _next(self, context: int) -> Array:
        if context == self.ended:
            return _one(self.n, self.end)
        path = []
        while context >= 0:
            path.append(context)
            context = self.parent[context]
        p = np.full(self.n, 1 / self.n)
        for each in reversed(path):
            p = self.weights[each] * p
            symbols, shares = self.followers.get(each, ([], []))
            p[symbols] += shares
        return p

    def scores(self, state: State, ahead: int) -> Array:
        mass = {state: 1.0}
        for _ in range(ahead - 1):
            moved: Dict[int, float] = {}
            for context, weight in mass.items():
                for symbol, p in enumerate(self._next(context)):
                    to = self.step(context, symbol)
                    moved[to] = moved.get(to, 0.0) + weight * p
            mass = moved
        return np.array(sum(weight * self._next(context) for context, weight in mass.items()), dtype=float)


class _Psim(_Kind):
    """A predictive state inference machine: q' = A_o q + c_o, scaled back to the bound."""

    def __init__(self, m: _Tensors, n: int, end: Optional[int]) -> None:
        self.start, self.linear, self.constant, self.bound = m["initial"], m["linear"], m["constant"], float(m["bound"][0])
        self.symbols, self.n, self.end = m["map"][:n], n, end

    def initial(self) -> State:
        return self.start

    def _bounded(self, q: Array) -> Array:
        with np.errstate(all="ignore"):
            norm = float(np.sqrt(q @ q))
        if norm <= self.bound:
            return q
        return q * (self.bound / norm) if norm < np.inf else self.start

    def _expected(self, q: Array, scores: Array) -> Array:
        """The expectation of the next state, if the scores are those of its symbol."""
        p = np.maximum(scores, 0)
        s = p.sum()
        p = p / s if s > _TINY else np.full(self.n, 1 / self.n)
        return self._bounded(p @ (self.linear @ q + self.constant))

    def step(self, state: State, symbol: Optional[int]) -> State:
        if symbol is not None:
            return self._bounded(self.linear[symbol] @ state + self.constant[symbol])
        scores = self.symbols @ state
        if self.end is not None:
            scores[self.end] = 0
        return self._expected(state, scores)

    def scores(self, state: State, ahead: int) -> Array:
        scores: Array = self.symbols @ state
        for _ in range(ahead - 1):
            state = self._expected(state, scores)
            scores = self.symbols @ state
        return scores


class _Automata(_Kind):
    """The weighted mean of automata; the state is whether the sequence has ended, and each automaton's weight and belief."""

    def __init__(self, m: _Tensors, n: int, end: Optional[int]) -> None:
        self.weights, self.n, self.end = m["weights"], n, end
        numbers = range(1, len(self.weights) + 1)
        self.starts = [m["initial-%d" % k] for k in numbers]
        self.emissions = [m["emission-%d" % k] for k in numbers]
        self.transitions = [np.broadcast_to(m["transition-%d" % k], (n, len(start), len(start))) for k, start in zip(numbers, self.starts)]
        # The probability to emit a symbol other than the end in state i, and to move to j.
        self.steps = [np.einsum("oi,oij->ij", emission[others], transition[others]) for emission, transition in zip(self.emissions, self.transitions)
                      for others in [[o for o in range(n) if o != end]]]

    def initial(self) -> State:
        return False, self.weights, tuple(self.starts)

    def step(self, state: State, symbol: Optional[int]) -> State:
        ended, weights, beliefs = state
        if symbol is not None and symbol == self.end:
            return True, weights, beliefs
        evidence = np.empty(len(weights))
        moved = []
        for k, belief in enumerate(beliefs):
            if symbol is None:
                to = belief @ self.steps[k]
                evidence[k] = to.sum()
                moved.append(to / to.sum() if evidence[k] >= _TINY else belief)
            else:
                weighed = belief * self.emissions[k][symbol]
                evidence[k] = weighed.sum()
                to = (weighed / evidence[k] if evidence[k] >= _TINY else belief) @ self.transitions[k][symbol]
                moved.append(to / to.sum())
        total = float((weights * evidence).sum())
        if not ended and total >= _TINY:
            weights = weights * (evidence / total)
        return False, weights, tuple(moved)

    def scores(self, state: State, ahead: int) -> Array:
        ended, weights, beliefs = state
        if ended:
            return _one(self.n, self.end)
        scores = np.zeros(self.n)
        for k, belief in enumerate(beliefs):
            for _ in range(ahead - 1):
                belief = belief @ self.steps[k]
            scores += weights[k] * (self.emissions[k] @ belief)
            if self.end is not None and ahead > 1:
                # Only the end follows the end.
                scores[self.end] += weights[k] * max(0.0, 1 - float(belief.sum()))
        return scores


class _Mixture(_Kind):
    """The weighted mean of the repaired scores of its parts."""

    def __init__(self, m: _Tensors, n: int, end: Optional[int]) -> None:
        self.weights = m["weights"]
        self.parts = [m.part(str(k + 1)) for k in range(len(self.weights))]

    def initial(self) -> State:
        return tuple(part.initial() for part in self.parts)

    def step(self, state: State, symbol: Optional[int]) -> State:
        return tuple(part.step(each, symbol) for part, each in zip(self.parts, state))

    def scores(self, state: State, ahead: int) -> Array:
        return np.array(sum(weight * repaired(part.scores(each, ahead), "absolute")
                            for weight, part, each in zip(self.weights, self.parts, state)), dtype=float)


_KINDS: Dict[str, Callable[["_Tensors", int, Optional[int]], _Kind]] = {
    "linear-psr": _LinearPsr, "hmm": _Hmm, "memoryless": _Memoryless, "ngram": _NGram, "ngram-part": _NGram, "psim": _Psim,
    "automata": _Automata, "automata-part": _Automata, "mixture": _Mixture}

#: The kinds of models that :func:`load` reads.
SUPPORTED = tuple(sorted(_KINDS))


class _Tensors:
    """The arrays of a model, or of a model within it."""

    def __init__(self, arrays: Any, header: Record, prefix: str, n: int, end: Optional[int]) -> None:
        self._arrays, self._header, self._prefix, self._n, self._end = arrays, header, prefix, n, end

    def __getitem__(self, name: str) -> Array:
        return np.asarray(self._arrays[self._prefix + name], dtype=float)

    def part(self, name: str) -> _Kind:
        return _kind(_Tensors(self._arrays, self._header["parts"][name], self._prefix + name + "/", self._n, self._end))

    def kind(self) -> _Kind:
        kind = self._header["kind"]
        if kind not in _KINDS:
            raise ValueError("the kind of a model must be one of " + ", ".join(SUPPORTED) + " to be used without the laboratory; found " + repr(kind)
                             + (" in part " + self._prefix.rstrip("/") if self._prefix else "") + ". Lab.load imports it into a laboratory")
        if {"alphabet", "end"} & set(self._header) and self._prefix:
            raise ValueError("the parts of a model must have its alphabet to be used without the laboratory; part " + self._prefix.rstrip("/")
                             + " has its own. Lab.load imports the model into a laboratory")
        return _KINDS[kind](self, self._n, self._end)


def _kind(tensors: _Tensors) -> _Kind:
    return tensors.kind()


def _one(n: int, symbol: Optional[int]) -> Array:
    p = np.zeros(n)
    p[-1 if symbol is None else symbol] = 1
    return p


def repaired(scores: Array, repair: str = "clip") -> Array:
    """Converts scores, which may be negative and need not sum to one, to probabilities.

    Args:
        scores: one for each symbol.
        repair: ``clip`` is max(p, 0) + 1e-4, as in ``./psr predict``; ``absolute`` is |p| + 1e-10, as in ``pnll``; ``raw`` changes nothing.

    >>> repaired(np.array([0.5, 0.5, -0.1]), "clip").round(4).tolist()
    [0.5, 0.5, 0.0001]
    """
    if repair == "raw":
        return scores
    if repair not in ("clip", "absolute"):
        raise ValueError("repair must be clip, absolute or raw; found " + repr(repair))
    largest = max(1.0, float(np.abs(scores).max()))
    p = scores / largest if largest > _LARGEST / (2 * len(scores)) else scores
    p = np.abs(p) + 1e-10 if repair == "absolute" else np.maximum(p, 0) + 1e-4
    total: Array = p / p.sum()
    return total


class NumpyFilter:
    """The state of a model along one sequence."""

    def __init__(self, model: NumpyModel) -> None:
        self._model = model
        self._state = model._kind.initial()

    def update(self, symbol: Any) -> NumpyFilter:
        """Observes a symbol; None is one that is not known, and not the end. Returns itself."""
        self._state = self._model._kind.step(self._state, None if symbol is None else self._model.index(symbol))
        return self

    def scores(self, ahead: int = 1) -> Array:
        """The score of every symbol to be the one ``ahead`` steps on; may be negative."""
        if ahead < 1:
            raise ValueError("ahead must be at least 1; found %d" % ahead)
        return np.array(self._model._kind.scores(self._state, ahead))

    def probabilities(self, ahead: int = 1, repair: str = "clip") -> Array:
        """The probability of every symbol; see :func:`repaired`."""
        return repaired(self.scores(ahead), repair)


class NumpyModel:
    """A model from an NPZ file; :func:`load` reads it.

    Attributes:
        header: everything that the file says about it, as a dict.
        kind: the kind of the model.
        recipe: how it was learned.
        symbols: its alphabet.
        end: the symbol that ends sequences; None if there is none.
    """

    def __init__(self, arrays: Any, header: Record) -> None:
        self.header = header
        self.kind: str = header["kind"]
        self.recipe: str = header.get("recipe") or ""
        self.symbols: List[str] = [str(symbol) for symbol in header["alphabet"]]
        self.end: Optional[str] = header.get("end")
        self._index = {symbol: i for i, symbol in enumerate(self.symbols)}
        n = len(self.symbols)
        self._kind = _Tensors(arrays, header, "", n, None if self.end is None else n - 1).kind()

    @property
    def provenance(self) -> Record:
        """Its provenance: data, hashes, seed, versions; a dict."""
        return dict(self.header.get("provenance") or {})

    def index(self, symbol: Any) -> int:
        """The number of a symbol. One that the model does not know is its symbol for rare ones, if it has one."""
        found = self._index.get(str(symbol), self._index.get("<unk>"))
        if found is None:
            raise ValueError("a symbol must be in the model's alphabet (%d symbols: %s); found %r"
                             % (len(self.symbols), ", ".join(self.symbols[:10]) + (", …" if len(self.symbols) > 10 else ""), str(symbol)))
        return found

    def filter(self, prefix: Iterable[Any] = ()) -> NumpyFilter:
        """A filter after a prefix."""
        state = NumpyFilter(self)
        for symbol in prefix:
            state.update(symbol)
        return state

    def probabilities(self, prefixes: Iterable[Iterable[Any]], ahead: int = 1, repair: str = "clip") -> Array:
        """The probabilities after several prefixes: a row for each, a column for each symbol."""
        rows = [self.filter(prefix).probabilities(ahead, repair) for prefix in prefixes]
        return np.array(rows) if rows else np.empty((0, len(self.symbols)))

    def predict_proba(self, prefix: Iterable[Any] = (), ahead: int = 1, repair: str = "clip") -> Dict[str, float]:
        """The probability of each symbol after a prefix; a dict."""
        return dict(zip(self.symbols, self.filter(prefix).probabilities(ahead, repair).tolist()))

    def predict(self, prefix: Iterable[Any] = (), ahead: int = 1) -> str:
        """The most probable next symbol; of equal ones the first in the alphabet."""
        return self.symbols[int(self.filter(prefix).probabilities(ahead).argmax())]

    def score(self, sequences: Iterable[Iterable[Any]], repair: str = "clip") -> List[float]:
        """The natural logarithm of the probability of each sequence, including its end if the model has one; a list."""
        return [float(sum(self.steps(sequence, repair))) for sequence in sequences]

    def steps(self, sequence: Iterable[Any], repair: str = "clip") -> List[float]:
        """The natural logarithm of the probability of each symbol of a sequence, and of its end if the model has one."""
        state = self.filter()
        logarithms = []
        for symbol in list(sequence) + ([] if self.end is None else [self.end]):
            logarithms.append(float(np.log(state.probabilities(1, repair)[self.index(symbol)])))
            state.update(symbol)
        return logarithms

    def sample(self, number: int = 1, length: int = 20, prefix: Iterable[Any] = (), seed: Any = 1) -> List[List[str]]:
        """Draws sequences, with NumPy's generator: other ones than the server draws with this seed."""
        random = np.random.default_rng(seed)
        start: Sequence[Any] = list(prefix)
        drawn = []
        for _ in range(number):
            state = self.filter(start)
            sequence: List[str] = []
            while len(sequence) < length:
                symbol = self.symbols[int(random.choice(len(self.symbols), p=state.probabilities()))]
                if symbol == self.end:
                    break
                sequence.append(symbol)
                state.update(symbol)
            drawn.append(sequence)
        return drawn

    def __repr__(self) -> str:
        return "NumpyModel(%s, %s, %d symbols)" % (self.kind, self.recipe, len(self.symbols))


def load(file: Any) -> NumpyModel:
    """Reads a model from an NPZ file that ``./psr train --format npz`` or ``Model.save("m.npz")`` wrote.

    Args:
        file: its path, or an open binary file.

    Raises:
        ValueError: if it is no such file, is of a newer version, or has a kind of model that needs the laboratory.
    """
    try:
        with np.load(file, allow_pickle=False) as content:
            if "model.json" not in content.files:
                raise ValueError("the file must be a model of PSR Lab; there is no model.json in " + str(file))
            arrays = {name: content[name] for name in content.files}
    except (zipfile.BadZipFile, EOFError) as error:
        raise ValueError("the file must be a model in the format npz; " + str(file) + ": " + str(error)) from error
    except ValueError as error:
        if "pickle" in str(error):
            raise ValueError("the file must be a model in the format npz; " + str(file) + " is something else (./psr train --format npz)") from None
        raise
    except AttributeError:
        raise ValueError("the file must be a model in the format npz; " + str(file) + " is a single array") from None
    header = json.loads(bytes(arrays["model.json"].tobytes()))
    if header.get("format") != "psr-model" or header.get("version", 0) > _NEWEST:
        raise ValueError("the format of a model must be psr-model, of a version up to %d; found %s, version %s"
                         % (_NEWEST, header.get("format"), header.get("version")))
    if not isinstance(header.get("alphabet"), list):
        raise ValueError("a model must predict symbols to be used without the laboratory; " + str(file) + " has no alphabet."
                         " Lab.load imports it into a laboratory")
    return NumpyModel(arrays, header)
