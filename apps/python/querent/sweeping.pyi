import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
import pandas

@dataclass(frozen=True)
class Sweep:
    result: dict[str, Any]
    def frame(self) -> pandas.DataFrame: ...
    def runs(self) -> pandas.DataFrame: ...
    def plot(self, ax: Any = None) -> Any: ...

def sweep(source: Any, y: Any = None, learners: Sequence[str] = ("MSG",), rates: Sequence[float] = (0.05, 0.1, 0.2, 0.35),
          runs: int = 20, seed: int = 0, n_components: int = 100, out: str | os.PathLike[str] | None = None,
          options: Sequence[str] = ()) -> Sweep: ...
