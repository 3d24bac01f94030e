import { cleanup, configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { Draft, FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { dropOutcome } from "../outcome";
import { FormPage } from "./FormPage";

const solve = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock("@/ui/captcha/altcha", () => ({ solveAltcha: solve }));
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const form: FormView = {
  id: "new", version: "1.0.0", digest: "d", title: "Ask about a place",
  steps: [{ id: "child", title: "The child", fields: ["name"] }],
  schema: { type: "object", properties: { name: { type: "string", title: "Name", maxLength: 20 } }, required: ["name"] },
  ui: {},
  subject: {}, messages: {}, computes: false, plugin: null,
};

const draft: Draft = {
  token: "a-token-that-is-long-enough", version: 1, form: "new", form_version: "1.0.0", values: { name: "Sara" }, step: "", locale: "en",
  expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0",
};

afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  localStorage.clear();
  dropOutcome();
});

it("sends with a proof when the server asks for one, under the same key", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const sent: { key: string | null; body: unknown }[] = [];
  solve.mockResolvedValue("a-proof");
  stubServer({
    "GET /public/forms/new": () => ({ form }),
    "GET /auth/captcha": () => ({ captcha: { provider: "altcha", site_key: "", challenge: {}, expires_in: 600 } }),
    "POST /public/forms/new/drafts": () => ({ status: 201, body: draft }),
    [`PUT /public/forms/drafts/${draft.token}`]: () => ({ ...draft, version: 2 }),
  });
  const answered = globalThis.fetch;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (!request.url.endsWith("/submissions")) return answered(request);
    sent.push({ key: request.headers.get("idempotency-key"), body: await request.json() });
    const body = sent.length === 1 ? { success: false, messageId: "L012" } : { success: true, messageId: "", reference: "ABQ-9", submitted_at: "2026-11-21T08:00:00Z", checklist: [] };
    return new Response(JSON.stringify(body), { status: sent.length === 1 ? 422 : 201 });
  });
  const page = <SchoolContext value={school}><FormPage form="new" /></SchoolContext>;
  const { router } = await renderRoutes([{ path: "/enquiry/new", element: page }, { path: "/enquiry/thanks", element: <p>Thanks</p> }], { path: "/enquiry/new" });
  await userEvent.type(await screen.findByLabelText("Name"), "Sara");
  await userEvent.click(screen.getByRole("button", { name: "Next: check your answers" }));
  await userEvent.click(await screen.findByRole("button", { name: "Send to the school" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/enquiry/thanks"), { timeout: 10_000 });
  const body = { values: { name: "Sara" }, locale: "en", draft: draft.token };
  expect(sent.map((each) => each.body)).toEqual([body, { ...body, captcha_token: "a-proof" }]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
});

it.each([
  ["a stranger", undefined, true],
  ["an applicant", "applicant", true],
  ["a family", "family", false],
] as const)("has the proof ready where the school wants one with every form: %s", async (_, kind, asked) => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const sent: unknown[] = [];
  const got: string[] = [];
  solve.mockResolvedValue("a-proof");
  stubServer({
    "GET /public/forms/new": () => ({ form }),
    "GET /auth/captcha": () => {
      got.push("riddle");
      return { captcha: { provider: "altcha", site_key: "", challenge: {}, expires_in: 600 } };
    },
    "POST /public/forms/new/drafts": () => ({ status: 201, body: draft }),
    [`PUT /public/forms/drafts/${draft.token}`]: () => ({ ...draft, version: 2 }),
    "POST /public/forms/new/submissions": (body) => {
      sent.push(body);
      return { status: 201, body: { reference: "ABQ-9", submitted_at: "2026-11-21T08:00:00Z", checklist: [] } };
    },
  });
  const page = <SchoolContext value={{ ...school, captcha: { provider: "altcha", site_key: "", forms: true } }}><FormPage form="new" /></SchoolContext>;
  const { router, store } = await renderRoutes([{ path: "/enquiry/new", element: page }, { path: "/enquiry/thanks", element: <p>Thanks</p> }], { path: "/enquiry/new" });
  if (kind) store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Huda", email: "huda@abq.example", authority: ["guardian"], kind }));
  await userEvent.type(await screen.findByLabelText("Name"), "Sara");
  expect(got).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Next: check your answers" }));
  await screen.findByRole("button", { name: "Send to the school" });
  if (asked) await screen.findByText("Check passed");
  expect(screen.queryAllByRole("status", { name: "Protection against automated submissions" })).toHaveLength(asked ? 1 : 0);
  await userEvent.click(screen.getByRole("button", { name: "Send to the school" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/enquiry/thanks"), { timeout: 10_000 });
  expect(sent).toEqual([{ values: { name: "Sara" }, locale: "en", draft: draft.token, ...(asked ? { captcha_token: "a-proof" } : {}) }]);
  expect(got).toHaveLength(asked ? 1 : 0);
  expect(screen.queryByText("A short check")).toBeNull();
});

it("shows that a person fills the form in when the server asks, and saves the answers then", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const begun: unknown[] = [];
  solve.mockRejectedValueOnce(new Error("too slow")).mockResolvedValue("a-proof");
  stubServer({
    "GET /public/forms/new": () => ({ form }),
    "GET /auth/captcha": () => ({ captcha: { provider: "altcha", site_key: "", challenge: {}, expires_in: 600 } }),
    "POST /public/forms/new/drafts": (body) => {
      begun.push(body);
      const proved = (body as { captcha_token?: string }).captcha_token === "a-proof";
      return proved ? { status: 201, body: draft } : { status: 422, body: { success: false, messageId: "L012" } };
    },
    [`PUT /public/forms/drafts/${draft.token}`]: () => ({ ...draft, version: 2 }),
  });
  const page = <SchoolContext value={school}><FormPage form="new" /></SchoolContext>;
  await renderRoutes([{ path: "/enquiry/new", element: page }], { path: "/enquiry/new" });
  await userEvent.type(await screen.findByLabelText("Name"), "Sara");
  expect(await screen.findByText("A short check", {}, { timeout: 5_000 })).toBeVisible();
  expect(await screen.findByText("This check did not work.")).toBeVisible();
  // Saving tries again by itself.
  await waitFor(() => expect(begun.at(-1)).toMatchObject({ values: { name: "Sara" }, captcha_token: "a-proof" }), { timeout: 10_000 });
  await waitFor(() => expect(screen.queryByText("A short check")).toBeNull());
  expect(begun[0]).not.toHaveProperty("captcha_token");
});

it("says why the account keeps no more drafts, beside what the browser keeps", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  let isFull = true;
  stubServer({
    "GET /public/forms/new": () => ({ form }),
    "POST /public/forms/new/drafts": () => (isFull ? { status: 409, body: { success: false, messageId: "F008", limit: 50 } } : { status: 201, body: draft }),
    [`PUT /public/forms/drafts/${draft.token}`]: () => ({ ...draft, version: 2 }),
  });
  const page = <SchoolContext value={school}><FormPage form="new" /></SchoolContext>;
  await renderRoutes([{ path: "/enquiry/new", element: page }], { path: "/enquiry/new" });
  await userEvent.type(await screen.findByLabelText("Name"), "Sara");
  expect(await screen.findByText(/^Your account already holds as many/, {}, { timeout: 5_000 })).toBeVisible();
  isFull = false;
  expect(await screen.findByText(/^Saved/, {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.queryByText(/as many unfinished forms/)).toBeNull();
});
