// From `cargo metadata` on standard input to a CycloneDX document on standard output: the crates that are in the program `qabul` or
// build it, each with its licence and, from Cargo.lock, the digest of its source. Tests and tools are no part of it.
import { readFileSync } from "node:fs";
import path from "node:path";

const metadata = JSON.parse(readFileSync(0, "utf8"));
const packages = new Map(metadata.packages.map((each) => [each.id, each]));
const nodes = new Map(metadata.resolve.nodes.map((each) => [each.id, each]));
const root = metadata.packages.find((each) => each.name === "qabul-cli");
const lock = readFileSync(path.join(metadata.workspace_root, "Cargo.lock"), "utf8");
const digests = new Map([...lock.matchAll(/name = "([^"]+)"\nversion = "([^"]+)"\nsource = [^\n]+\nchecksum = "([0-9a-f]+)"/g)].map(([, name, version, digest]) => [`${name} ${version}`, digest]));

const needed = (id) => nodes.get(id).deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind !== "dev")).map(({ pkg }) => pkg);
const found = new Set([root.id]);
for (const id of found) for (const next of needed(id)) found.add(next);

const purl = ({ name, version }) => `pkg:cargo/${name}@${version.replaceAll("+", "%2B")}`;
function component(id) {
  const { name, version, license, source } = packages.get(id);
  const digest = digests.get(`${name} ${version}`);
  return {
    type: id === root.id ? "application" : "library",
    "bom-ref": purl(packages.get(id)),
    name,
    version,
    ...(source && { purl: purl(packages.get(id)) }),
    // Before 2018 crates wrote "MIT/Apache-2.0" where SPDX writes OR.
    ...(license && { licenses: [{ expression: license.replaceAll("/", " OR ") }] }),
    ...(digest && { hashes: [{ alg: "SHA-256", content: digest }] }),
  };
}

const all = [...found].sort((a, b) => (purl(packages.get(a)) < purl(packages.get(b)) ? -1 : 1));
const document = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: { component: component(root.id) },
  components: all.filter((id) => id !== root.id).map(component),
  dependencies: all.map((id) => ({ ref: purl(packages.get(id)), dependsOn: [...new Set(needed(id).map((next) => purl(packages.get(next))))].sort() })),
};
console.log(JSON.stringify(document, undefined, 2));
