// SPDX-License-Identifier: Apache-2.0
// How querent.html reaches its annotation server: in a worker, which this module starts, and starts again with the same
// session if it fails.

import { errorIn } from "/dom.js";

export const kUnavailable = "The calculation stopped and is being started again.";
export const kCommand = "To go on with the program instead, unpack answers.zip and type:";

let worker = null, asked = 0, opened = null, listener = null;
let waiting = new Map();             // number of a message to the worker → {settle, fail}
let onlog = () => {};                // gets each line that the program prints
let open;                            // resolves `isOpen`
const isOpen = new Promise((settle) => { open = settle; });
const kThis = "querent: session of this tab";

const element = (id) => document.getElementById(id).textContent;

function start() {
  const script = URL.createObjectURL(new Blob([element("worker")], { type: "text/javascript" }));
  worker = new Worker(script);
  worker.onmessage = ({ data }) => {
    if (data.to !== undefined) {
      const { settle, fail } = waiting.get(data.to);
      waiting.delete(data.to);
      if (data.error === undefined) settle(data.reply);
      else fail(new Error(data.error));
    } else if (data.log !== undefined) onlog(data.log);
    else if (data.version !== undefined) listener?.message(JSON.stringify({ version: data.version }));
    else if (data.died !== undefined) died(data.died);
  };
  worker.onerror = (event) => died(event.message);
  worker.postMessage({ program: element("program") });
}

const ask = (act, fields = {}) => new Promise((settle, fail) => {
  waiting.set(++asked, { settle, fail });
  worker.postMessage({ ...fields, act, number: asked });
});

// Requests that wait fail, so that the page sends them again; connect() opens the session again.
function died(why) {
  worker.terminate();
  const failed = waiting;
  waiting = new Map();
  start();
  for (const { fail } of failed.values()) fail(new Error(`The program stopped: ${why}`));
  const was = listener;
  listener = null;
  if (opened) opened.isLost = true;
  was?.closed();
}

/** Resolves to a Response. */
export async function request(path, { method = "GET", body = "" } = {}) {
  await isOpen;
  const { status, type, bytes } = await ask("request", { method, target: path, body });
  return new Response(bytes, { status, headers: { "Content-Type": type } });
}

/** Calls `opened` and `closed` once each, and `message` with the JSON text of every change between them. */
export async function connect(to) {
  try {
    if (opened.isLost) {
      const { code, text } = await ask("open", { id: opened.id });
      if (code !== 0) throw new Error(text);
      opened.isLost = false;
    }
    listener = to;
    to.opened();
  } catch {
    to.closed();
  }
}

/** Properties of a link that saves the file of this path. */
export const savedFrom = (path) => ({ href: "#export", onclick: (event) => {
  event.preventDefault();
  saveFrom(path, event.currentTarget);
} });

function licences() {
  const bytes = Uint8Array.from(atob(element("licences")), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

async function saveFrom(path, link) {
  const response = path === "/licences.txt" ? licences() : await request(path);
  if (!response.ok) {
    link.parentElement.querySelector(".refused")?.remove();
    link.after(Object.assign(document.createElement("span"), { className: "refused", textContent: errorIn(await response.text()) }));
    return;
  }
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href: url, download: path.split("/").at(-1) }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");

// Opens a session of the worker; replies {code, text}.
async function opening(id, fields) {
  const reply = await ask("open", { id, ...fields });
  if (reply.code !== 0) return reply;
  opened = { id, isLost: false };
  sessionStorage.setItem(kThis, id);
  navigator.storage?.persist?.();  // asks the browser not to clear it when the disk is full
  open();
  return reply;
}

export const local = {
  /** Starts a session of files {path, blob} by commands of the program. */
  begin: (name, files, commands) => opening(newId(), { name, files, commands }),
  resume: (id) => opening(id, {}),
  sessions: () => ask("sessions"),
  forget: (id) => ask("forget", { id }),
  /** The session that this tab had before it was loaded again. */
  before: () => sessionStorage.getItem(kThis),
  leave() {
    sessionStorage.removeItem(kThis);
    location.assign(location.href.split(/[?#]/)[0]);
  },
  onlog(listen) {
    onlog = listen;
  },
};

start();
