# SPDX-License-Identifier: Apache-2.0
"""The first things that users try: labels by name, pickles, lists of edges, data sets, later rows, own rules and learners."""
import copy
import pickle

import numpy as np
import pytest
import scipy.sparse as sp

import querent

LETTERS = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "d")]


@pytest.fixture
def clubs(karate):
    return {node: karate.nodes[node]["club"] for node in karate}


def test_labels_by_name_are_aligned(karate, clubs):
    pd = pytest.importorskip("pandas")
    some = {node: clubs[node] for node in (0, 33, 5, 20)}
    by_place = [some.get(node) for node in karate]
    expected = querent.GraphClassifier(n_components=8).fit(karate, by_place).predict()
    shuffled = pd.Series(clubs).sample(frac=1, random_state=1)
    for y in (some, pd.Series(some), pd.Series(some).sample(frac=1, random_state=0), pd.Series(by_place)):
        assert list(querent.GraphClassifier(n_components=8).fit(karate, y).predict()) == list(expected)
        assert list(querent.label_spreading(karate, y)) == list(querent.label_spreading(karate, by_place))
    assert list(querent.GraphClassifier(n_components=8).fit(karate, shuffled).predict()) == list(clubs.values())
    assert list(querent.GraphClassifier(n_components=2).fit(LETTERS, {"a": 1, "f": 0}).predict_proba(["a", "f"])[:, 0]) == [0, 1]
    with pytest.raises(ValueError, match="no node 99"):
        querent.GraphClassifier().fit(karate, {99: "a", 0: "b"})
    with pytest.raises(ValueError, match="to_numpy"):
        querent.GraphClassifier().fit(LETTERS, pd.Series([0, 1, 0, 1, 0, 1]))
    with pytest.raises(ValueError, match="named twice"):
        querent.GraphClassifier().fit(karate, pd.Series(["a", "b"], index=[0, 0]))


def twins(thing):
    joblib = pytest.importorskip("joblib")
    import io
    file = io.BytesIO()
    joblib.dump(thing, file)
    file.seek(0)
    return [pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), joblib.load(file)]


@pytest.mark.parametrize("order, learner", [("pool", "auto"), ("stream", "MSG")])
def test_a_copied_session_goes_on_alike(karate, clubs, order, learner):
    session = querent.GraphClassifier(n_components=8, budget=20, order=order, learner=learner).session(karate, classes=set(clubs.values()))
    for _ in range(5):
        q = session.ask()
        session.tell(q, clubs[q.node])
    for twin in twins(session):
        copied = copy.deepcopy(session)
        for _ in range(5):
            q = copied.ask()
            assert twin.ask() == q
            twin.tell(q, clubs[q.node])
            copied.tell(q, clubs[q.node])
        assert np.array_equal(twin.predict_proba(), copied.predict_proba()) and twin.estimate_ == copied.estimate_
        assert session.asked == 5 and twin.asked == 10


def test_whatever_is_fitted_can_be_copied(karate, clubs):
    labels = list(clubs.values())
    rng = np.random.default_rng(0)
    words = rng.poisson(0.5, (34, 20))
    X = sp.random(40, 6, 0.4, random_state=0, format="csr")
    rows = querent.GraphClassifier().row_session(X)
    rows.tell(0, "a"), rows.tell(1, "b")
    for thing in (querent.GraphClassifier(n_components=8).fit(karate, labels[:-1] + [None]), rows,
                  querent.GraphClassifier(n_components=8).fit(karate, labels[:-1] + [None], words=words)):
        for twin in twins(thing):
            assert np.array_equal(twin.predict_proba(), thing.predict_proba())
    embedding = querent.SpectralEmbedding(n_components=4).fit(karate)
    edges = sp.csr_array(([1.0], ([0], [3])), shape=(1, 34))
    for twin in twins(embedding):
        assert np.array_equal(twin.embedding_, embedding.embedding_) and twin.solver_ == embedding.solver_
        assert np.array_equal(twin.transform(edges), embedding.transform(edges))
    for twin in twins(querent.as_graph(LETTERS)):
        assert twin.names == list("abcdef") and twin.num_edges == 7
    unfitted = querent.GraphClassifier(budget=3)
    assert [twin.get_params() for twin in twins(unfitted)] == [unfitted.get_params()] * 3
    own = querent.GraphClassifier(n_components=4, query=most_certain).session(karate, classes=["a", "b"])
    assert [twin.ask().node for twin in twins(own)] == [own.ask().node] * 3


def most_certain(candidates, scores, uncertainty):
    return -candidates


def test_data_sets_go_into_every_door():
    data = querent.datasets.load("karate", allow_network=False)
    assert repr(data) == "GraphFile: 34 nodes, 78 edges, 2 classes" and repr(data.graph) == "NamedGraph: 34 nodes, 78 edges"
    assert querent.as_graph(data) is data.graph
    assert querent.SpectralEmbedding(n_components=3).fit_transform(data).shape == (34, 3)
    clf = querent.GraphClassifier(n_components=8).fit(data)
    assert list(clf.predict()) == list(data.labels)
    assert querent.GraphClassifier(n_components=8, budget=2).session(data).ask().node in data.graph.names
    assert list(querent.label_spreading(data, data.labels)) == list(data.labels)
    rows = querent.datasets.load("digits", allow_network=False)
    assert repr(rows) == "RowsFile: 1797 rows of 64 features, 10 classes"
    model = querent.MSG().fit(rows)
    assert model.score(rows.X, rows.y) > 0.8
    assert querent.play(rows, learner="MSG").queries == querent.play(rows.X, rows.y, learner="MSG").queries
    assert querent.GraphClassifier(budget=1).row_session(rows).ask().index < 1797


def test_edges_as_people_write_them():
    square = querent.as_graph(sp.csr_array(([1.0, 1, 2.5, 2.5], ([0, 1, 1, 2], [1, 0, 2, 1])), shape=(3, 3)))

    def same(G, names=(0, 1, 2)):
        graph = querent.as_graph(G)
        assert list(graph.names) == list(names)
        assert np.array_equal(graph.adjacency().toarray(), square.adjacency().toarray())

    same([(0, 1, 1.0), (1, 2, 2.5)])
    same([("a", "b", 1), ("b", "c", 2.5)], "abc")
    same(square.adjacency().toarray())  # a dense matrix
    same(square.adjacency().toarray() * 1.0)
    same((np.array([[0.0, 1.0], [1.0, 2.0]]), [1, 2.5]))  # ids that a frame has converted to floats
    same((np.array([["x", "y"], ["y", "z"]]), [1, 2.5]), "xyz")
    assert querent.as_graph([[0, 1], [1, 2]]).num_edges == 2
    assert querent.as_graph(np.array([["x", "y"], ["y", "z"]], dtype=object)).names == ["x", "y", "z"]
    for big in ([[0, 10**12], [10**12, 7]], np.array([[0, 10**12], [10**12, 7]]), [(0, 2**70), (2**70, 7)]):
        with pytest.warns(UserWarning, match="were taken as names"):
            graph = querent.as_graph(big)
        assert graph.names == [0, 7, np.max(big)] and graph.num_edges == 2
    for wrong, words in (([(0, 0.5), (0.5, 1)], r"csr_array\(A\)"), (np.random.default_rng(0).random((5, 3)), "kneighbors_graph"),
                         ([[0, 1, 2], [1, 2, 0], [2, 0, 1]], "tuples"), ([(0, 1), (None, 2)], "missing"), ([("a", ["b"])], "hashable"),
                         ([(0, 1), (1, 2, 3, 4)], "edge 1: expected a pair")):
        with pytest.raises(ValueError, match=words):
            querent.as_graph(wrong)


def test_all_processors_and_too_many_components(karate):
    a = querent.SpectralEmbedding(n_components=4, n_jobs=-1).fit_transform(karate)
    assert np.array_equal(a, querent.SpectralEmbedding(n_components=4).fit_transform(karate))
    with pytest.warns(UserWarning, match="fewer than 1000 eigenvectors"):
        querent.SpectralEmbedding(n_components=1000).fit(karate)


@pytest.mark.parametrize("name", [n for n in querent.learner_names() if n not in ("auto", "thrifty")])
def test_scores_of_several_classes(name):
    """Each class has a score; the best class is predicted, and the two best scores differ by the margin."""
    model = querent.learner(name)
    if model._two_classes_only():
        pytest.skip("two classes only")
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 5))
    y = np.array(["a", "b", "c", "d"])[(X[:, 0] > 0) * 2 + (X[:, 1] > 0)]
    model.fit(X[:90], y[:90])
    f = model.decision_function(X)
    assert f.shape == (120, 4) and list(model.classes_[f.argmax(1)]) == list(model.predict(X))
    assert np.allclose(np.sort(f, axis=1)[:, 3] - np.sort(f, axis=1)[:, 2], model.margin(X), rtol=1e-9, atol=1e-12)
    assert np.allclose(model.decision_function(sp.csr_array(X)), f)
    share = model.predict_proba(X)
    assert np.allclose(share.sum(1), 1) and np.array_equal(share.argmax(1), f.argmax(1))


def test_scorers_of_several_classes_work():
    selection = pytest.importorskip("sklearn.model_selection")
    X, y = pytest.importorskip("sklearn.datasets").load_iris(return_X_y=True)
    X = (X - X.mean(0)) / X.std(0)
    for scoring in ("roc_auc_ovr", "neg_log_loss", "accuracy"):
        scores = selection.cross_val_score(querent.MSG(), X, y, scoring=scoring, cv=3)
        assert np.isfinite(scores).all()
    assert selection.cross_val_score(querent.MSG(), X, y, scoring="roc_auc_ovr", cv=3).mean() > 0.8  # guessing has 1/2
    assert np.isfinite(selection.cross_val_score(querent.PA_I(), X[:100], y[:100], scoring="roc_auc", cv=3)).all()


@pytest.mark.filterwarnings("ignore")
def test_scikit_learns_checks_pass_on_rows():
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    from unittest import SkipTest
    for estimator, check in checks.check_estimator(querent.GraphClassifier(affinity="nearest_neighbors"), generate_only=True):
        try:
            check(estimator)
        except SkipTest:
            pass


def test_digits_are_learnt_from_fifty_labels_and_new_rows_are_classified():
    datasets, selection = (pytest.importorskip(f"sklearn.{name}") for name in ("datasets", "model_selection"))
    X, y = datasets.load_digits(return_X_y=True)
    clf = querent.GraphClassifier(budget=50, affinity="nearest_neighbors")
    session = clf.session(X[:1500])
    while q := session.ask():
        session.tell(q, int(y[q.index]))
    assert np.mean(clf.predict() == y[:1500]) > 0.9  # 0.4 with the rows only
    assert np.mean(clf.predict(X[1500:]) == y[1500:]) > 0.85
    assert clf.predict_proba(X[1500:1503]).shape == (3, 10)
    few = np.where(np.random.default_rng(0).random(1500) < 0.05, y[:1500], -1)
    assert querent.GraphClassifier(affinity="nearest_neighbors").fit(X[:1500], few).score(X[1500:], y[1500:]) > 0.85
    scores = selection.cross_val_score(querent.GraphClassifier(affinity="nearest_neighbors"), X[:600], y[:600], cv=3,
                                       scoring="accuracy")
    assert scores.min() > 0.75
    for labels in ([-1, 1], [0, 1], ["a", "b"]):
        y_two = np.array(labels)[(y[:300] > 4).astype(int)]
        two = querent.GraphClassifier(affinity="nearest_neighbors").fit(X[:300], y_two)
        assert list(two.classes_) == labels and (two.predict(X[:300]) == y_two).mean() > 0.9 and two.predict(X[:3]).dtype == y_two.dtype


def test_new_nodes_are_classified_by_their_edges(karate, clubs):
    nx = pytest.importorskip("networkx")
    selection = pytest.importorskip("sklearn.model_selection")
    y = np.array(list(clubs.values()))
    A = nx.to_scipy_sparse_array(karate, dtype=float).tocsr()
    clf = querent.GraphClassifier(n_components=8).fit(A, y)
    new = clf.predict_proba(A[[3, 20]])  # two more people with the friends of 3 and of 20
    for row, node in zip(new, (3, 20)):
        share = A[[node]] @ clf.predict_proba()
        assert np.allclose(row, share / share.sum())
    assert list(clf.predict(A[[3, 20]].toarray())) == list(clf.predict(A[[3, 20]]))
    assert clf.predict(sp.csr_array((1, 34)))[0] is None  # it has no edge
    assert selection.cross_val_score(clf, A, y, cv=3).mean() > 0.8  # scikit-learn splits rows and columns
    for wrong, words in ((nx.path_graph(5), "without one classifies every node"), (A[:, :5], r"\(k, 34\), found \(34, 5\)"),
                         (querent.as_graph(A), "expected names of nodes"), ([99], "node: expected"), (-A, "weights >= 0")):
        with pytest.raises((ValueError, TypeError), match=words):
            clf.predict(wrong)
    with pytest.raises(ValueError, match="arrays or sparse matrices"):
        selection.cross_val_score(clf, karate, y, cv=3)
    rows = querent.GraphClassifier()
    rows.row_session(np.eye(34), classes=["a", "b"])
    with pytest.raises(ValueError, match="rows of 34 columns, found 33"):
        rows.predict(np.eye(33))
    assert clf.fit(A, np.arange(34) % 2).predict().dtype == np.dtype(int)


class Nearest:
    """A user's learner: the class of the nearest answered row."""

    def fit(self, X, y):
        self.X, self.y, self.classes_ = X, np.asarray(y), np.unique(y)
        return self

    def decision_function(self, X):
        distance = ((X[:, None, :] - self.X[None]) ** 2).sum(-1)
        return np.stack([-distance[:, self.y == c].min(1) for c in self.classes_], axis=1)


def nearest(rows, items, labels, n_classes):
    distance = ((rows[:, None, :] - rows[items][None]) ** 2).sum(-1)
    return np.stack([-distance[:, labels == c].min(1, initial=9e9) for c in range(n_classes)], axis=1)


def estimators():
    yield "an object", Nearest()
    yield "a function", nearest
    try:
        from sklearn.linear_model import LogisticRegression
        yield "scikit-learn's", LogisticRegression()
    except ImportError:
        pass


@pytest.mark.parametrize("kind, learner", list(estimators()))
def test_a_learner_of_the_users_is_asked_by_its_own_scores(karate, clubs, kind, learner):
    seen = []

    def smallest_margin(candidates, scores, uncertainty):
        two = np.sort(scores, axis=1)[:, -2:]
        seen.append(scores)
        return two[:, 0] - two[:, 1]

    made = [querent.GraphClassifier(n_components=2, budget=14, learner=learner, query=query).session(karate, classes=sorted(set(clubs.values())))
            for query in ("", smallest_margin)]
    for session in made:
        session.tell(0, clubs[0]), session.tell(33, clubs[33])
        while q := session.ask():
            assert q.predicted in clubs.values() and q.confidence == max(q.class_probabilities.values())
            session.tell(q, clubs[q.node])
    assert [a for a, _ in made[0]._session.answers] == [a for a, _ in made[1]._session.answers]
    assert seen and all(np.allclose(scores.sum(1), 1) for scores in seen)
    session = made[0]
    answers = dict(session._session.answers)
    truth = np.array(list(clubs.values()))
    assert (session.predict() == truth).mean() > 0.8 and all(session.predict()[i] == truth[i] for i in answers)
    frame = session.predict_frame()
    assert frame["asked"].sum() == 16 and np.allclose(frame["probability"], session.predict_proba().max(1))
    error, low, high = session.estimate_
    assert error is None and 0 <= low < high <= 1  # too few random checks among 16 questions
    for twin in twins(session):
        assert np.array_equal(twin.predict_proba(), session.predict_proba()) and twin.estimate_ == session.estimate_
    session.undo()
    assert session.predict_frame()["asked"].sum() == 15


def test_the_error_of_a_users_learner_is_that_of_its_own_predictions():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    y = (X[:, 0] > 0).astype(int)

    def wrong(rows, items, labels, n_classes):  # predicts the other class for every row
        return np.column_stack([rows[:, 0] > 0, rows[:, 0] <= 0]).astype(float)

    session = querent.GraphClassifier(budget=60, checks=1.0, learner=wrong).row_session(X, classes=[0, 1])
    session.tell(int(np.flatnonzero(y == 0)[0]), 0), session.tell(int(np.flatnonzero(y == 1)[0]), 1)
    assert session.estimate_ == (None, 0.0, 1.0)
    while q := session.ask():
        session.tell(q, int(y[q.index]))
    error, low, high = session.estimate_
    assert low < error < high == 1 and low > 0.9  # about sixty, all wrong
    asked = session.predict_frame()["asked"]
    assert (session.predict()[~asked] != y[~asked]).all() and (session.predict()[asked] == y[asked]).all()
    for bad, words in ((lambda *a: np.zeros((3, 2)), r"expected finite numbers of shape \(200, 2\), found shape \(3, 2\)"),
                       (lambda *a: np.full((200, 2), np.nan), "NaN")):
        with pytest.raises(ValueError, match="scores of the learner.*" + words):
            s = querent.GraphClassifier(learner=bad).row_session(X, classes=[0, 1])
            s.tell(0, 0), s.tell(1, 1), s.ask()
    with pytest.raises(ValueError, match="order='pool'"):
        querent.GraphClassifier(learner=wrong, order="stream").row_session(X, classes=[0, 1])
    with pytest.raises((ValueError, TypeError), match="learner"):
        querent.GraphClassifier(learner=object()).row_session(X)


def test_labels_of_rows_count_by_position(karate):
    pd = pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    draw = np.random.default_rng(0)
    X = np.vstack([draw.normal(0, 0.2, (30, 2)), draw.normal(2, 0.2, (30, 2))])
    rows = pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "y": np.repeat([0.0, 1.0], 30)}).sample(frac=1, random_state=1)
    y = rows.pop("y")
    part = y.copy()
    part.iloc[:10] = np.nan
    classifier = querent.GraphClassifier(affinity="nearest_neighbors", n_components=10)
    for labels in (y, part, part.to_numpy()):
        assert classifier.fit(rows, labels).score(rows, y) == 1
    for labels in (["a", "b", -1] * 20, np.array(["a", "b", -1] * 20, dtype=object), pd.Series(["a", "b", pd.NA] * 20, dtype="string")):
        assert list(classifier.fit(X, labels).classes_) == ["a", "b"]
    assert list(classifier.fit(X, np.repeat([-1, 1], 30)).classes_) == [-1, 1]  # among numbers -1 is a class
    session = querent.GraphClassifier(n_components=8).session(karate, ["a", "b"])
    assert len({session.ask(), session.ask()}) == 1


def test_edges_in_any_form_are_the_same_graph(karate):
    pd = pytest.importorskip("pandas")
    edges = np.array([[4, 3], [3, 0], [0, 1], [1, 2]])
    expected = querent.as_graph(edges).adjacency().toarray()

    class Data:
        edge_index = edges.T
        num_nodes = 5

    class Two:
        edge_index = np.array([[0, 1], [2, 3]])

    for same in (pd.DataFrame(edges, columns=["source", "target"]), Data(), edges.tolist()):
        assert (querent.as_graph(same).adjacency().toarray() == expected).all()
    assert querent.as_graph(Two()).adjacency()[0, 2] == 1
    with pytest.raises(ValueError, match="tuples"):
        querent.as_graph([[0, 1, 2], [1, 2, 3]])
    with pytest.raises(ValueError, match="of shape .k, 34"):
        querent.SpectralEmbedding(n_components=3).fit(karate).transform(karate)


def test_tags_of_later_versions_of_scikit_learn(monkeypatch):
    """The dataclasses of sklearn.utils since 1.6, with the fields that its documentation lists."""
    utils = pytest.importorskip("sklearn.utils")
    if not hasattr(utils, "Tags"):
        from dataclasses import make_dataclass
        fields = {"Tags": "estimator_type target_tags transformer_tags classifier_tags regressor_tags array_api_support no_validation "
                          "non_deterministic requires_fit _skip_test input_tags",
                  "TargetTags": "required one_d_labels two_d_labels positive_only multi_output single_output",
                  "ClassifierTags": "poor_score multi_class multi_label", "TransformerTags": "preserves_dtype",
                  "InputTags": "one_d_array two_d_array three_d_array sparse categorical string dict positive_only allow_nan pairwise"}
        for name, of in fields.items():
            monkeypatch.setattr(utils, name, make_dataclass(name, [(field, object, None) for field in of.split()]), raising=False)
    graph = querent.GraphClassifier().__sklearn_tags__()
    assert graph.estimator_type == "classifier" and graph.input_tags.pairwise and graph.target_tags.required
    assert not querent.GraphClassifier(affinity="nearest_neighbors").__sklearn_tags__().input_tags.pairwise
    assert querent.AROW().__sklearn_tags__().classifier_tags.multi_class is False
    assert querent.MPA().__sklearn_tags__().classifier_tags.multi_class
    embedding = querent.SpectralEmbedding().__sklearn_tags__()
    assert embedding.estimator_type == "transformer" and embedding.classifier_tags is None


def test_a_rule_gets_what_it_needs():
    with pytest.raises(ValueError, match="needs an uncertainty"):
        querent.QueryRule("bbq")(querent.Prediction("a", 0.5))
    with pytest.raises(ValueError, match="no parameter 'bb'"):
        querent.QueryRule("margin", bb=1)
    assert querent.QueryRule("margin", b=0.5)(querent.Prediction("a", 0.5)) == 0.5


def test_parameters_of_a_learner_and_a_rule_are_found_by_a_grid_search():
    linear_model, selection = (pytest.importorskip(f"sklearn.{name}") for name in ("linear_model", "model_selection"))
    X, y = np.random.default_rng(0).normal(size=(60, 3)), np.arange(60) % 2
    clf = querent.GraphClassifier(affinity="nearest_neighbors", learner=linear_model.LogisticRegression())
    search = selection.GridSearchCV(clf, {"learner__C": [0.01, 1], "n_neighbors": [3, 5]}, error_score="raise").fit(X, y)
    assert search.best_estimator_.learner.C == search.best_params_["learner__C"] and clf.learner.C == 1.0
    assert clf.get_params()["learner__C"] == 1.0 and "learner__C" not in clf.get_params(deep=False) and "__" not in repr(clf)
    assert clf.set_params(learner=linear_model.LogisticRegression(), learner__C=7).learner.C == 7
    online = querent.PA_I(query=querent.QueryRule("margin", b=0.5))
    assert online.set_params(query__b=2).query == querent.QueryRule("margin", b=2)
    for wrong in ({"learner__C": 1}, {"params__C": 1}, {"colour": 1}, {"query__b": 1}):
        with pytest.raises(ValueError, match=f"OnlineClassifier has no parameter '{next(iter(wrong))}'; it has encoding, learner"):
            querent.OnlineClassifier().set_params(**wrong)


def test_weights_of_rows_are_refused_with_a_remedy(karate):
    X, y = np.random.default_rng(0).normal(size=(30, 3)), np.arange(30) % 2
    from inspect import signature
    for fit, classes in ((querent.PA_I().fit, {}), (querent.PA_I().partial_fit, {"classes": [0, 1]}),
                         (querent.GraphClassifier(affinity="nearest_neighbors").fit, {})):
        with pytest.raises(TypeError, match="same weight; leave it out, or repeat rows"):
            fit(X, y, sample_weight=np.ones(30), **classes)
        assert "sample_weight" not in signature(fit).parameters  # by which scikit-learn knows
    with pytest.raises(ValueError, match="words: expected a row for each of 34 nodes, found 1"):
        querent.GraphClassifier(n_components=4).fit(karate, np.arange(34) % 2, np.ones(34))


def test_cross_validation_cuts_a_series(karate, clubs):
    pd, selection = pytest.importorskip("pandas"), pytest.importorskip("sklearn.model_selection")
    S = sp.csr_matrix(querent.as_graph(karate).adjacency())
    y = pd.Series(clubs)
    clf = querent.GraphClassifier(n_components=4)
    for folds in (5, selection.KFold(5), selection.KFold(5, shuffle=True, random_state=0)):
        found = selection.cross_val_score(clf, S, y, cv=folds, error_score="raise")
        assert np.array_equal(found, selection.cross_val_score(clf, S, y.to_numpy(), cv=folds)) and found.mean() > 0.8
    for disordered in (y.iloc[::-1].iloc[:30], y.iloc[:30].set_axis([str(i) for i in range(30)])):
        with pytest.raises(ValueError, match="to_numpy"):
            clf.fit(S[:30][:, :30], disordered)


def test_classes_that_are_equal_are_refused(karate):
    clf = querent.GraphClassifier(n_components=4)
    for start in (lambda classes: clf.session(karate, classes), lambda classes: clf.row_session(np.eye(5), classes)):
        with pytest.raises(ValueError, match="classes: expected different classes, found 1 and True, which are equal"):
            start([1, True, 1.0])
        with pytest.raises(ValueError, match="found 'b' and 'b'"):
            start(["a", "b", "b"])
        assert list(start([0, 1, "a"]).classes_) == [0, 1, "a"]


@pytest.mark.parametrize("unknown", [-1, -1.0, np.int64(-1)])
def test_minus_one_is_no_new_class(karate, unknown):
    session = querent.GraphClassifier(n_components=4).session(karate, classes=["a", "b"])
    with pytest.raises(ValueError, match=r"label: -1 means .*skip\(\) or do_not_know\(\)"):
        session.tell(session.ask(), unknown)
    assert list(session.classes_) == ["a", "b"] and session.asked == 0
    session = querent.GraphClassifier(n_components=4).session(karate, classes=[-1, 1])
    session.tell(session.ask(), unknown)
    assert session.asked == 1 and list(session.classes_) == [-1, 1]
