import { cleanup, configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PlatformSchool, Subscription } from "@/api/platform";
import { platformRoutes } from "@/app/platform/PlatformApp";
import { drawRows } from "@/test/drawRows";
import { fill } from "@/test/fill";
import { renderRoutes } from "@/test/render";
import { stubServer } from "@/test/server";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(drawRows);

const operator = { id: "o1", name: "Salim", email: "salim@platform.example" };
const request: Subscription = {
  id: "s1", version: 2, state: "pending_review", school_name: "Al Noor School", school_name_ar: "مدرسة النور", subdomain: "al-noor", country: "OM", plan_code: "small",
  students_estimate: 300, contact: { name: "Huda", email: "huda@noor.example", phone: "+96891234567" }, created_at: "2026-11-20T08:00:00Z", confirmed_at: "2026-11-20T09:00:00Z", decided: null, locale: "en", problem: null,
};
const school: PlatformSchool = {
  id: "abq", name: { en: "Abq School", ar: "مدرسة أبق" }, host: "abq.qabul.example", origin: "https://abq.qabul.example:8443", state: "stale", problems: 2, revision: 7, plugin_failures: 1,
  outbox: { waiting: 3, failed: 1 }, bytes: { database: 2_000_000, files: 1_000_000 },
};

function open(path: string, handlers: Parameters<typeof stubServer>[0] = {}, language: "en" | "ar" = "en") {
  const server = stubServer({
    "GET /operator/me": () => ({ operator }),
    "GET /public/info": () => ({ plans: [], countries: [], captcha_site_key: "", captcha_provider: "off", terms_version: "1", base_domain: "qabul.example" }),
    "GET /operator/subscriptions": () => ({ items: [request], next_cursor: null, counts: { pending_review: 1, rejected: 4 } }),
    "GET /operator/schools": () => ({ items: [school], next_cursor: null, totals: {} }),
    ...handlers,
  });
  return renderRoutes(platformRoutes, { path, language }).then((view) => ({ ...view, ...server, user: userEvent.setup() }));
}

describe("the door", () => {
  it("is where somebody without a session is led; password and code go together", async () => {
    let inside = false;
    const sent: unknown[] = [];
    const { user, router } = await open("/console/schools", {
      "GET /operator/me": () => (inside ? { operator } : { status: 401, body: { messageId: "L014" } }),
      "POST /operator/sign-in": (body) => {
        sent.push(body);
        inside = sent.length > 1;
        return inside ? { operator } : { status: 401, body: { messageId: "L001" } };
      },
    });
    await fill(await screen.findByLabelText("E-mail"), "salim@platform.example", user);
    await fill(screen.getByLabelText("Password"), "a-long-password", user);
    await user.type(screen.getByLabelText("Code"), "١٢٣ 456");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByRole("alert")).toBeVisible();
    // A code is good for one try.
    expect(screen.getByLabelText("Code")).toHaveValue("");
    await user.type(screen.getByLabelText("Code"), "654321");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/console/requests"));
    expect(sent[0]).toEqual({ email: "salim@platform.example", password: "a-long-password", code: "123456" });
    expect(await screen.findByText("Salim")).toBeVisible();
  });

  it("is set up by a link: a picture, a password, a code, and recovery codes shown once", async () => {
    const sent: unknown[] = [];
    const { user, router } = await open("/console/set-up#token=t1", {
      "POST /operator/set-up": (body) => {
        sent.push(body);
        return sent.length === 1 ? { enrolment: { secret: "ABCDEFGH", uri: "otpauth://totp/x", qr_svg: "<svg xmlns='http://www.w3.org/2000/svg'/>" } } : { operator, recovery_codes: ["aaaa-1111", "bbbb-2222"] };
      },
    });
    await fill(await screen.findByLabelText("Password"), "correct horse battery staple", user);
    await fill(screen.getByLabelText("Repeat the password"), "correct horse battery staple", user);
    await user.type(screen.getByLabelText("Code from the app"), "123456");
    await user.click(screen.getByRole("button", { name: "Set up" }));
    expect(await screen.findByText("aaaa-1111")).toBeVisible();
    expect(sent).toEqual([{ token: "t1" }, { token: "t1", password: "correct horse battery staple", code: "123456" }]);
    await user.click(screen.getByRole("checkbox"));
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/console/requests"));
  });

  it("says of a used link that it is dead", async () => {
    await open("/console/set-up#token=old", { "POST /operator/set-up": () => ({ status: 404, body: { messageId: "L010" } }) });
    expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  });
});

describe("requests", () => {
  it("opens with what is to be decided, and approves with the version that was seen", async () => {
    const asked: string[] = [];
    const sent: unknown[] = [];
    const { user } = await open("/console", {
      "GET /operator/subscriptions": (_body, url) => {
        asked.push(url.search);
        return { items: sent.length === 0 ? [request] : [], next_cursor: null, counts: { pending_review: 1 } };
      },
      "POST /operator/subscriptions/s1/approve": (body) => {
        sent.push(body);
        return { subscription: { ...request, state: "active" } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Al Noor School" }));
    const card = await screen.findByRole("article", { name: "Al Noor School" });
    expect(card).toHaveTextContent("about 300 students");
    expect(card).toHaveTextContent("huda@noor.example");
    expect(asked[0]).toBe("?state=pending_review");
    await user.click(within(card).getByRole("button", { name: "Approve Al Noor School" }));
    const dialog = await screen.findByRole("dialog", { name: "Approve Al Noor School?" });
    await waitFor(() => expect(dialog).toHaveTextContent(/al-noor\.qabul\.example/));
    await user.click(within(dialog).getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("Al Noor School was created. The invitation is on its way.")).toBeVisible();
    expect(sent).toEqual([{ version: 2 }]);
    expect(await screen.findByText("No requests here")).toBeVisible();
  });

  it("rejects only with a reason, and tells when somebody was faster", async () => {
    const sent: unknown[] = [];
    const { user } = await open("/console/requests?open=s1", {
      "POST /operator/subscriptions/s1/reject": (body) => {
        sent.push(body);
        return { status: 409, body: { messageId: "T012" } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Reject Al Noor School" }));
    const dialog = await screen.findByRole("dialog", { name: "Reject Al Noor School?" });
    await user.click(within(dialog).getByRole("button", { name: "Reject" }));
    expect(await within(dialog).findByText("Please write why.")).toBeVisible();
    expect(sent).toEqual([]);
    await fill(within(dialog).getByLabelText("Reason"), "No school of this name", user);
    await user.click(within(dialog).getByRole("button", { name: "Reject" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("This request was decided or changed in the meantime.");
    expect(sent).toEqual([{ version: 2, reason: "No school of this name" }]);
  });

  it("says who decided what and why", async () => {
    const decided = { at: "2026-11-21T10:00:00Z", by: "salim@platform.example", reason: "Not a school" };
    await open("/console/requests?state=rejected&open=s1", { "GET /operator/subscriptions": () => ({ items: [{ ...request, state: "rejected", decided }], next_cursor: null, counts: {} }) }, "ar");
    const card = await screen.findByRole("article", { name: "مدرسة النور" });
    expect(card).toHaveTextContent("Not a school");
    expect(within(card).queryByRole("button")).toBeNull();
  });
});

describe.each([["en", "No requests here", "The list could not be loaded"], ["ar", "لا توجد طلبات هنا", "تعذّر تحميل القائمة"]] as const)("the list of requests (%s)", (language, empty, failed) => {
  it("says that it is empty, and that it failed", async () => {
    await open("/console/requests", { "GET /operator/subscriptions": () => ({ items: [], next_cursor: null, counts: {} }) }, language);
    expect(await screen.findByRole("heading", { name: empty })).toBeVisible();
    cleanup();
    await open("/console/requests", { "GET /operator/subscriptions": () => ({ status: 500, body: { messageId: "L000" } }) }, language);
    expect(await screen.findByRole("heading", { name: failed })).toBeVisible();
  });
});

describe("schools", () => {
  it("are searched and narrowed by the address", async () => {
    const asked: string[] = [];
    const { user, router } = await open("/console/schools", {
      "GET /operator/schools": (_body, url) => {
        asked.push(url.search);
        return { items: [school], next_cursor: null, totals: {} };
      },
    });
    const row = await screen.findByRole("row", { name: /Abq School/ });
    expect(row).toHaveTextContent("Running on its last good version");
    expect(row).toHaveTextContent("3 waiting · 1 failed");
    await user.click(screen.getByRole("button", { name: "Filter" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Not working" }));
    await user.type(screen.getByRole("searchbox"), "abq");
    await waitFor(() => expect(asked.at(-1)).toBe("?q=abq&state=broken"));
    expect(router.state.location.search).toBe("?state=broken&q=abq");
    await user.click(screen.getByRole("button", { name: "Remove the filter Not working" }));
    await waitFor(() => expect(router.state.location.search).toBe("?q=abq"));
  });

  it("are gone through by the keys, and one is opened by its name", async () => {
    const second = { ...school, id: "hr", name: { en: "Hr School", ar: "مدرسة" } };
    const { user, router } = await open("/console/schools", {
      "GET /operator/schools": () => ({ items: [school, second], next_cursor: null, totals: { schools: 2 } }),
      "GET /operator/schools/hr": () => ({ school: { ...second, diagnostics: [], revisions: [], failed: [] } }),
    });
    const first = await screen.findByRole("link", { name: "Abq School" });
    expect(await screen.findByText("2 of 2 shown.")).toBeVisible();
    first.focus();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(screen.getByRole("link", { name: "Hr School" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/console/schools/hr"));
    expect(await screen.findByText("No problems.")).toBeVisible();
  });

  it("says in Arabic that nothing was found, and shows everything again", async () => {
    const { user, router } = await open("/console/schools?q=xyz&state=broken", { "GET /operator/schools": () => ({ items: [], next_cursor: null, totals: {} }) }, "ar");
    await user.click(await screen.findByRole("button", { name: "إظهار الكل" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(await screen.findByRole("heading", { name: "لم نجد مدرسة" })).toBeVisible();
  });

  it("is suspended once its id is typed, and resumed", async () => {
    let state = "active";
    const asked: string[] = [];
    const now = () => ({ school: { ...school, state, problems: 0, diagnostics: [], revisions: [], failed: [] } });
    const { user } = await open("/console/schools/abq", {
      "GET /operator/schools/abq": now,
      "POST /operator/schools/abq/suspend": () => {
        asked.push("suspend");
        state = "suspended";
        return now();
      },
      "POST /operator/schools/abq/resume": () => (asked.length === 1 ? { status: 409, body: { success: false, messageId: asked.push("resume") ? "T013" : "" } } : ((state = "active"), now())),
    });
    expect(await screen.findByRole("link", { name: school.host })).toHaveAttribute("href", school.origin);
    expect(screen.getByText(/^qabul school export abq /)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Suspend" }));
    const ask = await screen.findByRole("dialog", { name: /^Suspend .*Abq School.*\?$/ });
    await user.type(within(ask).getByLabelText(/^Type .*abq.* to confirm$/), "abx");
    await user.click(within(ask).getByRole("button", { name: "Suspend" }));
    expect(within(ask).getByText("This is not the school’s id.")).toBeVisible();
    expect(asked).toEqual([]);
    await user.type(within(ask).getByLabelText(/to confirm$/), "{Backspace}q");
    await user.click(within(ask).getByRole("button", { name: "Suspend" }));
    expect(await screen.findByText(/Abq School.* is suspended\.$/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Resume" }));
    const again = await screen.findByRole("dialog");
    await user.click(within(again).getByRole("button", { name: "Resume" }));
    expect(await within(again).findByText(/because of something in its files/)).toBeVisible();
    await user.click(within(again).getByRole("button", { name: "Resume" }));
    expect(await screen.findByText(/Abq School.* is open again\.$/)).toBeVisible();
  });

  it("are suspended from their list, whose arrow keys do not reach a menu", async () => {
    let state: PlatformSchool["state"] = "stale";
    const { user, router } = await open("/console/schools", {
      "GET /operator/schools": () => ({ items: [{ ...school, state }, { ...school, id: "hr", name: { en: "Hr School", ar: "مدرسة" }, state: "broken" }], next_cursor: null, totals: {} }),
      "POST /operator/schools/abq/suspend": () => {
        state = "suspended";
        return { school: { ...school, state, diagnostics: [], revisions: [], failed: [] } };
      },
    });
    const menu = await screen.findByRole("button", { name: /^Actions for .*Abq School/ });
    expect(screen.getAllByRole("button", { name: /^Actions for/ })).toHaveLength(1);
    await user.click(menu);
    await user.keyboard("{ArrowDown}");
    await user.click(await screen.findByRole("menuitem", { name: "Suspend…" }));
    const ask = await screen.findByRole("dialog", { name: /^Suspend .*Abq School.*\?$/ });
    await user.type(within(ask).getByLabelText(/to confirm$/), "abq");
    await user.click(within(ask).getByRole("button", { name: "Suspend" }));
    expect(await screen.findByText(/Abq School.* is suspended\.$/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: /^Actions for .*Abq School/ }));
    expect(await screen.findByRole("menuitem", { name: "Resume…" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/console/schools");
  });

  it("show one from near", async () => {
    await open("/console/schools/abq", {
      "GET /operator/schools/abq": () => ({
        school: {
          ...school,
          diagnostics: [{ file: "school.yaml", line: 4, column: 1, pointer: "/name", code: "missing", message: "The name is missing.", hint: "Write one.", severity: "error", published: false }, { file: "school.yaml", line: 1, column: 1, pointer: "/currency", code: "badFormat", message: "`OMRR` is not written as it should be", hint: null, severity: "error", published: true }],
          revisions: [{ seq: 7, at: "2026-11-20T08:00:00Z", kind: "published", by: { id: "u", name: "Amina" }, note: "Autumn", changes: 2 }],
          failed: [{ kind: "mail", at: "2026-11-20T08:00:00Z", attempts: 5, problem: "connection refused" }],
        },
      }),
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Abq School" })).toBeVisible();
    expect(screen.getByRole("region", { name: "Problems in its files" })).toHaveTextContent("The name is missing. Write one.");
    expect(screen.getByRole("region", { name: "Problems in its files" })).toHaveTextContent(/school\.yaml\W?, as the school has published it: \W?\/currency/);
    expect(screen.getByRole("region", { name: "Last versions" })).toHaveTextContent("Version 7");
    expect(screen.getByRole("region", { name: "Jobs that failed" })).toHaveTextContent("5 attempts");
  });
});
