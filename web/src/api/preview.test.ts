import { afterEach, beforeEach, expect, it, vi } from "vitest";

const real = { local: window.localStorage, session: window.sessionStorage, db: window.indexedDB };

beforeEach(() => {
  vi.resetModules();
  real.local.clear();
  real.local.setItem("token", "secret");
  history.replaceState(null, "", "/enquiry/new?preview=p1&as=me&lng=ar");
});
afterEach(() => {
  Object.defineProperty(window, "localStorage", { value: real.local, configurable: true });
  Object.defineProperty(window, "sessionStorage", { value: real.session, configurable: true });
  Object.defineProperty(window, "indexedDB", { value: real.db, configurable: true });
  real.local.clear();
  history.replaceState(null, "", "/");
});

it("takes its token out of the address, and finds and leaves nothing in the browser", async () => {
  const session = await import("./session");
  const { preview } = await import("./preview");
  expect(preview).toEqual({ token: "p1", as: "me", role: null });
  expect(location.search).toBe("?lng=ar");
  expect(session.currentToken()).toBeNull();
  session.storeToken("lent", 60);
  localStorage.setItem("more", "1");
  expect(localStorage.getItem("more")).toBe("1");
  expect(Object.keys(localStorage)).toContain("more");
  expect(localStorage).toHaveLength(3);
  expect(Object.keys(real.local)).toEqual(["token"]);
  expect(real.local.getItem("token")).toBe("secret");
  expect(window.indexedDB).toBeUndefined();
});

it("sends its token with what it reads, and nothing that writes leaves the page", async () => {
  const sent: Request[] = [];
  vi.stubGlobal("fetch", async (input: Request) => {
    sent.push(input);
    return new Response("{}", { headers: { "content-type": "application/json" } });
  });
  const { baseQuery } = await import("./baseQuery");
  const api = { dispatch: () => {}, signal: new AbortController().signal } as never;
  await baseQuery("/v1/oa/common/school-details", api, {});
  expect(sent[0]?.headers.get("x-preview")).toBe("p1");
  await baseQuery({ url: "/v1/oa/public/forms/new/check", method: "POST", body: {} }, api, {});
  expect(sent).toHaveLength(2);
  const refused = await baseQuery({ url: "/v1/oa/auth/login", method: "POST", body: {} }, api, {});
  expect(refused.error).toMatchObject({ status: 409, data: { messageId: "S004" } });
  expect(sent).toHaveLength(2);
});

it("takes the focus from nobody who is elsewhere", async () => {
  const { takeNoFocus } = await import("./preview");
  const field = document.body.appendChild(document.createElement("input"));
  const giveBack = takeNoFocus();
  const inside = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  field.focus();
  expect(document.activeElement).not.toBe(field);
  inside.mockReturnValue(true);
  field.focus();
  expect(document.activeElement).toBe(field);
  giveBack();
  inside.mockRestore();
  field.remove();
});

it("wears the role that it is looked at with, for pages and menus", async () => {
  history.replaceState(null, "", "/dashboard?preview=p1&as=me&role=guardian&lng=ar");
  const { preview } = await import("./preview");
  expect(preview).toEqual({ token: "p1", as: "me", role: "guardian" });
  expect(location.search).toBe("?lng=ar");
  history.replaceState(null, "", "/dashboard?preview=p1&as=visitor&role=guardian");
  vi.resetModules();
  expect((await import("./preview")).preview?.role).toBeNull();
});

it("wears the colours that it is looked at in, whatever was chosen in this browser", async () => {
  const chosen = "mantine-color-scheme-value";
  real.local.setItem(chosen, "light");
  history.replaceState(null, "", "/?preview=p1&scheme=dark&lng=ar");
  await import("./preview");
  expect([localStorage.getItem(chosen), real.local.getItem(chosen), location.search]).toEqual(["dark", "light", "?lng=ar"]);
  vi.resetModules();
  history.replaceState(null, "", "/?preview=p1&scheme=neon");
  await import("./preview");
  expect(localStorage.getItem(chosen)).toBeNull();
});
