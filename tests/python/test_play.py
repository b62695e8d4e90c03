# SPDX-License-Identifier: Apache-2.0
"""The protocol with names, with rules as values, and with callables as learner, rule and oracle."""
import pickle

import numpy as np
import pytest

import querent


def rows(n=200, d=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X[:, 0] + 0.5 * X[:, 1] > 0, "yes", "no")


class Majority:
    def __init__(self):
        self.seen = {}

    def predict_one(self, x):
        return max(self.seen, key=self.seen.get) if self.seen else "no"

    def learn_one(self, x, label):
        self.seen[label] = self.seen.get(label, 0) + 1


def test_an_object_learns_a_callable_asks_a_callable_answers():
    X, y = rows()
    asked = []

    def oracle(i):
        asked.append(i)
        return y[i]

    run = querent.play(X, oracle, learner=Majority(), query=lambda x, output: 0.25, order="file")
    assert run.queries == len(asked) and abs(run.queries - 50) < 4 * np.sqrt(200 * 0.25 * 0.75)
    assert [i for i, a in enumerate(run.asked) if a] == asked
    assert run.frame().shape[0] == 200
    assert (run.label[~run.asked] == None).all()  # noqa: E711
    assert run.error_rate == run.mistakes / run.queries  # of the rounds whose label is known


def test_a_function_is_a_learner():
    X, y = rows()
    told = []

    def last(x, label=None):
        if label is not None:
            told.append(label)
        return told[-1] if told else "no"

    run = querent.play(X, y, learner=last, query="all", order="file")
    assert told == list(y)
    assert list(run.predicted[1:]) == list(y[:-1])


@pytest.mark.parametrize("learner", ["PA-I", "MSG", "RLS-all", "MPA-I"])
@pytest.mark.parametrize("query", ["", "random:0.3"])
def test_an_oracle_by_name_gives_the_numbers_of_labels(learner, query):
    X, y = rows()
    asked = []

    def oracle(i):
        asked.append(i)
        return y[i]

    whole = querent.play(X, y, learner=learner, query=query, seed=3)
    lazy = querent.play(X, oracle, learner=learner, query=query, seed=3, classes=["no", "yes"])
    assert np.array_equal(whole.predicted, lazy.predicted) and np.array_equal(whole.asked, lazy.asked)
    assert asked == list(whole.order[whole.asked])
    with pytest.raises(ValueError, match="classes"):
        querent.play(X, oracle, learner=learner)
    with pytest.raises(ValueError, match="not in classes"):
        querent.play(X, lambda i: "maybe", learner=learner, query="all", classes=["no", "yes"])


def test_a_rule_is_a_value_that_goes_where_its_name_goes():
    X, y = rows()
    rule = querent.QueryRule("random", p=0.3)
    assert rule(querent.Prediction("yes")) == 0.3 and pickle.loads(pickle.dumps(rule)) == rule
    for learner in ("PA-I", "MSG"):
        by_name = querent.play(X, y, learner=learner, query="random:0.3", seed=2)
        by_value = querent.play(X, y, learner=learner, query=rule, seed=2)
        assert np.array_equal(by_name.asked, by_value.asked)
    assert (querent.PA_I(query=rule).fit(X, y).ask(X) == 0.3).all()
    assert set(querent.query_rule_names()) >= {"random", "margin", "theta", "all"}
    with pytest.raises(ValueError, match="did you mean|no query rule|random"):
        querent.QueryRule("randon")
    with pytest.raises(ValueError):
        querent.QueryRule("random", p=2)


def test_margin_is_b_over_b_plus_margin():
    rule = querent.QueryRule("margin", b=0.5)
    for margin in (0.0, 0.1, 3.0):
        assert rule(querent.Prediction(1, margin)) == pytest.approx(0.5 / (0.5 + margin), rel=1e-15)
    with pytest.raises(ValueError, match="margin"):
        rule(querent.Prediction(1))


def test_a_rule_of_the_catalogue_asks_for_another_librarys_learner():
    X, y = rows(400)
    linear = pytest.importorskip("sklearn.linear_model")
    run = querent.play(X, y, learner=linear.Perceptron(), query=querent.QueryRule("margin", b=0.5), seed=1)
    assert 20 < run.queries < 350 and run.error_rate < 0.3  # guessing has 1/2
    with pytest.raises(ValueError, match="Prediction"):
        querent.play(X, y, learner=Majority(), query="margin:0.5")
    with pytest.raises(ValueError, match="query rule of its own|no query rule"):
        querent.play(X, y, learner=Majority())


def test_a_learner_of_the_catalogue_asked_by_a_callable_sees_rows_and_predictions():
    X, y = rows()
    seen = []

    def rule(x, output):
        seen.append((x, output))
        return 1.0

    run = querent.play(X, y, learner=querent.PA_I(C=0.5), query=rule, order="file")
    named = querent.play(X, y, learner="PA-I", query="all", params={"C": 0.5}, order="file")
    assert np.array_equal(run.predicted, named.predicted) and np.array_equal(run.margin, named.margin)
    assert all(np.array_equal(x, X[i]) for i, (x, _) in enumerate(seen))
    with pytest.raises(ValueError, match="not a probability"):
        querent.play(X, y, learner="PA-I", query=lambda x, output: 1.5)


def test_an_oracle_that_fails_ends_the_pass_with_its_own_error():
    X, y = rows()

    def oracle(i):
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        querent.play(X, oracle, learner="PA-I", query="all", classes=["no", "yes"])


def test_a_pool_is_asked_by_names_and_by_a_callable(karate):
    def session(query):
        return querent.GraphClassifier(n_components=8, checks=0, query=query).session(karate, classes=["a", "b"])

    def asked(session, k=6):
        found = []
        for _ in range(k):
            q = session.ask()
            found.append(q.node)
            session.tell(q, "a" if q.node < 17 else "b")
        return found

    assert asked(session("auto")) == asked(session(""))
    with pytest.raises(ValueError, match="'auto'"):  # on a graph without features `auto` uses another rule
        session("variance-reduction")
    assert len(set(asked(session("random")))) == 6
    with pytest.raises(ValueError, match="'random'"):
        session("most-urgent")
    assert asked(session(lambda candidates, scores, uncertainty: -candidates)) == [0, 1, 2, 3, 4, 5]
    shapes = []

    def rule(candidates, scores, uncertainty):
        shapes.append((len(candidates), scores.shape, len(uncertainty)))
        return candidates

    assert asked(session(rule)) == [33, 32, 31, 30, 29, 28]
    assert shapes[0] == (34, (34, 2), 34) and shapes[5] == (29, (29, 2), 29)
    with pytest.raises(ValueError, match="one utility per candidate"):
        session(lambda c, s, u: [1.0]).ask()
    with pytest.raises(ValueError, match="not finite"):
        session(lambda c, s, u: c * np.nan).ask()
    with pytest.raises(ZeroDivisionError):
        session(lambda c, s, u: 1 / 0).ask()
    with pytest.raises(ValueError, match="callable"):
        session("margin")
    with pytest.raises(ValueError, match="stream"):
        querent.GraphClassifier(n_components=8, order="stream", query=rule).session(karate, classes=["a", "b"])
