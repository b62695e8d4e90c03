# SPDX-License-Identifier: Apache-2.0
"""The session of the library with the caller's own names."""

from dataclasses import dataclass

import operator

import numpy as np

from . import _querent

@dataclass(frozen=True)
class Question:
    """A node, or row, whose label is wanted.

    Attributes
    ----------
    id : int
    node : hashable
        The caller's name of the node (of a row: its index).
    index : int
    why : {"cover", "urgent", "check"}
        To cover the graph first; the rule of the session; drawn at random for the estimate.
    probability : float
        With which it was chosen.
    predicted : class or None
        What the session would say; None while it knows nothing.
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
    class_probabilities: dict


class RowSession:
    """Questions, answers and what follows from them, on rows: `GraphClassifier.row_session`.

    The same rows, options and answers give the same questions and predictions, to the bit.

    Attributes
    ----------
    ending : {"budget", "goal", "nothing left"} or None
        Why there is no question; None while there is one.
    """

    def __init__(self, items, names, classes, **options):
        self._items = items
        self._names = names
        self._index = None if isinstance(names, range) else {name: i for i, name in enumerate(names)}
        self._labels = list(classes)
        self._options = options
        self._session = _querent.Session(items, [_text(c) for c in classes], **options)
        self.ending = None

    # -- questions ------------------------------------------------------------------------------

    def ask(self):
        """The next question, the same until it is told.

        Returns
        -------
        Question or None
            None where there is none, and `ending` says why.
        """
        said = self._session.next()
        if isinstance(said, str):
            self.ending = said
            return None
        return self._question(said)

    def ask_batch(self, k):
        """Several questions at once, whose answers may come in any order.

        Parameters
        ----------
        k : int

        Returns
        -------
        list of Question
            k different ones; fewer where the session ends before.
        """
        return [self._question(said) for said in self._session.next_batch(k)]

    def tell(self, what, label):
        """The label of a question or a node, asked or not; a second one corrects the first.

        Parameters
        ----------
        what : Question or name of a node
        label : hashable
            A class, known before or new; not None.
        """
        self._session.answer(self._item(what), self._class(label))
        self.ending = None

    def skip(self, what):
        """Not now."""
        self._session.skip(self._item(what))

    def do_not_know(self, what):
        """Never again."""
        self._session.do_not_know(self._item(what))

    def undo(self):
        """Takes the last answer, skip or class back.

        Returns
        -------
        bool
            False where there is none.
        """
        self.ending = None
        done = self._session.undo()
        self._labels = self._labels[:len(self._session.classes)]
        return done

    # -- what follows ---------------------------------------------------------------------------

    @property
    def asked(self):
        """How many questions were answered."""
        return self._session.asked

    @property
    def classes_(self):
        """Classes, in the order in which they came; ndarray of object, shape (n_classes,)."""
        return np.array(self._labels, dtype=object)

    @property
    def estimate_(self):
        """(error, low, high): share of wrong predictions on all that was not asked, with its 95 % interval, from the
        questions drawn at random. `error` is None before ten of them: then the interval alone is known."""
        return self._session.estimate()

    def predict(self):
        """The most probable class of every node; the answer where there is one.

        Returns
        -------
        ndarray of object, shape (n,)
            None where nothing can be known of a node.
        """
        return np.array([*self._labels, None], dtype=object)[self._session.predictions()["label"]]

    def predict_proba(self):
        """The probability of every class.

        Returns
        -------
        ndarray of shape (n, n_classes)
            Rows sum to 1; to 0 where nothing can be known.
        """
        return np.array([self._session.class_probabilities(i) for i in range(len(self._items))])

    def predict_frame(self):
        """What is known of every node.

        Returns
        -------
        pandas.DataFrame
            Columns id, class, probability (of that class) and asked, a line a node.
        """
        import pandas as pd
        said = self._session.predictions()
        return pd.DataFrame({"id": list(self._names),
                             "class": np.array([*self._labels, None], dtype=object)[said["label"]],
                             "probability": said["probability"], "asked": said["asked"].astype(bool)})

    def save(self, path):
        """Writes the answers, whole or not at all; `load` needs the same items.

        Parameters
        ----------
        path : str or os.PathLike
        """
        self._session.save(path)

    def load(self, path):
        """Goes on where `save` was called on the same items.

        Parameters
        ----------
        path : str or os.PathLike

        Returns
        -------
        RowSession
            Itself. CorruptError where the file is damaged or of other items; OSError.
        """
        query = "" if self._options["order"] == "stream" else self._options["query"]
        self._session = _querent.Session.load(path, self._items, query, self._options["threads"])
        known = {_text(label): label for label in self._labels}
        self._labels = [known.get(text, text) for text in self._session.classes]
        return self

    def serve(self, folder, open_browser=False):
        """Opens the labelling page of ``querent ask --web`` on this session's graph, for people.

        The folder is one of ``querent ask``: it may be gone on with at a terminal, and the other way round. What is
        answered there comes into this session by ``Served.sync()``.

        Parameters
        ----------
        folder : str or os.PathLike
            New, or one that was served before.
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
        said = f"{type(self).__name__}: {len(self._items)} items, {len(self._labels)} classes, {self.asked} asked"
        if not low < high < 1:
            return said
        return said + (f", {low:.1%} to {high:.1%} wrong" if error is None else f", error {error:.3f} ({low:.3f} to {high:.3f})")

    def _repr_html_(self):
        import html
        return f"<code>{html.escape(repr(self))}</code>"

    # -- inside ---------------------------------------------------------------------------------

    def _question(self, said):
        number, item, why, probability, predicted, confidence, shares = said
        question = object.__new__(Question)  # a frozen dataclass sets its fields one by one, which takes as long as asking
        question.__dict__.update(id=number, node=self._names[item], index=item, why=why, probability=probability,
                                 predicted=None if predicted < 0 else self._labels[predicted], confidence=confidence,
                                 class_probabilities=dict(zip(self._labels, shares)))
        return question

    def _item(self, what):
        if isinstance(what, Question):
            return what.index
        if self._index is None:
            try:
                index = operator.index(what)
            except TypeError:
                index = -1
            if not 0 <= index < len(self._names):
                raise ValueError(f"no node {what!r}")
            return index
        if what not in self._index:
            raise ValueError(f"no node {what!r}")
        return self._index[what]

    def _class(self, label):
        try:
            return self._labels.index(label)
        except ValueError:  # a class that has not been met
            pass
        if label is None or (isinstance(label, float) and label != label):
            raise ValueError("None is no class; skip() or do_not_know() what has no answer")
        k = self._session.add_class(_text(label))
        self._labels.append(label)
        return k


class GraphSession(RowSession):
    """Questions, answers and what follows from them, on the nodes of a graph: `GraphClassifier.session`."""


def _text(label):
    return label if isinstance(label, str) else repr(label.item() if hasattr(label, "item") else label)
