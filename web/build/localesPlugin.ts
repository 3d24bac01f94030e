import { cpSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/**
 * Serves `web/locales` at `/locales` during development and copies it into the build, so that the two places
 * answer the same paths as the server does (which also merges the school's own texts over these).
 */
export function localesPlugin(folder: string): Plugin {
  let outDir = "dist";
  return {
    name: "qabul-locales",
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use("/locales", (request, response, next) => {
        const name = /^\/([a-z]{2})\/([a-z]+)\.json/.exec(request.url ?? "");
        const file = name ? path.join(folder, name[1] ?? "", `${name[2]}.json`) : "";
        if (!name || !existsSync(file)) {
          next();
          return;
        }
        response.setHeader("content-type", "application/json; charset=utf-8");
        response.end(readFileSync(file));
      });
    },
    closeBundle() {
      if (existsSync(outDir)) cpSync(folder, path.join(outDir, "locales"), { recursive: true });
    },
  };
}
