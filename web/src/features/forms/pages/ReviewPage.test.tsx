import { cleanup, configure, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { Draft, FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { dropOutcome } from "../outcome";
import { FormPage } from "./FormPage";
import { ThanksPage } from "./ThanksPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const file = (title: string, wanted: boolean) => ({ type: "string", format: "upload", title, maxLength: 64, "x-upload": { tier: "2mb", kinds: ["pdf"] }, ...(wanted ? { "x-wanted": true } : {}) });
const form: FormView = {
  id: "new", version: "1.0.0", digest: "d", title: "Apply",
  steps: [{ id: "child", title: "The child", fields: ["name", "report", "photo", "visa"] }],
  schema: {
    type: "object",
    properties: { name: { type: "string", title: "Name", maxLength: 20 }, report: file("School report", true), photo: file("Photo", true), visa: file("Visa", false) },
    required: ["name"],
  },
  ui: {}, subject: { "child.name": "name" }, messages: { report: "School report", photo: "Photo" }, computes: false, plugin: null,
};
const draft: Draft = {
  token: "a-token-that-is-long-enough", version: 1, form: "new", form_version: "1.0.0", values: {}, step: "", locale: "en",
  expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0",
};

// A page that goes away saves once more; that save belongs to its own test.
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  localStorage.clear();
  dropOutcome();
});

it("counts the documents that are missing as the page after it does", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const checklist = ["report", "photo"].map((code) => ({ code, params: {} }));
  stubServer({
    "GET /public/forms/new": () => ({ form }),
    "POST /public/forms/new/drafts": (body) => ({ status: 201, body: { ...draft, ...(body as object) } }),
    [`PUT /public/forms/drafts/${draft.token}`]: (body) => ({ body: { ...draft, ...(body as object), version: 2 } }),
    "POST /public/forms/new/submissions": () => ({ status: 201, body: { reference: "ABQ-7", submitted_at: "2026-11-21T08:00:00Z", checklist } }),
  });
  const inSchool = (page: React.ReactNode) => <SchoolContext value={school}>{page}</SchoolContext>;
  await renderRoutes([{ path: "/enquiry/new", element: inSchool(<FormPage form="new" />) }, { path: "/enquiry/thanks", element: inSchool(<ThanksPage />) }], { path: "/enquiry/new" });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Name"), "Sara");
  await user.click(screen.getByRole("button", { name: "Next: check your answers" }));
  expect(await screen.findByText("2 documents are still missing")).toBeVisible();
  const told = within(screen.getByRole("region", { name: "The child" })).getAllByText(/^Not added/);
  expect(told.map((one) => one.textContent)).toEqual(["Not added (asked for; can be sent later)", "Not added (asked for; can be sent later)", "Not added (optional)"]);
  await user.click(screen.getByRole("button", { name: "Send to the school" }));
  expect(await screen.findByText("ABQ-7")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "2 documents are still missing" })).toBeVisible();
});
