# SPDX-License-Identifier: Apache-2.0
"""The data sets of the catalogue: built in, in the cache, on the mirror, or at their public address."""

import os
import pathlib

from . import _checked, _querent
from .reading import read_graph, read_rows


def names(kind=None):
    """Names of all data sets.

    Parameters
    ----------
    kind : {"graph", "vectors"}, optional
        Only data sets of this kind.

    Returns
    -------
    list of str
    """
    if kind is not None:
        _checked.word(kind, "kind", ("graph", "vectors"))
    return [one["name"] for one in _querent.datasets() if kind is None or one["kind"] == kind]


def frame():
    """Describes all data sets: a pandas frame with kind, rows (or nodes), edges, classes, features, licence.

    Returns
    -------
    pandas.DataFrame
    """
    import pandas as pd
    return pd.DataFrame(_querent.datasets()).set_index("name")


def paths(name, allow_network=True):
    """The files of a data set; missing files are fetched, and all checksums are verified.

    Parameters
    ----------
    name : str
    allow_network : bool, default=True

    Returns
    -------
    dict
        Role ("edges", "labels", "features", "rows", "row labels") to pathlib.Path.
    """
    return _located(name, allow_network)["files"]


def load(name, allow_network=True):
    """Reads a data set as the program does.

    Parameters
    ----------
    name : str
        One of `names()`; ValueError suggests the nearest.
    allow_network : bool, default=True
        False: use local files only. Raises OSError if a file is not available.

    Returns
    -------
    GraphFile or RowsFile
    """
    found = _located(name, allow_network)
    files, options = found["files"], found["options"]
    if found["kind"] == "graph":
        return read_graph(files["edges"], files.get("labels"), files.get("features"),
                          nodes_from_labels=options.get("nodes-from-labels") == "yes",
                          label_sets=options.get("label-sets") == "yes", duplicates=options.get("duplicates", "equal"))
    return read_rows(files["rows"], labels=files.get("row labels"))


def _located(name, allow_network):
    name, allow_network = _checked.text(name, "name"), _checked.flag(allow_network, "allow_network")
    here = pathlib.Path(__file__).resolve()
    for folder in (here.parent / "data", here.parents[3] / "datasets"):  # in a wheel, in the source tree
        if (folder / "embedded").is_dir():
            os.environ.setdefault("QUERENT_DATASETS", str(folder))
    return _querent.locate(name, allow_network)
