import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Draft, FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { FormPage } from "./FormPage";

vi.setConfig({ testTimeout: 30_000 });
const SLOW = [{}, { timeout: 8_000 }] as const;

const form: FormView = {
  id: "new", version: "1.0.0", digest: "d", title: "Ask about a place",
  steps: [{ id: "child", title: "The child", fields: ["name"] }],
  schema: { type: "object", properties: { name: { type: "string", title: "Name", maxLength: 20 } }, required: ["name"] },
  ui: {},
  subject: {}, messages: {}, computes: false, plugin: null,
};

const draft: Draft = {
  token: "a-token-that-is-long-enough", version: 1, form: "new", form_version: "1.0.0", values: {}, step: "", locale: "en",
  expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0",
};

/** A server that takes answers in, refuses them, or is not there; it may change. */
function server(first: "saves" | "lost" | { status: number; messageId: string }) {
  const now = { is: first };
  const answer = (body: unknown) => {
    if (now.is === "lost") throw new TypeError("connection lost");
    return now.is === "saves" ? { status: 201, body: { ...draft, ...(body as object) } } : { status: now.is.status, body: { success: false, messageId: now.is.messageId } };
  };
  stubServer({
    "GET /public/forms/new": () => ({ form }),
    "POST /public/forms/new/drafts": answer,
    [`PUT /public/forms/drafts/${draft.token}`]: (body) => (now.is === "saves" ? { ...draft, version: 2, ...(body as object) } : answer(body)),
  });
  return now;
}

async function type() {
  const page = <SchoolContext value={school}><FormPage form="new" /></SchoolContext>;
  await renderRoutes([{ path: "/enquiry/new", element: page }], { path: "/enquiry/new" });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Name"), "Sara");
  return user;
}

const later = async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Continue later" }));

beforeEach(() => void vi.spyOn(window, "scrollTo").mockImplementation(() => {}));
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  localStorage.clear();
});

describe("a shared device", () => {
  it("loses answers that exist nowhere else only after a question, and then promises no link", async () => {
    server("lost");
    const user = await type();
    await screen.findByText("Kept on this device", ...SLOW);
    await later(user);
    expect(await screen.findByText(/only on this device so far/)).toBeVisible();
    expect(screen.queryByText(/link still opens them/)).toBeNull();
    expect(screen.queryByText(/it is saved automatically/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "This is a shared device" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("are lost");
    await user.click(screen.getByRole("button", { name: "Keep my answers here" }));
    expect(screen.getByLabelText("Name")).toHaveValue("Sara");
    await user.click(screen.getByRole("button", { name: "This is a shared device" }));
    await user.click(await screen.findByRole("button", { name: "Delete them and clear this device" }));
    expect(await screen.findByRole("heading", { name: "Nothing is left on this device" })).toBeVisible();
    expect(screen.queryByText(/can still be opened with the link/)).toBeNull();
  });

  it("asks too where only the last change is missing at the school, however quickly somebody is", async () => {
    const now = server("saves");
    const user = await type();
    await screen.findByText(/^Saved at/, ...SLOW);
    now.is = { status: 507, messageId: "R009" };
    await user.type(screen.getByLabelText("Name"), " B");
    await later(user);
    await user.click(screen.getByRole("button", { name: "This is a shared device" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("the link opens only what was saved before");
    expect(screen.queryByRole("heading", { name: "Nothing is left on this device" })).toBeNull();
  });

  it("is cleared without a question where the school has everything, and the link opens it", async () => {
    server("saves");
    const user = await type();
    await screen.findByText(/^Saved at/, ...SLOW);
    await later(user);
    await user.click(screen.getByRole("button", { name: "This is a shared device" }));
    expect(await screen.findByText(/can still be opened with the link/)).toBeVisible();
  });

  it("has nothing to take off while nothing was answered", async () => {
    server("saves");
    const page = <SchoolContext value={school}><FormPage form="new" /></SchoolContext>;
    await renderRoutes([{ path: "/enquiry/new", element: page }], { path: "/enquiry/new" });
    await screen.findByLabelText("Name");
    await later(userEvent.setup());
    expect(await screen.findByText(/it is saved automatically/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "This is a shared device" })).toBeNull();
  });
});

describe("a save that is not taken in", () => {
  it.each([["D004", 429, /As much as one day allows/], ["R009", 507, /no room left/], ["L002", 429, /Too many attempts/]] as const)(
    "by a refusal (%s) is not called being offline: its reason stands there",
    async (messageId, status, reason) => {
      const now = server({ status, messageId });
      const user = await type();
      expect(await screen.findByText(reason, ...SLOW)).toBeVisible();
      expect(screen.queryByText("You are offline")).toBeNull();
      await later(user);
      expect(screen.queryByText("You are offline")).toBeNull();
      expect(screen.queryByRole("link", { name: "Sign in" })?.getAttribute("href") ?? null).toBe(messageId === "D004" ? "/sign-in?redirectUrl=/enquiry/new" : null);
      now.is = "saves";
    },
  );

  it("because nobody answers is being offline", async () => {
    server("lost");
    await type();
    expect(await screen.findByText("You are offline", ...SLOW)).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/no room left/)).toBeNull());
  });
});
