// Writes src/api/generated.ts from the repository's openapi.json (`npm run gen`).
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
});
