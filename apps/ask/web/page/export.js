// SPDX-License-Identifier: Apache-2.0
// The view of the result files and of the command that writes them.
import { server } from "/server.js";
import { afterPause, h, redraw } from "/dom.js";
import { kCommand, savedFrom } from "/transport.js";

const kPause = 300;
let root = null;

export const view = {
  id: "export",
  title: "Export",
  async mount(into) {
    root = into;
    const { files, command } = await server.get("export");
    redraw(into, h("div", { class: "export" },
      h("h1", {}, "Export"),
      h("p", {}, "These files include all answers so far."),
      h("ul", { class: "files" }, files.map(({ name, about }) => h("li", {}, h("a", { ...savedFrom(`/export/${name}`), download: name, "data-key": name }, name), h("span", { class: "pale" }, about)))),
      h("p", {}, kCommand),
      h("pre", {}, h("code", {}, command)),
      h("p", { class: "pale" }, h("a", savedFrom("/licences.txt"), "Licences"))));
  },
  changed: afterPause(kPause, () => view.mount(root).catch(() => {})),  // a new class has files
};
