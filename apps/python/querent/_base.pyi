from collections.abc import Callable
from typing import Any, TypeVar
from numpy.typing import ArrayLike
from typing_extensions import Self

_Method = TypeVar("_Method", bound=Callable[..., Any])

def all_or_nothing(method: _Method) -> _Method: ...

class BaseEstimator:
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> Self: ...

class ClassifierMixin:
    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float: ...

def not_fitted(estimator: object) -> ValueError: ...
