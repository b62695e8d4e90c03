// SPDX-License-Identifier: Apache-2.0
// The view of the progress: labels, estimated error, class sizes and annotators.
import { errorCurve, sizes } from "/chart.js";
import { colour } from "/classes.js";
import { server } from "/server.js";
import { afterPause, counted, h, name, percent, seconds } from "/dom.js";

const kPause = 500;   // milliseconds between two updates
const kFurther = 50;  // number of labels to which the server extrapolates the error

let root = null;

function tile(value, label, note = null) {
  return h("div", { class: "tile" }, h("strong", {}, value), h("span", {}, label), note ? h("small", {}, note) : null);
}

// The terms of Landis and Koch (1977) for ranges of κ.
function words(kappa) {
  return ["poor", "slight", "fair", "moderate", "substantial", "almost perfect"][Math.max(0, Math.min(5, Math.ceil(kappa * 5)))];
}

function recallTile(recall) {
  return recall === null ? tile("–", "found") : tile(recall.found.toLocaleString("en"), recall.known_before > 0 ? `found, ${recall.known_before.toLocaleString("en")} of them known before` : "found", `95 %: ${recall.low.toLocaleString("en")} to ${recall.high.toLocaleString("en")} exist`);
}
/** " after 9 of 15 answers" while newer predictions are being computed. */
export const afterWords = ({ after, answered, predicting = true }) =>
  (predicting && after < answered ? ` after ${after.toLocaleString("en")} of ${counted(answered, "answer")}` : "");

/** "3 nodes have different answers: decide them", or null. */
export function disputes(disputed) {
  if (!disputed) return null;
  return h("p", { class: "disputes" }, `${counted(disputed, server.state.what)} ${disputed === 1 ? "has" : "have"} different answers: `,
    h("a", { href: "#answers" }, disputed === 1 ? "decide it" : "decide them"), ".");
}

function stopLine(progress) {
  const { recall } = progress;
  const others = recall?.known_before > 0 ? ", not counting those known before" : "";
  if (recall && progress.may_stop) return h("p", { class: "stop may" }, `You can stop: with 95 % confidence at least ${percent(recall.goal)} are found${others}.`);
  if (recall?.goal) return h("p", { class: "stop" }, `You can stop after ${counted(recall.more, "more question")} without a find: then at least ${percent(recall.goal)} are found with 95 % confidence${others}.`);
  if (recall) return null;
  if (progress.may_stop) return h("p", { class: "stop may" }, `You can stop: the error is below ${percent(progress.stop_at_error)} with 95 % confidence.`);
  if (progress.stop_at_error > 0) return h("p", { class: "stop" }, `Not yet: this page tells you when the error is below ${percent(progress.stop_at_error)} with 95 % confidence.`);
  if (progress.done) return h("p", { class: "stop may" }, `Done: ${progress.done === "budget" ? "the budget is used up" : progress.done}.`);
  return null;
}

function agreement({ items, agreed, kappa, low, high }) {
  if (items === 0) return h("p", { class: "pale" }, "No item has been labelled by two annotators yet. Start querent with --overlap 10% to have two annotators label a tenth of the items.");
  return h("p", {}, `Two annotators labelled ${counted(items, "item")} and agree on ${agreed}. `,
    kappa === null ? "Cohen's κ is not defined yet." : `Cohen's κ is ${kappa.toFixed(2)} (95 %: ${low.toFixed(2)} to ${high.toFixed(2)}): ${words(kappa)} agreement.`);
}

function people(all) {
  const corrects = all.some((person) => person.corrections > 0);
  const columns = ["name", "labels", "don't know", corrects ? "corrections" : null, "median time"].filter(Boolean);
  return h("div", { class: "scroll" }, h("table", { class: "people" }, h("thead", {}, h("tr", {}, columns.map((of) => h("th", { scope: "col" }, of)))),
    h("tbody", {}, all.map((person) => h("tr", {}, name(person.by, "th", { scope: "row" }),
      [person.answers, person.unknown, ...(corrects ? [person.corrections] : [])].map((n) => h("td", {}, n.toLocaleString("en"))),
      h("td", {}, seconds(person.seconds)))))));
}

async function look() {
  const progress = await server.get("progress");
  if (!root?.isConnected) return;
  const { estimate, budget } = progress, { find, has_checks } = server.state;
  const known = progress.curve.filter((point) => point.labels <= progress.items).map((point) => ({ labels: point.labels, ...point.estimate }));
  const open = progress.items - progress.answered, nothing = open === 0 || progress.done === "nothing left";
  const afterFifty = open < kFurther ? null : progress.after_fifty_more;
  const left = budget ? Math.max(0, budget - progress.asked) : null;
  const rows = progress.classes.map((of, index) => ({ name: of, colour: colour(index), solid: progress.labelled[index] ?? 0, pale: progress.predicted[index] ?? 0 }))
    .sort((a, b) => b.solid + b.pale - a.solid - a.pale);
  root.replaceChildren(
    h("h1", {}, "Progress"),
    stopLine(progress) ?? "",
    disputes(progress.disputed) ?? "",
    h("div", { class: "tiles" },
      tile(progress.asked.toLocaleString("en") + (budget ? ` of ${budget.toLocaleString("en")}` : ""), progress.asked === 1 && !budget ? "answer" : "answers",
        `${progress.answered.toLocaleString("en")} of ${counted(progress.items, server.state.what)} labelled`),
      find ? recallTile(progress.recall) : tile(estimate && estimate.error !== null ? percent(estimate.error) : "–", "estimated error", estimate ? `95 %: ${percent(estimate.low)} to ${percent(estimate.high)}` : nothing ? "nothing left to estimate" : has_checks ? "shown after the first random checks" : "not estimated without random checks"),
      tile(seconds(progress.seconds), "per label", left && progress.seconds ? `${seconds(left * progress.seconds)} for the remaining ${left}` : "median"),
      find || open < kFurther ? null : tile(afterFifty === null ? "–" : percent(afterFifty), `error after ${kFurther} more labels`, "extrapolated from the curve below")),
    find ? "" : h("h2", {}, "Estimated error on the remaining items"),
    find ? "" : known.length > 1 ? errorCurve(known, progress.stop_at_error, afterFifty)
      : h("p", { class: "pale" }, nothing ? "Nothing is left to estimate." : progress.checks > 0 ? `The curve starts after ten ${has_checks ? "random checks" : "questions drawn at random"}.` : !has_checks ? "There are no random checks (--checks 0), so the error is not estimated." : "The error is estimated from random checks, which are questions drawn at random. No random check has been answered yet."),
    h("p", { class: "pale" }, `${has_checks ? `${counted(progress.checks, "random check")} so far, ` : progress.checks > 0 ? `${counted(progress.checks, "question")} drawn at random so far, ` : ""}${counted(progress.unknown, "“don't know”", "“don't know”")}`,
      progress.yes_no > 0 ? `, ${counted(progress.yes_no, "answer")} by yes or no` : "",
      progress.without > 0 ? `; no prediction is possible for ${counted(progress.without, server.state.what)} yet` : ""),
    h("h2", {}, "Class sizes"),
    sizes(rows),
    progress.disputed ? h("p", { class: "pale" }, `${counted(progress.disputed, "of these items is", "of these items are")} in dispute.`) : "",
    h("h2", {}, "Annotators"),
    people(progress.people),
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
  changed: afterPause(kPause, look),
};
