// What cannot be had on a machine: told, named at the end, and no failure.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");

function inFolder(play) {
  const folder = mkdtempSync(path.join(tmpdir(), "qabul-tools-"));
  try {
    play(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a script with the shared parts of the others, and a cache of its own. */
function run(folder, script) {
  // Sources that were built elsewhere count as new; these were not.
  writeFileSync(path.join(folder, "root"), root);
  const env = { ...process.env, QABUL_CACHE: folder, CARGO_TARGET_DIR: path.join(folder, "target") };
  const whole = `source scripts/lib/common.sh; source scripts/lib/python.sh; ${script}`;
  return spawnSync("bash", ["-c", whole], { cwd: root, env, encoding: "utf8" });
}

test("a tool that cannot be installed is told and does not end the run", () => {
  inFolder((folder) => {
    // No registry answers.
    writeFileSync(path.join(folder, "list.txt"), "qabul-has-no-such-package==0.0.1\n");
    const take = `if python_tools tried "${folder}/list.txt" --no-index; then say "it is here"; else did_not_run tried "$python_lacks"; say "on it goes"; fi`;
    const { status, stdout } = run(folder, take);
    assert.match(stdout, /^tried: did not run, (it could not be installed|there is no Python)/m);
    assert.match(stdout, /on it goes/);
    assert.equal(status, 0);
  });
});

test("the summary names what did not run", () => {
  inFolder((folder) => {
    writeFileSync(path.join(folder, "stages.tsv"), "supply\tcheck\t0\t1\n");
    writeFileSync(path.join(folder, "supply.log"), "tried: did not run, it could not be installed: no route\nall else holds\n");
    const said = execFileSync("node", ["scripts/test/summary.mjs", folder, "1"], { cwd: root, encoding: "utf8" });
    assert.match(said, /Did not run here:\n {2}tried: it could not be installed: no route/);
    assert.match(said, /total: 1 passed, 0 failed, 1 did not run/);
  });
});

test("who changed nothing that the web's units read has a good run, and a runner without a test has not", () => {
  const summary = (said) => {
    let result;
    inFolder((folder) => {
      writeFileSync(path.join(folder, "stages.tsv"), "web-units\tvitest\t0\t1\n");
      writeFileSync(path.join(folder, "web-units.log"), said);
      result = spawnSync("node", ["scripts/test/summary.mjs", folder, "1"], { cwd: root, encoding: "utf8" });
    });
    return [result.status, result.stdout];
  };
  const [status, said] = summary("No test files found, exiting with code 0\n");
  assert.equal(status, 0);
  assert.match(said, /ok {5}web-units .*no test reads what was changed/);
  assert.notEqual(summary("")[0], 0);
});
