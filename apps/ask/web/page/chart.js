// SPDX-License-Identifier: Apache-2.0
// Two SVG charts: a curve with its interval, and bars in two shades.
import { h, name, percent, s, svgText } from "/dom.js";

const kWidth = 640, kHeight = 280, kLeft = 58, kRight = 12, kTop = 12, kBottom = 48;

// The smallest of 1, 2 or 5 times a power of ten that gives at most `most` steps.
function step(range, most) {
  const rough = range / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
}

/**
 * The estimated error against the number of labels: `points` of {labels, error, low, high}, the goal as a dashed line,
 * and the error extrapolated to fifty more labels as a hollow point.
 */
export function errorCurve(points, goal, extrapolated) {
  const last = points.at(-1);
  const end = Math.max(10, last.labels + (extrapolated === null ? 0 : 50));
  const top = Math.min(1, Math.max(0.1, 1.2 * goal, ...points.map((p) => p.high)) * 1.05);
  const x = (labels) => kLeft + (labels / end) * (kWidth - kLeft - kRight);
  const y = (error) => kTop + (1 - Math.min(error, top) / top) * (kHeight - kTop - kBottom);
  const at = (p, of) => `${x(p.labels).toFixed(1)},${y(p[of]).toFixed(1)}`;
  const band = [...points.map((p) => at(p, "high")), ...[...points].reverse().map((p) => at(p, "low"))].join(" ");

  const axes = [];
  for (let error = 0, by = step(top, 5); error <= top + 1e-9; error += by)
    axes.push(s("line", { class: "grid", x1: kLeft, x2: kWidth - kRight, y1: y(error), y2: y(error) }),
      svgText(`${Math.round(100 * error)} %`, { x: kLeft - 6, y: y(error) + 4, "text-anchor": "end" }));
  for (let labels = 0, by = step(end, 6); labels <= end; labels += by)
    axes.push(svgText(labels.toLocaleString("en"), { x: x(labels), y: kHeight - 27, "text-anchor": "middle" }));
  axes.push(svgText("labels", { x: kWidth - kRight, y: kHeight - 6, "text-anchor": "end" }));

  return s("svg", { class: "curve", viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img",
    "aria-label": `Estimated error after ${last.labels} labels: ${percent(last.error)}, between ${percent(last.low)} and ${percent(last.high)}` },
    axes,
    s("polygon", { class: "band", points: band }),
    s("polyline", { class: "line", points: points.map((p) => at(p, "error")).join(" ") }),
    s("circle", { class: "now", cx: x(last.labels), cy: y(last.error), r: 4 }),
    goal > 0 ? [s("line", { class: "goal", x1: kLeft, x2: kWidth - kRight, y1: y(goal), y2: y(goal) }),
      svgText(`goal ${percent(goal)}`, { x: kWidth - kRight, y: y(goal) - 5, "text-anchor": "end" })] : null,
    extrapolated !== null ? [
      s("line", { class: "perhaps", x1: x(last.labels), y1: y(last.error), x2: x(last.labels + 50), y2: y(extrapolated) }),
      s("circle", { class: "perhaps", cx: x(last.labels + 50), cy: y(extrapolated), r: 4 })] : null);
}

/** A table with bars: `rows` of {name, colour, solid (labels), pale (predictions)}. */
export function sizes(rows) {
  const most = Math.max(1, ...rows.map((row) => row.solid + row.pale));
  const part = (of, n, colour) => h("i", { class: of, style: { width: `${((100 * n) / most).toFixed(2)}%`, "--class": colour } });
  return h("table", { class: "sizes" },
    h("caption", {}, "Items per class: labels (full colour) and predictions (pale)"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "class"), h("th", { scope: "col", class: "bars" }, h("span", { class: "for-readers" }, "size")), h("th", { scope: "col" }, "labels"), h("th", { scope: "col" }, "predictions"))),
    h("tbody", {}, rows.map((row) => h("tr", {},
      name(row.name, "th", { scope: "row" }),
      h("td", { class: "bars", "aria-hidden": "true" }, part("solid", row.solid, row.colour), part("pale", row.pale, row.colour)),
      h("td", {}, row.solid.toLocaleString("en")), h("td", {}, row.pale.toLocaleString("en"))))));
}
