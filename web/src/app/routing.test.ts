import { matchRoutes } from "react-router";
import { describe, expect, it } from "vitest";
import { afterSignOut } from "@/api/signOut";
import { formAt } from "@/api/formPaths";
import { afterSignIn, decide, entryOf, type EntryRules, type Visitor } from "./guards";
import { isPosPath } from "./paths";
import * as router from "./router";
import { routeTable } from "./rooms";
import { FOOTER, HONOURED, NASTY, NOT_HONOURED, ROUTING_RULES, SIGN_OUT, type RoutingCase, type Who } from "./routing.cases";

const VISITORS: Readonly<Record<Who, Visitor>> = {
  nobody: { signedIn: false, authority: [] },
  staff: { signedIn: true, authority: ["admissions_officer"], kind: "staff" },
  family: { signedIn: true, authority: ["guardian"], kind: "family" },
  till: { signedIn: true, authority: ["cashier"], kind: "till" },
};

/** Where the school put its forms. */
const FORMS = [{ id: "abq", path: "/enquiryform/abq" }, { id: "hr", path: "/hr/form" }];
const exists = (path: string) => router.exists(path) || formAt(FORMS, path) !== undefined;

/** Follows the rules from page to page, as the browser would, until one may be seen. */
function walk({ who, open, flags, homePage, routes }: RoutingCase): string {
  const rules: EntryRules = { conditionalScreens: { without_auth: "N", login: "N", otp: "N", signUp: "N", ...flags }, homePage: homePage ?? ["N", "N"], routes: routes ?? {} };
  const visitor = VISITORS[who];
  let at = open;
  for (let hops = 0; hops < 10; hops += 1) {
    const path = at.split("?")[0] ?? at;
    if (!exists(path)) {
      const root = entryOf(visitor, rules, exists);
      at = root;
      continue;
    }
    const route = matchRoutes(routeTable.map((each) => ({ path: each.path, handle: each })), path)?.at(-1)?.route.handle;
    if (!route) throw new Error(`no route for ${path}`);
    const decision = decide(route, at, visitor, rules, exists);
    if (decision.kind === "allow") return at;
    at = decision.to;
  }
  throw new Error(`${open} goes round in circles`);
}

describe.each(ROUTING_RULES)("$rule", ({ cases }) => {
  it.each(cases)("$who at $open with $flags $homePage lands on $lands", (each) => {
    expect(walk(each)).toBe(each.lands);
  });
});

describe("redirectUrl", () => {
  const origin = "http://abq.localhost:3000";

  it.each(HONOURED)("%s is honoured", (remembered, lands) => {
    expect(afterSignIn(remembered, "/sign-in", exists, origin)).toBe(lands);
  });

  it.each(NOT_HONOURED)("%j is not", (remembered) => {
    expect(afterSignIn(remembered, "/sign-in", exists, origin)).toBe("/dashboard");
  });

  it("has sixty nasty forms and more", () => {
    expect(new Set(NASTY).size).toBeGreaterThanOrEqual(60);
  });

  it.each(NASTY)("%j leads to no other site", (remembered) => {
    expect(afterSignIn(remembered, "/sign-in", exists, origin)).toBe("/dashboard");
    // Even where the application knew every path.
    const address = afterSignIn(remembered, "/sign-in", () => true, origin);
    expect(new URL(address, origin).origin).toBe(origin);
    expect(address).toMatch(/^\/(?![/\\])/);
  });

  it.each(["/pos", "/pos/canteen", "/pos-sign-in"])("plays no part at %s: POS sign-in goes to /pos", (page) => {
    expect(afterSignIn("/pre_admission", page, exists, origin)).toBe("/pos");
  });
});

it.each(SIGN_OUT)("signing out at %s leads to %s", (page, to) => {
  expect(afterSignOut(page)).toBe(to);
});

it.each(FOOTER)("the footer at %s for %s: %s", (page, _who, shown) => {
  expect(!isPosPath(page)).toBe(shown);
});

it("a signed-in user at /pos or under it, on a route for guests, is sent to /pos", () => {
  const rules: EntryRules = { conditionalScreens: {}, homePage: [], routes: {} };
  for (const path of ["/pos", "/pos/anything"]) {
    expect(decide({ path, access: "guest", authority: [] }, path, VISITORS.staff, rules, exists)).toEqual({ kind: "redirect", to: "/pos" });
  }
});
