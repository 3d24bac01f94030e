import { configure, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { desk } from "@/test/desk";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";
import { Overview } from "./Overview";
import { SECTIONS } from "./rooms";
import { sectionPath } from "./sections";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it("leads to each room once", async () => {
  desk({ more: { "GET /settings/setup": () => ({ setup: { done: [], skipped: [], finished_at: null, begun_at: null } }) } });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Huda", email: "h@abq.example", authority: ["auditor"], kind: "staff" } as never));
  const { container } = await renderWith(<SchoolContext value={school}><Overview>{null}</Overview></SchoolContext>, { path: "/settings", store });
  expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  const doors = SECTIONS.map(({ id }) => container.querySelectorAll(`a[href="${sectionPath(id)}"]`).length);
  expect(doors).toEqual(SECTIONS.map(() => 1));
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(within(screen.getByRole("region", { name: /draft/i })).getByText(/saved|nothing/i)).toBeVisible();
});
