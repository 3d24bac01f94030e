// From `npm sbom` on standard input to the same document without what only builds and tests: npm's own `--omit dev` leaves out React too.
// Which package is which says the lock file.
import { readFileSync } from "node:fs";

const { packages } = JSON.parse(readFileSync("web/package-lock.json", "utf8"));
const shipped = new Set(
  Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => place !== "" && !dev && !devOptional)
    .map(([place, { name, version }]) => `${name ?? place.split("node_modules/").at(-1)}@${version}`),
);
const document = JSON.parse(readFileSync(0, "utf8"));
const kept = new Set([document.metadata.component["bom-ref"]]);
const components = document.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
for (const component of components) kept.add(component["bom-ref"]);
const dependencies = document.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
console.log(JSON.stringify({ ...document, components, dependencies }, undefined, 2));
