// SPDX-License-Identifier: Apache-2.0
// The results as files, and the command that makes them.
import { desk } from "/desk.js";
import { h } from "/dom.js";

export const view = {
  id: "export",
  title: "Export",
  async mount(into) {
    const { files, command } = await desk.get("export");
    into.append(h("div", { class: "export" },
      h("h1", {}, "Export"),
      h("p", {}, "As they are now, of everything that was said until this moment:"),
      h("ul", { class: "files" }, files.map(({ name, about }) => h("li", {}, h("a", { href: `/export/${name}`, download: name }, name), h("span", { class: "pale" }, about)))),
      h("p", {}, "The same files by a command, also while this page is served:"),
      h("pre", {}, h("code", {}, command)),
      h("p", { class: "pale" }, h("a", { href: "/licences.txt" }, "Licences"))));
  },
  changed() {},
};
