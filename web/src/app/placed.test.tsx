import { configure, screen } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { FormView } from "@/api/types";
import { dropToken } from "@/api/session";
import { storeSchoolId } from "@/api/schoolId";
import { server } from "@/test/entryKit";
import { renderRoutes } from "@/test/render";
import { school } from "@/test/server";
import { routes } from "./router";

configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const form: FormView = {
  id: "nursery", version: "1.0.0", digest: "d", title: "A place in the nursery",
  steps: [{ id: "child", title: "The child", fields: ["name"] }],
  schema: { type: "object", properties: { name: { type: "string", title: "Name", maxLength: 20 } } },
  ui: {},
  subject: {}, messages: {}, computes: false, plugin: null,
};
const offered = { id: "nursery", path: "/apply/nursery", title: { en: "Nursery", ar: "الحضانة" }, version: "1.0.0", open: true, opens_on: null, closes_on: null };

// Loaded when it is met: the first test would wait for the whole of it.
beforeAll(() => import("@/features/forms/pages/FormPage"), 60_000);
beforeEach(() => {
  dropToken();
  storeSchoolId("abq");
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});

describe("a form at the address that its school gave it", () => {
  it.each(["/apply/nursery", "/Apply/Nursery/"])("opens at %s", async (path) => {
    server({ "GET /common/school-details": () => ({ ...school, forms: [offered] }), "GET /public/forms/nursery": () => ({ form }) });
    await renderRoutes(routes, { path });
    expect(await screen.findByLabelText(/^Name/)).toBeVisible();
  });

  it("is at that school alone: elsewhere the address leads to the entry", async () => {
    server({ "GET /common/school-details": () => school });
    await renderRoutes(routes, { path: "/apply/nursery" });
    expect(await screen.findByLabelText("E-mail")).toBeVisible();
    expect(location.pathname).toBe("/sign-in");
  });
});
