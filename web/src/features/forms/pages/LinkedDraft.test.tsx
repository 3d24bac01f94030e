import { configure, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Draft, FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { rememberedToken } from "../draft/tokens";
import { FormPage } from "./FormPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const form: FormView = {
  id: "new", version: "1.0.0", digest: "d", title: "Ask about a place",
  steps: [{ id: "child", title: "The child", fields: ["name"] }],
  schema: { type: "object", properties: { name: { type: "string", title: "Name", maxLength: 20 } }, required: ["name"] },
  ui: {},
  subject: {}, messages: {}, computes: false, plugin: null,
};

const linked: Draft = {
  token: "a-token-that-is-long-enough", version: 1, form: "new", form_version: "1.0.0", values: { name: "Another's child" }, step: "",
  locale: "en", expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0",
};

/** Opens the link; nothing is read or remembered before an answer. */
async function follow() {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const { calls } = stubServer({
    "GET /public/forms/new": () => ({ form }),
    [`GET /public/forms/drafts/${linked.token}`]: () => ({ body: linked }),
  });
  const page = <SchoolContext value={school}><FormPage form="new" /></SchoolContext>;
  await renderRoutes([{ path: "/enquiry/new", element: page }], { path: `/enquiry/new#draft=${linked.token}` });
  expect(await screen.findByRole("heading", { name: "Did you start this form?" })).toBeVisible();
  expect(calls.filter((call) => call.includes("/drafts/"))).toEqual([]);
  expect([location.hash, rememberedToken("abq", "new")]).toEqual(["", null]);
  return { calls, user: userEvent.setup() };
}

describe("a link to a draft of another browser", () => {
  it("is left alone by who did not begin it", async () => {
    const { user, calls } = await follow();
    await user.click(screen.getByRole("button", { name: "Start my own form" }));
    expect(await screen.findByLabelText("Name")).toHaveValue("");
    expect(calls.filter((call) => call.includes("/drafts/"))).toEqual([]);
  });

  it("is gone on with by who began it, and known here from then on", async () => {
    const { user } = await follow();
    await user.click(screen.getByRole("button", { name: "I started it: continue" }));
    expect(await screen.findByLabelText("Name")).toHaveValue("Another's child");
    expect(rememberedToken("abq", "new")).toBe(linked.token);
  });
});
