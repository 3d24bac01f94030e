import { expect, it } from "vitest";
import { openPages } from "@/app/rooms";
import { screenOf } from "./screenOf";

const files = import.meta.glob<Record<string, string>>("../../../../locales/en/*.json", { eager: true, import: "default" });
const keys = Object.fromEntries(Object.entries(files).map(([file, texts]) => [file.replace(/^.*\/|\.json$/g, ""), Object.keys(texts)]));
const path = (id: string) => `/f/${id}`;

it.each([
  ["auth", "signIn.", "/sign-in"],
  ["auth", "entry.signUp.", "/sign-up"],
  ["auth", "entry.terms", "/sign-up"],
  ["auth", "entry.otp.", "/otp-authentication"],
  ["auth", "entry.forgot.", "/forgot-password"],
  ["auth", "entry.verify.", "/verify-account"],
  ["auth", "entry.pos.", "/pos-sign-in"],
  ["auth", "reset.", "/reset-password"],
  ["auth", "denied.", "/access-denied"],
  ["family", "admission.title", "/admission"],
  ["family", "admission.dates.", "/admission-dates"],
  ["family", "family.", "/dashboard"],
  ["application", "application.", "/my-application"],
  ["common", "door.", "/sign-in"],
  ["common", "nav.", "/dashboard"],
  ["legal", "privacy.", "/sign-in?legal=privacy"],
  ["staff", "verdict.", "/pre_admission"],
  ["pos", "pos.", "/pos"],
])("the texts %s:%s… are seen on %s", (ns, begins, screen) => {
  const found = (keys[ns] ?? []).filter((key) => key.startsWith(begins));
  expect(found).not.toEqual([]);
  expect(new Set(found.map((key) => screenOf(ns, key, path, null)))).toEqual(new Set([screen]));
});

it("each of them is a page of the application, and a form's texts are seen on the form", () => {
  const pages = new Set(openPages.map((page) => page.path));
  const screens = new Set(Object.entries(keys).flatMap(([ns, all]) => all.map((key) => screenOf(ns, key, path, null))));
  const missing = [...screens].filter((screen) => screen !== null && !pages.has(screen.replace(/\?.*$/, "")) && !screen.startsWith("/profile/"));
  expect(missing).toEqual([]);
  expect([screenOf("form-abq", "x", path, null), screenOf("forms", "nav.next", path, "/f/new"), screenOf("messages", "L001", path, null)]).toEqual(["/f/abq", "/f/new", null]);
});
