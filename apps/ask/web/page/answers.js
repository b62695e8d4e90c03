// SPDX-License-Identifier: Apache-2.0
// The view of the answers to review, the last answers and a search; each can be corrected.
import { classOf } from "/classes.js";
import { server } from "/server.js";
import { afterPause, h, name, percent, redraw, seconds } from "/dom.js";
import { openItem, searchField } from "/item.js";
import { afterWords } from "/progress.js";

const kShown = 100, kPause = 300;
const kSuspect = 0.01;  // probability of being wrong above which an answer is listed for review

let root = null, body = null, review = null, mine = false;

const kWords = {
  skip: "skipped", unknown: "don't know", undo: "undo", "new class": "new class", source: "source changed", no: "not",
  correction: "corrected to", second: "second answer", class: "", note: "note:",
};

function suspectRow(answer) {
  return h("tr", {},
    h("td", { class: "what" }, h("button", { type: "button", class: "as-link", "data-key": answer.item, onclick: () => openItem({ item: answer.item }, look) }, name(answer.title))),
    h("td", {}, classOf(answer.class)),
    h("td", {}, percent(answer.wrong)));
}

function conflictRow({ item, title, first, second }) {
  return h("tr", {},
    h("td", { class: "what" }, h("button", { type: "button", class: "as-link", "data-key": item, onclick: () => openItem({ item }, look) }, name(title))),
    [first, second].map((answer) => h("td", {}, classOf(answer.class), " by ", name(answer.by))));
}

// Answers of two annotators that differ; a third label resolves them.
const conflictTable = (conflicts) => (conflicts.length === 0 ? [] : [h("h2", {}, "Different answers"),
  h("div", { class: "scroll" }, h("table", {}, h("caption", {}, "Two annotators disagree. Open an item and label it to decide."),
    h("thead", {}, h("tr", {}, ["item", "first answer", "second answer"].map((of) => h("th", { scope: "col" }, of)))),
    h("tbody", {}, conflicts.map(conflictRow))))]);

async function reviewSuspects() {
  const [{ answers: all, conflicts }, progress] = await Promise.all([server.get("review"), server.get("progress")]);
  if (!review?.isConnected) return;
  const answers = all.filter((one) => one.wrong >= kSuspect);
  if (!server.state.finds_wrong) return redraw(review, ...conflictTable(conflicts));
  redraw(review, ...conflictTable(conflicts), h("h2", {}, "Answers to review"),
    answers.length === 0 ? h("p", { class: "pale" }, all.length === 0 ? "There are too few answers to find wrong ones yet." : "No answer is likely to be wrong.")
      : h("div", { class: "scroll" }, h("table", {}, h("caption", {}, "The answers that are most probably wrong", afterWords(progress), "; open one to correct it"),
        h("thead", {}, h("tr", {}, ["item", "answer", "probably wrong"].map((of) => h("th", { scope: "col" }, of)))),
        h("tbody", {}, answers.map(suspectRow)))));
}

const isToday = (time) => time.toDateString() === new Date().toDateString();

function row(answer) {
  const label = answer.hidden ? "hidden until you have answered" : answer.answer === "" ? null : answer.kind === "note" ? name(answer.answer) : classOf(answer.answer);
  const time = new Date(answer.time);
  const sign = answer.answer === "" ? "" : answer.guess === answer.answer ? "= " : "≠ ";
  return h("tr", { class: answer.undone ? "undone" : null },
    h("td", { class: "time" }, Number.isNaN(time.valueOf()) ? answer.time : h("time", { datetime: answer.time, title: answer.time }, isToday(time) ? time.toLocaleTimeString() : time.toLocaleString())),
    name(answer.by, "td"),
    h("td", { class: "what" }, answer.item === "" ? "" : h("button", { type: "button", class: "as-link", "data-key": answer.event, disabled: answer.title === undefined, onclick: () => openItem({ item: answer.item }, look) },
      name(answer.title ?? answer.item))),
    h("td", {}, kWords[answer.kind] ?? answer.kind, " ", label, answer.kind === "undo" ? `no. ${answer.target}` : null),
    h("td", { class: "pale" }, answer.guess === "" ? "" : [sign, name(answer.guess), ` ${percent(answer.confidence)}`]),
    h("td", { class: "pale" }, answer.seconds ? seconds(answer.seconds) : ""));
}

async function look() {
  const { answers } = await server.get("answers", { most: kShown, ...(mine ? { mine: 1 } : {}) });
  if (!body?.isConnected) return;
  redraw(body, ...(answers.length > 0 ? answers.map(row) : [h("tr", {}, h("td", { colspan: "6", class: "pale" }, "No answers yet."))]));
  await reviewSuspects();
}

export const view = {
  id: "answers",
  title: "Answers",
  mount(into) {
    body = h("tbody");
    review = h("section", { class: "suspect" });
    root = h("div", { class: "answers" },
      h("h1", {}, "Answers"),
      searchField({ label: `Find a ${server.state.what} by id or text` }),
      review,
      h("h2", {}, "Last answers"),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: mine, onchange: (event) => {
        mine = event.target.checked;
        look();
      } }), " only my answers"),
      h("div", { class: "scroll" }, h("table", {}, h("caption", {}, `The last ${kShown} answers; open one to correct it`),
        h("thead", {}, h("tr", {}, ["time", "annotator", "item", "answer", "prediction", "seconds"].map((of) => h("th", { scope: "col" }, of)))), body)));
    into.append(root);
    return look();
  },
  changed: afterPause(kPause, look),
  find() {
    root.querySelector("input[type=search]").focus();
  },
  review() {
    review.querySelector("button")?.focus();
  },
};
