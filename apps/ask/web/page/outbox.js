// SPDX-License-Identifier: Apache-2.0
// Requests that the server has not acknowledged yet. Each is kept in the browser's storage under its own key until the
// server confirms that it is on disk, so a request that is sent twice counts once, and a closed page, a killed server
// or a lost connection loses nothing.
import { server, Refused } from "/server.js";

const kFirstPause = 250, kLongestPause = 4000;  // milliseconds between two attempts

const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The browser's storage, or null where it is forbidden: requests are then kept while the page is open. */
export function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

class Outbox {
  #entries = [];      // in the order of the answers
  #sending = false;
  #prefix = "";
  #answered = new Set();  // questions answered here or by an earlier page, perhaps not yet known to the server
  onchange = () => {};
  onrefused = () => {};  // (entry, error)

  /** `store` identifies the answers, since the same address may later serve others. Sends requests left by an earlier page. */
  open(store) {
    const prefix = `querent:${store}:`;
    if (this.#prefix !== "" && this.#prefix !== prefix) this.#entries = [];  // of other answers: they stay in the storage
    this.#prefix = prefix;
    const known = new Set(this.#entries.map((entry) => entry.key));
    for (const name of Object.keys(storage() ?? {})) {
      if (!name.startsWith(this.#prefix)) continue;
      const entry = JSON.parse(storage().getItem(name));
      if (known.has(entry.key)) continue;
      this.#entries.push({ ...entry, settle: () => {} });
      this.#answers(entry.said);
    }
    this.#entries.sort((a, b) => a.made - b.made);
    this.#send();
  }

  // A "no" leaves the question open, about another class. After a kill, another item may get the same question number.
  #answers({ id, item, no, is_it }) {
    if (id !== undefined) this.#answered.add(JSON.stringify(no ? [id, item, is_it] : [id, item]));
  }

  /** Whether this question, with its class in case of yes or no, was answered here. */
  has({ id, item, is_it }) {
    return this.#answered.has(JSON.stringify([id, item])) || this.#answered.has(JSON.stringify([id, item, is_it]));
  }

  /** After an undo: any question may be asked again. */
  forget() {
    this.#answered.clear();
  }

  get waiting() {
    return this.#entries.length;
  }

  /** Resolves to the receipt when the request is on disk, or to null if it was refused. */
  put(said) {
    return new Promise((settle) => {
      const entry = { key: newKey(), made: Date.now() + performance.now() % 1, said: { by: server.by, ...said } };
      try {
        storage()?.setItem(this.#prefix + entry.key, JSON.stringify(entry));
      } catch { /* storage is full: the entry is kept while the page is open */ }
      this.#entries.push({ ...entry, settle });
      this.#answers(said);
      this.onchange();
      this.#send();
    });
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    let wait = kFirstPause;
    while (this.#entries.length > 0) {
      const entry = this.#entries[0], prefix = this.#prefix;
      let receipt = null;
      try {
        receipt = await server.post({ ...entry.said, key: entry.key });
      } catch (error) {
        const final = error instanceof Refused && [400, 404, 409].includes(error.status);
        if (!final) {  // unavailable, restarting, full disk or new token: try again later
          this.onchange(error);
          await pause(wait);
          wait = Math.min(kLongestPause, wait * 2);
          continue;
        }
        this.onrefused(entry.said, error);
      }
      wait = kFirstPause;
      this.#entries = this.#entries.filter((one) => one.key !== entry.key);  // open() may have sorted them
      storage()?.removeItem(prefix + entry.key);
      this.onchange();
      entry.settle(receipt);
    }
    this.#sending = false;
  }
}

export const outbox = new Outbox();
