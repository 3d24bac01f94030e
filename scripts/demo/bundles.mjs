// Puts the schools that ship into the data folder: new files are added, and files that nobody changed since the last time are
// renewed. What a person changed stays as it is, and is named.
//   node scripts/demo/bundles.mjs FROM TO RECORD
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const [from, to, record] = process.argv.slice(2);
const digest = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
const filesOf = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

/** What was put there last time, by file. */
const before = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
const after = {};
let added = 0;
let renewed = 0;
const kept = [];
for (const file of filesOf(from)) {
  const source = path.join(from, file);
  const target = path.join(to, file);
  const now = digest(source);
  if (existsSync(target)) {
    const there = digest(target);
    if (there === now) {
      after[file] = now;
      continue;
    }
    if (there !== before[file]) {
      kept.push(file);
      if (before[file]) after[file] = before[file];
      continue;
    }
    renewed += 1;
  } else added += 1;
  mkdirSync(path.dirname(target), { recursive: true });
  // In one piece, for a server may be watching.
  copyFileSync(source, `${target}.new`);
  renameSync(`${target}.new`, target);
  after[file] = now;
}
for (const [file, digestBefore] of Object.entries(before)) {
  const target = path.join(to, file);
  if (!existsSync(path.join(from, file)) && existsSync(target) && digest(target) === digestBefore) rmSync(target);
}
mkdirSync(path.dirname(record), { recursive: true });
writeFileSync(record, `${JSON.stringify(after, null, 1)}\n`);
console.log(`      schools: ${added} files added, ${renewed} renewed${kept.length > 0 ? `, ${kept.length} of yours left alone: ${kept.join(", ")}` : ""}`);
