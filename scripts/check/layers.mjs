// Layers inside a room, as docs/architecture.md has them under "A slice": SQL stands in stores, what api.rs makes and takes stays there,
// and a slice calls another's service. Read from the sources: what nobody may name is named by no path. The kernel has no slices: a
// file of it may have a table of its own, of which it is the whole store.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** What does not hold: file → what it names, and why. An entry that nothing needs any more is a fault too. */
const EXCEPTIONS = {
  "platform/admissions/src/family/api.rs": { "identity::api": "registering signs in: its answer is a session, as identity's is" },
  "platform/admissions/src/letters/api/bulk.rs": {
    "admissions::applications::api": "letters go to the filter of the list of applications, whose request it is",
    "admissions::applications::bulk::api": "the same filter or the same ids as moves of many take",
  },
};

/** Every source of a crate, by its path inside `src`. */
function sourcesOf(folder, inside = "") {
  return readdirSync(path.join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(inside, entry.name);
    if (entry.isDirectory()) return sourcesOf(folder, name);
    return name.endsWith(".rs") ? [name] : [];
  });
}

/** Without comments and texts, in which paths are only talked about. */
function codeOf(text) {
  return text.replace(/^\s*\/\/.*$/gm, "").replace(/\s\/\/ .*$/gm, "").replace(/"(?:[^"\\]|\\[^])*"/g, '""');
}

/** All paths of a `use` tree: `a::{b, c::{self, d}}` → `a::b`, `a::c`, `a::c::d`. */
function pathsOf(tree, before = []) {
  const open = tree.indexOf("{");
  if (open < 0) {
    const names = tree.replace(/\s+as\s+\w+\s*$/, "").split("::").map((each) => each.trim()).filter((each) => each && each !== "self");
    return [[...before, ...(before.length === 0 && tree.trim().startsWith("self") ? ["self"] : []), ...names]];
  }
  const head = tree.slice(0, open).split("::").map((each) => each.trim()).filter(Boolean);
  const parts = [];
  let depth = 0;
  let part = "";
  for (const letter of tree.slice(open + 1, tree.lastIndexOf("}"))) {
    depth += letter === "{" ? 1 : letter === "}" ? -1 : 0;
    if (letter === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  return [...parts, part].filter((each) => each.trim()).flatMap((each) => pathsOf(each, [...before, ...head]));
}

/** The modules that a file's code names, each from its crate on. What begins with neither a crate nor a known name is no module. */
function namedBy(code, crate, module, siblings, crates) {
  const trees = [...code.matchAll(/\buse\s+([^;]+);/g)].map((found) => found[1]);
  // Imports first: what is called further on may begin with a name that they bring, as `operator::store` after `use crate::operator`.
  const paths = trees.flatMap((tree) => pathsOf(tree));
  const brought = new Map(paths.map((each) => [each.at(-1), each]));
  const called = code.replace(/\buse\s+[^;]+;/g, "").match(/\b[a-z_]+(?:::[a-z_]+)+\b/g) ?? [];
  const all = [...paths, ...called.map((each) => each.split("::")).map((each) => [...(brought.get(each[0]) ?? [each[0]]), ...each.slice(1)])];
  return all.map(([first, ...rest]) => {
    if (first === "crate") return [crate, ...rest];
    if (first === "self") return [crate, ...module, ...rest];
    if (first === "super") {
      const ups = [first, ...rest].findIndex((each) => each !== "super");
      return ups < 0 ? [] : [crate, ...module.slice(0, module.length - ups), ...[first, ...rest].slice(ups)];
    }
    if (siblings.has([...module, first].join("::"))) return [crate, ...module, first, ...rest];
    return crates.has(first) ? [first, ...rest] : [];
  });
}

const rooms = [
  ...readdirSync(path.join(root, "platform")).map((name) => ({ name: name.replace("-", "_"), folder: `platform/${name}/src` })),
  { name: "tenants", folder: "tenants/src" },
  { name: "cli", folder: "cli/src" },
];
const crates = new Set(rooms.map((room) => room.name));
const problems = [];
const unused = new Map(Object.entries(EXCEPTIONS).flatMap(([file, names]) => Object.keys(names).map((name) => [`${file} ${name}`, [file, name]])));
let looked = 0;

/** The tables that a kernel file's statements name. */
function tablesOf(text) {
  const named = [...text.matchAll(/\b(?:FROM|INTO|UPDATE|JOIN) ([a-z_]+)/g)].map((found) => found[1]);
  return new Set(named.filter((name) => name !== "json_each"));
}

function fault(file, name, said) {
  unused.delete(`${file} ${name}`);
  if (!EXCEPTIONS[file]?.[name]) problems.push(`${file} ${said}`);
}

for (const room of rooms) {
  const sources = sourcesOf(path.join(root, room.folder));
  const modules = new Set(sources.map((file) => file.replace(/(\/?mod)?\.rs$/, "").split("/").join("::")));
  for (const inside of sources) {
    const file = `${room.folder}/${inside}`;
    const text = readFileSync(path.join(root, file), "utf8");
    const code = codeOf(text);
    looked += 1;
    const steps = inside.replace(/\.rs$/, "").split("/");
    const isStore = steps.includes("store");
    const isApi = steps.includes("api");
    // `super` of `a/mod.rs` is the crate, of `a/b.rs` it is `a`.
    const module = ["mod", "lib", "main"].includes(steps.at(-1)) ? steps.slice(0, -1) : steps;
    const slice = steps.length > 1 ? steps[0] : "";

    if (!isStore && file !== "platform/kernel/src/db/statement.rs" && /(?<![\w$])(?:statements|platform_statements|rows|binds)! \{/.test(code)) {
      const isOneTable = room.name === "kernel" && steps.length === 1 && tablesOf(text).size === 1;
      if (!isOneTable) fault(file, "SQL", "declares SQL: that stands in a store");
    }
    for (const named of namedBy(code, room.name, module, modules, crates)) {
      for (const layer of ["store", "api"]) {
        const at = named.indexOf(layer);
        if (at < 1) continue;
        const name = named.slice(0, at + 1).join("::");
        const isOwnRoom = named[0] === room.name;
        // A room's own store and answers, beside its slices, are all slices'.
        const isOwnSlice = isOwnRoom && (at === 1 || (slice !== "" && named[1] === slice));
        const isRoutes = layer === "api" && isOwnRoom && named[at + 1] === "routes";
        if (!isOwnSlice && !isRoutes) fault(file, name, `names ${name}: a slice calls another's service`);
        else if (layer === "api" && !isApi && !isRoutes) fault(file, name, `names ${name}: answers and requests are api.rs's alone`);
      }
    }
  }
}
for (const [file, name] of unused.values()) problems.push(`${file} is an exception for ${name}, which it does not need any more`);
for (const problem of new Set(problems)) console.error(`layers: ${problem}`);
console.log(`layers: ${looked} files, ${Object.keys(EXCEPTIONS).length} of them exceptions, ${new Set(problems).size} wrong`);
process.exit(problems.length > 0 ? 1 : 0);
