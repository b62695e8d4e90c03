// SPDX-License-Identifier: Apache-2.0
// The last answers below the question; each can be opened and corrected.
import { classOf } from "/classes.js";
import { server } from "/server.js";
import { afterPause, h, name } from "/dom.js";
import { openItem } from "/item.js";

const kShown = 10, kRead = 40;  // number of answers shown; of events requested, since not all are answers
const kPause = 300;             // milliseconds: changes that follow within this time cause one update
const kAnswers = { class: "", correction: "", second: "", skip: "skipped", unknown: "don't know" };

/** Returns the element, and a function to be called after a change. `corrected` is called after a correction in it. */
export function lastAnswers(corrected) {
  const list = h("ol", {});
  const element = h("section", { class: "last", "aria-label": "Your last answers", hidden: true }, h("h2", {}, "Your last answers"), list);
  const entry = (answer) => h("li", {}, h("button", { type: "button", class: "as-link", onclick: () => openItem({ item: answer.item }, () => { changed(); corrected(); }) }, name(answer.title)), " ",
    answer.answer === "" ? null : classOf(answer.answer),
    kAnswers[answer.kind] === "" ? null : h("span", { class: "pale" }, kAnswers[answer.kind]));
  async function look() {
    try {
      const { answers } = await server.get("answers", { most: kRead, mine: 1 });
      const recent = answers.filter((one) => one.kind in kAnswers && !one.undone && one.title !== undefined).slice(0, kShown);
      list.replaceChildren(...recent.map(entry));
      element.hidden = recent.length === 0;
    } catch { /* the server is unavailable; the list stays as it is */ }
  }
  const changed = afterPause(kPause, look);
  changed();
  return { element, changed };
}
