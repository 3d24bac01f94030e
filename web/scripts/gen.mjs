// Writes src/api/generated.ts, generatedDesk.ts and generatedTypes.ts from the repository's openapi.json (`npm run gen`).
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
const typesOf = (code) => `import type {\n${named.filter((name) => new RegExp(`\\b${name}\\b(?!\\()`).test(code)).map((name) => `  ${name},\n`).join("")}} from "./generatedTypes";\n`;

// What only the settings and the operators' desk ask stands apart, for every page loads the rest first. Whether the set-up is done the shell asks too.
const [head, ...rest] = calls;
const code = rest.join("");
const of = (start, end) => code.slice(code.indexOf(start) + start.length, code.indexOf(end));
const opening = "endpoints: (build) => ({\n";
const all = of(opening, "  }),\n  overrideExisting").split(/^(?=    \w+: build\.)/m);
const isDesk = (endpoint) => /\/api\/v1\/oa\/(?:settings|operator|tills|audit)\b/.test(endpoint) && !endpoint.includes("/api/v1/oa/settings/setup");
// What a feature asks by calls of its own, which its page alone loads: the letters. Their shapes stand with the others.
const isOwn = (endpoint) => /\/oa\/(?:common\/shown-letters|enquiries\/(?:\$\{[^}]*\}\/)?(?:letters|letter-templates|conditions|acceptance_letter|consents|financial(?:_[a-z]+)?)|letters|consents|family\/consents|public\/(?:letters?(?:_[a-z]+)?|offer_letter(?:_pdf)?|acceptance_(?:data|letter(?:_pdf)?)|form_values|consent_pdf|student_data|financial_uploads|seals|(?:(?:conditional_)?offer|acceptance)_criteria))\b/.test(endpoint);
const bare = (hook) => hook.replace(/^use(?:Lazy)?|(?:Query|Mutation)$/g, "").replace(/(?:Query|Mutation)$/, "");
const ownNames = new Set(all.filter(isOwn).map((endpoint) => /^    (\w+)/.exec(endpoint)[1]));
const deskNames = new Set(all.filter(isDesk).map((endpoint) => /^    (\w+)/.exec(endpoint)[1]));
const hooks = /export const \{\n([^}]*)\} = injectedRtkApi;/.exec(code)[1].split("\n").filter((line) => line !== "");
const among = (names, hook) => names.has(bare(hook.trim().replace(",", "")).replace(/^./, (letter) => letter.toLowerCase()));
const ofDesk = (hook) => among(deskNames, hook);
const client = (name, endpoints, some) => `const injectedRtkApi = api.injectEndpoints({\n  ${opening}${endpoints.join("")}  }),\n  overrideExisting: false,\n});\nexport { injectedRtkApi as ${name} };\nexport const {\n${some.join("\n")}\n} = injectedRtkApi;\n`;
const shared = client("enhancedApi", all.filter((each) => !isDesk(each) && !isOwn(each)), hooks.filter((hook) => !ofDesk(hook) && !among(ownNames, hook)));
const desk = client("deskApi", all.filter(isDesk), hooks.filter(ofDesk));
writeFileSync(file, `${head}${typesOf(shared)}export type * from "./generatedTypes";\n${shared}`);
writeFileSync("./src/api/generatedDesk.ts", `import { enhancedApi as api } from "./generated";\n${typesOf(desk)}${desk}`);
writeFileSync("./src/api/generatedTypes.ts", shapes.join(""));
