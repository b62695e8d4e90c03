// SPDX-License-Identifier: Apache-2.0
// The graph around an item: nodes labelled by annotators are solid, predicted nodes pale, nodes without a prediction
// hollow, and the item itself has a ring. It is drawn once, after the layout has converged.
import { colour } from "/classes.js";
import { server } from "/server.js";
import { counted, h, s, say, shown, svgText } from "/dom.js";
import { known, openItem } from "/item.js";

const kWidth = 560, kHeight = 460, kMargin = 22;
const kNamed = 16;     // number of nodes that have room for their names
const kNameLength = 26;
const kTicks = 160;  // steps of the simulation; 150 nodes have converged by then, after about 60 ms

// Positions from a force-directed layout with the item at the centre.
function placed(around) {
  const nodes = around.nodes.map((node, index) => ({ ...node, index }));
  const links = around.edges.map(([source, target, weight]) => ({ source, target, weight }));
  if (nodes.length > 0) Object.assign(nodes[0], { fx: 0, fy: 0 });
  const crowded = nodes.length > 60, few = nodes.length <= kNamed;
  const { forceSimulation, forceLink, forceManyBody, forceCollide, forceX, forceY } = globalThis.d3;
  forceSimulation(nodes)
    .force("link", forceLink(links).distance(crowded ? 34 : few ? 90 : 58))
    .force("charge", forceManyBody().strength(crowded ? -60 : few ? -420 : -170))
    .force("collide", forceCollide(crowded ? 7 : few ? 30 : 12))
    .force("x", forceX(0).strength(0.06))
    .force("y", forceY(0).strength(0.08))
    .stop()
    .tick(kTicks);
  // scale to the frame and keep the item at its centre
  const reach = (of) => Math.max(1, ...nodes.map((node) => Math.abs(node[of])));
  const scale = Math.min((kWidth / 2 - kMargin) / reach("x"), (kHeight / 2 - kMargin) / reach("y"), 1.6);
  for (const node of nodes) Object.assign(node, { x: kWidth / 2 + scale * node.x, y: kHeight / 2 + scale * node.y });
  return { nodes, links };
}

function summary(around) {
  const labelled = new Map();
  for (const node of around.nodes.slice(1)) if (node.class !== null) labelled.set(node.class, (labelled.get(node.class) ?? 0) + 1);
  const parts = [...labelled].sort((a, b) => b[1] - a[1]).map(([of, n]) => `${n} ${shown(of)}`);
  const without = around.nodes.length - 1 - [...labelled.values()].reduce((a, b) => a + b, 0);
  if (without > 0) parts.push(`${without} without a label`);
  const more = around.left_out > 0 ? `; ${counted(around.left_out, "more neighbour")} not drawn` : "";
  return `${counted(Math.max(0, around.nodes.length - 1), server.state.what)} in the neighbourhood: ${parts.join(", ") || "none"}${more}`;
}

function circle(node, isAsked, crowded) {
  const guess = isAsked && server.isGuessHidden() ? undefined : node.guess?.class;
  const index = server.state.classes.indexOf(node.class ?? guess);
  const radius = isAsked ? 10 : (node.hop === 1 ? 7 : 5) * (crowded ? 0.8 : 1);
  const kind = node.class !== null ? "solid" : index >= 0 ? "pale" : "hollow";
  const strength = node.guess ? 0.08 + 0.3 * node.guess.confidence : 0;
  return [
    isAsked ? s("circle", { class: "ring", cx: node.x, cy: node.y, r: radius + 5 }) : null,
    s("circle", { class: `node ${kind}`, cx: node.x, cy: node.y, r: radius, fill: kind === "hollow" ? "none" : colour(index),
      stroke: colour(index), "fill-opacity": kind === "pale" ? strength.toFixed(2) : 1 }),
  ];
}

const isOfItem = ({ source, target }) => source.index === 0 || target.index === 0;

// Edges of the item determine its class and are darker; heavier edges are thicker.
function edge(link, heaviest, unit) {
  const { source, target, weight } = link, near = isOfItem(link);
  const line = s("line", { class: near ? "near" : null, x1: source.x, y1: source.y, x2: target.x, y2: target.y,
    "stroke-width": ((near ? 1.2 : 0.6) + (heaviest > 0 ? 4 * weight / heaviest : 0)).toFixed(2) });
  if (unit || weight !== 1) line.append(s("title", {}, document.createTextNode(`${shown(source.title)} – ${shown(target.title)}: ${heaviness(weight, unit)}`)));
  return line;
}

const heaviness = (weight, unit) => unit ? counted(weight, unit) : `weight ${Number(weight.toPrecision(3))}`;

// The weight of an edge of the item, as text in its middle.
const weightOf = ({ source, target, weight }, unit) =>
  svgText(heaviness(weight, unit), { class: "name weight", x: (source.x + target.x) / 2, y: (source.y + target.y) / 2, "text-anchor": "middle" });

function nameOf(node) {
  const text = shown(node.title);
  return svgText(text.length > kNameLength ? `${text.slice(0, kNameLength - 1)}…` : text,
    { class: "name", x: node.x, y: node.y - (node.index === 0 ? 19 : 12), "text-anchor": node.x < 90 ? "start" : node.x > kWidth - 90 ? "end" : "middle" });
}

/** The drawing with its legend, the text of the node under the pointer, and the same nodes as a list. */
export function neighbourhood(around, changed = () => {}) {
  if (around.nodes.length <= 1)
    return h("section", { class: "around bare pale", "aria-label": "Neighbourhood" }, `This ${server.state.what} has no neighbours in the graph.`);
  const { nodes, links } = placed(around);
  const text = h("p", { class: "pointed", "aria-hidden": "true" });
  const rest = () => text.replaceChildren(h("span", { class: "pale" }, "Point at a neighbour to read its text; click it to open it."));
  const read = (node) => {
    text.replaceChildren(h("bdi", {}, shown(node.title)), " – ", known(node));
  };
  rest();
  const open = (node) => openItem({ item: node.item }, changed);
  const crowded = nodes.length > 60;
  const weights = links.map((link) => link.weight);
  const heaviest = new Set(weights).size > 1 ? Math.max(...weights) : 0;  // equal weights are not shown
  const drawing = s("svg", { class: "neighbours", viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img", "aria-label": summary(around) },
    s("g", { class: "edges" }, links.map((link) => edge(link, heaviest, around.weight))),
    nodes.length <= kNamed && heaviest > 0
      ? s("g", { class: "weights" }, links.filter(isOfItem).map((link) => weightOf(link, around.weight))) : null,
    // nearest node last, on top of the others
    [...nodes].reverse().map((node) => s("g", { class: "point", onmouseenter: () => read(node), onmouseleave: rest, onclick: () => open(node) }, circle(node, node.index === 0, crowded))),
    nodes.length <= kNamed ? s("g", { class: "names" }, nodes.map(nameOf)) : null);
  const list = h("details", { class: "as-list" },
    h("summary", {}, summary(around)),
    h("ul", { class: "found" }, nodes.slice(1).map((node) => h("li", {},
      h("button", { type: "button", onclick: () => open(node) }, h("bdi", {}, shown(node.title)), " ", known(node))))));
  list.addEventListener("toggle", () => list.open && say("Neighbours as a list"));
  return h("section", { class: "around", "aria-label": "Neighbourhood" }, drawing, text, list);
}
