// SPDX-License-Identifier: Apache-2.0
// Draws points into an image: as discs if they can be told apart, otherwise as a density. A million points take about
// 50 ms and 50,000 points about 5 ms, which one DOM element per point could not achieve.

const kApart = 80_000;  // maximum number of visible points drawn one by one
const kFew = 5_000;     // maximum number drawn as anti-aliased circles
const kShades = 8;      // levels of confidence

let kept = { column: new Int32Array(0), seen: new Int32Array(0) };  // reused between frames: column of each point, and the visible points

/** Pixels of a disc of radius r around 0, as [dx, dy]. */
function disc(r) {
  const places = [];
  for (let dy = -Math.ceil(r); dy <= r; ++dy) for (let dx = -Math.ceil(r); dx <= r; ++dx) if (dx * dx + dy * dy <= r * r + 0.3) places.push([dx, dy]);
  return places;
}

const radiusOf = (seen) => Math.max(1.5, Math.min(6, 34 / Math.sqrt(seen / 60 + 1)));

// The colours of a class, by increasing confidence.
function shadesOf(colours, background) {
  return colours.map((colour) => Array.from({ length: kShades + 1 }, (_, step) => {
    const weight = 0.2 + 0.7 * (step / kShades);
    return colour.map((c, k) => Math.round(background[k] + weight * (c - background[k])));
  }));
}

/**
 * points: {x, y, label, sureness, asked, colours: [[r, g, b]], hidden: Set of labels}; sureness from 0 to 255.
 * view: {scale, left, top} maps x to (x - left) * scale. Returns the number of visible points.
 */
export function draw(context, points, view, { background, zoom }) {
  const image = context.createImageData(context.canvas.width, context.canvas.height);
  const { width, height } = image;
  const pixels = new Uint32Array(image.data.buffer);
  const packed = ([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r;
  pixels.fill(packed(background));

  const { x, y, label, sureness, asked, colours, hidden } = points;
  const n = x.length;
  if (kept.column.length < n) kept = { column: new Int32Array(n), seen: new Int32Array(n) };
  const { column } = kept;
  const shown = colours.map((_, of) => !hidden.has(of));
  let count = 0;
  for (let i = 0; i < n; ++i) {
    if (!shown[label[i]]) continue;
    const px = ((x[i] - view.left) * view.scale) | 0, py = ((y[i] - view.top) * view.scale) | 0;
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    column[i] = py * width + px;
    kept.seen[count++] = i;
  }
  const seen = kept.seen.subarray(0, count);
  const few = seen.length <= kFew;
  if (seen.length > kApart) density(pixels, column, seen, label, sureness, colours, background, packed);
  else if (!few) discs(pixels, column, seen, points, background, packed, width, height, zoom);
  context.putImageData(image, 0, 0);
  if (few) circles(context, seen, points, view, background, zoom);
  return seen.length;
}

// Draws labelled points last, in full colour with a ring.
function circles(context, seen, { x, y, label, sureness, asked, colours }, view, background, zoom) {
  const radius = radiusOf(seen.length) * zoom;
  const shades = shadesOf(colours, background);
  const css = ([r, g, b]) => `rgb(${r} ${g} ${b})`;
  const circle = (i, r, colour) => {
    context.fillStyle = css(colour);
    context.beginPath();
    context.arc((x[i] - view.left) * view.scale, (y[i] - view.top) * view.scale, r, 0, 7);
    context.fill();
  };
  for (const i of seen) if (!asked[i]) circle(i, radius, shades[label[i]][(sureness[i] * kShades / 255) | 0]);
  for (const i of seen) if (asked[i]) {
    circle(i, radius + 2.5 * zoom, background[0] > 127 ? [25, 28, 34] : [245, 246, 248]);
    circle(i, radius + zoom, colours[label[i]]);
  }
}

// The mean colour of the points in a pixel, stronger the more points there are.
function density(pixels, column, seen, label, sureness, colours, background, packed) {
  const tints = Float32Array.from(colours.flatMap((colour) => colour.map((c, k) => c - background[k])));
  const weights = Float32Array.from({ length: 256 }, (_, sure) => 0.35 + 0.65 * (sure / 255));
  const sums = new Float32Array(4 * pixels.length);  // per pixel: difference to the background in red, green and blue, and number of points
  let most = 1;
  for (const i of seen) {
    const at = 4 * column[i], of = 3 * label[i], weight = weights[sureness[i]];
    sums[at] += weight * tints[of];
    sums[at + 1] += weight * tints[of + 1];
    sums[at + 2] += weight * tints[of + 2];
    if (++sums[at + 3] > most) most = sums[at + 3];
  }
  const scale = 0.65 / Math.log1p(most);
  for (let at = 0; at < pixels.length; ++at) {
    const n = sums[4 * at + 3];
    if (n === 0) continue;
    const strength = (0.35 + scale * Math.log1p(n)) / n;
    pixels[at] = packed(background.map((c, k) => c + strength * sums[4 * at + k]));
  }
}

function discs(pixels, column, seen, { label, sureness, asked, colours }, background, packed, width, height, zoom) {
  const radius = radiusOf(seen.length) * zoom;
  const small = disc(radius), large = disc(radius + zoom), ring = disc(radius + 2 * zoom);
  const ink = background[0] > 127 ? packed([25, 28, 34]) : packed([245, 246, 248]);
  const put = (at, places, colour) => {
    const row = Math.floor(at / width), of = at % width;
    for (const [dx, dy] of places) {
      const px = of + dx, py = row + dy;
      if (px >= 0 && py >= 0 && px < width && py < height) pixels[py * width + px] = colour;
    }
  };
  const shades = shadesOf(colours, background).map((steps) => steps.map(packed));
  for (const i of seen) if (!asked[i]) put(column[i], small, shades[label[i]][(sureness[i] * kShades / 255) | 0]);
  for (const i of seen) if (asked[i]) {  // on top, in full colour with a ring
    put(column[i], ring, ink);
    put(column[i], large, packed(colours[label[i]]));
  }
}
