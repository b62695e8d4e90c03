// SPDX-License-Identifier: Apache-2.0
// The worker of querent.html: it holds the annotation server, compiled to WebAssembly (querent.js before this script),
// answers the page's requests one after the other, computes predictions when no request waits, and keeps every change
// in the browser before it acknowledges it.
import { kOut, typed } from "/commands.js";
import { forget, keep, session as kept, sessions } from "/keep.js";
import { zipped } from "/zip.js";

const kIn = "/in", kCache = "/cache";  // sources, answers, embeddings
const kLockPatience = 3000;  // milliseconds in which a closed or reloaded tab gives its session back

let program = null;   // the compiled program; each session gets an instance of its own
let module = null, session = null, waiting = 0, timer = 0, version = 0;
let release = () => {};  // gives the session to another tab
let savedAt = 0, sizes = new Map();  // time of the last save; path → size of each kept file

const say = (message, transfer = []) => postMessage(message, transfer);

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

// An instance of the program with the folders of a session.
async function instance() {
  const made = await globalThis.createQuerent({
    instantiateWasm(imports, done) {
      program.then((compiled) => WebAssembly.instantiate(compiled, imports)).then((of) => done(of));
      return {};
    },
    print: (line) => say({ log: line }),
    printErr: (line) => say({ log: line }),
    onAbort: (reason) => { throw new Error(`the program stopped: ${reason}`); },
    preRun: [(of) => { if (of.ENV) of.ENV.QUERENT_CACHE = kCache; }],
  });
  for (const folder of [kIn, kOut, kCache]) made.FS.mkdirTree(folder);
  made.FS.chdir(kIn);
  return made;
}

function write(path, bytes) {
  module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
  module.FS.writeFile(path, bytes);
}

function filesBelow(folder) {
  const all = [];
  for (const name of module.FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`, { mode, size, mtime } = module.FS.stat(path);
    if (module.FS.isDir(mode)) all.push(...filesBelow(path));
    else all.push({ path, size, time: mtime.getTime() });
  }
  return all;
}

// Keeps the files that changed since the last save; `first` also the sources, which never change later.
async function save({ first = false } = {}) {
  const files = [kOut, kCache, ...(first ? [kIn] : [])].flatMap(filesBelow);
  const changed = files.filter(({ path, size, time }) => sizes.get(path) !== size || time >= savedAt);
  const there = new Set(files.map(({ path }) => path));
  const removed = [...sizes.keys()].filter((path) => !there.has(path) && !path.startsWith(kIn));
  if (changed.length === 0 && removed.length === 0 && !session.isNews) return;
  const now = Date.now();
  session.isNews = false;
  const { id, name, command, answered } = session;
  await keep({ id, name, command, answered, changed: now }, changed.map(({ path }) => [path, module.FS.readFile(path)]), removed);
  savedAt = now;
  for (const path of removed) sizes.delete(path);
  for (const { path, size } of changed) sizes.set(path, size);
}

// Returns the exit code of a command; its messages are in the result.
const run = (command) => module.ccall("querent_start", "number", ["string"], [JSON.stringify(command)]);

const result = () => {
  const at = module._querent_result();
  return module.HEAPU8.slice(at, at + module._querent_result_bytes());
};

// A session is open in one tab; the lock ends with the worker.
function locked(id) {
  if (!navigator.locks) return true;  // a page from http:// of another machine has none
  return new Promise((settle) => {
    navigator.locks.request(`querent:${id}`, { signal: AbortSignal.timeout(kLockPatience) }, () => {
      settle(true);
      return new Promise((done) => { release = done; });
    }).catch(() => settle(false));
  });
}

/** Opens the session of `files` (new) or of `id` (kept). Replies {code, text}; code 0: it is open. */
async function open({ id, name, files, commands }) {
  if (!await locked(id)) return { code: -1, text: "This session is open in another tab or window. Go on there, or close it and try again." };
  const reply = await started({ id, name, files, commands });
  if (reply.code !== 0) release();
  return reply;
}

async function started({ id, name, files, commands }) {
  const before = files ? null : await kept(id);
  if (before && !before.of) return { code: -1, text: "This session was deleted." };
  module = await instance();
  sizes = new Map();
  savedAt = 0;
  for (const [path, bytes] of before?.files ?? []) write(path, bytes);
  for (const { path, blob } of files ?? []) write(path, new Uint8Array(await blob.arrayBuffer()));
  for (const command of before ? [before.of.command] : commands) {
    const code = run(command);
    if (code !== 0) return { code, text: JSON.parse(new TextDecoder().decode(result())).messages };
  }
  session = before ? { ...before.of, isNews: true } : { id, name, command: commands.at(-1), answered: 0 };
  version = module._querent_version();
  await save({ first: !before });
  return { code: 0 };
}

const text = (value) => new TextEncoder().encode(value);
const shownCommand = () => `cd in\n${typed(session.command, "../answers")} --web`;

// The answers and their sources, with which the program or this page goes on.
async function archive() {
  const kept = [...filesBelow(kOut), ...filesBelow(kIn)].filter(({ path }) => !path.endsWith("/web.json"));  // which is for this place alone
  const inside = kept.map(({ path }) => [path.replace(/^\/out/, "/answers").slice(1), module.FS.readFile(path)]);
  const words = `The answers of a session of querent, and the files that it was about.\n\nTo go on in a browser: drop this archive on querent.html.\nTo go on with the program: unpack it and type\n\n${shownCommand()}\n`;
  const manifest = { name: session.name, command: session.command };
  return new Uint8Array(await zipped([["READ ME.txt", text(words)], ["querent.json", text(JSON.stringify(manifest))], ...inside]).arrayBuffer());
}

const kArchive = { name: "answers.zip", about: "the answers and their sources, to go on later, elsewhere or with the program" };

async function requested({ method, target, body }) {
  if (!session) return { status: 503, type: "text/plain", bytes: text("The session is being opened again.") };
  if (target === `/export/${kArchive.name}`) return { status: 200, type: "application/zip", bytes: await archive() };
  const status = module.ccall("querent_request", "number", ["string", "string", "string", "number"], [method, target, body, text(body).length]);
  const type = module.ccall("querent_result_type", "string", [], []);
  let bytes = result();
  if (status === 200 && method === "POST" && /"id":.*"answer":/.test(body)) ++session.answered;  // until the next progress
  if (status === 200 && target.startsWith("/api/progress")) {
    const { answered } = JSON.parse(new TextDecoder().decode(bytes));
    session.isNews ||= answered !== session.answered;
    session.answered = answered;
  } else if (status === 200 && target.startsWith("/api/export")) {
    const list = JSON.parse(new TextDecoder().decode(bytes));
    bytes = text(JSON.stringify({ files: [kArchive, ...list.files], command: shownCommand() }));
  }
  try {
    if (method === "POST") await save();  // an answer is acknowledged when it is kept
  } catch (error) {
    return { status: 507, type: "text/plain", bytes: text(`This browser could not store the answer: ${error.message}. Export answers.zip, so that nothing is lost.`) };
  }
  return { status, type, bytes };
}

function news() {
  const now = module._querent_version();
  if (now === version) return;
  version = now;
  say({ version });
}

// Computes a piece in the background as soon as no request waits; the end of a request comes back here.
function soon() {
  clearTimeout(timer);
  timer = setTimeout(work, 0);
}

function work() {
  if (waiting > 0) return;
  try {
    if (module._querent_work()) soon();
    news();
  } catch (error) {  // this instance is of no further use; the page starts another worker
    say({ died: error.message ?? String(error) });
  }
}

const kActs = {
  request: requested,
  open,
  sessions: () => sessions(),
  forget: async ({ id }) => {
    if (!await locked(id)) throw new Error("This session is open in another tab or window.");
    await forget(id);
    release();
  },
};

let last = Promise.resolve();
onmessage = ({ data }) => {
  if (data.program !== undefined) {
    program = unpacked(data.program);
    program.then(() => say({ ready: true }), (error) => say({ died: `${error}` }));
    return;
  }
  ++waiting;
  last = last.then(async () => {
    try {
      const reply = await kActs[data.act](data);
      --waiting;
      say({ to: data.number, reply }, reply?.bytes ? [reply.bytes.buffer] : []);
    } catch (error) {
      --waiting;
      if (data.act === "request") say({ died: error.message ?? String(error) });
      say({ to: data.number, error: error.message ?? String(error) });
    }
    if (!session) return;
    await save().catch(() => {});  // that of the next answer reports it
    news();
    if (waiting === 0) soon();
  });
};
