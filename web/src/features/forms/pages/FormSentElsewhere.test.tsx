import { cleanup, configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Draft, FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { LocalCopy } from "../draft/localCopy";
import { rememberedToken, rememberToken } from "../draft/tokens";
import { FormPage } from "./FormPage";

// What the browser's database keeps; the tests' browser has none.
const copies = vi.hoisted(() => new Map<string, LocalCopy>());
vi.mock("../draft/localCopy", () => ({
  readCopy: async (of: string, name: string) => copies.get(`${of}/${name}`),
  writeCopy: async (of: string, name: string, copy: LocalCopy) => void copies.set(`${of}/${name}`, copy),
  dropCopy: async (of: string, name: string) => void copies.delete(`${of}/${name}`),
}));
const kept = () => copies.get("abq/new")?.values;

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const form: FormView = {
  id: "new", version: "1.0.0", digest: "d", title: "Ask about a place",
  steps: [{ id: "child", title: "The child", fields: ["name", "note"] }],
  schema: { type: "object", properties: { name: { type: "string", title: "Name", maxLength: 20 }, note: { type: "string", title: "Note", maxLength: 80 } }, required: ["name"] },
  ui: {},
  subject: {}, messages: {}, computes: false, plugin: null,
};

const draft: Draft = {
  token: "a-token-that-is-long-enough", version: 1, form: "new", form_version: "1.0.0", values: { name: "Sara" }, step: "child", locale: "en",
  expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0",
};

const path = `/public/forms/drafts/${draft.token}`;
const sent = () => ({ status: 410, body: { success: false, messageId: "F009", form: "new", submitted_at: "2026-11-21T08:00:00Z" } });

async function open(more: Parameters<typeof stubServer>[0], thanks = false) {
  const { calls } = stubServer({ "GET /public/forms/new": () => ({ form }), ...more });
  const page = <SchoolContext value={school}><FormPage form="new" /></SchoolContext>;
  await renderRoutes([{ path: "/enquiry/new", element: page }, ...(thanks ? [{ path: "/enquiry/thanks", element: <p>Thanks</p> }] : [])], { path: "/enquiry/new" });
  return { calls, user: userEvent.setup() };
}

/** That it was sent, and when; what is not known here is not said. */
async function saysSo() {
  expect(await screen.findByRole("heading", { level: 1, name: "This form was sent already" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("It was sent on 21-Nov-2026, from another device or window.");
  expect(screen.getByRole("status")).not.toHaveTextContent("Your reference");
  expect(screen.queryByLabelText("Name")).toBeNull();
}

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  rememberToken("abq", "new", draft.token);
});
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  copies.clear();
  localStorage.clear();
});

describe("a form that was sent from here", () => {
  it("says so with its reference to whoever goes back, and begins anew when it is asked to", async () => {
    localStorage.clear();
    const { user, calls } = await open({
      "POST /public/forms/new/drafts": () => ({ status: 201, body: draft }),
      [`PUT ${path}`]: () => ({ body: { ...draft, version: 2 } }),
      "POST /public/forms/new/submissions": () => ({ status: 201, body: { reference: "ABQ-E26-00017", submitted_at: "2026-11-21T08:00:00Z", checklist: [] } }),
    }, true);
    await user.type(await screen.findByLabelText("Name"), "Sara");
    await user.click(screen.getByRole("button", { name: "Next: check your answers" }));
    await user.click(await screen.findByRole("button", { name: "Send to the school" }));
    expect(await screen.findByText("Thanks")).toBeVisible();
    history.back();
    expect(await screen.findByRole("heading", { level: 1, name: "This form was sent already" })).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("You sent it on");
    expect(screen.getByRole("status")).toHaveTextContent("ABQ-E26-00017");
    expect(calls.filter((call) => call === "POST /public/forms/new/drafts")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Start a new form" }));
    expect(await screen.findByLabelText("Name")).toHaveValue("");
  });
});

describe("a form that another device has sent", () => {
  it("says so when it is opened again, and nothing of it is remembered", async () => {
    const { user } = await open({ [`GET ${path}`]: sent });
    await saysSo();
    expect(rememberedToken("abq", "new")).toBeNull();
    expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Start a new form" }));
    expect(await screen.findByLabelText("Name")).toHaveValue("");
    expect(screen.queryByText(/no longer kept/)).toBeNull();
  });

  it("says so while somebody writes, and shows what is no part of it until they begin anew", async () => {
    const { user, calls } = await open({ [`GET ${path}`]: () => ({ body: draft }), [`PUT ${path}`]: sent });
    await user.type(await screen.findByLabelText(/Note/), "Call me");
    await saysSo();
    const typed = await screen.findByRole("region", { name: "Written here, and not sent" });
    expect(within(typed).getByText("Call me")).toBeVisible();
    expect(within(typed).queryByText("Sara")).toBeNull();
    await waitFor(() => expect(kept()).toEqual({ name: "Sara", note: "Call me" }));
    expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);

    await user.click(screen.getByRole("button", { name: "Start a new form" }));
    expect(await screen.findByLabelText("Name")).toHaveValue("");
    expect([rememberedToken("abq", "new"), kept()]).toEqual([null, undefined]);
  });

  it("shows that too to whoever comes back later", async () => {
    copies.set("abq/new", { values: { name: "Sara", note: "Call me" }, base: { name: "Sara" }, step: "child", token: draft.token, version: 1, formVersion: "1.0.0", at: 5 });
    await open({ [`GET ${path}`]: sent });
    await saysSo();
    expect(within(await screen.findByRole("region", { name: "Written here, and not sent" })).getByText("Call me")).toBeVisible();
    expect(kept()?.note).toBe("Call me");
  });

  it("is not sent again with other answers", async () => {
    const { user, calls } = await open({ [`GET ${path}`]: () => ({ body: draft }), [`PUT ${path}`]: () => ({ body: { ...draft, version: 2 } }), "POST /public/forms/new/submissions": sent });
    await user.click(await screen.findByRole("button", { name: "Next: check your answers" }));
    await user.click(await screen.findByRole("button", { name: "Send to the school" }));
    await saysSo();
    await waitFor(() => expect(rememberedToken("abq", "new")).toBeNull());
    expect(calls.filter((call) => call.startsWith("POST"))).toEqual(["POST /public/forms/new/submissions"]);
    expect(screen.getByRole("link", { name: "Find what was sent" })).toHaveAttribute("href", "/my-application");
  });
});
