import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bringKnownBrowsers } from "@/api/knownBrowsers";
import { refreshSession } from "@/api/refresh";
import { storeSchoolId } from "@/api/schoolId";
import { dropToken } from "@/api/session";
import { answering, offering, password, press, sent, server, session, type } from "@/test/entryKit";
import { renderRoutes } from "@/test/render";
import { routes } from "./router";

// Whole journeys, each page of which is loaded when it is met.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  dropToken();
  storeSchoolId("abq");
  sent.clear();
});

it("what a sign-in makes this browser known by is kept without a name, renewed, and stays over a sign-out", async () => {
  server({ ...answering("POST /auth/login", { ...session, known_browser: "k1" }), "POST /auth/refresh": () => ({ ...session, token: "t2", known_browser: "k2" }) });
  const { router } = await renderRoutes(routes, { path: "/sign-in" });
  await password();
  await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  expect(sent.get("POST /auth/login")).not.toHaveProperty("known_browsers");
  expect(localStorage.getItem("known-browsers")).toBe('[{"of":"u1","token":"k1"}]');
  await refreshSession(true);
  expect(bringKnownBrowsers()).toEqual({ known_browsers: ["k2"] });
  dropToken();
  expect(bringKnownBrowsers()).toEqual({ known_browsers: ["k2"] });
});

describe("it goes with", () => {
  const known_browsers = ["k1"];
  beforeEach(() => localStorage.setItem("known-browsers", '[{"of":"u1","token":"k1"}]'));

  it("a password", async () => {
    server(answering("POST /auth/login", session));
    await renderRoutes(routes, { path: "/sign-in" });
    await password();
    await waitFor(() => expect(sent.get("POST /auth/login")).toEqual({ email: "huda@abq.example", password: "right one", known_browsers }));
  });

  it("a forgotten password", async () => {
    server(answering("POST /auth/forget-password", { messageId: "L011" }));
    await renderRoutes(routes, { path: "/forgot-password" });
    await screen.findByLabelText("E-mail");
    await type("E-mail", "huda@abq.example");
    await press("Send the link");
    await waitFor(() => expect(sent.get("POST /auth/forget-password")).toEqual({ email: "huda@abq.example", known_browsers }));
  });

  it("a code, and another one", async () => {
    server({
      ...offering({ otp: "Y" }),
      ...answering("POST /auth/auth-otp", { challenge_id: "c1", expires_in: 300, resend_in: 0 }),
      ...answering("POST /auth/resend-auth-otp", { challenge_id: "c2", expires_in: 300, resend_in: 60 }),
    });
    await renderRoutes(routes, { path: "/otp-authentication" });
    await screen.findByLabelText("E-mail");
    await type("E-mail", "huda@abq.example");
    await press("Send the code");
    await waitFor(() => expect(sent.get("POST /auth/auth-otp")).toMatchObject({ email: "huda@abq.example", known_browsers }));
    await userEvent.click(await screen.findByRole("button", { name: "Send a new code" }));
    await waitFor(() => expect(sent.get("POST /auth/resend-auth-otp")).toEqual({ challenge_id: "c1", known_browsers }));
  });
});
