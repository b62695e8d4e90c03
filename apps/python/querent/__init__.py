# SPDX-License-Identifier: Apache-2.0
"""querent: classify the nodes of a graph, or rows, from few labels that it asks for.

    import querent, networkx as nx
    clf = querent.GraphClassifier(budget=100)
    session = clf.session(G)
    while (q := session.ask()):
        session.tell(q, oracle(q.node))
    session.predict_frame()
"""

try:
    import numpy as _numpy  # noqa: F401
    from . import _querent
except ImportError as _error:
    import pathlib as _pathlib
    import sys as _sys
    _built = ", ".join(sorted(_p.name for _p in _pathlib.Path(__file__).parent.glob("_querent.*.so"))) or "nothing yet"
    raise ImportError(f"querent cannot be imported by {_sys.executable} (Python {_sys.version.split()[0]}): {_error}. It needs "
                      f"NumPy and the Python version it was built for; built: {_built}. Debian's Python is /usr/bin/python3.") from _error

from . import datasets, learners
from ._querent import CorruptError, DataError, LimitError, NotConverged, __version__
from .classifier import GraphClassifier
from .embedding import SpectralEmbedding
from .graphs import NamedGraph, as_graph
from .learners import learner, learner_names
from .online import OnlineClassifier
from .play import Play, play
from .program import ProgramNotFound, find_program
from .propagation import (correct_and_smooth, label_spreading, label_walks, propagated_features,
                          spread_scores)
from .reading import GraphFile, RowsFile, read_graph, read_rows
from .rules import Prediction, QueryRule, query_rule_names
from .serving import Served
from .session import GraphSession, Question, Recall, RowSession
from .sweeping import Sweep, sweep

__all__ = [
    "CorruptError", "DataError", "GraphClassifier", "GraphFile", "GraphSession", "LimitError",
    "NamedGraph", "NotConverged", "OnlineClassifier", "Play", "Prediction", "ProgramNotFound", "QueryRule", "Question", "Recall",
    "RowSession", "RowsFile", "Served", "SpectralEmbedding", "Sweep", "__version__", "as_graph", "correct_and_smooth",
    "datasets", "find_program", "label_spreading", "label_walks", "learner", "learner_names", "play",
    "propagated_features", "query_rule_names", "read_graph", "read_rows", "spread_scores", "sweep",
]


def __getattr__(name):
    """Every learner of the catalogue as a class: querent.PA_I, querent.MSG, ..."""
    return getattr(learners, name)


def __dir__():
    return sorted([*__all__, *learners._NAMES])
