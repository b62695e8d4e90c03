import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Literal
from numpy.typing import ArrayLike, NDArray
from ._base import BaseEstimator, ClassifierMixin
from .rules import QueryRule
from .session import GraphSession, Question, RowSession

_Labels = Sequence[Any] | Mapping[Any, Any] | ArrayLike

class GraphClassifier(ClassifierMixin, BaseEstimator):
    budget: int | None
    n_components: int
    laplacian: Literal["normalized", "combinatorial"]
    tolerance: float
    stop_at_error: float
    checks: float
    random_state: int | None
    n_jobs: int | None
    order: Literal["pool", "stream"]
    learner: Any
    query: str | QueryRule | Callable[[NDArray[Any], NDArray[Any], NDArray[Any]], ArrayLike]
    params: dict[str, float] | None
    class_shares: Sequence[float] | None
    aim: Literal["classify", "find"]
    target: Any
    stop_at_recall: float
    affinity: Literal["precomputed", "nearest_neighbors"]
    n_neighbors: int
    session_: GraphSession | RowSession
    n_features_in_: int
    feature_names_in_: NDArray[Any]
    def __init__(self, budget: int | None = None, n_components: int = 100,
                 laplacian: Literal["normalized", "combinatorial"] = "normalized", tolerance: float = 1e-4,
                 stop_at_error: float = 0.0, checks: float = 0.1, random_state: int | None = 0, n_jobs: int | None = 1,
                 order: Literal["pool", "stream"] = "pool", learner: Any = "auto",
                 query: str | QueryRule | Callable[[NDArray[Any], NDArray[Any], NDArray[Any]], ArrayLike] = "",
                 params: dict[str, float] | None = None, class_shares: Sequence[float] | None = None,
                 aim: Literal["classify", "find"] = "classify", target: Any = None, stop_at_recall: float = 0.0,
                 affinity: Literal["precomputed", "nearest_neighbors"] = "precomputed", n_neighbors: int = 10) -> None: ...
    def session(self, G: Any, classes: Sequence[Hashable] = (), words: Any = None,
                opinions: Mapping[Any, Any] | None = None, criteria: Any = None) -> GraphSession: ...
    def row_session(self, X: Any, classes: Sequence[Hashable] = (), scale: Literal["standard", "none"] = "standard",
                    opinions: Mapping[Any, Any] | None = None) -> RowSession: ...
    def fit(self, G: Any, y: _Labels | None = None, words: Any = None) -> GraphClassifier: ...
    def predict(self, nodes: Any = None) -> NDArray[Any]: ...
    def predict_proba(self, nodes: Any = None) -> NDArray[Any]: ...
    def ask(self) -> Question | None: ...
    def tell(self, what: Question | Hashable, label: Hashable) -> GraphClassifier: ...
    def undo(self) -> bool: ...
    @property
    def classes_(self) -> NDArray[Any]: ...
    @property
    def estimate_(self) -> tuple[float | None, float, float]: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def load(self, path: str | os.PathLike[str]) -> GraphClassifier: ...
