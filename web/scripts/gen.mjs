// Writes src/api/generated.ts and generatedTypes.ts from the repository's openapi.json (`npm run gen`).
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generateEndpoints } from "@rtk-query/codegen-openapi";

// Only paths that begin with a dot are written relative to the generated file.
process.chdir(path.resolve(import.meta.dirname, ".."));

await generateEndpoints({
  schemaFile: "../openapi.json",
  apiFile: "./src/api/baseApi.ts",
  apiImport: "baseApi",
  outputFile: "./src/api/generated.ts",
  exportName: "enhancedApi",
  hooks: { queries: true, lazyQueries: true, mutations: true },
  // Tags of the document are per room and far too coarse; src/api/tags.ts says what invalidates what.
  tag: false,
  encodePathParams: true,
  useUnknown: true,
  // A list that is asked for with a body is asked for all the same: nothing is changed by it.
  endpointOverrides: [{ pattern: "listStudents", type: "query" }],
});

// The document calls free-form JSON "object", which TypeScript reads as "anything but a primitive": nothing could be
// looked up in it. A form's own parts are free-form there too, though docs/contracts.md says exactly what they are.
const file = "./src/api/generated.ts";
const text = readFileSync(file, "utf8")
  .replaceAll(/\bsteps: object\[\]/g, "steps: { id: string; title: string; help?: string | null; fields: string[] }[]")
  .replaceAll(/\bmessages: object\b/g, "messages: Record<string, string>")
  .replaceAll(/(\??): object\b/g, "$1: Record<string, unknown>");

// The shapes go into a file that imports nothing: what the calls themselves are made of (sessions, the base query) speaks of
// them, and would otherwise import what imports it.
const [calls, shapes] = [[], []];
for (const part of text.split(/^(?=export (?:type|const) |const )/m)) (part.startsWith("export type ") ? shapes : calls).push(part);
const named = shapes.map((part) => /^export type (\w+)/.exec(part)[1]);
const used = named.filter((name) => calls.some((part) => new RegExp(`\\b${name}\\b(?!\\()`).test(part)));
const [head, ...rest] = calls;
const imports = `import type {\n${used.map((name) => `  ${name},\n`).join("")}} from "./generatedTypes";\nexport type * from "./generatedTypes";\n`;
writeFileSync(file, head + imports + rest.join(""));
writeFileSync("./src/api/generatedTypes.ts", shapes.join(""));
