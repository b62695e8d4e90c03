// SPDX-License-Identifier: Apache-2.0
// How far it is, how good, what more labels would buy, and who did it.
import { errorCurve, sizes } from "/chart.js";
import { colour } from "/classes.js";
import { desk } from "/desk.js";
import { counted, h, name, percent, seconds } from "/dom.js";

const kPause = 500;  // milliseconds between two looks while others answer

let root = null, timer = 0;

function tile(value, label, note = null) {
  return h("div", { class: "tile" }, h("strong", {}, value), h("span", {}, label), note ? h("small", {}, note) : null);
}

// What the words of κ mean to Landis and Koch (1977).
function words(kappa) {
  return ["hardly any", "slight", "fair", "moderate", "substantial", "almost perfect"][Math.max(0, Math.min(5, Math.ceil(kappa * 5)))];
}

function stopLine(progress) {
  if (progress.may_stop) return h("p", { class: "stop may" }, `You may stop: the error is below ${percent(progress.stop_at_error)} by a rule that is wrong in at most one run of twenty.`);
  if (progress.stop_at_error > 0) return h("p", { class: "stop" }, `Not yet: “you may stop” appears when the error is surely below ${percent(progress.stop_at_error)}.`);
  if (progress.done) return h("p", { class: "stop may" }, `Done: ${progress.done}.`);
  return null;
}

function agreement({ items, agreed, kappa }) {
  if (items === 0) return h("p", { class: "pale" }, "No item was answered by two people yet; --overlap 0.1 gives a share of them to both.");
  return h("p", {}, `Two people answered ${counted(items, "item")} and agree on ${agreed} of them. `,
    kappa === null ? "Cohen's κ is not defined yet." : `Cohen's κ is ${kappa.toFixed(2)}: ${words(kappa)} agreement.`);
}

async function look() {
  const progress = await desk.get("progress");
  if (!root?.isConnected) return;
  const { estimate, budget } = progress;
  const known = progress.curve.filter((point) => point.estimate && point.estimate.error !== null).map((point) => ({ labels: point.labels, ...point.estimate }));
  const left = budget ? Math.max(0, budget - progress.asked) : null;
  const rows = progress.classes.map((of, index) => ({ name: of, colour: colour(index), solid: progress.labelled[index] ?? 0, pale: progress.predicted[index] ?? 0 }))
    .sort((a, b) => b.solid + b.pale - a.solid - a.pale);
  root.replaceChildren(
    h("h1", {}, "Progress"),
    stopLine(progress) ?? "",
    h("div", { class: "tiles" },
      tile(progress.asked.toLocaleString("en") + (budget ? ` of ${budget.toLocaleString("en")}` : ""), "labels asked",
        `${progress.answered.toLocaleString("en")} of ${counted(progress.items, desk.state.what)} labelled`),
      tile(estimate && estimate.error !== null ? percent(estimate.error) : "–", "estimated error", estimate ? `95 %: ${percent(estimate.low)} to ${percent(estimate.high)}` : "after the first checks"),
      tile(seconds(progress.seconds), "a label", left && progress.seconds ? `${seconds(left * progress.seconds)} for the ${left} that are left` : "median"),
      tile(progress.after_fifty_more === null ? "–" : percent(progress.after_fifty_more), "error after 50 more", "extrapolated from the curve")),
    h("h2", {}, "The estimated error on all that was not asked"),
    known.length > 1 ? errorCurve(known, progress.stop_at_error, progress.after_fifty_more)
      : h("p", { class: "pale" }, "It is estimated from questions that are drawn at random (“checks”); the first are yet to come."),
    h("p", { class: "pale" }, `${counted(progress.checks, "random check")} so far, ${counted(progress.unknown, "“don't know”", "“don't know”")}`,
      progress.yes_no > 0 ? `, ${counted(progress.yes_no, "answer")} by yes or no` : "",
      progress.without > 0 ? `; of ${counted(progress.without, desk.state.what)} nothing can be known yet` : ""),
    h("h2", {}, "Class sizes"),
    sizes(rows),
    h("h2", {}, "Who labelled what"),
    h("table", { class: "people" }, h("thead", {}, h("tr", {}, ["name", "answers", "median time"].map((of) => h("th", { scope: "col" }, of)))),
      h("tbody", {}, progress.people.map((person) => h("tr", {}, name(person.by, "th", { scope: "row" }), h("td", {}, person.answers.toLocaleString("en")), h("td", {}, seconds(person.seconds)))))),
    agreement(progress.agreement));
}

export const view = {
  id: "progress",
  title: "Progress",
  mount(into) {
    root = h("div", { class: "progress" });
    into.append(root);
    return look();
  },
  changed() {
    clearTimeout(timer);
    timer = setTimeout(look, kPause);
  },
};
