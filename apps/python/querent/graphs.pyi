from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any
from . import _querent

@dataclass(frozen=True)
class NamedGraph:
    graph: _querent.Graph
    names: Sequence[Hashable]
    @property
    def num_nodes(self) -> int: ...
    @property
    def num_edges(self) -> int: ...
    def adjacency(self) -> Any: ...

def as_graph(G: Any) -> NamedGraph: ...
