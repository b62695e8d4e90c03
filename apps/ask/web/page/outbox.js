// SPDX-License-Identifier: Apache-2.0
// What was said and is not acknowledged yet. It is kept in the browser's storage until the server says that it is durable,
// under a key of its own, so that sending it twice is counting it once: a page that is closed, a server that is killed
// and a line that is cut lose nothing.
import { desk, Refused } from "/desk.js";

const kFirstPause = 250, kLongestPause = 4000;  // milliseconds between two tries

const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

class Outbox {
  #entries = [];      // in the order they were said
  #sending = false;
  #prefix = "";
  #answered = new Set();  // questions that were answered here, or by an earlier page, and may not be known there yet
  onchange = () => {};
  onrefused = () => {};  // (entry, error)

  /** `store` names what is labelled: the same address may serve another tomorrow. What an earlier page left is sent. */
  open(store) {
    this.#prefix = `querent:${store}:`;
    const known = new Set(this.#entries.map((entry) => entry.key));
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(this.#prefix)) continue;
      const entry = JSON.parse(localStorage.getItem(name));
      if (known.has(entry.key)) continue;
      this.#entries.push({ ...entry, settle: () => {} });
      this.#answers(entry.said);
    }
    this.#entries.sort((a, b) => a.made - b.made);
    this.#send();
  }

  // A no leaves the question open, of another class. A server that was killed may give its number to another item.
  #answers({ id, item, no, is_it }) {
    if (id !== undefined) this.#answered.add(JSON.stringify(no ? [id, item, is_it] : [id, item]));
  }

  /** Whether this question, as it is put, was answered here. */
  has({ id, item, is_it }) {
    return this.#answered.has(JSON.stringify([id, item])) || this.#answered.has(JSON.stringify([id, item, is_it]));
  }

  /** Something was taken back: any question may come again. */
  forget() {
    this.#answered.clear();
  }

  get waiting() {
    return this.#entries.length;
  }

  /** Resolves to the receipt once it is durable, to null when it was refused. */
  put(said) {
    return new Promise((settle) => {
      const entry = { key: newKey(), made: Date.now() + performance.now() % 1, said: { by: desk.by, ...said } };
      try {
        localStorage.setItem(this.#prefix + entry.key, JSON.stringify(entry));
      } catch { /* storage is full or forbidden: it is kept as long as the page is open */ }
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
      const entry = this.#entries[0];
      let receipt = null;
      try {
        receipt = await desk.post({ ...entry.said, key: entry.key });
      } catch (error) {
        const final = error instanceof Refused && [400, 404, 409].includes(error.status);
        if (!final) {  // away, restarting, a full disk, a token that changed: it may be taken later
          this.onchange(error);
          await pause(wait);
          wait = Math.min(kLongestPause, wait * 2);
          continue;
        }
        this.onrefused(entry.said, error);
      }
      wait = kFirstPause;
      this.#entries.shift();
      localStorage.removeItem(this.#prefix + entry.key);
      this.onchange();
      entry.settle(receipt);
    }
    this.#sending = false;
  }
}

export const outbox = new Outbox();
