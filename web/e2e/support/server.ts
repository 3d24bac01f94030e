import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { binary, environment, qabul, root } from "./cli.ts";
import { call } from "./http.ts";
import { SCHOOLS, type ServerState } from "./state.ts";

/** A port that is free now. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = net.createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}

/** A data folder with the schools that ship, and an admin and an officer in each. */
export async function prepare(database = "", schools: readonly string[] = Object.keys(SCHOOLS)): Promise<ServerState> {
  const data = mkdtempSync(path.join(os.tmpdir(), "qabul-e2e-"));
  for (const school of schools) cpSync(path.join(root, "tenants/schools", school), path.join(data, "schools", school), { recursive: true });
  const state: ServerState = { port: await freePort(), pid: 0, data, database, password: "seven-lanterns-over-the-harbour-19" };
  for (const school of schools) {
    for (const [name, shown, role] of [["admin", "أمينة الكندية", "school_admin"], ["officer", "سالم الحارثي", "admissions_officer"]] as const) {
      qabul(["user", "add", "--school", school, "--email", `${name}@${school}.example`, "--name", shown, "--role", role, "--password-stdin"], `${state.password}\n`, state);
    }
  }
  return state;
}

/** Starts the server and waits until it is ready; `more` is what it is told beside the rest. */
export async function serve(state: ServerState, more: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const log = path.join(state.data, "server.log");
  const out = openSync(log, "a");
  const child = spawn(binary, ["serve"], { env: { ...environment(state), ...more }, stdio: ["ignore", out, out] });
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server stopped:\n${readFileSync(log, "utf8")}`);
    const answer = await call(state, "localhost", "GET", "/readyz").catch(() => null);
    if (answer?.status === 200) {
      state.pid = child.pid ?? 0;
      return child;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server was not ready after 30 s:\n${readFileSync(log, "utf8")}`);
}

/** Stops a server as an operator would, and waits for its end. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

/** Forgets everything of a server. */
export function discard(state: ServerState): void {
  rmSync(state.data, { recursive: true, force: true });
}
