// SPDX-License-Identifier: Apache-2.0
// Colours and keys of the classes, and the buttons that choose a class.
import { server } from "/server.js";
import { h, key, name } from "/dom.js";

// the colours of exported figures (apps/output/figure/panel.cpp), then golden angles
const kFirst = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9", "#882255", "#44aa99", "#999933", "#6a3d9a"];
const kDark = ["#3fa4dd", "#f08a3c", "#2fc79c", "#dd9cc0", "#d8d8d8", "#f0b93e", "#7cc8f2", "#c9628f", "#6cc5b7", "#bdbd55", "#a07fd0"];
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The colour of a class as CSS; `index` < 0 stands for "no class". */
export function colour(index) {
  if (index < 0) return dark.matches ? "#8a8f99" : "#989da6";
  if (index < kFirst.length) return (dark.matches ? kDark : kFirst)[index];
  return `hsl(${(index * 137.508) % 360} ${index % 20 < 10 ? 72 : 45}% ${dark.matches ? 62 : 42}%)`;
}

/** The same colour as [red, green, blue], for a canvas. */
export function rgb(index) {
  const css = colour(index);
  if (css.startsWith("#")) return [1, 3, 5].map((at) => parseInt(css.slice(at, at + 2), 16));
  const [, hueOf, saturation, lightness] = css.match(/hsl\(([\d.]+) ([\d.]+)% ([\d.]+)%\)/).map(Number);
  const a = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (n) => {
    const k = (n + hueOf / 30) % 12;
    return Math.round(255 * (lightness / 100 - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

export const isDark = () => dark.matches;
export const onTheme = (listener) => dark.addEventListener("change", listener);

/** A dot in the colour of a class, and the class with its dot. */
export const dotOf = (of) => h("i", { class: "dot", style: { "--class": colour(server.state.classes.indexOf(of)) } });
export const classOf = (of) => [dotOf(of), name(of)];

/** The key of a class: from --keys, or "1" to "9", or "" (chosen by typing), as in apps/ask/answer_keys.cpp. */
export function keyOf(index) {
  const keys = server.state.keys.classes;
  if (index < keys.length) return keys[index];
  return index < 9 && !keys.includes(index + 1) ? String(index + 1) : "";
}

/** The class that a key chooses, or undefined. */
export function classOfKey(pressed) {
  const { keys: { classes: keys }, classes } = server.state;
  const index = pressed.length === 1 ? keys.indexOf(pressed) : -1;
  const number = /^[1-9]$/.test(pressed) ? Number(pressed) - 1 : -1;
  return classes[index >= 0 ? index : /^[0-9]$/.test(keys[number] ?? "") ? -1 : number];
}

/** The name in --keys of a key of the browser; a letter that is no key stands for the other case of it (Caps Lock). */
export function pressedKey(pressed) {
  const keys = ["g", ...server.state.keys.classes, ...Object.values(server.state.keys)];
  const other = pressed === pressed.toLowerCase() ? pressed.toUpperCase() : pressed.toLowerCase();
  return ({ " ": "space", Backspace: "backspace" })[pressed] ?? (!keys.includes(pressed) && keys.includes(other) ? other : pressed);
}

export const kFilterFrom = 10;  // number of classes; fewer need no search

// Without accents and in lower case, as the search of the server compares.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * A group of buttons, with a search field if there are many: Enter takes the exact or else the first match.
 * `chosen(name)` is called with the class; `current` is marked.
 */
export function classButtons(classes, chosen, { current = null, keys = true } = {}) {
  const buttons = classes.map((of, index) =>
    h("button", { type: "button", class: "class", style: { "--class": colour(index) }, "aria-pressed": current === null ? null : String(of === current),
      "data-class": of, "aria-keyshortcuts": keys && keyOf(index) ? keyOf(index) : null, onclick: () => chosen(of) },
      keys && keyOf(index) ? key(keyOf(index)) : h("i", { class: "dot" }), name(of)));
  const group = h("div", { class: "classes", role: "group", "aria-label": "Classes" }, buttons);
  if (classes.length < kFilterFrom) return h("div", {}, group);

  const left = () => buttons.filter((button) => !button.hidden);
  const field = h("input", { type: "search", class: "class-filter", placeholder: "Type the name of a class; Enter takes the first match", "aria-label": "Find a class", autocomplete: "off" });
  const filter = () => {
    const words = plain(field.value);
    for (const button of buttons) button.hidden = !plain(button.dataset.class).includes(words);
  };
  field.addEventListener("input", filter);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      filter();
      field.blur();
    }
    if (event.key !== "Enter" || field.value.trim() === "") return;
    const exact = classes.find((of) => of === field.value.trim()) ?? classes.find((of) => plain(of) === plain(field.value.trim()));
    const of = exact ?? left()[0]?.dataset.class;
    if (of !== undefined) chosen(of);
  });
  return h("div", {}, field, group);
}
