import { act, cleanup, configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeToken } from "@/api/session";
import type { Draft, FormView, SchoolDetails } from "@/api/types";
import { makeStore } from "@/app/store";
import { filledFrom } from "@/forms/filledFrom";
import { renderRoutes } from "@/test/render";
import { school as plain, stubServer } from "@/test/server";
import { rememberedToken } from "../draft/tokens";
import { dropOutcome } from "../outcome";
import { FormPage } from "./FormPage";
import { OnBehalfPage } from "./OnBehalfPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const form: FormView = {
  id: "abq", version: "1.0.0", digest: "d", title: "Apply for a place",
  steps: [{ id: "child", title: "The child", fields: ["name"] }, { id: "home", title: "At home", fields: ["mail", "city"] }],
  schema: {
    type: "object",
    properties: { name: { type: "string", title: "Name", maxLength: 20 }, mail: { type: "string", title: "E-mail", maxLength: 60 }, city: { type: "string", title: "City", maxLength: 60 } },
    required: ["name"],
  },
  ui: {}, subject: {}, family: ["mail", "city"], messages: {}, computes: false, plugin: null,
};
const draft: Draft = {
  token: "a-token-that-is-long-enough", version: 1, form: "abq", form_version: "1.0.0", values: { mail: "huda@example.org", city: "Muscat" }, step: "child", locale: "en",
  expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0",
};
const school: SchoolDetails = {
  ...plain,
  application: { form: "abq", minutes: 10, papers: [], grades: [] },
  forms: [{ id: "abq", path: "/enquiryform/abq", title: { en: "Apply", ar: "التقديم" }, kind: "application", version: "1.0.0", open: true }],
};

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  dropOutcome();
});

const handlers = (more: Parameters<typeof stubServer>[0] = {}) => ({
  "GET /public/forms/abq": () => ({ form }),
  [`GET /public/forms/drafts/${draft.token}`]: () => ({ body: draft }),
  ...more,
});

it.each([
  ["Sara", "Your family's details are filled in from the form for \u2068Sara\u2069. Please check them."],
  ["", "Your family's details are filled in from what you sent before. Please check them."],
])("what another form filled in is told once, question by question (%s)", async (name, words) => {
  stubServer(handlers());
  const page = <SchoolContext value={school}><FormPage form="abq" /></SchoolContext>;
  const { router } = await renderRoutes([{ path: "/", element: null }, { path: "/enquiryform/abq", element: page }]);
  await act(async () => void router.navigate(`/enquiryform/abq#draft=${draft.token}`, { state: filledFrom(name) }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText(/Welcome back/)).toBeNull();
  expect(screen.queryByRole("heading", { name: "Did you start this form?" })).toBeNull();
  await waitFor(() => expect(history.state).toMatchObject({ usr: null }));
});

async function atTheDesk(authority: string, own: SchoolDetails, more: Parameters<typeof stubServer>[0] = {}) {
  const bodies: unknown[] = [];
  const { calls } = stubServer(
    handlers({
      "POST /public/forms/abq/drafts": () => ({ status: 201, body: { ...draft, values: {} } }),
      [`PUT /public/forms/drafts/${draft.token}`]: () => ({ body: { ...draft, version: 2 } }),
      "POST /public/forms/abq/check": () => ({ errors: [], computed: [], plugin_failed: false }),
      "POST /public/forms/abq/submissions": (body) => {
        bodies.push(body);
        return { status: 201, body: { reference: "ABQ-7", submitted_at: "2026-11-21T08:00:00Z", checklist: [], submission: "s7" } };
      },
      ...more,
    }),
  );
  storeToken("t", 600);
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [authority], kind: "staff" } as never));
  const page = <SchoolContext value={own}><OnBehalfPage /></SchoolContext>;
  const routes = [{ path: "/pre_admission/new/:form", element: page }, { path: "*", element: null }];
  const view = await renderRoutes(routes, { path: "/pre_admission/new/abq", store });
  return { ...view, bodies, calls, user: userEvent.setup() };
}

it("staff fill a form in for a family, and come to the record of it", async () => {
  const { bodies, router, user } = await atTheDesk("admissions_officer", school);
  expect(await screen.findByText(/You are filling this form in for a family/)).toBeVisible();
  expect(screen.queryByRole("note")).toBeNull();
  await user.type(await screen.findByLabelText(/^Name/), "Omar");
  await waitFor(() => expect(rememberedToken("staff-of-abq", "abq")).toBe(draft.token));
  expect(rememberedToken("abq", "abq"), "no family's own").toBeNull();
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByLabelText(/^City/);
  await user.click(screen.getByRole("button", { name: "Next: check your answers" }));
  await user.click(await screen.findByRole("button", { name: "Send to the school" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/pre_admission/s7"));
  expect(bodies).toHaveLength(1);
  expect(rememberedToken("staff-of-abq", "abq")).toBeNull();
});

it.each([
  ["admissions_officer", "Families cannot send this form now. You can: the application counts as received today."],
  ["auditor", "This form is not open now. Whoever may change an application's status can still send it for a family."],
])("says that families cannot send it now (%s)", async (role, words) => {
  await atTheDesk(role, { ...school, forms: school.forms.map((each) => ({ ...each, open: false })) });
  expect(await screen.findByRole("note")).toHaveTextContent(words);
});
