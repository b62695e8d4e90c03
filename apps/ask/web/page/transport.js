// SPDX-License-Identifier: Apache-2.0
// How the page reaches its annotation server: HTTP and a WebSocket. querent.html has another module of this name
// (apps/page), which reaches one in a worker.

const kPatience = 60_000;  // milliseconds; a question about a large graph can take several seconds

export const kUnavailable = "The server does not respond. This page continues when the server is back.";
export const kCommand = "This command writes the same files, even while the page is open:";

/** Resolves to a Response. */
export const request = (path, options = {}) => fetch(path, { ...options, signal: AbortSignal.timeout(kPatience), credentials: "same-origin" });

/** Calls `opened` and `closed` once each, and `message` with the JSON text of every change between them. */
export function connect({ opened, message, closed }) {
  const socket = new WebSocket(`ws://${location.host}/api/live`);
  socket.onopen = opened;
  socket.onmessage = ({ data }) => message(data);
  socket.onclose = closed;
}

/** Properties of a link that saves the file of this path. */
export const savedFrom = (path) => ({ href: path });
