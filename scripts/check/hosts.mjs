// No tracked file names a package registry's host: where packages come from is the machine's affair, told by its own settings.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

// Written in parts, or this file would name them too.
const KNOWN = [
  ["registry", "npmjs", "org"],
  ["registry", "yarnpkg", "com"],
  ["index", "crates", "io"],
  ["static", "crates", "io"],
  ["pypi", "org"],
  ["files", "pythonhosted", "org"],
  ["deb", "debian", "org"],
  ["security", "debian", "org"],
  ["npmmirror", "com"],
].map((parts) => parts.join("."));

/** The hosts that this machine is set up with: a mirror's name must not slip in either. */
function ownHosts() {
  const texts = [];
  const add = (file) => existsSync(file) && texts.push(readFileSync(file, "utf8"));
  const home = os.homedir();
  const cargoHome = process.env.CARGO_HOME ?? path.join(home, ".cargo");
  for (const name of ["config.toml", "config"]) add(path.join(cargoHome, name));
  add(path.join(home, ".npmrc"));
  add(path.join(home, ".config/pip/pip.conf"));
  add("/etc/pip.conf");
  add("/etc/apt/sources.list");
  for (const folder of ["/etc/apt/sources.list.d", "/etc/apt/apt.conf.d"]) {
    if (existsSync(folder)) for (const name of readdirSync(folder)) add(path.join(folder, name));
  }
  for (const [name, value] of Object.entries(process.env)) {
    if (/^(npm_config_registry|CARGO_REGISTR.*|PIP_.*|.*_INDEX_URL)$/i.test(name)) texts.push(value ?? "");
  }
  const found = texts.flatMap((text) => [...text.matchAll(/https?:\/\/(?:[^@\s/]*@)?([a-z0-9.-]+\.[a-z]{2,})/gi)].map((match) => match[1].toLowerCase()));
  // cargo's well-known source name is a code host's address, and stands in every Cargo.lock.
  return found.filter((host) => host !== "github.com" && !host.endsWith("localhost"));
}

const hosts = [...new Set([...KNOWN, ...ownHosts()])];
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }).split("\0").filter(Boolean);
let failed = 0;
for (const file of files) {
  const full = path.join(root, file);
  if (!existsSync(full) || /\.(wasm|png|woff2|webp|jpe?g|pdf)$/.test(file)) continue;
  const text = readFileSync(full, "utf8").toLowerCase();
  for (const host of hosts) {
    if (!text.includes(host)) continue;
    failed += 1;
    console.error(`hosts: ${file} names ${host}`);
  }
}
console.log(`hosts: ${files.length} tracked files, ${failed} naming a registry's host`);
process.exit(failed > 0 ? 1 : 0);
