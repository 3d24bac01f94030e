import { afterEach, describe, expect, it, vi } from "vitest";
import { bringKnownBrowsers, forgetKnownBrowsers, storeKnownBrowser } from "./knownBrowsers";

const from = (id: string, known_browser?: string) => storeKnownBrowser({ user: { id }, known_browser });

afterEach(() => vi.restoreAllMocks());

describe("what this browser is known by", () => {
  it("is brought along, the latest first, one for each account", () => {
    expect(bringKnownBrowsers()).toEqual({});
    from("u1", "k1");
    from("u2", "k2");
    from("u1", "k3");
    expect(bringKnownBrowsers()).toEqual({ known_browsers: ["k3", "k2"] });
  });

  it("has an end", () => {
    for (let n = 0; n < 20; n += 1) from(`u${n}`, `k${n}`);
    from("long", "x".repeat(513));
    expect(bringKnownBrowsers().known_browsers).toEqual(["k19", "k18", "k17", "k16", "k15"]);
    expect(Object.keys(localStorage)).toHaveLength(1);
  });

  it("is nothing where a sign-in gave nothing, and is forgotten on a shared device", () => {
    from("u1");
    from("u1", "");
    expect(bringKnownBrowsers()).toEqual({});
    from("u1", "k1");
    forgetKnownBrowsers();
    expect(localStorage).toHaveLength(0);
  });

  it("is nothing where something else wrote there", () => {
    for (const text of ["{", "7", "null", '{"of":"u1"}', '[null,7,{"of":"u1"},{"of":1,"token":"k"},{"of":"u1","token":""}]']) {
      localStorage.setItem("known-browsers", text);
      expect(bringKnownBrowsers()).toEqual({});
    }
    from("u1", "k1");
    expect(bringKnownBrowsers()).toEqual({ known_browsers: ["k1"] });
  });

  it("is dropped where the storage is off", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("", "QuotaExceededError");
    });
    from("u1", "k1");
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("", "SecurityError");
    });
    expect(bringKnownBrowsers()).toEqual({});
  });
});
