import { configure, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { dropToken } from "@/api/session";
import { storeSchoolId } from "@/api/schoolId";
import { counts, password, server, session, user } from "@/test/entryKit";
import { renderRoutes } from "@/test/render";
import { routes } from "./router";

configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  dropToken();
  storeSchoolId("abq");
});

const setup = (change: object = {}) => ({ "GET /settings/setup": () => ({ setup: { finished: false, skipped: [], done: [], ...change } }) });
const signingIn = (roles: string[]) => ({ "POST /auth/login": () => ({ ...session, user: { ...user, authority: roles } }), "GET /family/home": () => ({ children: [], drafts: [], due: [], offered: [] }) });

async function arrive(roles: string[], more: Parameters<typeof server>[0], path = "/sign-in") {
  const { calls } = server({ ...signingIn(roles), ...more });
  const view = await renderRoutes(routes, { path });
  await password();
  return { ...view, calls };
}

it("the administrator of a school that nobody has touched is led to its set-up", async () => {
  const { router } = await arrive(["school_admin"], setup());
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/settings/setup", search: "?step=logo" }));
  // And may go away: nobody is led twice.
  void router.navigate("/dashboard");
  await screen.findByRole("heading", { level: 1, name: /Huda|Welcome|Dashboard/ });
  expect(router.state.location.pathname).toBe("/dashboard");
});

it.each([
  ["a school that is under way", { done: ["dates"] }],
  ["a school whose set-up is over", { finished: true }],
  ["a school with more than one person", { done: ["colleague"] }],
])("but not of %s", async (_name, change) => {
  const { router, calls } = await arrive(["school_admin"], setup(change));
  await waitFor(() => expect(calls).toContain("GET /settings/setup"));
  await screen.findByRole("heading", { level: 1 });
  expect(router.state.location.pathname).toBe("/dashboard");
});

it("nobody else is asked about, and a wanted page is not taken away", async () => {
  const officer = await arrive(["admissions_officer"], {});
  await waitFor(() => expect(officer.router.state.location.pathname).toBe("/dashboard"));
  expect(officer.calls).not.toContain("GET /settings/setup");
  officer.unmount();
  dropToken();
  const admin = await arrive(["school_admin"], { ...setup(), "GET /enquiries": () => ({ items: [], next_cursor: null, total: 0, counts }) }, "/sign-in?redirectUrl=/pre_admission");
  await waitFor(() => expect(admin.router.state.location.pathname).toBe("/pre_admission"));
  expect(admin.calls).not.toContain("GET /settings/setup");
});
