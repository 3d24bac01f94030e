import { cleanup, configure, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { FormPage } from "./FormPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const form: FormView = {
  id: "new", version: "1.0.0", digest: "d", title: "Apply for a place",
  steps: [
    { id: "place", title: "The place", fields: ["grade"] },
    { id: "guardian", title: "You", fields: ["email"] },
  ],
  schema: {
    type: "object",
    properties: { grade: { type: "string", title: "Grade", maxLength: 20 }, email: { type: "string", title: "E-mail", format: "email", maxLength: 80 } },
    required: ["grade", "email"],
  },
  ui: {}, subject: {}, messages: {}, computes: false, plugin: null,
};
const draft = { token: "a-token-that-is-long-enough", version: 1, form: "new", form_version: "1.0.0", values: {}, step: "", locale: "en", expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0" };
const closed = [{ path: "/grade", code: "roundBefore", severity: "error", params: { place: "Grade 1 · 2028-2029", opens: "2027-10-01", closes: "2028-06-30" } }];

async function open(isKnown: () => boolean) {
  let version = 1;
  stubServer({
    "GET /public/forms/new": () => ({ form }),
    "POST /public/forms/new/drafts": (body) => ({ status: 201, body: { ...draft, ...(body as object) } }),
    [`PUT /public/forms/drafts/${draft.token}`]: (body) => ({ body: { ...draft, ...(body as object), version: (version += 1) } }),
    "POST /public/forms/new/check": (body) => ({ errors: isKnown() && (body as { values: { grade?: string } }).values.grade === "g1" ? closed : [], computed: [], plugin_failed: false }),
    "POST /public/forms/new/submissions": () => ({ status: 422, body: { success: false, messageId: "L009", errors: closed } }),
  });
  const own = { ...school, application: { form: "new", minutes: 10, papers: [], grades: [] } };
  await renderRoutes([{ path: "/enquiry/new", element: <SchoolContext value={own}><FormPage form="new" /></SchoolContext> }], { path: "/enquiry/new" });
  return userEvent.setup();
}

afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  localStorage.clear();
});

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});

const WORDS = /Applications for .*Grade 1 · 2028-2029.* open on .*01-Oct-2027.* and close on .*30-Jun-2028/;

it("says where year and grade are asked that they are not open yet, and goes on with another", async () => {
  const user = await open(() => true);
  await user.type(await screen.findByLabelText("Grade"), "g1");
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect((await screen.findAllByText(WORDS)).length).toBeGreaterThan(0);
  expect(screen.getByRole("heading", { level: 1, name: "The place" })).toBeVisible();
  await user.clear(screen.getByLabelText("Grade"));
  await user.type(screen.getByLabelText("Grade"), "g2");
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("heading", { level: 1, name: "You" })).toBeVisible();
});

it("leads back to that question where only sending said it", async () => {
  const user = await open(() => false);
  await user.type(await screen.findByLabelText("Grade"), "g1");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.type(await screen.findByLabelText("E-mail"), "mother@example.com");
  await user.click(screen.getByRole("button", { name: "Next: check your answers" }));
  await user.click(await screen.findByRole("button", { name: "Send to the school" }));
  expect(await screen.findByRole("heading", { level: 1, name: "The place" })).toBeVisible();
  expect((await screen.findAllByText(WORDS)).length).toBeGreaterThan(0);
});
