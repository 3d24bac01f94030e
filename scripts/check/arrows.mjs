// Who may import whom: cargo's own metadata against the table of docs/architecture.md. Anything else fails.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The table: the fenced block after "Who may import whom", one room a line, `a → b, c`. */
function readTable() {
  const page = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
  const block = page.match(/## Who may import whom[^]*?```text\n([^]*?)```/)?.[1];
  if (!block) throw new Error("docs/architecture.md has no table under 'Who may import whom'");
  const table = new Map();
  for (const line of block.split("\n").filter((each) => each.includes("→"))) {
    const [from, to] = line.split("→").map((side) => side.trim());
    table.set(from, new Set(to === "nothing of ours" ? [] : to.split(",").map((each) => each.trim())));
  }
  return table;
}

/** A room's name is its folder: `platform/kernel` is `kernel`, `plugins/host` stays as it is. */
function roomOf(manifest) {
  return path.relative(root, path.dirname(manifest)).replace(/^platform\//, "");
}

const metadata = JSON.parse(
  execFileSync("cargo", ["metadata", "--format-version", "1", "--no-deps", "--locked", "--offline"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }),
);
const table = readTable();
const problems = [];
let arrows = 0;
for (const crate of metadata.packages) {
  const room = roomOf(crate.manifest_path);
  const allowed = table.get(room);
  if (!allowed) {
    problems.push(`${room} is a room without a line in docs/architecture.md`);
    continue;
  }
  for (const dependency of crate.dependencies) {
    // What only tests use builds no arrow: testkit, and the SDK in the host's tests.
    if (!dependency.path || dependency.kind === "dev") continue;
    const target = roomOf(path.join(dependency.path, "Cargo.toml"));
    arrows += 1;
    if (!allowed.has(target)) problems.push(`${room} → ${target} is not in docs/architecture.md`);
  }
}
/** Rooms beneath the server, and what none of their dependencies may be, however far down: neither HTTP nor a database. */
const beneath = { "qabul-words": ["axum", "sqlx", "tokio"], "qabul-form": ["axum", "sqlx", "tokio"], "qabul-plugin-host": ["axum", "sqlx"] };
for (const [crate, refused] of Object.entries(beneath)) {
  const tree = execFileSync("cargo", ["tree", "--locked", "--offline", "--package", crate, "--edges", "normal,build", "--prefix", "none", "--format", "{p}"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  const names = new Set(tree.split("\n").map((line) => line.split(" ", 1)[0]));
  if (!names.has(crate)) throw new Error(`cargo shows no tree of ${crate}`);
  for (const name of refused.filter((each) => names.has(each))) problems.push(`${crate} builds on ${name}`);
}
for (const room of table.keys()) {
  if (!metadata.packages.some((crate) => roomOf(crate.manifest_path) === room)) problems.push(`${room} stands in docs/architecture.md, but there is no such crate`);
}
for (const problem of problems) console.error(`arrows: ${problem}`);
console.log(`arrows: ${arrows} between ${metadata.packages.length} rooms, ${problems.length} wrong`);
process.exit(problems.length > 0 ? 1 : 0);
