import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { stubServer } from "@/test/server";
import { deskApi } from "./api";
import { clashKey, deskOf, QUIET_MS } from "./desk";
import { editTo, isLockedBy, layered, merged, withValue } from "./layers";
import { nothing, saveState, withEdits, withStep, type Local } from "./local";
import { leafChanges, mergeThree } from "./merge";
import { mayEdit } from "./rights";
import type { DraftEdit, Edit, Settings } from "./types";

const yaml = (pointer: string) => ({ file: "school.yaml", pointer });
const base = { hijri: "N", links: { a: "1" }, list: [{ t: "x" }, { t: "y" }] };

describe("layers", () => {
  it("lie over each other in order, down to single values and back to the base", () => {
    const layers = { base, published: { ...base, hijri: "Y" } };
    const edits: Edit[] = [{ ...yaml("/links/b"), value: "2" }, { ...yaml("/hijri"), reset: true }, { ...yaml("/new/deep"), value: 3 }, { ...yaml("/links/a"), value: null }];
    expect(layered("school.yaml", layers, edits)).toEqual({ ...base, hijri: "N", links: { b: "2" }, new: { deep: 3 } });
    expect(layers.base.links).toEqual({ a: "1" });
  });

  it("take a null as a value where the file holds values, and a whole file away by its mark", () => {
    const form = { file: "forms/a.json", pointer: "" };
    expect(layered("forms/a.json", { base: { a: 1 }, published: { a: 1 } }, [{ file: "forms/a.json", pointer: "/a", value: null }])).toEqual({ a: null });
    expect(layered("forms/a.json", { base: { a: 1 }, published: { a: 1 } }, [{ ...form, value: { $gone: true } }])).toBeUndefined();
  });

  it("say an edit as finely as it can be said", () => {
    const layers = { base, published: { ...base, hijri: "Y" } };
    expect(editTo(yaml("/hijri"), "N", layers)).toEqual({ ...yaml("/hijri"), reset: true });
    expect(editTo(yaml("/hijri"), "Y", layers)).toEqual({ ...yaml("/hijri"), value: "Y" });
    expect(editTo(yaml("/links/a"), undefined, layers)).toEqual({ ...yaml("/links/a"), value: null });
    expect(editTo({ file: "forms/x.json", pointer: "" }, undefined, { base: {}, published: {} })).toEqual({ file: "forms/x.json", pointer: "", value: { $gone: true } });
  });

  it("keep a list of edits without overlaps", () => {
    const all = [{ ...yaml("/links/a"), value: "9" }, { ...yaml("/links"), value: { a: "5" } }, { ...yaml("/links/a"), value: "6" }] as Edit[];
    expect(all.reduce<Edit[]>((edits, edit) => merged(edits, edit), [])).toEqual([{ ...yaml("/links"), value: { a: "6" } }]);
    expect(withValue([1, 2, 3], "/1", undefined)).toEqual([1, 3]);
  });

  it("know what the operators keep", () => {
    expect(isLockedBy(["/branding/logo"], yaml("/branding/logo"))).toBe(true);
    expect(isLockedBy(["/branding/logo"], yaml("/branding"))).toBe(true);
    expect(isLockedBy(["/branding/logo"], yaml("/branding/logo_sizes"))).toBe(false);
    expect(isLockedBy(["forms/new.json"], { file: "forms/new.json", pointer: "/steps" })).toBe(true);
  });
});

it("form designers change forms and texts, nothing else", () => {
  expect(mayEdit(["form_designer"], yaml("/forms/new"))).toBe(true);
  expect(mayEdit(["form_designer"], { file: "locales/ar/common.json", pointer: "/a" })).toBe(true);
  expect(mayEdit(["form_designer"], yaml("/branding"))).toBe(false);
  expect(mayEdit(["auditor"], yaml("/forms"))).toBe(false);
});

describe("merging", () => {
  it("asks only about leaves that both changed", () => {
    const was = { a: 1, b: 1, c: 1, list: [{ x: 1 }, { x: 2 }] };
    const merge = mergeThree(was, { ...was, a: 2, b: 2, list: [{ x: 9 }, { x: 2 }] }, { ...was, a: 3, c: 3, list: [{ x: 1 }, { x: 8 }] });
    expect(merge.clashes).toEqual([{ pointer: "/a", theirs: 2, mine: 3 }]);
    expect(merge.taken.map(({ pointer }) => pointer)).toEqual(["/b", "/list/0"]);
    expect(merge.settle(new Set())).toEqual({ a: 2, b: 2, c: 3, list: [{ x: 9 }, { x: 8 }] });
    expect(merge.settle(new Set(["/a"]))).toMatchObject({ a: 3 });
  });

  it("takes a list that grew as one thing", () => {
    expect(mergeThree([1], [1, 2], [0, 1]).clashes).toHaveLength(1);
    expect(leafChanges({ a: [1], b: 1 }, { a: [1, 2], b: 1 })).toEqual([{ pointer: "/a", from: [1], to: [1, 2] }]);
  });
});

describe("steps", () => {
  const step = (key: string, at: number, before: unknown, after: unknown) => ({ key, at, places: [{ ...yaml("/a"), before, after }] });

  it("are one for typing that goes on, and two after a pause or in another field", () => {
    let local: Local = withStep(nothing, step("a", 0, "", "H"));
    local = withStep(local, step("a", 500, "H", "Hu"));
    expect(local.undo).toEqual([step("a", 500, "", "Hu")]);
    local = withStep(local, step("b", 600, "", "x"));
    local = withStep(local, step("b", 5000, "x", "xy"));
    expect(local.undo).toHaveLength(3);
  });

  it("remember the draft that their first key stroke saw", () => {
    const local = withEdits(withEdits(nothing, [{ ...yaml("/a"), value: 1 }], 3), [{ ...yaml("/a"), value: 2 }], 7);
    expect(local.pending).toEqual([{ ...yaml("/a"), value: 2, since: 3 }]);
    expect(saveState(local)).toBe("saving");
  });
});

const layersAnswer = { file: "school.yaml", base, published: base, draft: base };
const by = { id: "u2", name: "Huda" };
const open = async (patch: (body: { version: number; edits: Edit[] }) => object, more: Record<string, (body: unknown) => object> = {}) => {
  const settings: Settings = { draft: { version: 1, edits: [] }, published: null, locked: [], schedules: [], problems: [] };
  const bodies: Array<{ version: number; edits: Edit[] }> = [];
  stubServer({
    "GET /settings": () => settings,
    "GET /settings/file": () => layersAnswer,
    "PATCH /settings/draft": (body) => {
      bodies.push(body as never);
      return patch(body as never);
    },
    ...more,
  });
  const store = makeStore();
  await store.dispatch(deskApi.endpoints.getSettings.initiate());
  await store.dispatch(deskApi.endpoints.getSettingFile.initiate({ file: "school.yaml" }));
  return { store, desk: deskOf(store), bodies, settings };
};
const taken = (version: number, edits: Edit[]) => ({ draft: { version, edits: edits.map((edit): DraftEdit => ({ ...edit, version, by, at: "2026-11-21T10:00:00Z" })) }, problems: [] });

describe("the desk", () => {
  beforeEach(() => {
    storeSchoolId("abq");
    storeToken("t", 600);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  });
  afterEach(() => vi.useRealTimers());

  it("shows at once, saves after the quiet, in one call", async () => {
    const { desk, bodies } = await open(({ edits }) => taken(2, edits));
    desk.edit([{ ...yaml("/hijri"), value: "Y" }]);
    desk.edit([{ ...yaml("/links/a"), value: "2" }]);
    expect(desk.read("school.yaml", "/hijri")).toBe("Y");
    expect(bodies).toEqual([]);
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await vi.waitFor(() => expect(saveState(desk.get())).toBe("saved"));
    expect(bodies).toEqual([{ version: 1, edits: [{ ...yaml("/hijri"), value: "Y" }, { ...yaml("/links/a"), value: "2" }] }]);
    expect(desk.read("school.yaml", "/hijri")).toBe("Y");
  });

  it("undoes to the base by a reset, and redoes", async () => {
    const { desk, bodies } = await open(({ edits }) => taken(2, edits));
    desk.edit([{ ...yaml("/hijri"), value: "Y" }]);
    await desk.flush();
    desk.undo();
    expect(desk.read("school.yaml", "/hijri")).toBe("N");
    await desk.flush();
    expect(bodies.at(-1)?.edits).toEqual([{ ...yaml("/hijri"), reset: true }]);
    desk.redo();
    expect(desk.read("school.yaml", "/hijri")).toBe("Y");
  });

  it("keeps everything when the server is away, and says so", async () => {
    let away = true;
    const { desk, bodies } = await open(({ edits }) => (away ? { status: 503, body: { messageId: "R008" } } : taken(2, edits)));
    desk.edit([{ ...yaml("/hijri"), value: "Y" }]);
    expect(await desk.flush()).toBe(false);
    expect(saveState(desk.get())).toBe("failed");
    expect(desk.read("school.yaml", "/hijri")).toBe("Y");
    away = false;
    expect(await desk.flush()).toBe(true);
    expect(bodies).toHaveLength(2);
  });

  it("asks when somebody was faster, keeps theirs where told, and brings mine back with an undo", async () => {
    const theirs: DraftEdit = { ...yaml("/hijri"), value: "Y", version: 4, by, at: "2026-11-21T10:00:00Z" };
    const { desk, bodies, settings } = await open(({ version, edits }) => (version < 4 ? { status: 409, body: { messageId: "S002", theirs: [theirs] } } : taken(5, [theirs as Edit, ...edits])));
    desk.edit([{ ...yaml("/hijri"), value: "X" }]);
    desk.edit([{ ...yaml("/links/a"), value: "7" }]);
    settings.draft = { version: 4, edits: [theirs] };
    await desk.flush();
    const [clash] = desk.get().conflict ?? [];
    expect(clash?.theirs.by.name).toBe("Huda");
    expect(clash?.merge.clashes).toEqual([{ pointer: "", theirs: "Y", mine: "X" }]);
    desk.settle(new Set());
    await desk.flush();
    expect(desk.read("school.yaml", "/hijri")).toBe("Y");
    expect(desk.read("school.yaml", "/links/a")).toBe("7");
    expect(bodies.at(-1)?.version).toBe(4);
    desk.undo();
    expect(desk.read("school.yaml", "/hijri")).toBe("X");
  });

  it("uses mine where told", async () => {
    const theirs: DraftEdit = { ...yaml("/hijri"), value: "Y", version: 4, by, at: "2026-11-21T10:00:00Z" };
    const { desk, bodies, settings } = await open(({ version, edits }) => (version < 4 ? { status: 409, body: { messageId: "S002", theirs: [theirs] } } : taken(5, edits)));
    desk.edit([{ ...yaml("/hijri"), value: "X" }]);
    settings.draft = { version: 4, edits: [theirs] };
    await desk.flush();
    desk.settle(new Set([clashKey(yaml("/hijri"), "")]));
    await desk.flush();
    expect(bodies.at(-1)).toEqual({ version: 4, edits: [{ ...yaml("/hijri"), value: "X" }] });
  });

  it("sets aside what the server will never take, and saves the rest", async () => {
    const { desk, bodies } = await open(({ edits }) =>
      edits.length > 1 ? { status: 403, body: { messageId: "S003", errors: [{ path: "/edits/0", code: "locked", params: {}, severity: "error" }] } } : taken(2, edits),
    );
    desk.edit([{ ...yaml("/hijri"), value: "Y" }]);
    desk.edit([{ ...yaml("/links/a"), value: "2" }]);
    await desk.flush();
    await desk.flush();
    expect(bodies.at(-1)?.edits).toEqual([{ ...yaml("/links/a"), value: "2" }]);
    expect(desk.get().refused["school.yaml#/hijri"]?.why).toBe("locked");
    expect(saveState(desk.get())).toBe("refused");
  });

  it("brings a discarded draft back", async () => {
    const { desk } = await open(({ edits }) => taken(2, edits), { "POST /settings/draft/discard": () => ({ draft: { version: 3, edits: [] } }) });
    desk.edit([{ ...yaml("/hijri"), value: "Y" }]);
    await desk.discard();
    expect(desk.read("school.yaml", "/hijri")).toBe("N");
    desk.undo();
    expect(desk.read("school.yaml", "/hijri")).toBe("Y");
  });
});
