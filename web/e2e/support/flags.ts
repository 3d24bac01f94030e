import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { qabul } from "./cli.ts";
import { api, token } from "./http.ts";
import { state } from "./state.ts";

export type Flags = Partial<Record<"without_auth" | "login" | "otp" | "signUp", "Y" | "N">>;

/** Has the server look at the schools' folder now (SIGHUP), and waits until it answers as it shall. */
async function looked(answers: () => Promise<Record<string, unknown>>, wanted: Record<string, unknown>): Promise<void> {
  process.kill(state().pid, "SIGHUP");
  await expect.poll(answers, { intervals: [20, 50, 100], timeout: 15_000 }).toMatchObject(wanted);
}

const status = async (school: string) => ({ status: (await api(school, "GET", "/common/school-details")).status });
const flow = (values: object) => `{ ${Object.entries(values).map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
const flagsOf = (flags: Flags) => ({ without_auth: "N", login: "N", otp: "N", signUp: "N", ...flags });

/** Writes keys into a `school.yaml`, in the place of what stood there. */
function rewrite(school: string, keys: Record<string, string>): void {
  const file = path.join(state().data, "schools", school, "school.yaml");
  let yaml = readFileSync(file, "utf8");
  for (const [key, value] of Object.entries(keys)) {
    yaml = `${yaml.replace(new RegExp(`^${key}:.*(\\n[ ]+.*)*\\n?`, "m"), "").trimEnd()}\n`;
    if (value) yaml += `${key}: ${value}\n`;
  }
  writeFileSync(file, yaml);
}

/** Sets a school's conditional screens and waits until the running server has them. */
export async function flag(school: string, flags: Flags): Promise<void> {
  rewrite(school, { conditionalScreens: flow(flagsOf(flags)) });
  const shown = async () => ((await api(school, "GET", "/common/school-details")).json.authPage as { conditionalScreens: Record<string, unknown> }).conditionalScreens;
  await looked(shown, flagsOf(flags));
}

const named = (name: string) => `${name}-${crypto.randomUUID().slice(0, 6)}`;

function make(school: string): void {
  qabul(["school", "new", school, "--name-en", "Flags", "--name-ar", "أعلام", "--time-zone", "Asia/Muscat", "--currency", "OMR", "--admin-email", `admin@${school}.example`]);
}

/** Administrators of a school by the first part of their address, with their names. */
function hire(school: string, administrators: Record<string, string>, role = "school_admin"): void {
  for (const [local, shown] of Object.entries(administrators)) {
    qabul(["user", "add", "--school", school, "--email", `${local}@${school}.example`, "--name", shown, "--role", role, "--password-stdin"], `${state().password}\n`);
  }
}

/** A school of its own for a test, with these screens where they matter, served at once. */
export async function newSchool(name: string, flags?: Flags): Promise<string> {
  const school = named(name);
  make(school);
  if (flags) rewrite(school, { conditionalScreens: flow(flagsOf(flags)) });
  await looked(() => status(school), { status: 200 });
  return school;
}

/** A school of its own whose administrators (first part of the address → name) sign in by password alone; served so when it returns. */
export async function newDesk(name: string, administrators: Record<string, string>): Promise<string> {
  const school = named(name);
  make(school);
  rewrite(school, { second_factor: "{ roles: [] }" });
  await looked(() => status(school), { status: 200 });
  hire(school, administrators);
  return school;
}

/** A copy of the demo school, with its plugins, tables and forms, under a host of its own; its administrators sign in by password alone. */
export async function copyOfAbq(name: string, administrators: Record<string, string>, flags: Flags = { login: "Y" }): Promise<string> {
  const school = named(name);
  cpSync(path.join(state().data, "schools", "abq"), path.join(state().data, "schools", school), { recursive: true });
  // Its model's own domain stays with the model.
  rewrite(school, { hosts: "", conditionalScreens: flow(flagsOf(flags)), second_factor: "{ roles: [] }" });
  await looked(() => status(school), { status: 200 });
  hire(school, administrators);
  return school;
}

/** A round of a school with so many places in one grade, and no others; waits until the running server has them. */
export async function setPlaces(school: string, round: { id: string; year: string }, bucket: string, places: number, bearer: string): Promise<void> {
  rewrite(school, { rounds: `[{ id: "${round.id}", year: ${round.year}, places: { "${bucket}": ${places} } }]` });
  const found = async () => {
    const { json } = await api(school, "GET", "/seats", { headers: { authorization: `Bearer ${bearer}` } });
    const buckets = (json.rounds as { buckets: { bucket: string; places: number | null }[] }[] | undefined)?.flatMap((each) => each.buckets) ?? [];
    return { places: buckets.find((each) => each.bucket === bucket)?.places };
  };
  await looked(found, { places });
}

/** Somebody who works at a school, by the first part of their address. */
export function hireAs(school: string, role: string, people: Record<string, string>): void {
  hire(school, people, role);
}

/** A consent letter of a school's own, of the text of its consent to photographs; waits until the running server has it. */
export async function addConsent(school: string, code: string, change: Record<string, unknown>): Promise<void> {
  const folder = path.join(state().data, "schools", school, "letters");
  const like = JSON.parse(readFileSync(path.join(folder, "photo_consent.json"), "utf8")) as Record<string, unknown>;
  writeFileSync(path.join(folder, `${code}.json`), JSON.stringify({ ...like, ...change }));
  const headers = { authorization: `Bearer ${await token(school, "admin")}` };
  const found = async () => {
    const { items } = (await api(school, "GET", "/enquiries/letter-templates", { headers })).json as { items?: { code: string }[] };
    return { has: items?.some((each) => each.code === code) };
  };
  await looked(found, { has: true });
}
