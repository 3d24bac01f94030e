import { cleanup, configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Draft, FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { prefillLink } from "@/forms/prefill";
import { rememberToken } from "../draft/tokens";
import { dropOutcome } from "../outcome";
import { FormPage } from "./FormPage";
import { ThanksPage } from "./ThanksPage";

// Typing letter by letter takes its time on a machine that does other work.
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const form: FormView = {
  id: "new",
  version: "1.0.0",
  digest: "d",
  title: "Ask about a place",
  steps: [
    { id: "child", title: "The child", fields: ["name"] },
    { id: "guardian", title: "You", fields: ["email"] },
  ],
  schema: {
    type: "object",
    properties: { name: { type: "string", title: "Name", maxLength: 20 }, email: { type: "string", title: "E-mail", format: "email", maxLength: 80 } },
    required: ["name", "email"],
  },
  ui: {}, subject: { "child.name": "name" },
  messages: { "new.missing": "A photo of {{who}}" },
  computes: false,
  plugin: null,
};

function draftOf(change: Partial<Draft> = {}): Draft {
  return {
    token: "a-token-that-is-long-enough", version: 1, form: "new", form_version: "1.0.0", values: {}, step: "", locale: "en",
    expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0", ...change,
  };
}

/** A server with one draft, and whatever else a test needs. */
function server(more: Parameters<typeof stubServer>[0] = {}) {
  let draft = draftOf();
  const save = (body: unknown) => {
    draft = { ...draft, ...(body as Partial<Draft>), version: draft.version + 1 };
    return { body: draft };
  };
  return stubServer({
    "GET /public/forms/new": () => ({ form }),
    "POST /public/forms/new/drafts": (body) => ({ status: 201, body: { ...draft, ...(body as object) } }),
    [`PUT /public/forms/drafts/${draft.token}`]: save,
    ...more,
  });
}

async function open(path = "/enquiry/new") {
  const inSchool = (page: React.ReactNode) => <SchoolContext value={school}>{page}</SchoolContext>;
  const view = await renderRoutes(
    [
      { path: "/enquiry/new", element: inSchool(<FormPage form="new" />) },
      { path: "/enquiry/thanks", element: inSchool(<ThanksPage />) },
    ],
    { path },
  );
  return { ...view, user: userEvent.setup() };
}

/** Another tab of this browser sends a draft. */
function anotherTabSends(token: string) {
  const channel = new BroadcastChannel("qabul.sent");
  const outcome = { form: "new", formVersion: "1.0.0", reference: "ABQ-9", submittedAt: "2026-11-21T08:00:00Z", checklist: [] };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, unlike a window
  channel.postMessage({ from: "another tab", token, outcome });
  channel.close();
}

async function fillAll(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText("Name"), "Sara");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.type(await screen.findByLabelText("E-mail"), "mother@example.com");
  await user.click(screen.getByRole("button", { name: "Next: check your answers" }));
  await screen.findByRole("heading", { level: 1, name: "Check your answers" });
}

// A page that goes away saves once more; that save belongs to its own test.
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  localStorage.clear();
});

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  dropOutcome();
});

describe("filling in a form", () => {
  it("does not leave a step with something missing: the summary takes the focus and leads to the field", async () => {
    server();
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Next" }));
    const summary = await screen.findByRole("group", { name: "There is 1 thing to correct" });
    expect(summary).toHaveFocus();
    await user.click(within(summary).getByRole("link", { name: "Write the name." }));
    expect(screen.getByLabelText("Name")).toHaveFocus();
    await user.keyboard("Sara");
    expect(screen.queryByRole("group", { name: /to correct/ })).toBeNull();
  });

  it("goes to a review that reads like a letter, sends once, and thanks with the reference", async () => {
    const bodies: unknown[] = [];
    const { calls } = server({
      "POST /public/forms/new/submissions": (body) => {
        bodies.push(body);
        return { status: 201, body: { reference: "ABQ-7", submitted_at: "2026-11-21T08:00:00Z", checklist: [{ code: "new.missing", params: { who: "Sara" } }] } };
      },
    });
    const { user, router } = await open();
    await fillAll(user);
    const part = screen.getByRole("region", { name: "The child" });
    expect(within(part).getByText("Sara")).toBeVisible();
    expect(within(part).getByRole("button", { name: "Change: The child" })).toBeVisible();
    await user.dblClick(screen.getByRole("button", { name: "Send to the school" }));
    expect(await screen.findByText("ABQ-7")).toBeVisible();
    for (const text of ["A photo of Sara", "For \u2068Sara\u2069"]) expect(await screen.findByText(text)).toBeVisible();
    expect(calls.filter((call) => call.endsWith("/submissions"))).toHaveLength(1);
    expect(bodies).toEqual([{ values: { name: "Sara", email: "mother@example.com" }, locale: "en", draft: draftOf().token }]);
    expect(router.state.location).toMatchObject({ pathname: "/enquiry/thanks", search: "", hash: "" });
    expect(Object.keys(localStorage).filter((key) => key.startsWith("qabul"))).toEqual([]);
  });

  it("keeps the answers in a new draft when theirs was sent from elsewhere with others", async () => {
    const fresh = draftOf({ token: "a-token-of-a-new-draft" });
    const bodies: unknown[] = [];
    let drafts = 0;
    server({
      "POST /public/forms/new/drafts": (body) => ({ status: 201, body: { ...(drafts++ === 0 ? draftOf() : fresh), ...(body as object) } }),
      [`PUT /public/forms/drafts/${fresh.token}`]: (body) => ({ body: { ...fresh, ...(body as object), version: 2 } }),
      "POST /public/forms/new/submissions": (body) => {
        bodies.push(body);
        return bodies.length === 1
          ? { status: 404, body: { messageId: "F005" } }
          : { status: 201, body: { reference: "ABQ-8", submitted_at: "2026-11-21T08:00:00Z", checklist: [] } };
      },
    });
    const { user } = await open();
    await fillAll(user);
    await user.click(screen.getByRole("button", { name: "Send to the school" }));
    expect(await screen.findByText(/saved again/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Send to the school" }));
    expect(await screen.findByText("ABQ-8")).toBeVisible();
    const values = { name: "Sara", email: "mother@example.com" };
    expect(bodies).toEqual([{ values, locale: "en", draft: draftOf().token }, { values, locale: "en", draft: fresh.token }]);
  });

  it("keeps the key through a lost answer, so that a retry sends nothing twice", async () => {
    const keys: (string | null)[] = [];
    server();
    const answered = globalThis.fetch;
    vi.stubGlobal("fetch", async (request: Request) => {
      if (!request.url.endsWith("/submissions")) return answered(request);
      keys.push(request.headers.get("idempotency-key"));
      if (keys.length === 1) throw new TypeError("connection lost");
      return new Response(JSON.stringify({ success: true, messageId: "", reference: "ABQ-8", submitted_at: "2026-11-21T08:00:00Z", checklist: [] }), { status: 201 });
    });
    const { user } = await open();
    await fillAll(user);
    await user.click(screen.getByRole("button", { name: "Send to the school" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("nothing is sent twice");
    await user.click(screen.getByRole("button", { name: "Send to the school" }));
    expect(await screen.findByText("ABQ-8")).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it("opens the field that the server refuses, and shows why until it is changed", async () => {
    server({
      "POST /public/forms/new/submissions": () => ({
        status: 422,
        body: { messageId: "F003", errors: [{ path: "/name", code: "pattern", params: {}, severity: "error" }] },
      }),
    });
    const { user } = await open();
    await fillAll(user);
    await user.click(screen.getByRole("button", { name: "Send to the school" }));
    const name = await screen.findByLabelText("Name");
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveAccessibleDescription(/not in the expected format/);
    await user.type(name, "h");
    expect(name).not.toBeInvalid();
  });

  it("takes up the draft that this browser remembers, where it was left", async () => {
    localStorage.setItem("qabul.draft.abq.new", JSON.stringify({ token: draftOf().token }));
    server({ [`GET /public/forms/drafts/${draftOf().token}`]: () => ({ body: draftOf({ values: { name: "Omar" }, step: "guardian" }) }) });
    const { user } = await open();
    expect(await screen.findByRole("heading", { level: 1, name: "You" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(await screen.findByLabelText("Name")).toHaveValue("Omar");
  });

  it("stays with the version it began, and moves to a newer one when the family says so", async () => {
    localStorage.setItem("qabul.draft.abq.new", JSON.stringify({ token: draftOf().token }));
    const newer: FormView = {
      ...form,
      version: "2.0.0",
      steps: [{ id: "child", title: "The child", fields: ["name", "hobby"] }, { id: "guardian", title: "You", fields: ["email"] }],
      schema: { ...form.schema, properties: { ...(form.schema.properties as object), hobby: { type: "string", title: "Hobby", maxLength: 40 } } },
    };
    const saves: unknown[] = [];
    const draft = draftOf({ values: { name: "Omar" }, step: "child", latest_version: "2.0.0" });
    server({
      "GET /public/forms/new": (_, url) => ({ form: url.searchParams.get("version") === "1.0.0" ? form : newer }),
      [`GET /public/forms/drafts/${draft.token}`]: () => ({ body: draft }),
      [`PUT /public/forms/drafts/${draft.token}`]: (body) => {
        saves.push(body);
        return { body: { ...draft, ...(body as object), version: 2 } };
      },
    });
    const { user } = await open();
    expect(await screen.findByLabelText("Name")).toHaveValue("Omar");
    expect(screen.queryByLabelText(/Hobby/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "See what is new" }));
    expect(await screen.findByText("Hobby")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Move my answers over" }));
    expect(await screen.findByLabelText(/Hobby/)).toBeVisible();
    await waitFor(() => expect(saves).toContainEqual(expect.objectContaining({ form_version: "2.0.0", version: 1, values: { name: "Omar" } })));
  });

  it("that another tab has sent shows its reference and can neither save nor send again", async () => {
    localStorage.setItem("qabul.draft.abq.new", JSON.stringify({ token: draftOf().token }));
    const { calls } = server({
      [`GET /public/forms/drafts/${draftOf().token}`]: () => ({ body: draftOf({ values: { name: "Omar" }, step: "child" }) }),
      [`PUT /public/forms/drafts/${draftOf().token}`]: () => ({ status: 404, body: { messageId: "F005" } }),
    });
    const { user } = await open();
    const name = await screen.findByLabelText("Name");
    anotherTabSends("a-token-of-another-draft");
    await user.type(name, " Said");
    // The server may say so before the other tab does: the page has begun anew by then.
    expect(await screen.findByText(/saved again/)).toBeVisible();
    anotherTabSends(draftOf().token);
    expect(await screen.findByRole("heading", { level: 1, name: "This form was sent already" })).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("ABQ-9");
    expect(screen.queryByLabelText("Name")).toBeNull();
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith("qabul"))).toEqual([]));
    const before = calls.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(calls.slice(before)).toEqual([]);

    await user.click(screen.getByRole("button", { name: "Start a new form" }));
    expect(await screen.findByLabelText("Name")).toHaveValue("");
  });

  it("tells the other tabs what it has sent, and does not take its own word for another's", async () => {
    server({ "POST /public/forms/new/submissions": () => ({ status: 201, body: { reference: "ABQ-7", submitted_at: "2026-11-21T08:00:00Z", checklist: [] } }) });
    const heard: unknown[] = [];
    const channel = new BroadcastChannel("qabul.sent");
    channel.addEventListener("message", (event: MessageEvent) => heard.push(event.data));
    const { user } = await open();
    await fillAll(user);
    await user.click(screen.getByRole("button", { name: "Send to the school" }));
    expect(await screen.findByText("ABQ-7")).toBeVisible();
    await waitFor(() => expect(heard).toEqual([expect.objectContaining({ token: draftOf().token, outcome: expect.objectContaining({ reference: "ABQ-7" }) as unknown })]));
    expect(screen.queryByText("This form was sent already")).toBeNull();
    channel.close();
  });

  it("begins nothing over a draft that cannot be reached", async () => {
    localStorage.setItem("qabul.draft.abq.new", JSON.stringify({ token: draftOf().token }));
    server({ [`GET /public/forms/drafts/${draftOf().token}`]: () => ({ status: 503, body: { messageId: "F006" } }) });
    await open();
    expect(await screen.findByRole("alert")).toHaveTextContent("They are safe.");
  });

  it("shows what the school offers when it does not offer this form", async () => {
    server({
      "GET /public/forms/new": () => ({ status: 404, body: { messageId: "F001" } }),
      "GET /public/forms": () => ({ forms: [{ id: "abq", path: "/enquiryform/abq", title: { en: "Apply", ar: "التقديم" }, version: "1", open: true, opens_on: null, closes_on: null }] }),
    });
    await open();
    expect(await screen.findByRole("link", { name: "Apply" })).toHaveAttribute("href", "/enquiryform/abq");
  });

  it("takes answers that the link brings, only where nobody has answered, and clears the address", async () => {
    server({ [`GET /public/forms/drafts/${draftOf().token}`]: () => draftOf({ values: { name: "Huda" } }) });
    await open(new URL(prefillLink("http://abq.localhost:3000/enquiry/new", { name: "Sara", email: "sara@example.com", consent: true, other: 1 })).hash.replace("#", "/enquiry/new#"));
    expect(await screen.findByLabelText("Name")).toHaveValue("Sara");
    expect(screen.getByText(/came with the link/)).toBeVisible();
    expect(location.hash).toBe("");
    cleanup();
    rememberToken("abq", "new", draftOf().token);
    await open(new URL(prefillLink("http://abq.localhost:3000/enquiry/new", { name: "Sara", email: "sara@example.com" })).hash.replace("#", "/enquiry/new#"));
    expect(await screen.findByLabelText("Name")).toHaveValue("Huda");
  });
});
