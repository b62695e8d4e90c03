# SPDX-License-Identifier: Apache-2.0
"""A session asks, learns and takes answers back; the same answers give the same questions."""
import numpy as np
import pytest
from scipy import sparse as sp

import querent


def clubs(karate):
    return {node: karate.nodes[node]["club"] for node in karate}


def played(karate, **options):
    truth = clubs(karate)
    session = querent.GraphClassifier(n_components=8, **options).session(karate)
    asked = []
    while q := session.ask():
        asked.append(q.node)
        session.tell(q, truth[q.node])
    return session, asked


def test_ten_labels_classify_the_club(karate):
    session, asked = played(karate, budget=10)
    assert len(asked) == len(set(asked)) == session.asked == 10 and session.ending == "budget"
    frame = session.predict_frame()
    assert list(frame.columns) == ["id", "class", "probability", "asked"]
    truth = np.array(list(clubs(karate).values()))
    assert (frame["class"] == truth).mean() > 0.85  # guessing has 1/2
    assert frame["asked"].sum() == 10 and (frame["probability"][frame["asked"]] == 1).all()
    assert np.allclose(session.predict_proba().sum(1), 1)


def test_the_same_answers_give_the_same_questions(karate):
    assert played(karate, budget=12, random_state=3)[1] == played(karate, budget=12, random_state=3)[1]
    assert played(karate, budget=12, random_state=3)[1] == played(karate, budget=12, random_state=3, n_jobs=2)[1]


def test_the_wrong_answer_is_the_most_suspect(karate):
    session = querent.GraphClassifier(n_components=8, checks=0).session(karate, classes=["Mr. Hi", "Officer"])
    assert session.suspect_answers() == []
    clubs = {node: karate.nodes[node]["club"] for node in karate}
    clubs[33] = "Mr. Hi"  # the officer himself
    for node in (0, 33, 1, 2, 3, 32, 30, 29, 27, 23, 13, 7):
        session.tell(node, clubs[node])
    found = session.suspect_answers()
    assert len(found) == 12 and found[0][:2] == (33, "Mr. Hi")
    assert all(0 <= p <= 1 for _, _, p in found) and found[0][2] > 2 * found[1][2]


def test_the_question_is_the_most_useful_of_few_items(karate):
    truth = clubs(karate)
    session = querent.GraphClassifier(n_components=8, checks=0).session(karate)
    for _ in range(8):
        q = session.ask()
        session.tell(q, truth[q.node])
    useful = session.utilities()  # fewer than 50 nodes, all of which are drawn
    asked = session.predict_frame()["asked"].to_numpy()
    assert useful.shape == (34,) and (np.isnan(useful) == asked).all()
    q = session.ask()
    assert q.why == "urgent" and q.node == np.nanargmax(useful)


def test_undo_leaves_nothing_behind(karate):
    truth = clubs(karate)
    session = querent.GraphClassifier(n_components=8).session(karate)
    for _ in range(6):
        q = session.ask()
        session.tell(q, truth[q.node])
    before, proba = session.ask(), session.predict_proba()
    session.tell(before, "a third club")
    assert len(session.classes_) == 3
    assert session.undo()
    if len(session.classes_) == 3:  # the class was added by a separate event
        session.undo()
    assert session.ask() == before
    assert np.array_equal(session.predict_proba(), proba)


def test_known_labels_are_all_learnt(karate):
    truth = clubs(karate)
    y = np.array([truth[node] for node in karate], dtype=object)
    y[10:] = None
    clf = querent.GraphClassifier(n_components=8).fit(karate, y)
    assert clf.session_.asked == 0
    assert list(clf.predict()[:10]) == list(y[:10])
    assert list(clf.predict(nodes=[0, 9])) == [truth[0], truth[9]]
    numbers = np.where(np.arange(34) < 10, [truth[n] == "Officer" for n in karate], -1)
    assert np.array_equal(querent.GraphClassifier(n_components=8).fit(karate, numbers).predict() == 1,
                          clf.predict() == "Officer")


def test_what_no_label_reaches_is_probably_of_the_most_frequent_class():
    edges = np.array([[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]])
    clf = querent.GraphClassifier(n_components=2).fit(edges, ["a", "b", "a", None, None, None])
    assert list(clf.predict()[3:]) == ["a"] * 3
    assert np.allclose(clf.predict_proba()[3:].sum(axis=1), 1) and (clf.predict_proba()[3:, 0] < 0.7).all()


def test_saved_and_loaded_goes_on_alike(karate, tmp_path):
    truth = clubs(karate)
    clf = querent.GraphClassifier(n_components=8, budget=9)
    session = clf.session(karate)
    for _ in range(4):
        q = session.ask()
        session.tell(q, truth[q.node])
    clf.save(tmp_path / "s")
    next_question = session.ask()
    other = querent.GraphClassifier(n_components=8, budget=9)
    other.session(karate)
    other.load(tmp_path / "s")
    assert other.ask() == next_question
    assert np.array_equal(other.predict_proba(), clf.predict_proba())
    (tmp_path / "s").write_bytes((tmp_path / "s").read_bytes()[:-3])
    with pytest.raises(querent.CorruptError):
        other.load(tmp_path / "s")
    with pytest.raises(OSError):
        other.load(tmp_path / "nothing")


def test_a_file_goes_on_with_its_own_options_and_classes(karate, tmp_path):
    kind = querent.GraphClassifier(n_components=4, budget=3)
    session = kind.session(karate)
    session.tell(0, 3), session.tell(1, 4)
    with pytest.raises(ValueError, match="same text"):
        session.tell(2, "3")
    session.save(tmp_path / "s")
    clf = querent.GraphClassifier(n_components=4)
    other = clf.session(karate).load(tmp_path / "s")
    other.tell(5, 3), other.tell(6, "5")
    assert list(other.classes_) == list(clf.classes_) == [3, "4", "5"]
    for _ in range(3):
        other.tell(other.ask(), 3)
    assert other.ask() is None and other.ending == "budget"
    for wrong in (dict(query="random"), dict(query=lambda c, s, u: -c), dict(learner=lambda *a: None), dict(order="stream", learner="MSG")):
        with pytest.raises(ValueError, match="expected a session with (order|query)"):
            querent.GraphClassifier(n_components=4, **wrong).session(karate, ("a", "b")).load(tmp_path / "s")
    with pytest.raises(querent.CorruptError, match="other items"):
        querent.GraphClassifier(n_components=5).session(karate).load(tmp_path / "s")
    with pytest.raises(FileNotFoundError):
        other.load(tmp_path / "nothing")
    (tmp_path / "junk").write_text("junk")
    with pytest.raises(querent.CorruptError, match="a session"):
        other.load(tmp_path / "junk")


def test_classes_are_known_with_a_sum_of_one_and_follow_the_session(karate):
    kind = querent.GraphClassifier(n_components=4, class_shares=[90, 10])
    with pytest.raises(ValueError, match="sum 1, found 100"):
        kind.session(karate, ("a", "b"))
    with pytest.raises(ValueError, match="None is not a class"):
        querent.GraphClassifier(n_components=4).session(karate, (None, "a"))
    clf = querent.GraphClassifier(n_components=4).fit(karate, np.arange(34) % 2)
    assert clf.classes_.dtype.kind == "i" and clf.tell(0, 7).classes_.tolist() == [0, 1, 7]
    assert clf.estimate_ == (0, 0, 0)  # nothing is left to predict
    with pytest.raises(ValueError):
        clf.fit(karate, [None] * 34)
    assert clf.classes_.tolist() == [0, 1, 7]
    session = querent.GraphClassifier(n_components=4).session(karate, ("a", "b"), opinions={})
    assert session.predict()[0] is None  # without opinions and labels


def test_skipped_and_unknown_questions(karate):
    session = querent.GraphClassifier(n_components=8).session(karate)
    q = session.ask()
    session.do_not_know(q)
    assert session.ask().node != q.node
    later = session.ask()
    session.skip(later)
    assert session.ask().node != later.node
    assert len({q.node for q in session.ask_batch(5)}) == 5


@pytest.mark.parametrize("learner", ["MSG", "CMOG", "RLS-all", "PA-I"])
def test_a_stream_is_the_papers_protocol(karate, learner):
    truth = clubs(karate)
    labels = np.array([truth[node] for node in karate])
    classes = sorted(set(labels))
    session = querent.GraphClassifier(n_components=8, order="stream", learner=learner, random_state=5).session(
        karate, classes=classes)
    asked = []
    while q := session.ask():
        asked.append(q.node)
        session.tell(q, truth[q.node])
    rows = querent.SpectralEmbedding(n_components=8).fit_transform(karate)
    run = querent.play(rows, labels, learner=learner, seed=5)
    assert asked == list(run.order[run.asked])
    with pytest.raises(ValueError, match="stream"):
        querent.GraphClassifier(n_components=8, learner=learner).session(karate)


@pytest.mark.parametrize("call", [lambda s: s.tell(999, "x"), lambda s: s.tell(0, None), lambda s: s.tell("no", "x"),
                                  lambda s: s._session.answer(0, 7)])
def test_what_makes_no_sense_is_refused(karate, call):
    session = querent.GraphClassifier(n_components=4).session(karate, classes=["a", "b"])
    with pytest.raises((ValueError, TypeError)):
        call(session)


def test_rows_can_be_asked_for_too():
    datasets = pytest.importorskip("sklearn.datasets")
    X, y = datasets.load_iris(return_X_y=True)
    session = querent.GraphClassifier(budget=15).row_session((X - X.mean(0)) / X.std(0))
    while q := session.ask():
        session.tell(q, int(y[q.index]))
    assert (session.predict() == y).mean() > 0.7  # guessing has 1/3; least squares without a constant is wrong for a sixth


def test_there_is_no_error_before_ten_random_checks(karate):
    session = querent.GraphClassifier(n_components=8, checks=1.0).session(karate, classes=["a", "b"])
    for k in range(25):
        error, low, high = session.estimate_
        assert (error is None) == (k < 10) and 0 <= low < high <= 1 and (error is None or low < error < high)
        q = session.ask()
        session.tell(q, "a" if q.node < 17 else "b")
    stream = querent.GraphClassifier(n_components=8, order="stream", query="random:0.7").session(karate, classes=["a", "b"])
    while q := stream.ask():
        error, low, high = stream.estimate_
        asked = stream.predict_frame()["asked"].sum()
        assert (asked >= 10 or error is None) and 0 <= low < high <= 1 and (error is None or low < error < high)
        stream.tell(q, "a" if q.node < 17 else "b")
    assert stream.estimate_[0] is not None


def test_units_of_columns_do_not_matter():
    rng = np.random.default_rng(0)
    U = rng.random((300, 2))
    y = (U.sum(axis=1) > 1).astype(int)
    X = [20, 20000] + U * [40, 20000]

    def wrong(rows, **more):
        session = querent.GraphClassifier(budget=30).row_session(rows, classes=[0, 1], **more)
        while q := session.ask():
            session.tell(q, int(y[q.index]))
        return (session.predict() != y).mean()

    assert wrong(X) < 0.1
    assert wrong(X) == wrong((X - X.mean(0)) / X.std(0), scale="none")
    assert wrong(X, scale="none") > 0.2
    with pytest.raises(ValueError, match="standard"):
        querent.GraphClassifier().row_session(X, scale="minmax")
    constant = querent.GraphClassifier(budget=5).row_session(np.c_[X, np.ones(300)], classes=[0, 1])
    assert constant.ask() is not None


def test_rows_are_joined_to_their_neighbours():
    datasets = pytest.importorskip("sklearn.datasets")
    X, y = datasets.load_digits(return_X_y=True)
    clf = querent.GraphClassifier(budget=50)
    session = clf.row_session(X, classes=range(10))
    while q := session.ask():
        session.tell(q, int(y[q.index]))
    left = ~session.predict_frame()["asked"].to_numpy()
    wrong, (_, low, high) = (session.predict() != y)[left].mean(), session.estimate_
    assert wrong < 0.1 and low <= wrong <= high  # without neighbours .12, and .59 without scaling


def test_new_rows_are_classified_with_those_of_the_session():
    rng = np.random.default_rng(1)
    X = [20, 20000] + rng.random((400, 2)) * [40, 20000]
    y = ((X - [40, 30000]) / [40, 20000]).sum(axis=1) > 0
    S = (X - X.mean(axis=0)) / X.std(axis=0)  # sparse rows are not scaled
    for X, kind in ((X, np.asarray), (S, sp.csr_array)):
        clf = querent.GraphClassifier(budget=40)
        session = clf.row_session(kind(X[:300]), classes=[False, True])
        while q := session.ask():
            session.tell(q, bool(y[q.index]))
        assert (clf.predict(kind(X[300:])) == y[300:]).mean() > 0.9
        assert np.allclose(clf.predict_proba(kind(X[300:])).sum(axis=1), 1)
        assert list(clf.predict([0, 1])) == list(clf.predict()[:2])
        assert list(clf.predict(X[300:].tolist())) == list(clf.predict(kind(X[300:]))) or kind is sp.csr_array
        with pytest.raises(ValueError, match="rows of 2 columns, found 3"):
            clf.predict(np.ones((1, 3)))
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b"])
    clf.row_session(frame[:300], classes=[False, True], opinions={i: bool(y[i]) for i in range(300)})
    assert (clf.predict(frame[300:]) == y[300:]).mean() > 0.9  # by the opinions alone
    with pytest.raises(ValueError, match="same order"):
        clf.predict(frame[["b", "a"]])
    stream = querent.GraphClassifier(order="stream", learner="MSG")
    stream.row_session(X, classes=[0, 1])
    with pytest.raises(ValueError, match="order='pool'"):
        stream.predict(X)


def test_cora_from_the_mirror(shared):
    data = querent.read_graph(shared / "graphs/cora/edges.tsv", shared / "graphs/cora/labels.tsv")
    assert data.graph.num_nodes == 2485 and data.graph.num_edges == 5069
    truth = dict(zip(data.graph.names, data.labels))
    session = querent.GraphClassifier(budget=140).session(data.graph)
    while q := session.ask():
        session.tell(q, truth[q.node])
    error = np.mean([a != b for a, b in zip(session.predict(), data.labels)])
    assert error < 0.25
    estimate, low, high = session.estimate_
    assert low <= error <= high


def test_a_class_may_be_a_tuple(karate):
    session = querent.GraphClassifier(n_components=4).session(karate, classes=[("a", 1), ("b", 2)])
    session.tell(0, ("a", 1)), session.tell(33, ("b", 2))
    assert session.classes_.shape == (2,) and session.predict()[0] == ("a", 1)
    with pytest.raises(TypeError, match="hashable"):
        session.tell(1, range(2**40))


def review(n=90, seed=1):
    """Records of which every fifth is relevant, as its words and references show."""
    rng = np.random.default_rng(seed)
    relevant = np.arange(n) % 5 == 0
    words = (rng.random((n, 40)) < np.where(relevant[:, None] & (np.arange(40) < 8), 0.6, 0.1)).astype(float)
    words[:, 39] = 1
    cites = sp.triu(sp.csr_array((rng.random((n, n)) < 0.1 * (relevant[:, None] == relevant)).astype(float)), 1)
    return (cites + cites.T).tocsr(), sp.csr_array(words), relevant


def test_the_few_of_a_class_are_found_first_and_counted():
    graph, words, relevant = review()
    kind = querent.GraphClassifier(aim="find", stop_at_recall=0.9, checks=0.2, n_components=8)
    session = kind.session(graph, ("relevant", "other"), words=words)
    assert session.recall_ == (0, 0, 90, 90) or session.recall_.found == 0
    order = []
    while q := session.ask():
        order.append(relevant[q.node])
        session.tell(q, "relevant" if relevant[q.node] else "other")
    output = session.recall_
    assert session.ending == "goal" and output.found == sum(order) >= 0.9 * relevant.sum() and output.low <= relevant.sum() <= output.high
    assert sum(order[:30]) > 2 * 30 / 5  # a random fifth would be relevant
    import pickle
    assert pickle.loads(pickle.dumps(session)).recall_ == output
    assert querent.GraphClassifier().session(graph, (0, 1)).recall_ is None
    for wrong in (dict(aim="find", order="stream"), dict(aim="find", query="random"), dict(aim="look"), dict(stop_at_recall=0.5),
                  dict(aim="find", target="nobody"), dict(aim="find", stop_at_recall=1.5)):
        with pytest.raises(ValueError):
            querent.GraphClassifier(**wrong).session(graph, ("relevant", "other"))
    with pytest.raises(ValueError, match="the class to find first"):
        querent.GraphClassifier(aim="find").session(graph)


def test_opinions_of_a_machine_predict_before_anybody_is_asked(karate):
    truth = clubs(karate)
    names = sorted(set(truth.values()))
    opinions = {node: club for node, club in truth.items() if node % 3}
    session = querent.GraphClassifier(n_components=8).session(karate, names, opinions=opinions)
    output = dict(zip(karate, session.predict()))
    assert np.mean([output[node] == club for node, club in opinions.items()]) > 0.9
    for wrong in ({0: "nobody"}, {"nobody": names[0]}, {0: {names[0]: 1.5}}):
        with pytest.raises(ValueError):
            querent.GraphClassifier(n_components=8).session(karate, names, opinions=wrong)


def test_opinions_lead_to_the_few_of_a_class_before_anybody_answers():
    graph, words, relevant = review()
    opinions = {node: "relevant" if relevant[node] != (node % 7 == 3) else "other" for node in range(len(relevant))}  # one in seven is wrong
    session = querent.GraphClassifier(aim="find", checks=0, n_components=8).session(graph, ("relevant", "other"), words=words, opinions=opinions)
    q = session.ask()
    assert opinions[q.node] == "relevant" and q.predicted
    found = 0
    for _ in range(20):
        q = session.ask()
        found += relevant[q.node]
        session.tell(q, "relevant" if relevant[q.node] else "other")
    assert found >= 12, found  # of 18


def test_criteria_lead_to_the_nodes_that_share_their_words():
    graph, words, _ = review()
    kind = querent.GraphClassifier(aim="find", checks=0, n_components=8)
    rows = words.toarray() / np.linalg.norm(words.toarray(), axis=1)[:, None]
    for text in words[[17]], 2 * words.toarray()[4] + words.toarray()[9]:
        session = kind.session(graph, ("relevant", "other"), words=words, criteria=text)
        likeness = rows @ np.ravel(text.toarray() if hasattr(text, "toarray") else text)
        assert likeness[session.ask().node] == likeness.max()
    import pickle
    assert pickle.loads(pickle.dumps(session)).ask().node == session.ask().node
    for wrong in (np.zeros(40), np.ones(39), np.ones((2, 40)), np.full(40, np.nan), "words"):
        with pytest.raises((ValueError, TypeError), match="criteria"):
            kind.session(graph, ("relevant", "other"), words=words, criteria=wrong)
    for without in (kind.session, querent.GraphClassifier(n_components=8).session):
        with pytest.raises(ValueError, match="criteria need aim='find' and words"):
            without(graph, ("relevant", "other"), criteria=np.ones(40))
