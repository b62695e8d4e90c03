# SPDX-License-Identifier: Apache-2.0
"""The session of the library with the caller's names of items."""

import functools
import pathlib
import tempfile
import threading
import typing
from dataclasses import dataclass, field

import numpy as np

from . import _checked, _querent
from ._labels import objects
from ._own import OwnLearner
from ._rows import as_rows


def _alone(method):
    """Lets one thread in at a time; others wait. A query rule cannot call its own session."""
    @functools.wraps(method)
    def call(self, *args, **kwargs):
        thread = threading.get_ident()
        if self._inside == thread:
            raise RuntimeError("this session is busy in this thread: a query rule or a signal handler cannot call it")
        with self._lock:
            try:
                self._inside = thread
                return method(self, *args, **kwargs)
            finally:
                self._inside = None
    return call


@dataclass(frozen=True)
class Question:
    """A node or row whose label is asked for.

    Attributes
    ----------
    id : int
    node : hashable
        The caller's name of the node (for a row: its index).
    index : int
    why : {"cover", "urgent", "check"}
        Initial cover of the graph; chosen by the rule of the session; drawn at random for the estimate.
    probability : float
        The probability with which it was chosen.
    predicted : class or None
        The predicted class; None before the first answers.
    confidence : float
        Probability of `predicted`.
    class_probabilities : dict
    """

    id: int
    node: object
    index: int
    why: str
    probability: float
    predicted: object
    confidence: float
    class_probabilities: dict = field(hash=False)


class Recall(typing.NamedTuple):
    """Estimated number of items of the class to find.

    Attributes
    ----------
    found : int
        Number of items found.
    low, high : int
        Bounds on the number of items that exist, including those found, with 95 % confidence at any time.
    more : int
        Minimum number of further questions without a find until the goal is reached; 0 without a goal.
    """

    found: int
    low: int
    high: int
    more: int


class RowSession:
    """Questions, answers and predictions on rows, started by `GraphClassifier.row_session`.

    The same rows, options and answers give the same questions and predictions, to the bit. Threads may share a session:
    each call waits for the previous one. It can be pickled and copied.

    Attributes
    ----------
    ending : {"budget", "goal", "nothing left"} or None
        The reason why there is no further question; None as long as there is one.
    """

    _from_file = frozenset()  # texts of classes that `load` has read, until `tell` gives the caller's own object
    _kind = np.dtype(object)  # of the labels that were passed to `GraphClassifier.fit`

    def __init__(self, items, names, classes, **options):
        self._items = items
        self._names = names
        self._index = _index_of(names)
        self._labels = _class_list(classes)
        self._options = options
        self._own = options["query"] if isinstance(options["query"], OwnLearner) else None
        self._lock, self._inside = threading.Lock(), None
        self._session = _querent.Session(items, [_text(c) for c in classes], **options)
        self.ending = None

    # -- questions ------------------------------------------------------------------------------

    @_alone
    def ask(self):
        """The next question; the same one until it is answered.

        Returns
        -------
        Question or None
            None if there is no further question; `ending` is the reason.
        """
        self._follow()
        result = self._session.next()
        if isinstance(result, str):
            self.ending = result
            return None
        return self._question(result)

    @_alone
    def ask_batch(self, k):
        """Several questions at once, whose answers may come in any order.

        Parameters
        ----------
        k : int

        Returns
        -------
        list of Question
            k different ones; fewer if the session ends before, and in a stream one.
        """
        k = _checked.count(k, "k", 1)
        self._follow()
        return [self._question(result) for result in self._session.next_batch(k)]

    @_alone
    def tell(self, what, label):
        """Gives the label of a question or a node, asked or not; a second label corrects the first.

        Parameters
        ----------
        what : Question or name of a node
        label : hashable
            A known or new class; not None, and -1 only if it was among the classes at the start.
        """
        self._session.answer(self._item(what), self._class(label))
        self.ending = None

    @_alone
    def skip(self, what):
        """Skips a question for now."""
        self._session.skip(self._item(what))

    @_alone
    def do_not_know(self, what):
        """Marks an item as unknown; it is never asked again."""
        self._session.do_not_know(self._item(what))

    @_alone
    def undo(self):
        """Takes back the last answer, skip or class.

        Returns
        -------
        bool
            False if there is none.
        """
        self.ending = None
        done = self._session.undo()
        self._labels = self._labels[:len(self._session.classes)]
        return done

    # -- results --------------------------------------------------------------------------------

    @property
    @_alone
    def asked(self):
        """Number of answered questions."""
        return self._session.asked

    @property
    @_alone
    def classes_(self):
        """Classes in the order in which they were added; ndarray of object, shape (n_classes,)."""
        return objects(self._labels)

    @property
    @_alone
    def recall_(self):
        """Recall(found, low, high, more) if aim="find", else None: items of the class found, the 95 % interval of their
        total, and the minimum number of questions without a find until `stop_at_recall` is reached."""
        result = self._session.recall()
        return None if result is None else Recall(*result)

    @property
    @_alone
    def estimate_(self):
        """(error, low, high): fraction of wrong predictions on all items not asked, with its 95 % interval, from the
        questions drawn at random. Before ten of them `error` is None and only the interval is known."""
        return self._own.estimate(self._session.answers) if self._own else self._session.estimate()

    @_alone
    def predict(self):
        """The most probable class of every node, or its answer.

        Returns
        -------
        ndarray of object, shape (n,)
            None for a node that cannot be classified.
        """
        return objects([*self._labels, None])[self._predictions()["label"]]

    @_alone
    def predict_proba(self):
        """The probability of every class.

        Returns
        -------
        ndarray of shape (n, n_classes)
            Rows sum to 1, or to 0 for a node that cannot be classified.
        """
        if self._own:
            self._follow()
            return np.zeros((len(self._items), len(self._labels))) if self._own.share is None else self._own.share.copy()
        return self._session.all_class_probabilities()

    @_alone
    def utilities(self):
        """The utility of asking about each item now.

        Returns
        -------
        ndarray of shape (n,)
            For `auto` the expected reduction of variance, with aim="find" the probability of the class to find, for
            another learner the urgency of its query rule. NaN for items that may not be asked or are not candidates;
            empty in a stream and for an estimator of scikit-learn.
        """
        return np.array([] if self._own else self._session.utilities(), dtype=float)

    @_alone
    def suspect_answers(self):
        """Answers that the other answers contradict.

        Returns
        -------
        list of (item, label, probability)
            One per answer, the most doubtful first; `probability` in [0, 1] that it is wrong. Empty if the learner is
            not `auto`, or the order is a stream.
        """
        wrong = [] if self._own else self._session.probably_wrong()
        found = [(self._names[i], self._labels[k], w) for (i, k), w in zip(self._session.answers, wrong)]
        return sorted(found, key=lambda answer: -answer[2])

    @_alone
    def predict_frame(self):
        """The prediction for every node as a table.

        Returns
        -------
        pandas.DataFrame
            Columns id, class, probability (of that class) and asked, one line per node.
        """
        import pandas as pd
        result = self._predictions()
        return pd.DataFrame({"id": list(self._names),
                             "class": objects([*self._labels, None])[result["label"]],
                             "probability": result["probability"], "asked": result["asked"].astype(bool)})

    @_alone
    def save(self, path):
        """Writes the answers atomically; `load` needs the same items.

        Parameters
        ----------
        path : str or os.PathLike
        """
        self._session.save(_checked.path(path, "path"))

    @_alone
    def load(self, path):
        """Continues from `save` on the same items, with the budget and the other options of the file.

        Classes that are not texts are texts in the file: they become your objects again by `classes` of the new session, or
        by the next `tell`. With your own learner `estimate_` begins anew; a pickle keeps it.

        Parameters
        ----------
        path : str or os.PathLike

        Returns
        -------
        RowSession
            Itself. Raises ValueError if the file has another order or query rule, CorruptError if it is damaged or has
            other items, and OSError.
        """
        here, loaded = self._session.options, self._read(_checked.path(path, "path"))
        found = loaded.options
        for name in ("order", "query") if here["order"] == "pool" else ("order",):
            if here[name] != found[name]:
                raise ValueError(f"{path}: expected a session with {name} {here[name]!r} as here, found {found[name]!r}")
        self._session, self.ending = loaded, None
        self._options.update({**found, "query": self._options["query"]})
        if self._own:
            self._own.foretold = {}
        known = {_text(label): label for label in self._labels}
        self._labels = [known.get(text, text) for text in self._session.classes]
        self._from_file = set(self._session.classes) - set(known)
        return self

    def serve(self, folder, open_browser=False):
        """Opens the annotation page of ``querent ask --web`` for this session's graph.

        ``querent ask`` can continue the folder at a terminal, and vice versa. ``Served.sync()`` transfers the answers to
        this session.

        Parameters
        ----------
        folder : str or os.PathLike
            A new folder, or one that was served before.
        open_browser : bool, default=False

        Returns
        -------
        Served
            With `address`, `sync()` and `stop()`; shown as a link in a notebook.
        """
        from .serving import Served
        return Served(self, folder, open_browser)

    def __repr__(self):
        error, low, high = self.estimate_
        result = f"{type(self).__name__}: {len(self._items)} items, {len(self.classes_)} classes, {self.asked} asked"
        if not low < high < 1:
            return result
        return result + (f", {low:.1%} to {high:.1%} wrong" if error is None else f", error {error:.3f} ({low:.3f} to {high:.3f})")

    def _repr_html_(self):
        import html
        return f"<code>{html.escape(repr(self))}</code>"

    # -- inside ---------------------------------------------------------------------------------

    def _read(self, path):
        query = "" if self._options["order"] == "stream" else self._options["query"]
        return _querent.Session.load(path, self._items, query, self._options["threads"])

    @_alone
    def __getstate__(self):
        state = {key: value for key, value in self.__dict__.items() if key not in ("_lock", "_inside", "_session", "_index")}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "session"
            self._session.save(path)
            return {**state, "_saved": path.read_bytes(), "_labels": list(self._labels)}

    def __setstate__(self, state):
        saved = state.pop("_saved")
        self.__dict__.update(state, _lock=threading.Lock(), _inside=None, _index=_index_of(state["_names"]))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "session"
            path.write_bytes(saved)
            self._session = self._read(path)

    def _follow(self):
        """Lets the caller's learner score all items from the current answers."""
        if self._own:
            self._own.learn(self._session.answers, len(self._labels))

    def _predictions(self):
        if not self._own:
            return self._session.predictions()
        self._follow()
        known, share, n = dict(self._session.answers), self._own.share, len(self._items)
        label, probability, asked = np.full(n, -1), np.zeros(n), np.zeros(n, dtype=bool)
        if share is not None:
            label, probability = share.argmax(axis=1), share.max(axis=1)
        items = list(known)
        label[items], probability[items], asked[items] = list(known.values()), 1, True
        return {"label": label, "probability": probability, "asked": asked}

    @_alone
    def _proba_of_rows(self, X):
        """The probability of every class for new rows, from a session that contains them and has the same answers."""
        X, n = X.tocsr() if hasattr(X, "tocsr") else _checked.reals(X, "nodes", (None, None)), len(self._items)
        if X.shape[1] != self._rows.shape[1]:
            raise ValueError(f"nodes: expected rows of {self._rows.shape[1]} columns, found {X.shape[1]}")
        if self._own or self._options["order"] != "pool":
            raise ValueError("nodes: classifying new rows needs order='pool' and learner='auto'; your own learner can predict "
                             "them itself after it is fitted to the answers")
        if hasattr(self._rows, "tocsr"):
            from scipy import sparse
            rows = sparse.vstack([self._rows, sparse.csr_array(X)]).tocsr()
        else:
            rows = np.vstack([np.asarray(self._rows, dtype=float), X.toarray() if hasattr(X, "toarray") else X])
            if self._scale is not None:
                rows = (rows - self._scale[0]) / self._scale[1]
        given = {key: self._options[key] for key in ("seed", "threads", "class_shares", "find") if key in self._options}
        offsets, *opinions = self._options["opinions"]
        if len(offsets) > 1:  # the machine has none about the new rows
            given["opinions"] = ([*offsets, *offsets[-1:] * X.shape[0]], *opinions)
        classes = self._session.classes
        first = len(given["class_shares"]) or len(classes)
        session = _querent.Session(_querent.items_of_rows(as_rows(rows)), classes[:first], **given)
        for name in classes[first:]:
            session.add_class(name)
        for item, label in self._session.answers:
            session.answer(item, label)
        return session.all_class_probabilities()[n:]

    @_alone
    def _learn(self, indices):
        """Learns the class of every item whose index is not negative."""
        for item in np.flatnonzero(indices >= 0).tolist():
            self._session.answer(item, int(indices[item]))

    @_alone
    def _take(self, labels):
        """Learns labels that are new or differ from the known ones; returns their number."""
        known = dict(self._session.answers)
        changed = [(item, label) for item, label in labels.items()
                   if item not in known or self._labels[known[item]] != label]
        for item, label in changed:
            self._session.answer(item, self._class(label))
        if changed:
            self.ending = None
        return len(changed)

    def _question(self, result):
        number, item, why, probability, predicted, confidence, shares = result
        if self._own:
            predicted, confidence, shares = self._own.predicted(item)
            if why == "check" and predicted >= 0:
                self._own.foretold[item] = predicted
        question = object.__new__(Question)  # setting the fields of a frozen dataclass one by one takes as long as asking
        question.__dict__.update(id=number, node=self._names[item], index=item, why=why, probability=probability,
                                 predicted=None if predicted < 0 else self._labels[predicted], confidence=confidence,
                                 class_probabilities=dict(zip(self._labels, shares)))
        return question

    def _item(self, what):
        if isinstance(what, Question):
            return _checked.count(what.index, "index of the question", 0, len(self._names) - 1)
        if self._index is None:
            return _checked.count(what, "node", 0, len(self._names) - 1)
        try:
            return self._index[what]
        except TypeError:
            raise _checked.refused("node", "a name of a node", what, TypeError) from None
        except KeyError:
            raise ValueError(f"no node {what!r}") from None

    def _class(self, label):
        if _class_name(label) in self._labels:
            return self._labels.index(label)
        text, texts = _text(label), self._session.classes
        if text in self._from_file:
            self._from_file.discard(text)
            self._labels[texts.index(text)] = label
        elif text in texts:
            raise ValueError(f"label: {label!r} and the class {self._labels[texts.index(text)]!r} have the same text in files")
        elif label == -1:
            raise ValueError("label: -1 means that a label is unknown, so it is no new class; use skip() or do_not_know() for an item "
                             "without an answer, or start the session with -1 among its classes")
        else:
            self._session.add_class(text)
            self._labels.append(label)
        return self._labels.index(label)


class GraphSession(RowSession):
    """Questions, answers and predictions on the nodes of a graph, started by `GraphClassifier.session`."""


def _index_of(names):
    return None if isinstance(names, range) else {name: i for i, name in enumerate(names)}


def _class_list(classes):
    """The initial classes, which are hashable and different."""
    labels = [_class_name(label) for label in _checked.sequence(classes, "classes")]
    for k, label in enumerate(labels if len(set(labels)) < len(labels) else ()):
        if label in labels[:k]:
            raise ValueError(f"classes: expected different classes, found {labels[labels.index(label)]!r} and {label!r}, which are equal")
    return labels


def _class_name(label):
    try:
        if hasattr(label, "__len__") and not isinstance(label, (str, bytes, tuple, frozenset)):
            raise TypeError
        hash(label)
        missing = label is None or bool(label != label)
    except (TypeError, ValueError):
        raise _checked.refused("label", "a class, which is hashable", label, TypeError) from None
    if missing:
        raise ValueError("None is not a class; use skip() or do_not_know() for an item without an answer")
    return label


def _text(label):
    return _checked.text(label if isinstance(label, str) else repr(label.item() if hasattr(label, "item") else label), "label")
