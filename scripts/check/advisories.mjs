// What is known against crates, so that the gate needs no network: the facts (which versions, which fault) of the RustSec advisory
// database, as of a day. To bring them up to date, where its repository can be had:
//   git clone https://github.com/rustsec/advisory-db FOLDER && node scripts/check/advisories.mjs FOLDER
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
// The tools of the web app are the only Node packages here.
const require = createRequire(path.join(root, "web/package.json"));
const semver = require("semver");

/** Cargo parts the bounds of a range by commas. */
const within = (version, ranges) => ranges.some((range) => semver.satisfies(version, range.replaceAll(",", " "), { includePrerelease: true }));

/** What is known against that version of a crate: `{ id, kind, patched, unaffected }`; `kind` is absent for a weakness that can be used. */
export const against = (known, name, version) =>
  (known.crates[name] ?? []).filter((each) => !within(version, [...each.patched, ...each.unaffected]));

export const read = (from) => JSON.parse(readFileSync(path.join(from, "scripts/check/advisories.json"), "utf8"));

/** The facts of a clone, also of one without a work tree. */
function collect(folder) {
  const { parse } = require("smol-toml");
  const git = (...args) => execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  const crates = {};
  for (const file of git("ls-tree", "-r", "--name-only", "HEAD", "crates/").split("\n").filter((name) => /RUSTSEC-[\d-]+\.md$/.test(name))) {
    const { advisory, versions } = parse(git("show", `HEAD:${file}`).split("```")[1].replace(/^toml\n/, ""));
    if (advisory.withdrawn) continue;
    const { id, package: name, informational: kind } = advisory;
    (crates[name] ??= []).push({ id, ...(kind && { kind }), patched: versions?.patched ?? [], unaffected: versions?.unaffected ?? [] });
  }
  return { about: "Facts of the RustSec advisory database (public domain), by scripts/check/advisories.mjs", as_of: git("show", "-s", "--format=%cs", "HEAD").trim(), crates };
}

/** A line for each crate, so that a change shows what became known. */
function text({ about, as_of, crates }) {
  const lines = Object.keys(crates).sort().map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(crates[name])}`);
  return `{\n  "about": ${JSON.stringify(about)},\n  "as_of": "${as_of}",\n  "crates": {\n${lines.join(",\n")}\n  }\n}\n`;
}

if (process.argv[1] === import.meta.filename) {
  if (!process.argv[2]) throw new Error("advisories.mjs FOLDER: a clone of the advisory database");
  writeFileSync(path.join(root, "scripts/check/advisories.json"), text(collect(process.argv[2])));
}
