# SPDX-License-Identifier: Apache-2.0
"""Runs `querent sweep` from Python: compares learners at several query rates, as a frame and a figure."""

import os
from dataclasses import dataclass

from . import _checked, program
from ._labels import known_labels
from ._rows import as_rows, opened
from .graphs import as_graph


@dataclass(frozen=True)
class Sweep:
    """The results of `querent sweep`.

    Attributes
    ----------
    result : dict
        The program's JSON: "source", "cells", each with "learner", "runs", "mean" and "std".
    """

    result: dict

    def frame(self):
        """One line per cell: learner, target_rate, and mean and standard deviation of error and query rate.

        Returns
        -------
        pandas.DataFrame
        """
        import pandas as pd
        return pd.DataFrame([{"learner": cell["name"], "target_rate": cell["target_rate"], "reached": cell["reached"],
                              **{key: cell["mean"][key] for key in ("error_rate", "query_rate", "queries", "accuracy")},
                              "error_rate_std": cell["std"]["error_rate"], "query_rate_std": cell["std"]["query_rate"],
                              "tuning": cell["tuning"]} for cell in self.result["cells"]])

    def runs(self):
        """One line per run of a cell.

        Returns
        -------
        pandas.DataFrame
        """
        import pandas as pd
        return pd.DataFrame([{"learner": cell["name"], "target_rate": cell["target_rate"], **run}
                             for cell in self.result["cells"] for run in cell["runs"]])

    def plot(self, ax=None):
        """Error rate against the share of labels asked, one line per learner, with standard deviations.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            None: the current axes.

        Returns
        -------
        matplotlib.axes.Axes
        """
        import matplotlib.pyplot as plt
        ax = plt.gca() if ax is None else ax
        for name, cells in self.frame().sort_values("query_rate").groupby("learner", sort=False):
            ax.errorbar(cells["query_rate"], cells["error_rate"], yerr=cells["error_rate_std"], marker="o", capsize=2, label=name)
        ax.set_xlabel("share of labels asked")
        ax.set_ylabel("error rate")
        ax.set_ylim(bottom=0)
        ax.legend(frameon=False)
        return ax

    def __repr__(self):
        learners = list(dict.fromkeys(cell["name"] for cell in self.result["cells"]))
        return f"Sweep: {len(self.result['cells'])} cells of {', '.join(learners)} on {self.result['source']['name']}"

    def _repr_html_(self):
        return self.frame().to_html(index=False, float_format="{:.4f}".format)


def sweep(source, y=None, learners=("MSG",), rates=(0.05, 0.1, 0.2, 0.35), runs=20, seed=0, n_components=100, out=None,
          options=()):
    """Tunes each learner's query parameter to each share of labels asked and runs it, with `querent sweep`.

    Requires the program, see `find_program`.

    Parameters
    ----------
    source : str, os.PathLike, graph, or array or sparse matrix of rows
        Name of a data set, or a file; or a graph (see `as_graph`) or rows of shape (n, d), with labels `y`.
    y : sequence of length n, optional
        Labels; None for a node of a graph without a label.
    learners : sequence of str
    rates : sequence of float in (0, 1]
        Target shares of labels asked.
    runs : int, default=20
        Number of random orders.
    seed : int, default=0
    n_components : int, default=100
        Number of eigenvectors, for a graph.
    out : str or os.PathLike, optional
        Directory for the cells; a stopped sweep continues from it.
    options : sequence of str
        Further options of `querent sweep`, as on the command line.

    Returns
    -------
    Sweep
        The program's numbers, to the last bit.
    """
    import json
    import pathlib
    import tempfile
    _checked.count(n_components, "n_components", 1)
    with tempfile.TemporaryDirectory() as folder:
        words = ["sweep", *_source_words(source, y, pathlib.Path(folder), n_components)]
        for learner in [learners] if isinstance(learners, str) else _checked.sequence(learners, "learners"):
            words += ["--learner", _checked.text(learner, "learners")]
        rates = _checked.reals(rates, "rates", (None,)).tolist()
        words += ["--rates", ",".join(map(repr, rates)), "--runs", _checked.count(runs, "runs", 1), "--seed",
                  _checked.seed(seed, "seed"), "--json", "--quiet"]
        words += [_checked.text(option, "options") for option in _checked.sequence(options, "options")]
        if out is not None:
            words += ["--out", _checked.path(out, "out")]
        return Sweep(json.loads(program.run(*words)))


def _source_words(source, y, folder, n_components):
    source, y = opened(source, y)
    if y is None:
        y = getattr(source, "labels", None)
    if y is None:
        if not isinstance(source, (str, bytes, os.PathLike)):
            raise _checked.refused("source", "a data set's name, a file, or a graph or rows together with labels y", source, TypeError)
        return [_checked.path(source, "source")]
    from . import _files
    sparse_or_array = hasattr(source, "shape") and not hasattr(source, "columns")
    if sparse_or_array and not (hasattr(source, "tocsr") and source.shape[0] == source.shape[1]):
        classes, indices = known_labels(y, range(len(as_rows(source))))
        if (indices < 0).any():
            raise ValueError("y: expected a label for every row")
        _files.write_rows(folder / "rows.svm", source, indices)
        return [folder / "rows.svm"]
    try:
        graph = as_graph(source)
    except ValueError as error:
        rows = "; for rows pass source.to_numpy()" if hasattr(source, "columns") else ""
        raise ValueError(f"source: {error}{rows}") from None
    classes, indices = known_labels(y, graph.names)
    _files.write_graph(folder / "graph.mtx", graph)
    _files.write_table(folder / "labels.tsv", None, ((i + 1, classes[k]) for i, k in enumerate(indices) if k >= 0))
    return ["--edges", folder / "graph.mtx", "--labels", folder / "labels.tsv", "--dim", n_components]
