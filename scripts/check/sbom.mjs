// Holds the two documents of `make sbom` to what ships: it stands there with version, licence and digest, what only builds and tests does not.
import { readFileSync } from "node:fs";
import path from "node:path";

const folder = process.argv[2];
const rules = [
  { file: "server.cdx.json", holds: ["axum", "sqlx", "wasmtime", "qabul-server"], lacks: ["qabul-testkit", "proptest"], own: /^qabul-/ },
  { file: "web.cdx.json", holds: ["react", "react-dom", "scheduler", "@mantine/core", "i18next"], lacks: ["vitest", "@playwright/test"], own: /^$/ },
];
const faults = [];
for (const { file, holds, lacks, own } of rules) {
  const { components } = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
  const names = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
  for (const name of holds) if (!names.has(name)) faults.push(`${file}: ${name} is missing`);
  for (const name of lacks) if (names.has(name)) faults.push(`${file}: ${name} is no part of what ships`);
  for (const { name, version, licenses, hashes } of components) {
    if (own.test(name)) continue;
    if (!version || !licenses?.length || !hashes?.length) faults.push(`${file}: ${name} ${version} lacks its version, licence or digest`);
  }
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
