import os
from dataclasses import dataclass
from typing import Any, Literal, Sequence
from numpy.typing import NDArray
from .graphs import NamedGraph

@dataclass(frozen=True)
class GraphFile:
    graph: NamedGraph
    labels: NDArray[Any]
    classes: list[str]
    words: Any
    report: dict[str, Any]

@dataclass(frozen=True)
class RowsFile:
    X: Any
    y: NDArray[Any]
    classes: list[str]
    feature_names: list[str]

def read_graph(edges: str | os.PathLike[str], labels: str | os.PathLike[str] | None = None,
               features: str | os.PathLike[str] | None = None, largest_component: bool = True, lenient: bool = False,
               nodes_from_labels: bool = False, label_sets: bool = False, duplicates: str = "equal") -> GraphFile: ...
def read_rows(path: str | os.PathLike[str], label_column: str = "", labels: str | os.PathLike[str] | None = None,
              one_hot: bool = False, missing: Literal["error", "drop", "mean"] = "error",
              drop_column: str | Sequence[str] = ()) -> RowsFile: ...
