import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadConnections } from "@/api/connections";
import { refreshSession } from "@/api/refresh";
import { currentToken, dropToken, holdToken } from "@/api/session";
import { storeSchoolId } from "@/api/schoolId";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { guardBackButton } from "./back";
import { routes } from "./router";

const user = { id: "u1", avatar: "", userName: "Huda Saleh", email: "huda@abq.example", authority: ["admissions_officer"], kind: "staff" };
const session = { user, token: "t1", expires_in: 600, session: { kind: "staff" } };
const counts = { new: 3, contacted: 2, toured: 0, applying: 1, lost: 0 };
const offering = (flags: Record<string, string>) => ({
  "GET /common/school-details": () => ({ ...school, authPage: { conditionalScreens: { ...school.authPage.conditionalScreens, ...flags } } }),
});
const sent = new Map<string, unknown>();
const keep = (call: string, answer: object) => ({
  [call]: (body: unknown) => {
    sent.set(call, body);
    return answer;
  },
});
const server = (more: Parameters<typeof stubServer>[0] = {}) =>
  stubServer({
    "GET /common/school-details": () => school,
    "GET /auth/captcha": () => ({ captcha: { provider: "off", site_key: "", challenge: null } }),
    "GET /enquiries": () => ({ items: [], next_cursor: null, total: 0, counts }),
    "GET /enquiries/assignees": () => ({ items: [] }),
    ...more,
  });
/** Fills a field at one go: what single keys do is the fields' own tests' affair. */
async function fill(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}
const type = (label: string | RegExp, text: string) => fill(screen.getByLabelText(label), text);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

async function password() {
  await screen.findByLabelText("E-mail");
  await type("E-mail", "huda@abq.example");
  await type("Password", "right one");
  await press("Sign in");
}

// Whole journeys, each page of which is loaded when it is met.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  dropToken();
  sent.clear();
  storeSchoolId("abq");
});

describe("the ways in", () => {
  it.each([
    [{}, []],
    [{ otp: "Y" }, ["Use a one-time code"]],
    [{ signUp: "Y" }, ["Create an account"]],
    [{ without_auth: "Y", otp: "Y", signUp: "Y" }, ["Use a one-time code", "Create an account", "Apply without an account"]],
  ])("with %o are %o", async (flags, ways) => {
    server(offering(flags));
    await renderRoutes(routes, { path: "/sign-in" });
    await screen.findByLabelText("E-mail");
    const list = screen.queryByRole("list", { name: "Other ways in" });
    expect(list ? within(list).getAllByRole("link").map((link) => link.textContent) : []).toEqual(ways);
  });

  it("carry the wanted page along", async () => {
    server(offering({ otp: "Y" }));
    await renderRoutes(routes, { path: "/sign-in?redirectUrl=/pre_admission" });
    expect(await screen.findByRole("link", { name: "Use a one-time code" })).toHaveAttribute("href", "/otp-authentication?redirectUrl=%2Fpre_admission");
  });
});

it("an address that is not confirmed yet can have its mail once more, and then waits", async () => {
  server({ "POST /auth/login": () => ({ status: 401, body: { messageId: "L003" } }), ...keep("POST /auth/resend-verify-email", { messageId: "L011" }) });
  await renderRoutes(routes, { path: "/sign-in" });
  await password();
  await userEvent.click(await screen.findByRole("button", { name: "Send the message again" }));
  expect(await screen.findByRole("button", { name: /Send again in (1:00|0:59)/ })).toBeDisabled();
  expect(sent.get("POST /auth/resend-verify-email")).toEqual({ email: "huda@abq.example" });
});

describe("the second factor", () => {
  const asks = { "POST /auth/login": () => ({ mfa_required: true, challenge: "c1", methods: ["totp", "recovery"] }) };

  it("is asked for before anybody is in; a wrong code tells the tries that are left", async () => {
    let tries = 0;
    server({ ...asks, "POST /auth/second-factor": () => (++tries === 1 ? { status: 422, body: { messageId: "L004", tries_left: 3 } } : session) });
    const { router } = await renderRoutes(routes, { path: "/sign-in" });
    await password();
    await screen.findByRole("heading", { name: "One more step" });
    expect(localStorage.getItem("token")).toBeNull();
    // Sent by itself with the sixth digit; Arabic digits are digits.
    await fill(screen.getByLabelText("Six-digit code"), "١٢٣٤٥٦");
    expect(await screen.findByRole("alert")).toHaveTextContent("3 tries left");
    expect(screen.getByLabelText("Six-digit code")).toHaveValue("");
    await userEvent.click(screen.getByLabelText("Six-digit code"));
    await userEvent.paste("654 321");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
    expect(localStorage.getItem("token")).toBe("t1");
  });

  it("takes a recovery code instead", async () => {
    server({ ...asks, ...keep("POST /auth/second-factor", session) });
    await renderRoutes(routes, { path: "/sign-in" });
    await password();
    await userEvent.click(await screen.findByRole("button", { name: "Use a recovery code" }));
    await type("Recovery code", "7GQ2-M4KD");
    await press("Continue");
    await waitFor(() => expect(sent.get("POST /auth/second-factor")).toEqual({ challenge: "c1", code: "7GQ2-M4KD" }));
  });

  it("that ran out begins again at the password", async () => {
    server({ ...asks, "POST /auth/second-factor": () => ({ status: 422, body: { messageId: "L005" } }) });
    await renderRoutes(routes, { path: "/sign-in" });
    await password();
    await fill(await screen.findByLabelText("Six-digit code"), "123456");
    await userEvent.click(await screen.findByRole("button", { name: "Begin again" }));
    expect(screen.getByLabelText("Password")).toHaveValue("");
  });

  it("is set up where a role asks for it, and the codes are kept before the person is in", async () => {
    server({
      "POST /auth/login": () => ({ mfa_setup_required: true, challenge: "c1", totp: { secret: "JBSWY3DP", uri: "otpauth://totp/x", qr: "<svg xmlns='http://www.w3.org/2000/svg'/>" } }),
      "POST /auth/second-factor": () => ({ ...session, recovery_codes: ["AAAA-1111", "BBBB-2222"] }),
    });
    const { router } = await renderRoutes(routes, { path: "/sign-in" });
    await password();
    expect(await screen.findByText("JBSW Y3DP")).toBeVisible();
    await fill(screen.getByLabelText("The code that the app shows now"), "123456");
    expect(await screen.findByText("BBBB-2222")).toBeVisible();
    expect(router.state.location.pathname).toBe("/sign-in");
    expect(screen.getByRole("button", { name: "Done" })).toBeDisabled();
    await userEvent.click(screen.getByRole("checkbox"));
    await press("Done");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });
});

describe("sign-up", () => {
  it("says what is missing at each field, and sends nothing", async () => {
    const { calls } = server();
    await renderRoutes(routes, { path: "/sign-up" });
    await userEvent.click(await screen.findByRole("button", { name: "Create the account" }));
    expect(screen.getByLabelText("Your full name")).toHaveAccessibleDescription("Enter your name.");
    expect(screen.getByLabelText("Your full name")).toHaveFocus();
    expect(screen.getByLabelText("E-mail")).toBeInvalid();
    await userEvent.click(screen.getByLabelText("Choose a password"));
    expect(screen.getByLabelText("Choose a password")).toHaveAccessibleDescription(/does not yet meet.*10 to 128 characters/);
    expect(calls).not.toContain("POST /auth/register_user");
  });

  it("ends at the mail, whoever asks, and can send it again after a minute", async () => {
    server(keep("POST /auth/register_user", { status: 201, body: { messageId: "L011" } }));
    await renderRoutes(routes, { path: "/sign-up" });
    await screen.findByLabelText("Your full name");
    await type("Your full name", "Huda Saleh");
    await type("E-mail", "huda@example.com");
    await type("Mobile number", "9123 4567");
    await type("Choose a password", "river lamp quiet");
    await userEvent.click(screen.getByRole("checkbox"));
    await press("Create the account");
    expect(await screen.findByRole("heading", { name: "Check your mail" })).toBeVisible();
    expect(screen.getByText("huda@example.com")).toBeVisible();
    expect(screen.getByRole("button", { name: /Send again in/ })).toBeDisabled();
    expect(sent.get("POST /auth/register_user")).toEqual({
      name: "Huda Saleh", email: "huda@example.com", phone: "+96891234567", password: "river lamp quiet", locale: "en", terms_version: "1",
    });
  });

  it("puts what the server refuses at its field", async () => {
    server({ "POST /auth/register_user": () => ({ status: 422, body: { messageId: "L013", errors: [{ path: "/password", code: "tooCommon", params: {}, severity: "error" }] } }) });
    await renderRoutes(routes, { path: "/sign-up" });
    await screen.findByLabelText("Your full name");
    await type("Your full name", "Huda Saleh");
    await type("E-mail", "huda@example.com");
    await type("Mobile number", "91234567");
    await type("Choose a password", "river lamp quiet");
    await userEvent.click(screen.getByRole("checkbox"));
    await press("Create the account");
    expect(await screen.findByText(/guessed first/)).toBeVisible();
    expect(screen.getByLabelText("Choose a password")).toBeInvalid();
  });
});

it("a forgotten password gets the same answer for every address, and a limit is counted down", async () => {
  let tries = 0;
  server({ "POST /auth/forget-password": () => (++tries === 1 ? { status: 429, headers: { "retry-after": "1" }, body: { messageId: "L002" } } : { messageId: "L011" }) });
  await renderRoutes(routes, { path: "/forgot-password" });
  await fill(await screen.findByLabelText("E-mail"), "nobody@example.com");
  await press("Send the link");
  expect(await screen.findByRole("alert")).toHaveTextContent(/Try again in 0:01/);
  await waitFor(() => expect(screen.getByRole("button", { name: "Send the link" })).toBeEnabled(), { timeout: 3000 });
  await press("Send the link");
  expect(await screen.findByRole("heading", { name: "Look into your mail" })).toBeVisible();
});

describe("the link that proves an address", () => {
  it("is used once, and its token leaves the address bar", async () => {
    const { calls } = server(keep("POST /auth/verify-email", { purpose: "verify_email" }));
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

  it("that is dead offers another", async () => {
    server({ "POST /auth/verify-email": () => ({ status: 410, body: { messageId: "L010" } }), ...keep("POST /auth/resend-verify-email", { messageId: "L011" }) });
    await renderRoutes(routes, { path: "/verify-account#token=abc" });
    await fill(await screen.findByLabelText("E-mail"), "huda@example.com");
    await press("Send the message again");
    await waitFor(() => expect(sent.get("POST /auth/resend-verify-email")).toEqual({ email: "huda@example.com" }));
  });
});

it("a dead link to a new password offers another", async () => {
  server({ "POST /auth/reset-password": () => ({ status: 410, body: { messageId: "L010" } }) });
  await renderRoutes(routes, { path: "/reset-password#token=abc" });
  await fill(await screen.findByLabelText("New password"), "river lamp quiet");
  await type("The same password again", "river lamp quiet");
  expect(location.hash).toBe("");
  await press("Set the password");
  expect(await screen.findByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/forgot-password");
});

describe("one-time codes", () => {
  const asked = keep("POST /auth/auth-otp", { challenge_id: "c1", expires_in: 300, resend_in: 1 });

  it("sign in two seconds after they were found right", async () => {
    server({ ...asked, ...keep("POST /auth/verify-auth-otp", session) });
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
    expect(performance.now() - found).toBeGreaterThan(1700);
    expect(localStorage.getItem("token")).toBe("t1");
  });

  it("come by telephone too, and a new one replaces the old", async () => {
    server({
      ...asked,
      "POST /auth/verify-auth-otp": () => ({ status: 422, body: { messageId: "L005" } }),
      "POST /auth/resend-auth-otp": () => ({ challenge_id: "c2", expires_in: 300, resend_in: 60 }),
    });
    await renderRoutes(routes, { path: "/otp-authentication" });
    await userEvent.click(await screen.findByRole("button", { name: "Use a mobile number instead" }));
    await type("Mobile number", "91234567");
    await press("Send the code");
    await fill(await screen.findByLabelText("Six-digit code"), "123456");
    expect(await screen.findByRole("alert")).toHaveTextContent("no longer works");
    expect(sent.get("POST /auth/auth-otp")).toEqual({ phone: "+96891234567", purpose: "sign_in", locale: "en" });
    await userEvent.click(await screen.findByRole("button", { name: "Send a new code" }, { timeout: 3000 }));
    expect(await screen.findByText("Sent once more.")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByLabelText("Six-digit code")).toBeEnabled();
  });
});

describe("a till", () => {
  const till = { id: "t1", code: "CAN-1", name: "Canteen" };
  const cashier = { ...user, authority: ["cashier"], kind: "till" };

  it("is enrolled once, and then a staff code and a PIN lead to /pos", async () => {
    server({
      ...keep("POST /auth/enrol-till", { till, device_id: "d1" }),
      ...keep("POST /auth/login-pos", { user: cashier, token: "p1", expires_in: 600, session: { kind: "till" }, posRoles: ["cashier"], storeType: ["canteen"], posCurrency: "OMR", till }),
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
  server({ "POST /auth/login": () => session, "POST /auth/refresh": () => ({ ...session, token: "t2" }) });
  const { router } = await renderRoutes(routes, { path: "/student-encrypted/abc" });
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
    holdToken("secret", 600);
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
    holdToken("t1", 600);
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
    holdToken("t1", 600);
    window.dispatchEvent(new Event("pagehide"));
    shown(true);
    expect(reload).not.toHaveBeenCalled();
    expect(page.style.visibility).toBe("");
    stop();
  });
});
