// SPDX-License-Identifier: Apache-2.0
// Builds elements from data. User text becomes text nodes and attribute values, never markup.

/** h("p", {class: "x", onclick: f}, "text", child): creates an element; null and false children are omitted. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

/** Replaces the children of `element`; the focus stays on the child with the same data-key, or goes to the first. */
export function redraw(element, ...children) {
  const held = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children);
  if (held !== undefined) (element.querySelector(`[data-key="${CSS.escape(held)}"]`) ?? element.querySelector("[data-key]") ?? document.getElementById("view")).focus();
}

/** Creates an SVG element in the same way. */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** A text of an SVG. */
export const svgText = (words, properties) => s("text", properties, document.createTextNode(words));

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "style") for (const [key, of] of Object.entries(value)) element.style.setProperty(key, of);
  else element.setAttribute(name, value === true ? "" : value);
}

const kUnseen = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Replaces control characters by symbols ("\x1b" by "␛") and characters that change the text direction by their number. */
export function shown(text) {
  return String(text).replace(kUnseen, (c) => {
    const code = c.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
  });
}

/** An element with user text in its own direction, or with a placeholder if it is empty. It keeps the ends of lines. */
export function name(text, of = "span", properties = {}) {
  const blank = String(text).trim() === "";
  return h(of, { dir: "auto", ...properties, class: [properties.class, blank && "blank"].filter(Boolean).join(" ") || null },
    blank ? "(empty)" : String(text).split("\n").map(shown).join("\n"));
}

/** A link if the text is a web address, otherwise the text. */
export function linked(text) {
  if (/^https?:\/\/\S+$/i.test(text)) {
    try {
      const url = new URL(text);
      return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, shown(text));
    } catch { /* not a valid address */ }
  }
  return name(text);
}

/** "8.3 %", "41 %"; a share below 1 is never shown as "100 %". */
export const percent = (share) => (share < 1 && share >= 0.995 ? "over 99 %" : `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`);

export function seconds(n) {
  if (!n) return "–";
  const whole = Math.round(n);
  return whole < 60 ? `${n.toFixed(1)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export const counted = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** Shows a dialog until it is closed. */
export function dialogOf(properties, ...children) {
  const dialog = h("dialog", properties, ...children);
  const { key: held } = document.activeElement.dataset;
  dialog.addEventListener("close", () => {
    dialog.remove();  // the element that had the focus may have been drawn again meanwhile
    if (held !== undefined && document.activeElement === document.body) (document.querySelector(`[data-key="${CSS.escape(held)}"]`) ?? document.getElementById("view")).focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A function that calls `act` once, when it was not called itself for so many milliseconds. */
export function afterPause(milliseconds, act) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

/** The message of a response that is an error: of its JSON, or its plain text. */
export function errorIn(text) {
  try {
    return JSON.parse(text).error ?? text;
  } catch {
    return text;
  }
}

/** Announces a text to screen readers. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

/** Shows a text above the view until it is closed. */
export function notice(text) {
  say(text);
  const words = h("p", { class: "notice refused", role: "alert" }, `${text} `,
    h("button", { type: "button", onclick: (event) => event.target.parentElement.remove() }, "Close"));
  document.getElementById("view").prepend(words);
  words.scrollIntoView({ block: "nearest" });
}

/** An element that shows a key. */
export const key = (text) => h("kbd", {}, text);
