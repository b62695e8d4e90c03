from . import datasets as datasets
from ._querent import CorruptError as CorruptError, DataError as DataError, LimitError as LimitError
from ._querent import NotConverged as NotConverged, __version__ as __version__
from .classifier import GraphClassifier as GraphClassifier
from .embedding import SpectralEmbedding as SpectralEmbedding
from .graphs import NamedGraph as NamedGraph, as_graph as as_graph
from .learners import *
from .learners import learner as learner, learner_names as learner_names
from .online import OnlineClassifier as OnlineClassifier
from .play import Play as Play, play as play
from .program import ProgramNotFound as ProgramNotFound, find_program as find_program
from .propagation import correct_and_smooth as correct_and_smooth, label_spreading as label_spreading
from .propagation import label_walks as label_walks, propagated_features as propagated_features
from .propagation import spread_scores as spread_scores
from .reading import GraphFile as GraphFile, RowsFile as RowsFile, read_graph as read_graph, read_rows as read_rows
from .rules import Prediction as Prediction, QueryRule as QueryRule, query_rule_names as query_rule_names
from .serving import Served as Served
from .session import GraphSession as GraphSession, Question as Question, Recall as Recall
from .session import RowSession as RowSession
from .sweeping import Sweep as Sweep, sweep as sweep

__all__ = [
    "CorruptError", "DataError", "GraphClassifier", "GraphFile", "GraphSession", "LimitError",
    "NamedGraph", "NotConverged", "OnlineClassifier", "Play", "Prediction", "ProgramNotFound", "QueryRule", "Question", "Recall",
    "RowSession", "RowsFile", "Served", "SpectralEmbedding", "Sweep", "__version__", "as_graph", "correct_and_smooth",
    "datasets", "find_program", "label_spreading", "label_walks", "learner", "learner_names", "play",
    "propagated_features", "query_rule_names", "read_graph", "read_rows", "spread_scores", "sweep",
]
