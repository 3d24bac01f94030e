// Where the code of others comes from: against no version in a lock file stands an advisory, none is below a floor, every npm package
// is pinned by its content, runs no script of its own and has a licence that we may ship under. Needs no network, and does not know
// what became known since: docs/security.md says how to bring the advisories up to date.
import { readFileSync } from "node:fs";
import path from "node:path";
import { against, read as readAdvisories } from "./advisories.mjs";

const root = process.env.QABUL_SUPPLY_ROOT ?? path.resolve(import.meta.dirname, "../..");
const today = process.env.QABUL_SUPPLY_TODAY ?? new Date().toISOString().slice(0, 10);
const read = (file) => readFileSync(path.join(root, file), "utf8");

const LICENCES = new Set([
  "0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0", "(MIT AND Zlib)", "(MIT OR CC0-1.0)", "OFL-1.1", "Python-2.0",
]);
// Files of these may be shipped as they are; a change of them would have to be published. We change none.
const UNCHANGED = new Set(["MPL-2.0"]);

/** The crates of a Cargo.lock: cargo writes it, always in this shape. */
const crates = (file) => [...read(file).matchAll(/^name = "([^"]+)"\nversion = "([^"]+)"/gm)].map(([, name, version]) => ({ name, version, file }));

function packages(file) {
  const all = Object.entries(JSON.parse(read(file)).packages).filter(([place]) => place !== "");
  return all.map(([place, found]) => ({ ...found, name: found.name ?? place.split("node_modules/").at(-1), file }));
}

const numbers = (version) => version.split(/[+-]/, 1)[0].split(".").map(Number);
function compare(a, b) {
  const [left, right] = [numbers(a), numbers(b)];
  for (let at = 0; at < 3; at += 1) if ((left[at] ?? 0) !== (right[at] ?? 0)) return (left[at] ?? 0) - (right[at] ?? 0);
  return Number(b.includes("-")) - Number(a.includes("-"));
}
const line = (version) => (numbers(version)[0] === 0 ? `0.${numbers(version)[1]}` : String(numbers(version)[0]));

/** The floor that a version is under: that of its own line, else it has to be newer than them all. */
function under(version, from) {
  const own = from.find((floor) => line(floor) === line(version)) ?? [...from].sort(compare).at(-1);
  return compare(version, own) < 0 ? own : undefined;
}

const floors = JSON.parse(read("scripts/check/floors.json"));
const locked = { crates: [...crates("Cargo.lock"), ...crates("plugins/Cargo.lock")], npm: packages("web/package-lock.json") };
const advisories = readAdvisories(root);
const wrong = [];
const used = new Set();

/** Tells what is wrong with a version, unless an exception holds today. */
function tell({ name, version, file }, fault) {
  const exception = floors.exceptions.find((each) => each.package === name && each.version === version && (each.file ?? file) === file);
  if (exception) used.add(exception);
  if (!exception) wrong.push(`${file}: ${name} ${version} ${fault}`);
  else if (!/^\d{4}-\d\d-\d\d$/.test(exception.until ?? "") || !exception.why) wrong.push(`floors.json: the exception for ${name} needs "why" and a day "until"`);
  else if (exception.until < today) wrong.push(`${file}: ${name} ${version} ${fault}; its exception ended on ${exception.until}`);
}
for (const kind of ["crates", "npm"]) {
  for (const each of locked[kind]) {
    const floor = floors[kind][each.name];
    const least = floor && under(each.version, floor.from);
    if (least) tell(each, `is below ${least} (${floor.why})`);
  }
}
for (const each of locked.crates) {
  for (const { id, kind } of against(advisories, each.name, each.version)) tell(each, `has ${id}${kind ? ` (${kind})` : ""}`);
}
for (const exception of floors.exceptions) if (!used.has(exception)) wrong.push(`floors.json: the exception for ${exception.package} ${exception.version} is needed no more`);

for (const { name, version, file, integrity, hasInstallScript, license, link } of locked.npm) {
  if (link) wrong.push(`${file}: ${name} is a link to a folder`);
  else if (!integrity?.startsWith("sha512-")) wrong.push(`${file}: ${name} ${version} is not pinned by its content`);
  if (hasInstallScript) wrong.push(`${file}: ${name} ${version} runs a script when it is installed`);
  if (!LICENCES.has(license) && !UNCHANGED.has(license)) wrong.push(`${file}: ${name} ${version} has the licence ${license ?? "(none)"}`);
}

for (const each of wrong) console.error(`supply: ${each}`);
const age = (day) => Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
const known = Object.keys(floors.crates).length + Object.keys(floors.npm).length;
const lists = `${Object.values(advisories.crates).flat().length} advisories (of ${age(advisories.as_of)} days ago), ${known} floors (of ${age(floors.looked_up)} days ago)`;
console.log(`supply: ${locked.crates.length} crates, ${locked.npm.length} npm packages, ${lists}, ${floors.exceptions.length} exceptions, ${wrong.length} wrong`);
process.exit(wrong.length > 0 ? 1 : 0);
