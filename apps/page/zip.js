// SPDX-License-Identifier: Apache-2.0
// Archives without compression, which every system opens (APPNOTE.TXT of PKWARE, 4.3).

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

/** The files of an archive without compression as [path, bytes]; null for any other file. */
export function unzipped(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const files = [];
  let at = 0;
  while (at + 30 <= bytes.length && view.getUint32(at, true) === kLocal) {
    const compression = view.getUint16(at + 8, true), flags = view.getUint16(at + 6, true), size = view.getUint32(at + 18, true);
    const name = at + 30, begin = name + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    if (compression !== 0 || flags & 8 || begin + size > bytes.length) return null;
    const content = bytes.slice(begin, begin + size);
    if (crc32(content) !== view.getUint32(at + 14, true)) return null;
    files.push([new TextDecoder().decode(bytes.subarray(name, name + view.getUint16(at + 26, true))), content]);
    at = begin + size;
  }
  return files.length > 0 && at + 4 <= bytes.length && view.getUint32(at, true) === kCentral ? files : null;
}
