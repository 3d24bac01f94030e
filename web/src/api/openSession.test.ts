import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { user } from "@/test/entryKit";
import { DELAYED_SIGN_IN_MS, openSession, whileOpening } from "./openSession";
import { storeSchoolId } from "./schoolId";
import type { SessionUser } from "./types";

const session = { user: user as SessionUser, token: "t1", expires_in: 600 };

beforeEach(() => {
  storeSchoolId("abq");
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  whileOpening(async () => {});
});

it("fetches what the signed-in page needs while it waits, and opens however that ends", async () => {
  const load = vi.fn<() => Promise<void>>(async () => {
    throw new Error("no connection");
  });
  whileOpening(load);
  const store = makeStore();
  const opened = store.dispatch(openSession(session, { delayMs: DELAYED_SIGN_IN_MS }));
  await vi.advanceTimersByTimeAsync(DELAYED_SIGN_IN_MS - 1);
  expect(load).toHaveBeenCalledOnce();
  expect(store.getState().auth.status).toBe("signedOut");
  await vi.advanceTimersByTimeAsync(1);
  await opened;
  expect(store.getState().auth.status).toBe("signedIn");
});

it("fetches nothing beforehand where nobody waits", async () => {
  const load = vi.fn<() => Promise<void>>(async () => {});
  whileOpening(load);
  await makeStore().dispatch(openSession(session));
  expect(load).not.toHaveBeenCalled();
});
