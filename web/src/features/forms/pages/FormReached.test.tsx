import { cleanup, configure, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Draft, FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { forgetForm, reachedSteps, rememberToken } from "../draft/tokens";
import { FormPage } from "./FormPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const field = (title: string) => ({ type: "string" as const, title, maxLength: 80 });
const form: FormView = {
  id: "new", version: "1.0.0", digest: "d", title: "Apply",
  steps: [
    { id: "child", title: "The child", fields: ["name"] },
    { id: "past", title: "Before", fields: ["previous"] },
    { id: "guardian", title: "You", fields: ["email"] },
  ],
  schema: { type: "object", properties: { name: field("Name"), previous: field("Previous school"), email: field("E-mail") }, required: ["name"] },
  ui: {}, subject: {}, messages: {}, computes: false, plugin: null,
};

const TOKEN = "a-token-that-is-long-enough";
const draftOf = (step: string): Draft => ({
  token: TOKEN, version: 1, form: "new", form_version: "1.0.0", values: { name: "Sara", email: "mother@example.com" }, step, locale: "en",
  expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0",
});

/** Opens the draft as it was left at a step, on a device that knows its token. */
async function open(step: string) {
  let draft = draftOf(step);
  stubServer({
    "GET /public/forms/new": () => ({ form }),
    [`GET /public/forms/drafts/${TOKEN}`]: () => ({ body: draft }),
    [`PUT /public/forms/drafts/${TOKEN}`]: (body) => {
      draft = { ...draft, ...(body as Partial<Draft>), version: draft.version + 1 };
      return { body: draft };
    },
  });
  const page = <SchoolContext value={school}><FormPage form="new" /></SchoolContext>;
  const view = await renderRoutes([{ path: "/enquiry/new", element: page }], { path: "/enquiry/new" });
  await screen.findByRole("heading", { level: 1 });
  return { ...view, user: userEvent.setup() };
}

/** Which segments of the progress bar are lit: the steps and the review. */
const lit = () => [...screen.getByRole("navigation", { name: "Parts of the form" }).querySelectorAll("[aria-hidden] > span")].map((each) => each.hasAttribute("data-reached"));

afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  localStorage.clear();
});

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  rememberToken("abq", "new", TOKEN);
});

describe("where somebody has been in a form", () => {
  it("is the first step alone, whatever was answered before the form", async () => {
    await open("child");
    expect(lit()).toEqual([true, false, false, false]);
    expect(screen.getByRole("button", { name: /You/ })).toBeDisabled();
  });

  it("is all up to where the draft was left, on any device", async () => {
    await open("past");
    expect(lit()).toEqual([true, true, false, false]);
  });

  it("is remembered by this browser of who went back", async () => {
    const { user, unmount } = await open("child");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByLabelText(/^Previous school/);
    await user.click(screen.getByRole("button", { name: "Back" }));
    await screen.findByLabelText("Name");
    unmount();
    history.replaceState(null, "", "/enquiry/new");
    await open("child");
    expect(lit()).toEqual([true, true, false, false]);
  });

  it("is not known of another draft, nor once the draft is forgotten", async () => {
    await open("past");
    expect(reachedSteps("abq", "new", TOKEN)).toEqual(["child", "past"]);
    rememberToken("abq", "new", "another-token-that-is-long");
    expect(reachedSteps("abq", "new", "another-token-that-is-long")).toEqual([]);
    forgetForm("abq", "new");
    expect(reachedSteps("abq", "new", TOKEN)).toEqual([]);
  });
});
