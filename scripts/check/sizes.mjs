// Files stay small enough to be read in one go. Past the first number a file is named for review, past the second it fails.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const RULES = [
  { kind: "Rust tests", test: /(^|\/)(tests\/.*|[a-z_]*tests?)\.rs$/, review: 600, stop: 800 },
  { kind: "Rust", test: /\.rs$/, review: 350, stop: 500 },
  { kind: "TSX", test: /\.tsx$/, review: 200, stop: 300 },
  { kind: "TypeScript", test: /\.(ts|mjs)$/, review: 250, stop: 350 },
  { kind: "CSS", test: /\.css$/, review: 250, stop: 400 },
  { kind: "shell", test: /\.sh$|^\.ci\/run$/, review: 200, stop: 300 },
];
const GENERATED = new Set(["web/src/api/generated.ts", "web/src/api/generatedDesk.ts", "web/src/api/generatedMoves.ts", "web/src/api/generatedPlatform.ts", "web/src/api/generatedFamily.ts", "web/src/api/generatedTypes.ts"]);

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 })
  .split("\0")
  .filter((file) => file && !GENERATED.has(file));
let measured = 0;
let failed = 0;
for (const file of files) {
  const rule = RULES.find((each) => each.test.test(file));
  if (!rule) continue;
  let text;
  try {
    text = readFileSync(path.join(root, file), "utf8");
  } catch {
    continue; // Deleted, and not yet committed so.
  }
  measured += 1;
  const lines = text.split("\n").length - 1;
  if (lines > rule.stop) {
    failed += 1;
    console.error(`sizes: ${file} has ${lines} lines; ${rule.kind} stops at ${rule.stop}`);
  } else if (lines > rule.review) {
    console.log(`sizes: ${file} has ${lines} lines: worth splitting (${rule.review})`);
  }
}
console.log(`sizes: ${measured} files measured, ${failed} too long`);
process.exit(failed > 0 ? 1 : 0);
