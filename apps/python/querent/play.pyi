from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
import pandas
from numpy.typing import ArrayLike, NDArray
from .rules import Prediction, QueryRule

@dataclass(frozen=True)
class Play:
    order: NDArray[Any]
    predicted: NDArray[Any]
    label: NDArray[Any]
    margin: NDArray[Any]
    probability: NDArray[Any]
    asked: NDArray[Any]
    classes: NDArray[Any]
    @property
    def mistakes(self) -> int: ...
    @property
    def queries(self) -> int: ...
    @property
    def error_rate(self) -> float: ...
    @property
    def query_rate(self) -> float: ...
    def frame(self) -> pandas.DataFrame: ...
    def plot(self, ax: Any = None) -> Any: ...

def play(X: Any, y: ArrayLike | Callable[[int], Any] | None = None, learner: Any = "PA-I",
         query: str | QueryRule | Callable[[Any, Prediction], float] = "", params: dict[str, float] | None = None,
         order: str | ArrayLike = "random", seed: int | None = 0, run: int = 0, encoding: str = "one-hot",
         classes: Sequence[Any] | ArrayLike | None = None) -> Play: ...
