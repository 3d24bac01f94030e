import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dropToken } from "@/api/session";
import { storeSchoolId } from "@/api/schoolId";
import { fill } from "@/test/fill";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { routes } from "./router";
// Read before the first test: what a test waits for is a page, not its source.
import "@/features/auth/SignInPage";
import "@/features/dashboard/DashboardPage";
import "@/features/dashboard/StaffHome";
import "@/features/inbox/InboxPage";
import "./shells/StaffShell";

// Each page is loaded when it is met, which on a busy machine takes longer than a second.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const user = { id: "u1", avatar: "", userName: "Huda Saleh", email: "huda@abq.example", authority: ["admissions_officer"] };
const counts = { new: 3, contacted: 2, toured: 0, applying: 1, lost: 0 };
const server = (more: Parameters<typeof stubServer>[0] = {}) =>
  stubServer({
    "GET /common/school-details": () => school,
    "POST /auth/login": () => ({ user, token: "t1", expires_in: 600 }),
    "GET /enquiries": () => ({ items: [], next_cursor: null, total: 0, counts }),
    "GET /enquiries/assignees": () => ({ items: [] }),
    ...more,
  });

beforeEach(() => {
  dropToken();
  storeSchoolId("abq");
});

async function signIn(password = "right one") {
  await fill(await screen.findByLabelText("E-mail"), "huda@abq.example");
  await fill(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

describe("signing in", () => {
  it("leads to the page that was asked for", async () => {
    server();
    const { router } = await renderRoutes(routes, { path: "/pre_admission?state=new" });
    await screen.findByLabelText("E-mail");
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe("/sign-in?redirectUrl=/pre_admission%3Fstate%3Dnew");
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/pre_admission"));
    expect(router.state.location.search).toBe("?state=new");
    expect(localStorage.getItem("token")).toBe("t1");
  });

  it("leads to the dashboard, whose numbers are doors", async () => {
    server();
    await renderRoutes(routes, { path: "/" });
    await signIn();
    const tile = await screen.findByRole("link", { name: /3\s*New/ });
    expect(tile).toHaveAttribute("href", "/pre_admission?state=new");
  });

  it("never leads to another site", async () => {
    server();
    const { router } = await renderRoutes(routes, { path: "/sign-in?redirectUrl=//evil.example/pre_admission" });
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });

  it("says what was wrong, in words, and stays", async () => {
    server({ "POST /auth/login": () => ({ status: 401, body: { messageId: "L001" } }) });
    const { router } = await renderRoutes(routes, { path: "/sign-in" });
    await signIn("wrong one");
    expect(await screen.findByRole("alert")).toHaveTextContent("do not match an account");
    expect(router.state.location.pathname).toBe("/sign-in");
  });
});

it("too many tries at signing in count down before the next one", async () => {
  server({ "POST /auth/login": () => ({ status: 429, headers: { "retry-after": "2" }, body: { messageId: "L002" } }) });
  await renderRoutes(routes, { path: "/sign-in" });
  await signIn("wrong one");
  expect(await screen.findByRole("alert")).toHaveTextContent("Too many attempts. Wait a moment before trying again. Try again in 0:02.");
  expect(screen.getByRole("button", { name: "Sign in" })).toBeDisabled();
  await waitFor(() => expect(screen.getByRole("button", { name: "Sign in" })).toBeEnabled(), { timeout: 4000 });
  expect(screen.getByRole("alert")).toHaveTextContent("You can try again now.");
});

describe("addresses", () => {
  it("that nobody knows lead to the root, and from there to the school's entry", async () => {
    server();
    const { router } = await renderRoutes(routes, { path: "/no/such/page" });
    await screen.findByLabelText("E-mail");
    expect(router.state.location.pathname).toBe("/sign-in");
  });

  it("of a signed-in person's guest pages lead to the dashboard", async () => {
    server();
    const { router } = await renderRoutes(routes, { path: "/sign-in" });
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
    await router.navigate("/sign-in?redirectUrl=/pre_admission");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });

  it("outside a role lead to /access-denied", async () => {
    server({ "GET /common/school-details": () => ({ ...school, routes: { "/pre_admission": ["principal"] } }) });
    const { router } = await renderRoutes(routes, { path: "/pre_admission" });
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/access-denied"));
    expect(await screen.findByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
  });
});

describe("the access check", () => {
  it("that fails without a message counts as L006", async () => {
    server({ "GET /common/school-details": () => ({ ...school, mode: "production" }), "GET /common/access-check": () => ({ status: 500, body: {} }) });
    const { router } = await renderRoutes(routes, { path: "/sign-in" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/access-denied"));
    expect(await screen.findByRole("alert")).toHaveTextContent("does not give access to the school");
  });

  it("passes the server's message on", async () => {
    server({
      "GET /common/school-details": () => ({ ...school, mode: "production" }),
      "GET /common/access-check": () => ({ success: false, messageId: "L008", message: "" }),
    });
    await renderRoutes(routes, { path: "/sign-in" });
    expect(await screen.findByRole("alert")).toHaveTextContent("closed for now");
  });

  it("keeps the place: trying again, or a reload once the school is open, goes back to the form", async () => {
    let closed = true;
    const check = () => (closed ? { status: 403, body: { success: false, messageId: "L008" } } : { success: true, message: "", messageId: "" });
    server({ "GET /common/school-details": () => ({ ...school, mode: "production" }), "GET /common/access-check": check });
    const first = await renderRoutes(routes, { path: "/admission-dates?year=2027", language: "ar" });
    expect(await screen.findByRole("heading", { name: "صفحات المدرسة مغلقة حاليًا" })).toBeVisible();
    const here = first.router.state.location;
    expect(`${here.pathname}${here.search}`).toBe("/access-denied?from=/admission-dates%3Fyear%3D2027");
    closed = false;
    await userEvent.click(screen.getByRole("button", { name: "إعادة المحاولة" }));
    await waitFor(() => expect(first.router.state.location.pathname).toBe("/admission-dates"));
    expect(first.router.state.location.search).toBe("?year=2027");
    first.unmount();
    const again = await renderRoutes(routes, { path: "/access-denied?from=/admission-dates%3Fyear%3D2027", language: "ar" });
    await waitFor(() => expect(again.router.state.location.pathname).toBe("/admission-dates"));
  });

  it("goes back to no other site, and says nothing of roles where none was asked", async () => {
    server({ "GET /common/school-details": () => ({ ...school, mode: "production" }), "GET /common/access-check": () => ({ success: true, message: "", messageId: "" }) });
    const { router } = await renderRoutes(routes, { path: "/access-denied?from=//evil.example/x" });
    expect(await screen.findByRole("heading", { name: "This school's pages are closed for now" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/access-denied");
  });

  it("is not made in test mode", async () => {
    const { calls } = server();
    await renderRoutes(routes, { path: "/sign-in" });
    await screen.findByLabelText("E-mail");
    expect(calls).not.toContain("GET /common/access-check");
  });
});

it("the footer opens the two texts, and they close", async () => {
  server();
  await renderRoutes(routes, { path: "/sign-in" });
  await userEvent.click(await screen.findByRole("button", { name: "Privacy policy" }));
  const dialog = await screen.findByRole("dialog", { name: "Privacy policy" });
  expect(dialog).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
