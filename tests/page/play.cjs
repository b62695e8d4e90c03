// SPDX-License-Identifier: Apache-2.0
// node play.cjs FOLDER PLAN: plays a session in querent.wasm as the worker of the page does, and writes one line of
// JSON per step. PLAN: {"files": {"/in/a": "path", …}, "argv": […], "labels": {"item": "class", …}, "answers": 20,
// "out": a directory for the files of /out and for predictions.csv}. Times are CPU milliseconds of node's process,
// whose threads also compile.
"use strict";
const fs = require("fs");
const path = require("path");

const [folder, plan_file] = process.argv.slice(2);
const plan = JSON.parse(fs.readFileSync(plan_file, "utf8"));
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");

async function main() {
  const begun = now();
  const module = await require(path.resolve(folder, "querent.js"))({
    wasmBinary: fs.readFileSync(path.join(folder, "querent.wasm")), print: () => {}, printErr: () => {} });
  const call = (name, type, types, values) => module.ccall("querent_" + name, type, types, values);
  const body = () => {
    const at = module.ccall("querent_result", "number", [], []);
    return Buffer.from(module.HEAPU8.subarray(at, at + call("result_bytes", "number", [], [])));
  };
  const request = (method, target, text = "") => {
    const status = call("request", "number", ["string", "string", "string", "number"],
                        [method, target, text, Buffer.byteLength(text)]);
    if (status !== 200) throw new Error(`${method} ${target}: ${status} ${body()}`);
    return body();
  };
  const loaded = now();
  module.FS.mkdir("/in");
  for (const [name, file] of Object.entries(plan.files)) module.FS.writeFile(name, fs.readFileSync(file));
  const code = call("start", "number", ["string"], [JSON.stringify(plan.argv)]);
  if (code !== 0) {
    say({ failed: JSON.parse(body()) });
    process.exit(1);
  }
  const started = now();
  say({ started: JSON.parse(body()), load_ms: loaded - begun, start_ms: started - loaded });
  for (let k = 0; k < plan.answers; ++k) {
    const before = now();
    const next = JSON.parse(request("GET", "/api/questions?by=me&k=1"));
    const shown = now();
    if (next.done) break;
    const question = next.questions[0];
    say({ question, ms: shown - before });
    const answer = { id: question.id, item: question.item, answer: plan.labels[question.item] || "A", by: "me", key: `k${k}` };
    request("POST", "/api/answer", JSON.stringify(answer));
    say({ answered: now() - shown });
    if (plan.work) while (call("work", "number", [], []) === 1);
  }
  const before = now();
  const predictions = request("GET", "/export/predictions.csv");
  say({ predictions_ms: now() - before, heap: module.HEAPU8.length });
  if (plan.out) {
    fs.mkdirSync(plan.out, { recursive: true });
    fs.writeFileSync(path.join(plan.out, "predictions.csv"), predictions);
    for (const name of module.FS.readdir("/out")) {
      if (!name.startsWith(".")) fs.writeFileSync(path.join(plan.out, name), module.FS.readFile("/out/" + name));
    }
  }
}

main().catch((error) => {
  say({ failed: String(error.stack || error) });
  process.exit(1);
});
