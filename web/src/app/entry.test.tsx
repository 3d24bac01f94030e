import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dropToken } from "@/api/session";
import { storeSchoolId } from "@/api/schoolId";
import { renderRoutes } from "@/test/render";
import { session, offering, sent, answering, server, type, press, password } from "@/test/entryKit";
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
  server({ "POST /auth/login": () => ({ status: 401, body: { messageId: "L003" } }), ...answering("POST /auth/resend-verify-email", { messageId: "L011" }) });
  await renderRoutes(routes, { path: "/sign-in" });
  await password();
  await userEvent.click(await screen.findByRole("button", { name: "Send the message again" }));
  expect(await screen.findByRole("button", { name: /Send again in (1:00|0:59)/ })).toBeDisabled();
  expect(sent.get("POST /auth/resend-verify-email")).toEqual({ email: "huda@abq.example" });
});

it("a refused password tells nobody whether an address waits; the letter is offered to whoever may have registered", async () => {
  server({ ...offering({ signUp: "Y" }), "POST /auth/login": () => ({ status: 401, body: { messageId: "L001" } }), ...answering("POST /auth/resend-verify-email", { messageId: "L011" }) });
  await renderRoutes(routes, { path: "/sign-in" });
  await password();
  expect(await screen.findByText(/Signed up but not confirmed yet/)).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Send the message again" }));
  await waitFor(() => expect(sent.get("POST /auth/resend-verify-email")).toEqual({ email: "huda@abq.example" }));
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
    server({ ...asks, ...answering("POST /auth/second-factor", session) });
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
    await userEvent.click(await screen.findByRole("button", { name: "Start again" }));
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
    server(answering("POST /auth/register_user", { status: 201, body: { messageId: "L011" } }));
    await renderRoutes(routes, { path: "/sign-up" });
    await screen.findByLabelText("Your full name");
    await type("Your full name", "Huda Saleh");
    await type("E-mail", "huda@example.com");
    await type("Phone number", "9123 4567");
    await type("Choose a password", "river lamp quiet");
    await userEvent.click(screen.getByRole("checkbox"));
    await press("Create the account");
    expect(await screen.findByRole("heading", { name: "Check your e-mail" })).toBeVisible();
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
    await type("Phone number", "91234567");
    await type("Choose a password", "river lamp quiet");
    await userEvent.click(screen.getByRole("checkbox"));
    await press("Create the account");
    expect(await screen.findByText(/too common/)).toBeVisible();
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
  expect(await screen.findByRole("heading", { name: "Check your e-mail" })).toBeVisible();
});
