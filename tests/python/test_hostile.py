# SPDX-License-Identifier: Apache-2.0
"""Calls every public function and method of the module with hostile values from one list in every argument.

Each call raises an error of Python's own with a message, or returns a result. No call crashes, hangs or wraps a number. A
function without a valid call in CALLS fails here, so that no new function can be forgotten.
"""
import faulthandler
import inspect
import math
import warnings

import numpy as np
import pytest
import scipy.sparse as sp

import querent

NAN, INF = math.nan, math.inf


class Strange:
    """Has no value of any kind."""

    def __bool__(self):
        raise ValueError("no truth value")


def broken_csr(place, value):
    S = sp.csr_array(np.ones((34, 34)))
    S.has_canonical_format = True
    getattr(S, place)[-1] = value
    return S


def broken(kind, value):
    S = sp.coo_array(np.ones((34, 34))).asformat(kind)
    (S.row if kind == "coo" else S.indices)[-1] = value
    return S


NUMBERS = {"minus one": -1, "a half": 1.5, "2^31": 2**31, "2^32 + 1": 2**32 + 1, "2^63": 2**63, "2^64": 2**64, "-2^63": -(2**63),
           "10^400": 10**400, "NaN": NAN, "infinity": INF, "-infinity": -INF, "int64": np.int64(2**32 + 1), "complex": 1j}
ARRAYS = {"no element": np.zeros(0), "ids of 2^32 + 1": np.array([2**32 + 1, 2]), "ids below 0": np.array([-1, -2**40]),
          "ids of 2^64": [2**64, 1], "halves": np.array([0.5, 1.5]), "NaN": np.array([NAN, 1.0]), "infinities": np.array([INF, -INF]),
          "five labels": [0, 1, 0, 1, 1], "a matrix of NaN": np.full((34, 2), NAN), "3 axes": np.zeros((3, 3, 3)),
          "unequal": [[1, 2], [3]], "texts": np.array(["a", "b"]), "objects": np.array([Strange(), None], dtype=object),
          "no rows": np.zeros((0, 2)), "no columns": np.zeros((34, 0)), "zero axes": np.float64(1), "dates": np.array(["2020"], "M8[D]"),
          "records": np.zeros(3, dtype=[("a", int)]), "complex": np.ones((34, 34), complex),
          "CSR beyond": broken_csr("indices", 2**30), "CSR below": broken_csr("indices", -5), "CSR offsets": broken_csr("indptr", 2**30),
          "CSC beyond": broken("csc", 2**30), "COO beyond": broken("coo", 2**30), "COO below": broken("coo", -1), "BSR beyond": broken("bsr", 99),
          "CSR of NaN": sp.csr_array(np.full((34, 34), NAN)), "CSR of bools": sp.csr_array(np.ones((34, 34), bool)), "not square": sp.csr_array(np.ones((2, 34))),
          "sparse of objects": sp.csr_array(np.ones((34, 34))).astype(object)}
OTHERS = {"None": None, "no text": "", "text": "no such thing", "NUL": "a\0b", "surrogate": "\ud800", "bytes": b"\xff", "strange": Strange(),
          "a type": int, "a function": lambda *a: "?", "a dict": {0: NAN, "x": 1}, "a set": {1, 2}, "a range": range(2**40), "a generator": (i for i in ()),
          "a list of itself": (lambda l: l.append(l) or l)([])}
HOSTILE = {**{f"number {k}": v for k, v in NUMBERS.items()}, **{f"array {k}": v for k, v in ARRAYS.items()}, **OTHERS}
ERRORS = (ValueError, TypeError, IndexError, OSError)  # OSError: for a path

G = sp.csr_array(np.ones((34, 34)) - np.eye(34))
ROWS = np.random.default_rng(0).normal(size=(34, 3))
Y = np.arange(34) % 2


def classifier():
    return querent.GraphClassifier(n_components=4, budget=9).fit(G, Y)


def session():
    return querent.GraphClassifier(n_components=4, budget=9).session(G, classes=["a", "b"])


def graph_file(tmp):
    path = tmp / "edges.tsv"
    path.write_text("0 1\n1 2\n")
    return path


# for every public function valid arguments; for a method, its object first. `tmp` is a folder.
CALLS = {
    "as_graph": lambda tmp: (None, dict(G=G)),
    "correct_and_smooth": lambda tmp: (None, dict(G=G, Z=np.ones((34, 2)), nodes=[0, 5], labels=[0, 1])),
    "label_spreading": lambda tmp: (None, dict(G=G, y=Y, alpha=0.8)),
    "label_walks": lambda tmp: (None, dict(G=G, nodes=[0, 5], labels=[0, 1], n_classes=2, alpha=0.8, epsilon=1e-4)),
    "propagated_features": lambda tmp: (None, dict(G=G, X=abs(ROWS), n_components=2, steps=2, tf_idf=True, n_jobs=1)),
    "spread_scores": lambda tmp: (None, dict(G=G, Y=np.ones((34, 2)), alpha=0.8)),
    "play": lambda tmp: (None, dict(X=ROWS, y=Y, learner="PA-I", query="", params={"C": 1.0}, order="file", seed=0, run=0,
                                    encoding="one-hot", classes=[0, 1])),
    "learner": lambda tmp: (None, dict(name="PA-I")),
    "learner_names": lambda tmp: (None, {}),
    "query_rule_names": lambda tmp: (None, {}),
    "find_program": lambda tmp: (None, {}),
    "read_graph": lambda tmp: (None, dict(edges=graph_file(tmp), labels=None, features=None, largest_component=True, lenient=False,
                                          nodes_from_labels=False, label_sets=False, duplicates="equal")),
    "read_rows": lambda tmp: (None, dict(path=graph_file(tmp), label_column="", labels=None)),
    "sweep": lambda tmp: (None, dict(source=ROWS, y=Y, learners=("PA-I",), rates=(0.5,), runs=1, seed=0, n_components=4, out=None, options=())),
    "datasets.names": lambda tmp: (None, dict(kind="graph")),
    "datasets.frame": lambda tmp: (None, {}),
    "datasets.paths": lambda tmp: (None, dict(name="karate", allow_network=False)),
    "datasets.load": lambda tmp: (None, dict(name="karate", allow_network=False)),
    "NamedGraph.adjacency": lambda tmp: (querent.as_graph(G), {}),
    "Prediction": lambda tmp: (None, dict(label=1, margin=0.5, uncertainty=0.0, runner_up=0, squared_norm=1.0)),
    "QueryRule": lambda tmp: (None, dict(name="margin", b=0.5)),
    "QueryRule.bind": lambda tmp: (querent.QueryRule("margin"), dict(n_features=3, n_classes=2, rounds=9)),
    "QueryRule.observe": lambda tmp: (querent.QueryRule("margin"), dict(prediction=querent.Prediction(1, 0.5), asked=True, mistake=False)),
    "QueryRule.__call__": lambda tmp: (querent.QueryRule("margin"), dict(prediction=querent.Prediction(1, 0.5))),
    "QueryRule.get_params": lambda tmp: (querent.QueryRule("margin"), dict(deep=True)),
    "QueryRule.set_params": lambda tmp: (querent.QueryRule("margin"), dict(b=0.5)),
    "SpectralEmbedding": lambda tmp: (None, dict(n_components=4, laplacian="normalized", tolerance=1e-4, n_jobs=1)),
    "SpectralEmbedding.fit": lambda tmp: (querent.SpectralEmbedding(4), dict(G=G, y=None)),
    "SpectralEmbedding.fit_transform": lambda tmp: (querent.SpectralEmbedding(4), dict(G=G, y=None)),
    "SpectralEmbedding.transform": lambda tmp: (querent.SpectralEmbedding(4).fit(G), dict(edges=G[:2])),
    "GraphClassifier": lambda tmp: (None, dict(budget=9, n_components=4, laplacian="normalized", tolerance=1e-4, stop_at_error=0.0, checks=0.1,
                                               random_state=0, n_jobs=1, order="pool", learner="auto", query="", params=None, class_shares=None,
                                               affinity="precomputed", n_neighbors=10)),
    "GraphClassifier.session": lambda tmp: (querent.GraphClassifier(n_components=4), dict(G=G, classes=["a", "b"], words=None)),
    "GraphClassifier.row_session": lambda tmp: (querent.GraphClassifier(), dict(X=ROWS, classes=["a", "b"])),
    "GraphClassifier.fit": lambda tmp: (querent.GraphClassifier(n_components=4), dict(G=G, y=Y, words=None)),
    "GraphClassifier.fit on rows": lambda tmp: (querent.GraphClassifier(affinity="nearest_neighbors"), dict(G=ROWS, y=Y)),
    "GraphClassifier.predict on rows": lambda tmp: (querent.GraphClassifier(affinity="nearest_neighbors").fit(ROWS, Y), dict(nodes=ROWS)),
    "GraphClassifier.predict": lambda tmp: (classifier(), dict(nodes=[0, 1])),
    "GraphClassifier.predict_proba": lambda tmp: (classifier(), dict(nodes=[0, 1])),
    "GraphClassifier.score": lambda tmp: (classifier(), dict(X=[0, 1], y=[0, 1], sample_weight=None)),
    "GraphClassifier.ask": lambda tmp: (classifier(), {}),
    "GraphClassifier.tell": lambda tmp: (classifier(), dict(what=3, label=0)),
    "GraphClassifier.undo": lambda tmp: (classifier(), {}),
    "GraphClassifier.save": lambda tmp: (classifier(), dict(path=tmp / "s")),
    "GraphClassifier.load": lambda tmp: (classifier(), dict(path=tmp / "s")),
    "RowSession.ask": lambda tmp: (session(), {}),
    "RowSession.ask_batch": lambda tmp: (session(), dict(k=2)),
    "RowSession.tell": lambda tmp: (session(), dict(what=3, label="a")),
    "RowSession.skip": lambda tmp: (session(), dict(what=3)),
    "RowSession.do_not_know": lambda tmp: (session(), dict(what=3)),
    "RowSession.undo": lambda tmp: (session(), {}),
    "RowSession.predict": lambda tmp: (session(), {}),
    "RowSession.predict_proba": lambda tmp: (session(), {}),
    "RowSession.predict_frame": lambda tmp: (session(), {}),
    "RowSession.suspect_answers": lambda tmp: (session(), {}),
    "RowSession.utilities": lambda tmp: (session(), {}),
    "RowSession.save": lambda tmp: (session(), dict(path=tmp / "s")),
    "RowSession.load": lambda tmp: (session(), dict(path=tmp / "s")),
    "OnlineClassifier": lambda tmp: (None, dict(learner="PA-I", query="", params=None, passes=1, encoding="one-hot", random_state=0)),
    "OnlineClassifier.fit": lambda tmp: (querent.PA_I(), dict(X=ROWS, y=Y)),
    "OnlineClassifier.partial_fit": lambda tmp: (querent.PA_I(), dict(X=ROWS, y=Y, classes=[0, 1])),
    "OnlineClassifier.predict": lambda tmp: (querent.PA_I().fit(ROWS, Y), dict(X=ROWS)),
    "OnlineClassifier.decision_function": lambda tmp: (querent.PA_I().fit(ROWS, Y), dict(X=ROWS)),
    "OnlineClassifier.predict_proba": lambda tmp: (querent.PA_I().fit(ROWS, Y), dict(X=ROWS)),
    "OnlineClassifier.margin": lambda tmp: (querent.PA_I().fit(ROWS, Y), dict(X=ROWS)),
    "OnlineClassifier.uncertainty": lambda tmp: (querent.PA_I().fit(ROWS, Y), dict(X=ROWS)),
    "OnlineClassifier.ask": lambda tmp: (querent.PA_I().fit(ROWS, Y), dict(X=ROWS)),
    "OnlineClassifier.score": lambda tmp: (querent.PA_I().fit(ROWS, Y), dict(X=ROWS, y=Y, sample_weight=None)),
    "OnlineClassifier.learn_one": lambda tmp: (querent.PA_I(), dict(x=ROWS[0], y=0, classes=[0, 1])),
    "OnlineClassifier.predict_one": lambda tmp: (querent.PA_I().fit(ROWS, Y), dict(x=ROWS[0])),
}
# names without arguments of their own, or tested as parts of others, with the reason
NOT_TRIED = {
    "GraphSession": "has RowSession's methods; created by GraphClassifier.session", "RowSession": "made by GraphClassifier.row_session",
    "Question": "a record that a session makes; RowSession.tell is tried with it", "Recall": "a record that a session makes", "GraphFile": "a record that read_graph makes",
    "RowsFile": "a record that read_rows makes", "Play": "a record that play makes", "Play.frame": "no argument", "Play.plot": "matplotlib's",
    "Sweep": "a record that sweep makes", "Sweep.frame": "no argument", "Sweep.runs": "no argument", "Sweep.plot": "matplotlib's",
    "NamedGraph": "a record that as_graph makes", "Served": "test_pages.py starts the program", "Served.sync": "no argument", "Served.stop": "no argument",
    "RowSession.serve": "test_pages.py starts the program", "DataError": "", "CorruptError": "", "LimitError": "", "NotConverged": "", "ProgramNotFound": "",
    **{f"{kind}.{method}": "tried by clone and check_estimator" for kind in ("SpectralEmbedding", "GraphClassifier", "OnlineClassifier")
       for method in ("get_params", "set_params")},
}


def found():
    """Names of every public function, class and method of the module."""
    for name in [n for n in querent.__all__ if n != "__version__"] + ["datasets"]:
        thing = getattr(querent, name)
        if inspect.ismodule(thing):
            yield from (f"{name}.{n}" for n, f in vars(thing).items() if n[0] != "_" and inspect.isfunction(f) and f.__module__ == thing.__name__)
            continue
        yield name
        if inspect.isclass(thing):
            own = {n for kind in thing.__mro__ if kind.__module__.startswith("querent") for n in vars(kind)}
            for n in sorted(own):
                if (n[0] != "_" or n == "__call__") and not isinstance(inspect.getattr_static(thing, n), property) and callable(getattr(thing, n)):
                    if name != "GraphSession":
                        yield f"{name}.{n}"


def called(name, owner, arguments):
    """The result, after the object was used, so that a hostile parameter of a constructor is checked, too."""
    if owner is not None:
        return getattr(owner, name.rpartition(".")[2].partition(" ")[0])(**arguments)
    thing = querent
    for part in name.split("."):
        thing = getattr(thing, part)
    made = thing(**arguments)
    if name == "GraphClassifier":
        made.session(G, classes=["a", "b"]).ask()
        if type(arguments["n_neighbors"]) is not int or arguments["n_neighbors"] != 10:
            made.set_params(affinity="nearest_neighbors").fit(ROWS, Y)
    elif name in ("OnlineClassifier", "SpectralEmbedding"):
        made.fit(ROWS, Y) if name == "OnlineClassifier" else made.fit(G)
    elif name == "Prediction":
        querent.QueryRule("margin")(made)
    return made


def test_every_public_name_has_a_call():
    missing = [name for name in found() if name not in CALLS and name not in NOT_TRIED]
    assert not missing, "give each a valid call in CALLS: " + ", ".join(missing)


def must_refuse(name, argument, valid, value):
    """Whether a value must be rejected, such as a number outside every range of a count or a share."""
    if isinstance(valid, bool):
        return value is not None
    if (name, argument) == ("Prediction", "uncertainty") and isinstance(value, float) and math.isnan(value):
        return False  # unknown, which this rule does not need
    if isinstance(valid, (int, float)) and not isinstance(value, str):
        big = isinstance(value, int) and isinstance(valid, int) and abs(value) >= 2**63
        fraction = isinstance(value, float) and (not math.isfinite(value) or (isinstance(valid, int) and value % 1))
        return big and not (value == 2**63 and argument in ("random_state", "seed", "budget")) or fraction
    if isinstance(valid, str) and argument not in ("label", "what"):
        return isinstance(value, (int, float, complex, bytes))
    return False


# labels may be any hashable values
ANY = {("RowSession.tell", "label"), ("GraphClassifier.tell", "label"), ("Prediction", "label"), ("Prediction", "runner_up"),
       ("SpectralEmbedding.fit", "y"), ("SpectralEmbedding.fit_transform", "y"), ("QueryRule.get_params", "deep")}


@pytest.mark.parametrize("name", CALLS)
def test_hostile_values(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a hostile path may become a file here
    faulthandler.dump_traceback_later(240, exit=True)  # a call that hangs prints its traceback
    wrong, calls = [], 0
    owner, arguments = CALLS[name](tmp_path)
    for argument in arguments:
        for label, value in HOSTILE.items():
            if name == "sweep" and label not in ("number NaN", "number 2^32 + 1", "number minus one", "array NaN", "NUL", "array CSC beyond"):
                continue  # each of these starts the program
            owner, given = CALLS[name](tmp_path)
            if name.endswith(".load"):
                owner.save(tmp_path / "s") if "path" in given else None
            given[argument] = value
            calls += 1
            try:
                with warnings.catch_warnings(), np.errstate(all="ignore"):
                    warnings.simplefilter("ignore")
                    called(name, owner, given)
            except ERRORS as error:
                if not str(error) or "incompatible function arguments" in str(error) or "incompatible constructor" in str(error):
                    wrong.append(f"{argument} = {label}: no words of ours: {str(error)[:100]!r}")
            except Exception as error:  # noqa: BLE001
                wrong.append(f"{argument} = {label}: {type(error).__name__}: {str(error)[:100]}")
            else:
                if must_refuse(name, argument, arguments[argument], value) and (name, argument) not in ANY:
                    wrong.append(f"{argument} = {label}: accepted")
    faulthandler.cancel_dump_traceback_later()
    assert not wrong, f"{len(wrong)} of {calls}\n" + "\n".join(wrong)


@pytest.mark.parametrize("call, words", [
    (lambda: querent.label_walks(G, [2**32 + 1, 2], [0, 1]), r"nodes\[0\]: expected whole numbers from 0 to 33, found 4294967297"),
    (lambda: querent.label_walks(G, [1, 2], [2**32, 1]), r"labels\[0\]: expected"),
    (lambda: querent.label_spreading(G, [0, 1, 0, 1, 1]), "each of 34 nodes, found 5"),
    (lambda: querent.label_spreading(G, [0, 0, 0, 0, 0]), "each of 34 nodes, found 5"),
    (lambda: querent.spread_scores(G, np.full((34, 2), NAN)), "found NaN or infinity"),
    (lambda: querent.SpectralEmbedding(n_components=-1).fit(G), "n_components: expected a whole number, 1 or more, found -1"),
    (lambda: querent.PA_I(passes=0).fit(ROWS, Y), "passes: expected a whole number, 1 or more, found 0"),
    (lambda: querent.PA_I(passes=1.5).fit(ROWS, Y), "passes: expected a whole number"),
    (lambda: querent.PA_I(passes=2**64).fit(ROWS, Y), "passes: expected at most"),
    (lambda: querent.PA_I(C=INF).fit(ROWS, Y), "C: expected a finite number, found inf"),
    (lambda: querent.MSG(encoding="other").fit(ROWS, Y), "encoding: expected 'one-hot' or 'margin', found 'other'"),
    (lambda: querent.play(ROWS, Y, encoding="other"), "encoding"),
    (lambda: querent.play(ROWS, Y, order=np.array([2**32 + 1])), r"order\[0\]: expected whole numbers from 0 to 33"),
    (lambda: querent.as_graph(broken_csr("indices", 2**30)), "an index beyond its shape"),
    (lambda: querent.as_graph(broken("csc", 2**30)), "an index beyond its shape"),
    (lambda: querent.PA_I().fit(broken("csc", 2**30), Y), "an index beyond its shape"),
    (lambda: querent.GraphClassifier(budget=-1).session(G), "budget: expected a whole number, 0 or more, found -1"),
    (lambda: querent.GraphClassifier(learner="MGS").session(G), "did you mean 'MSG'"),
    (lambda: querent.GraphClassifier(n_jobs=0).session(G), "or -1 for all processors"),
    (lambda: querent.GraphClassifier(n_components=4).session(G, words=np.zeros((34, 0))), "at least one feature is needed"),
])
def test_findings_of_the_second_round(call, words):
    with pytest.raises((ValueError, TypeError), match=words):
        call()
