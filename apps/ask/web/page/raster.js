// SPDX-License-Identifier: Apache-2.0
// Points into the pixels of an image: discs where they can be told apart, density where they cannot. A million points
// take some 50 ms, 50,000 some 5, which no element a point would do.

const kApart = 80_000;  // points in view that are drawn one by one
const kFew = 5_000;     // that are drawn as circles with smooth edges
const kShades = 8;      // steps of confidence

/** Places of a disc of radius r around 0, as [dx, dy]. */
function disc(r) {
  const places = [];
  for (let dy = -Math.ceil(r); dy <= r; ++dy) for (let dx = -Math.ceil(r); dx <= r; ++dx) if (dx * dx + dy * dy <= r * r + 0.3) places.push([dx, dy]);
  return places;
}

const radiusOf = (seen) => Math.max(1.5, Math.min(6, 34 / Math.sqrt(seen / 60 + 1)));

// The colours of a class from hardly to surely.
function shadesOf(colours, background) {
  return colours.map((colour) => Array.from({ length: kShades + 1 }, (_, step) => {
    const weight = 0.2 + 0.7 * (step / kShades);
    return colour.map((c, k) => Math.round(background[k] + weight * (c - background[k])));
  }));
}

/**
 * points: {x, y, label, sureness, asked, colours: [[r, g, b]], hidden: Set of labels}; sureness of 255.
 * view: {scale, left, top} maps x to (x - left) * scale. Returns how many are in view.
 */
export function draw(context, points, view, { background, zoom }) {
  const image = context.createImageData(context.canvas.width, context.canvas.height);
  const { width, height } = image;
  const pixels = new Uint32Array(image.data.buffer);
  const packed = ([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r;
  pixels.fill(packed(background));

  const { x, y, label, sureness, asked, colours, hidden } = points;
  const n = x.length;
  const column = new Int32Array(n), seen = [];
  for (let i = 0; i < n; ++i) {
    column[i] = -1;
    if (hidden.has(label[i])) continue;
    const px = ((x[i] - view.left) * view.scale) | 0, py = ((y[i] - view.top) * view.scale) | 0;
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    column[i] = py * width + px;
    seen.push(i);
  }
  const few = seen.length <= kFew;
  if (seen.length > kApart) density(pixels, column, seen, label, sureness, colours, background, packed);
  else if (!few) discs(pixels, column, seen, points, background, packed, width, height, zoom);
  context.putImageData(image, 0, 0);
  if (few) circles(context, seen, points, view, background, zoom);
  return seen.length;
}

// Asked ones last, solid and ringed.
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

// The mean colour of what falls on a pixel, stronger the more falls there.
function density(pixels, column, seen, label, sureness, colours, background, packed) {
  const count = new Uint32Array(pixels.length), red = new Float32Array(pixels.length), green = new Float32Array(pixels.length), blue = new Float32Array(pixels.length);
  let most = 1;
  for (const i of seen) {
    const at = column[i], [r, g, b] = colours[label[i]];
    const weight = 0.35 + 0.65 * (sureness[i] / 255);
    const [r0, g0, b0] = background;
    red[at] += r0 + weight * (r - r0);
    green[at] += g0 + weight * (g - g0);
    blue[at] += b0 + weight * (b - b0);
    if (++count[at] > most) most = count[at];
  }
  const scale = 0.65 / Math.log1p(most);
  for (let at = 0; at < pixels.length; ++at) {
    const n = count[at];
    if (n === 0) continue;
    const strength = 0.35 + scale * Math.log1p(n);
    const mixed = [red, green, blue].map((sum, c) => background[c] + strength * (sum[at] / n - background[c]));
    pixels[at] = packed(mixed);
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
  for (const i of seen) if (asked[i]) {  // on top, solid and ringed
    put(column[i], ring, ink);
    put(column[i], large, packed(colours[label[i]]));
  }
}
