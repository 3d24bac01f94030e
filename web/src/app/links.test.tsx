import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadConnections } from "@/api/connections";
import { refreshSession } from "@/api/refresh";
import { currentToken, dropToken, storeToken } from "@/api/session";
import { storeSchoolId } from "@/api/schoolId";
import { renderRoutes } from "@/test/render";
import { guardBackButton } from "./back";
import { user, session, sent, answering, server, type, press, password } from "@/test/entryKit";
import { fill } from "@/test/fill";
import { routes } from "./router";

// Whole journeys, each page of which is loaded when it is met.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  dropToken();
  sent.clear();
  storeSchoolId("abq");
});
describe("the link that proves an address", () => {
  it("is used once, and its token leaves the address bar", async () => {
    const { calls } = server(answering("POST /auth/verify-email", { purpose: "verify_email" }));
    await renderRoutes(routes, { path: "/verify-account#token=abc" });
    expect(await screen.findByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    expect(calls.filter((call) => call === "POST /auth/verify-email")).toHaveLength(1);
    expect(sent.get("POST /auth/verify-email")).toEqual({ token: "abc" });
    expect(location.href).not.toContain("abc#");
    expect(location.hash).toBe("");
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in");
  });

  it("signs in the browser that began", async () => {
    server({ "POST /auth/verify-email": () => ({ purpose: "verify_email", ...session }) });
    await renderRoutes(routes, { path: "/verify-account#token=abc" });
    expect(await screen.findByRole("link", { name: "Continue" })).toHaveAttribute("href", "/dashboard");
    expect(localStorage.getItem("token")).toBe("t1");
  });

  it("in another browser than the one that began leads to a password of one's own", async () => {
    server({ ...answering("POST /auth/verify-email", { purpose: "verify_email", set_password: "s3t" }), ...answering("POST /auth/reset-password", {}) });
    await renderRoutes(routes, { path: "/verify-account#token=abc" });
    expect(await screen.findByText(/in a different browser from the one you signed up in/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Enter name and password" })).toHaveAttribute("href", "/reset-password#token=s3t");
  });

  it.each([
    ["en", "Enter name and password", "Your full name", "New password", "Repeat the password", "Set the password", "Enter your name.", "Your password is set"],
    ["ar", "إدخال الاسم وكلمة المرور", "اسمكم الكامل", "كلمة المرور الجديدة", "تكرار كلمة المرور", "تعيين كلمة المرور", "أدخلوا اسمكم.", "تم تعيين كلمة المرور"],
  ] as const)("asks there for the name that did not come along (%s)", async (language, go, name, first, again, set, missing, done) => {
    server({
      ...answering("POST /auth/verify-email", { purpose: "verify_email", set_password: "s3t" }),
      ...answering("POST /auth/check-reset-link", {}),
      ...answering("POST /auth/reset-password", {}),
    });
    await renderRoutes(routes, { path: "/verify-account#token=abc", language });
    await userEvent.click(await screen.findByRole("link", { name: go }));
    await fill(await screen.findByLabelText(first), "river lamp quiet moss");
    await type(again, "river lamp quiet moss");
    await press(set);
    expect(screen.getByLabelText(name)).toHaveAccessibleDescription(missing);
    expect(sent.has("POST /auth/reset-password")).toBe(false);
    await type(name, "Huda Saleh");
    await press(set);
    expect(await screen.findByRole("heading", { name: done })).toBeVisible();
    expect(sent.get("POST /auth/reset-password")).toEqual({ token: "s3t", password: "river lamp quiet moss", name: "Huda Saleh" });
  });

  it("takes a change back only once somebody says so", async () => {
    const { calls } = server(answering("POST /auth/verify-email", { purpose: "restore_email", set_password: "s3t" }));
    await renderRoutes(routes, { path: "/verify-account?restore=1#token=abc" });
    expect(await screen.findByRole("heading", { name: "Undo the change?" })).toBeVisible();
    expect(calls).not.toContain("POST /auth/verify-email");
    await press("Undo the change");
    expect(await screen.findByRole("heading", { name: "Your previous address is back" })).toBeVisible();
    expect(sent.get("POST /auth/verify-email")).toEqual({ token: "abc" });
    expect(screen.getByRole("link", { name: "Choose a password" })).toHaveAttribute("href", "/reset-password#token=s3t");
  });

  it("puts a former number back, and says how to sign in", async () => {
    server(answering("POST /auth/verify-email", { purpose: "restore_phone" }));
    await renderRoutes(routes, { path: "/verify-account?restore=1#token=abc" });
    expect(await screen.findByRole("heading", { name: "Undo the change?" })).toBeVisible();
    await press("Undo the change");
    expect(await screen.findByRole("heading", { name: "Your previous number is back" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in");
  });

  it("that is dead offers another", async () => {
    server({ "POST /auth/verify-email": () => ({ status: 410, body: { messageId: "L010" } }), ...answering("POST /auth/resend-verify-email", { messageId: "L011" }) });
    await renderRoutes(routes, { path: "/verify-account#token=abc" });
    await fill(await screen.findByLabelText("E-mail"), "huda@example.com");
    await press("Send the message again");
    await waitFor(() => expect(sent.get("POST /auth/resend-verify-email")).toEqual({ email: "huda@example.com" }));
  });
});

it.each([["en", "This link no longer works", "Ask for a new link"], ["ar", "لم يعد هذا الرابط يعمل", "طلب رابط جديد"]] as const)(
  "a used link to a new password says so before anything is typed (%s)",
  async (language, title, other) => {
    server({ "POST /auth/check-reset-link": () => ({ status: 404, body: { messageId: "L010" } }) });
    await renderRoutes(routes, { path: "/reset-password#token=abc", language });
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByRole("link", { name: other })).toHaveAttribute("href", "/forgot-password");
    expect(document.querySelector("input")).toBeNull();
  },
);

it("a link to a new password that could not be looked at has its form all the same", async () => {
  server({ "POST /auth/check-reset-link": () => ({ status: 429, body: { messageId: "L002" } }) });
  await renderRoutes(routes, { path: "/reset-password#token=abc" });
  expect(await screen.findByLabelText("New password")).toBeVisible();
  expect(screen.queryByLabelText("Your full name")).toBeNull();
});

it("a dead link to a new password offers another", async () => {
  server({ ...answering("POST /auth/check-reset-link", {}), "POST /auth/reset-password": () => ({ status: 410, body: { messageId: "L010" } }) });
  await renderRoutes(routes, { path: "/reset-password#token=abc" });
  await fill(await screen.findByLabelText("New password"), "river lamp quiet");
  await type("Repeat the password", "river lamp quiet");
  expect(location.hash).toBe("");
  await press("Set the password");
  expect(await screen.findByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/forgot-password");
});

describe("one-time codes", () => {
  const asked = answering("POST /auth/auth-otp", { challenge_id: "c1", expires_in: 300, resend_in: 1 });

  it("sign in two seconds after they were found right", async () => {
    server({ ...asked, ...answering("POST /auth/verify-auth-otp", session) });
    const { router } = await renderRoutes(routes, { path: "/otp-authentication?redirectUrl=/pre_admission" });
    await fill(await screen.findByLabelText("E-mail"), "huda@example.com");
    await press("Send the code");
    expect(await screen.findByText(/It works for another (5:00|4:59)/)).toBeVisible();
    expect(sent.get("POST /auth/auth-otp")).toEqual({ email: "huda@example.com", purpose: "sign_in", locale: "en" });
    await fill(screen.getByLabelText("Six-digit code"), "123456");
    expect(await screen.findByRole("heading", { name: "The code is right" })).toBeVisible();
    const found = performance.now();
    expect(localStorage.getItem("token")).toBeNull();
    await waitFor(() => expect(router.state.location.pathname).toBe("/pre_admission"), { timeout: 4000 });
    expect(performance.now() - found).toBeGreaterThan(500);
    expect(localStorage.getItem("token")).toBe("t1");
  });

  it("come by telephone too, and a new one replaces the old", async () => {
    server({
      ...asked,
      "POST /auth/verify-auth-otp": () => ({ status: 422, body: { messageId: "L005" } }),
      "POST /auth/resend-auth-otp": () => ({ challenge_id: "c2", expires_in: 300, resend_in: 60 }),
    });
    await renderRoutes(routes, { path: "/otp-authentication" });
    await userEvent.click(await screen.findByRole("button", { name: "Use a phone number instead" }));
    await type("Phone number", "91234567");
    await press("Send the code");
    await fill(await screen.findByLabelText("Six-digit code"), "123456");
    expect(await screen.findByRole("alert")).toHaveTextContent("no longer works");
    expect(sent.get("POST /auth/auth-otp")).toEqual({ phone: "+96891234567", purpose: "sign_in", locale: "en" });
    await userEvent.click(await screen.findByRole("button", { name: "Send a new code" }, { timeout: 3000 }));
    expect(await screen.findByText("Sent again.")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByLabelText("Six-digit code")).toBeEnabled();
  });
});

describe("a till", () => {
  const till = { id: "t1", code: "CAN-1", name: "Canteen" };
  const cashier = { ...user, authority: ["cashier"], kind: "till" };

  it("is enrolled once, and then a staff code and a PIN lead to /pos", async () => {
    server({
      ...answering("POST /auth/enrol-till", { till, device_id: "d1" }),
      ...answering("POST /auth/login-pos", { user: cashier, token: "p1", expires_in: 600, session: { kind: "till" }, posRoles: ["cashier"], storeType: ["canteen"], posCurrency: "OMR", till }),
      "GET /pos/me": () => ({ person: { id: "u1", name: "Huda" }, roles: ["cashier"], till: { ...till, store_types: ["canteen"] }, currency: "OMR", since: "2026-11-21T08:00:00Z" }),
    });
    const { router } = await renderRoutes(routes, { path: "/pos-sign-in" });
    await fill(await screen.findByLabelText("Enrolment code"), "ABCD-1234");
    await type(/Name of this device/, "left tablet");
    await press("Enrol this device");
    await fill(await screen.findByLabelText("Staff code"), "C102");
    for (const digit of ["4", "8", "2", "1"]) await press(digit);
    await press("Sign in");
    await waitFor(() => expect(router.state.location.pathname).toBe("/pos"));
    expect(sent.get("POST /auth/login-pos")).toEqual({ staff_code: "C102", pin: "4821", till_code: "CAN-1", device_id: "d1" });
    expect(JSON.parse(localStorage.getItem("pos") ?? "null")).toEqual({ loginUserIDPos: "u1", storeType: ["canteen"], posCurrency: "OMR", posRoles: ["cashier"] });
    dropToken();
    expect(localStorage.getItem("pos")).toBeNull();
    expect(localStorage.getItem("till")).not.toBeNull();
  });

  it("that is taken says so and forgets the PIN", async () => {
    localStorage.setItem("till", JSON.stringify({ device_id: "d1", till }));
    server({ "POST /auth/login-pos": () => ({ status: 409, body: { messageId: "P002" } }) });
    await renderRoutes(routes, { path: "/pos-sign-in" });
    await fill(await screen.findByLabelText("Staff code"), "C102");
    await type("PIN", "4821");
    await press("Sign in");
    expect(await screen.findByRole("alert")).toHaveTextContent("Somebody else is signed in");
    expect(screen.getByLabelText("PIN")).toHaveValue("");
  });
});

it("a session from an encrypted link is never stored, not even when it is renewed", async () => {
  server({ "POST /auth/login": () => ({ ...session, known_browser: "t1" }), "POST /auth/refresh": () => ({ ...session, token: "t2", known_browser: "t2" }) });
  const { router } = await renderRoutes(routes, { path: "/student-encrypted/abc/sign-in" });
  await password();
  await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  expect(currentToken()).toBe("t1");
  await refreshSession(true);
  expect(currentToken()).toBe("t2");
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/"t[12]"/);

  // Closing the tab ends it on the server as well.
  const ended = vi.fn<typeof fetch>(async () => Response.json({ success: true, messageId: "" }));
  vi.stubGlobal("fetch", ended);
  window.dispatchEvent(new Event("pagehide"));
  expect(ended).toHaveBeenCalledOnce();
  const [address, init] = ended.mock.calls[0] ?? [];
  expect(address instanceof URL ? address.pathname : "").toMatch(/\/auth\/sign-out$/);
  expect(init).toMatchObject({ keepalive: true, body: JSON.stringify({ token: "t2" }) });
});

describe("the connections list", () => {
  it("is asked for without token, cookie or school headers", async () => {
    storeToken("secret", 600);
    const ask = vi.fn<typeof fetch>(async () => Response.json([{ name: "x" }]));
    vi.stubGlobal("fetch", ask);
    await loadConnections("https://lists.example/connections.json");
    const [, init] = ask.mock.calls[0] ?? [];
    expect(init).toMatchObject({ credentials: "omit" });
    expect(init?.headers).toBeUndefined();
  });

  it.each([
    ["refuses", async () => new Response("no", { status: 500 })],
    ["is not there", async () => Promise.reject(new TypeError("down"))],
    ["talks nonsense", async () => new Response("<html>")],
  ])("that %s changes nothing", async (_how, answer) => {
    vi.stubGlobal("fetch", answer);
    await expect(loadConnections("https://lists.example/")).resolves.toBeUndefined();
  });
});

describe("the back button after signing out", () => {
  const shown = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

  it("shows nothing of what stood there", () => {
    const page = document.createElement("div");
    const reload = vi.fn<() => void>();
    const stop = guardBackButton(page, reload);
    storeToken("t1", 600);
    window.dispatchEvent(new Event("pagehide"));
    expect(page.style.visibility).toBe("hidden");
    localStorage.removeItem("token");
    shown(true);
    expect(reload).toHaveBeenCalledOnce();
    expect(page.style.visibility).toBe("hidden");
    stop();
  });

  it("shows the page as it was while the session stands", () => {
    const page = document.createElement("div");
    const reload = vi.fn<() => void>();
    const stop = guardBackButton(page, reload);
    storeToken("t1", 600);
    window.dispatchEvent(new Event("pagehide"));
    shown(true);
    expect(reload).not.toHaveBeenCalled();
    expect(page.style.visibility).toBe("");
    stop();
  });
});
