// SPDX-License-Identifier: Apache-2.0
// The client of the annotation server. The server holds the state; `server` holds the latest copy.
import { errorIn } from "/dom.js";
import { connect as connectTo, request } from "/transport.js";

export class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

async function fetched(path, options) {
  const response = await request(path, options);
  if (response.ok) return response;
  throw new Refused(response.status, errorIn((await response.text()).trim()));
}

const address = (path, query) => `/api/${path}?${new URLSearchParams(query)}`;

export const server = {
  by: new URLSearchParams(location.search).get("by") ?? "",
  state: null,      // from /api/state
  connected: false,
  isLost: false,    // the connection was lost
  hasPictures: false,
  guessHidden: null,  // set by a key; null: as --hide-guess

  isGuessHidden() {
    return this.guessHidden ?? this.state.hide_guess;
  },

  async get(path, query = {}) {
    return (await fetched(address(path, { by: this.by, ...query }))).json();
  },
  async bytes(path) {
    return (await fetched(address(path, { by: this.by }))).arrayBuffer();
  },
  async post(fields) {
    const response = await fetched("/api/answer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ by: this.by, ...fields }),
    });
    return response.json();
  },
  /** `held`: numbers of questions; state.closed will list those that no longer wait for an answer. */
  async refresh(held = []) {
    this.state = await this.get("state", { held });
    if (this.hasPictures) this.showsPictures();
    return this.state;
  },
  /** The items are pictures, which the server calls rows. */
  showsPictures() {
    this.hasPictures = true;
    if (this.state.what === "row") this.state.what = "picture";
  },
};

/**
 * Keeps a connection open: calls `changed` at every change and `state(connected)` when the connection opens or closes.
 * Reconnects after a quarter of a second, later every three seconds.
 */
export function live(changed, state) {
  let pause = 250;
  const connect = () => {
    connectTo({
      opened: () => {
        pause = 250;
        server.connected = true;
        server.isLost = false;
        state(true);
      },
      message: (text) => changed(JSON.parse(text).version),
      closed: () => {
        server.isLost ||= server.connected;
        server.connected = false;
        state(false);
        setTimeout(connect, pause);
        pause = Math.min(3000, pause * 2);
      },
    });
  };
  connect();
}
