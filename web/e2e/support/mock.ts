import type { Page, Route } from "@playwright/test";
import type { Flags, Who } from "../../src/app/routing.cases.ts";
import { api } from "./http.ts";

/** What a test changes of a school for one browser: the server's own files stay as they are. */
export interface SchoolPatch {
  flags?: Flags;
  homePage?: [string, string];
  routes?: Record<string, string[]>;
  mode?: string;
  connections_url?: string;
}

const details = new Map<string, Record<string, unknown>>();

/** Lets the browser see a school's own details with some of them changed. */
export async function patchSchool(page: Page, school: string, patch: SchoolPatch): Promise<void> {
  let real = details.get(school);
  if (!real) details.set(school, (real = (await api(school, "GET", "/common/school-details")).json));
  const { flags, ...rest } = patch;
  const json = {
    ...real,
    homePage: ["N", "N"],
    authPage: { conditionalScreens: { without_auth: "N", login: "N", otp: "N", signUp: "N", ...flags } },
    ...rest,
  };
  await page.route("**/api/v1/oa/common/school-details", (route) => route.fulfill({ json }));
  // The page brings them along: they are changed there once it is read, before the application runs.
  await page.addInitScript((changed) => {
    document.addEventListener(
      "readystatechange",
      () => {
        const known = document.getElementById("known");
        if (known) known.textContent = JSON.stringify({ ...(JSON.parse(known.textContent ?? "{}") as object), school: changed });
      },
      { once: true },
    );
  }, json);
}

interface Person {
  id: string;
  avatar: string;
  userName: string;
  email: string;
  authority: string[];
  kind: string;
}

/** Somebody of each kind, as the server's answer to a sign-in would name them. */
export const PEOPLE: Readonly<Record<Exclude<Who, "nobody">, Person>> = {
  staff: { id: "u-staff", avatar: "", userName: "Salem", email: "salem@abq.example", authority: ["admissions_officer"], kind: "staff" },
  family: { id: "u-family", avatar: "", userName: "Huda", email: "huda@abq.example", authority: ["guardian"], kind: "family" },
  till: { id: "u-till", avatar: "", userName: "Ali", email: "", authority: ["cashier"], kind: "till" },
};

/** What they are shown of themselves. */
function profileOf(who: Exclude<Who, "nobody">): object {
  const { id, userName, email, authority, kind } = PEOPLE[who];
  const told = { phone: "", avatar: "", locale: "en", address: "", city: "", state: "", country: "", relation: "", notifications: { mail: true, sms: false } };
  const standing = { email_verified: true, phone_verified: false, has_password: true, second_factor: { active: false, required: false, recovery_codes_left: 0 } };
  return { id, version: 1, kind, name: userName, email, roles: authority, ...told, ...standing, created_at: "2026-11-01T08:00:00Z", signed_in_at: null };
}

/** A session of theirs. */
export function sessionOf(who: Exclude<Who, "nobody">): object {
  return { success: true, messageId: "", user: PEOPLE[who], token: `token-of-${who}`, expires_in: 600, session: { kind: PEOPLE[who].kind } };
}

/** An answer of the API. */
export function answer(json: object, status = 200, headers: Record<string, string> = {}) {
  return (route: Route) => route.fulfill({ status, headers, json: { success: status < 400, messageId: "", ...json } });
}

/** Answers calls to `/auth/<name>` by name; all others go to the server. */
export async function mockAuth(page: Page, answers: Record<string, (route: Route) => Promise<void>>): Promise<void> {
  for (const [name, handle] of Object.entries(answers)) await page.route(`**/api/v1/oa/auth/${name}`, handle);
}

/** The browser belongs to somebody who is signed in, without any account on the server: for rules that stand in the client alone. */
export async function pretend(page: Page, who: Exclude<Who, "nobody">): Promise<void> {
  await page.route(/\/api\/v1\/oa\/(?!common\/|auth\/)/, answer({ items: [], students: [], rounds: [], funnel: [], waiting: [], next_cursor: null, total: 0, counts: { new: 0, contacted: 0, toured: 0, applying: 0, lost: 0, R: 0, F: 0, C: 0, S: 0, W: 0, O: 0, A: 0, B: 0 } }));
  await page.route("**/api/v1/oa/profile", answer({ profile: profileOf(who) }));
  await page.route("**/api/v1/oa/profile/sessions", answer({ sessions: [] }));
  await page.route("**/api/v1/oa/auth/refresh", (route) => route.fulfill({ json: sessionOf(who) }));
  if (who === "till") await page.route("**/api/v1/oa/pos/me", answer({ person: { id: "u", name: "Ali" }, roles: ["cashier"], till: { id: "t", code: "C1", name: "Canteen", store_types: ["canteen"] }, currency: "OMR", since: "2026-11-21T08:00:00Z" }));
  // Once: after a sign-out the next page shall find nothing.
  await page.addInitScript((token) => {
    if (location.protocol !== "http:" || sessionStorage.getItem("pretended")) return;
    sessionStorage.setItem("pretended", "yes");
    localStorage.setItem("token", token);
  }, `token-of-${who}`);
}
