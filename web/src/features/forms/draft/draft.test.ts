import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SchemaNode } from "@/forms/model";
import type { Draft } from "../api";
import { initialSaveState, isUnsaved, MAX_WAIT_MS, nextSaveAt, PAUSE_MS, reduceSave, saveStatus, type SaveEvent } from "./autosave";
import { DraftController, type DraftPort, type DraftResult, type DraftStart } from "./controller";
import { changedSince, mergeAnswers, resolveConflicts, sameAnswer } from "./merge";
import { planMove } from "./move";
import { beginning } from "./start";
import { forgetForm, rememberedToken, rememberToken, submissionKey, takeTokenFromAddress } from "./tokens";

const run = (...events: SaveEvent[]) => events.reduce(reduceSave, initialSaveState(true));

describe("when answers are saved", () => {
  it("after a pause in typing", () => {
    expect(nextSaveAt(run({ type: "changed", at: 100 }))).toBe(100 + PAUSE_MS);
  });

  it("but never so late that the server lacks them after ten seconds", () => {
    let state = initialSaveState(true);
    for (let at = 0; at <= 20_000; at += 500) state = reduceSave(state, { type: "changed", at });
    expect(nextSaveAt(state)).toBe(MAX_WAIT_MS);
    expect(MAX_WAIT_MS).toBeLessThan(10_000);
  });

  it("at once when a step is left", () => {
    expect(nextSaveAt(run({ type: "changed", at: 100 }, { type: "flush" }))).toBe(100);
    expect(nextSaveAt(run({ type: "flush" }))).toBeNull();
  });

  it("one at a time; what was typed meanwhile goes with the next", () => {
    const sending = run({ type: "changed", at: 0 }, { type: "sending" }, { type: "changed", at: 50 });
    expect(nextSaveAt(sending)).toBeNull();
    const saved = reduceSave(sending, { type: "saved", at: 90 });
    expect(isUnsaved(saved)).toBe(true);
    expect(nextSaveAt(saved)).toBe(50 + PAUSE_MS);
  });

  it("again after a failure, ever later, and as late as the server asks", () => {
    const once = run({ type: "changed", at: 0 }, { type: "sending" }, { type: "failed", at: 10 });
    expect(nextSaveAt(once)).toBe(2_010);
    const twice = [{ type: "sending" }, { type: "failed", at: 20 }].reduce((s, e) => reduceSave(s, e as SaveEvent), once);
    expect(nextSaveAt(twice)).toBe(5_020);
    expect(nextSaveAt(run({ type: "changed", at: 0 }, { type: "sending" }, { type: "failed", at: 0, retryAfterMs: 9_000 }))).toBe(9_000);
  });

  it("not while offline, and at once when back", () => {
    const offline = run({ type: "changed", at: 0 }, { type: "offline" });
    expect(nextSaveAt(offline)).toBeNull();
    expect(saveStatus(offline)).toBe("onDevice");
    expect(nextSaveAt(reduceSave(offline, { type: "online" }))).toBe(0);
  });

  it("not over a conflict until the person has chosen", () => {
    const halted = run({ type: "changed", at: 0 }, { type: "sending" }, { type: "failed", at: 5, halt: "conflict" }, { type: "changed", at: 9 });
    expect(nextSaveAt(halted)).toBeNull();
    expect(nextSaveAt(reduceSave(halted, { type: "resumed", at: 20 }))).toBe(20);
  });
});

describe("merging two sides", () => {
  const base = { a: 1, b: [1], c: "x" };

  it("takes what only one side changed, whatever the order of keys", () => {
    expect(mergeAnswers(base, { ...base, a: 2 }, { c: "x", b: [1, 2], a: 1 })).toEqual({ merged: { a: 2, b: [1, 2], c: "x" }, conflicts: [] });
    expect(mergeAnswers(base, { a: 1, b: [1] }, base)).toEqual({ merged: { a: 1, b: [1] }, conflicts: [] });
    expect(sameAnswer({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  });

  it("asks about what both changed, and about every difference without a known base", () => {
    const both = mergeAnswers(base, { ...base, a: 2 }, { ...base, a: 3 });
    expect(both.conflicts).toEqual([{ field: "a", mine: 2, theirs: 3 }]);
    expect(resolveConflicts(both.merged, both.conflicts, new Set(["a"]))).toEqual({ ...base, a: 2 });
    expect(resolveConflicts(both.merged, both.conflicts, new Set())).toEqual({ ...base, a: 3 });
    expect(mergeAnswers(null, { a: 2 }, { a: 3, b: 1 }).conflicts.map((each) => each.field)).toEqual(["a", "b"]);
  });

  it("names what one side changed since, also what it took away", () => {
    expect(changedSince(base, { a: 2, b: [1], d: "new" })).toEqual({ a: 2, c: null, d: "new" });
    expect([changedSince(base, { ...base }), changedSince(null, { a: 1 })]).toEqual([{}, { a: 1 }]);
  });
});

const draftOf = (change: Partial<Draft> = {}): Draft => ({
  token: "token-of-the-draft", version: 1, form: "abq", form_version: "1.0.0", values: {}, step: "", locale: "en",
  expires_at: "2027-01-01T00:00:00Z", uploads: [], latest_version: "1.0.0", ...change,
});

describe("how a form begins", () => {
  const copy = { values: { a: 2 }, base: { a: 1 }, step: "two", token: "token-of-the-draft", version: 1, formVersion: "1.0.0", at: 5 };

  it("with the server's draft, and with what the browser kept on top of it", () => {
    const draft = draftOf({ values: { a: 1, b: 7 } });
    expect(beginning({ kind: "found", draft }, undefined, "1.0.0", 9)?.start).toMatchObject({ values: { a: 1, b: 7 }, unsaved: false });
    expect(beginning({ kind: "found", draft }, copy, "1.0.0", 9)?.start).toMatchObject({ values: { a: 2, b: 7 }, step: "two", unsaved: true });
  });

  it("with a save that will conflict when both changed the same answer", () => {
    const start = beginning({ kind: "found", draft: draftOf({ version: 4, values: { a: 3 } }) }, copy, "1.0.0", 9)?.start;
    expect(start).toMatchObject({ values: { a: 2 }, base: { a: 1 }, version: 1, unsaved: true });
  });

  it("anew with the answers kept when the draft is gone, and never over one that cannot be read", () => {
    expect(beginning({ kind: "gone" }, copy, "2.0.0", 9)).toMatchObject({ notice: "goneKept", start: { values: { a: 2 }, token: null, formVersion: "2.0.0" } });
    expect(beginning({ kind: "gone" }, undefined, "2.0.0", 9)).toMatchObject({ notice: "gone", start: { values: {}, unsaved: false } });
    expect(beginning({ kind: "unreachable" }, undefined, "1.0.0", 9)).toBeNull();
    expect(beginning({ kind: "unreachable" }, copy, "1.0.0", 9)?.start).toMatchObject({ values: { a: 2 }, token: copy.token });
  });
});

describe("the controller", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  const start: DraftStart = {
    values: {}, base: null, step: null, token: null, version: null, formVersion: "1.0.0", latestVersion: "1.0.0", uploads: [], unsaved: false, savedAt: null, expiresAt: null,
  };
  function make(results: DraftResult[], begin: Partial<DraftStart> = {}) {
    const answer = () => Promise.resolve(results.shift() ?? ({ kind: "failed" } as const));
    const port = {
      create: vi.fn<DraftPort["create"]>(answer),
      save: vi.fn<DraftPort["save"]>(answer),
      keepCopy: vi.fn<DraftPort["keepCopy"]>(() => Promise.resolve()),
      dropCopy: vi.fn<DraftPort["dropCopy"]>(() => Promise.resolve()),
      rememberToken: vi.fn<DraftPort["rememberToken"]>(),
      now: () => Date.now(),
    } satisfies DraftPort;
    return { port, controller: new DraftController(port, { ...start, ...begin }, "en", true) };
  }
  const type = (controller: DraftController, values: Record<string, unknown>) => controller.changed({ values, step: "one", locale: "en" });

  it("makes a draft on the first answer, then saves with its version, and deletes the browser's copy", async () => {
    const { port, controller } = make([{ kind: "ok", draft: draftOf() }, { kind: "ok", draft: draftOf({ version: 2 }) }]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(port.create).not.toHaveBeenCalled();
    type(controller, { a: 1 });
    await vi.advanceTimersByTimeAsync(400);
    expect(port.keepCopy).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(700);
    expect(port.rememberToken).toHaveBeenCalledWith("token-of-the-draft");
    expect(port.dropCopy).toHaveBeenCalledTimes(1);
    type(controller, { a: 2 });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(port.save.mock.calls[0]?.slice(0, 2)).toEqual(["token-of-the-draft", 1]);
    expect(saveStatus(controller.read().save)).toBe("saved");
  });

  it("keeps answers in the browser while the server is away, and saves them when it is back", async () => {
    const { port, controller } = make([{ kind: "failed" }, { kind: "ok", draft: draftOf() }]);
    type(controller, { a: 1 });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(saveStatus(controller.read().save)).toBe("onDevice");
    expect(port.keepCopy).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_100);
    expect(port.create).toHaveBeenCalledTimes(2);
    expect(saveStatus(controller.read().save)).toBe("saved");
  });

  it("takes a lost answer for what it was: the server's copy says the same, so nobody is asked", async () => {
    const saved = draftOf({ version: 2, values: { a: 2 } });
    const { port, controller } = make([{ kind: "conflict", draft: saved }, { kind: "ok", draft: { ...saved, version: 3 } }], {
      token: saved.token, version: 1, base: { a: 1 }, values: { a: 1 },
    });
    type(controller, { a: 2 });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(controller.read().merge).toBeNull();
    expect(saveStatus(controller.read().save)).toBe("saved");
    type(controller, { a: 3 });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(port.save.mock.calls[1]?.[1]).toBe(2);
  });

  it("asks when both sides changed an answer, and saves the choice with the server's version", async () => {
    const theirs = draftOf({ version: 5, values: { a: 9, b: 1 } });
    const { port, controller } = make([{ kind: "conflict", draft: theirs }, { kind: "ok", draft: draftOf({ version: 6 }) }], {
      token: theirs.token, version: 1, base: { a: 1 }, values: { a: 1 },
    });
    const answers = vi.fn<(values: Record<string, unknown>) => void>();
    controller.onAnswers = answers;
    type(controller, { a: 2 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(controller.read().merge?.conflicts).toEqual([{ field: "a", mine: 2, theirs: 9 }]);
    expect(port.save).toHaveBeenCalledTimes(1);
    controller.resolveMerge({ a: 2, b: 1 });
    await vi.advanceTimersByTimeAsync(10);
    expect(answers).toHaveBeenCalledWith({ a: 2, b: 1 });
    expect(port.save.mock.calls[1]?.[1]).toBe(5);
  });

  it("begins a new draft with the same answers when the old one is gone", async () => {
    const { port, controller } = make([{ kind: "gone" }, { kind: "ok", draft: draftOf({ token: "another-token-of-it" }) }], {
      token: "token-of-the-draft", version: 3, base: {},
    });
    type(controller, { a: 2 });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(controller.read().save.halted).toBe("gone");
    controller.startAgain("2.0.0");
    await vi.advanceTimersByTimeAsync(10);
    expect(port.create).toHaveBeenCalledWith({ values: { a: 2 }, step: "one", locale: "en" });
    expect(controller.read().token).toBe("another-token-of-it");
  });

  it("saves nothing more of a draft that was sent from elsewhere, and keeps what was written here since", async () => {
    const { port, controller } = make([{ kind: "sent", at: "2026-11-21T08:00:00Z" }], {
      token: "token-of-the-draft", version: 3, base: { a: 1, b: 1 }, values: { a: 1, b: 1 },
    });
    type(controller, { a: 2, b: 1 });
    await vi.advanceTimersByTimeAsync(1_100);
    expect([controller.read().save.halted, controller.read().sentAt, controller.typed()]).toEqual(["sent", "2026-11-21T08:00:00Z", { a: 2 }]);
    expect(port.keepCopy).toHaveBeenLastCalledWith(expect.objectContaining({ token: "token-of-the-draft", values: { a: 2, b: 1 } }));
    type(controller, { a: 3, b: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([port.save.mock.calls.length, port.create.mock.calls.length, port.dropCopy.mock.calls.length]).toEqual([1, 0, 0]);
  });

  it("leaves nothing behind once it is closed", async () => {
    const { port, controller } = make([]);
    type(controller, { a: 1 });
    await controller.close();
    controller.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([port.create.mock.calls.length, port.keepCopy.mock.calls.length, port.dropCopy.mock.calls.length]).toEqual([0, 0, 1]);
  });
});

describe("what the browser remembers", () => {
  it("gives the same key for the same answers, and a new one for others", () => {
    rememberToken("abq", "new", "t");
    const key = submissionKey("abq", "new", { values: { a: 1, b: 2 } });
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(submissionKey("abq", "new", { values: { b: 2, a: 1 } })).toBe(key);
    expect(submissionKey("abq", "new", { values: { a: 1, b: 3 } })).not.toBe(key);
    expect(rememberedToken("abq", "new")).toBe("t");
    forgetForm("abq", "new");
    expect(localStorage).toHaveLength(0);
  });

  it("takes the token out of the address", () => {
    history.replaceState(null, "", "/enquiry/new?lng=ar#draft=abcdefghijklmnopqrst");
    expect(takeTokenFromAddress()).toBe("abcdefghijklmnopqrst");
    expect(location.href).toMatch(/\/enquiry\/new\?lng=ar$/);
    history.replaceState(null, "", "/enquiry/new#draft=<script>");
    expect(takeTokenFromAddress()).toBeNull();
  });
});

describe("moving to a newer version", () => {
  it("says what is new, what is left behind and what no longer fits", () => {
    const form = (properties: Record<string, SchemaNode>) => ({
      title: "", steps: [{ id: "1", title: "", fields: ["a", "b", "c", "d"] }], schema: { type: "object", properties }, ui: {}, messages: {},
    });
    const from = form({ a: { type: "string" }, b: { type: "string" } });
    const to = form({ a: { type: "string", maxLength: 1 }, c: { type: "string" }, d: { type: "string" } });
    const move = planMove(from, to, { a: "long", b: "kept before" }, "2026-11-21");
    expect([move.added, move.removed, move.unfit.map((issue) => `${issue.path} ${issue.code}`)]).toEqual([["c", "d"], ["b"], ["/a maxLength"]]);
  });
});
