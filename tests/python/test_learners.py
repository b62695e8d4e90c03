# SPDX-License-Identifier: Apache-2.0
"""Every learner of the catalogue with scikit-learn's interface, and the program's numbers to the last bit."""
import json
import pickle
import subprocess

import numpy as np
import pytest
import scipy.sparse as sp

import querent

# One pass in the order of the rows is not enough for these: scikit-learn's check needs 83 % on noisy blobs, or both
# classes among the predictions on a few rows.
FEW_RIGHT = {"PA", "RPA", "PAA", "DKM", "DKM2", "DKM-sequential", "CBGZactiveDKMupdate", "randomDKMupdate", "MPA", "MRPA", "MPAA",
             "DUOL-iter", "Uniform", "Prop", "M-DUOL-iter", "kPA-I", "kPA-II", "DUOL-appr", "kMPA-I", "kMPA-II",
             "M-DUOL-appr"}
MAY_FAIL = {"check_classifiers_train", "check_classifiers_classes"}


def names():
    return [name for name in querent.learner_names() if name != "auto"]


@pytest.mark.parametrize("name", names())
@pytest.mark.filterwarnings("ignore")
def test_scikit_learns_checks_pass(name):
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    from unittest import SkipTest
    for estimator, check in checks.check_estimator(querent.learner(name), generate_only=True):
        try:
            check(estimator)
        except SkipTest:
            pass
        except AssertionError:
            if not (name in FEW_RIGHT and check.func.__name__ in MAY_FAIL):
                raise


def rows(n=200, d=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X[:, 0] + 0.5 * X[:, 1] > 0, "yes", "no")


@pytest.mark.parametrize("name", ["PA-I", "MSG", "DUOL-appr", "SOP-full", "M-DUOL-appr"])
def test_pickled_it_predicts_and_goes_on_alike(name):
    if name not in querent.learner_names():
        pytest.skip(f"no {name} in this catalogue")
    X, y = rows()
    model = querent.learner(name).fit(X[:100], y[:100])
    twin = pickle.loads(pickle.dumps(model))
    for m in (model, twin):
        m.partial_fit(X[100:150], y[100:150])
    assert np.array_equal(model.decision_function(X), twin.decision_function(X))


def test_sparse_rows_say_what_dense_ones_do():
    X, y = rows()
    X[X < 0.3] = 0
    dense = querent.PA_I().fit(X, y).decision_function(X)
    sparse = querent.PA_I().fit(sp.csr_array(X), y).decision_function(sp.csr_array(X))
    assert np.allclose(dense, sparse, rtol=1e-12)


def test_pa_i_is_its_three_lines():
    X, y = rows(60, 3)
    w = np.zeros(3)
    for x, label in zip(X, np.where(y == "yes", 1, -1)):
        w += min(0.5, max(0, 1 - label * (w @ x)) / (x @ x)) * label * x
    assert np.allclose(querent.PA_I(C=0.5).fit(X, y).decision_function(X), X @ w)


def test_parameters_are_the_catalogues():
    assert querent.PA_I(C=0.25).get_params()["C"] == 0.25
    with pytest.raises(TypeError, match="no parameter 'D'"):
        querent.PA_I(D=1)
    with pytest.raises(ValueError, match="did you mean"):
        querent.learner("PA-1")
    with pytest.raises(ValueError):
        querent.PA_I(C=-1).fit(*rows())


def test_what_fails_leaves_the_estimator_as_it_was():
    X, y = rows()
    model = querent.PA_I()
    with pytest.raises(ValueError):
        model.fit(X * np.nan, y)
    with pytest.raises(ValueError):
        model.partial_fit(X, y, classes=["maybe", "yes"])
    assert vars(model) == vars(querent.PA_I())
    before = model.fit(X, y).predict(X)
    for wrong in (lambda: model.fit(X[:, :2], ["yes"] * 200), lambda: model.set_params(C=-1).fit(X, y == "yes"),
                  lambda: model.partial_fit(X, y, classes=["no", "maybe"])):
        with pytest.raises(ValueError):
            wrong()
        assert np.array_equal(model.predict(X), before)
        assert np.array_equal(pickle.loads(pickle.dumps(model)).predict(X), before)  # whatever its parameters are now
    with pytest.raises(ValueError, match="sessions only"):
        querent.learner("auto")


def test_labels_may_be_a_column_of_a_frame():
    pandas = pytest.importorskip("pandas")
    X, y = rows()
    with pytest.warns(UserWarning, match="column-vector"):
        model = querent.PA_I().fit(X, pandas.DataFrame({"y": y}))
    assert np.array_equal(model.predict(X), querent.PA_I().fit(X, y).predict(X))


def test_river_spells_it_so():
    X, y = rows()
    model = querent.PA_I()
    for x, label in zip(X, y):
        model.learn_one(x, label, classes=["no", "yes"])
    assert model.predict_one(X[0]) in ("no", "yes")
    assert np.array_equal(model.predict(X), querent.PA_I().fit(X, y).predict(X))


def commands():
    for learner in ("MSG", "CMOG", "RLS-all", "GPA", "MPA-I", "M-DUOL-appr", "Max", "BBQ", "MPAA-I"):
        for seed in (0, 7):
            yield "karate", learner, "", seed
            yield "digits", learner, "", seed
    for query in ("random:0.3", "margin:0.1", "theta", "all"):
        yield "digits", "MSG", query, 1
        yield "karate", "CMOG", query, 2


def with_the_programs_constant(X):
    return np.column_stack([np.ones(len(X)), X])


@pytest.mark.parametrize("constant", (False, True))
@pytest.mark.parametrize("learner", ("GPA", "MPA-I", "MPAA-I"))
def test_the_programs_constant_is_a_column_of_ones(program, source, learner, constant):
    words = [program, "run", "digits", "--learner", learner, "--json", "--quiet", *([] if constant else ["--no-bias"])]
    output = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    assert output["source"]["bias"] == constant
    data = querent.read_rows(source / "datasets/embedded/vectors/digits/rows.csv.gz")
    run = querent.play(with_the_programs_constant(data.X) if constant else data.X, data.y.astype(str), learner=learner)
    assert (run.mistakes, run.queries) == (output["runs"][0]["mistakes"], output["runs"][0]["queries"])


@pytest.mark.parametrize("source_name, learner, query, seed", commands())
def test_the_programs_numbers(program, source, tmp_path, source_name, learner, query, seed):
    if learner not in querent.learner_names():
        pytest.skip(f"no {learner} in this catalogue")
    words = [program, "run", source_name, "--learner", learner, "--seed", str(seed), "--json", "--quiet"]
    words += ["--dim", "10", "--no-cache"] if source_name == "karate" else ["--no-bias"]
    done = subprocess.run(words + (["--query", query] if query else []), capture_output=True, text=True)
    if done.returncode == 2:
        pytest.skip("the program refuses it: " + done.stderr.strip()[:100])
    assert done.returncode == 0, done.stderr
    output = json.loads(done.stdout)["runs"][0]
    if source_name == "karate":
        folder = source / "datasets/embedded/graphs/karate"
        data = querent.read_graph(folder / "edges.tsv", folder / "labels.tsv")
        X, y = querent.SpectralEmbedding(n_components=10).fit_transform(data.graph), data.labels
    else:
        data = querent.read_rows(source / "datasets/embedded/vectors/digits/rows.csv.gz")
        X, y = data.X, data.y
    run = querent.play(X, y.astype(str), learner=learner, query=query, seed=seed)
    assert (run.mistakes, run.queries) == (output["mistakes"], output["queries"])
