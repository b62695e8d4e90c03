// SPDX-License-Identifier: Apache-2.0
// One question per screen and one key per answer. The next question and its neighbourhood are fetched while the current
// one is read; an answer is in the outbox before the next question appears.
import { classButtons, classOfKey, colour, keyOf, kFilterFrom, onTheme, pressedKey } from "/classes.js";
import { server, Refused } from "/server.js";
import { counted, dialogOf, h, key, name, notice, percent, say, seconds, shown } from "/dom.js";
import { guide } from "/guide.js";
import { askNote, described, openItem } from "/item.js";
import { lastAnswers } from "/last.js";
import { neighbourhood } from "/neighbours.js";
import { afterWords, disputes } from "/progress.js";
import { outbox, storage } from "/outbox.js";

const kAhead = 2;      // number of questions held: the current and the next
// Milliseconds in which a key or a click still belongs to the previous question: the second press of a double press comes
// after 100 to 250, and a question takes longer to read.
const kSettle = 300;
const kInstead = 1000; // the same, if the page has replaced a question that was being read
const kRetry = 2000;   // milliseconds until the next request if others hold all questions

function why(question) {
  const { find, what, has_checks } = server.state;
  if (question.why === "check" && !has_checks) return "at random, because nothing predicts the answers so far";
  if (question.why === "check") return `as a random check, to estimate ${find ? `how many ${what}s are ${find}` : "the error"}`;
  if (question.why === "cover") return `as one of the first questions, spread over the ${server.state.graph ? "graph" : "data"}`;
  return find ? `because it is most probably ${find}` : `because its class is the most informative about the unlabelled ${what}s`;
}
const kDone = {
  budget: "The budget of questions is used up.",
  goal: "The error is below your goal.",
  "find goal": "You can stop: the goal of --stop-at-recall is reached with 95 % confidence.",
  "nothing left": "There are no more questions.",
};

const held = [];            // fetched questions; the first one is displayed
// Requests the first questions before the state is known, so that they appear sooner.
let early = ["", "#question"].includes(location.hash) ? server.get("questions", { k: kAhead }) : null;
early?.catch(() => {});  // the error is handled where the promise is awaited
let isFirst = null;  // whether nothing is labelled yet; null: unknown
let answered = 0, disputed = 0;  // number of labelled items, and of those with different answers, as far as the page knows
let ended = null, fetching = null, failed = null, drawn = null, shownId = 0, shownSince = 0, settled = 0, undoing = 0, instead = false, root = null, retry = 0, last = null;

async function fetchMore(again) {
  clearTimeout(retry);
  try {
    const first = early;
    early = null;
    const reply = await (first ?? server.get("questions", { k: Math.max(kAhead, server.state.batch) }));
    failed = null;
    ended = reply.done ?? null;
    for (const question of reply.questions ?? []) {
      if (outbox.has(question)) continue;
      const same = held.find((one) => one.item === question.item);
      if (server.state.graph && (again || !same)) question.around = server.get("neighbourhood", { item: question.item }).catch(() => null);
      if (same) {  // keep the displayed question; after a kill its number may have changed, after a correction its prediction
        if (shownId === same.id) shownId = question.id;
        Object.assign(same, question);
        continue;
      }
      if (question.picture) server.showsPictures();
      held.push(question);
    }
    if (held.length === 0 && first) return fetchMore(again);  // stored answers have answered it meanwhile
    if (held.length === 0 && !ended) retry = setTimeout(more, kRetry);
  } catch (error) {
    failed = error;
    retry = setTimeout(more, kRetry);
  }
}

// Fetches questions, one request at a time; redraws if the first question has changed. `again`: even if there are enough.
async function more(again = false) {
  await fetching;
  if (again || held.length < kAhead) await (fetching ??= fetchMore(again).finally(() => fetching = null));
  if (again || held[0] === undefined || held[0] !== drawn) render();
}

// After a correction the displayed question has another prediction.
const corrected = () => more(true);

/** Fetches questions after a restart of the server, or when another annotator's answer may have freed one. */
export function renew({ restarted = false } = {}) {
  if (restarted) {  // keep the current question, so that a key pressed meanwhile is not lost
    held.length = Math.min(held.length, 1);
    ended = null;
  }
  if (restarted || held.length === 0) more();
}

/** Refreshes the state; drops questions that were answered elsewhere meanwhile, and shows new classes. */
export async function follow() {
  const { closed, classes } = await server.refresh(held.map((question) => question.id));
  const box = root?.querySelector(".choices");
  if (box && box.querySelectorAll(".class").length !== classes.length) box.replaceChildren(choices());
  const left = held.filter((question) => !closed.includes(question.id));
  if (left.length === held.length) return;
  if (left[0] !== held[0]) [instead, settled] = [true, performance.now() + kInstead];
  held.splice(0, held.length, ...left);
  if (held[0] !== drawn) render();
  more();
}

// Returns at once whether the answer was taken.
function answer(fields, words) {
  const question = held[0];
  const pressed = globalThis.event?.timeStamp ?? performance.now();  // a busy browser handles a key late
  if (!question || undoing > 0 || pressed < settled) return false;
  held.shift();
  instead = isFirst = false;
  const took = (performance.now() - shownSince) / 1000;
  const saved = outbox.put({ id: question.id, item: question.item, if_open: true, ...fields, seconds: Math.round(took * 1000) / 1000 });
  render();
  say(`${words}. ${held[0] ? shown(held[0].title) : ""}`);
  saved.then(() => more());
  return true;
}

// After an undo, the question is open again and comes first. Until then the page shows another one, which takes no answer.
async function undo() {
  ++undoing;
  try {
    if (!await outbox.put({ undo: true })) return;
    say("Undone");
    await fetching;  // a running request may not know about the undo
    outbox.forget();
    held.length = 0;
    await more();
  } finally {
    --undoing;
  }
}

async function newClass() {
  const field = h("input", { name: "of", autocomplete: "off", maxlength: "200", required: true });
  const question = held[0];
  const dialog = dialogOf({ "aria-label": "New class" }, h("form", { method: "dialog" }, h("label", {}, "Add a new class and assign it to this item ", field),
    h("div", { class: "actions" }, h("button", { value: "take" }, "Save"), h("button", { value: "", formnovalidate: true }, "Cancel"))));
  dialog.addEventListener("close", () => {
    const of = field.value.trim();
    if (dialog.returnValue !== "take" || !of || (held[0] === question && answer({ answer: of }, of))) return;
    notice(`Not saved: ${shown(of)}, the new class of “${shown(question.title)}”. This question left the page meanwhile; look it up to label it.`);
  });
}

async function writeNote() {
  const question = held[0];
  const text = await askNote(question.note);
  if (text === null || !(await outbox.put({ item: question.item, note: text }))) return;
  question.note = text;
  if (held[0] === question) render();
  say("Note saved");
}

/** Handles a key; returns whether it has a function here. */
export function onKey(typed) {
  const { keys } = server.state;
  const pressed = pressedKey(typed);
  const question = held[0];
  const yesNo = question?.is_it !== undefined;
  if (question && yesNo && pressed === keys.yes) answer({ yes: true, is_it: question.is_it }, "Yes");
  else if (question && yesNo && pressed === keys.no) answer({ no: true, is_it: question.is_it }, "No");
  else if (question && classOfKey(pressed) !== undefined) {
    const of = classOfKey(pressed);
    answer({ answer: of }, of);
  } else if (question && pressed === keys.skip) answer({ skip: true }, "Skipped");
  else if (question && pressed === keys.unknown) answer({ unknown: true }, "Don't know");
  else if (pressed === keys.undo) undo();
  else if (question && (pressed === keys.new || pressed === "+")) newClass();
  else if (question && pressed === keys.note) writeNote();
  else if (question && pressed === keys.guess) toggleGuess();
  else if (pressed === keys.guide && server.state.guide) guide();
  else if (question && pressed === keys.find) root.querySelector(".class-filter")?.focus();
  else return false;
  return true;
}

onTheme(() => {
  render();
  last?.changed();
});

/** Pairs of a key and its action. */
export function keysOfQuestions() {
  const { keys, classes } = server.state;
  const own = classes.map((_, index) => keyOf(index)).filter(Boolean);
  const numbered = own.length > 2 && own.every((of, index) => of === String(index + 1));
  return [
    [numbered ? `1 – ${own.length}` : own.join("  "), "choose the class with this key"],
    ...(classes.length >= kFilterFrom ? [[keys.find, "find a class by typing its name"]] : []),
    ...(server.state.yes_no ? [[`${keys.yes}  ${keys.no}`, "yes, no (for questions “is it …?”, where + adds a class)"]] : []),
    [keys.skip, "skip; this question may return later"], [keys.unknown, "don't know; this question does not return"], [keys.undo, "undo your last action; press again for earlier ones"], [keys.new, "add a new class for this item"],
    [keys.note, "write a note on this item"],
    [keys.guess, "show or hide the prediction"], ...(server.state.guide ? [[keys.guide, "show the definitions of the classes"]] : []),
  ];
}

function toggleGuess() {
  server.guessHidden = !server.isGuessHidden();
  render();
  say(server.isGuessHidden() ? "Prediction hidden" : root.querySelector(".guess").textContent);
}

function meter(question) {
  const { guess, class_probabilities: all } = question;
  if (!guess) return h("p", { class: "guess pale" }, "There is no prediction yet.");
  if (server.isGuessHidden()) return h("p", { class: "guess pale" }, action(server.state.keys.guess, "show the prediction", toggleGuess));
  const order = all.map((p, index) => [p, index]).sort((a, b) => b[0] - a[0]).slice(0, 3).filter(([p]) => p > 0.005);
  return h("div", { class: "guess" },
    h("p", {}, "Prediction", h("span", { class: "after" }, afterWords({ after: question.after, answered })), ": ", name(guess.class, "strong"), ` – ${percent(guess.confidence)}`),
    h("div", { class: "bar", "aria-hidden": "true" }, order.map(([p, index]) =>
      h("i", { title: `${shown(server.state.classes[index])} ${percent(p)}`, style: { "--class": colour(index), width: `${(100 * p).toFixed(1)}%` } }))),
    because(question.because));
}

// Lists the answers and words with the largest contributions to the prediction.
function because({ answers, words }) {
  if (answers.length === 0) return null;
  const shownWords = words.map((word, k) => [k > 0 ? ", " : "", name(word, "mark")]);
  const { find } = server.state;
  return h("details", { class: "because" }, h("summary", {}, "Why?"),
    h("p", {}, find ? ["Evidence for ", name(find), ":"] : "These labels contribute most to the prediction:"),
    h("ul", {}, answers.map((of) => h("li", {}, h("button", { type: "button", class: "as-link", onclick: () => openItem({ item: of.item }, corrected) }, name(of.title)), of.class === null ? null : [" ", name(of.class)]))),
    words.length > 0 ? h("p", {}, "Words: ", shownWords) : null);
}

const action = (letter, text, does) => h("button", { type: "button", "aria-keyshortcuts": letter, onclick: does }, key(letter), text);

function waiting() {
  if (ended) {
    return h("section", { class: "notice" }, h("h1", { tabindex: "-1" }, kDone[server.state.find ? `find ${ended}` : ended] ?? kDone[ended] ?? "Done."),
      h("p", {}, "All answers are saved. ", h("a", { href: "#export" }, "Export the results"), " or look at the ", h("a", { href: "#map" }, "map"), "."),
      disputes(disputed),
      action(server.state.keys.undo, "undo", undo));
  }
  if (failed instanceof Refused) return h("p", { class: "notice" }, failed.message);
  if (failed || server.isLost) return h("p", { class: "notice pale" }, "The server does not respond. Your answers are stored in this browser; the next question appears when the server is back.");
  return h("p", { class: "notice pale" }, fetching ? "Loading …" : "No question is available: other annotators are answering the last ones.");
}

// The answers of two others, which the answer to this question settles.
const different = (question) => ["Asked because two annotators differ: ",
  ...question.different.flatMap((answer, k) => [k > 0 ? "; " : "", name(answer.class), " by ", name(answer.by)]), ". Your answer counts"];

const choices = () => classButtons(server.state.classes, (of) => answer({ answer: of }, of));

function card(question) {
  const yesNo = question.is_it !== undefined;
  const { keys, classes } = server.state;
  return h("section", { class: "card", "aria-label": "Question" },
    firstWords(),
    h("p", { class: "why" }, question.different.length > 0 ? different(question) : `Asked ${why(question)}`,
      question.second ? "; another annotator has answered it too" : "",
      instead ? ". The question shown here before was answered elsewhere" : ""),
    described(question, "h1", server.isGuessHidden() ? [] : question.because.words),
    meter(question),
    question.note === "" ? null : h("p", { class: "note" }, "Note: ", name(question.note)),
    h("div", { class: "choose" },
      yesNo ? h("div", { class: "yes-no" }, h("p", {}, "Is it ", name(question.is_it, "strong"), "?"),
        action(keys.yes, "yes", () => answer({ yes: true, is_it: question.is_it }, "Yes")), action(keys.no, "no", () => answer({ no: true, is_it: question.is_it }, "No"))) : null,
      h("div", { class: yesNo ? "choices small" : "choices" }, choices())),
    h("div", { class: "actions" },
      action(keys.skip, "skip", () => answer({ skip: true }, "Skipped")),
      action(keys.unknown, "don't know", () => answer({ unknown: true }, "Don't know")),
      action(keys.undo, "undo", undo),
      action(yesNo ? "+" : keys.new, "new class", newClass),
      classes.length >= kFilterFrom ? action(keys.find, "find a class", () => root.querySelector(".class-filter")?.focus()) : null,
      action(keys.note, question.note === "" ? "note" : "edit the note", writeNote),
      question.guess && !server.isGuessHidden() ? action(keys.guess, "hide the prediction", toggleGuess) : null,
      server.state.guide ? action(keys.guide, "definitions", guide) : null));
}

const kSeen = "querent: the first words were read";

// Shown once per browser, before the first answer.
function firstWords() {
  if (!isFirst || storage()?.getItem(kSeen)) return null;
  const { find, what, has_checks } = server.state;
  const checks = has_checks ? `Random checks, questions drawn at random, estimate how many ${find ? `${what}s are ${find}` : "predictions are wrong"}. ` : "";
  return h("div", { class: "first", role: "note", "aria-label": "How querent works" },
    h("p", {}, `Read the ${what} below and press the key of its class, or click it. `,
      find ? `querent asks first about the ${what}s that are most probably ${find}. `
        : "querent asks about the most informative items first and predicts the others from your answers. ",
      checks, "Every answer is saved at once, so you can close the page at any time and continue later."),
    h("button", { type: "button", onclick: (event) => {
      storage()?.setItem(kSeen, "yes");
      event.currentTarget.parentElement.remove();
    } }, "Start"));
}

async function render() {
  if (!root?.isConnected) return;
  const question = held[0];
  drawn = question ?? null;
  if (!question) return root.replaceChildren(waiting(), last.element);
  const had = root.contains(document.activeElement) || document.activeElement === document.body;
  const around = h("div", { class: "around" });
  root.replaceChildren(card(question), ...(server.state.graph ? [around] : []), last.element);
  const isNew = question.id !== shownId;
  if (isNew) {  // a question shown before a restart keeps its time
    shownSince = performance.now();
    settled = Math.max(settled, shownSince + kSettle);
  }
  shownId = question.id;
  performance.mark("question");  // tests/bench/ask_latency.py measures the time until this mark
  if (had) root.querySelector(".title").focus({ preventScroll: true });
  const top = root.firstElementChild;
  if (isNew && top.getBoundingClientRect().top < 0) top.scrollIntoView();
  if (!server.state.graph) return;
  const near = await question.around;
  if (near && held[0] === question) around.replaceWith(neighbourhood(near, corrected));
}

export const view = {
  id: "question",
  title: "Question",
  mount(into) {
    root = h("div", { class: server.state.graph ? "question" : "question alone" });
    last = lastAnswers(corrected);
    into.append(root);
    render();
    more(held.length > 0);  // answers may have been corrected in another view
  },
  changed() {
    renew();
    last.changed();
  },
};

// Number of labels at which the error will be known to ± `target`: the interval narrows with the square root of the
// number of checks, which is a fixed share of the labels.
function labelsFor(target, { asked, estimate }) {
  const half = (estimate.high - estimate.low) / 2;
  return Math.max(asked, Math.ceil(asked * (half / target) ** 2 / 10) * 10);
}

const kPrecise = [0.1, 0.05];  // usual precisions
const kFewest = 20;            // labels before the width of the interval is informative

function howFarYet(progress) {
  const { asked, estimate, items, may_stop, done } = progress;
  if (!estimate || asked < kFewest || may_stop || done) return null;
  const [rough, fine] = kPrecise.map((target) => labelsFor(target, progress));
  if (rough >= items) return null;
  const at = (target, labels) => `± ${Math.round(100 * target)} % at about ${labels.toLocaleString("en")} labels`;
  const known = [];
  if (rough > asked) known.push(at(kPrecise[0], rough));
  if (fine > asked && fine < items) known.push(at(kPrecise[1], fine));
  return known.join(", ") || null;
}

/** The text of the line below the tabs. */
export function howFar(progress) {
  if (isFirst === null && progress.answered === 0) {
    isFirst = true;
    render();
  }
  isFirst &&= progress.answered === 0;
  answered = progress.answered;
  const disputedBefore = disputed;
  disputed = progress.disputed;
  if (ended && held.length === 0 && disputed !== disputedBefore) render();
  const after = root?.querySelector(".after");
  if (after) after.textContent = afterWords({ after: drawn.after, answered });
  const { asked, budget } = progress, items = counted(progress.items, server.state.what);
  const parts = [budget ? `${asked.toLocaleString("en")} of ${budget.toLocaleString("en")} labels, ${items}` : `${asked.toLocaleString("en")} of ${items} asked`];
  if (progress.recall) {
    parts.push(progress.recall_text);
  } else if (progress.estimate) {
    const interval = `${percent(progress.estimate.low)} – ${percent(progress.estimate.high)}`;
    parts.push(progress.estimate.error === null ? `error ${interval}` : `error ${percent(progress.estimate.error)} (${interval})`);
  }
  const course = progress.recall ? null : howFarYet(progress);
  if (course) parts.push(course);
  if (progress.seconds) parts.push(`${seconds(progress.seconds)} each`);
  if (progress.may_stop) parts.push("you can stop");
  if (afterWords(progress)) parts.push(`predictions${afterWords(progress)}`);
  return parts.join(" · ");
}
