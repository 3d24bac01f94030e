// Whatever is asked for, each dependency is built with one set of features: else it is compiled twice, and all of ours with it.
import { execFileSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** Named, so that cargo keeps what macros are built of apart from what the server is: unnamed, the first of the two stands for both. */
const machine = execFileSync("rustc", ["-vV"], { encoding: "utf8" }).match(/^host: (.+)$/m)?.[1] ?? "";

/** Each dependency with its features, as cargo resolves them for what is asked. */
function resolved(...what) {
  const tree = execFileSync("cargo", ["tree", "--locked", "--offline", "--target", machine, "--prefix", "none", "--format", "{p} [{f}]", ...what], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  return new Set(tree.split("\n").map((line) => line.replace(/ \(\*\)$/, "")).filter((line) => line !== "" && !line.includes(root)));
}

const everything = resolved("--workspace", "--edges", "normal,build,dev");
/** What is asked for alone while one works; words and the plugin host stand beneath the union of features, and nothing of ours needs them alone. */
const asked = ["cli", "server", "kernel", "tenants", "identity", "admissions", "settings", "console", "moving"];
const twice = new Set();
for (const crate of asked) {
  for (const line of resolved("--package", `qabul-${crate}`, "--edges", "normal,build,dev")) {
    if (everything.has(line) || twice.has(line)) continue;
    twice.add(line);
    const name = line.split(" ", 1)[0];
    const others = [...everything].filter((each) => each.startsWith(`${name} `)).join("; ");
    console.error(`features: ${line} for qabul-${crate}, but ${others} for everything: name the union in platform/features/Cargo.toml`);
  }
}
console.log(`features: ${everything.size} dependencies, ${twice.size} built twice`);
process.exit(twice.size > 0 ? 1 : 0);
