// SPDX-License-Identifier: Apache-2.0
// The frame of the page: tabs, annotator, connection state and keys.
import { view as answersView } from "/answers.js";
import { onTheme, pressedKey } from "/classes.js";
import { server, live, Refused } from "/server.js";
import { dialogOf, h, key, name, notice, shown } from "/dom.js";
import { view as exportView } from "/export.js";
import { view as mapView } from "/map.js";
import { outbox } from "/outbox.js";
import { view as progressView } from "/progress.js";
import { follow, howFar, keysOfQuestions, onKey, renew, view as questionView } from "/question.js";
import { kUnavailable } from "/transport.js";

const views = [questionView, progressView, mapView, answersView, exportView];
const kAround = 400;  // milliseconds: changes that follow within this time cause one update

const element = (id) => document.getElementById(id);
let current = null, start = null, looking = 0;

// Removes the token from the address: it is in a cookie now and must not appear in the history.
function cleanAddress() {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}

async function show() {
  const next = views.find((view) => `#${view.id}` === location.hash) ?? questionView;
  if (next === current) return;
  current = next;
  document.title = `${next.title} – querent`;
  for (const tab of element("tabs").children) tab.setAttribute("aria-current", tab.dataset.view === next.id ? "page" : "false");
  const into = h("div", { class: "view" });
  element("view").replaceChildren(into);
  try {
    await next.mount(into);
  } catch (error) {
    into.replaceChildren(h("p", { class: "notice" }, error instanceof Refused ? shown(error.message) : kUnavailable));
    if (current === next) current = null;  // changed() tries again
  }
}

function banner(error) {
  const waiting = outbox.waiting;
  let text = "";
  if (error instanceof Refused && error.status === 401) text = "The token of this page is no longer valid. Open the address that querent printed last.";
  else if (error instanceof Refused && error.status === 507) text = error.message;
  else if (!server.connected && start !== null) text = kUnavailable;
  if (waiting > 0 && text) text += ` ${waiting === 1 ? "One answer is" : `${waiting} answers are`} stored in this browser until then.`;
  element("banner").textContent = text;
  element("banner").hidden = text === "";
}

function frame() {
  const state = server.state;
  element("source").textContent = shown(state.name.split("/").at(-1));  // for a path the file name
  element("source").title = shown(state.name);
  element("person").replaceChildren(name(server.by || "me"));
  if (!element("keys")) {
    const look = h("button", { type: "button", id: "look-up", title: "look up an item, to label or correct it" }, key(state.keys["look-up"]), "find");
    const keys = h("button", { type: "button", id: "keys", title: "all keys", "aria-label": "keys" }, key(state.keys.help), "help");
    look.addEventListener("click", lookUp);
    keys.addEventListener("click", help);
    element("person").before(look, keys);
  }
  element("tabs").replaceChildren(...views.map((view) => h("a", { href: `#${view.id}`, "data-view": view.id, "aria-current": view === current ? "page" : "false" }, view.title)));
}

let farther = null;
async function lookAround() {
  looking = 0;
  try {
    await follow();
    const progress = await server.get("progress");
    farther ??= element("view").parentElement.insertBefore(h("p", { id: "far" }), element("view"));
    farther.textContent = howFar(progress);
  } catch { /* the server is unavailable; live() reports when it is back */ }
}

function changed() {
  if (current === null) show();
  else current.changed();
  looking ||= setTimeout(lookAround, kAround);
}

async function connected(is) {
  banner();
  if (!is) return;
  const state = await server.refresh();
  const restarted = start !== null && start !== state.start;
  start = state.start;
  outbox.open(state.store);
  renew({ restarted });
  changed();
}

function askName() {
  const field = h("input", { name: "by", value: server.by, maxlength: "100", autocomplete: "name" });
  const dialog = dialogOf({ "aria-label": "Your name" }, h("form", { method: "dialog" },
    h("label", {}, "Your name (stored with your answers) ", field),
    h("div", { class: "actions" }, h("button", { value: "take" }, "Save"))));
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "take") return;
    const address = new URL(location.href);
    address.searchParams.set("by", field.value.trim());
    location.assign(address);
  });
}

function help() {
  const row = ([keys, does]) => h("tr", {}, h("td", {}, key(keys)), h("td", {}, does));
  dialogOf({ "aria-label": "Keys" }, h("h2", {}, "Keys"),
    h("table", {}, keysOfQuestions().map(row), [[server.state.keys["look-up"], "look up an item, to label or correct it"], [server.state.keys.review, server.state.finds_wrong ? "list the answers that are most probably wrong" : "list the answers that differ"], ["g, then q, p, m, a or e", "open a view"], [server.state.keys.help, "show this help"]].map(row)),
    h("form", { method: "dialog" }, h("button", {}, "Close")));
}

function openAnswers(then) {
  location.hash = answersView.id;
  show().then(then);
}

const lookUp = () => openAnswers(() => answersView.find());
const review = () => openAnswers(() => answersView.review());

let going = false;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || server.state === null || document.querySelector("dialog")) return;
  if (event.target.closest("input, textarea, select")) return;
  if (going) {
    going = false;
    const to = views.find((view) => view.id.startsWith(event.key.toLowerCase()));
    if (to) location.hash = to.id;
    return;
  }
  if (pressedKey(event.key) === "g") going = true;
  else if (pressedKey(event.key) === server.state.keys.help) help();
  else if (event.key === "Escape" && current !== questionView) location.hash = questionView.id;
  else if (pressedKey(event.key) === server.state.keys["look-up"]) {
    event.preventDefault();
    lookUp();
  } else if (pressedKey(event.key) === server.state.keys.review) {
    event.preventDefault();
    review();
  } else if (current === questionView && onKey(event.key)) event.preventDefault();
});

onTheme(() => current?.changed());  // a view chooses its colours when it is drawn
outbox.onchange = banner;
outbox.onrefused = (refused, error) => notice(`Not saved: ${shown(error.message)}`);

async function begin() {
  cleanAddress();
  try {
    await server.refresh();
  } catch (error) {
    element("view").replaceChildren(h("p", { class: "notice" }, shown(error.message)));
    return;
  }
  if (server.by === "") server.by = server.state.by ?? "";
  start = server.state.start;
  outbox.open(server.state.store);
  frame();
  element("person").addEventListener("click", askName);
  addEventListener("hashchange", show);
  document.querySelector(".skip-link").addEventListener("click", (event) => {
    event.preventDefault();  // the address names a view
    element("view").focus();
  });
  live(changed, connected);
  await show();
  lookAround();
}

begin();
