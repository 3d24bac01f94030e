import { describe, expect, it } from "vitest";
import { afterSignIn, decide, entryOf, hasAuthority, type Access, type EntryRules, type Visitor } from "./guards";
import { isPosPath, isPublicPath } from "./paths";
import { routeTable } from "./rooms";
import { afterSignOut } from "@/api/signOut";

const everything = () => true;
const screens = (flags: Partial<EntryRules["conditionalScreens"]> = {}) => ({ without_auth: "N", login: "N", otp: "N", signUp: "N", ...flags });
const rules = (flags: Partial<EntryRules["conditionalScreens"]> = {}, more: Partial<EntryRules> = {}): EntryRules => ({
  conditionalScreens: screens(flags),
  homePage: ["N", "N"],
  routes: {},
  ...more,
});
const nobody: Visitor = { signedIn: false, authority: [] };
const officer: Visitor = { signedIn: true, authority: ["admissions_officer"] };
const route = (access: Access, path: string, authority: string[] = []) => ({ access, path, authority });

describe("a signed-out visitor of a protected route", () => {
  it.each([
    [{ without_auth: "Y" }, "/admission"],
    [{ login: "Y" }, "/sign-in"],
    [{ otp: "Y" }, "/otp-authentication"],
    [{ signUp: "Y" }, "/sign-up"],
    [{ without_auth: "Y", login: "Y", otp: "Y", signUp: "Y" }, "/admission"],
    [{ otp: "Y", signUp: "Y" }, "/otp-authentication"],
    [{ login: "yes" }, "/sign-in?redirectUrl=/pre_admission"],
    [{}, "/sign-in?redirectUrl=/pre_admission"],
  ])("with %o goes to %s", (flags, to) => {
    expect(decide(route("protected", "/pre_admission"), "/pre_admission", nobody, rules(flags), everything)).toEqual({ kind: "redirect", to });
  });

  it("is remembered with the query of the address", () => {
    const decision = decide(route("protected", "/pre_admission"), "/pre_admission?state=new&q=a b", nobody, rules(), everything);
    expect(decision).toEqual({ kind: "redirect", to: "/sign-in?redirectUrl=/pre_admission%3Fstate%3Dnew%26q%3Da%20b" });
  });

  it("goes to sign-in when the flagged screen is not part of this build", () => {
    const decision = decide(route("protected", "/dashboard"), "/dashboard", nobody, rules({ otp: "Y" }), (path) => path === "/sign-in");
    expect(decision).toEqual({ kind: "redirect", to: "/sign-in" });
  });
});

describe("paths that the seed treats as public", () => {
  it.each([
    ["/enquiry/new", true],
    ["/mogra/mograhr", true],
    ["/hr/form", true],
    ["/consent/abc", true],
    ["/financial/1", true],
    ["/hrx", false],
    ["/dashboard", false],
    ["/pos", false],
    ["/pos-self", true],
  ])("%s: %s", (path, open) => {
    expect(isPublicPath(path)).toBe(open);
    expect(decide(route("protected", path), path, nobody, rules({ login: "Y" }), everything).kind).toBe(open ? "allow" : "redirect");
  });
});

describe("guest-only routes", () => {
  it.each([
    ["/sign-in", officer, { kind: "redirect", to: "/dashboard" }],
    ["/pos", officer, { kind: "redirect", to: "/pos" }],
    ["/pos/sign-in", officer, { kind: "redirect", to: "/pos" }],
    ["/pos-sign-in", officer, { kind: "redirect", to: "/dashboard" }],
    ["/sign-in", nobody, { kind: "allow" }],
  ] as const)("%s", (path, visitor, expected) => {
    expect(decide(route("guest", path), path, visitor, rules(), everything)).toEqual(expected);
  });
});

describe("authority", () => {
  it.each([
    [["a"], ["a", "b"], false, true],
    [["c"], ["a", "b"], false, false],
    [[], ["a"], false, true],
    [["a"], [], false, true],
    [undefined, undefined, false, true],
    [[], ["a"], true, false],
    [["a"], undefined, true, false],
    [["a"], ["a"], true, true],
  ])("own %o, asked %o, empty denies %s: %s", (own, asked, emptyDenies, expected) => {
    expect(hasAuthority(own, asked, emptyDenies)).toBe(expected);
  });

  it("that does not match sends to /access-denied", () => {
    const decision = decide(route("protected", "/reports", ["principal"]), "/reports", officer, rules(), everything);
    expect(decision).toEqual({ kind: "redirect", to: "/access-denied" });
  });

  it("of the school's list wins over the route's own", () => {
    const own = rules({}, { routes: { "/pre_admission": ["principal"] } });
    expect(decide(route("protected", "/pre_admission", ["admissions_officer"]), "/pre_admission", officer, own, everything).kind).toBe("redirect");
  });

  it("of the school's list counts for what is below the page, beside the right of that itself", () => {
    const own = rules({}, { routes: { "/pre_admission": ["principal"] } });
    const below = { ...route("protected", "/pre_admission/:id", []), under: "/pre_admission" };
    expect(decide(below, "/pre_admission/x", officer, own, everything).kind).toBe("redirect");
    expect(decide(below, "/pre_admission/x", officer, rules(), everything).kind).toBe("allow");
    expect(decide({ ...below, authority: ["auditor"] }, "/pre_admission/x", officer, rules({}, { routes: { "/pre_admission": ["admissions_officer"] } }), everything).kind).toBe("redirect");
    const under = (path: string) => routeTable.find((each) => each.path === path)?.under;
    expect([under("/pre_admission/:id"), under("/settings/:section/*"), under("/settings/setup"), under("/settings/people"), under("/profile/:tab")]).toEqual(["/pre_admission", "/settings", "/settings", undefined, undefined]);
  });

  it("plays no part on public routes", () => {
    expect(decide(route("public", "/enquiry/new", ["principal"]), "/enquiry/new", officer, rules(), everything)).toEqual({ kind: "allow" });
  });
});

describe("the root", () => {
  it.each([
    [officer, rules(), "/dashboard"],
    [nobody, rules(), "/sign-in"],
    [nobody, rules({ without_auth: "Y" }), "/admission"],
    [nobody, rules({}, { homePage: ["N", "Y"] }), "/sign-up"],
    [nobody, rules({}, { homePage: ["Y", "N"] }), "/sign-in"],
    [nobody, rules({ login: "Y" }, { homePage: ["N", "Y"] }), "/sign-in"],
  ])("case %#", (visitor, school, to) => {
    expect(entryOf(visitor, school, everything)).toBe(to);
  });
});

describe("after signing in", () => {
  const known = (path: string) => path === "/pre_admission" || path === "/dashboard";
  const origin = "http://abq.localhost";
  it.each([
    [null, "/sign-in", "/dashboard"],
    ["/pre_admission", "/sign-in", "/pre_admission"],
    ["/pre_admission?state=new", "/sign-in", "/pre_admission?state=new"],
    ["/dashboard", "/sign-in", "/dashboard"],
    ["/dashboard?x=1", "/sign-in", "/dashboard"],
    ["/nowhere", "/sign-in", "/dashboard"],
    ["https://evil.example/pre_admission", "/sign-in", "/dashboard"],
    ["//evil.example/pre_admission", "/sign-in", "/dashboard"],
    ["/\\evil.example/pre_admission", "/sign-in", "/dashboard"],
    ["\\/evil.example", "/sign-in", "/dashboard"],
    ["javascript:alert(1)", "/sign-in", "/dashboard"],
    ["/pre_admission", "/pos/sign-in", "/pos"],
  ])("%s on %s leads to %s", (remembered, page, to) => {
    expect(afterSignIn(remembered, page, known, origin)).toBe(to);
  });
});

describe("till paths", () => {
  it.each([
    ["/pos", true, "/pos-sign-in"],
    ["/pos/canteen", true, "/pos-sign-in"],
    ["/pos-sign-in", false, "/"],
    ["/pos-self", false, "/"],
    ["/dashboard", false, "/"],
  ])("%s", (path, till, out) => {
    expect(isPosPath(path)).toBe(till);
    expect(afterSignOut(path)).toBe(out);
  });
});
