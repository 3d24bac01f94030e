// The gate has to close: each fault, put into copies of the lock files, is told.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

const root = path.resolve(import.meta.dirname, "../..");
const FILES = ["Cargo.lock", "plugins/Cargo.lock", "web/package-lock.json", "scripts/check/floors.json", "scripts/check/advisories.json"];

/** Runs the gate over copies in which some files were changed. */
function gate(changes = {}, today = "2026-11-22") {
  const copy = mkdtempSync(path.join(os.tmpdir(), "qabul-supply."));
  try {
    for (const file of FILES) {
      mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      cpSync(path.join(root, file), path.join(copy, file));
      if (changes[file]) writeFileSync(path.join(copy, file), changes[file](readFileSync(path.join(copy, file), "utf8")));
    }
    const run = spawnSync(process.execPath, [path.join(root, "scripts/check/supply.mjs")], { encoding: "utf8", env: { ...process.env, QABUL_SUPPLY_ROOT: copy, QABUL_SUPPLY_TODAY: today } });
    return { status: run.status, said: run.stdout + run.stderr };
  } finally {
    rmSync(copy, { recursive: true });
  }
}
const told = (run, words) => assert.ok(run.status === 1 && run.said.includes(words), run.said);
const older = (text) => text.replace(/(name = "bytes"\nversion = )"[^"]+"/, '$1"1.11.0"');
const json = (change) => (text) => {
  const value = JSON.parse(text);
  change(value);
  return JSON.stringify(value);
};
const locked = (change) => ({ "web/package-lock.json": json((lock) => change(lock.packages["node_modules/react-router"])) });

test("what is locked passes", () => assert.equal(gate().status, 0, gate().said));

test("a version below its floor is told", () => {
  told(gate({ "Cargo.lock": older }), "bytes 1.11.0 is below 1.11.1");
  told(gate({ "plugins/Cargo.lock": (text) => `${text}\n[[package]]\nname = "zip"\nversion = "0.6.6"\n` }), "zip 0.6.6 is below 2.3.0");
  told(gate(locked((found) => (found.version = "7.18.1"))), "react-router 7.18.1 is below 7.18.2");
  told(gate(locked((found) => (found.version = "8.2.9"))), "react-router 8.2.9 is below 8.3.0");
  told(gate(locked((found) => (found.version = "7.18.2-pre.1"))), "react-router 7.18.2-pre.1 is below 7.18.2");
});

test("an advisory against a locked version is told, in both workspaces", () => {
  const crate = (name, version) => (text) => `${text}\n[[package]]\nname = "${name}"\nversion = "${version}"\n`;
  told(gate({ "Cargo.lock": crate("rsa", "0.9.8") }), "rsa 0.9.8 has RUSTSEC-2023-0071");
  told(gate({ "plugins/Cargo.lock": crate("paste", "1.0.15") }), "paste 1.0.15 has RUSTSEC-2024-0436 (unmaintained)");
  assert.equal(gate({ "Cargo.lock": crate("time", "0.3.47") }).status, 0, "what is patched passes");
});

test("an exception holds until its day and no longer than it is needed", () => {
  const exception = (more) => json((floors) => floors.exceptions.push({ package: "bytes", version: "1.11.0", why: "no way to it", until: "2026-12-01", ...more }));
  const both = (more) => ({ "Cargo.lock": older, "scripts/check/floors.json": exception(more) });
  assert.equal(gate(both()).status, 0, gate(both()).said);
  told(gate(both(), "2026-12-02"), "its exception ended on 2026-12-01");
  told(gate(both({ until: undefined })), 'needs "why" and a day "until"');
  told(gate({ "scripts/check/floors.json": exception() }), "is needed no more");
});

test("an npm package is pinned, silent and free", () => {
  told(gate(locked((found) => delete found.integrity)), "is not pinned by its content");
  told(gate(locked((found) => (found.hasInstallScript = true))), "runs a script");
  told(gate(locked((found) => (found.license = "AGPL-3.0"))), "has the licence AGPL-3.0");
});
