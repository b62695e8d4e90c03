// SPDX-License-Identifier: Apache-2.0
// The dialog with the class definitions of --guide.
import { server } from "/server.js";
import { dialogOf, h, shown } from "/dom.js";

let lines = null;

/** Opens the dialog; its key or Escape closes it. */
export async function guide() {
  lines ??= (await server.get("guide")).lines;
  const dialog = dialogOf({ "aria-label": "Definitions of the classes", class: "guide" }, h("pre", { tabindex: "0" }, lines.map(shown).join("\n")),
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  dialog.addEventListener("keydown", (event) => {
    if (event.key === server.state.keys.guide) dialog.close();
  });
}
