import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { AuditEntry } from "./api";
import { AuditPage } from "./AuditPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(page: React.ReactNode, path: string, handlers: Parameters<typeof stubServer>[0], language: "en" | "ar" = "en") {
  const server = stubServer(handlers);
  const view = await renderWith(<SchoolContext value={school}>{page}</SchoolContext>, { path, language });
  return { ...view, ...server, user: userEvent.setup() };
}

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
    ["en", ["Sign-in refused", /by identity confirmed again/], ["Code sent", /by text message.*for a new sign-in number/], ["Enquiry changed", /before status new, assigned to –.*now status contacted, assigned to Salim/], ["Signed in", /Somebody whose account no longer exists.*Firefox on Linux/], ["Settings published", /The settings.*changes 3/], ["Log exported", /lines 12/]],
    ["ar", ["رفض دخول", /تأكيد الهوية من جديد/], ["إرسال رمز", /رسالة نصية.*رقم جديد لتسجيل الدخول/], ["تعديل استفسار أو طلب التحاق", /الحالة جديد.*مُسنَد إلى Salim/], ["دخول", /شخص لم يعد له حساب/], ["نشر الإعدادات", /التعديلات 3/], ["تصدير السجل", /الأسطر 12/]],
  ] satisfies [string, ...[string, RegExp][]][])("shows people no names and ids of the server's own (%s)", async (language, ...expected: [string, RegExp][]) => {
    await open(<AuditPage />, "/settings/audit", raw, language === "ar" ? "ar" : "en");
    const rows = await screen.findAllByRole("row");
    for (const [action, words] of expected) expect(rows.find((row) => row.querySelector("[data-column=action]")?.textContent === action)).toHaveTextContent(words);
    expect(screen.getByRole("table")).not.toHaveTextContent(/[0-9a-f]{8}-[0-9a-f]{4}-|step_up|change_phone|commented|null/);
  });

  it("opens one entry whole, with the way to all that this person did", async () => {
    const { user } = await open(<AuditPage />, "/settings/audit", handlers);
    await user.click(await screen.findByRole("button", { name: "Roles changed" }));
    const panel = await screen.findByRole("dialog", { name: "Log entry" });
    expect(within(panel).getByRole("heading", { name: "Roles changed" })).toBeVisible();
    const facts = within(panel).getAllByRole("definition").map((each) => each.textContent);
    expect(facts).toEqual(["Salim", "Huda", "Cashier", "Auditor", "203.0.113.7", "r"]);
    await user.click(within(panel).getByRole("button", { name: "Show only what this person did" }));
    await waitFor(() => expect(location.search).toBe("?actor=p1"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
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
