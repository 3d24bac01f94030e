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
