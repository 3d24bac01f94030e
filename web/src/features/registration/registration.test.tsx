import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { ConfirmPage } from "./ConfirmPage";
import { EMPTY, faultsOf, fieldOf, parseDraft, suggested, tidySubdomain, type Values } from "./draft";
import { RegistrationPage } from "./RegistrationPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });
vi.stubGlobal("scrollTo", () => {});

const info = {
  plans: [
    { code: "small", name: { en: "Small", ar: "صغيرة" }, price_minor: 12500, currency: "OMR", interval: "month", limits: { students: 200, forms: 3 } },
    { code: "free", name: { en: "Trial", ar: "تجريبية" }, price_minor: 0, currency: "OMR", interval: "year", limits: { students: 20, forms: 1 } },
  ],
  countries: ["OM", "SA", "AE"], captcha_site_key: "", captcha_provider: "off", terms_version: "3", base_domain: "qabul.example",
};
const whole: Values = { plan_code: "small", school_name: "Al Noor School", school_name_ar: "مدرسة النور", subdomain: "al-noor", country: "OM", students_estimate: "300", name: "Huda", email: "huda@noor.example", phone: "+96891234567", terms: true };
const storeDraft = (values: Values) => localStorage.setItem("qabul.registration", JSON.stringify({ values, key: null, sentTo: null }));
const storedDraft = () => JSON.parse(localStorage.getItem("qabul.registration") ?? "null") as { values: Values; key: string | null; sentTo: string | null } | null;

function server(more: Parameters<typeof stubServer>[0] = {}) {
  vi.stubGlobal("scrollTo", () => {});
  return stubServer({
    "GET /public/info": () => info,
    "GET /public/subdomain": (_body, url) => {
      const name = url.searchParams.get("name") ?? "";
      const free = name !== "taken";
      return { subdomain: { name, free, reason: free ? null : "taken", suggestions: free ? [] : ["taken-school", "taken-om"] } };
    },
    ...more,
  });
}

describe("what is kept and judged", () => {
  it("takes back what was kept, and nothing else", () => {
    expect(parseDraft(JSON.stringify({ values: { ...whole, terms: "yes", more: 1 }, key: "k", sentTo: 3 }))).toEqual({ values: { ...whole, terms: false }, key: "k", sentTo: null });
    for (const odd of [null, "", "{", "[]", '{"values":null}']) expect(parseDraft(odd).values).toEqual(EMPTY);
  });

  it("suggests an address from a name", () => {
    expect(suggested("Al Noor School – Muscat!")).toBe("al-noor-school-muscat");
    expect(suggested("École 42")).toBe("e-cole-42");
    expect(suggested("٤٢ مدرسة")).toBe("");
    expect(tidySubdomain(" Al Noor ")).toBe("al-noor");
  });

  it("finds what is missing before the server is asked", () => {
    expect(faultsOf(whole)).toEqual({});
    expect(Object.keys(faultsOf(EMPTY)).toSorted()).toEqual(["country", "email", "name", "phone", "plan_code", "school_name", "school_name_ar", "students_estimate", "subdomain", "terms"]);
    expect(faultsOf({ ...whole, subdomain: "نور", students_estimate: "0", email: "huda@noor" })).toEqual({ subdomain: "latin", students_estimate: "number", email: "email" });
  });

  it("leads the server's refusals to their fields", () => {
    expect(["/subdomain", "/contact/email", "/terms_version", "/elsewhere"].map(fieldOf)).toEqual(["subdomain", "email", "terms", null]);
  });
});

describe("the request of a school", () => {
  it("shows prices with the currency's own decimals, and says where something is missing", async () => {
    server();
    const user = userEvent.setup();
    await renderWith(<RegistrationPage />, { path: "/registration-form" });
    expect((await screen.findByRole("radio", { name: /Small/ })).closest("label")).toHaveTextContent("12.500");
    expect(screen.getByRole("radio", { name: /Trial/ }).closest("label")).toHaveTextContent("No charge");
    await user.click(screen.getByRole("button", { name: "Review your request" }));
    expect(await screen.findByText("Please choose a plan.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("radio", { name: /Small/ })).toHaveFocus());
  });

  it("lets the address follow the name, checks it, and offers others", async () => {
    server();
    const user = userEvent.setup();
    await renderWith(<RegistrationPage />, { path: "/registration-form" });
    await user.type(await screen.findByLabelText("Name in English"), "Al Noor");
    const address = screen.getByLabelText("Address");
    expect(address).toHaveValue("al-noor");
    expect(await screen.findByText(/al-noor\.qabul\.example.* is available\./)).toBeVisible();
    await user.clear(address);
    await user.type(address, "taken");
    await user.click(await screen.findByRole("button", { name: "taken-om" }));
    expect(address).toHaveValue("taken-om");
    // Written once by hand, it follows no more.
    await user.type(screen.getByLabelText("Name in English"), "!");
    expect(address).toHaveValue("taken-om");
    expect(storedDraft()?.values.subdomain).toBe("taken-om");
  });

  it("begins the telephone number with the chosen country, and keeps what was begun", async () => {
    server();
    const user = userEvent.setup();
    await renderWith(<RegistrationPage />, { path: "/registration-form" });
    await user.selectOptions(await screen.findByLabelText("Country"), "OM");
    const codes = screen.getByRole("combobox", { name: /Phone/ });
    expect(codes).toHaveValue("OM");
    await user.type(screen.getByRole("textbox", { name: "Phone number" }), "91234567");
    await user.selectOptions(screen.getByLabelText("Country"), "SA");
    expect(codes).toHaveValue("OM");
    expect(storedDraft()?.values.phone).toBe("+96891234567");
  });

  it("is reviewed, sent once under one key, and then leads to the mail", async () => {
    storeDraft(whole);
    const sent: unknown[] = [];
    const keys: (string | null)[] = [];
    server({
      "POST /public/subscribe": (body) => {
        sent.push(body);
        keys.push(storedDraft()?.key ?? null);
        return sent.length === 1 ? { status: 503, body: { messageId: "R008" } } : { status: 201, body: { subscription_id: "s1", state: "pending_email" } };
      },
    });
    const user = userEvent.setup();
    await renderWith(<RegistrationPage />, { path: "/registration-form" });
    await user.click(await screen.findByRole("button", { name: "Review your request" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Is this correct?" })).toBeVisible();
    expect(screen.getByText("al-noor.qabul.example")).toBeVisible();
    expect(screen.getAllByRole("button").map((button) => button.textContent), "the way on stands first, as in forms").toEqual(["Send the request", "Change something"]);
    await user.click(screen.getByRole("button", { name: "Send the request" }));
    expect(await screen.findByRole("alert")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Send the request" }));
    expect(await screen.findByRole("heading", { name: "Please check your e-mail" })).toBeVisible();
    expect(sent[1]).toEqual({
      school_name: "Al Noor School", school_name_ar: "مدرسة النور", subdomain: "al-noor", country: "OM", plan_code: "small", students_estimate: 300,
      contact: { name: "Huda", email: "huda@noor.example", phone: "+96891234567" }, terms_version: "3", locale: "en",
    });
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(storedDraft()).toMatchObject({ values: EMPTY, sentTo: "huda@noor.example" });
    await user.click(screen.getByRole("button", { name: "Ask for another school" }));
    expect(await screen.findByLabelText("Name in English")).toHaveValue("");
  });

  it("shows what was refused at the review where it is seen, and takes the focus there", async () => {
    storeDraft(whole);
    server({ "POST /public/subscribe": () => ({ status: 429, body: { messageId: "L002" } }) });
    const seen = vi.spyOn(Element.prototype, "scrollIntoView");
    const user = userEvent.setup();
    await renderWith(<RegistrationPage />, { path: "/registration-form" });
    await user.click(await screen.findByRole("button", { name: "Review your request" }));
    await user.click(await screen.findByRole("button", { name: "Send the request" }));
    const alert = await screen.findByRole("alert");
    await waitFor(() => expect(alert).toHaveFocus());
    expect(seen.mock.contexts).toContain(alert);
  });

  it("does not call an address free that was refused as taken", async () => {
    storeDraft(whole);
    server({ "POST /public/subscribe": () => ({ status: 409, body: { messageId: "T010" } }) });
    const user = userEvent.setup();
    await renderWith(<RegistrationPage />, { path: "/registration-form" });
    expect(await screen.findByText(/is available/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Review your request" }));
    await user.click(await screen.findByRole("button", { name: "Send the request" }));
    expect(await screen.findByLabelText("Address")).toBeInvalid();
    expect(screen.queryByText(/is available/)).toBeNull();
  });

  it("goes back to the field that the server refused", async () => {
    storeDraft(whole);
    server({ "POST /public/subscribe": () => ({ status: 422, body: { messageId: "T011", errors: [{ path: "/subdomain", code: "reserved", params: {}, severity: "error" }] } }) });
    const user = userEvent.setup();
    await renderWith(<RegistrationPage />, { path: "/registration-form", language: "ar" });
    await user.click(await screen.findByRole("button", { name: "مراجعة الطلب" }));
    await user.click(await screen.findByRole("button", { name: "إرسال الطلب" }));
    expect(await screen.findByText("هذا العنوان محجوز للمنصة.")).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText("العنوان")).toHaveFocus());
  });
});

describe("the confirmation", () => {
  it("sends the token of the link once", async () => {
    const { calls } = server({ "POST /public/subscribe/confirm": () => ({ subscription: { school_name: "Al Noor School", subdomain: "al-noor", state: "pending_review" } }) });
    await renderWith(<ConfirmPage />, { path: "/registration-form/confirm#token=abc" });
    const screenShown = await screen.findByRole("status");
    expect(within(screenShown).getByRole("heading", { name: "Thank you, it is confirmed" })).toBeVisible();
    expect(calls).toEqual(["POST /public/subscribe/confirm"]);
    expect(location.hash).toBe("");
  });

  it("says that a link is dead", async () => {
    server({ "POST /public/subscribe/confirm": () => ({ status: 404, body: { messageId: "L010" } }) });
    await renderWith(<ConfirmPage />, { path: "/registration-form/confirm#token=old" });
    expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
    expect(screen.getByRole("link", { name: "To the request" })).toHaveAttribute("href", "/registration-form");
  });
});
