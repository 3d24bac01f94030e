import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { holdToken } from "@/api/session";
import { fill } from "@/test/fill";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { AuditEntry, Person, Till } from "./api";
import { AuditPage } from "./audit/AuditPage";
import { PeoplePage } from "./people/PeoplePage";
import { TillsPage } from "./tills/TillsPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const person: Person = {
  id: "p1", version: 2, kind: "staff", name: "Salim", email: "salim@abq.example", staff_code: null, roles: ["admissions_officer"], status: "active",
  second_factor: true, invited_at: null, signed_in_at: "2026-11-20T08:00:00Z", created_at: "2025-09-01T08:00:00Z", has_pin: false, pin_locked: false,
};
const till: Till = { id: "t1", version: 1, code: "T1", name: "Canteen", store_types: ["canteen"], enrolled_at: null, device_label: "", disabled: false, signed_in: null };

beforeEach(() => {
  storeSchoolId("abq");
  holdToken("t", 600);
});

async function open(page: React.ReactNode, path: string, handlers: Parameters<typeof stubServer>[0], language: "en" | "ar" = "en") {
  const server = stubServer(handlers);
  const view = await renderWith(<SchoolContext value={school}>{page}</SchoolContext>, { path, language });
  return { ...view, ...server, user: userEvent.setup() };
}

const listed = (items: Person[] = [person]) => ({ "GET /people": () => ({ items, next_cursor: null, total: items.length }) });

describe("people", () => {
  it("keeps search and filters in the address, and asks the server with them", async () => {
    const asked: string[] = [];
    const { user } = await open(<PeoplePage />, "/settings/people?status=active", {
      "GET /people": (_body, url) => {
        asked.push(url.search);
        return { items: [person], next_cursor: null, total: 1 };
      },
    });
    await user.type(await screen.findByRole("searchbox"), "Sal");
    await user.click(screen.getByRole("button", { name: "Filter" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Auditor" }));
    await waitFor(() => expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ status: "active", q: "Sal", role: "auditor" }));
    await waitFor(() => expect(asked.some((query) => query.includes("q=Sal") && query.includes("role=auditor") && query.includes("status=active"))).toBe(true));
    await user.click(screen.getByRole("button", { name: "Remove the filter Auditor" }));
    expect(new URLSearchParams(location.search).get("role")).toBeNull();
  });

  it("tells at the roles that the school would be left without an administrator", async () => {
    const { user } = await open(<PeoplePage />, "/settings/people?open=p1", {
      ...listed([{ ...person, roles: ["school_admin"] }]),
      "PATCH /people/p1": () => ({ status: 422, body: { messageId: "A004" } }),
    });
    const roles = await screen.findByRole("group", { name: "Roles" });
    await user.click(within(roles).getByRole("checkbox", { name: "Auditor" }));
    await user.click(within(roles).getByRole("checkbox", { name: "Administrator" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/without an administrator/)).toBeVisible();
  });

  it("says in words what each role may do", async () => {
    await open(<PeoplePage />, "/settings/people?open=p1", listed());
    expect(await screen.findByRole("checkbox", { name: "Auditor" })).toHaveAccessibleDescription("Reads enquiries and the audit log; changes nothing.");
  });

  it("asks before an account is switched off, and shows the new state", async () => {
    const bodies: unknown[] = [];
    const { user } = await open(<PeoplePage />, "/settings/people?open=p1", {
      ...listed(),
      "PATCH /people/p1": (body) => {
        bodies.push(body);
        return { person: { ...person, version: 3, status: "disabled" } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Switch off" }));
    const dialog = await screen.findByRole("dialog", { name: /Switch off the account of/ });
    expect(bodies).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Switch off" }));
    expect(await screen.findByText(/^Switched off · Staff/)).toBeVisible();
    expect(bodies).toEqual([{ version: 2, status: "disabled" }]);
  });

  it("tells an address that is taken at the address, and offers only till roles at a till", async () => {
    const bodies: unknown[] = [];
    const { user } = await open(<PeoplePage />, "/settings/people", {
      ...listed(),
      "POST /people": (body) => {
        bodies.push(body);
        return { status: 409, body: { messageId: "A005" } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Invite" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Name"), "Huda");
    await fill(within(dialog).getByLabelText("E-mail"), "salim@abq.example", user);
    await user.click(within(dialog).getByRole("button", { name: "Send the invitation" }));
    expect(bodies).toEqual([]);
    await user.click(within(dialog).getByRole("checkbox", { name: "Auditor" }));
    await user.click(within(dialog).getByRole("button", { name: "Send the invitation" }));
    expect(await within(dialog).findByText(/belongs to somebody else already/)).toBeVisible();
    expect(within(dialog).getByLabelText("E-mail")).toBeInvalid();
    expect(bodies).toEqual([{ name: "Huda", email: "salim@abq.example", locale: "en", roles: ["auditor"] }]);
    await user.click(within(dialog).getByRole("radio", { name: "At a till" }));
    expect(within(dialog).queryByRole("checkbox", { name: "Auditor" })).toBeNull();
    expect(within(dialog).getByRole("checkbox", { name: "Cashier" })).toBeVisible();
  });

  it("says that a PIN is locked in the list and the panel, and that a new one is saved", async () => {
    let locked: Person = { ...person, kind: "till", roles: ["cashier"], staff_code: "1001", has_pin: true, pin_locked: true };
    const { user } = await open(<PeoplePage />, "/settings/people?open=p1", {
      "GET /people": () => ({ items: [locked], next_cursor: null, total: 1 }),
      "GET /people/p1": () => ({ person: locked }),
      "PATCH /people/p1": () => {
        locked = { ...locked, version: 3, pin_locked: false };
        return { person: locked };
      },
    });
    expect(await screen.findByText(/^PIN locked · /)).toBeVisible();
    await user.type(screen.getByLabelText("New PIN"), "246810");
    const form = screen.getByLabelText("New PIN").closest("form")!;
    await user.click(within(form).getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/^Active · /)).toBeVisible();
    expect(await within(form).findByText("Saved. The old PIN no longer works.")).toBeVisible();
  });

  /** A server that asks once more who it is. */
  const proof = () => {
    const seen = { confirmed: false };
    const handlers = {
      "GET /profile": () => ({ profile: { has_password: true } }),
      "POST /profile/sessions/confirm": (body: unknown) => {
        seen.confirmed = (body as { current: string }).current === "right";
        return seen.confirmed ? {} : { status: 422, body: { success: false, messageId: "L016" } };
      },
    };
    const guarded = (done: () => object) => () => (seen.confirmed ? done() : { status: 403, body: { success: false, messageId: "L018" } });
    return { handlers, guarded };
  };
  const show = async (user: ReturnType<typeof userEvent.setup>) => {
    const dialog = await screen.findByRole("dialog", { name: "Confirm your password to go on" });
    expect(screen.queryByRole("alert")).toBeNull();
    await user.type(within(dialog).getByLabelText("Your password"), "right");
    await user.click(within(dialog).getByRole("button", { name: "Confirm and go on" }));
  };

  it("asks once more who it is before an administrator is invited, and then invites by itself", async () => {
    const { handlers, guarded } = proof();
    const { user, calls } = await open(<PeoplePage />, "/settings/people", { ...listed(), ...handlers, "POST /people": guarded(() => ({ status: 201, body: { person } })) });
    await user.click(await screen.findByRole("button", { name: "Invite" }));
    const dialog = await screen.findByRole("dialog", { name: "Somebody new" });
    await user.type(within(dialog).getByLabelText("Name"), "Huda");
    await fill(within(dialog).getByLabelText("E-mail"), "huda@abq.example", user);
    await user.click(within(dialog).getByRole("checkbox", { name: "Administrator" }));
    await user.click(within(dialog).getByRole("button", { name: "Send the invitation" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Confirm your password to go on" })).toBeNull());
    expect(within(dialog).getByLabelText("Name")).toHaveValue("Huda");
    await user.click(within(dialog).getByRole("button", { name: "Send the invitation" }));
    await show(user);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.filter((call) => call === "POST /people")).toHaveLength(3);
  });

  it("asks once more who it is before somebody's roles or account change, and then changes them by itself", async () => {
    const { handlers, guarded } = proof();
    const changed = { ...person, version: 3, roles: ["admissions_officer", "auditor"] };
    const { user, calls } = await open(<PeoplePage />, "/settings/people?open=p1", { ...listed(), ...handlers, "PATCH /people/p1": guarded(() => ({ person: changed })) });
    await user.click(within(await screen.findByRole("group", { name: "Roles" })).getByRole("checkbox", { name: "Auditor" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await show(user);
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeDisabled());
    expect(calls.filter((call) => call === "PATCH /people/p1")).toHaveLength(2);
  });

  it("asks once more who it is before a second factor is reset, and then resets it by itself", async () => {
    const { handlers, guarded } = proof();
    const reset = guarded(() => ({ person: { ...person, version: 3, second_factor: false } }));
    const { user, calls } = await open(<PeoplePage />, "/settings/people?open=p1", { ...listed(), ...handlers, "POST /people/p1/second-factor-reset": reset });
    await user.click(await screen.findByRole("button", { name: "Reset the second factor" }));
    await user.click(within(await screen.findByRole("dialog", { name: /^Reset the second factor of/ })).getByRole("button", { name: "Reset the second factor" }));
    await show(user);
    expect(await screen.findByText("The second factor is gone. Tell them to set up a new one.")).toBeVisible();
    expect(calls.filter((call) => call === "POST /people/p1/second-factor-reset")).toHaveLength(2);
  });

  it("says so when the role does not open it", async () => {
    await open(<PeoplePage />, "/settings/people", { "GET /people": () => ({ status: 403, body: { messageId: "A002" } }) });
    expect(await screen.findByRole("alert")).toHaveTextContent("Your role does not open this");
  });
});

describe("tills", () => {
  it("shows the enrolment code once, large, and counts its time", async () => {
    const { user } = await open(<TillsPage />, "/settings/tills", {
      "GET /tills": () => ({ items: [till] }),
      "POST /tills": (body) => ({ status: 201, body: { till: { ...till, ...(body as object) }, enrolment_code: "7QK2M9XD" } }),
    });
    await user.click(await screen.findByRole("button", { name: "Add a till" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Code"), "T9");
    await user.type(within(dialog).getByLabelText("Name"), "Gate");
    await user.click(within(dialog).getByRole("button", { name: "Add and show the code" }));
    const code = await screen.findByRole("status", { name: "Enrolment code" });
    expect(code).toHaveTextContent("7QK2 M9XD");
    expect(screen.getByRole("timer")).toHaveTextContent(/14:5\d|15:00/);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByText("7QK2 M9XD")).toBeNull());
  });

  it("switches a till off only after asking", async () => {
    const bodies: unknown[] = [];
    const { user } = await open(<TillsPage />, "/settings/tills", {
      "GET /tills": () => ({ items: [till] }),
      "PATCH /tills/t1": (body) => {
        bodies.push(body);
        return { till: { ...till, disabled: true, version: 2 } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Switch off" }));
    expect(bodies).toEqual([]);
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Switch off" }));
    await waitFor(() => expect(bodies).toEqual([{ version: 1, disabled: true }]));
  });
});

describe("audit", () => {
  const entry = (change: Partial<AuditEntry>): AuditEntry => ({
    id: "a1", at: "2026-11-21T08:00:00Z", actor: { kind: "user", id: "p1", name: "Salim" }, action: "user.roles", object: { kind: "user", id: "p2", name: "Huda" },
    detail: { from: ["cashier"], to: ["auditor"] }, request_id: "r", address: "203.0.113.7", ...change,
  });
  const handlers = { "GET /audit": () => ({ items: [entry({}), entry({ id: "a2", action: "comet.pass", detail: { tail: 3 } })], next_cursor: null, actions: ["user.roles", "comet.pass"] }) };

  it("tells actions and details in words, and what it has no words for by its name", async () => {
    await open(<AuditPage />, "/settings/audit", handlers);
    const rows = await screen.findAllByRole("row");
    expect(rows.find((row) => row.textContent?.includes("Roles changed"))).toHaveTextContent(/Salim.*Huda.*before.*Cashier.*now.*Auditor/);
    expect(rows.find((row) => row.textContent?.includes("comet.pass"))).toHaveTextContent(/tail 3/);
  });

  it("tells them in Arabic too", async () => {
    await open(<AuditPage />, "/settings/audit", handlers, "ar");
    const rows = await screen.findAllByRole("row");
    expect(rows.find((row) => row.textContent?.includes("تغيير الأدوار"))).toHaveTextContent(/أمين الصندوق.*مدقق/);
  });

  const ids = { person: "019aa5f0-1111-7111-8111-111111111111", gone: "019aa5f0-2222-7222-8222-222222222222" };
  const raw = {
    "GET /audit": () => ({
      items: [
        entry({ id: "b1", action: "session.refuse", detail: { method: "step_up", tries: 2 } }),
        entry({ id: "b2", action: "code.send", detail: { by: "sms", for: "change_phone" } }),
        entry({ id: "b3", action: "enquiry.change", actor: { kind: "user", id: ids.person, name: "Salim" }, object: { kind: "enquiry", id: "e", name: "" }, detail: { from: { state: "new", owner: null }, to: { state: "contacted", owner: ids.person }, commented: false } }),
        entry({ id: "b4", action: "session.open", actor: { kind: "user", id: ids.gone, name: "" }, detail: { user: ids.gone, kind: "staff", method: "password", device: "Firefox on Linux", till: null } }),
        entry({ id: "b6", action: "audit.export", object: { kind: "audit", id: "", name: "" }, detail: { lines: 12 } }),
        entry({ id: "b5", action: "settings.publish", object: { kind: "settings", id: "4", name: "" }, detail: { kind: "published", note: "Dates", changes: 3 } }),
      ],
      next_cursor: null,
      actions: [],
    }),
  };

  it.each([
    ["en", ["Sign-in refused", /by showing again who they are/], ["Code sent", /by text message.*for a new number for signing in/], ["Enquiry changed", /before state new, with –.*now state contacted, with Salim/], ["Signed in", /Somebody whose account is gone.*Firefox on Linux/], ["Settings published", /The settings.*changes 3/], ["Log exported", /lines 12/]],
    ["ar", ["رفض دخول", /تأكيد الهوية من جديد/], ["إرسال رمز", /رسالة نصية.*رقم جديد لتسجيل الدخول/], ["تعديل طلب", /الحالة جديد.*مع Salim/], ["دخول", /شخص لم يعد له حساب/], ["نشر الإعدادات", /التعديلات 3/], ["تصدير السجل", /الأسطر 12/]],
  ] satisfies [string, ...[string, RegExp][]][])("shows people no names and ids of the server's own (%s)", async (language, ...expected: [string, RegExp][]) => {
    await open(<AuditPage />, "/settings/audit", raw, language === "ar" ? "ar" : "en");
    const rows = await screen.findAllByRole("row");
    for (const [action, words] of expected) expect(rows.find((row) => row.querySelector("[data-column=action]")?.textContent === action)).toHaveTextContent(words);
    expect(screen.getByRole("table")).not.toHaveTextContent(/[0-9a-f]{8}-[0-9a-f]{4}-|step_up|change_phone|commented|null/);
  });

  it("narrows to one person by their name, and by typed dates", async () => {
    const asked: string[] = [];
    const { user } = await open(<AuditPage />, "/settings/audit", {
      "GET /audit": (_body, url) => {
        asked.push(url.search);
        return handlers["GET /audit"]();
      },
    });
    await user.click((await screen.findAllByRole("button", { name: "Salim" }))[0]!);
    await waitFor(() => expect(asked.at(-1)).toContain("actor=p1"));
    await user.type(screen.getByRole("textbox", { name: "From" }), "01-Nov-2026");
    await waitFor(() => expect(asked.at(-1)).toContain("from=2026-11-01"));
    expect(screen.getByRole("textbox", { name: "From" })).toHaveValue("01-Nov-2026");
  });
});
