// SPDX-License-Identifier: Apache-2.0
// Sessions in the browser's IndexedDB: what each is called, how it was started, and its files. A write has reached the
// disk when its promise resolves.

const asked = (request) => new Promise((settle, fail) => {
  request.onsuccess = () => settle(request.result);
  request.onerror = () => fail(request.error);
});

let database = null;

async function open() {
  const request = indexedDB.open("querent", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("sessions", { keyPath: "id" });
    request.result.createObjectStore("files");  // under [id of the session, path]
  };
  database = await asked(request);
  database.onversionchange = () => database.close();
  return database;
}

async function within(mode, work) {
  const transaction = (database ?? await open()).transaction(["sessions", "files"], mode, { durability: "strict" });
  const done = new Promise((settle, fail) => {
    transaction.oncomplete = settle;
    transaction.onabort = () => fail(transaction.error ?? new Error("the browser ended the transaction"));
  });
  const result = work(transaction.objectStore("sessions"), transaction.objectStore("files"));
  await done;
  return result;
}

const filesOf = (id) => IDBKeyRange.bound([id], [id, []]);  // an array is greater than every path

/** All sessions, the last one first. */
export async function sessions() {
  const all = await within("readonly", (of) => asked(of.getAll()));
  return all.sort((a, b) => b.changed - a.changed);
}

/** The session and its files as [path, bytes]. */
export async function session(id) {
  const [of, paths, bytes] = await within("readonly", (store, files) =>
    Promise.all([asked(store.get(id)), asked(files.getAllKeys(filesOf(id))), asked(files.getAll(filesOf(id)))]));
  return { of, files: paths.map(([, path], index) => [path, bytes[index]]) };
}

/** Keeps a session, its changed files as [path, bytes] and the removal of others, all or nothing. */
export const keep = (of, changed, removed) => within("readwrite", (store, files) => {
  store.put(of);
  for (const [path, bytes] of changed) files.put(bytes, [of.id, path]);
  for (const path of removed) files.delete([of.id, path]);
});

export const forget = (id) => within("readwrite", (store, files) => {
  store.delete(id);
  files.delete(filesOf(id));
});
