// SPDX-License-Identifier: Apache-2.0
// Draws the whole graph; each component has its own layout. The colour shows the class, its strength the confidence,
// and a ring a label by an annotator. Drag, scroll, use two fingers, the arrow keys or + −; click a point to open it.
import { colour, isDark, onTheme, rgb } from "/classes.js";
import { server } from "/server.js";
import { afterPause, counted, h, name, shown } from "/dom.js";
import { known, openItem, searchField } from "/item.js";
import { draw } from "/raster.js";

const kNone = 65535;      // label of a node without a prediction
const kReach = 12;        // maximum distance in pixels between a click and its point
const kPause = 700;       // milliseconds between two updates
const kHover = 90;        // milliseconds before the text of a point is requested
const kMargin = 0.06;     // share of the picture around the points
const kMostZoom = 4000;
const kLongestName = 40;  // maximum length of a region's name

let root = null, canvas = null, pointed = null, hovering = 0, frame = 0;
let points = null, start = null;             // positions, from one start of the server
let regions = [];                            // names of parts of the map
let drawn = false;
let view = { scale: 1, left: -1, top: -1 }, home = null, marked = -1;
const hidden = new Set();                    // indices of hidden classes; classes.length stands for "none"

// Loads positions and predictions; returns whether both are complete.
async function load() {
  if (!points || start !== server.state.start) {
    const places = new Float32Array(await server.bytes("places"));
    const n = places.length / 2;
    if (n === 0) return false;  // the layout is being computed
    regions = (await server.get("labels-of-map")).labels;
    points = { x: new Float32Array(n), y: new Float32Array(n), label: new Uint16Array(n), sureness: new Uint8Array(n), asked: new Uint8Array(n), colours: [], hidden };
    for (let i = 0; i < n; ++i) {
      points.x[i] = places[2 * i];
      points.y[i] = -places[2 * i + 1];  // the y axis points up
    }
    start = server.state.start;
    home = null;
  }
  const bytes = new DataView(await server.bytes("predictions"));
  const none = server.state.classes.length;
  const predicted = bytes.byteLength / 4;  // 0 until the server has its first predictions
  for (let i = 0; i < points.x.length; ++i) {
    const label = i < predicted ? bytes.getUint16(4 * i, true) : kNone;
    points.label[i] = label === kNone || label >= none ? none : label;
    points.sureness[i] = i < predicted ? bytes.getUint8(4 * i + 2) : 0;
    points.asked[i] = i < predicted ? bytes.getUint8(4 * i + 3) : 0;
  }
  return predicted >= points.x.length;
}

// The scale at which all points are visible.
function wholeView() {
  let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
  for (let i = 0; i < points.x.length; ++i) {
    left = Math.min(left, points.x[i]);
    right = Math.max(right, points.x[i]);
    top = Math.min(top, points.y[i]);
    bottom = Math.max(bottom, points.y[i]);
  }
  const wide = Math.max(1e-6, right - left), high = Math.max(1e-6, bottom - top);
  const scale = (1 - 2 * kMargin) * Math.min(canvas.width / wide, canvas.height / high);
  return { scale, left: (left + right) / 2 - canvas.width / 2 / scale, top: (top + bottom) / 2 - canvas.height / 2 / scale };
}

function paint() {
  frame = 0;
  if (!canvas?.isConnected || !points) return;
  const zoom = devicePixelRatio || 1;
  const width = Math.round(canvas.clientWidth * zoom), height = Math.round(canvas.clientHeight * zoom);
  if (width === 0 || height === 0) return;
  if (canvas.width !== width || canvas.height !== height || !home) {
    const centre = home && [view.left + canvas.width / 2 / view.scale, view.top + canvas.height / 2 / view.scale];
    Object.assign(canvas, { width, height });
    home = wholeView();
    if (!centre) view = { ...home };
    else Object.assign(view, { left: centre[0] - width / 2 / view.scale, top: centre[1] - height / 2 / view.scale });
  }
  points.colours = [...server.state.classes.map((_, index) => rgb(index)), rgb(-1)];
  const context = canvas.getContext("2d");
  const began = performance.now();
  const seen = draw(context, points, view, { background: isDark() ? [20, 23, 28] : [255, 255, 255], zoom });
  canvas.dataset.milliseconds = (performance.now() - began).toFixed(1);
  canvas.dataset.seen = seen;
  nameRegions(context, zoom);
  if (marked >= 0) {
    context.strokeStyle = isDark() ? "#fff" : "#000";
    context.lineWidth = 2 * zoom;
    context.beginPath();
    context.arc((points.x[marked] - view.left) * view.scale, (points.y[marked] - view.top) * view.scale, 12 * zoom, 0, 7);
    context.stroke();
  }
}

// Largest region first; a name that would cover another is omitted.
function nameRegions(context, zoom) {
  const taken = [];
  context.font = `600 ${13 * zoom}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 4 * zoom;
  context.strokeStyle = isDark() ? "rgb(20 23 28 / .8)" : "rgb(255 255 255 / .8)";
  context.fillStyle = isDark() ? "#f5f6f8" : "#191c22";
  let named = 0;
  for (const region of regions) {
    const text = shown(region.text).slice(0, kLongestName);
    const x = (region.x - view.left) * view.scale, y = (-region.y - view.top) * view.scale;
    const half = context.measureText(text).width / 2, high = 9 * zoom;
    const box = { left: x - half, right: x + half, top: y - high, bottom: y + high };
    if (box.left < 0 || box.right > canvas.width || box.top < 0 || box.bottom > canvas.height) continue;
    if (taken.some((of) => of.left < box.right && box.left < of.right && of.top < box.bottom && box.top < of.bottom)) continue;
    taken.push(box);
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
    ++named;
  }
  canvas.dataset.regions = named;
}

function soon() {
  frame ||= requestAnimationFrame(paint);
}

// Zooms and keeps the point under (x, y), in canvas pixels, in place.
function zoomAt(factor, x, y) {
  if (!home) return;
  const scale = Math.max(home.scale / 4, Math.min(home.scale * kMostZoom, view.scale * factor));
  view.left += x / view.scale - x / scale;
  view.top += y / view.scale - y / scale;
  view.scale = scale;
  soon();
}

function move(dx, dy) {
  view.left -= dx / view.scale;
  view.top -= dy / view.scale;
  soon();
}

function nearest(x, y) {
  if (!points) return -1;
  const at = [view.left + x / view.scale, view.top + y / view.scale];
  let best = -1, least = (kReach * (devicePixelRatio || 1) / view.scale) ** 2;
  for (let i = 0; i < points.x.length; ++i) {
    const dx = points.x[i] - at[0], dy = points.y[i] - at[1], distance = dx * dx + dy * dy;
    if (distance < least && !hidden.has(points.label[i])) {
      best = i;
      least = distance;
    }
  }
  return best;
}

function listen() {
  const held = new Map();  // pressed pointers
  let moved = 0;
  const at = (event) => {
    const box = canvas.getBoundingClientRect(), zoom = devicePixelRatio || 1;
    return [(event.clientX - box.left) * zoom, (event.clientY - box.top) * zoom];
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, at(event));
    if (held.size === 1) moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = at(event), before = held.get(event.pointerId);
    if (!before) return hover(now);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    moved += Math.abs(dx) + Math.abs(dy);
    if (held.size === 2) {
      const other = [...held].find(([id]) => id !== event.pointerId)[1];
      const length = (p) => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1]));
      zoomAt(length(now) / length(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else move(dx, dy);
    held.set(event.pointerId, now);
  });
  const up = (event) => {
    const before = held.get(event.pointerId);
    held.delete(event.pointerId);
    if (event.type !== "pointerup" || !before || moved > 6 || held.size > 0) return;
    const point = nearest(...at(event));
    if (point >= 0) openItem({ at: point + 1 });
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), ...at(event));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const by = canvas.width / 10;
    const does = { ArrowLeft: () => move(by, 0), ArrowRight: () => move(-by, 0), ArrowUp: () => move(0, by), ArrowDown: () => move(0, -by),
      "+": () => zoomAt(1.4, canvas.width / 2, canvas.height / 2), "-": () => zoomAt(1 / 1.4, canvas.width / 2, canvas.height / 2), 0: whole }[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  });
}

function hover(now) {
  clearTimeout(hovering);
  hovering = setTimeout(async () => {
    const point = nearest(...now);
    if (point === marked) return;
    marked = point;
    soon();
    if (point < 0) return pointed.replaceChildren(hint());
    const item = await server.get("item", { at: point + 1 });
    if (marked === point) pointed.replaceChildren(name(item.title), " – ", known(item.state));
  }, kHover);
}

const hint = () => h("span", { class: "pale" }, `Point at a ${server.state.what} to read its text; click it to open it.`);

function whole() {
  if (!home) return;
  view = { ...home };
  soon();
}

function legend() {
  const names = [...server.state.classes, null];
  return h("div", { class: "legend", role: "group", "aria-label": "Classes shown" }, names.map((of, index) =>
    h("button", { type: "button", "aria-pressed": String(!hidden.has(index)), style: { "--class": colour(of === null ? -1 : index) }, onclick: (event) => {
      hidden.has(index) ? hidden.delete(index) : hidden.add(index);
      event.currentTarget.setAttribute("aria-pressed", String(!hidden.has(index)));
      soon();
    } }, h("i", { class: "dot" }), of === null ? "no prediction" : name(of))));
}

async function refresh() {
  if (!await load() && canvas.isConnected) mapView.changed();  // try again
  if (!points) return pointed.replaceChildren(h("span", { class: "pale" }, "The map is being computed. It will appear here in a moment."));
  if (!drawn) pointed.replaceChildren(hint());
  drawn = true;
  const asked = points.asked.reduce((a, b) => a + b, 0);
  canvas.setAttribute("aria-label", `A map of ${counted(points.x.length, server.state.what)}, ${asked} of them labelled. Arrow keys move the map, plus and minus zoom. The search field finds a ${server.state.what} by its text.`);
  soon();
}

const mapView = {
  id: "map",
  title: "Map",
  async mount(into) {
    canvas = h("canvas", { class: "map", tabindex: "0", role: "img", "aria-label": "Map (loading)" });
    drawn = false;
    home = null;  // a new canvas has another size, so start with the whole view
    pointed = h("p", { class: "pointed" }, hint());
    const button = (text, label, does) => h("button", { type: "button", "aria-label": label, title: label, onclick: does }, text);
    const middle = (factor) => () => zoomAt(factor, canvas.width / 2, canvas.height / 2);
    root = h("div", { class: "map-view" },
      h("h1", { class: "for-readers" }, "Map"),
      h("div", { class: "frame" }, canvas, h("div", { class: "zoom" }, button("+", "zoom in", middle(1.6)), button("−", "zoom out", middle(1 / 1.6)), button("□", "show all", whole))),
      pointed, legend(),
      searchField({ label: `Find a ${server.state.what} by id or text` }));
    into.append(root);
    listen();
    new ResizeObserver(soon).observe(canvas);
    await refresh();
  },
  changed: afterPause(kPause, refresh),
};

onTheme(soon);
export { mapView as view };
