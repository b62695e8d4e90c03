// SPDX-License-Identifier: Apache-2.0
// Zip archives (APPNOTE.TXT of PKWARE, 4.3): written without compression, read with or without.

const kTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; ++bit) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc32(bytes) {
  let sum = -1;
  for (const byte of bytes) sum = kTable[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

const kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;  // signatures
const kVersion = 20, kUtf8 = 1 << 11;

// Fields of 2 or 4 bytes, given as [size, value].
function record(fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 4) view.setUint32(at, value, true);
    else view.setUint16(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** An archive of [path, bytes], all with the time `made`. */
export function zipped(files, made = new Date()) {
  const time = (made.getHours() << 11) | (made.getMinutes() << 5) | (made.getSeconds() >> 1);
  const day = ((made.getFullYear() - 1980) << 9) | ((made.getMonth() + 1) << 5) | made.getDate();
  const parts = [], entries = [];
  let at = 0;
  for (const [path, bytes] of files) {
    const name = new TextEncoder().encode(path);
    const about = [[2, kVersion], [2, kUtf8], [2, 0], [2, time], [2, day], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    const local = record([[4, kLocal], ...about]);
    entries.push(record([[4, kCentral], [2, kVersion], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name);
    parts.push(local, name, bytes);
    at += local.length + name.length + bytes.length;
  }
  const size = entries.reduce((sum, part) => sum + part.length, 0);
  return new Blob([...parts, ...entries, record([[4, kEnd], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0]])], { type: "application/zip" });
}

const inflated = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();

/** The files of an archive as [path, bytes]; throws if it is damaged, encrypted or compressed in an unusual way. */
export async function unzipped(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), files = [];
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== kEnd) --end;
  if (end < 0) throw new Error("this is no complete zip archive");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; --left) {
    if (view.getUint32(at, true) !== kCentral) throw new Error("its directory is damaged");
    const [flags, method, length] = [8, 10, 28].map((field) => view.getUint16(at + field, true));
    const [sum, size, local] = [16, 20, 42].map((field) => view.getUint32(at + field, true));
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (path.endsWith("/") || path.startsWith("__MACOSX/")) continue;
    if (flags & 1 || (method !== 0 && method !== 8)) throw new Error(`${path} is encrypted or compressed in an unusual way`);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = bytes.slice(begin, begin + size);
    const content = method === 0 ? packed : new Uint8Array(await inflated(packed));
    if (crc32(content) !== sum) throw new Error(`${path} is damaged`);
    files.push([path, content]);
  }
  return files;
}
