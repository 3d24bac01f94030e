#!/usr/bin/env node
// What a change costs: two builds measured in turn, round by round, so that a busy minute falls on both. It prints, and asserts nothing.
//   node scripts/bench/compare.mjs --before ROOT QABUL QABUL_BENCH --after ROOT QABUL QABUL_BENCH [--rounds 3] [--parts checks,inbox] [--quick]
// ROOT is the commit's checkout (its demo schools are measured), QABUL and QABUL_BENCH are its release builds. QABUL_BENCH_POSTGRES is an
// empty database, for the part `postgres`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const args = process.argv.slice(2);
const after = (name, count) => {
  const at = args.indexOf(name);
  return at < 0 ? [] : args.slice(at + 1, at + 1 + count);
};
const builds = ["--before", "--after"].map((name) => {
  const [root, qabul, bench] = after(name, 3);
  if (!bench) throw new Error(`${name} wants ROOT QABUL QABUL_BENCH`);
  return { name: name.slice(2), root, qabul, bench };
});
const rounds = Number(after("--rounds", 1)[0] ?? 3);
const parts = (after("--parts", 1)[0] ?? "pages,edit,checks,submissions,inbox").split(",");

/** The figures of one run: "table · row" to the middle figure of that row. */
function measure(build, part, folder) {
  const file = path.join(folder, `${build.name}.md`);
  const options = ["run", build.qabul, build.root, "--only", part, "--write", file, ...(args.includes("--quick") ? ["--quick"] : [])];
  const ran = spawnSync(build.bench, options, { cwd: build.root, stdio: ["ignore", "ignore", "inherit"] });
  if (ran.status !== 0) throw new Error(`${build.name}: ${part} ended with ${ran.status}`);
  return readTables(readFileSync(file, "utf8"));
}

function readTables(page) {
  const figures = new Map();
  let table = "";
  for (const line of page.split("\n")) {
    if (line.startsWith("## ")) table = line.slice(3).replace(/\d+ (schools|submissions)/, "$1");
    const [, row, figure] = line.match(/^\| (.+?) \| (.+?) \|/) ?? [];
    const numbers = figure?.match(/\d+(\.\d+)?/g)?.map(Number);
    if (!numbers || row.includes("ratio") || row.includes("held")) continue;
    // "least / middle / most" has its middle second; "p50 / p99" its p50 first.
    figures.set(`${table} · ${row}`, numbers.length === 3 ? numbers[1] : numbers[0]);
  }
  return figures;
}

const folder = mkdtempSync(path.join(tmpdir(), "qabul-compare-"));
const all = new Map();
try {
  for (const part of parts) {
    for (let round = 0; round < rounds; round += 1) {
      // Each goes first in every second round.
      for (const build of round % 2 ? [...builds].reverse() : builds) {
        for (const [row, figure] of measure(build, part, folder)) {
          const both = all.get(row) ?? { before: [], after: [] };
          both[build.name].push(figure);
          all.set(row, both);
        }
        process.stderr.write(`${part}, round ${round + 1}: ${build.name} measured\n`);
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
console.log(`| ${rounds} rounds in turn | before | after | after : before |\n|---|---|---|--:|`);
for (const [row, { before, after: now }] of all) {
  if (before.length > 0 && now.length > 0) console.log(`| ${row} | ${before.join(" / ")} | ${now.join(" / ")} | ${(middle(now) / middle(before)).toFixed(2)} |`);
}
