import { spawnSync } from "node:child_process";
import path from "node:path";
import { state, type ServerState } from "./state.ts";

/** The clone's folder. */
export const root = path.resolve(import.meta.dirname, "../../..");
/** The release binary under test. */
export const binary = process.env.QABUL_BIN ?? path.join(root, "bin/qabul");

/** What every command and the server itself are told. */
export function environment(of: Pick<ServerState, "data" | "database" | "port">): NodeJS.ProcessEnv {
  return {
    ...process.env,
    QABUL_DATA: of.data,
    QABUL_SCHOOLS: path.join(of.data, "schools"),
    QABUL_LISTEN: `127.0.0.1:${of.port}`,
    ...(of.database ? { QABUL_DATABASE: of.database } : {}),
  };
}

/** Runs a command beside the running server, as ops would. */
export function qabul(args: string[], input = "", of: Pick<ServerState, "data" | "database" | "port"> = state()): string {
  const ended = spawnSync(binary, args, { input, encoding: "utf8", env: environment(of) });
  if (ended.status !== 0) throw new Error(`qabul ${args.join(" ")} ended with ${ended.status}:\n${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

/** A form's own sample: answers that are valid today. */
export function sample(school: string, form: string, locale: "en" | "ar" = "en"): Record<string, unknown> {
  return JSON.parse(qabul(["form", "sample", "--school", school, "--form", form, "--locale", locale])) as Record<string, unknown>;
}
