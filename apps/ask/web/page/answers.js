// SPDX-License-Identifier: Apache-2.0
// The last answers, newest first, and a search; each can be corrected.
import { colour } from "/classes.js";
import { desk } from "/desk.js";
import { h, key, name, percent, seconds } from "/dom.js";
import { openItem, searchField } from "/item.js";

const kShown = 100, kPause = 300;

let root = null, body = null, timer = 0, mine = false;

const kWords = {
  skip: "skipped", unknown: "don't know", undo: "undo", "new class": "new class", source: "source changed", no: "not",
  correction: "corrected to", second: "second answer", class: "",
};

function row(answer) {
  const label = answer.answer === "" ? null : [h("i", { class: "dot", style: { "--class": colour(desk.state.classes.indexOf(answer.answer)) } }), name(answer.answer)];
  const time = new Date(answer.time);
  const surprised = answer.guess !== "" && answer.answer !== "" && answer.guess !== answer.answer;
  return h("tr", { class: answer.undone ? "undone" : null },
    h("td", { class: "time" }, Number.isNaN(time.valueOf()) ? answer.time : h("time", { datetime: answer.time, title: answer.time }, time.toLocaleTimeString())),
    name(answer.by, "td"),
    h("td", { class: "what" }, answer.item === "" ? "" : h("button", { type: "button", class: "as-link", disabled: answer.title === undefined, onclick: () => openItem({ item: answer.item }, look) },
      name(answer.title ?? answer.item))),
    h("td", {}, kWords[answer.kind] ?? answer.kind, " ", label, answer.kind === "undo" ? `no. ${answer.target}` : null),
    h("td", { class: "pale" }, answer.guess === "" ? "" : [surprised ? "≠ " : "= ", name(answer.guess), ` ${percent(answer.confidence)}`]),
    h("td", { class: "pale" }, answer.seconds ? seconds(answer.seconds) : ""));
}

async function look() {
  const { answers } = await desk.get("answers", { most: kShown, by: mine ? desk.by || "me" : "" });
  if (!body?.isConnected) return;
  body.replaceChildren(...answers.map(row));
  if (answers.length === 0) body.append(h("tr", {}, h("td", { colspan: "6", class: "pale" }, "No answers yet.")));
}

export const view = {
  id: "answers",
  title: "Answers",
  mount(into) {
    body = h("tbody");
    root = h("div", { class: "answers" },
      h("h1", {}, "Answers"),
      searchField({ label: `Find a ${desk.state.what} by id or text` }),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: mine, onchange: (event) => {
        mine = event.target.checked;
        look();
      } }), " only mine"),
      h("div", { class: "scroll" }, h("table", {}, h("caption", {}, `The last ${kShown} answers; open one to correct it`),
        h("thead", {}, h("tr", {}, ["time", "annotator", "item", "answer", "prediction", "seconds"].map((of) => h("th", { scope: "col" }, of)))), body)));
    into.append(root);
    return look();
  },
  changed() {
    clearTimeout(timer);
    timer = setTimeout(look, kPause);
  },
  find() {
    root.querySelector("input[type=search]").focus();
  },
};
