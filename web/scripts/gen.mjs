// Writes src/api/generated*.ts: the shared calls, those of some rooms apart, and the shapes of all, from the repository's openapi.json (`npm run gen`).
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

const [head, ...rest] = calls;
const code = rest.join("");
const of = (start, end) => code.slice(code.indexOf(start) + start.length, code.indexOf(end));
const opening = "endpoints: (build) => ({\n";
const nameOf = (endpoint) => /^    (\w+)/.exec(endpoint)[1];
const hooks = /export const \{\n([^}]*)\} = injectedRtkApi;/.exec(code)[1].split("\n").filter((line) => line !== "");
const calledBy = (hook) => hook.trim().replace(",", "").replace(/^use(?:Lazy)?|(?:Query|Mutation)$/g, "").replace(/(?:Query|Mutation)$/, "").replace(/^./, (letter) => letter.toLowerCase());

// What a feature asks by calls of its own, which its page alone loads: the letters. Their shapes stand with the others.
const isOfFeature = (endpoint) => /\/oa\/(?:enquiries\/(?:\$\{[^}]*\}\/)?(?:letters|letter-templates|conditions|acceptance_letter|consents|financial(?:_[a-z]+)?)|letters|consents|family\/consents|public\/(?:letters?(?:_[a-z]+)?|offer_letter(?:_pdf)?|acceptance_(?:data|letter(?:_pdf)?)|form_values|consent_pdf|student_data|financial_uploads|seals|(?:(?:conditional_)?offer|acceptance)_criteria))\b/.test(endpoint);
// What the session and the uploads ask by code of their own (src/api/refresh.ts, src/forms/upload); a registration's number alone no page asks for.
const BY_HAND = new Set(["refreshSession", "validateSchoolId", "uploadFile", "exportProfile", "findStudent"]);
// A file is opened by its address, or fetched with its progress.
const camel = (name) => name.replaceAll(/_(\w)/g, (_all, letter) => letter.toUpperCase());
const answersOf = ({ responses }) => Object.entries(responses).filter(([status]) => status.startsWith("2")).flatMap(([, { content }]) => Object.keys(content ?? {}));
const operations = Object.values(JSON.parse(readFileSync("../openapi.json", "utf8")).paths).flatMap((item) => Object.values(item)).filter((each) => each.operationId);
const FILES = new Set(operations.filter((each) => answersOf(each).some((type) => type !== "application/json")).map((each) => camel(each.operationId)));
const all = of(opening, "  }),\n  overrideExisting").split(/^(?=    \w+: build\.)/m).filter((each) => !isOfFeature(each) && !BY_HAND.has(nameOf(each)) && !FILES.has(nameOf(each)));

// Every page loads what is shared; what only some rooms ask stands apart. Whether the set-up is done the shell asks too.
const APART = {
  Desk: (endpoint) => /\/api\/v1\/oa\/(?:settings|operator|tills|audit)\b/.test(endpoint) && !endpoint.includes("/api/v1/oa/settings/setup"),
  Moves: (endpoint) => /\/api\/v1\/oa\/student\/moves\b/.test(endpoint),
  Family: (endpoint) => /\/api\/v1\/oa\/family\/(?:home|drafts|applications|library|papers)\b/.test(endpoint),
  Platform: (endpoint) => /\/api\/v1\/oa\/public\/(?:info|captcha|subdomain|subscribe)\b/.test(endpoint),
};
function client(name, endpoints) {
  const names = new Set(endpoints.map(nameOf));
  const some = hooks.filter((hook) => names.has(calledBy(hook)));
  return `const injectedRtkApi = api.injectEndpoints({\n  ${opening}${endpoints.join("")}  }),\n  overrideExisting: false,\n});\nexport { injectedRtkApi as ${name} };\nexport const {\n${some.join("\n")}\n} = injectedRtkApi;\n`;
}
const shared = client("enhancedApi", all.filter((each) => !Object.values(APART).some((isOf) => isOf(each))));
writeFileSync(file, `${head}${typesOf(shared)}export type * from "./generatedTypes";\n${shared}`);
for (const [room, isOf] of Object.entries(APART)) {
  const apart = client(`${room.toLowerCase()}Api`, all.filter(isOf));
  writeFileSync(`./src/api/generated${room}.ts`, `import { enhancedApi as api } from "./generated";\n${typesOf(apart)}${apart}`);
}
writeFileSync("./src/api/generatedTypes.ts", shapes.join(""));
