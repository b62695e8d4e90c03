# SPDX-License-Identifier: Apache-2.0
"""Eight threads share one object: each call waits for the previous one, and none reads memory that another thread frees."""
import subprocess
import sys
import threading

import numpy as np
import pytest
import scipy.sparse as sp

import querent

EIGHT = """
import sys, threading
import numpy as np, scipy.sparse as sp, querent
sys.setswitchinterval(1e-6)
errors, start = [], threading.Barrier(8)

def work(k, turn):
    start.wait()
    try:
        for t in range(40):
            turn(k, t)
    except BaseException as error:
        errors.append(repr(error))

def eight(turn):
    threads = [threading.Thread(target=work, args=(k, turn)) for k in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not errors, errors
"""


def in_a_process(script):
    """Reports a crash of the process as a failure with its signal."""
    done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", EIGHT + script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{done.returncode}\n{done.stderr[-3000:]}"


@pytest.mark.parametrize("made", ["querent.GraphClassifier(n_components=8).session(G)", "querent.GraphClassifier().row_session(X)",
                                  "querent.GraphClassifier(n_components=8, query=lambda c, f, r: -c).session(G)"])
def test_eight_threads_ask_and_tell_one_session(made):
    in_a_process(f"""
rng = np.random.default_rng(0)
X = rng.normal(size=(400, 5))
S = sp.random(400, 400, 0.02, random_state=rng)
G = ((S + S.T) > 0).astype(float).tolil(); G.setdiag(0); G = G.tocsr(); G.eliminate_zeros()
session = {made}
session.tell(0, "a"); session.tell(1, "b")
classes = ["a", "b", "c", "d"]

def turn(k, t):
    q = session.ask()
    session.tell(q, classes[(q.index + k) % 4])
    if t % 10 == 3: session.undo()
    if t % 10 == 5: assert len(session.predict()) == 400
    if t % 10 == 7: session.predict_proba(), session.estimate_, repr(session)
    if t % 10 == 8: session.skip(session.ask_batch(2)[-1])

eight(turn)
assert sorted(set(session.classes_)) == sorted(session.classes_), session.classes_
assert 2 <= session.asked <= 320
""")


def test_eight_threads_learn_with_one_classifier():
    in_a_process("""
X = np.random.default_rng(0).normal(size=(300, 20)); y = np.arange(300) % 3
for model in (querent.MSG(), querent.learner("M-DUOL-appr")):
    model.partial_fit(X, y, classes=[0, 1, 2])

    def turn(k, t):
        part = slice(10 * k, 10 * k + 40)
        if k % 2: model.partial_fit(X[part], y[part])
        else: assert set(model.predict(X[part])) <= {0, 1, 2}
        if t % 8 == 0:
            import copy, pickle
            copy.deepcopy(model), pickle.dumps(model)

    eight(turn)
""")


def test_a_graph_keeps_its_own_arrays():
    n = 50
    i = np.arange(n)
    S = sp.coo_array((np.ones(n), (i, (i + 1) % n)), shape=(n, n))
    S = (S + S.T).tocsr()
    S.data = np.arange(1.0, len(S.data) + 1)
    S = ((S + S.T) / 2).tocsr()
    graph = querent.as_graph(S)
    before = graph.adjacency().toarray()
    S.indices[:], S.indptr[:], S.data[:] = 2**30, 2**30, np.nan
    assert np.array_equal(graph.adjacency().toarray(), before)
    adjacency = graph.adjacency()
    adjacency.indices[:], adjacency.data[:] = 2**30, np.nan
    assert np.array_equal(graph.adjacency().toarray(), before)
    for array in graph.graph.csr():
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_graph_of_read_only_arrays_is_not_copied():
    n = 50
    i = np.arange(n)
    S = sp.coo_array((np.ones(n), (i, (i + 1) % n)), shape=(n, n))
    S = (S + S.T).tocsr()
    frozen = [S.data.copy(), S.indices.copy(), S.indptr.copy()]
    for array in frozen:
        array.flags.writeable = False
    held = sp.csr_array(tuple(frozen), shape=S.shape)
    assert np.shares_memory(querent.as_graph(held).graph.csr()[1], frozen[1])
    view = S.indices.copy()[:]  # read-only, but a view of a writeable array
    view.flags.writeable = False
    assert not np.shares_memory(querent.as_graph(sp.csr_array((frozen[0], view, frozen[2]), shape=S.shape)).graph.csr()[1], view)


def test_rows_that_another_thread_changes_are_refused_or_learnt():
    in_a_process("""
rng = np.random.default_rng(0)
X = sp.csr_array(sp.random(4000, 50, 0.3, random_state=rng, format="csr")); y = np.arange(4000) % 2
X.has_canonical_format = True
good, bad = X.indices.copy(), X.indices.copy()
bad[::97] = 2**31 - 1
both = np.stack([bad, good])
again = np.lib.stride_tricks.as_strided(X.indices, (4000, *both.shape), (0, 0, 4))

def change():  # in one call of NumPy's, which has released the interpreter
    again[:] = both

other = threading.Thread(target=change); other.start()
learnt = 0
while other.is_alive():
    try:
        querent.PA_I().partial_fit(X, y, classes=[0, 1])
        learnt += 1
    except ValueError as error:
        assert "beyond the columns" in str(error) or "ascend" in str(error) or "beyond its shape" in str(error), error
""")


def test_a_rule_that_calls_its_own_session_is_told(karate):
    session = querent.GraphClassifier(n_components=4, query=lambda c, f, r: session.predict()).session(karate, classes=["a", "b"])
    with pytest.raises(RuntimeError, match="cannot call it"):
        session.ask()
    assert session.asked == 0  # and the session continues
    finished = []
    other = threading.Thread(target=lambda: finished.append(session.predict()))
    other.start()
    other.join()
    assert len(finished[0]) == 34


def test_threads_that_fit_one_estimator_wait_for_each_other():
    """Fits of two, three and four classes: a mixture of two of them can neither learn nor predict."""
    in_a_process("""
rng = np.random.default_rng(0)
tasks = [(rng.normal(size=(40, 5)), np.arange(40) % (2 + k % 3)) for k in range(8)]
made = [lambda: querent.PA_I(passes=3), lambda: querent.MSG(passes=2), lambda: querent.GraphClassifier(affinity="nearest_neighbors", n_components=3)]
for make in made:
    model = make()
    fits = [make().fit(X, y).predict(X) for X, y in tasks]
    model.fit(*tasks[0])

    def turn(k, t):
        if t >= 10: return
        X, y = tasks[k]
        assert model.fit(X, y) is model
        model.predict(tasks[0][0]), model.predict_proba(X)
        if t % 4 == 0:
            import copy, pickle
            copy.deepcopy(model).predict(X), pickle.loads(pickle.dumps(model)).predict(X)

    eight(turn)
    assert any(np.array_equal(model.predict(X), found) for (X, _), found in zip(tasks, fits))
""")
