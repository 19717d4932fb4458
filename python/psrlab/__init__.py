"""PSR Lab from Python: learn predictive state representations, predict, run experiments.

Needs Python 3.9 or newer and the standard library. :func:`lab` starts a server of an unpacked release for this process::

    import psrlab

    with psrlab.lab() as lab:
        model = lab.fit("visits.csv", recipe="2sr", sequence="user", symbol="page")
        model.predict_proba(["home", "search"])         # {'pay': 0.41, 'product': 0.37, ...}
        model.score([["home", "search", "pay"]])        # [-2.31]: natural logarithms of the probabilities
        run = lab.run("ring", trials=10).wait(progress=True)
        run.frame()                                     # a pandas frame

:func:`connect` uses a running server. :func:`load` reads a model file and filters in NumPy, without a server, and
:mod:`psrlab.estimators` has estimators with the conventions of scikit-learn; both need NumPy.

If the server rejects a request, a :class:`PsrError` says what must hold and what was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._http import Event, Path, PsrError
from ._lab import Lab
from ._objects import Figure, Model, Run, Session, frame
from ._server import LocalLab, lab

if TYPE_CHECKING:
    from .numpy_models import NumpyModel

__all__ = ["Event", "Figure", "Lab", "LocalLab", "Model", "PsrError", "Run", "Session", "connect", "frame", "lab", "load"]
__version__ = "1.0.0"


def connect(url: Optional[str] = None, token: Optional[str] = None, data: Optional[Path] = None, **options: Any) -> Lab:
    """Connects to a running server; the arguments are those of :class:`Lab`.

    >>> connect("http://127.0.0.1:8080", token="secret")
    Lab(http://127.0.0.1:8080)
    """
    return Lab(url, token, data, **options)


def load(file: Any) -> NumpyModel:
    """Reads a model file in the format npz and filters in NumPy, without a server; see :func:`psrlab.numpy_models.load`."""
    try:
        from . import numpy_models
    except ImportError as error:
        raise ImportError("psrlab.load needs NumPy (pip install psrlab[numpy]): " + str(error)) from error
    return numpy_models.load(file)
