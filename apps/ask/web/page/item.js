// SPDX-License-Identifier: Apache-2.0
// One item: its text, and the dialog in which any item can be viewed and labelled.
import { classButtons, classOf, dotOf } from "/classes.js";
import { server } from "/server.js";
import { afterPause, dialogOf, h, linked, name, percent, say } from "/dom.js";
import { outbox } from "/outbox.js";
import { kUnavailable } from "/transport.js";

// Draws a picture with one byte per channel, grey or in colour.
function picture({ width, height, channels, pixels }) {
  const bytes = Uint8Array.from(atob(pixels), (c) => c.charCodeAt(0));
  const image = new ImageData(width, height);
  for (let i = 0; i < width * height; ++i) {
    for (let c = 0; c < 3; ++c) image.data[4 * i + c] = bytes[channels * i + (channels === 3 ? c : 0)];
    image.data[4 * i + 3] = 255;
  }
  const canvas = h("canvas", { class: "picture", width, height, role: "img", "aria-label": `A picture of ${width} by ${height} pixels` });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

// A text with its links; `words` are marked, ignoring case.
function marked(text, words) {
  if (words.length === 0) return linked(text);
  const any = words.map((word) => word.replace(/[^\p{L}\p{N}]+/gu, "[^\\p{L}\\p{N}]+")).sort((a, b) => b.length - a.length).join("|");
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${any})(?![\\p{L}\\p{N}])`, "giu"));
  return parts.map((part, k) => (k % 2 === 1 ? name(part, "mark") : part.trim() === "" ? part : linked(part)));
}

/** The title as a heading, the picture if there is one, then the other fields, with `words` marked. */
export function described(item, heading = "h1", words = []) {
  const rest = item.fields.filter(([, value]) => value !== "" && value !== item.title);
  return h("div", { class: "item" },
    words.length > 0 ? h(heading, { dir: "auto", tabindex: "-1", class: "title" }, marked(item.title, words)) : name(item.title, heading, { tabindex: "-1", class: "title" }),
    item.picture ? picture(item.picture) : null,
    h("dl", {}, rest.map(([column, value]) => [name(column, "dt"), h("dd", {}, marked(value, words))])),
    item.item !== item.title ? h("p", { class: "id" }, `${server.state.what} `, name(item.item)) : null);
}

/** Lets the annotator edit the note on an item; resolves to null if they cancel. */
export function askNote(before) {
  const field = h("textarea", { rows: "4", oninput: () => {
    const bytes = new TextEncoder().encode(field.value).length;  // the server counts bytes, not characters
    field.setCustomValidity(bytes > 10000 ? `A note has at most 10,000 bytes, this one has ${bytes.toLocaleString("en")}.` : "");
  } }, before);
  const dialog = dialogOf({ "aria-label": "Note" }, h("form", { method: "dialog" }, h("label", {}, "Note ", field),
    h("div", { class: "actions" }, h("button", { value: "take" }, "Save"), h("button", { value: "", formnovalidate: "" }, "Cancel"))));
  return new Promise((settle) => dialog.addEventListener("close", () => settle(dialog.returnValue === "take" ? field.value.trim() : null)));
}

/** "DM – labelled by Ann" or "prediction: DM, 41 %". */
export function known(state) {
  if (state.class !== null) {  // the second answer can be “don't know”, too
    const second = state.second === null ? null : ["; ", server.state.classes.includes(state.second) ? classOf(state.second) : name(state.second), " – by ", name(state.second_by)];
    return h("span", {}, classOf(state.class), state.by ? [" – labelled by ", name(state.by)] : null, second);
  }
  if (state.unknown) return h("span", {}, "marked as “don't know”");
  if (state.guess) return h("span", { class: "pale" }, dotOf(state.guess.class), "prediction: ", name(state.guess.class), `, ${percent(state.guess.confidence)}`);
  return h("span", { class: "pale" }, "no prediction yet");
}

/** Opens the dialog of an item, in which a class can be chosen as its label. `query` is {item: id} or {at: index}. */
export async function openItem(query, changed = () => {}) {
  const item = await server.get("item", query);
  const close = () => dialog.close();
  const choose = async (of) => {
    close();
    const receipt = await outbox.put({ item: item.item, answer: of });
    if (receipt) say(`Saved: ${of}`);
    changed();
  };
  const dialog = dialogOf({ class: "item-dialog", "aria-label": "Item" },
    described(item, "h2"),
    h("p", { class: "known" }, known(item.state)),
    item.state.note === "" ? "" : h("p", { class: "note" }, "Note: ", name(item.state.note)),
    h("h3", {}, item.state.class === null ? "Label it" : "Correct it"),
    classButtons(server.state.classes, choose, { current: item.state.class, keys: false }),
    h("form", { class: "new-class", onsubmit: (event) => {
      event.preventDefault();
      const of = event.target.elements.of.value.trim();
      if (of) choose(of);
    } }, h("label", {}, "Other class ", h("input", { name: "of", autocomplete: "off", maxlength: "200" })), h("button", { type: "submit" }, "Save")),
    h("div", { class: "actions" }, h("button", { type: "button", onclick: async () => {
      const text = await askNote(item.state.note);
      if (text === null) return;
      close();
      if (await outbox.put({ item: item.item, note: text })) say("Note saved");
      changed();
    } }, item.state.note === "" ? "Note" : "Edit the note"), h("button", { type: "button", onclick: close }, "Close")));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();  // a click on the backdrop
  });
  dialog.querySelector(".title").focus();
}

/** A search field with a list of the matches as buttons, which call `found` (by default: open the item). */
export function searchField({ found = (item) => openItem({ item: item.item }), label = "Find by id or text" } = {}) {
  const list = h("ul", { class: "found" });
  const field = h("input", { type: "search", placeholder: label, "aria-label": label, autocomplete: "off" });
  let asked = 0;
  const search = async () => {
    const mine = ++asked;
    const text = field.value.trim();
    const result = text === "" ? { found: [] } : await server.get("search", { text }).catch(() => null);
    if (mine !== asked) return;  // a newer search has started
    if (!result) return list.replaceChildren(h("li", { class: "pale" }, kUnavailable));
    list.replaceChildren(...result.found.map((item) => h("li", {}, h("button", { type: "button", onclick: () => found(item) }, name(item.title), " ", known(item)))));
    if (text !== "") say(`${result.found.length} found`);
    if (text !== "" && result.found.length === 0) list.append(h("li", { class: "pale" }, "no match"));
  };
  field.addEventListener("input", afterPause(150, search));
  // Arrow keys walk through the matches, Enter opens one (the first, from the field), Esc leads back.
  const box = h("div", { class: "search", role: "search" }, field, list);
  box.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    if (event.key === "ArrowDown") (buttons[at + 1] ?? buttons.at(-1))?.focus();
    else if (event.key === "ArrowUp") (at > 0 ? buttons[at - 1] : field).focus();
    else if (event.key === "Enter" && at < 0 && buttons.length > 0) buttons[0].click();
    else if (event.key === "Escape" && at >= 0) field.focus();
    else if (event.key === "Escape" && field.value !== "") {
      field.value = "";
      search();
    } else if (event.key === "Escape") {
      field.blur();
      location.hash = "question";
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return box;
}
