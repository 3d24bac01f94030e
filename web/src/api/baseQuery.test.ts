import { configureStore } from "@reduxjs/toolkit";
import { beforeEach, describe, expect, it, vi, type Mock } from "vitest";
import { authReducer, signedIn } from "./authSlice";
import type { SessionUser } from "./types";
import { baseApi } from "./baseApi";
import { MISSING_CLIENT_ID } from "./baseQuery";
import { enhancedApi } from "./generated";
import { refreshSession } from "./refresh";
import type * as schoolIds from "./schoolId";
import { clearSchoolId, guessedSchoolId, storedSchoolId, storeSchoolId } from "./schoolId";
import { currentToken, dropToken, storeToken } from "./session";

const user: SessionUser = { id: "u1", avatar: "", userName: "Huda", email: "huda@abq.example", authority: ["admissions_officer"], kind: "staff" };

function makeStore() {
  return configureStore({
    reducer: { auth: authReducer, api: baseApi.reducer },
    middleware: (getDefault) => getDefault().concat(baseApi.middleware),
  });
}

interface Call {
  url: string;
  headers: Headers;
}

let calls: Call[];
let answer: Mock<(call: Call) => Response>;
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** The page's own host is not the subject of a test; the guess from it is switched on and off here. */
vi.mock("./schoolId", async (original) => {
  const real = await original<typeof schoolIds>();
  return { ...real, guessedSchoolId: vi.fn<typeof real.guessedSchoolId>(() => null) };
});

beforeEach(() => {
  calls = [];
  answer = vi.fn<(call: Call) => Response>(() => json({ success: true, messageId: "" }));
  dropToken();
  vi.stubGlobal("fetch", async (input: Request | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const call = { url: request.url, headers: request.headers };
    calls.push(call);
    return answer(call);
  });
});

describe("the school headers", () => {
  it("are missing: the call is refused before it is sent", async () => {
    const result = await makeStore().dispatch(enhancedApi.endpoints.listForms.initiate());
    expect(result.error).toMatchObject({ error: MISSING_CLIENT_ID });
    expect(calls).toHaveLength(0);
  });

  it("are not needed by /common", async () => {
    await makeStore().dispatch(enhancedApi.endpoints.getSchoolDetails.initiate());
    expect(calls.map((call) => new URL(call.url).pathname)).toEqual(["/api/v1/oa/common/school-details"]);
    expect(calls[0]?.headers.has("school-id")).toBe(false);
  });

  it("come from local storage", async () => {
    storeSchoolId("abq");
    await makeStore().dispatch(enhancedApi.endpoints.listForms.initiate());
    expect(calls[0]?.headers.get("school-id")).toBe("abq");
    expect(calls[0]?.headers.get("client-id")).toBe("abq");
  });

  it("that are stale are cleared, and the call is tried once more", async () => {
    storeSchoolId("old");
    vi.mocked(guessedSchoolId).mockReturnValue("abq");
    answer.mockImplementation((call) => (call.headers.get("school-id") === "old" ? json({ success: false, messageId: "L006" }, 403) : json({ success: true, messageId: "", forms: [] })));
    const result = await makeStore().dispatch(enhancedApi.endpoints.listForms.initiate());
    expect(result.data).toMatchObject({ success: true });
    expect(calls.map((call) => call.headers.get("school-id"))).toEqual(["old", "abq"]);
    expect(storedSchoolId()).toBeNull();
    vi.mocked(guessedSchoolId).mockReturnValue(null);
  });

  it("that stay refused are not tried a third time", async () => {
    storeSchoolId("old");
    vi.mocked(guessedSchoolId).mockReturnValue("abq");
    answer.mockImplementation(() => json({ success: false, messageId: "L006" }, 403));
    await makeStore().dispatch(enhancedApi.endpoints.listForms.initiate());
    expect(calls).toHaveLength(2);
    vi.mocked(guessedSchoolId).mockReturnValue(null);
  });
});

describe("the bearer", () => {
  beforeEach(() => {
    clearSchoolId();
    storeSchoolId("abq");
    storeToken("token-1", 600);
  });

  it("goes with every call but those to /auth", async () => {
    const store = makeStore();
    await store.dispatch(enhancedApi.endpoints.listAssignees.initiate());
    await store.dispatch(enhancedApi.endpoints.login.initiate({ loginRequest: { email: "a@b", password: "x" } }));
    expect(calls.map((call) => call.headers.get("authorization"))).toEqual(["Bearer token-1", null]);
  });

  it("that is refused with 401 signs out", async () => {
    const store = makeStore();
    store.dispatch(signedIn(user));
    answer.mockImplementation(() => json({ success: false, messageId: "L014" }, 401));
    await store.dispatch(enhancedApi.endpoints.listAssignees.initiate());
    expect(store.getState().auth).toMatchObject({ status: "signedOut", user: null, notice: "L014" });
    expect(currentToken()).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("that is refused with another status does not", async () => {
    const store = makeStore();
    store.dispatch(signedIn(user));
    answer.mockImplementation(() => json({ success: false, messageId: "A002" }, 403));
    await store.dispatch(enhancedApi.endpoints.listAssignees.initiate());
    expect(store.getState().auth.status).toBe("signedIn");
  });

  it("near its end is renewed first, once for calls that start together", async () => {
    storeToken("token-1", 30);
    answer.mockImplementation((call) => (call.url.endsWith("/auth/refresh") ? json({ success: true, messageId: "", token: "token-2", expires_in: 600, user }) : json({ success: true, messageId: "", items: [] })));
    const store = makeStore();
    await Promise.all([store.dispatch(enhancedApi.endpoints.listAssignees.initiate()), store.dispatch(enhancedApi.endpoints.listForms.initiate())]);
    expect(calls.filter((call) => call.url.endsWith("/auth/refresh"))).toHaveLength(1);
    const others = calls.filter((call) => !call.url.endsWith("/auth/refresh"));
    expect(others.map((call) => call.headers.get("authorization"))).toEqual(["Bearer token-2", "Bearer token-2"]);
  });

  it("whose session is over signs out", async () => {
    storeToken("token-1", 30);
    const store = makeStore();
    store.dispatch(signedIn(user));
    answer.mockImplementation(() => json({ success: false, messageId: "L014" }, 401));
    await store.dispatch(enhancedApi.endpoints.listAssignees.initiate());
    expect(store.getState().auth.status).toBe("signedOut");
  });

  it("is not thrown away while the server cannot be reached", async () => {
    answer.mockImplementation(() => {
      throw new TypeError("network");
    });
    expect(await refreshSession()).toEqual({ kind: "unreachable" });
    expect(currentToken()).toBe("token-1");
  });

  it("is kept out of local storage when asked", () => {
    dropToken();
    storeToken("secret", 600, { keep: false });
    expect(currentToken()).toBe("secret");
    expect(localStorage.getItem("token")).toBeNull();
  });
});

describe("several tabs", () => {
  beforeEach(() => {
    storeSchoolId("abq");
    storeToken("token-1", 30);
  });

  it("renew once: who waited for the lock takes what the other tab stored", async () => {
    // The other tab finishes while this one waits.
    const request = vi.fn<(name: string, work: () => Promise<unknown>) => Promise<unknown>>((_name, work) => {
      localStorage.setItem("token-ttl", "600");
      localStorage.setItem("token", "token-2");
      return work();
    });
    vi.stubGlobal("navigator", { ...navigator, locks: { request } });
    expect(await refreshSession()).toEqual({ kind: "fresh" });
    expect(request).toHaveBeenCalledWith("qabul-session", expect.any(Function));
    expect(calls).toHaveLength(0);
    expect(currentToken()).toBe("token-2");
    vi.unstubAllGlobals();
  });
});
