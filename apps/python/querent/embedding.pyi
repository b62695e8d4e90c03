from typing import Any, Literal
from numpy.typing import NDArray
from ._base import BaseEstimator
from .graphs import NamedGraph

class SpectralEmbedding(BaseEstimator):
    n_components: int
    laplacian: Literal["normalized", "combinatorial"]
    tolerance: float
    n_jobs: int | None
    embedding_: NDArray[Any]
    eigenvalues_: NDArray[Any]
    residuals_: NDArray[Any]
    solver_: str
    graph_: NamedGraph
    def __init__(self, n_components: int = 100, laplacian: Literal["normalized", "combinatorial"] = "normalized",
                 tolerance: float = 1e-4, n_jobs: int | None = 1) -> None: ...
    def fit(self, G: Any, y: Any = None) -> SpectralEmbedding: ...
    def fit_transform(self, G: Any, y: Any = None) -> NDArray[Any]: ...
    def transform(self, edges: Any) -> NDArray[Any]: ...
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: dict[str, Any]) -> None: ...
