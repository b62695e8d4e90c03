// SPDX-License-Identifier: Apache-2.0
// The start view of querent.html: takes files, asks what is needed to begin, or goes on with a session that this browser
// keeps. The views after it are those of `querent ask --web`.
import { typed } from "/commands.js";
import { counted, h, name, say, shown } from "/dom.js";
import {} from "/main.js";
import { commandsOf, guess, kKinds, kRoles } from "/sources.js";
import { local } from "/transport.js";
import { unzipped } from "/zip.js";

const kLooked = 1 << 16;  // bytes of each file that are looked at
const view = document.getElementById("view");

let files = [];          // {path, blob, bytes, role}
let manifest = null;     // of an archive of answers
const fields = { classes: "", kind: "", find: false, seed: "", more: "" };

const kSample = { name: "handwritten digits", path: "digits-idx3-ubyte", command: ["ask", "digits-idx3-ubyte", "--knn", "10", "--classes", "1,2,3,4,5", "--out", "/out"] };

// Runs `begin` while the lines of the program are shown; goes back to the form with its message if it fails.
async function opening(begin) {
  const log = h("pre", { class: "log", "aria-live": "off" });
  const lines = [];
  view.replaceChildren(h("section", { class: "notice" }, h("h1", { tabindex: "-1" }, "One moment …"),
    h("p", { class: "pale" }, "querent reads the files and prepares the first question. A graph of 50,000 nodes takes about half a minute."), log));
  say("One moment");
  local.onlog((line) => {
    lines.push(shown(line));
    log.textContent = lines.slice(-8).join("\n");
  });
  let reply;
  try {
    reply = await begin();
  } catch (error) {
    reply = { code: -1, text: error.message };
  }
  if (reply.code !== 0) return show(reply.text || lines.join("\n") || "The program stopped without a message.");
  document.body.classList.remove("start");
  const leave = h("button", { type: "button", id: "leave", title: "Other files, or another session; all answers are saved", onclick: local.leave }, "Start page");
  document.getElementById("source").before(leave);
}

function put(path, blob, bytes) {
  files = files.filter((file) => file.path !== path);
  files.push({ path, blob, bytes: bytes.subarray(0, kLooked) });
}

// An archive of this page brings its session, any other its files.
async function putArchive(path, blob) {
  let all;
  try {
    all = await unzipped(new Uint8Array(await blob.arrayBuffer()));
  } catch (error) {
    throw new Error(`${path}: ${error.message} — unpack it, and drop its files`);
  }
  const own = all.find(([of]) => of === "querent.json");
  if (own) {
    manifest = JSON.parse(new TextDecoder().decode(own[1]));
    files = [];
  }
  for (const [of, bytes] of all) if (!own || /^(in|answers)\//.test(of)) put(own ? of.replace(/^in\//, "") : of, new Blob([bytes]), bytes);
}

async function take(taken) {
  let error = "";
  manifest = null;
  for (const { path, blob } of taken) {
    try {
      if (/\.zip$/i.test(path)) await putArchive(path, blob);
      else put(path, blob, new Uint8Array(await blob.slice(0, kLooked).arrayBuffer()));
    } catch (failed) {
      error += `${failed.message}\n`;
    }
  }
  guess(files);
  show(error);
}

// The files of a dropped folder, with their paths in it.
async function entries(entry, path = "") {
  if (entry.isFile) return [{ path: path + entry.name, blob: await new Promise((settle, fail) => entry.file(settle, fail)) }];
  const reader = entry.createReader(), all = [];
  for (;;) {  // a reader gives at most 100 entries at a time
    const some = await new Promise((settle, fail) => reader.readEntries(settle, fail));
    if (some.length === 0) return all;
    for (const one of some) all.push(...await entries(one, `${path}${entry.name}/`));
  }
}

const chosen = (input) => [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));

function dropZone() {
  const input = h("input", { type: "file", multiple: true, id: "files", class: "for-readers", tabindex: "-1", "aria-label": "Files", onchange: () => take(chosen(input)) });
  const folder = h("input", { type: "file", webkitdirectory: true, id: "folder", class: "for-readers", tabindex: "-1", "aria-label": "A folder", onchange: () => take(chosen(folder)) });
  return h("div", { class: files.length > 0 ? "drop small" : "drop" },
    h("p", { class: "large" }, files.length > 0 ? "More files? Drop them here" : "Drop your files here"),
    h("p", { class: "actions" }, h("button", { type: "button", onclick: () => input.click() }, "Choose files"), h("button", { type: "button", onclick: () => folder.click() }, "Choose a folder"), input, folder));
}

addEventListener("dragover", (event) => {
  if (!document.body.classList.contains("start")) return;
  event.preventDefault();
  document.querySelector(".drop")?.classList.add("over");
});
addEventListener("dragleave", () => document.querySelector(".drop")?.classList.remove("over"));
addEventListener("drop", async (event) => {
  if (!document.body.classList.contains("start")) return;
  event.preventDefault();
  const items = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const dropped = items.length > 0 ? (await Promise.all(items.map((entry) => entries(entry)))).flat() : [...event.dataTransfer.files].map((file) => ({ path: file.name, blob: file }));
  if (dropped.length > 0) take(dropped);
});

const inputs = () => files.map((file) => ({ path: file.role === "answers" ? `/out/${file.path.split("/").at(-1)}` : `/in/${file.path}`, blob: file.blob }));
const commands = () => (manifest ? [manifest.command] : commandsOf(files, fields));

function field(label, of, about, properties = {}) {
  return h("label", { class: "field" }, h("span", {}, label), h("input", { name: of, value: fields[of], autocomplete: "off", ...properties, oninput: (event) => {
    fields[of] = event.target.value;
    showCommand();
  } }), h("small", { class: "pale" }, about));
}

function showCommand() {
  const at = document.querySelector(".command");
  if (at) at.textContent = commands().map((command) => typed(command)).join("\n");
}

function fileRow(file) {
  const select = h("select", { "aria-label": `What ${file.path} is`, onchange: () => {
    file.role = select.value;
    show();
  } }, Object.entries(kRoles).map(([role, about]) => h("option", { value: role, selected: role === file.role }, about)));
  return h("li", {}, name(file.path, "strong"), select, h("button", { type: "button", class: "as-link", "aria-label": `Remove ${file.path}`, onclick: () => {
    files.splice(files.indexOf(file), 1);
    show();
  } }, "remove"));
}

// The files of a folder are one row.
function fileList() {
  const ofFolders = ["answers", "folder"].map((role) => [role, files.filter((file) => file.role === role).length]).filter(([, count]) => count > 0);
  return h("ul", { class: "sources" },
    ofFolders.map(([role, count]) => h("li", {}, h("strong", {}, kRoles[role]), h("span", { class: "pale" }, counted(count, "file")))),
    files.filter(({ role }) => role !== "answers" && role !== "folder").map(fileRow));
}

function form(error) {
  if (files.length === 0) return null;
  const goesOn = files.some(({ role }) => role === "answers"), works = files.some(({ role }) => role === "publications");
  const begin = () => {
    const title = manifest?.name ?? (files.find(({ role }) => !["none", "answers", "texts", "known"].includes(role)) ?? files[0]).path.split("/")[0];
    opening(() => local.begin(title, inputs(), commands()));
  };
  if (manifest) {
    return h("form", { class: "begin", onsubmit: (event) => { event.preventDefault(); begin(); } },
      h("p", {}, "An archive of answers: ", name(manifest.name, "strong")), h("p", {}, h("button", { class: "go" }, "Go on")));
  }
  return h("form", { class: "begin", onsubmit: (event) => { event.preventDefault(); begin(); } },
    h("h2", {}, "Your files"),
    fileList(),
    goesOn ? h("p", { class: "pale" }, "The answers, their classes and options are in the folder; add the files that they are about.")
      : field("Classes", "classes", "The names from which you choose, with commas between them. You can also add classes later.", { placeholder: "for example: physics, biology, other" }),
    works ? h("label", { class: "field" }, h("span", {}, "What to label"), h("select", { name: "kind", onchange: (event) => {
      fields.kind = event.target.value;
      showCommand();
    } }, Object.entries(kKinds).map(([kind, about]) => h("option", { value: kind, selected: kind === fields.kind }, about)))) : null,
    goesOn ? null : h("label", { class: "check" }, h("input", { type: "checkbox", name: "find", checked: fields.find, onchange: (event) => {
      fields.find = event.target.checked;
      showCommand();
    } }), " Find the few relevant ones (for a review): the most probably relevant item is asked next"),
    h("details", { open: fields.seed !== "" || fields.more !== "" || error.includes(" --") }, h("summary", {}, "More options"),
      field("Random seed", "seed", "The same seed and answers give the same questions and predictions.", { inputmode: "numeric", placeholder: "0" }),
      field("Options of the program", "more", "As `querent ask` takes them, for example --guide guide.txt --budget 100 --dim 50", { spellcheck: "false" })),
    h("p", {}, h("button", { class: "go" }, goesOn ? "Go on" : "Begin")),
    h("details", {}, h("summary", {}, "The same with the program"), h("pre", {}, h("code", { class: "command" }))));
}

const when = (time) => new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

async function sessionList(into) {
  const all = await local.sessions();
  if (all.length === 0 || !into.isConnected) return;
  const remove = (one) => async () => {
    if (!confirm(`Delete “${shown(one.name)}” with ${counted(one.answered, "answer")} from this browser? This cannot be undone.`)) return;
    try {
      await local.forget(one.id);
    } catch (error) {
      return show(error.message);
    }
    show();
  };
  into.replaceChildren(h("h2", {}, "Go on with"), h("ul", { class: "sessions" }, all.map((one) => h("li", {},
    h("button", { type: "button", class: "go", onclick: () => opening(() => local.resume(one.id)) }, name(one.name)),
    h("span", { class: "pale" }, `${counted(one.answered, "label")}, ${when(one.changed)}`),
    h("button", { type: "button", class: "as-link", "aria-label": `Delete ${one.name}`, onclick: remove(one) }, "delete")))));
}

function show(error = "") {
  const kept = h("section", { class: "kept" });
  view.replaceChildren(h("div", { class: "begin-view" },
    h("h1", { tabindex: "-1" }, "Give every item a class, by answering a few questions"),
    h("p", {}, "You have a graph, a list of publications or a table. querent asks you for the class of one item at a time, learns from your answers, predicts all others and tells you how many predictions are wrong."),
    error ? h("div", { class: "notice refused", role: "alert" }, h("pre", {}, error.trimEnd().split("\n").map(shown).join("\n")), h("p", {}, "Your files and settings are still below; nothing is lost.")) : null,
    files.length > 0 ? null : kept,
    ...(files.length > 0 ? [form(error), dropZone()] : [dropZone()]),
    files.length > 0 ? null : [
      h("p", {}, "No files at hand? ", h("button", { type: "button", id: "sample", onclick: sample }, "Try an example"), " ", h("span", { class: "pale" }, "905 pictures of handwritten digits, five classes")),
      h("dl", { class: "kinds" },
        h("dt", {}, "A graph"), h("dd", {}, "a list of edges (two ids per line), GraphML, GEXF, GML; with a table of titles, if you have one"),
        h("dt", {}, "Publications"), h("dd", {}, "an export as RIS, BibTeX, PubMed, Web of Science, Scopus, OpenAlex …"),
        h("dt", {}, "A table"), h("dd", {}, "CSV with one item per row and columns of numbers"),
        h("dt", {}, "Earlier answers"), h("dd", {}, "answers.zip of this page, or the folder of `querent ask` with its sources"))],
    h("p", { class: "promise" }, "Everything stays on this computer: this page sends nothing and needs no network. Your answers are kept in this browser after each key.")));
  showCommand();
  if (error) view.querySelector(".refused").scrollIntoView();
  if (files.length === 0) sessionList(kept).catch((of) => kept.replaceChildren(h("p", { class: "notice" }, `This browser keeps no answers: ${of.message}. Export them before you close the page.`)));
}

function sample() {
  const bytes = Uint8Array.from(atob(document.getElementById("sample-data").textContent), (letter) => letter.charCodeAt(0));
  opening(() => local.begin(kSample.name, [{ path: `/in/${kSample.path}`, blob: new Blob([bytes]) }], [kSample.command]));
}

document.body.classList.add("start");
const before = local.before();
if (before) opening(() => local.resume(before));
else show();
