import { defineConfig } from "vitest/config";

/** Reads the finished build, so it runs after `npm run build` and not with the unit tests. */
export default defineConfig({ test: { environment: "node", include: ["build/**/*.test.ts"] } });
