import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { qabul } from "./cli.ts";
import { api } from "./http.ts";
import { state } from "./state.ts";

/** Sets a school's conditional screens and waits until the running server has them. */
export async function flag(school: string, flags: Record<string, "Y" | "N">): Promise<void> {
  const file = path.join(state().data, "schools", school, "school.yaml");
  const all = { without_auth: "N", login: "N", otp: "N", signUp: "N", ...flags };
  const line = `conditionalScreens: { ${Object.entries(all).map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
  const before = readFileSync(file, "utf8");
  const after = /^conditionalScreens:.*(\n[ ]+.*)*/m.test(before) ? before.replace(/^conditionalScreens:.*(\n[ ]+.*)*/m, line) : `${before}\n${line}\n`;
  writeFileSync(file, after);
  const shown = async () => ((await api(school, "GET", "/common/school-details")).json.authPage as { conditionalScreens: Record<string, string> }).conditionalScreens;
  await expect.poll(shown, { intervals: [100], timeout: 5_000 }).toMatchObject(all);
}

/** A school of its own for a test, served at once. */
export async function newSchool(name: string): Promise<string> {
  const school = `${name}-${crypto.randomUUID().slice(0, 6)}`;
  qabul(["school", "new", school, "--name-en", "Flags", "--name-ar", "أعلام", "--time-zone", "Asia/Muscat", "--currency", "OMR", "--admin-email", `admin@${school}.example`]);
  await expect.poll(async () => (await api(school, "GET", "/common/school-details")).status, { intervals: [100] }).toBe(200);
  return school;
}

/** A school of its own whose administrators (first part of the address → name) sign in by password alone; served so when it returns. */
export async function newDesk(name: string, administrators: Record<string, string>): Promise<string> {
  const school = await newSchool(name);
  const file = path.join(state().data, "schools", school, "school.yaml");
  writeFileSync(file, `${readFileSync(file, "utf8").trimEnd()}\nsecond_factor: { roles: [] }\n`);
  for (const [local, shown] of Object.entries(administrators)) {
    qabul(["user", "add", "--school", school, "--email", `${local}@${school}.example`, "--name", shown, "--role", "school_admin", "--password-stdin"], `${state().password}\n`);
  }
  // The server looks at the folder once a second: until then it asks for the second factor.
  const email = `${Object.keys(administrators)[0]}@${school}.example`;
  const token = async () => typeof (await api(school, "POST", "/auth/login", { body: { email, password: state().password } })).json.token;
  await expect.poll(token, { intervals: [200], timeout: 10_000 }).toBe("string");
  return school;
}
